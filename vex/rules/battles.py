"""Whole battles of automatic turns, for forecasts and figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from referee.kernel.drivers import Live
from referee.kernel.steps import run
from vex.rules.engine import RULES
from vex.rules.frames import AutoTurn, StartRound
from vex.rules.state import State

MOST_ROUNDS = 100
"""Rounds after which a battle is left undecided: those who cannot hurt one another would go on for ever."""


@dataclass(frozen=True, slots=True)
class Battle:
    """How a battle ended: the sides that still stand, the rounds it took, and whether it was cut off."""

    standing: tuple[str, ...]
    rounds: int
    unfinished: bool
    state: State


def standing(state: State) -> tuple[str, ...]:
    """Give the sides that have a living fighter, in roster order."""
    return tuple(dict.fromkeys(one.side for one in state.fighters if one.alive))


def fight(
    state: State,
    roll: Callable[[int], int],
    *,
    most_rounds: int = MOST_ROUNDS,
    told: Callable[[tuple[Any, ...]], None] | None = None,
) -> Battle:
    """Fight a battle to its end by automatic turns; `roll(sides)` gives the dice, `told` hears each trail."""
    driver = Live(roll)

    def act(command: Any) -> None:
        nonlocal state
        came = run(RULES, state, RULES.begin(state, command), driver, fingerprints=False)
        state = came.state
        if told is not None:
            told(came.trail)

    rounds = 0
    while len(standing(state)) > 1 and rounds < most_rounds:
        rounds += 1
        act(StartRound())
        while state.waiting and len(standing(state)) > 1:
            act(AutoTurn(state.waiting[0]))
    left = standing(state)
    return Battle(left, rounds, len(left) > 1, state)
