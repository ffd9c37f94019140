"""Combat situations: Disturbance, Hindrance, blindness, and what a KM names (R78–R82, A10–A12)."""

from __future__ import annotations

from larp_rps.rules.commands import Situation
from larp_rps.rules.events import SituationNamed
from larp_rps.rules.presence import known
from larp_rps.rules.state import Fighter, State
from referee.kernel.refusals import Refused
from referee.kernel.terms import Term, settle

DISTURBANCE = -3
HINDRANCE = -6
BLIND = -12
KINDS = ("disturbance", "hindrance", "blind")


def terms(state: State, fighter: Fighter, number: int) -> tuple[Term, ...]:
    """Give the situational terms of a fighter in a round, for attack and defence each (A10).

    One at a time counts, the largest, R29's Hindrance among them; under the ruling sum Disturbances and
    Hindrances add, but blindness or a KM's number stands alone (A11, A12).
    """
    alone = state.rulings.situations == "larger" or "blind" in fighter.situations or fighter.situation_number
    group = "situation" if alone else ""
    listed: list[Term] = []
    for kind in fighter.situations:
        match kind:
            case "disturbance":
                listed.append(Term("disturbance", "R78", DISTURBANCE, fighter.key, group=group))
            case "hindrance":
                listed.append(Term("hindrance", "R79", HINDRANCE, fighter.key, group=group))
            case "blind":
                listed.append(Term("blind", "R82", BLIND, fighter.key, group=group))
    if fighter.situation_number:
        listed.append(Term("situation_number", "R82", fighter.situation_number, fighter.key, group=group))
    if number in fighter.hindered:
        listed.append(Term("ambushed_before", "R29", HINDRANCE, fighter.key, group=group))
    return tuple(listed)


def in_force(state: State, fighter: Fighter) -> int:
    """Give the number that the situation takes from his combat values now (≤ 0)."""
    number = state.round if state.running else 0
    return settle(terms(state, fighter, number)).total


def named(state: State, command: Situation) -> tuple[SituationNamed]:
    """Give the situation that a KM names; it replaces his earlier word and leaves R29's Hindrance (A11).

    Raise Refused where it is none (R82).
    """
    known(state, command.who)
    if command.number > 0:
        raise Refused("not_a_deduction", "R82", number=command.number)
    unknown = any(kind not in KINDS for kind in command.kinds)
    mixed = bool(command.kinds) and bool(command.number)
    if unknown or mixed or ("blind" in command.kinds and len(command.kinds) > 1):
        raise Refused("situation_unknown", "R82", kinds=command.kinds)
    return (SituationNamed(command.who, command.kinds, command.number),)
