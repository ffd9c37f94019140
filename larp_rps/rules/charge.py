"""The charge: announcing it, what it gives and costs, and how it stalls (R69, R70, R83–R86, A27–A35)."""

from __future__ import annotations

from larp_rps.rules.attacks import hands_that_may
from larp_rps.rules.commands import Charge
from larp_rps.rules.events import ChargeAnnounced
from larp_rps.rules.presence import known, refuse_fallen_target, refuse_unable
from larp_rps.rules.state import Before, Fighter, State, Weapon
from larp_rps.rules.two_weapons import striking_hands
from referee.kernel.refusals import Refused
from referee.kernel.terms import Term

LEAST_CENTIMETRES = 500
ATTACK = 2
DEFENCE = -4


def announced(state: State, command: Charge) -> tuple[ChargeAnnounced]:
    """Give a charge for the coming round; raise Refused where it is none.

    It takes five metres and an announcement before the round (R83, A32), and a weapon that will not rest in
    that round (A35).
    """
    fighter, other = known(state, command.who), known(state, command.at)
    if fighter.key == other.key:
        raise Refused("himself", "R7", who=fighter.key)
    for one in (fighter, other):
        if not one.present:
            raise Refused("left", "R4", who=one.key)
    refuse_unable(fighter)
    refuse_fallen_target(other, other.now, command.word)
    if state.running:
        raise Refused("charge_in_round", "R83", who=fighter.key)
    if command.centimetres < LEAST_CENTIMETRES:
        raise Refused("charge_too_short", "R83", centimetres=command.centimetres)
    hands_that_may(state, fighter, striking_hands(fighter), word=command.word, opens=True)
    return (ChargeAnnounced(fighter.key, other.key, state.round + 1, command.centimetres),)


def charging(state: State, fighter: Fighter) -> bool:
    """Tell whether he charges in the running round, stalled or not (A27)."""
    return state.running and fighter.charge_round == state.round


def charges(state: State, fighter: Fighter, other: Fighter) -> bool:
    """Tell whether he charges this one in the running round."""
    return charging(state, fighter) and fighter.charge_at == other.key


def refuse_stalled(state: State, fighter: Fighter, stood: Before) -> None:
    """Raise Refused for an attack of a stalled charger (R70); under no_bonus only the bonus goes (A30)."""
    if charging(state, fighter) and stood.stalled and state.rulings.stalled_charge == "no_attack":
        raise Refused("charge_stalled", "R70", who=fighter.key)


def attack_terms(state: State, fighter: Fighter, other: Fighter, stood: Before) -> tuple[Term, ...]:
    """Give the charger's +2, in every attack of the round at the announced target (R84, A27, A33)."""
    if not charging(state, fighter):
        return ()
    unmet = ""
    if fighter.charge_at != other.key:
        unmet = "not_the_charged"
    elif stood.stalled:
        unmet = "stalled"
    return (Term("charge_attack", "R84", ATTACK, fighter.key, unmet),)


def defence_terms(state: State, fighter: Fighter) -> tuple[Term, ...]:
    """Give the charger's −4, the whole round and against everyone (R84, A27)."""
    if not charging(state, fighter):
        return ()
    return (Term("charge_defence", "R84", DEFENCE, fighter.key),)


def maximum_terms(
    state: State, fighter: Fighter, other: Fighter, stood: Before, base: int
) -> tuple[Term, ...]:
    """Give the half as much again on a Maximum, rounded down: the charger's and the receiver's (R84, A28).

    Once only, also where both charge each other (A31).
    """
    half = (3 * base) // 2 - base
    listed: list[Term] = []
    if charging(state, fighter):
        unmet = ""
        if fighter.charge_at != other.key:
            unmet = "not_the_charged"
        elif stood.stalled:
            unmet = "stalled"
        listed.append(Term("charge_maximum", "R84", half, fighter.key, unmet, "charge"))
    if charging(state, other):
        unmet = "" if other.charge_at == fighter.key else "not_the_charged"
        listed.append(Term("receiver_maximum", "R84", half, fighter.key, unmet, "charge"))
    return tuple(listed)


def stalls(state: State, fighter: Fighter, weapon: Weapon, other: Fighter, hit: bool) -> bool:
    """Tell whether this blow stalls the other's charge: a pole weapon's hit by the one charged (R70, A30)."""
    return hit and weapon.pole and charges(state, other, fighter)
