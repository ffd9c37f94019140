"""Two-weapon fighting: which hands strike and defend, and what each tactic counts (R45–R66, A59–A68)."""

from __future__ import annotations

from larp_rps.rules.commands import Tactic
from larp_rps.rules.events import TacticTaken
from larp_rps.rules.presence import known
from larp_rps.rules.state import TACTICS, Fighter, State
from referee.kernel.refusals import Refused
from referee.kernel.terms import Term

ATTACKING_LEVEL = 1
FEINT_LEVEL = 2
DEFENDING_LEVEL = 3


def taken(state: State, command: Tactic) -> tuple[TacticTaken]:
    """Give the tactic that a fighter takes; raise Refused.

    It is chosen before the round's first attack (A67) and needs two weapons (R50, R54, R58) and a level of
    the skill (A68, R54, R58), past which a KM's word lets.
    """
    fighter = known(state, command.who)
    if command.tactic not in TACTICS:
        raise Refused("tactic_unknown", "R50", tactic=command.tactic)
    if state.running and state.struck:
        raise Refused("tactic_too_late", "A67", who=fighter.key)
    _refuse_one_weapon(fighter, command.tactic)
    if not command.word:
        _refuse_level(fighter, command.tactic)
    for hand in (command.strikes_with, command.defends_with):
        if hand and hand not in fighter.hand_names:
            raise Refused("hand_unknown", "R50", who=fighter.key, hand=hand)
    return (
        TacticTaken(
            fighter.key, command.tactic, command.strikes_with, command.defends_with, word=command.word
        ),
    )


def _refuse_one_weapon(fighter: Fighter, tactic: str) -> None:
    if len(fighter.hands) > 1:
        return
    match tactic:
        case "attacking":
            raise Refused("two_weapons_needed", "R50", who=fighter.key)
        case "feint":
            raise Refused("two_weapons_needed", "R54", who=fighter.key)
        case "defending":
            raise Refused("two_weapons_needed", "R58", who=fighter.key)


def _refuse_level(fighter: Fighter, tactic: str) -> None:
    level = fighter.sheet.two_weapon
    if tactic == "attacking" and level < ATTACKING_LEVEL:
        raise Refused("level_needed", "A68", who=fighter.key, level=ATTACKING_LEVEL)
    if tactic == "feint" and level < FEINT_LEVEL:
        raise Refused("level_needed", "R54", who=fighter.key, level=FEINT_LEVEL)
    if tactic == "defending" and level < DEFENDING_LEVEL:
        raise Refused("level_needed", "R58", who=fighter.key, level=DEFENDING_LEVEL)


def striking_hands(fighter: Fighter) -> tuple[str, ...]:
    """Give the hands that strike in a showing: both in the Attacking tactic, else the striking one."""
    if fighter.stance.tactic == "attacking":
        return fighter.hand_names
    return (fighter.striking_hand,)


def defending_hands(fighter: Fighter, signs: int) -> tuple[str, ...]:
    """Give the hands that defend: both where the Defending tactic meets two signs (R60, R65, A66)."""
    if fighter.stance.tactic == "defending" and signs > 1:
        return fighter.hand_names
    return (fighter.defending_hand,)


def attack_terms(fighter: Fighter, hand: str) -> tuple[Term, ...]:
    """Give weapon-use attack and deductions of a striking hand in its tactic (formulae 3, 10–12)."""
    own = fighter.weapon(hand)
    match fighter.stance.tactic:
        case "attacking":
            return (
                Term("weapon_attack", "R51", own.attack, own.id),
                *_deductions(fighter, (hand,), "R51"),
            )
        case "feint":
            weapons = [fighter.weapon(other) for other in fighter.hand_names]
            return (
                *(Term("weapon_attack", "R56", weapon.attack, weapon.id) for weapon in weapons),
                *_deductions(fighter, fighter.hand_names, "R56"),
            )
        case "defending":
            return (
                Term("weapon_attack", "R59", own.attack, own.id),
                *_deductions(fighter, (hand,), "R59"),
            )
    return (Term("weapon_attack", "A13", own.attack, own.id),)


def defence_terms(
    state: State, fighter: Fighter, hand: str, *, per_hand: bool, unmet: str
) -> tuple[Term, ...]:
    """Give weapon-use defence and deductions of a defender in his tactic (formulae 4, 10–12).

    `per_hand` is the Defending tactic with two signs against two (R66). `unmet` keeps all of it out: R27.
    """
    own = fighter.weapon(hand)
    both = fighter.hand_names
    weapons = [fighter.weapon(other) for other in both]
    match fighter.stance.tactic:
        case "attacking":
            return (
                Term("weapon_defence", "R53", own.defence, own.id, unmet),
                *_deductions(fighter, both, "R53", unmet),
            )
        case "feint":
            return (
                Term("weapon_defence", "R57", own.defence, own.id, unmet),
                *_deductions(fighter, (hand,), "R57", unmet),
            )
        case "defending" if per_hand and state.rulings.two_hand_defence == "per_hand":
            return (
                Term("weapon_defence", "R66", own.defence, own.id, unmet),
                *_deductions(fighter, (hand,), "R66", unmet),
            )
        case "defending":
            return (
                *(Term("weapon_defence", "R60", weapon.defence, weapon.id, unmet) for weapon in weapons),
                *_deductions(fighter, both, "R60", unmet),
            )
    return (Term("weapon_defence", "A13", own.defence, own.id, unmet),)


def _deductions(fighter: Fighter, hands: tuple[str, ...], rule: str, unmet: str = "") -> tuple[Term, ...]:
    # A63: an input per hand, the same number for attack and defence; none is no line.
    weapons = [fighter.weapon(hand) for hand in hands]
    return tuple(
        Term("two_weapon_deduction", rule, weapon.deduction, weapon.id, unmet)
        for weapon in weapons
        if weapon.deduction
    )
