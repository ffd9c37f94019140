"""Damage, loss and what a knockout must reach (R21–R23, R28, R35–R39; formulae 6–9)."""

from __future__ import annotations

from larp_rps.rules import charge
from larp_rps.rules.state import Before, Fighter, State, Weapon
from referee.kernel.terms import NOTHING, Limit, Sum, Term, settle

ANATOMY = 2


def maximum(
    state: State, fighter: Fighter, other: Fighter, weapon: Weapon, stood: Before, *, ambush: bool
) -> Sum:
    """Give the Maximum damage of a blow: the weapon's, with charge and Anatomy (R35, R84, R28; formula 6).

    The ruling maximum says which of the two comes first (A25). A fixed damage has none (A24).
    """
    if weapon.fixed is not None:
        return NOTHING
    base = Term("weapon_maximum", "R35", weapon.maximum, weapon.id)
    anatomy = anatomy_terms(fighter, other) if ambush else ()
    if state.rulings.maximum == "anatomy_then_charge":
        grown = settle((base, *anatomy)).total
        return settle((base, *anatomy, *charge.maximum_terms(state, fighter, other, stood, grown)))
    return settle((base, *charge.maximum_terms(state, fighter, other, stood, weapon.maximum), *anatomy))


def anatomy_terms(fighter: Fighter, other: Fighter) -> tuple[Term, ...]:
    """Give Anatomy's +2 in an ambush, where he knows the target's race (R28, A26)."""
    known = other.sheet.race in fighter.sheet.anatomy
    return (Term("anatomy", "R28", ANATOMY, fighter.key, "" if known else "race_unknown"),)


def damage(weapon: Weapon, difference: int, most: Sum) -> Sum:
    """Give the damage of a hit: the difference, capped and floored, or the fixed number (R37–R39)."""
    if weapon.fixed is not None:
        return settle(
            (
                Term("difference", "R37", difference, unmet="fixed_damage"),
                Term("fixed_damage", "R39", weapon.fixed, weapon.id),
            )
        )
    return settle(
        (
            Term("difference", "R37", difference),
            Limit("maximum", "R38", "cap", most.total, weapon.id),
            Limit("minimum", "R38", "floor", weapon.minimum, weapon.id),
        )
    )


def loss(state: State, other: Fighter, weapon: Weapon, difference: int, most: Sum, dealt: Sum) -> Sum:
    """Give the loss of ÉP: what SFÉ leaves of the damage, never below 0 (R22, A22, A23).

    Under before_cap the armour takes its part before the maximum does; a fixed damage knows no such order.
    """
    armour = Term("armour", "R22", -other.sheet.armour, other.key)
    floor = Limit("no_gain", "A23", "floor", 0)
    if state.rulings.armour == "before_cap" and weapon.fixed is None:
        return settle(
            (
                Term("difference", "R37", difference),
                Limit("minimum", "R38", "floor", weapon.minimum, weapon.id),
                armour,
                Limit("maximum", "R35", "cap", most.total, weapon.id),
                floor,
            )
        )
    return settle((Term("damage", "R37", dealt.total), armour, floor))


def threshold(fighter: Fighter, other: Fighter, stood: Before) -> Sum:
    """Give what a knockout must reach: Physique or the points he had, whichever is less (R21, A36).

    The Knockout Special Attack may have a number of its own (R25, A43). Physique is at least 1.
    """
    own = fighter.sheet.knockout_threshold
    if own is not None:
        return settle((Term("threshold_special", "R25", own, fighter.key),))
    return settle(
        (
            Term("physique", "R21", other.sheet.physique, other.key),
            Limit("physique_least", "A36", "floor", 1, other.key),
            Limit("points", "R21", "cap", stood.hp, other.key),
            Limit("loss_needed", "A36", "floor", 1, other.key),
        )
    )
