"""Drivers: the places that answers come from. The steps cannot tell them apart (L1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from referee.kernel.asks import Answer, Ask, BadAnswer, Check, Contest, Dice, Pick, dice_needed
from referee.kernel.steps import LeftOver


class MissingAnswer(LookupError):
    """A strict script has no answer left for an ask."""


class Diverged(LookupError):
    """A record's next answer belongs to another ask: the rules or what came before have changed."""

    def __init__(self, ask: Ask[Any], wanted: str, recorded: str) -> None:
        super().__init__(f"{ask.kind}: {wanted} asked, {recorded} recorded")
        self.ask = ask


def faces_wanted(ask: Ask[Any]) -> tuple[int, int] | None:
    """Tell how many dice an ask takes and of how many sides; None where it takes no dice."""
    match ask:
        case Check():
            return dice_needed(ask.edge), ask.sides
        case Contest():
            return dice_needed(ask.edge) + dice_needed(ask.edge_against), ask.sides
        case Pick():
            return 1, ask.n
    return None


class Live:
    """Roll dice by a given source of chance; wait for people at everything else.

    `roll(sides)` gives a face from 1 to `sides`. Fighters in `at_table` roll for themselves: their dice wait.
    """

    def __init__(self, roll: Callable[[int], int], at_table: frozenset[str] = frozenset()) -> None:
        self._roll = roll
        self._at_table = at_table

    def answer(self, ask: Ask[Any], fingerprint: str) -> Answer | None:
        wanted = faces_wanted(ask)
        if wanted is None or ask.who in self._at_table:
            return None
        count, sides = wanted
        return Dice(tuple(self._roll(sides) for _ in range(count)))


class Waiting:
    """Answer nothing: run to the first ask."""

    def answer(self, ask: Ask[Any], fingerprint: str) -> Answer | None:
        return None


class Given:
    """Give answers that people typed, in order, then ask another driver, or wait."""

    def __init__(self, answers: Iterable[Answer], then: Waiting | Live | None = None) -> None:
        self._answers = list(answers)
        self._then = then or Waiting()

    def answer(self, ask: Ask[Any], fingerprint: str) -> Answer | None:
        if self._answers:
            return self._answers.pop(0)
        return self._then.answer(ask, fingerprint)

    def finish(self) -> None:
        """Raise LeftOver if an answer was not asked for."""
        if self._answers:
            raise LeftOver(tuple(self._answers))


@dataclass(frozen=True, slots=True)
class Record:
    """A stored answer with the fingerprint of the ask it was given to."""

    fingerprint: str
    answer: Answer


class Recorded:
    """Replay stored answers; stop where an ask is not the one that was answered then."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._records = list(records)

    def answer(self, ask: Ask[Any], fingerprint: str) -> Answer | None:
        if not self._records:
            return None
        record = self._records[0]
        if record.fingerprint != fingerprint:
            raise Diverged(ask, fingerprint, record.fingerprint)
        self._records.pop(0)
        return record.answer

    def finish(self) -> None:
        """Raise LeftOver if a record was not asked for."""
        if self._records:
            raise LeftOver(tuple(self._records))


class Script:
    """Answer dice from a strict list of faces: one too few raises, and `finish` raises on one too many."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)
        self.used = 0

    def answer(self, ask: Ask[Any], fingerprint: str) -> Answer | None:
        wanted = faces_wanted(ask)
        if wanted is None:
            raise BadAnswer(f"a script of dice cannot answer {type(ask).__name__}")
        count, _ = wanted
        faces = tuple(self._faces[self.used : self.used + count])
        if len(faces) < count:
            raise MissingAnswer(f"{ask.kind} of {ask.who}: {count} dice asked, {len(faces)} left")
        self.used += count
        return Dice(faces, "record")

    def finish(self) -> None:
        """Raise LeftOver if faces remain."""
        if self.used < len(self._faces):
            raise LeftOver(tuple(self._faces[self.used :]))
