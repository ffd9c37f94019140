"""How a fighter stands, as codes with their rules: what boards mark beside points and numbers."""

from __future__ import annotations

from dataclasses import dataclass

from larp_rps.rules import charge, situations
from larp_rps.rules.judge import attacks_left
from larp_rps.rules.order import takes_turns
from larp_rps.rules.state import Fighter, State


@dataclass(frozen=True, slots=True)
class Status:
    """A status and the rule that makes it."""

    code: str
    rule: str


def statuses(state: State, fighter: Fighter) -> tuple[Status, ...]:
    """Give a fighter's statuses now."""
    marks = (
        (not fighter.present, Status("left", "A8")),
        (fighter.unconscious, Status("unconscious", "R23")),
        (fighter.down, Status("down", "A83")),
        (fighter.stands and fighter.joined, Status("joined", "R6")),
        (charge.charging(state, fighter) and not fighter.stalled, Status("charging", "R84")),
        (charge.charging(state, fighter) and fighter.stalled, Status("stalled", "R70")),
        (not state.running and fighter.charge_round > state.round, Status("charge_announced", "R83")),
        (state.running and state.round in fighter.hindered, Status("hindered", "R29")),
        (state.round + 1 in fighter.hindered, Status("hindered_next", "R29")),
        (bool(situations.in_force(state, fighter)), Status("situation", "R80")),
        (state.running and fighter.cast, Status("casting", "R72")),
        (state.running and fighter.passed, Status("passed", "A5")),
        (fighter.key in state.longer, Status("longer_weapon", "R67")),
        (fighter.haste is not None, Status("hasted", "R48")),
        (acts(state, fighter), Status("acts", "R11")),
    )
    return tuple(status for holds, status in marks if holds)


def acts(state: State, fighter: Fighter) -> bool:
    """Tell whether an attack of his is still to come in the running round."""
    able = state.opening or takes_turns(state, fighter)
    return able and any(attacks_left(state, fighter, hand) for hand in fighter.hand_names)
