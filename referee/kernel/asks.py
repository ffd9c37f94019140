"""Asks: what rules want to know from outside, and the answers that fit.

A step yields an ask and gets its *outcome class* back, never a face: what two answers of one class would
change is nothing that the rules may see, or odds computed by class would be wrong.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, Literal

from referee.kernel.terms import NOTHING, Sum

SIGNS = ("rock", "paper", "scissors")
_BEATS = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}


class BadAnswer(ValueError):
    """An answer that does not fit its ask: wrong kind, wrong count, or out of range."""


@dataclass(frozen=True, slots=True)
class Dice:
    """Faces in the order in which they were rolled; `source` is server, table or record (V1.5)."""

    faces: tuple[int, ...]
    source: str = "server"


@dataclass(frozen=True, slots=True)
class Signs:
    """A sign for each hand of a Throws ask, in its order."""

    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """What came of a throw without its signs: for each pair 1, 0 or −1 as its first hand sees it."""

    results: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """An order told instead of thrown: groups of equals, first to act first."""

    groups: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The option that was chosen."""

    option: str


type Answer = Dice | Signs | Results | Ranking | Chosen


@dataclass(frozen=True, slots=True)
class Ask[O]:
    """What every ask has: a kind, and who answers it. `O` is the outcome that the rules see."""

    kind: str
    who: str

    def read(self, answer: Answer) -> O:
        """Give the outcome class of an answer; raise BadAnswer where it does not fit."""
        raise NotImplementedError


def ask[O](question: Ask[O]) -> Generator[Ask[Any], Answer, O]:
    """Ask from inside a step: `outcome = yield from ask(Check(…))`."""
    answer = yield question
    return question.read(answer)


def kept_face(faces: tuple[int, ...], edge: int) -> int:
    """Give the face that counts: the higher with advantage, the lower with disadvantage (V1.2)."""
    return max(faces) if edge > 0 else min(faces)


def dice_needed(edge: int) -> int:
    """Tell how many dice a roll takes: two with advantage or disadvantage, else one (V1.2, V1.3)."""
    return 2 if edge else 1


def _faces(answer: Answer, count: int, sides: int) -> tuple[int, ...]:
    if not isinstance(answer, Dice):
        raise BadAnswer(f"dice wanted, got {type(answer).__name__}")
    if len(answer.faces) != count:
        raise BadAnswer(f"{count} dice wanted, got {len(answer.faces)}")
    if not all(type(face) is int and 1 <= face <= sides for face in answer.faces):
        raise BadAnswer(f"faces of a d{sides} wanted, got {answer.faces}")
    return answer.faces


@dataclass(frozen=True, slots=True)
class Check(Ask[bool]):
    """One roll of a d20 plus a settled modifier against a difficulty: equal or higher passes.

    `edge` is the net number of advantages (V1.3) and `edges` what it is made of, where that is known; `on`
    the fighter on whom it lands, or nobody.
    """

    modifier: Sum
    dc: Sum
    edge: int = 0
    on: str = ""
    rule: str = ""
    sides: int = 20
    edges: Sum = NOTHING

    def read(self, answer: Answer) -> bool:
        return self.total(answer) >= self.dc.total

    def total(self, answer: Answer) -> int:
        """Give the kept face plus the modifier."""
        faces = _faces(answer, dice_needed(self.edge), self.sides)
        return kept_face(faces, self.edge) + self.modifier.total


@dataclass(frozen=True, slots=True)
class Contest(Ask[bool]):
    """Two rolls against one another, `who` against `on`; equal goes to `who`. Dice: those of `who` first."""

    modifier: Sum
    against: Sum
    on: str
    edge: int = 0
    edge_against: int = 0
    rule: str = ""
    sides: int = 20
    edges: Sum = NOTHING
    edges_against: Sum = NOTHING

    def read(self, answer: Answer) -> bool:
        own, other = self.totals(answer)
        return own >= other

    def totals(self, answer: Answer) -> tuple[int, int]:
        """Give both totals, that of `who` first."""
        own = dice_needed(self.edge)
        faces = _faces(answer, own + dice_needed(self.edge_against), self.sides)
        return (
            kept_face(faces[:own], self.edge) + self.modifier.total,
            kept_face(faces[own:], self.edge_against) + self.against.total,
        )


@dataclass(frozen=True, slots=True)
class Roll:
    """One roller of an Order ask: `tie` puts equals apart before dice do, higher first."""

    who: str
    modifier: Sum
    edge: int = 0
    tie: int = 0
    edges: Sum = NOTHING


@dataclass(frozen=True, slots=True)
class Rolled:
    """One roll of an Order ask as it fell: its faces and total, and whether it broke a tie."""

    who: str
    faces: tuple[int, ...]
    total: int
    tiebreak: bool


@dataclass(frozen=True, slots=True)
class Order(Ask[tuple[str, ...]]):
    """Who goes first: everybody rolls, higher totals first, then higher `tie`, then a die off, repeated.

    Dice: the rollers' in their order, then each tied group's from the highest down (V3.3a). The outcome is
    the ranking alone.
    """

    rolls: tuple[Roll, ...]
    rule: str = ""
    sides: int = 20

    def read(self, answer: Answer) -> tuple[str, ...]:
        ranking, _, lacking = self._place(answer)
        if lacking:
            raise BadAnswer(f"{len(lacking)} more dice wanted")
        return ranking

    def lacking(self, faces: tuple[int, ...]) -> int:
        """Tell how many dice are still wanted after these, as ties show themselves."""
        return len(self.awaited(faces))

    def awaited(self, faces: tuple[int, ...]) -> tuple[str, ...]:
        """Tell whose dice are still wanted after these, one name a die, as ties show themselves."""
        return self._place(Dice(faces), whole=False)[2]

    def told(self, answer: Answer) -> tuple[Rolled, ...]:
        """Give each roll as it fell, those that broke ties after the others."""
        return self._place(answer)[1]

    def _place(
        self, answer: Answer, whole: bool = True
    ) -> tuple[tuple[str, ...], tuple[Rolled, ...], tuple[str, ...]]:
        if not isinstance(answer, Dice):
            raise BadAnswer(f"dice wanted, got {type(answer).__name__}")
        faces = _faces(answer, len(answer.faces), self.sides)
        if len(faces) > MOST_DICE:
            raise BadAnswer(f"at most {MOST_DICE} dice wanted, got {len(faces)}")
        wanted = tuple(roll.who for roll in self.rolls for _ in range(dice_needed(roll.edge)))
        if len(faces) < len(wanted):
            return (), (), wanted[len(faces) :]
        told: list[Rolled] = []
        used = 0
        for roll in self.rolls:
            own = faces[used : used + dice_needed(roll.edge)]
            used += len(own)
            told.append(Rolled(roll.who, own, kept_face(own, roll.edge) + roll.modifier.total, False))
        ties = {roll.who: roll.tie for roll in self.rolls}
        groups = _grouped([(one.who, (one.total, ties[one.who])) for one in told])
        ranking: list[str] = []
        while groups:
            group = groups.pop(0)
            if len(group) == 1:
                ranking.append(group[0])
                continue
            thrown = faces[used : used + len(group)]
            if len(thrown) < len(group):
                return (), tuple(told), tuple(group[len(thrown) :])
            used += len(group)
            told.extend(Rolled(who, (face,), face, True) for who, face in zip(group, thrown, strict=True))
            groups[:0] = _grouped([(who, (face, 0)) for who, face in zip(group, thrown, strict=True)])
        if whole and used < len(faces):
            raise BadAnswer(f"{used} dice wanted, got {len(faces)}")
        return tuple(ranking), tuple(told), ()


MOST_DICE = 1_000
"""Dice that one Order ask may take: ties that outlast them are no chance."""


def _grouped(rated: list[tuple[str, tuple[int, int]]]) -> list[list[str]]:
    groups: dict[tuple[int, int], list[str]] = {}
    for who, rate in rated:
        groups.setdefault(rate, []).append(who)
    return [groups[rate] for rate in sorted(groups, reverse=True)]


@dataclass(frozen=True, slots=True)
class Pick(Ask[int]):
    """A number from 1 to n, by chance."""

    n: int
    rule: str = ""

    def read(self, answer: Answer) -> int:
        return _faces(answer, 1, self.n)[0]


@dataclass(frozen=True, slots=True)
class Choice(Ask[str]):
    """One of the options, chosen by `who`."""

    options: tuple[str, ...]
    rule: str = ""

    def read(self, answer: Answer) -> str:
        if not isinstance(answer, Chosen) or answer.option not in self.options:
            raise BadAnswer(f"one of {self.options} wanted, got {answer}")
        return answer.option


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand that shows a sign."""

    who: str
    hand: str = "right"


@dataclass(frozen=True, slots=True)
class ThrowOutcome:
    """What came of a Throws ask: a result for each of its pairs, or an order that was told instead."""

    results: tuple[int, ...] = ()
    ranking: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Throws(Ask[ThrowOutcome]):
    """A set of sealed signs, revealed together; `pairs` are indexes into `hands` that meet one another.

    `rankable` tells that an order of the throwers may be told instead of signs (R14).
    """

    hands: tuple[Hand, ...]
    pairs: tuple[tuple[int, int], ...]
    rankable: bool = False
    rule: str = ""
    throwers: tuple[str, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        object.__setattr__(self, "throwers", tuple(dict.fromkeys(hand.who for hand in self.hands)))

    def read(self, answer: Answer) -> ThrowOutcome:
        match answer:
            case Signs(signs):
                if len(signs) != len(self.hands) or not all(sign in SIGNS for sign in signs):
                    raise BadAnswer(f"{len(self.hands)} signs wanted, got {signs}")
                return ThrowOutcome(tuple(meet(signs[a], signs[b]) for a, b in self.pairs))
            case Results(results):
                if len(results) != len(self.pairs) or not all(result in (-1, 0, 1) for result in results):
                    raise BadAnswer(f"{len(self.pairs)} results wanted, got {results}")
                return ThrowOutcome(results)
            case Ranking(groups):
                told = sorted(name for group in groups for name in group)
                if not self.rankable or told != sorted(self.throwers) or not all(groups):
                    raise BadAnswer(f"an order of {self.throwers} wanted, got {groups}")
                return ThrowOutcome(ranking=groups)
        raise BadAnswer(f"signs or results wanted, got {type(answer).__name__}")


def meet(first: str, second: str) -> Literal[-1, 0, 1]:
    """Compare two signs: 1 where the first beats the second, −1 where it loses, 0 on a draw (R1)."""
    if first == second:
        return 0
    return 1 if (first, second) in _BEATS else -1
