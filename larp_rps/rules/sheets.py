"""From a sheet to a fighter: defaults, and what cannot fight (A21, A36, A43, A63)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from larp_rps.rules.codes import RULINGS
from larp_rps.rules.state import HANDS, Before, Fighter, FighterSheet, Held, Rulings, State, Weapon
from referee.kernel.refusals import Refused

CARRIED = ("points", "unconscious", "down")
"""What a fight changes and the sheet keeps: points, and how the fighter lies."""


def fighter(key: str, side: str, sheet: FighterSheet, *, points: int | None = None) -> Fighter:
    """Give a fighter as he comes to a fight; raise Refused where his sheet cannot fight.

    With 0 points or less he is down (A83).
    """
    check(sheet)
    hp = sheet.hp if points is None else points
    down = hp <= 0
    return Fighter(key, side, sheet, hp, Before(hp, down=down), down=down, hands=held(sheet))


def from_sheet(key: str, side: str, values: Mapping[str, Any]) -> Fighter:
    """Give a fighter from plain values: the fields of FighterSheet and Weapon, and what is carried over.

    Raise Refused on a field that the sheet does not have.
    """
    known = {field.name for field in fields(FighterSheet)}
    weapon_fields = {field.name for field in fields(Weapon)}
    for name in values:
        if name not in known and name not in CARRIED:
            raise Refused("field_unknown", "A13", field=name)
    own = {name: value for name, value in values.items() if name in known}
    for weapon in own.get("weapons", ()):
        for name in weapon:
            if name not in weapon_fields:
                raise Refused("field_unknown", "A13", field=name)
    own["weapons"] = tuple(Weapon(**weapon) for weapon in own.get("weapons", ()))
    own["anatomy"] = tuple(own.get("anatomy", ()))
    made = fighter(key, side, FighterSheet(**own), points=values.get("points"))
    return carry_in(made, values)


def carry_in(made: Fighter, values: Mapping[str, Any]) -> Fighter:
    """Give the fighter as he lay before: what was carried over stands above what the points say (A83)."""
    down = values.get("down")
    unconscious = bool(values.get("unconscious"))
    made = replace(made, unconscious=unconscious, down=made.down if down is None else down)
    return replace(made, before=made.now)


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


def open_fight(fighters: Iterable[Fighter], rulings: Mapping[str, str]) -> State:
    """Give the state that a fight opens with; raise Refused on a ruling that there is not."""
    for key, value in rulings.items():
        if value not in RULINGS.get(key, ()):
            raise Refused("ruling_unknown", "A13", ruling=key, value=value)
    listed = tuple(fighters)
    if len({one.key for one in listed}) < len(listed):
        raise Refused("here_already", "R6")
    return State(listed, Rulings(**dict(rulings)))
