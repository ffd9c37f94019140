"""From sheets to a fight: what a fighter enters with, and what cannot fight (A21, A43, A63)."""

from __future__ import annotations

from collections.abc import Iterable

from larp_rps.rules.codes import RULINGS
from larp_rps.rules.state import HANDS, Before, Fighter, FighterSheet, Held, Rulings, State, Weapon
from referee.kernel.refusals import Refused


def enter(
    key: str, side: str, sheet: FighterSheet, *, unconscious: bool = False, down: bool = False
) -> Fighter:
    """Give a fighter as he comes to a fight; raise Refused where his sheet cannot fight.

    With 0 points or less he is down (A83).
    """
    check(sheet)
    fallen = down or sheet.hp <= 0
    before = Before(sheet.hp, unconscious, fallen)
    return Fighter(key, side, sheet, sheet.hp, before, unconscious, fallen, hands=held(sheet))


def held(sheet: FighterSheet) -> tuple[Held, ...]:
    """Give the hands with what they hold; the first weapon in the right hand where none is named."""
    named = tuple(
        Held(hand, weapon) for hand, weapon in zip(HANDS, (sheet.right, sheet.left), strict=True) if weapon
    )
    if named or not sheet.weapons:
        return named
    return (Held(HANDS[0], sheet.weapons[0].id),)


def check(sheet: FighterSheet) -> None:
    """Raise Refused where a sheet cannot fight."""
    for weapon in sheet.weapons:
        check_weapon(weapon)
    ids = {weapon.id for weapon in sheet.weapons}
    if len(ids) < len(set(sheet.weapons)):
        raise Refused("weapon_twice", "A13")
    for hand, held_id in zip(HANDS, (sheet.right, sheet.left), strict=True):
        if held_id and held_id not in ids:
            raise Refused("weapon_unknown", "R40", hand=hand, weapon=held_id)
    if sheet.armour < 0:
        raise Refused("armour_negative", "R22", armour=sheet.armour)
    if sheet.knockout_threshold is not None and sheet.knockout_threshold < 1:
        raise Refused("threshold_too_small", "A43", threshold=sheet.knockout_threshold)


def check_weapon(weapon: Weapon) -> None:
    """Raise Refused where a weapon's data contradict themselves (A21, A63)."""
    if not weapon.id:
        raise Refused("weapon_nameless", "R40")
    if weapon.minimum > weapon.maximum:
        raise Refused(
            "minimum_over_maximum", "A21", weapon=weapon.id, minimum=weapon.minimum, maximum=weapon.maximum
        )
    if weapon.deduction > 0:
        raise Refused("deduction_positive", "A63", weapon=weapon.id, deduction=weapon.deduction)
    if min(weapon.maximum, weapon.minimum, weapon.fixed or 0, weapon.attacks or 0) < 0:
        raise Refused("weapon_negative", "R35", weapon=weapon.id)


def open_fight(fighters: Iterable[Fighter], rulings: Rulings | None = None) -> State:
    """Give the state that a fight opens with; raise Refused on a ruling that there is not, or a key twice."""
    rulings = rulings or Rulings()
    for key, values in RULINGS.items():
        if getattr(rulings, key) not in values:
            raise Refused("ruling_unknown", "A13", ruling=key, value=str(getattr(rulings, key)))
    listed = tuple(fighters)
    for place, fighter in enumerate(listed):
        if any(other.key == fighter.key for other in listed[:place]):
            raise Refused("here_already", "R6", who=fighter.key)
    return State(listed, rulings)
