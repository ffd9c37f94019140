"""The plans whose odds are known: tests/vex/odds.json, and how they are set up and enumerated."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from referee.kernel.asks import Answer
from referee.kernel.drivers import Given, Script
from referee.kernel.odds import classes
from referee.kernel.steps import Next, Run, run
from tests.conformance.play_vex import Table, action_of, open_case
from vex.rules.chances import fate, outcome
from vex.rules.engine import RULES
from vex.rules.frames import StartRound, TakeTurn
from vex.rules.state import State

PLANS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("odds.json").read_text("utf-8"))


def set_up(plan: dict[str, Any]) -> tuple[State, TakeTurn, Table]:
    """Give the state in which a plan's first fighter acts, initiative in roster order, and its turn."""
    given = {key: plan[key] for key in ("fighters", "rulings", "narrow") if key in plan}
    state, table = open_case(given)
    dice = Script(range(20, 20 - len(state.fighters), -1))
    # Initiative is asked of nobody's skill here: the order is the roster's.
    state = run(RULES, state, RULES.begin(state, StartRound()), dice).state
    assert state.waiting[0] == "f1"
    actions = tuple(action_of(action, table) for action in plan["plan"])
    return state, TakeTurn("f1", actions, tuple(plan.get("spirits", ()))), table


def leaves(state: State, first: Next) -> list[tuple[Fraction, tuple[Answer, ...], Run[State]]]:
    """Go every way one by one, each replayed live from the start: the slow reading of the same odds."""
    found: list[tuple[Fraction, tuple[Answer, ...], Run[State]]] = []
    todo: list[tuple[Fraction, tuple[Answer, ...]]] = [(Fraction(1), ())]
    while todo:
        share, answers = todo.pop()
        came = run(RULES, state, first, Given(answers), fingerprints=False)
        if came.pending is None:
            found.append((share, answers, came))
            continue
        todo.extend((share * weight, (*answers, answer)) for weight, answer in classes(came.pending.ask))
    return found


def counted(ways: list[tuple[Fraction, tuple[Answer, ...], Run[State]]]) -> tuple[dict, dict]:
    """Give the chances of blows and of fates that a list of leaves amounts to."""
    blows: dict[Any, Fraction] = {}
    fates: dict[Any, Fraction] = {}
    for share, _, came in ways:
        for event in came.events:
            if (key := outcome(event)) is not None:
                blows[key] = blows.get(key, Fraction(0)) + share
        for key in {key for event in came.events if (key := fate(event)) is not None}:
            fates[key] = fates.get(key, Fraction(0)) + share
    return blows, fates
