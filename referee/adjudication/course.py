"""How a fight runs on: a command or an answer, then what comes by itself, up to the next ask."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from referee.adjudication.events import Paused, Resumed
from referee.adjudication.position import Position, Waiting, pause
from referee.codec import encode
from referee.kernel.asks import Answer, Ask, BadAnswer, Check, Contest, Dice, Order, Throws
from referee.kernel.drivers import Given, Live
from referee.kernel.refusals import Refused
from referee.kernel.steps import Answered, LeftOver, Next, Run, resume, run
from referee.system import RuleSystem

ROLLS = (Check, Contest, Order)
"""Asks that are rolled for with modifiers."""
RUN_ON_LIMIT = 200
"""Commands that may follow one another by themselves: more is a bug in a system's default."""


@dataclass(frozen=True, slots=True)
class Course:
    """What one act brought about: the events to store, and the answers, each with its place among them."""

    events: tuple[Any, ...]
    answers: tuple[dict[str, Any], ...]
    state: Any


def roll(sides: int) -> int:
    """Roll one die on the server (V1.5)."""
    return secrets.randbelow(sides) + 1


@dataclass(slots=True)
class Source:
    """Answers in this order: given, drawn before for the same ask, the server's dice; else wait."""

    given: Given
    drawn: Mapping[str, Answer]
    at_table: frozenset[str] = frozenset()
    dice: Live = field(init=False)

    def __post_init__(self) -> None:
        self.dice = Live(roll, self.at_table)

    def answer(self, ask: Ask[Any], fingerprint: str) -> Answer | None:
        """Answer an ask, or wait."""
        answer = self.given.answer(ask, fingerprint)
        if answer is not None:
            return answer
        drawn = None if isinstance(ask, Throws) else self.drawn.get(fingerprint)
        # Where a part was typed from the table it is typed again: it may have been a slip.
        if drawn is not None and not (isinstance(drawn, Dice) and "table" in drawn.source):
            return drawn
        return self.dice.answer(ask, fingerprint)


class Running:
    """One act in the making: collects events and answers while commands run."""

    def __init__(
        self,
        system: RuleSystem,
        position: Position,
        drawn: Mapping[str, Answer],
        at_table: frozenset[str] = frozenset(),
    ) -> None:
        self._system = system
        self._drawn = drawn
        self._at_table = at_table
        self._events: list[Any] = []
        self._answers: list[dict[str, Any]] = []
        self.state = position.state
        self._paused = position.paused is not None
        self._begun = position.paused is not None and position.paused.begun

    @property
    def paused(self) -> bool:
        """Tell whether a command waits for an answer."""
        return self._paused

    def _source(self, given: Given) -> Source:
        return Source(given, self._drawn, self._at_table)

    def answer(self, waiting: Waiting, answers: Sequence[Answer], drawn: bool) -> None:
        """Answer what is waited for; `drawn` tells that sealed hands or chance gave the answers.

        Raise Refused("no_such_answer") where they do not fit, or are too many.
        """
        self._leave()
        given = Given(answers)
        with _fitting():
            ran = resume(self._system.rules, waiting.pending, self._source(given))
            given.finish()
        self._take(ran, waiting.command, answers, drawn, len(waiting.pending.answers), begun=True)

    def command(self, command: Any, answers: Sequence[Answer] = (), drawn: bool = False) -> None:
        """Give a command, with answers known already; what waited before is left.

        Raise Refused as the rules do, or as `answer` does.
        """
        first = self._system.rules.begin(self.state, command)
        self._leave()
        given = Given(answers)
        with _fitting():
            ran = run(self._system.rules, self.state, first, self._source(given))
            given.finish()
        self._take(ran, command, answers, drawn)

    def between(self, command: Any, waiting: Waiting | None) -> Any:
        """Give a command in between: what waited goes on from where it stood, with the answers it has had.

        For what people bring in from outside: somebody joins, a referee corrects a number. Return the state
        that the command itself left.
        """
        self.command(command)
        state = self.state
        if waiting is None or not waiting.explicit or self._paused:
            return state
        pending = waiting.pending
        first = Next(pending.step, pending.frame)
        # Where the answers fit no longer, or what came in forbids it now, it is left.
        with suppress(BadAnswer, LeftOver, Refused):
            ran = run(self._system.rules, self.state, first, self._source(Given(())), pending.answers)
            self._take(ran, waiting.command, (), False, len(pending.answers), self._begun)
        return state

    def run_on(self) -> Course:
        """Let come what comes by itself, up to the next ask, and give all of it."""
        for _ in range(RUN_ON_LIMIT):
            if self._paused:
                break
            command = self._system.default(self.state)
            if command is None:
                break
            try:
                first = self._system.rules.begin(self.state, command)
            except Refused:
                break
            ran = run(self._system.rules, self.state, first, self._source(Given(())))
            if ran.pending is not None and not ran.trail and not ran.pending.answers:
                break  # nothing has happened: the ask follows from the state and need not be stored
            self._take(ran, command, (), False)
        else:
            raise RuntimeError("the default commands do not come to an end")
        return Course(tuple(self._events), tuple(self._answers), self.state)

    def _leave(self) -> None:
        if self._paused:
            self._events.append(Resumed())
            self._paused = False

    def _take(
        self,
        ran: Run[Any],
        command: Any,
        given: Sequence[Answer],
        drawn: bool,
        stored: int = 0,
        begun: bool = False,
    ) -> None:
        """Take up what a run brought; the first `stored` answers of it stand in earlier entries."""
        told = {id(answer) for answer in given}
        happened = sum(1 for event in self._events if not isinstance(event, (Paused, Resumed)))
        answered = 0
        for item in (*ran.trail, *(one for one in ran.partial if isinstance(one, Answered))):
            if isinstance(item, Answered):
                answered += 1
                if answered <= stored:
                    continue
                by_chance = drawn if id(item.answer) in told else not isinstance(item.ask, Throws)
                self._answers.append(_line(item, happened, by_chance))
            else:
                happened += 1
                self._events.append(item)
        self.state = ran.state
        if ran.pending is not None:
            self._events.append(pause(ran.pending, command, begun or bool(ran.trail)))
            self._paused = True


@contextmanager
def _fitting() -> Iterator[None]:
    try:
        yield
    except (BadAnswer, LeftOver):
        raise Refused("no_such_answer") from None


def _line(item: Answered, before: int, drawn: bool) -> dict[str, Any]:
    ask = item.ask
    hands = [[hand.who, hand.hand] for hand in ask.hands] if isinstance(ask, Throws) else []
    # What was rolled for and against stands beside the dice, so that every sum can be read again (L4).
    asked = {"asked": encode(ask)} if isinstance(ask, ROLLS) else {}
    return {
        "ask": item.fingerprint,
        "kind": ask.kind,
        "who": ask.who,
        "hands": hands,
        "answer": encode(item.answer),
        "before": before,
        "drawn": drawn,
        **asked,
    }
