"""One act: the nonce, what is stale, what it costs in queries, the gate."""

import threading
import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referee import live
from referee.adjudication import company, position, running
from referee.kernel.asks import Results
from referee.kernel.refusals import Refused
from referee.ledger import Author, Draft, Gate, act, append, writing
from referee.models import Entry, Stream
from referee.recent import Recent
from tests.toy.fights import Fight, comer
from tests.toy.rules import Part


@pytest.fixture
def fight(toy, event, anna, bela) -> Fight:
    """Anna and Béla; whoever loses a throw rolls for the stone at once."""
    event.rulings = {"three_stones": {"mercy": "never"}}
    event.save()
    comers = [
        comer(anna, "A", standing="in", confirmed=True),
        comer(bela, "B", standing="in", confirmed=True),
    ]
    fight = Fight.between(event, anna, comers)
    fight.begin(anna, bela)
    return fight


def refusal(code: str):
    return pytest.raises(Refused, match=f"'{code}'")


# The nonce


def test_a_known_nonce_gives_the_first_answer(fight, anna, bela):
    fight.throw(anna, "rock", nonce="n1")
    first = fight.last
    fight.throw(bela, "rock", nonce="n2")
    fight.do(anna, lambda desk: pytest.fail("decided twice"), nonce="n1", request=request(fight, first))
    assert fight.last == first
    assert len(fight.entries) == 5


def request(fight, entry) -> dict:
    asked = next(event for event in position.events_of(entry, fight.system) if hasattr(event, "ask")).ask
    return {"do": "throw", "ask": asked, "sign": "rock"}


def test_a_nonce_of_another_author_or_body_is_refused(fight, anna, bela):
    asked = {"do": "throw", "ask": fight.ask, "sign": "rock"}
    fight.throw(anna, "rock", nonce="n1")
    for seat, body in ((bela, asked), (anna, {**asked, "sign": "paper"}), (anna, {})):
        with refusal("nonce_taken"):
            fight.do(seat, lambda desk: pytest.fail("decided"), nonce="n1", request=body)
    assert len(fight.entries) == 4


@pytest.mark.parametrize("nonce", ["", "x" * 41])
def test_an_act_needs_a_nonce(fight, anna, nonce):
    stream = fight.clash.stream
    with refusal("nonce_missing"):
        act(stream.pk, Author(anna), nonce, {}, lambda stream: pytest.fail("decided"))


def test_a_nonce_belongs_to_its_stream(fight, anna, bela):
    fight.throw(anna, "rock", nonce="n1")
    other, new = act(bela.stream_id, Author(bela), "n1", {}, lambda stream: Draft("note"))
    assert new
    assert other.stream_id == bela.stream_id


def test_what_is_refused_leaves_no_entry_and_the_nonce_free(fight, anna):
    with refusal("words_missing"):
        fight.do(anna, lambda desk: running.note(desk, ""), nonce="n1")
    fight.do(anna, lambda desk: running.note(desk, "Well"), nonce="n1")
    assert fight.last.kind == "note"


def test_an_error_while_deciding_leaves_nothing(fight, anna):
    before = fight.folded

    def fail(desk):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fight.do(anna, fail)
    assert fight.folded == before


# Staleness


def test_an_act_on_an_older_screen_is_stale(fight, anna, bela):
    seen = fight.folded.seq
    fight.report(anna, 0)
    fight.report(bela, 0)
    with refusal("stale"):
        fight.command(anna, Part("f1"), seen=seen)
    fight.command(anna, Part("f1"), seen=fight.folded.seq)


def test_sealed_signs_notes_and_calls_make_no_screen_old(fight, anna, bela):
    seen = fight.folded.seq
    fight.throw(anna, "rock")
    fight.do(bela, lambda desk: running.note(desk, "Rain"))
    fight.stand_by(anna, "f2")
    fight.command(anna, Part("f1"), seen=seen)


def test_an_undo_makes_a_screen_old(fight, anna, referee_seat):
    seen = fight.folded.seq
    fight.decide(referee_seat, Results((0,)))
    fight.undo(referee_seat, "referee")
    with refusal("stale"):
        fight.command(anna, Part("f1"), seen=seen)


def test_an_answer_is_stale_once_its_ask_is_closed_and_not_before(fight, anna, bela, referee_seat):
    asked = fight.ask
    fight.do(bela, lambda desk: running.note(desk, "Rain"))
    fight.throw(anna, "rock")
    fight.do(referee_seat, lambda desk: running.note(desk, "Seen"), role="referee")
    assert fight.ask == asked
    fight.throw(bela, "rock")
    assert fight.ask != asked


# What an act costs


def writes(fight: Fight, act_) -> list[str]:
    """Give the queries between BEGIN and COMMIT."""
    with CaptureQueriesContext(connection) as captured:
        act_()
    queries = [query["sql"] for query in captured.captured_queries]
    inside = []
    depth = 0
    for sql in queries:
        if sql.startswith("SAVEPOINT"):
            depth += 1
        elif sql.startswith("RELEASE SAVEPOINT"):
            depth -= 1
        elif depth:
            inside.append(sql)
    return inside


@pytest.mark.parametrize("how", ["reveal", "report", "decide"])
@pytest.mark.parametrize("cold", [False, True], ids=["warm", "cold"])
def test_a_blow_with_a_loss_takes_eight_queries(
    fight, anna, bela, referee_seat, server_dice, monkeypatch, how, cold
):
    server_dice(1)
    if how == "reveal":
        fight.throw(anna, "rock")
    elif how == "report":
        fight.report(anna, 1)
    acts = {
        "reveal": lambda: fight.throw(bela, "scissors"),
        "report": lambda: fight.report(bela, 1),
        "decide": lambda: fight.decide(referee_seat, Results((1,))),
    }
    if cold:
        monkeypatch.setattr(position, "_folds", Recent(0))
    inside = writes(fight, acts[how])
    assert fight.state.slinger("f2").stones == 2
    assert len(inside) <= 8, inside
    assert fight.last.kind == "answer"


@pytest.mark.parametrize(
    ("what", "most"),
    [("seal", 5), ("report", 4), ("undo", 8), ("redo", 8), ("close", 8), ("stand_by", 8), ("join", 8)],
)
def test_other_acts_take_no_more(fight, anna, bela, sergey, referee_seat, server_dice, what, most):
    server_dice(1)
    fight.decide(referee_seat, Results((1,)))
    if what == "redo":
        fight.undo(referee_seat, "referee")
    come = comer(sergey, "B", standing="in", confirmed=True)
    acts = {
        "seal": lambda: fight.throw(anna, "rock"),
        "report": lambda: fight.report(anna, 1),
        "undo": lambda: fight.undo(referee_seat, "referee"),
        "redo": lambda: fight.redo(referee_seat, "referee"),
        "close": lambda: fight.do(referee_seat, lambda desk: running.close(desk, "Rain"), role="referee"),
        "stand_by": lambda: fight.stand_by(anna, "f2"),
        "join": lambda: fight.do(referee_seat, lambda desk: company.come_in(desk, come), role="referee"),
    }
    fight.folded  # noqa: B018 - a server that has run for a while
    inside = writes(fight, acts[what])
    assert len(inside) <= most, inside


def test_a_kept_fold_is_that_of_the_entries(fight, anna, bela, referee_seat, server_dice, monkeypatch):
    server_dice(1, 1)
    fight.throw(anna, "rock")
    fight.throw(bela, "scissors")
    fight.undo(referee_seat, "referee")
    fight.do(anna, lambda desk: running.note(desk, "Hm"))
    fight.take(bela)
    kept = fight.folded
    monkeypatch.setattr(position, "_folds", Recent(0))
    assert fight.folded == kept


# Announcing


def test_nothing_is_announced_before_the_commit(
    fight, anna, bela, referee_seat, server_dice, monkeypatch, django_capture_on_commit_callbacks
):
    told = []
    monkeypatch.setattr("referee.live.announcing.spread", lambda *args: told.append(args[:3]))
    assert live.announce
    server_dice(1)
    with django_capture_on_commit_callbacks(execute=True):
        fight.decide(referee_seat, Results((1,)))
        assert told == []
    assert ("clash", fight.clash.pk, fight.last.seq) in told
    assert ("home", bela.pk, 0) in told
    told.clear()
    with django_capture_on_commit_callbacks(execute=True), refusal("words_missing"):
        fight.do(anna, lambda desk: running.note(desk, ""))
    assert told == []


# Entries


def test_an_entry_binds_everything_that_stands_in_its_row(db, anna):
    with writing():
        entry = append(Stream.objects.get(pk=anna.stream_id), Author(anna, "phone"), Draft("note"), "n", "m")
    entry.refresh_from_db()
    assert entry.at <= timezone.now()
    assert {field.attname for field in Entry._meta.concrete_fields} == {
        *("id", "stream_id", "event_id", "seq", "kind", "data", "events", "by_id", "device", "nonce"),
        *("after", "at", "rules_version", "chain"),
    }


# The gate


def test_the_gate_lets_one_in_at_a_time_in_the_order_of_coming():
    gate = Gate()
    inside, order, most = [], [], []

    def enter(name: int) -> None:
        with gate():
            inside.append(name)
            most.append(len(inside))
            order.append(name)
            time.sleep(0.005)
            inside.remove(name)

    with gate():
        threads = []
        for name in range(8):
            thread = threading.Thread(target=enter, args=(name,))
            thread.start()
            threads.append(thread)
            while len(gate._queue) <= name:
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert order == list(range(8))
    assert max(most) == 1


def test_the_gate_lets_in_again_who_is_inside_and_opens_after_an_error():
    gate = Gate()
    with pytest.raises(ZeroDivisionError), gate(), gate():
        raise ZeroDivisionError
    passed = threading.Event()

    def enter() -> None:
        with gate():
            passed.set()

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join(5)
    assert passed.is_set()
