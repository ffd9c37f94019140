"""Buying spirits (V11.1 to V11.3): judged before anything is rolled."""

from __future__ import annotations

from vex.rules.codes import SPIRITS
from vex.rules.events import SpiritBought
from vex.rules.evolve import evolve
from vex.rules.frames import Purchase
from vex.rules.plans import refuse
from vex.rules.state import State

ROUND_ONLY = ("interception", "berserk")  # V11.1
TURN_ONLY = ("speed",)  # V11.1


def judge_spirits(state: State, who: str, spirits: tuple[str, ...], window: str) -> None:
    """Judge purchases of one fighter in one window; raise Refused (V11.2)."""
    fighter = state.fighter(who)
    points = fighter.points
    for name in spirits:
        if name not in SPIRITS:
            raise refuse("no_such_spirit", spirit=name)
        barred = TURN_ONLY if window == "round" else ROUND_ONLY
        if name in barred:
            raise refuse("wrong_window", spirit=name)
        if name == "berserk" and fighter.stunned:
            raise refuse("stunned_berserk")
        points -= SPIRITS[name]
        if points < 0:
            raise refuse("too_few_points", spirit=name, points=fighter.points)


def bought(who: str, spirits: tuple[str, ...], window: str) -> tuple[SpiritBought, ...]:
    """Give the events of purchases."""
    return tuple(SpiritBought(who, name, window, SPIRITS[name]) for name in spirits)


def judge_purchases(state: State, purchases: tuple[Purchase, ...]) -> None:
    """Judge the purchases of a round's window; raise Refused (V11.2)."""
    for purchase in purchases:
        if not state.has(purchase.who):
            raise refuse("no_such_fighter", who=purchase.who)
        if not state.fighter(purchase.who).alive:
            raise refuse("dead", who=purchase.who)
        judge_spirits(state, purchase.who, purchase.spirits, "round")
        for event in bought(purchase.who, purchase.spirits, "round"):
            state = evolve(state, event)
