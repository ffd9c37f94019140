"""A fight from one line: what it means, what is not understood, and how it opens."""

import pytest

from referee import sheets
from referee.adjudication.position import load
from referee.brawls import mentions_in, read
from referee.ledger import Author, Draft, append, lock, writing
from referee.models import Clash, Entry, Role, Seat
from referee.system import system_for
from tests.toy.fights import SHEET
from tests.toy.fixtures import toy

__all__ = ["toy"]

HX = {"HX-Request": "true"}
CREATURES = {"imp": ("imp", "ördög"), "image": ("image", "kép"), "big_imp": ("big_imp", "nagy ördög")}


def give_sheet(seat: Seat, **fields) -> None:
    with writing():
        stream = lock(seat.stream_id)[seat.stream_id]
        append(stream, Author(None), Draft("sheet", [sheets.sheet_set("three_stones", {**SHEET, **fields})]))
    seat.stream.refresh_from_db()


@pytest.fixture
def camp(toy, event, anna, bela, sergey, make_seat) -> dict[int, Seat]:
    """Five people with sheets, by number; and 51, who has none."""
    event.systems = ["three_stones"]
    event.save()
    found = {137: anna, 142: bela, 88: sergey}
    found[9] = make_seat("Gergő", 9, Role.PLAYER)
    found[12] = make_seat("Dóra", 12, Role.PLAYER)
    for seat in found.values():
        give_sheet(seat)
    found[51] = make_seat("Kate", 51, Role.PLAYER)
    return found


def opened(phone, event, line: str, nonce: str = "n1", **fields) -> Clash:
    """Post a line and give the fight that came of it."""
    answer = phone.post(f"/e/{event.slug}/fights/open", {"line": line, "nonce": nonce, **fields}, headers=HX)
    assert answer.status_code == 204, answer.content.decode()
    return Clash.objects.get(code=answer["HX-Redirect"].split("/c/")[1].strip("/"))


def refused(phone, event, line: str, **fields) -> str:
    """Post a line and give why it was not taken; nothing is stored by it."""
    before = (Clash.objects.count(), Entry.objects.count())
    answer = phone.post(f"/e/{event.slug}/fights/open", {"line": line, "nonce": "n1"} | fields, headers=HX)
    assert answer.status_code == 422, answer.content.decode()
    assert (Clash.objects.count(), Entry.objects.count()) == before
    return answer.content.decode()


@pytest.mark.parametrize(
    ("line", "sides"),
    [
        ("137 142 9 v 88 12", ["A 137", "A 142", "A 9", "B 88", "B 12"]),
        ("137 142", ["A 137", "B 142"]),
        ("137 vs 142", ["A 137", "B 142"]),
        ("137 - 142 – 9", ["A 137", "B 142", "C 9"]),
        ("137,142+9 V 88", ["A 137", "A 142", "A 9", "B 88"]),
        ("v 137 v v 142 v", ["A 137", "B 142"]),
        ('"red hood" v imp*2', ["A red hood", "B imp", "B imp"]),
        ("2*imp v 137", ["A imp", "A imp", "B 137"]),
        ("imp x2 v 137", ["A imp", "A imp", "B 137"]),
        ("ördög×2 v 137", ["A imp", "A imp", "B 137"]),
        ("„piros csuklyás” v «кто-то»", ["A piros csuklyás", "B кто-то"]),
        ('"red hood"*3 v 9', ["A red hood", "A red hood", "A red hood", "B 9"]),
        ("  007  v   8 ", ["A 7", "B 8"]),
        ("137 в 142", ["A 137", "B 142"]),
    ],
)
def test_a_line_says_who_and_on_which_side(line, sides):
    found, problems = mentions_in(line, CREATURES)
    assert not problems
    assert [f"{one.side} {one.word}" for one in found] == sides


@pytest.mark.parametrize(
    ("line", "code", "word"),
    [
        ("137 v dragon", "line_word_unknown", "dragon"),
        ("137 v im", "line_word_unknown", "im"),
        ("ima v 1", None, ""),
        ('137 v "red hood', "line_quote_open", '"red hood'),
        ("137 v imp*99", "fighters_count", "imp*99"),
        ("137*3 v 9", "line_word_unknown", "137*3"),
        ("*3 v 9", "line_word_unknown", "*3"),
        ("1 v 2 v 3 v 4 v 5 v 6 v 7 v 8 v 9", "line_too_many_sides", "v"),
        ("12345678 v 9", "line_word_unknown", "12345678"),
        ("١٢ v 9", "line_word_unknown", "١٢"),
        ("<script> v 9", "line_word_unknown", "<script>"),
    ],
)
def test_the_word_that_is_not_understood_is_named(line, code, word):
    _, problems = mentions_in(line, CREATURES)
    assert [(one.code, one.word) for one in problems] == ([(code, word)] if code else [])


@pytest.mark.parametrize(
    "line", ["*" * 300, '"' * 301, "v" * 300, "\x00", "9*9*9 v 1", "х" * 300, "- - -", "“”", "1" * 400]
)
def test_no_garbage_breaks_the_reading(camp, event, line):
    system = system_for("three_stones")
    read(event, system, line)


def test_people_are_found_in_two_queries_whatever_the_length(camp, event, django_assert_max_num_queries):
    system = system_for("three_stones")
    with django_assert_max_num_queries(2):
        meaning = read(event, system, "137 142 9 v 88 12")
    assert meaning.ready
    assert [place.name for place in meaning.places][:2] == ["Sample Rogue", "Sample Knight"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("137 v 999", "999"),
        ("137 v 51", "51"),
        ("137 137 v 9", "137"),
        ("137 142 9", "v between the sides"),
        ("", "numbers"),
        ("137", "v between the sides"),
        ('137 v "', "quote"),
    ],
)
def test_what_does_not_say_a_fight_is_refused_with_the_word(camp, event, referee_phone, line, why):
    assert why in refused(referee_phone, event, line)


def test_a_line_opens_a_brawl_whose_numbers_count(camp, event, referee_phone):
    clash = opened(referee_phone, event, "137 142 9 v 88 12")
    folded = load(clash.stream, system_for("three_stones"))
    assert folded.company.mode == "referee"
    assert [party.standing for party in folded.company.parties] == ["asked"] * 5
    assert all(party.confirmed for party in folded.company.parties)
    assert [row.side for row in clash.fighters.order_by("key")] == ["A", "A", "A", "B", "B"]


def test_without_phones_everybody_stands_by(camp, event, referee_phone):
    clash = opened(referee_phone, event, "137 v 142", by_hand="on", public="on")
    folded = load(clash.stream, system_for("three_stones"))
    assert {party.standing for party in folded.company.parties} == {"by"}
    assert clash.public


def test_the_same_nonce_opens_one_fight(camp, event, referee_phone):
    assert opened(referee_phone, event, "137 v 142") == opened(referee_phone, event, "137 v 142")
    assert Clash.objects.count() == 1


def test_a_post_without_a_nonce_opens_nothing(camp, event, referee_phone):
    answer = referee_phone.post(f"/e/{event.slug}/fights/open", {"line": "137 v 142"}, headers=HX)
    assert answer.status_code == 422
    assert not Clash.objects.exists()


def test_another_authors_nonce_opens_nothing(camp, event, referee_phone, assistant_seat, signed_in):
    opened(referee_phone, event, "137 v 142")
    phone = signed_in(assistant_seat)
    answer = phone.post(f"/e/{event.slug}/fights/open", {"line": "137 v 142", "nonce": "n1"}, headers=HX)
    assert answer.status_code == 422


def test_unnamed_fighters_and_creatures_have_names_and_typed_numbers(camp, event, referee_phone):
    clash = opened(
        referee_phone,
        event,
        '"red hood" v imp*2 137',
        **{"n.1.stones": "2", "n.1.most": "5", "n.2.luck": "−3"},
    )
    state = load(clash.stream, system_for("three_stones")).position.state
    assert [row.name for row in clash.fighters.order_by("key")] == ["red hood", "Imp 1", "Imp 2", ""]
    assert (state.slinger("f1").stones, state.slinger("f1").most) == (2, 5)
    assert (state.slinger("f2").luck, state.slinger("f3").luck) == (-3, -2)


@pytest.mark.parametrize("value", ["x", "99", "1.5", "--1", "9" * 30, "<b>"])
def test_a_typed_number_that_does_not_fit_is_refused(camp, event, referee_phone, value):
    refused(referee_phone, event, '"red hood" v 137', **{"n.1.luck": value})


def test_already_running_has_the_tapped_order_and_no_throw(camp, event, referee_phone):
    clash = opened(referee_phone, event, "137 142 9 v 88 12", when="running", order="4|1,2|3|5")
    folded = load(clash.stream, system_for("three_stones"))
    assert folded.position.state.order == (("f4",), ("f1", "f2"), ("f3",), ("f5",))
    assert folded.position.state.round == 1


@pytest.mark.parametrize("order", ["", "4|1", "4|1|1|3|5", "1|2|3|4|9", "x|y", "1|2|3|4|5|0", "|" * 150])
def test_an_order_that_is_not_whole_is_refused(camp, event, referee_phone, order):
    refused(referee_phone, event, "137 142 9 v 88 12", when="running", order=order)


def test_a_finished_fight_is_entered_afterwards_and_reaches_the_sheets(camp, event, referee_phone):
    fields = {"e.1.stones": "1", "e.2.stones": "0", "e.2.dazed": "on"}
    clash = opened(referee_phone, event, "137 v 142", when="finished", **fields)
    assert clash.afterwards
    assert clash.status == Clash.Status.CLOSED
    sheet = {number: sheets.load(fresh(camp[number])).sheet("three_stones") for number in (137, 142)}
    assert (sheet[137]["stones"], sheet[137]["dazed"]) == (1, False)
    assert (sheet[142]["stones"], sheet[142]["dazed"]) == (0, True)
    assert opened(referee_phone, event, "137 v 142", when="finished", **fields) == clash
    assert Entry.objects.filter(stream=clash.stream_id).count() == 4


def fresh(seat: Seat):
    seat.stream.refresh_from_db()
    return seat.stream


@pytest.mark.parametrize("value", ["x", "-1", "10", "9" * 30])
def test_a_finished_fight_with_numbers_that_do_not_fit_leaves_nothing(camp, event, referee_phone, value):
    refused(referee_phone, event, "137 v 142", when="finished", **{"e.1.stones": value})


def test_who_fights_in_it_does_not_referee_it(camp, event, make_seat, signed_in):
    both = make_seat("Réka", 77, Role.REFEREE, Role.PLAYER)
    give_sheet(both)
    clash = opened(signed_in(both), event, "77 v 142")
    assert load(clash.stream, system_for("three_stones")).company.mode == "players"
    assert "own" in refused(signed_in(both), event, "77 v 142", when="finished", nonce="n2")


@pytest.mark.parametrize("role", [Role.PLAYER, Role.MEDIC, Role.MARSHAL, Role.ORGANIZER, Role.SPECTATOR])
def test_only_referees_and_assistants_open_for_others(camp, event, make_seat, signed_in, role):
    phone = signed_in(make_seat("Sample", None, role))
    for path in ("new", "line"):
        assert phone.get(f"/e/{event.slug}/fights/{path}?line=137").status_code == 403
    assert phone.post(f"/e/{event.slug}/fights/open", {"line": "137 v 142", "nonce": "n"}).status_code == 403
    assert not Clash.objects.exists()


def test_an_assistant_opens_fights_but_enters_no_finished_one(camp, event, assistant_seat, signed_in):
    phone = signed_in(assistant_seat)
    opened(phone, event, "137 v 142")
    page = phone.get(f"/e/{event.slug}/fights/new").content.decode()
    assert 'value="finished"' not in page


def test_another_events_people_are_nobody_here(camp, event, stranger, other_event, referee_phone):
    stranger.number = 500
    stranger.save()
    assert "500" in refused(referee_phone, event, "137 v 500")


def test_the_meaning_is_said_while_it_is_typed(camp, event, referee_phone):
    page = referee_phone.get(f"/e/{event.slug}/fights/line", {"line": "137 142 v dragon"}).content.decode()
    assert "Sample Rogue" in page
    assert "dragon" in page
    assert "<html" not in page


def test_the_page_of_a_new_fight_offers_order_and_numbers(camp, event, referee_phone):
    url = f"/e/{event.slug}/fights/new"
    running = referee_phone.get(url, {"line": '137 "red hood" v 142', "when": "running"}).content.decode()
    assert 'data-rank="3"' in running
    assert 'name="n.2.stones"' in running
    finished = referee_phone.get(url, {"line": "137 v 142", "when": "finished"}, headers=HX).content.decode()
    assert 'name="e.2.dazed"' in finished
    assert "<html" not in finished


@pytest.mark.parametrize(
    "field", ["line", "system", "when", "order", "by_hand", "public", "n.1.stones", "e.1.dazed", "nonce"]
)
@pytest.mark.parametrize("value", ["", "x" * 5000, "\x00", "🐺", "-1", "'; --", "None"])
def test_garbage_in_a_field_is_never_a_fault(camp, event, referee_phone, field, value):
    fields = {"line": '"red hood" v 142', "nonce": "n1", "when": "finished", field: value}
    for headers in (HX, {}):
        assert referee_phone.post(f"/e/{event.slug}/fights/open", fields, headers=headers).status_code < 500
    assert referee_phone.get(f"/e/{event.slug}/fights/new", fields).status_code < 500
