"""Practice: sample people on one phone, touching no sheet."""

import pytest

from referee.models import Clash, Entry
from tests.referee.players import anna_plays, clash_of, sheet_of, tap
from tests.toy.fights import Fight

__all__ = ["anna_plays"]

PRACTICE = "/e/sample/practice"


def begin(phone, first="me", second="wolf"):
    return clash_of(tap(phone, PRACTICE, system="larp_rps", A=first, B=second))


def act(phone, clash, **fields):
    return tap(phone, f"/e/sample/c/{clash.code}/act", **fields)


def test_one_phone_plays_both_sides(anna_plays, anna_phone):
    fight = Fight(begin(anna_phone))
    page = f"/e/sample/c/{fight.clash.code}/"
    assert 'name="who" value="f1"' in anna_phone.get(page).content.decode()
    act(anna_phone, fight.clash, do="throw", ask=fight.ask, who="f1", sign="rock")
    assert 'name="who" value="f2"' in anna_phone.get(page).content.decode()
    act(anna_phone, fight.clash, do="throw", ask=fight.ask, who="f2", sign="scissors")
    assert fight.system.round(fight.state) == 1


def test_by_hand_one_report_is_enough(anna_plays, anna_phone):
    fight = Fight(begin(anna_phone))
    answer = act(anna_phone, fight.clash, do="report", ask=fight.ask, who="f1", results="1")
    assert answer.status_code == 200
    assert fight.system.round(fight.state) == 1


def test_no_sheet_is_touched(anna_plays, anna_phone):
    fight = Fight(begin(anna_phone, "wolf", "me"))
    before = Entry.objects.filter(stream=anna_plays.stream_id).count()
    for _ in range(2):
        act(anna_phone, fight.clash, do="report", ask=fight.ask, who="f1", results="1")
    assert any(one.points < one.maximum for one in fight.system.standings(fight.state))
    act(anna_phone, fight.clash, do="end", seen=fight.folded.seq)
    assert fight.folded.position.status == "closed"
    assert sheet_of(anna_plays)["points"] == 10
    assert Entry.objects.filter(stream=anna_plays.stream_id).count() == before


def test_undo_is_one_tap(anna_plays, anna_phone):
    fight = Fight(begin(anna_phone))
    act(anna_phone, fight.clash, do="report", ask=fight.ask, who="f1", results="1")
    act(anna_phone, fight.clash, do="undo", seen=fight.folded.seq)
    assert fight.system.round(fight.state) == 0


def test_nobody_else_plays_it(anna_plays, anna_phone, bela_phone):
    fight = Fight(begin(anna_phone))
    assert bela_phone.get(f"/e/sample/c/{fight.clash.code}/").status_code == 404
    assert act(bela_phone, fight.clash, do="throw", ask=fight.ask, who="f1", sign="rock").status_code == 404


def test_it_needs_no_sheet_of_ones_own(anna, anna_phone):
    page = anna_phone.get(PRACTICE).content.decode()
    assert 'value="me"' not in page
    assert begin(anna_phone, "guard", "troll").practice


@pytest.mark.parametrize("key", ["", "dragon", "<b>", "x" * 999])
def test_a_sample_that_is_none_is_refused(anna_plays, anna_phone, key):
    answer = tap(anna_phone, PRACTICE, system="larp_rps", A=key, B="wolf")
    assert answer.status_code == 422
    assert not Clash.objects.exists()


@pytest.mark.parametrize("system", ["", "chess"])
def test_a_system_that_is_none_falls_back_to_the_events_first(anna_plays, anna_phone, system):
    assert clash_of(tap(anna_phone, PRACTICE, system=system, A="wolf", B="orc")).system == "larp_rps"
