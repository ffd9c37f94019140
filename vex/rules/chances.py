"""What may come of a plan before it is confirmed (V14.1): each blow, and each fighter over the whole plan."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from referee.kernel.odds import Odds, OverBudget, explore, sample
from vex.rules import events as e
from vex.rules.engine import RULES
from vex.rules.events import Stroke
from vex.rules.state import State

BUDGET = 6_000
"""Steps that the exact odds of a plan may run: about 100 ms."""
SAMPLES = 500
"""Runs behind odds that are over the budget."""
OUTCOMES = (
    "begun",
    "hit",
    "missed",
    "evaded",
    "failed",
    "wound_1",
    "wound_2",
    "wound_3",
    "wound_4",
    "burn",
    "unhurt",
    "life",
    "stunned",
)
"""What may come of one blow. All are shares of all ways, not of those alone where it is begun."""
FATES = ("struck", "hit", "wounded", "life", "dead", "stunned")
"""What may come to a fighter over a plan."""


def outcome(event: Any) -> Hashable | None:
    """Name what an event says of its blow: the stroke and one of OUTCOMES."""
    match event:
        case e.BlowBegun():
            return event.stroke, "begun"
        case e.BlowHit():
            return event.stroke, "hit"
        case e.BlowMissed():
            return event.stroke, event.why
        case e.Wounded():
            burn = event.wound.kind == "burn"
            return event.stroke, "burn" if burn else f"wound_{event.wound.severity}"
        case e.Unhurt():
            return event.stroke, "unhurt"
        case e.LifeLost():
            return event.stroke, "life"
        case e.Stunned(changed=True):
            return event.stroke, "stunned"
    return None


def fate(event: Any) -> Hashable | None:
    """Name what an event means for the fighter to whom it comes: the fighter and one of FATES."""
    match event:
        case e.BlowBegun():
            return event.stroke.on, "struck"
        case e.BlowHit():
            return event.stroke.on, "hit"
        case e.Wounded():
            return event.stroke.on, "wounded"
        case e.LifeLost():
            return event.stroke.on, "life"
        case e.Stunned(changed=True):
            return event.stroke.on, "stunned"
        case e.Fell():
            return event.who, "dead"
    return None


@dataclass(frozen=True, slots=True)
class BlowChances:
    """The chances of one blow by OUTCOMES; what is not listed does not come about."""

    stroke: Stroke
    outcomes: tuple[tuple[str, Fraction], ...]

    def chance(self, name: str) -> Fraction:
        """Give the chance of one outcome."""
        return dict(self.outcomes).get(name, Fraction(0))


@dataclass(frozen=True, slots=True)
class PlanChances:
    """The chances of a plan: exact fractions, or shares of `samples` runs with `error`.

    `fates` has (fighter, one of FATES, chance) over the whole plan.
    """

    exact: bool
    blows: tuple[BlowChances, ...]
    fates: tuple[tuple[str, str, Fraction], ...]
    samples: int
    work: int
    error: float

    def fate(self, who: str, name: str) -> Fraction:
        """Give the chance that something comes to a fighter over the plan."""
        return next((share for key, what, share in self.fates if (key, what) == (who, name)), Fraction(0))


def chances(
    state: State,
    command: Any,
    roll: Callable[[int], int],
    *,
    budget: int = BUDGET,
    samples: int = SAMPLES,
) -> PlanChances:
    """Give what may come of a command; raise Refused where it is not possible. The state is not touched.

    Over `budget` it samples with dice from `roll(sides)`, and says so.
    """
    first = RULES.begin(state, command)
    try:
        odds = explore(RULES, state, first, tally=outcome, mark=fate, budget=budget)
    except OverBudget:
        odds = sample(RULES, state, first, roll, samples, tally=outcome, mark=fate)
    return _listed(state, odds)


def _listed(state: State, odds: Odds[State]) -> PlanChances:
    strokes: dict[Stroke, dict[str, Fraction]] = {}
    for key, share in odds.chances.items():
        assert isinstance(key, tuple)
        strokes.setdefault(key[0], {})[key[1]] = share
    blows = tuple(
        BlowChances(stroke, tuple((name, found[name]) for name in OUTCOMES if name in found))
        for stroke, found in sorted(strokes.items(), key=_place)
    )
    fates = tuple(
        (one.key, name, share)
        for one in state.fighters
        for name in FATES
        if (share := odds.marked((one.key, name)))
    )
    worst = 0.0 if odds.exact else 0.5 / odds.samples**0.5
    return PlanChances(odds.exact, blows, fates, odds.samples, odds.work, worst)


_ROLES = ("intercept", "counterattack", "attack", "counter", "riposte")


def _place(item: tuple[Stroke, Any]) -> tuple[int, int, int, int, str]:
    stroke = item[0]
    return stroke.act, stroke.n, _ROLES.index(stroke.role), stroke.nth, stroke.on
