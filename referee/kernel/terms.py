"""Numbers that explain themselves (L4): a total is a list of terms, those that did not count included."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

type Standing = Literal[
    "applied", "not_met", "beaten", "neutralised", "floor", "cap", "rounding", "overruled"
]


@dataclass(frozen=True, slots=True)
class Term:
    """One number that may enter a total, with the rule and the thing that it comes from.

    `code` names the label, `source` the fighter, weapon or item behind it. `unmet` is the code of the
    condition that keeps it out. Of the terms with one `group` only the largest in size counts; a term whose
    code stands in another counted term's `cancels` is neutralised by that one.
    """

    code: str
    rule: str
    value: int
    source: str = ""
    unmet: str = ""
    group: str = ""
    cancels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Limit:
    """A floor, a cap or a rounding of the running total, itself a line when it is settled.

    `value` is the floor or cap; for a rounding it is the total after it.
    """

    code: str
    rule: str
    kind: Literal["floor", "cap", "rounding"]
    value: int
    source: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a settled total.

    `counted` is what the line adds (0 when it does not count), `value` what it would add or the limit it
    sets, `by` the code of what kept it out.
    """

    code: str
    rule: str
    value: int
    counted: int
    standing: Standing = "applied"
    by: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Sum:
    """A total and the lines that make it: `total` is the sum of what the lines count."""

    lines: tuple[Line, ...]
    total: int


NOTHING = Sum((), 0)
"""A total of no lines."""


def settle(parts: Iterable[Term | Limit]) -> Sum:
    """Settle terms and limits, in their order, into a total whose lines add up to it.

    Every entry path of every rule system goes through here, so that no bonus escapes its group.
    Of equals in a group the earliest counts. What does not count beats and cancels nothing.
    """
    listed = tuple(parts)
    out = _out([(place, part) for place, part in enumerate(listed) if isinstance(part, Term)])
    lines: list[Line] = []
    total = 0
    for place, part in enumerate(listed):
        if isinstance(part, Limit):
            line = _limit_line(part, total)
        elif place in out:
            standing, by = out[place]
            line = Line(part.code, part.rule, part.value, 0, standing, by, part.source)
        else:
            line = Line(part.code, part.rule, part.value, part.value, "applied", "", part.source)
        total += line.counted
        lines.append(line)
    return Sum(tuple(lines), total)


type Place = tuple[int, Term]


def _out(terms: list[Place]) -> dict[int, tuple[Standing, str]]:
    """Tell which terms do not count, by their places, and why."""
    out: dict[int, tuple[Standing, str]] = {
        place: ("not_met", term.unmet) for place, term in terms if term.unmet
    }
    undecided = [one for one in terms if one[0] not in out]
    if not any(term.cancels for _, term in undecided):
        _beat(undecided, out)
        return out
    counted: list[Place] = []
    while undecided:
        decided = _decided(undecided, counted, out)
        if decided is None:
            decided = _of_ring(undecided)
            counted.append(decided)
        undecided.remove(decided)
    return out


def _beat(terms: list[Place], out: dict[int, tuple[Standing, str]]) -> None:
    leaders: dict[str, Place] = {}
    for one in terms:
        group = one[1].group
        if group and (group not in leaders or _beats(one, leaders[group])):
            leaders[group] = one
    for place, term in terms:
        if term.group and leaders[term.group][0] != place:
            out[place] = ("beaten", leaders[term.group][1].code)


def _decided(
    undecided: list[Place], counted: list[Place], out: dict[int, tuple[Standing, str]]
) -> Place | None:
    """Decide one term on which no undecided one bears, and give it; None where there is none."""
    for one in undecided:
        place, term = one
        by = next((other for _, other in counted if _keeps_out(other, term)), None)
        if by is not None:
            out[place] = ("neutralised" if term.code in by.cancels else "beaten", by.code)
            return one
        rivals = (other for other in undecided if other is not one)
        if not any(term.code in other[1].cancels or _beats(other, one) for other in rivals):
            counted.append(one)
            return one
    return None


def _of_ring(undecided: list[Place]) -> Place:
    """Choose which of terms that keep one another out in a ring counts: the earliest that cancels others."""
    unbeaten = [one for one in undecided if not any(_beats(other, one) for other in undecided)]
    return next((one for one in unbeaten if one[1].cancels), unbeaten[0])


def _keeps_out(counted: Term, term: Term) -> bool:
    """Tell whether a term that counts keeps another out: it cancels it, or has its group."""
    return term.code in counted.cancels or bool(term.group and term.group == counted.group)


def _beats(one: Place, other: Place) -> bool:
    """Tell whether a term keeps another of its group from counting."""
    if not one[1].group or one[1].group != other[1].group:
        return False
    mine, theirs = abs(one[1].value), abs(other[1].value)
    return mine > theirs or (mine == theirs and one[0] < other[0])


def _limit_line(limit: Limit, total: int) -> Line:
    if limit.kind == "floor":
        counted = max(limit.value - total, 0)
    elif limit.kind == "cap":
        counted = min(limit.value - total, 0)
    else:
        counted = limit.value - total
    return Line(limit.code, limit.rule, limit.value, counted, limit.kind, "", limit.source)
