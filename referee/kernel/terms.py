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
    Of equals in a group the earliest counts.
    """
    listed = tuple(parts)
    terms = [part for part in listed if isinstance(part, Term)]
    met = [term for term in terms if not term.unmet]
    cancelled = {code: term.code for term in met for code in term.cancels}
    best: dict[str, Term] = {}
    for term in met:
        if term.group and term.code not in cancelled:
            leader = best.get(term.group)
            if leader is None or abs(term.value) > abs(leader.value):
                best[term.group] = term
    lines: list[Line] = []
    total = 0
    for part in listed:
        line = _limit_line(part, total) if isinstance(part, Limit) else _term_line(part, best, cancelled)
        total += line.counted
        lines.append(line)
    return Sum(tuple(lines), total)


def _term_line(term: Term, best: dict[str, Term], cancelled: dict[str, str]) -> Line:
    if term.unmet:
        return Line(term.code, term.rule, term.value, 0, "not_met", term.unmet, term.source)
    if term.code in cancelled:
        return Line(term.code, term.rule, term.value, 0, "neutralised", cancelled[term.code], term.source)
    if term.group and best[term.group] is not term:
        return Line(term.code, term.rule, term.value, 0, "beaten", best[term.group].code, term.source)
    return Line(term.code, term.rule, term.value, term.value, "applied", "", term.source)


def _limit_line(limit: Limit, total: int) -> Line:
    if limit.kind == "floor":
        counted = max(limit.value - total, 0)
    elif limit.kind == "cap":
        counted = min(limit.value - total, 0)
    else:
        counted = limit.value - total
    return Line(limit.code, limit.rule, limit.value, counted, limit.kind, "", limit.source)
