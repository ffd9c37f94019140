"""The exact duel: automatic turns to the end, over the states in which rounds begin.

A round leads from one such state to others, by odds. Wounds only grow, so states seldom come back; where
they do (both miss, or what V5.6 remembers swings to and fro) the loop is solved as linear equations.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from referee.kernel.odds import OverBudget, explore
from vex.rules.battles import standing
from vex.rules.engine import RULES
from vex.rules.frames import AutoTurn, StartRound
from vex.rules.state import Fighter, State, Wound

BUDGET = 40_000
"""Steps that a duel may take before it is left to samples: about a second."""
MOST_LOOP = 40
"""States of one loop that are solved together."""


@dataclass(frozen=True, slots=True)
class Duel:
    """The chance of each end of a battle: the sides that stand then, none (all dead), or `never`."""

    ends: Mapping[tuple[str, ...], Fraction]
    never: Fraction
    states: int
    work: int


def start_of_round(state: State) -> State:
    """Give a state between rounds without what the next round does not ask for, so that equals meet.

    The round's number and order are rolled or counted anew, reactions refilled; wounds are sorted, which
    matters to first aid alone, and no automatic turn gives any. Of a battle that is over only who stands.
    """
    if len(standing(state)) < 2:
        stripped = tuple(Fighter(one.sheet, lives=min(one.lives, 1)) for one in state.fighters)
        return State(stripped, rulings=state.rulings)
    fighters = tuple(
        copy.replace(
            one,
            reactions=one.sheet.reactions,
            charges=one.sheet.charges,
            wounds=tuple(sorted(one.wounds, key=_weight)),
        )
        if one.alive
        else copy.replace(one, wounds=(), line=1)
        for one in state.fighters
    )
    return copy.replace(state, fighters=fighters, order=(), waiting=(), acting="", round=0, ground=())


def _weight(wound: Wound) -> tuple[str, int]:
    return wound.kind, wound.severity


def duel(state: State, budget: int = BUDGET) -> Duel:
    """Give the exact chances of a battle by automatic turns; raise OverBudget where it is too large."""
    start = start_of_round(state)
    ways: dict[State, dict[State, Fraction]] = {}
    todo = [start]
    work = 0
    while todo:
        now = todo.pop()
        if now in ways:
            continue
        ways[now] = {}
        if len(standing(now)) < 2:
            continue
        ways[now], spent = _round(now, budget - work)
        work += spent
        todo.extend(end for end in ways[now] if end not in ways)
    ends: dict[tuple[str, ...], Fraction] = {}
    never = Fraction(0)
    share = dict.fromkeys(ways, Fraction(0))
    share[start] = Fraction(1)
    for loop in _loops(start, ways):
        if len(loop) == 1 and not ways[loop[0]]:
            sides = standing(loop[0])
            ends[sides] = ends.get(sides, Fraction(0)) + share[loop[0]]
            continue
        visits = _visits(loop, ways, share)
        if visits is None:
            never += sum((share[one] for one in loop), Fraction(0))
            continue
        inside = set(loop)
        for one in loop:
            for end, weight in ways[one].items():
                if end not in inside:
                    share[end] += visits[one] * weight
    return Duel(ends, never, len(ways), work)


def _round(state: State, budget: int) -> tuple[dict[State, Fraction], int]:
    """Give where a round leads, turn by turn, and the work it took."""
    work = 0
    shares = {state: Fraction(1)}
    ends: dict[State, Fraction] = {}
    command: StartRound | AutoTurn = StartRound()
    while shares:
        after: dict[State, Fraction] = {}
        for now, share in shares.items():
            if now is not state:
                command = AutoTurn(now.waiting[0])
            odds = explore(RULES, now, RULES.begin(now, command), budget=max(budget - work, 0))
            work += odds.work
            for (end, _), weight in odds.ends.items():
                over = not end.waiting or len(standing(end)) < 2
                into, key = (ends, start_of_round(end)) if over else (after, end)
                into[key] = into.get(key, Fraction(0)) + share * weight
        shares = after
    return ends, work


def _loops(start: State, ways: Mapping[State, Mapping[State, Fraction]]) -> list[list[State]]:
    """Give the strongly connected parts, each before those that it leads to (Tarjan)."""
    number: dict[State, int] = {}
    low: dict[State, int] = {}
    held: list[State] = []
    on: set[State] = set()
    found: list[list[State]] = []

    def enter(one: State) -> tuple[State, Iterator[State]]:
        number[one] = low[one] = len(number)
        held.append(one)
        on.add(one)
        return one, iter(ways[one])

    path = [enter(start)]
    while path:
        one, ahead = path[-1]
        for end in ahead:
            if end not in number:
                path.append(enter(end))
                break
            if end in on:
                low[one] = min(low[one], number[end])
        else:
            path.pop()
            if path:
                before = path[-1][0]
                low[before] = min(low[before], low[one])
            if low[one] == number[one]:
                at = held.index(one)
                found.append(held[at:])
                on.difference_update(held[at:])
                del held[at:]
    return found[::-1]


def _visits(
    loop: list[State],
    ways: Mapping[State, Mapping[State, Fraction]],
    share: Mapping[State, Fraction],
) -> dict[State, Fraction] | None:
    """Give how often each state of a loop is passed; None where the loop is never left."""
    inside = set(loop)
    if all(end in inside for one in loop for end in ways[one]):
        return None
    if len(loop) > MOST_LOOP:
        raise OverBudget(f"a loop of {len(loop)} states")
    # visits[j] = share[j] + Σ visits[i] · way(i → j): Gauss over the transposed equations.
    size = len(loop)
    rows = [
        [Fraction(int(i == j)) - ways[loop[i]].get(loop[j], Fraction(0)) for i in range(size)]
        + [share[loop[j]]]
        for j in range(size)
    ]
    for at in range(size):
        pivot = next(row for row in range(at, size) if rows[row][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for row in range(size):
            if row != at and (factor := rows[row][at]):
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[at], strict=True)]
    return {one: rows[index][size] for index, one in enumerate(loop)}
