"""What mattered: the terms without which a roll would have come out the other way (L4)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from referee.kernel.asks import Answer, Check, Contest, Dice, dice_needed, kept_face
from referee.kernel.terms import Line, Sum

LIMITS = ("floor", "cap", "rounding")
CONSTANTS = ("armour_class", "survival")
"""Difficulties' fixed parts: without them there would be no roll."""


@dataclass(frozen=True, slots=True)
class Mattered:
    """A line that decided a roll. Without `sure` it may have: a die that would tell was never rolled."""

    part: str
    line: Line
    sure: bool


def without(total: Sum, index: int) -> int:
    """Give a total as it would be without one of its lines; floors and caps take hold again."""
    running = 0
    for number, line in enumerate(total.lines):
        if number == index:
            continue
        if line.standing == "floor":
            running = max(running, line.value)
        elif line.standing == "cap":
            running = min(running, line.value)
        elif line.standing == "rounding":
            running = line.value
        else:
            running += line.counted
    return running


def mattered(ask: Check | Contest, answer: Answer) -> tuple[Mattered, ...]:
    """Give the lines of a roll that decided it: its own, those of what it met, and those of its dice.

    Parts are modifier, dc (in a contest the other's modifier), edge and edge_against.
    """
    if not isinstance(answer, Dice):
        return ()
    passed = ask.read(answer)
    own = dice_needed(ask.edge)
    faces, others = answer.faces[:own], answer.faces[own:]
    face = kept_face(faces, ask.edge)
    if isinstance(ask, Check):
        met, other = ask.dc, 0
    else:
        met, other = ask.against, kept_face(others, ask.edge_against)
    total, against = face + ask.modifier.total, other + met.total
    found: list[Mattered] = []
    for index, line in enumerate(ask.modifier.lines):
        if line.counted and (face + without(ask.modifier, index) >= against) != passed:
            found.append(Mattered("modifier", line, True))
    for index, line in enumerate(met.lines):
        fixed = line.code in CONSTANTS or line.code.endswith("_dc")
        if line.counted and not fixed and (total >= other + without(met, index)) != passed:
            found.append(Mattered("dc", line, True))
    for line in ask.edges.lines:
        outcomes = {
            kept + ask.modifier.total >= against for kept in _kept(faces, ask.edge - line.counted, ask.sides)
        }
        if line.counted and outcomes != {passed}:
            found.append(Mattered("edge", line, outcomes == {not passed}))
    if isinstance(ask, Contest):
        for line in ask.edges_against.lines:
            edge = ask.edge_against - line.counted
            outcomes = {total >= kept + met.total for kept in _kept(others, edge, ask.sides)}
            if line.counted and outcomes != {passed}:
                found.append(Mattered("edge_against", line, outcomes == {not passed}))
    return tuple(found)


def _kept(faces: tuple[int, ...], edge: int, sides: int) -> set[int]:
    """Give the faces that may have been kept with another edge: all that a die never rolled may show."""
    wanted = dice_needed(edge)
    if wanted < len(faces):
        return set(faces)
    unknown = product(range(1, sides + 1), repeat=wanted - len(faces))
    return {kept_face((*faces, *more), edge) for more in unknown}
