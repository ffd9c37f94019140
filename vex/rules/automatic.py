"""The automatic turn (V13.1): one 2-AP attack with the first weapon that reaches, else unarmed; no spirits.

Whom it attacks is the tactic's choice among those that the attack would land on. Passive and Stubborn, who
have no name to follow yet, take the first of them in roster order.
"""

from __future__ import annotations

from vex.rules.catalogue import FISTS, Weapon
from vex.rules.frames import Action
from vex.rules.reach import most_vulnerable, reachable
from vex.rules.state import Fighter, State

ATTACK_OF = ("strike", "shot", "fireball", "lightning")
"""The attack that a weapon makes on an automatic turn: the first of these that it is for."""


def _attack_of(weapon: Weapon) -> str:
    return next((do for do in ATTACK_OF if do in weapon.actions), "")


def _first(state: State, who: str) -> tuple[str, str, tuple[Fighter, ...]]:
    for name in (*state.fighter(who).weapons, FISTS):
        do = _attack_of(state.weapon(name))
        if do and (among := reachable(state, who, do)):
            return do, name, among
    return "", "", ()


def automatic_targets(state: State, who: str) -> tuple[Fighter, ...]:
    """Give the enemies among whom the tactic chooses, in roster order."""
    return _first(state, who)[2]


def automatic_plan(state: State, who: str, picked: int = 0) -> tuple[Action, ...]:
    """Give the plan of an automatic turn; `picked` is the Chaotic's draw. Empty where nobody is reached."""
    do, weapon, among = _first(state, who)
    if not among:
        return ()
    tactic = state.fighter(who).sheet.tactic
    if tactic == "chaotic":
        found = among[picked]
    elif tactic == "predatory":
        found = most_vulnerable(state, among)
    else:
        found = among[0]
    return (Action(do, weapon, (found.key,)),)
