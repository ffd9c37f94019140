"""What mattered: the terms without which a roll would have come out the other way (L4)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from referee.kernel.asks import Answer, Check, Dice, dice_needed, kept_face
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


def mattered(check: Check, answer: Answer) -> tuple[Mattered, ...]:
    """Give the lines of a roll that decided it, the difficulty's and the dice's among them."""
    if not isinstance(answer, Dice):
        return ()
    passed = check.read(answer)
    face = kept_face(answer.faces, check.edge)
    found: list[Mattered] = []
    for index, line in enumerate(check.modifier.lines):
        if line.counted and (face + without(check.modifier, index) >= check.dc.total) != passed:
            found.append(Mattered("modifier", line, True))
    for index, line in enumerate(check.dc.lines):
        fixed = line.code in CONSTANTS or line.code.endswith("_dc")
        if not line.counted or fixed:
            continue
        if (face + check.modifier.total >= without(check.dc, index)) != passed:
            found.append(Mattered("dc", line, True))
    for line in check.edges.lines:
        if line.counted:
            outcomes = _with_edge(check, answer.faces, check.edge - line.counted)
            if outcomes != {passed}:
                found.append(Mattered("edge", line, outcomes == {not passed}))
    return tuple(found)


def _with_edge(check: Check, faces: tuple[int, ...], edge: int) -> set[bool]:
    """Give what the roll may have come to with another edge: both where a die was never rolled."""
    wanted = dice_needed(edge)
    throws: list[tuple[int, ...]]
    if wanted < len(faces):
        throws = [(face,) for face in faces]
    else:
        unknown = product(range(1, check.sides + 1), repeat=wanted - len(faces))
        throws = [(*faces, *more) for more in unknown]
    need = check.dc.total - check.modifier.total
    return {kept_face(thrown, edge) >= need for thrown in throws}
