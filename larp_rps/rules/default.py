"""What comes next when nobody says otherwise, and what a fighter may do with the reason where he may not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from larp_rps.rules.commands import Ambush, Attack, Charge, EndRound, Leave, Pass, Round, Spell, Tactic
from larp_rps.rules.engine import RULES
from larp_rps.rules.judge import attacks_left
from larp_rps.rules.order import stood, takes_turns, turn_of
from larp_rps.rules.state import TACTICS, Fighter, State
from referee.kernel.drivers import Waiting
from referee.kernel.refusals import Refused
from referee.kernel.steps import run

MOST_IDLE = 2
"""Rounds without any attack, spell or pass after which the next one waits for a person's word (L8)."""


def default(state: State) -> Round | Attack | EndRound | None:
    """Give the command that comes next by itself; None where the fight waits for a person's decision.

    The next attack where it asks for signs, else the round's end and the next round while two sides stand.
    An attack that asks nothing (A19) is nobody's but its striker's: see `next_attack`.
    """
    if not state.running:
        ready = state.contested and not state.parted and state.idle < MOST_IDLE
        return Round() if ready else None
    attack = next_attack(state)
    if attack is not None:
        return attack if _asks(state, attack) else None
    return EndRound() if state.contested and not state.parted else None


def next_attack(state: State) -> Attack | None:
    """Give the next attack of the running round: by the order, at the last target or the next opponent."""
    if not state.running:
        return None
    strikers = [
        fighter
        for fighter in state.fighters
        if any(attacks_left(state, fighter, hand) for hand in fighter.hand_names)
    ]
    for fighter in sorted(strikers, key=lambda one: turn_of(state, one)):
        for target in targets(state, fighter):
            attack = Attack(fighter.key, target.key)
            if refusal(state, attack) is None:
                return attack
    return None


def targets(state: State, fighter: Fighter) -> tuple[Fighter, ...]:
    """Give the opponents he may strike at: those on their feet, his last target first, in roster order.

    One who fell in the turn that is open still counts for level fighters (A2), after all others.
    """
    others = [
        other
        for other in state.fighters
        if other.side != fighter.side and other.present and (state.opening or takes_turns(state, other))
    ]
    able = [other for other in others if not _fallen_for(state, fighter, other)]
    return tuple(sorted(able, key=lambda other: (other.fallen, other.key != fighter.last_target)))


def _fallen_for(state: State, fighter: Fighter, other: Fighter) -> bool:
    view = stood(state, fighter, other)
    return view.unconscious or view.down


def _asks(state: State, command: Any) -> bool:
    waiting = run(RULES, state, RULES.begin(state, command), Waiting(), fingerprints=False)
    return waiting.pending is not None


def refusal(state: State, command: Any) -> Refused | None:
    """Give why a command is not possible, or None where it is; from the code that judges it."""
    try:
        RULES.begin(state, command)
    except Refused as refused:
        return refused
    return None


@dataclass(frozen=True, slots=True)
class Possible:
    """Something that a fighter may want to do, and what refuses it."""

    action: str
    command: Any
    refused: Refused | None

    @property
    def ok(self) -> bool:
        """Tell whether it is possible now."""
        return self.refused is None


def available(state: State, who: str, at: str = "") -> tuple[Possible, ...]:
    """Give what a fighter may do now and what he may not, each with its reason; at the likeliest target."""
    fighter = state.fighter(who)
    likely = targets(state, fighter) or state.opponents(fighter)
    target = at or next((other.key for other in likely), "")
    against = tuple(other.key for other in state.opponents(fighter))
    wanted: list[tuple[str, Any]] = []
    if target:
        wanted = [
            ("attack", Attack(who, target)),
            ("knockout", Attack(who, target, knockout=True)),
            ("ambush", Ambush(who, target)),
            ("charge", Charge(who, target, 500)),
        ]
    wanted += [
        ("spell", Spell(who, against)),
        *((f"tactic_{tactic}", Tactic(who, tactic)) for tactic in TACTICS),
        ("pass", Pass(who)),
        ("leave", Leave(who)),
    ]
    return tuple(Possible(action, command, refusal(state, command)) for action, command in wanted)
