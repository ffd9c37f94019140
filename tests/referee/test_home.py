"""The own page: who I am, my numbers, what wants a word of mine; nobody else's."""

import secrets

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referee import homes, links
from referee.adjudication import meeting
from referee.ledger import Author
from referee.live import Reader
from tests.referee.players import anna_plays, bela_plays, sergey_plays, sheet_of, tap
from tests.toy.fights import Fight

__all__ = ["anna_plays", "bela_plays", "sergey_plays"]

HOME = "/e/sample/"


def fight(one, other) -> Fight:
    """A fight that the one has asked the other into."""
    return Fight(meeting.start(Author(one, "phone"), other, secrets.token_hex(8)))


def test_home_shows_who_i_am_and_my_public_code(anna_plays, anna_phone):
    page = anna_phone.get(HOME).content.decode()
    assert "137" in page
    assert "Sample Rogue" in page
    assert "Anna" in page
    assert links.badge_link(anna_plays) not in page  # drawn, not written
    assert links.private_link(anna_plays.person.account) not in page
    assert anna_plays.person.account.pin not in page


def test_my_numbers_are_those_of_an_ordinary_blow_by_the_rules(anna_plays, anna_phone):
    page = anna_phone.get(HOME).content.decode()
    row = page[page.index("Longsword") : page.index("</tr>", page.index("Longsword"))]
    # E8: T 8, FhT 2: 16, 10 and 4; maximum 6 (R16, R35).
    assert [number in row for number in ("<b>16</b>", "<b>10</b>", "<b>4</b>", "<td>6</td>")] == [True] * 4


def test_somebody_without_a_sheet_starts_no_fight_but_calls(anna, anna_phone):
    page = anna_phone.get(HOME).content.decode()
    assert 'name="number"' not in page
    assert 'value="hurt"' in page


def test_signed_out_leads_to_signing_in_and_back(client):
    assert client.get(HOME)["Location"].startswith("/sign-in?next=")


def test_another_event_is_not_there(anna_plays, anna_phone, other_event):
    assert anna_phone.get("/e/elsewhere/").status_code == 404


def test_being_asked_stands_on_the_page_and_is_answered_there(anna_plays, bela_plays, bela_phone):
    asked = fight(anna_plays, bela_plays)
    assert 'value="busy"' in bela_phone.get(HOME).content.decode()
    answer = tap(
        bela_phone, f"/e/sample/c/{asked.clash.code}/act", do="party", who="f2", answer="not_me", on="home"
    )
    assert answer.status_code == 200
    assert 'id="doings"' in answer.content.decode()
    assert 'value="busy"' not in answer.content.decode()
    assert asked.folded.company.party("f2").standing == "away"


def test_a_fight_says_when_it_waits_for_me(anna_plays, bela_plays, anna_phone, bela_phone):
    running = fight(anna_plays, bela_plays)
    assert "Your turn" in anna_phone.get(HOME).content.decode()
    running.throw(anna_plays, "rock")
    page = anna_phone.get(HOME).content.decode()
    assert "Your turn" not in page
    assert "Fight in progress" in page


def test_numbers_that_others_played_wait_for_my_word(anna_plays, bela_plays, anna_phone, bela_phone):
    running = fight(anna_plays, bela_plays)
    running.stand_by(anna_plays, "f2")
    running.report(anna_plays, 1)
    running.report(anna_plays, 1)  # Anna strikes first: 16 against 12, armour 1
    tap(anna_phone, f"/e/sample/c/{running.clash.code}/act", do="end", seen=running.folded.seq)
    assert sheet_of(bela_plays)["points"] == 10
    assert 'value="confirm"' in bela_phone.get(HOME).content.decode()
    tap(
        bela_phone, f"/e/sample/c/{running.clash.code}/act", do="party", who="f2", answer="confirm", on="home"
    )
    assert sheet_of(bela_plays)["points"] == 7
    assert 'value="confirm"' not in bela_phone.get(HOME).content.decode()


def test_a_fight_that_was_not_mine_asks_no_more(anna_plays, bela_plays, anna_phone, bela_phone):
    running = fight(anna_plays, bela_plays)
    running.stand_by(anna_plays, "f2")
    running.report(anna_plays, 1)
    running.report(anna_plays, 1)
    tap(anna_phone, f"/e/sample/c/{running.clash.code}/act", do="end", seen=running.folded.seq)
    answer = tap(
        bela_phone, f"/e/sample/c/{running.clash.code}/act", do="party", who="f2", answer="not_me", on="home"
    )
    assert answer.status_code == 200
    assert 'value="confirm"' not in bela_phone.get(HOME).content.decode()
    assert sheet_of(bela_plays)["points"] == 10


def test_parts_are_answered_and_nothing_while_nothing_is_newer(anna_plays, bela_plays, anna_phone):
    first = anna_phone.get(HOME, headers={"HX-Request": "true"})
    assert [f'id="{part}"' in first.content.decode() for part in homes.PARTS] == [True, True]
    since = first["X-Seq"]
    assert anna_phone.get(HOME, {"since": since}, headers={"HX-Request": "true"}).status_code == 204
    fight(anna_plays, bela_plays)
    newer = anna_phone.get(HOME, {"since": since}, headers={"HX-Request": "true"})
    assert newer.status_code == 200
    assert int(newer["X-Seq"]) > int(since)


def test_the_head_rises_with_a_fight_a_call_and_a_look(anna_plays, bela_plays, anna_phone):
    heads = [homes.head_of(anna_plays)]
    running = fight(anna_plays, bela_plays)
    heads.append(homes.head_of(anna_plays))
    tap(anna_phone, "/e/sample/call", kind="rules", place="Gate", on="home")
    heads.append(homes.head_of(anna_plays))
    anna_phone.get(f"/e/sample/c/{running.clash.code}/")
    heads.append(homes.head_of(anna_plays))
    assert heads == sorted(set(heads))


def test_only_who_sits_there_watches_a_home(anna_plays, bela_plays):
    source = homes.Homes()
    account = bela_plays.person.account
    reader = Reader(type(account).objects.get(pk=account.pk), "en")
    assert source.admit(reader, anna_plays.code) == ()
    assert source.admit(Reader(None, "en"), anna_plays.code) == ()
    assert [watch.id for watch in source.admit(reader, bela_plays.code)] == [bela_plays.pk]


def test_not_checked_in_is_said_and_stops_nothing(anna, anna_phone):
    from tests.referee.players import give_sheet

    give_sheet(anna, here=False)
    page = anna_phone.get(HOME).content.decode()
    assert "Not checked in" in page
    assert 'name="number"' in page


def test_a_scanned_badge_fills_in_the_number(anna_plays, bela_plays, anna_phone):
    page = anna_phone.get(HOME, {"against": "142"}).content.decode()
    assert 'value="142"' in page
    assert "Sample Knight" in page


@pytest.mark.parametrize("against", ["137", "abc", "-1", "9" * 30, "²", "1e3", ""])
def test_a_number_that_names_nobody_else_fills_in_nothing(anna_plays, anna_phone, against):
    page = anna_phone.get(HOME, {"against": against})
    assert page.status_code == 200
    assert 'go" value=""' in page.content.decode()


def test_home_takes_few_queries_however_many_fights(anna_plays, bela_plays, sergey_plays, anna_phone):
    anna_phone.get(HOME)
    for other in (bela_plays, sergey_plays, bela_plays):
        fight(anna_plays, other)
    with CaptureQueriesContext(connection) as queries:
        anna_phone.get(HOME)
    assert len(queries) <= 12, [query["sql"][:90] for query in queries]


def test_my_numbers_are_printed_with_rules(anna_plays, anna_phone):
    page = anna_phone.get("/e/sample/numbers").content.decode()
    assert "R16" in page
    assert "Longsword" in page
    assert "data-print" in page
