"""Calls: for a referee, or because somebody is hurt; who comes; taking it back."""

import secrets

import pytest

from referee import calls
from referee.adjudication import meeting
from referee.audit import audit
from referee.ledger import Author
from referee.models import Call, Entry
from tests.referee.players import anna_plays, bela_plays, tap
from tests.toy.fights import Fight

__all__ = ["anna_plays", "bela_plays"]

CALL = "/e/sample/call"


@pytest.fixture
def fight(anna_plays, bela_plays) -> Fight:
    """A fight of Anna against Béla."""
    return Fight(meeting.start(Author(anna_plays, "phone"), bela_plays, secrets.token_hex(8)))


def go(call: Call, seat) -> Call:
    return calls.go(Author(seat), call, secrets.token_hex(8))


def test_a_call_for_a_referee_has_its_place(anna_plays, anna_phone):
    answer = tap(anna_phone, CALL, kind="rules", place="Gate", on="home")
    assert answer.status_code == 200
    assert "Gate" in answer.content.decode()
    call = Call.objects.get()
    assert (call.kind, call.place, call.seat, call.clash) == ("rules", "Gate", anna_plays, None)


def test_somebody_hurt_is_told_at_once_and_the_place_comes_after(anna_plays, anna_phone):
    tap(anna_phone, CALL, kind="hurt", on="home")
    call = Call.objects.get()
    answer = tap(anna_phone, f"{CALL}/{call.pk}", place="Bridge", on="home")
    assert "Bridge" in answer.content.decode()
    call.refresh_from_db()
    assert (call.kind, call.place) == ("hurt", "Bridge")


def test_one_tap_takes_it_back(anna_plays, anna_phone):
    tap(anna_phone, CALL, kind="hurt", on="home")
    answer = tap(anna_phone, f"{CALL}/{Call.objects.get().pk}", do="back", on="home")
    assert "called" not in answer.content.decode()
    call = Call.objects.get()
    assert call.closed is not None
    assert call.closed_by == anna_plays


def test_calling_again_moves_the_open_call(anna_plays, anna_phone):
    tap(anna_phone, CALL, kind="rules", place="Gate", on="home")
    tap(anna_phone, CALL, kind="rules", place="Village", on="home")
    assert Call.objects.get().place == "Village"


def test_the_same_tap_twice_is_one_call(anna_plays, anna_phone):
    for _ in range(2):
        assert tap(anna_phone, CALL, nonce="once", kind="hurt", on="home").status_code == 200
    assert Call.objects.count() == 1
    assert Entry.objects.filter(kind="call").count() == 1


def test_the_caller_sees_who_comes(anna_plays, referee_seat, anna_phone):
    tap(anna_phone, CALL, kind="rules", place="Gate", on="home")
    go(Call.objects.get(), referee_seat)
    assert "Réka" in anna_phone.get("/e/sample/").content.decode()


def test_a_call_from_a_fight_shows_there_to_both(fight, referee_seat, anna_phone, bela_phone):
    page = f"/e/sample/c/{fight.clash.code}/"
    answer = tap(anna_phone, CALL, kind="rules", place="Gate", on=fight.clash.code)
    assert 'id="mine"' in answer.content.decode()
    assert Call.objects.get().clash == fight.clash
    go(Call.objects.get(), referee_seat)
    for phone in (anna_phone, bela_phone):
        assert "Réka" in phone.get(page).content.decode()


def test_a_call_makes_no_throw_stale(fight, anna_plays, anna_phone):
    seen = fight.folded.seq
    tap(anna_phone, CALL, kind="rules", place="", on=fight.clash.code)
    answer = tap(anna_phone, f"/e/sample/c/{fight.clash.code}/act", do="withdraw", seen=seen)
    assert answer.status_code == 200
    assert fight.folded.position.status == "withdrawn"


def test_undo_passes_calls_over(fight, anna_plays, bela_plays, anna_phone):
    fight.begin(anna_plays, bela_plays)
    before = fight.state
    tap(anna_phone, CALL, kind="rules", place="", on=fight.clash.code)
    fight.undo(anna_plays)
    fight.undo(bela_plays)
    assert fight.state != before
    assert Call.objects.filter(closed=None).exists()


def test_each_step_stands_on_the_record_and_verifies(fight, anna_plays, referee_seat, event):
    call = calls.raise_call(Author(anna_plays), "hurt", "", secrets.token_hex(8), fight.clash)
    go(call, referee_seat)
    calls.close(Author(referee_seat), call, secrets.token_hex(8))
    assert Entry.objects.filter(stream=anna_plays.stream_id, kind="call").count() == 3
    assert Entry.objects.filter(stream=fight.clash.stream_id, kind="call").count() == 3
    assert not audit(event).breaks


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "beer"},
        {"kind": ""},
        {"kind": "rules", "place": "Nowhere"},
        {"kind": "hurt", "place": "<script>alert(1)</script>"},
        {"kind": "rules", "place": "x" * 5000},
    ],
)
def test_what_is_no_call_is_refused_in_words(anna_plays, anna_phone, fields):
    answer = tap(anna_phone, CALL, **fields, on="home")
    assert answer.status_code == 422
    assert "<script>" not in answer.content.decode()
    assert not Call.objects.exists()


@pytest.mark.parametrize("on", ["nosuchfight", "../..", ""])
def test_a_fight_that_is_none_is_not_there(anna_plays, anna_phone, on):
    assert tap(anna_phone, CALL, kind="rules", on=on).status_code == 404
    assert not Call.objects.exists()


def test_a_call_without_a_nonce_is_refused(anna_plays, anna_phone):
    answer = anna_phone.post(CALL, {"kind": "hurt", "on": "home"}, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert not Call.objects.exists()


def test_nobody_moves_or_ends_anothers_call(anna_plays, bela_plays, anna_phone, bela_phone):
    tap(anna_phone, CALL, kind="rules", place="Gate", on="home")
    call = Call.objects.get()
    assert tap(bela_phone, f"{CALL}/{call.pk}", do="back", on="home").status_code == 404
    call.refresh_from_db()
    assert call.closed is None


def test_a_call_that_is_over_stays_over(anna_plays, anna_phone, referee_seat):
    tap(anna_phone, CALL, kind="rules", place="Gate", on="home")
    call = Call.objects.get()
    calls.close(Author(referee_seat), call, secrets.token_hex(8))
    answer = tap(anna_phone, f"{CALL}/{call.pk}", place="Village", on="home")
    assert answer.status_code == 422
    assert "This call is done with." in answer.content.decode()


def test_another_events_call_is_not_there(anna_plays, anna_phone, stranger):
    call = calls.raise_call(Author(stranger), "rules", "", secrets.token_hex(8))
    assert tap(anna_phone, f"{CALL}/{call.pk}", do="back", on="home").status_code == 404
