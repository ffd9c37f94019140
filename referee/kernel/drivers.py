"""Drivers: the places that answers come from. The steps cannot tell them apart (L1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from referee.kernel.asks import Answer, Ask, BadAnswer, Check, Contest, Dice, Order, Pick, dice_needed
from referee.kernel.steps import LeftOver


class MissingAnswer(LookupError):
    """A strict script has no answer left for an ask."""


class Diverged(LookupError):
    """A record's next answer belongs to another ask: the rules or what came before have changed."""

    def __init__(self, ask: Ask[Any], wanted: str, recorded: str) -> None:
        super().__init__(f"{ask.kind}: {wanted} asked, {recorded} recorded")
        self.ask = ask


def faces_wanted(ask: Ask[Any]) -> tuple[int, int] | None:
    """Tell how many dice an ask takes and of how many sides; None where it takes no dice.

    An Order may want more after them, where there are ties.
    """
    match ask:
        case Check():
            return dice_needed(ask.edge), ask.sides
        case Contest():
            return dice_needed(ask.edge) + dice_needed(ask.edge_against), ask.sides
        case Pick():
            return 1, ask.n
        case Order():
            return sum(dice_needed(roll.edge) for roll in ask.rolls), ask.sides
    return None


def rollers(ask: Ask[Any]) -> tuple[str, ...]:
    """Tell whose dice an ask takes, in the order in which they fall."""
    match ask:
        case Contest():
            return ask.who, ask.on
        case Order():
            return tuple(roll.who for roll in ask.rolls)
    return (ask.who,)


def roll_for(ask: Ask[Any], count: int, draw: Callable[[int], tuple[int, ...]]) -> tuple[int, ...]:
    """Draw the dice of an ask, `count` at first and then as many as its ties want."""
    faces: tuple[int, ...] = ()
    while count:
        faces += draw(count)
        count = ask.lacking(faces) if isinstance(ask, Order) else 0
    return faces


class Live:
    """Roll dice by a given source of chance; wait for people at everything else.

    `roll(sides)` gives a face from 1 to `sides`. Fighters in `at_table` roll for themselves: their dice wait.
    """

    def __init__(self, roll: Callable[[int], int], at_table: frozenset[str] = frozenset()) -> None:
        self._roll = roll
        self._at_table = at_table

    def answer(self, ask: Ask[Any], fingerprint: str) -> Answer | None:
        wanted = faces_wanted(ask)
        if wanted is None or not self._at_table.isdisjoint(rollers(ask)):
            return None
        count, sides = wanted
        return Dice(roll_for(ask, count, lambda number: tuple(self._roll(sides) for _ in range(number))))


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
        return Dice(roll_for(ask, wanted[0], lambda count: self._take(ask, count)), "record")

    def _take(self, ask: Ask[Any], count: int) -> tuple[int, ...]:
        faces = tuple(self._faces[self.used : self.used + count])
        if len(faces) < count:
            raise MissingAnswer(f"{ask.kind} of {ask.who}: {count} dice asked, {len(faces)} left")
        self.used += count
        return faces

    def finish(self) -> None:
        """Raise LeftOver if faces remain."""
        if self.used < len(self._faces):
            raise LeftOver(tuple(self._faces[self.used :]))
