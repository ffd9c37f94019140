"""Opening a battle: fighters from plain sheets, checked; what does not fit is refused with its rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from vex.rules.catalogue import FISTS, Weapon, armours, weapons
from vex.rules.codes import PARAMETERS, PERKS, RULINGS, TACTICS, WOUND_KINDS
from vex.rules.plans import SLOTS, refuse, slots_used
from vex.rules.state import Fighter, Rulings, Sheet, State, Wound

RANGES = {
    "lives": (0, 99),
    "line": (1, 2),
    "spirit_points": (0, 999),
    "potions": (0, 99),
    "kit_charges": (0, 99),
    "reactions": (0, 9),
    "charges": (0, 9),
}
"""What a sheet's numbers may be."""
_RULES = {"line": "V5.1", "reactions": "V3.1", "charges": "V3.1", "spirit_points": "V11.2"}
PARAMETER_RANGE = (-99, 99)
MOST_FIGHTERS = 100
MOST_WOUNDS = 50
DEFAULTS: Mapping[str, Any] = {
    "side": "",
    "line": 1,
    "params": {},
    "lives": 1,
    "weapons": [],
    "armour": None,
    "perks": [],
    "spirit_points": 0,
    "potions": 0,
    "kit_charges": 0,
    "reactions": 1,
    "charges": None,
    "wounds": [],
    "tactic": "predatory",
}
"""A sheet's fields with their defaults; without a number of its own `charges` is 1 with the perk (V3.1)."""


def _bad(field: str, value: object, rule: str) -> Exception:
    return refuse("bad_sheet", rule, field=field, value=str(value)[:80])


def _number(sheet: Mapping[str, Any], field: str) -> int:
    value = sheet.get(field, DEFAULTS[field])
    low, high = RANGES[field]
    rule = {"line": "V5.1", "reactions": "V3.1", "charges": "V3.1", "spirit_points": "V11.2"}.get(
        field, "V2.1"
    )
    if type(value) is not int or not low <= value <= high:
        raise _bad(field, value, rule)
    return value


def _ids(sheet: Mapping[str, Any], field: str, known: Iterable[str], rule: str) -> tuple[str, ...]:
    value = sheet.get(field, DEFAULTS[field])
    if not isinstance(value, (list, tuple)) or not all(isinstance(one, str) for one in value):
        raise _bad(field, value, rule)
    allowed = set(known)
    for one in value:
        if one not in allowed:
            raise _bad(field, one, rule)
    return tuple(value)


def _params(sheet: Mapping[str, Any]) -> tuple[int, ...]:
    given = sheet.get("params", {})
    if not isinstance(given, Mapping):
        raise _bad("params", given, "V2.1")
    low, high = PARAMETER_RANGE
    for name, value in given.items():
        if name not in PARAMETERS or type(value) is not int or not low <= value <= high:
            raise _bad("params", f"{name} {value}", "V2.1")
    return tuple(given.get(name, 0) for name in PARAMETERS)


def _wounds(sheet: Mapping[str, Any]) -> tuple[Wound, ...]:
    given = sheet.get("wounds", [])
    if not isinstance(given, (list, tuple)) or len(given) > MOST_WOUNDS:
        raise _bad("wounds", given, "V10.1")
    wounds = []
    for one in given:
        if (
            not isinstance(one, (list, tuple))
            or len(one) != 2
            or one[0] not in WOUND_KINDS
            or type(one[1]) is not int
            or not 1 <= one[1] <= 4
        ):
            raise _bad("wounds", one, "V10.1")
        wounds.append(Wound(one[0], one[1]))
    return tuple(wounds)


def open_fighter(key: str, sheet: Mapping[str, Any], items: tuple[Weapon, ...] = ()) -> Fighter:
    """Make a fighter from a plain sheet with the keys of DEFAULTS; raise Refused("bad_sheet")."""
    for field in sheet:
        if field not in DEFAULTS:
            raise _bad("sheet", field, "V2.1")
    side = sheet.get("side", "")
    if not isinstance(side, str) or not side or len(side) > 40:
        raise _bad("side", side, "V2.1")
    perks = _ids(sheet, "perks", PERKS, "V12.20")
    tactic = sheet.get("tactic", "predatory")
    if not isinstance(tactic, str) or tactic not in TACTICS:
        raise _bad("tactic", tactic, "V13.1")
    armour = sheet.get("armour") or ""
    if not isinstance(armour, str) or armour not in armours():
        raise _bad("armour", armour, "V7.1")
    known = (name for name in weapons(items) if name != FISTS)
    carried = _ids(sheet, "weapons", known, "V7.2")
    if slots_used(items, carried) > SLOTS:
        raise refuse("no_slot", target=key)
    reactions = _number(sheet, "reactions")
    lives = _number(sheet, "lives")
    charges = int("counterattack" in perks) if sheet.get("charges") is None else _number(sheet, "charges")
    return Fighter(
        Sheet(
            key, side, _params(sheet), tuple(dict.fromkeys(perks)), tactic, reactions, charges, lives=lives
        ),
        lives=lives,
        line=_number(sheet, "line"),
        reactions=reactions,
        charges=charges,
        points=_number(sheet, "spirit_points"),
        wounds=_wounds(sheet),
        weapons=carried,
        armour=armour,
        potions=_number(sheet, "potions"),
        kit=_number(sheet, "kit_charges"),
    )


def open_rulings(given: Mapping[str, str]) -> Rulings:
    """Make the rulings of an event; raise Refused on an unknown key or value."""
    for key, value in given.items():
        if key not in RULINGS or value not in RULINGS[key]:
            raise _bad("rulings", f"{key} {value}", "V2.5")
    return Rulings(**given)


def open_battle(
    sheets: Iterable[tuple[str, Mapping[str, Any]]],
    rulings: Mapping[str, str] | None = None,
    *,
    narrow: bool = False,
    items: tuple[Weapon, ...] = (),
) -> State:
    """Open a battle of fighters in roster order, each with its key and sheet; raise Refused."""
    fighters = tuple(open_fighter(key, sheet, items) for key, sheet in sheets)
    keys = [one.key for one in fighters]
    if len(set(keys)) != len(keys):
        raise refuse("key_taken", who=tuple(keys))
    if len(keys) > MOST_FIGHTERS:
        raise _bad("fighters", len(keys), "V2.1")
    return State(fighters, narrow=narrow, rulings=open_rulings(rulings or {}), items=items)
