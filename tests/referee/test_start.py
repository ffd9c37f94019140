"""Starting a fight by a number, and meeting somebody while a fight runs: join, bring in, part."""

import secrets

import pytest

from referee import ledger, sheets
from referee.adjudication import company, meeting, running
from referee.audit import audit
from referee.ledger import Author, Draft
from referee.models import Clash, Entry, Fighter, Seat
from referee.system import system_for
from tests.referee.players import (
    anna_plays,
    bela_plays,
    clash_of,
    give_sheet,
    sergey_plays,
    sheet_of,
    tap,
)
from tests.toy.fights import Fight

__all__ = ["anna_plays", "bela_plays", "sergey_plays"]

START = "/e/sample/start"


@pytest.fixture
def dora_plays(make_seat) -> Seat:
    """Dóra, number 12, with a sheet."""
    return give_sheet(make_seat("Dóra", 12, "player", character="Sample Duellist"))


def begin(one: Seat, other: Seat) -> Fight:
    return Fight(meeting.start(Author(one, "phone"), other, secrets.token_hex(8)))


def hurt(fight: Fight, striker: Seat, target: Seat) -> None:
    """Let the one hit the other once: 16 against 12, armour 1 (E8)."""
    fight.begin(striker, target)
    fight.report(striker, 1)
    fight.report(target, 1)


def standing(fight: Fight, seat: Seat):
    key = fight.key(seat)
    return next(one for one in fight.system.standings(fight.state) if one.key == key)


# A new fight


def test_a_number_starts_a_fight_that_the_other_is_asked_into(anna_plays, bela_plays, anna_phone):
    clash = clash_of(tap(anna_phone, START, number="142"))
    company = Fight(clash).folded.company
    assert [(one.standing, one.confirmed) for one in company.parties] == [("in", True), ("asked", False)]
    assert [row.seat for row in clash.fighters.order_by("key")] == [anna_plays, bela_plays]


def test_the_same_tap_twice_starts_one_fight(anna_plays, bela_plays, anna_phone):
    first = clash_of(tap(anna_phone, START, nonce="once", number="142"))
    again = clash_of(tap(anna_phone, START, nonce="once", number="142"))
    assert first == again
    assert Clash.objects.count() == 1


def test_a_nonce_of_another_author_starts_nothing(
    anna_plays, bela_plays, sergey_plays, anna_phone, bela_phone
):
    tap(anna_phone, START, nonce="anna's", number="88")
    answer = tap(bela_phone, START, nonce="anna's", number="137", way="new")
    assert answer.status_code == 422
    assert Clash.objects.count() == 1


def test_without_a_nonce_nothing_starts(anna_plays, bela_plays, anna_phone):
    answer = anna_phone.post(START, {"number": "142"}, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert not Clash.objects.exists()


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("999", "Nobody has this number: 999"),
        ("137", "This is your own number."),
        ("", "Whose number?"),
        ("abc", "A number is wanted: abc"),
        ("-5", "Nobody has this number"),
        ("−142", "Nobody has this number"),
        ("142.0", "A number is wanted"),
        ("9" * 50, "A number is wanted"),
        ("999999999", "Nobody has this number"),
        ("²", "A number is wanted"),
        ("1 4 2", "A number is wanted"),
        ("<b>", "A number is wanted: &lt;b&gt;"),
        ("1' OR 1=1", "A number is wanted"),
        ("🗡", "A number is wanted"),
    ],
)
def test_what_names_nobody_to_fight_is_refused_in_words(anna_plays, bela_plays, anna_phone, number, words):
    answer = tap(anna_phone, START, number=number)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Clash.objects.exists()


def test_digits_of_another_script_are_the_same_number(anna_plays, bela_plays, anna_phone):
    assert clash_of(tap(anna_phone, START, number="١٤٢")).fighters.filter(seat=bela_plays).exists()


def test_somebody_without_a_sheet_is_refused(anna_plays, bela, anna_phone):
    answer = tap(anna_phone, START, number="142")
    assert answer.status_code == 422
    assert "No sheet for this rule system: 142" in answer.content.decode()


def test_without_a_sheet_of_ones_own_nothing_starts(anna, bela_plays, anna_phone):
    answer = tap(anna_phone, START, number="142")
    assert "No sheet for this rule system: 137" in answer.content.decode()


def test_numbers_of_another_event_are_nobody_here(anna_plays, anna_phone, other_event, make_seat):
    make_seat("Stranger", 555, "player", at=other_event)
    assert tap(anna_phone, START, number="555").status_code == 422
    assert tap(anna_phone, "/e/elsewhere/start", number="555").status_code == 404


def test_signed_out_starts_nothing(client, anna_plays, bela_plays):
    assert tap(client, START, number="142").status_code == 401
    assert not Clash.objects.exists()


def test_a_refusal_is_worded_in_the_readers_language(anna_plays, bela_plays, bela_phone):
    # The catalogue may still lack it; then the English stands, never an error.
    assert tap(bela_phone, START, number="142").status_code == 422


def test_a_badge_offers_the_fight(anna_plays, bela_plays, anna_phone):
    assert anna_phone.get(f"/b/{bela_plays.code}")["Location"] == "/e/sample/?against=142"


def test_not_checked_in_is_a_warning(anna_plays, bela, anna_phone):
    give_sheet(bela, here=False)
    clash = clash_of(tap(anna_phone, START, number="142"))
    assert "Not checked in: 142" in anna_phone.get(f"/e/sample/c/{clash.code}/").content.decode()


def test_the_other_having_seen_it_is_shown(anna_plays, bela_plays, anna_phone, bela_phone):
    clash = clash_of(tap(anna_phone, START, number="142"))
    page = f"/e/sample/c/{clash.code}/"
    assert "has seen it" not in anna_phone.get(page).content.decode()
    before = Entry.objects.filter(stream=clash.stream).count()
    bela_phone.get(page)
    bela_phone.get(page)
    assert "has seen it" in anna_phone.get(page).content.decode()
    assert Entry.objects.filter(stream=clash.stream).count() == before + 1  # once, so that sockets paint it


# While a fight runs


def test_the_same_two_are_led_to_their_fight(anna_plays, bela_plays, anna_phone, bela_phone):
    running = begin(anna_plays, bela_plays)
    assert clash_of(tap(anna_phone, START, number="142")) == running.clash
    assert clash_of(tap(bela_phone, START, number="137")) == running.clash


def test_an_open_fight_offers_what_can_be_done(anna_plays, bela_plays, sergey_plays, dora_plays, anna_phone):
    begin(anna_plays, bela_plays)
    begin(sergey_plays, dora_plays)
    answer = tap(anna_phone, START, number="88")
    assert (answer.status_code, answer["HX-Redirect"]) == (204, "/e/sample/start?number=88")
    page = anna_phone.get(answer["HX-Redirect"]).content.decode()
    assert [f'value="{way}"' in page for way in ("join", "bring", "part")] == [True] * 3
    assert Clash.objects.count() == 2


def test_joining_comes_into_the_others_fight(anna_plays, sergey_plays, dora_plays, anna_phone):
    theirs = begin(sergey_plays, dora_plays)
    page = anna_phone.get("/e/sample/start?number=88").content.decode()
    assert 'value="part"' not in page  # nothing to part from
    assert clash_of(tap(anna_phone, START, number="88", way="join", side="B")) == theirs.clash
    assert standing(theirs, anna_plays).side == "B"
    assert theirs.folded.company.party(theirs.key(anna_plays)).confirmed


def test_joining_leaves_the_own_fight(anna_plays, bela_plays, sergey_plays, dora_plays, anna_phone):
    mine, theirs = begin(anna_plays, bela_plays), begin(sergey_plays, dora_plays)
    hurt(mine, anna_plays, bela_plays)
    tap(anna_phone, START, number="88", way="join", side="C")
    assert not standing(mine, anna_plays).present
    assert standing(theirs, anna_plays).side == "C"
    assert mine.folded.position.status == "open"
    assert not Fighter.objects.get(clash=mine.clash, seat=anna_plays).in_fight


@pytest.mark.parametrize("side", ["", "Z", "AB", "<b>"])
def test_a_side_that_is_none_is_refused(anna_plays, sergey_plays, dora_plays, anna_phone, side):
    theirs = begin(sergey_plays, dora_plays)
    assert tap(anna_phone, START, number="88", way="join", side=side).status_code == 422
    assert theirs.clash.fighters.count() == 2


def test_coming_back_into_a_fight_that_one_left(anna_plays, bela_plays, sergey_plays, anna_phone):
    first = begin(anna_plays, bela_plays)
    hurt(first, anna_plays, bela_plays)
    second = clash_of(tap(anna_phone, START, number="88", way="part"))
    assert not standing(first, anna_plays).present
    assert clash_of(tap(anna_phone, START, number="142", way="join", side="A")) == first.clash
    assert standing(first, anna_plays).present
    assert Clash.objects.get(pk=second.pk).status == "withdrawn"  # nothing had happened in it


def test_bringing_in_somebody_who_fights_nowhere(anna_plays, bela_plays, sergey_plays, anna_phone):
    mine = begin(anna_plays, bela_plays)
    assert clash_of(tap(anna_phone, START, number="88", way="bring")) == mine.clash
    assert standing(mine, sergey_plays).side == standing(mine, bela_plays).side
    assert mine.folded.company.party(mine.key(sergey_plays)).standing == "asked"


def test_bringing_a_fight_in_brings_its_state(anna_plays, bela_plays, sergey_plays, dora_plays, anna_phone):
    mine, theirs = begin(anna_plays, bela_plays), begin(dora_plays, sergey_plays)
    hurt(theirs, dora_plays, sergey_plays)
    theirs.report(sergey_plays, 1)  # something lies reported there, and is left
    assert clash_of(tap(anna_phone, START, number="88", way="bring")) == mine.clash
    # Sergey faces Anna, and who fought against him stands with her.
    assert [standing(mine, one).side for one in (anna_plays, bela_plays, sergey_plays, dora_plays)] == list(
        "ABBA"
    )
    assert standing(mine, sergey_plays).points == 7
    assert theirs.folded.position.status == "closed"
    assert theirs.folded.position.merged == mine.clash.code
    assert Clash.objects.get(pk=theirs.clash.pk).status == "closed"
    party = mine.folded.company.party(mine.key(sergey_plays))
    assert (party.standing, party.confirmed) == ("in", True)


@pytest.mark.parametrize("answer", ["busy", "not_me"])
def test_who_said_no_there_is_not_brought_along(
    anna_plays, bela_plays, sergey_plays, dora_plays, anna_phone, answer
):
    mine, theirs = begin(anna_plays, bela_plays), begin(sergey_plays, dora_plays)
    no = theirs.key(dora_plays)
    theirs.do(dora_plays, lambda desk: company.answer_invitation(desk, no, answer))
    assert clash_of(tap(anna_phone, START, number="88", way="bring")) == mine.clash
    assert standing(mine, sergey_plays).present
    assert not Fighter.objects.filter(seat=dora_plays, in_fight=True).exists()
    assert not mine.clash.fighters.filter(seat=dora_plays).exists()


def test_a_fight_brought_in_counts_once_on_each_sheet(
    anna_plays, bela_plays, sergey_plays, dora_plays, anna_phone
):
    mine, theirs = begin(anna_plays, bela_plays), begin(dora_plays, sergey_plays)
    hurt(theirs, dora_plays, sergey_plays)
    assert sheet_of(sergey_plays)["points"] == 7
    tap(anna_phone, START, number="88", way="bring")
    assert sheet_of(sergey_plays)["points"] == 7
    mine.do(a_referee(mine), lambda desk: correction(desk, mine.key(sergey_plays), 5), role="referee")
    assert sheet_of(sergey_plays)["points"] == 5


def a_referee(fight: Fight) -> Seat:
    return Seat.objects.create(
        event=fight.clash.event, roles=["referee"], stream=fight.clash.event.streams.create(kind="seat")
    )


def correction(desk, key: str, points: int):
    return running.correct(desk, key, {"points": points})


def test_who_was_brought_is_led_on_from_the_closed_fight(
    anna_plays, bela_plays, sergey_plays, dora_plays, anna_phone, signed_in
):
    mine, theirs = begin(anna_plays, bela_plays), begin(sergey_plays, dora_plays)
    tap(anna_phone, START, number="88", way="bring")
    page = signed_in(sergey_plays).get(f"/e/sample/c/{theirs.clash.code}/").content.decode()
    assert f"/e/sample/c/{mine.clash.code}/" in page


def test_bringing_in_twice_by_one_tap_brings_once(
    anna_plays, bela_plays, sergey_plays, dora_plays, anna_phone
):
    mine, _theirs = begin(anna_plays, bela_plays), begin(sergey_plays, dora_plays)
    for _ in range(2):
        assert clash_of(tap(anna_phone, START, nonce="once", number="88", way="bring")) == mine.clash
    assert mine.clash.fighters.count() == 4


def test_parting_leaves_the_old_fight_and_opens_a_new_one(anna_plays, bela_plays, sergey_plays, anna_phone):
    old = begin(anna_plays, bela_plays)
    hurt(old, anna_plays, bela_plays)
    new = clash_of(tap(anna_phone, START, number="88", way="part"))
    assert new != old.clash
    assert not standing(old, anna_plays).present
    assert new.fighters.filter(seat=sergey_plays).exists()


def test_a_fight_that_nothing_happened_in_is_withdrawn_by_parting(
    anna_plays, bela_plays, sergey_plays, anna_phone
):
    old = begin(anna_plays, bela_plays)
    clash_of(tap(anna_phone, START, number="88", way="part"))
    assert old.folded.position.status == "withdrawn"


def test_every_touched_ledger_verifies(anna_plays, bela_plays, sergey_plays, dora_plays, anna_phone):
    mine, theirs = begin(anna_plays, bela_plays), begin(dora_plays, sergey_plays)
    hurt(theirs, dora_plays, sergey_plays)
    tap(anna_phone, START, number="88", way="bring")
    assert not audit(mine.clash.event).breaks


def test_an_unknown_way_offers_again(anna_plays, bela_plays, sergey_plays, anna_phone):
    begin(anna_plays, bela_plays)
    answer = tap(anna_phone, START, number="88", way="<script>")
    assert answer["HX-Redirect"] == "/e/sample/start?number=88"


def test_the_toy_system_starts_the_same_way(toy, event, anna, bela, anna_phone):
    event.systems = ["three_stones"]
    event.save()
    for seat in (anna, bela):
        give_toy(seat)
    clash = clash_of(tap(anna_phone, START, number="142"))
    assert clash.system == "three_stones"


def give_toy(seat: Seat) -> None:
    sheet = system_for("three_stones").sheet.clean({"stones": 3})
    with ledger.writing():
        stream = ledger.lock(seat.stream_id)[seat.stream_id]
        ledger.append(stream, Author(None), Draft("sheet", [sheets.sheet_set("three_stones", sheet)]))
