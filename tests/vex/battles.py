"""Random battles and plans, for laws: everything is drawn from a seed, so that a failure can be repeated."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from referee.kernel.drivers import Live
from referee.kernel.steps import run
from vex.rules.codes import PARAMETERS, PERKS, RULINGS, SPIRITS, TACTICS, WOUND_KINDS
from vex.rules.engine import RULES
from vex.rules.frames import Action, Purchase, StartRound, TakeTurn
from vex.rules.opening import open_battle
from vex.rules.options import options, spirit_options
from vex.rules.state import State

KITS = [
    ["ordinary_sword"],
    ["ordinary_spear"],
    ["ordinary_two_handed", "skeleton_rune"],
    ["ordinary_hammer", "magic_rune"],
    ["hunting_bow", "ordinary_sword"],
    ["hunting_bow"],
    ["magic_rune", "lightning_rune", "skeleton_rune"],
    ["skeleton_rune", "skeleton_rune", "battle_rune"],
    ["master_spear", "lightning_rune"],
    [],
]


def sheet(chance: random.Random, side: str, perks: tuple[str, ...] = ()) -> dict[str, Any]:
    """Give a random sheet of a side, with these perks and up to three more."""
    more = chance.sample(PERKS, chance.randint(0, 3))
    return {
        "side": side,
        "line": chance.choice([1, 1, 2]),
        "params": {name: chance.randint(-2, 6) for name in PARAMETERS},
        "lives": chance.choice([1, 1, 1, 2]),
        "weapons": chance.choice(KITS),
        "armour": chance.choice([None, "light", "medium", "heavy"]),
        "perks": [*perks, *(perk for perk in more if perk not in perks)],
        "spirit_points": chance.randint(0, 6),
        "potions": chance.randint(0, 2),
        "kit_charges": chance.randint(0, 3),
        "reactions": chance.choice([0, 1, 1, 1, 2]),
        "charges": chance.choice([0, 0, 1, 2]),
        "wounds": [[chance.choice(WOUND_KINDS), chance.randint(1, 4)]] * chance.randint(0, 1),
        "tactic": chance.choice(TACTICS),
    }


def battle(chance: random.Random, fighters: int | None = None) -> State:
    """Give a random battle of 2 to 8 fighters under random rulings."""
    number = fighters or chance.randint(2, 8)
    sheets = [(f"f{index}", sheet(chance, "AB"[index % 2])) for index in range(number)]
    rulings = {key: chance.choice(values) for key, values in RULINGS.items()}
    return open_battle(sheets, rulings, narrow=chance.random() < 0.2)


def random_plan(chance: random.Random, state: State, who: str) -> TakeTurn:
    """Draw a turn from what is offered: up to two spirits and four actions, one or two targets each."""
    spirits: tuple[str, ...] = ()
    for _ in range(chance.choice([0, 0, 1, 2])):
        offered = [one.spirit for one in spirit_options(state, who, spirits) if one.refused is None]
        if offered:
            spirits = (*spirits, chance.choice(offered))
    plan: tuple[Action, ...] = ()
    for _ in range(chance.randint(0, 4)):
        allowed = [one.action for one in options(state, who, plan, spirits) if one.refused is None]
        if not allowed:
            break
        attacks = [one for one in allowed if one.do in ("strike", "shot", "stun", "assault", "fireball")]
        plan = (*plan, chance.choice(attacks or allowed) if chance.random() < 0.6 else chance.choice(allowed))
    return TakeTurn(who, plan, spirits)


def random_round(chance: random.Random, state: State) -> StartRound:
    """Draw a round's start with spirits for some fighters."""
    bought = []
    for fighter in state.fighters:
        if fighter.alive and fighter.points and chance.random() < 0.5:
            spirit = chance.choice(list(SPIRITS))
            barred = spirit == "speed" or (spirit == "berserk" and fighter.stunned)
            if SPIRITS[spirit] <= fighter.points and not barred:
                bought.append(Purchase(fighter.key, (spirit,)))
    return StartRound(tuple(bought))


def play(
    chance: random.Random,
    state: State,
    rounds: int,
    told: Callable[[State, Any, Any], None],
) -> State:
    """Play some rounds of a battle by random plans; `told` gets each state, command and what came of it."""
    driver = Live(lambda sides: chance.randint(1, sides))

    def act(command: Any) -> State:
        came = run(RULES, state, RULES.begin(state, command), driver, fingerprints=False)
        told(state, command, came)
        return came.state

    for _ in range(rounds):
        if not any(one.alive for one in state.fighters):
            break
        state = act(random_round(chance, state))
        while state.waiting:
            state = act(random_plan(chance, state, state.waiting[0]))
    return state
