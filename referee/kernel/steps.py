"""Steps that ask: how a command is resolved, paused and resumed.

A command is a chain of steps. A step is a generator `step(scene, frame)` that yields asks, emits events and
returns the next step, or nothing at the end. A generator can be neither copied nor stored, so it never is:
between steps only state and frame live, and resuming runs the running step again with the answers so far.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from referee.kernel.asks import Answer, Ask
from referee.kernel.chain import digest

WORK_LIMIT = 20_000
"""Steps and asks that one command may take: a chain beyond it is a bug in the rules, and must not hang."""


class WorkExceeded(RuntimeError):
    """A chain of steps did not end within its work limit."""


@dataclass(frozen=True, slots=True)
class Next:
    """The step that comes next, by its name, and the frame that it gets."""

    step: str
    frame: Any = None


@dataclass(frozen=True, slots=True)
class Answered:
    """An ask with the answer that it got: a line of the trail, which changes no state."""

    ask: Ask[Any]
    answer: Answer
    fingerprint: str


class Scene[S]:
    """What a step sees and does: the state now, and events, which change it at once."""

    __slots__ = ("_evolve", "state", "trail")

    def __init__(self, state: S, evolve: Callable[[S, Any], S]) -> None:
        self.state = state
        self.trail: list[Any] = []
        self._evolve = evolve

    def emit(self, event: Any) -> None:
        """Record that something happened and apply it."""
        self.trail.append(event)
        self.state = self._evolve(self.state, event)


type Steps = Generator[Ask[Any], Answer, Next | None]
type Step[S] = Callable[[Scene[S], Any], Steps]


class Rules[S](Protocol):
    """What the kernel needs of a rule system."""

    steps: Mapping[str, Step[S]]
    """The steps by name; names are stored with a pending resolution and stay what they are."""

    def begin(self, state: S, command: Any) -> Next:
        """Judge a command and give its first step; raise Refused. No ask comes before that."""

    def evolve(self, state: S, event: Any) -> S:
        """Apply an event. Never refuses."""


@dataclass(frozen=True, slots=True)
class Pending[S]:
    """A resolution that waits: the state and frame its running step began with, and the answers it has had.

    `ask` is what it waits for; it follows from the rest and is kept beside for those who look.
    """

    state: S
    step: str
    frame: Any
    answers: tuple[Answer, ...]
    ask: Ask[Any]

    @property
    def fingerprint(self) -> str:
        """Name the ask by what it is and where it stands: equal before and after an undo."""
        return fingerprint(self.state, self.step, self.frame, len(self.answers), self.ask)


@dataclass(frozen=True, slots=True)
class Run[S]:
    """What came of running a chain.

    `trail` holds events and Answered lines of finished steps, in order; `partial` those of the step that
    waits, which are made again when it resumes. `state` is that after the last finished step.
    """

    state: S
    trail: tuple[Any, ...]
    pending: Pending[S] | None
    partial: tuple[Any, ...] = ()

    @property
    def events(self) -> tuple[Any, ...]:
        """The events alone, in order."""
        return tuple(item for item in self.trail if not isinstance(item, Answered))


class Driver(Protocol):
    """Where answers come from."""

    def answer(self, ask: Ask[Any], fingerprint: str) -> Answer | None:
        """Answer an ask, or return None to wait."""


def fingerprint(state: Any, step: str, frame: Any, index: int, ask: Ask[Any]) -> str:
    """Give the name of an ask: a digest of what its step began with, the step, its place and itself."""
    return digest((digest(state), step, frame, index, type(ask).__name__, ask))[:24]


def run[S](
    rules: Rules[S],
    state: S,
    first: Next,
    driver: Driver,
    answers: tuple[Answer, ...] = (),
    *,
    fingerprints: bool = True,
) -> Run[S]:
    """Run a chain of steps from `first` until it ends or its driver waits.

    `answers` are those that the first step has had already. Without `fingerprints` asks are not named, which
    is for drivers that branch and never store.
    """
    trail: list[Any] = []
    upcoming: Next | None = first
    given = answers
    work = 0
    while upcoming is not None:
        scene = Scene(state, rules.evolve)
        steps = rules.steps[upcoming.step](scene, upcoming.frame)
        had: list[Answer] = []
        try:
            question = next(steps)
            while True:
                work += 1
                if work > WORK_LIMIT:
                    raise WorkExceeded(upcoming.step)
                name = ""
                if fingerprints:
                    name = fingerprint(state, upcoming.step, upcoming.frame, len(had), question)
                answer = given[len(had)] if len(had) < len(given) else driver.answer(question, name)
                if answer is None:
                    pending = Pending(state, upcoming.step, upcoming.frame, tuple(had), question)
                    return Run(state, tuple(trail), pending, tuple(scene.trail))
                question.read(answer)
                had.append(answer)
                scene.trail.append(Answered(question, answer, name))
                question = steps.send(answer)
        except StopIteration as end:
            if len(had) < len(given):
                raise LeftOver(given[len(had) :]) from None
            upcoming = end.value
        work += 1
        if work > WORK_LIMIT:
            raise WorkExceeded("chain")
        trail.extend(scene.trail)
        state = scene.state
        given = ()
    return Run(state, tuple(trail), None)


def resume[S](rules: Rules[S], pending: Pending[S], driver: Driver) -> Run[S]:
    """Run a waiting resolution on: its step again, with the answers it has had."""
    return run(rules, pending.state, Next(pending.step, pending.frame), driver, pending.answers)


class LeftOver(ValueError):
    """Answers were given that no ask wanted."""
