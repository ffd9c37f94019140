"""Random play on the toy rules: commands that fit, answers that fit, drawn by Hypothesis."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from referee.kernel.asks import Answer, Ask, Choice, Chosen, Dice, Ranking, Results, Signs, Throws
from referee.kernel.drivers import faces_wanted
from referee.kernel.steps import Pending, Run, resume, run
from tests.toy.rules import Begin, Duel, Join, Part, Put, Rest, Slinger, StoneRules, Stones

RULES = StoneRules()
SIGN = st.sampled_from(("rock", "paper", "scissors"))


@st.composite
def openings(draw: st.DrawFn) -> Stones:
    """Two to four slingers on two sides, with or without mercy."""
    count = draw(st.integers(2, 4))
    slingers = tuple(
        Slinger(f"f{place}", "AB"[place % 2], draw(st.integers(1, 3)), 3, draw(st.integers(-3, 3)))
        for place in range(1, count + 1)
    )
    return Stones(slingers, draw(st.sampled_from(("asked", "never"))))


def commands(state: Stones) -> st.SearchStrategy[Any]:
    """Commands, most of them possible: what is not is refused before anything is asked."""
    keys = st.sampled_from([one.key for one in state.slingers])
    turn = state.turn() or "f1"
    usual: list[st.SearchStrategy[Any]] = [
        st.just(Begin()),
        st.builds(Duel, st.just(turn), keys),
        st.builds(Rest, st.just(turn)),
    ]
    rare = [
        st.builds(Duel, keys, keys),
        st.builds(Part, keys),
        st.builds(Put, keys, st.integers(-1, 4), st.booleans()),
        st.builds(
            Join, st.builds(Slinger, st.sampled_from(("f1", "f9")), st.just("B"), st.just(2), st.just(3))
        ),
    ]
    return st.one_of(*usual, *usual, *usual, *rare)


def answers(ask: Ask[Any]) -> st.SearchStrategy[Answer]:
    """Answers that fit an ask."""
    wanted = faces_wanted(ask)
    if wanted is not None:
        count, sides = wanted
        return st.builds(Dice, st.tuples(*[st.integers(1, sides)] * count))
    match ask:
        case Choice(options=options):
            return st.builds(Chosen, st.sampled_from(options))
        case Throws():
            signs = st.builds(Signs, st.tuples(*[SIGN] * len(ask.hands)))
            results = st.builds(Results, st.tuples(*[st.sampled_from((-1, 0, 1))] * len(ask.pairs)))
            ranks = st.permutations(ask.throwers).map(lambda order: Ranking(tuple((key,) for key in order)))
            return st.one_of(signs, results, *([ranks] if ask.rankable else []))
    raise AssertionError(ask)


@dataclass
class Drawing:
    """A driver that draws answers, and remembers what it gave to which ask."""

    draw: st.DrawFn
    given: list[tuple[str, Answer]] = field(default_factory=list)

    def answer(self, ask: Ask[Any], fingerprint: str) -> Answer:
        answer = self.draw(answers(ask))
        self.given.append((fingerprint, answer))
        return answer


class Once:
    """A driver that gives one answer, then waits."""

    def __init__(self, answer: Answer) -> None:
        self._left: list[Answer] = [answer]

    def answer(self, ask: Ask[Any], fingerprint: str) -> Answer | None:
        return self._left.pop() if self._left else None


class Nothing:
    """A driver that waits."""

    def answer(self, ask: Ask[Any], fingerprint: str) -> Answer | None:
        return None


def begin(state: Stones, command: Any, driver: Any) -> Run[Stones]:
    """Give a command and run it."""
    return run(RULES, state, RULES.begin(state, command), driver)


def one_by_one(state: Stones, command: Any, given: list[Answer]) -> tuple[list[Any], Stones]:
    """Run a command pausing at every ask; give all that happened, and the state."""
    ran = begin(state, command, Nothing())
    events = list(ran.events)
    left = list(given)
    while ran.pending is not None:
        pending: Pending[Stones] = ran.pending
        ran = resume(RULES, pending, Once(left.pop(0)))
        events.extend(ran.events)
    assert not left
    return events, ran.state
