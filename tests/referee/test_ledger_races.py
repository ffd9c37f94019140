"""Several at the same instant: nothing is lost, nothing is doubled."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from referee import sheets
from referee.adjudication import running, throws
from referee.audit import audit
from referee.kernel.refusals import Refused
from referee.models import Clash, Entry, SealedThrow, Seat, Stream
from tests.toy.fights import Fight, comer

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 200


@pytest.fixture
def fight(toy, event, anna, bela, referee_seat) -> Fight:
    """Anna and Béla; every duel is a draw, so that it goes on and on."""
    comers = [
        comer(anna, "A", standing="in", confirmed=True),
        comer(bela, "B", standing="in", confirmed=True),
    ]
    fight = Fight.between(event, referee_seat, comers, mode="referee")
    fight.begin(anna, bela)
    return fight


class Crew:
    """Threads that stand ready, and each do their part at the same instant, round after round."""

    def __init__(self, *parts: Callable[[int], object], rounds: int = ROUNDS) -> None:
        self.failed: list[BaseException] = []
        self.refused: list[tuple[int, str]] = []
        self.start = threading.Barrier(len(parts), timeout=60)
        threads = [threading.Thread(target=self._work, args=(part, rounds)) for part in parts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert self.failed == []

    def _work(self, part: Callable[[int], object], rounds: int) -> None:
        try:
            for number in range(rounds):
                self.start.wait()
                try:
                    part(number)
                except Refused as refused:
                    self.refused.append((number, refused.code))
        except BaseException as error:  # a thread's failure must fail the test
            self.failed.append(error)
            self.start.abort()
        finally:
            connection.close()


def kinds(fight: Fight) -> list[str]:
    return [entry.kind for entry in fight.entries]


def test_two_throw_at_the_same_instant_and_none_is_lost(fight, anna, bela):
    asks: list[str] = []
    gate = threading.Barrier(2, timeout=60, action=lambda: asks.append(fight_ask()))

    def fight_ask() -> str:
        return Fight(Clash.objects.get(pk=fight.clash.pk)).ask

    def throw(seat: Seat, key: str) -> Callable[[int], object]:
        own = Fight(fight.clash)

        def once(number: int) -> object:
            gate.wait()
            asked = asks[number]
            body = {"do": "throw", "ask": asked, "sign": "rock"}
            return own.do(
                seat,
                lambda desk: throws.throw(desk, asked, key, {"right": "rock"}),
                nonce=f"{key} {number}",
                request=body,
            )

        return once

    crew = Crew(throw(anna, "f1"), throw(bela, "f2"))
    assert crew.refused == []
    assert len(set(asks)) == ROUNDS
    thrown = kinds(fight)[3:]
    assert thrown == ["sealed", "answer"] * ROUNDS
    told = [entry for entry in fight.entries if entry.kind == "answer"][1:]
    assert len(told) == ROUNDS
    assert all('"signs":["rock","rock"]' in entry.data for entry in told)
    assert fight.state.round == ROUNDS // 2 + 1
    assert [one for one in audit().breaks if one.stream] == []


def test_a_double_tap_makes_one_entry(fight, anna):
    before = fight.folded
    asked = fight.ask
    seqs: list[int] = []

    def tap(number: int) -> None:
        own = Fight(fight.clash)
        body = {"do": "throw", "ask": asked, "sign": "rock"}
        decide = lambda desk: throws.throw(desk, asked, "f1", {"right": "rock"})  # noqa: E731
        own.do(anna, decide, nonce=f"tap {number}", request=body)
        seqs.append(own.last.seq)

    Crew(tap, tap, rounds=20)
    assert len(fight.entries) == before.seq + 20
    assert sorted(seqs) == sorted([*range(before.seq + 1, before.seq + 21)] * 2)
    assert SealedThrow.objects.count() == 1


def test_of_two_acts_on_the_same_screen_one_is_stale(fight, referee_seat, assistant_seat):
    def close(seat: Seat) -> Callable[[int], object]:
        own = Fight(fight.clash)
        seen = fight.folded.seq
        return lambda number: own.do(seat, running.close, role="referee", seen=seen)

    crew = Crew(close(referee_seat), close(assistant_seat), rounds=1)
    assert [code for _, code in crew.refused] == ["stale"]
    assert kinds(fight).count("closed") == 1


def test_two_fights_of_one_person_write_one_sheet(toy, event, anna, bela, sergey, referee_seat):
    with_anna = []
    for other in (bela, sergey):
        comers = [
            comer(anna, "A", standing="in", confirmed=True),
            comer(other, "B", standing="in", confirmed=True),
        ]
        with_anna.append(Fight.between(event, referee_seat, comers, mode="referee"))

    def correct(fight: Fight) -> Callable[[int], object]:
        own = Fight(fight.clash)
        fields = [{"stones": 2, "dazed": False}, {"stones": 3, "dazed": False}]
        return lambda number: own.do(
            referee_seat,
            lambda desk: running.correct(desk, "f1", fields[number % 2]),
            role="referee",
        )

    Crew(*[correct(fight) for fight in with_anna], rounds=40)
    stream = Stream.objects.get(pk=anna.stream_id)
    assert sheets.load(stream).sheet("three_stones")["stones"] == 0
    assert Entry.objects.filter(stream=stream, kind="carried").count() == 80
    assert [one for one in audit().breaks if one.stream] == []
