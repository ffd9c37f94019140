"""What a plan would be, before it is confirmed (V14.1): AP, strain, on whom each attack lands, the КС."""

from __future__ import annotations

from dataclasses import dataclass

from referee.kernel.asks import Check
from vex.rules import events as e
from vex.rules.blows import KINDS
from vex.rules.checks import cast_parameter, hit_check
from vex.rules.codes import ATTACKS
from vex.rules.engine import RULES
from vex.rules.evolve import evolve
from vex.rules.frames import Action, Blow, Deed, TakeTurn
from vex.rules.plans import Strain, cost, strain
from vex.rules.reach import landings
from vex.rules.spirits import bought
from vex.rules.state import State


@dataclass(frozen=True, slots=True)
class Aim:
    """One attack of a plan: whom it names, on whom it lands and by which rules, and its hit roll."""

    act: int
    named: str
    on: str
    rules: tuple[str, ...]
    check: Check


@dataclass(frozen=True, slots=True)
class Preview:
    """A plan as it stands before its first roll: each action's AP, the strain, and the attacks."""

    costs: tuple[int, ...]
    strain: Strain
    aims: tuple[Aim, ...]


def preview(state: State, command: TakeTurn) -> Preview:
    """Give what a plan would be; raise Refused. Stances, moves and orders before an attack count for it."""
    RULES.begin(state, command)
    who = command.who
    state = evolve(state, e.TurnStarted(who))
    for event in bought(who, command.spirits, "turn"):
        state = evolve(state, event)
    made = strain(state, who, command.plan)
    speedy = state.fighter(who).runs("speed")
    aims: list[Aim] = []
    for act, action in enumerate(command.plan):
        if action.do == "stance":
            state = evolve(state, e.StanceTaken(who, action.stance))
        elif action.do == "move":
            state = evolve(state, e.Moved(who, action.line, "V5.5"))
        elif action.do == "reorder":
            state = evolve(state, e.Reordered(who, action.order))
        elif action.do in ATTACKS:
            aims.extend(_aim(state, who, made, act, action, name) for name in action.targets)
    return Preview(tuple(cost(who, action, speedy) for action in command.plan), made, tuple(aims))


def _aim(state: State, who: str, made: Strain, act: int, action: Action, name: str) -> Aim:
    passed = landings(state, who, action.do, state.fighter(name))
    on = passed[-1][0].key if passed else name
    kind = KINDS.get(action.do, action.do)
    fighter, weapon = state.fighter(who), state.weapon(action.weapon)
    deed = Deed(
        who,
        action.do,
        action.weapon,
        (),
        len(action.targets),
        act,
        light=made.light,
        over=made.over,
        rested=made.rested,
    )
    blow = Blow(
        e.Stroke(act, action.targets.index(name) + 1, "attack", 1, who, on),
        action.weapon,
        kind,
        deed,
        parameter=cast_parameter(state, fighter, weapon, kind),
        decisive=fighter.runs("super_strike") and name == action.targets[0],
    )
    return Aim(act, name, on, tuple(rule for _, rule in passed), hit_check(state, blow))
