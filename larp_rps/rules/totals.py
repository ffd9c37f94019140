"""Total Attack and Total Defence, as lists of terms (R16, R17, R20, R67, R87–R90; formulae 2–4)."""

from __future__ import annotations

from larp_rps.rules import charge, situations, two_weapons
from larp_rps.rules.events import Way
from larp_rps.rules.state import Before, Fighter, State
from referee.kernel.refusals import Refused
from referee.kernel.terms import Limit, Sum, Term, settle

WON = 6
LOST = -6
LENGTH = 1
KNOCKOUT = -6
AIM_FLOOR = -9
LIGHT_PARTS = ("arm", "leg", "torso")
"""Body parts at −3 (R87)."""
HARD_PARTS = ("head", "hand", "elbow", "knee", "forehead")
"""Body parts at −6 (R88)."""
LIGHT_AIM = -3
HARD_AIM = -6


def total_attack(
    state: State,
    fighter: Fighter,
    other: Fighter,
    hand: str,
    *,
    stood: Before,
    way: Way,
    result: int | None,
    decline: bool,
    aim: str,
    aim_number: int,
    knockout: bool,
) -> Sum:
    """Give the Total Attack of one hand (formula 3); `stood` is how the striker stands for it (A2)."""
    aimed = aim_terms(fighter, aim, aim_number)
    return settle(
        (
            *aimed,
            Term("attack", "A13", fighter.sheet.attack, fighter.key),
            *two_weapons.attack_terms(fighter, hand),
            throw_term(fighter, way, result, decline),
            length_term(state, fighter, other),
            *charge.attack_terms(state, fighter, other, stood),
            *knockout_terms(fighter, knockout),
            *situations.terms(state, fighter, state.round),
        )
    )


def total_defence(
    state: State, fighter: Fighter, other: Fighter, hand: str, *, surprised: bool, per_hand: bool
) -> Sum:
    """Give the Total Defence (formula 4): a surprised one has neither weapon nor shield (R27, A45)."""
    unmet = "surprised" if surprised else ""
    return settle(
        (
            Term("defence", "A13", fighter.sheet.defence, fighter.key),
            *two_weapons.defence_terms(state, fighter, hand, per_hand=per_hand, unmet=unmet),
            *shield_terms(fighter, unmet),
            length_term(state, fighter, other, unmet),
            *charge.defence_terms(state, fighter),
            *situations.terms(state, fighter, state.round),
        )
    )


def throw_term(fighter: Fighter, way: Way, result: int | None, decline: bool) -> Term:
    """Give the ±6 or 0 of a throw (R16), of a waived one (R18, A17), or of surprise (R26)."""
    unmet = "declined" if decline else ""
    match way, result:
        case "ambush", _:
            return Term("surprise", "R26", WON, fighter.key)
        case "waived", 1:
            return Term("waived_for", "A17", WON, fighter.key, unmet)
        case "waived", _:
            return Term("waived_against", "A17", LOST, fighter.key)
        case "none", _:
            return Term("no_throw", "A19", 0, fighter.key)
        case _, 1:
            return Term("throw_won", "R16", WON, fighter.key, unmet)
        case _, -1:
            return Term("throw_lost", "R16", LOST, fighter.key)
    return Term("throw_drawn", "R16", 0, fighter.key)


def length_term(state: State, fighter: Fighter, other: Fighter, unmet: str = "") -> Term:
    """Give the longer weapon's +1 (R67): as the KM grants it, none where both have it (A82)."""
    if not unmet and fighter.key not in state.longer:
        unmet = "not_granted"
    elif not unmet and other.key in state.longer:
        unmet = "equal_length"
    return Term("longer_weapon", "R67", LENGTH, fighter.key, unmet)


def shield_terms(fighter: Fighter, unmet: str) -> tuple[Term, ...]:
    """Give the shield, where he has one (A13)."""
    if not fighter.sheet.shield:
        return ()
    if not unmet and not fighter.shield_up:
        unmet = "shield_down"
    return (Term("shield", "A13", fighter.sheet.shield, fighter.key, unmet),)


def knockout_terms(fighter: Fighter, knockout: bool) -> tuple[Term, ...]:
    """Give the −6 of a knockout, on that attack only (R20, A86), or the special attack's own (R25, A43)."""
    if not knockout:
        return ()
    own = fighter.sheet.knockout_modifier
    if own is None:
        return (Term("knockout", "R20", KNOCKOUT, fighter.key),)
    return (
        Term("knockout", "R20", KNOCKOUT, fighter.key, "knockout_special"),
        Term("knockout_special", "R25", own, fighter.key),
    )


def aim_terms(fighter: Fighter, aim: str, number: int) -> tuple[Term | Limit, ...]:
    """Give the deduction of an aimed attack: −3, −6, or the number of a KM or Seer, never beyond −9.

    R87–R90. The floor concerns the aiming alone, so these terms stand first in the total (A79).
    """
    if number:
        return (
            Term("aim_number", "R89", number, fighter.key),
            Limit("aim_floor", "R90", "floor", AIM_FLOOR, fighter.key),
        )
    if aim in LIGHT_PARTS:
        return (Term("aim", "R87", LIGHT_AIM, fighter.key),)
    if aim in HARD_PARTS:
        return (Term("aim", "R88", HARD_AIM, fighter.key),)
    return ()


def refuse_aim(aim: str, number: int) -> None:
    """Raise Refused for an aim that has no deduction: another part's is for a KM or Seer to name (R89)."""
    if number > 0:
        raise Refused("not_a_deduction", "R89", number=number)
    if aim and not number and aim not in LIGHT_PARTS + HARD_PARTS:
        raise Refused("part_unknown", "R89", part=aim)
