"""Effective parameters and difficulties (V2.2, V2.3, V6.2, V6.3), as terms with their rules."""

from __future__ import annotations

from functools import lru_cache

from referee.kernel.terms import Limit, Sum, Term, settle
from vex.rules.catalogue import Weapon, armours
from vex.rules.codes import TERMS
from vex.rules.state import INDEX, Fighter, Running, Sheet, State, Wound, reserved, suit

STANCES = {"attacking": {"ATK": 3, "DEF": -4}, "defensive": {"DEF": 2, "ATK": -4}}  # V9.11
CONCENTRATIONS = {"concentration": 2, "super_concentration": 5}  # V11.6, V11.15
RESERVE = 3  # V9.10a
HAMMER_LOWERS = 3  # V6.3

type Part = Term | Limit


def term(code: str, value: int, source: str = "", unmet: str = "") -> Term:
    """Make a term that cites the rule of its code."""
    return Term(code, TERMS[code], value, source, unmet)


def numbers(state: State, fighter: Fighter, parameter: str) -> tuple[Term, ...]:
    """Give the terms of an effective parameter (V2.2); their sum may be below zero."""
    bound = reserved(state, fighter.sheet.key) if parameter == "INT" else 0
    return _numbers(
        fighter.sheet, fighter.armour, fighter.stance, fighter.spirits, fighter.wounds, bound, parameter
    )


@lru_cache(maxsize=8192)
def _numbers(
    sheet: Sheet,
    armour: str,
    stance: str,
    spirits: tuple[Running, ...],
    wounds: tuple[Wound, ...],
    bound: int,
    parameter: str,
) -> tuple[Term, ...]:
    terms = [term("base", sheet.params[INDEX[parameter]], parameter)]
    perks = sheet.perks
    if "genius" in perks:
        terms.append(term("genius", 1))
    if "armour_master" in perks and armour and parameter in ("DEF", "VIT"):
        terms.append(term("armour_master", 1, armour))
    if stance in STANCES and parameter in STANCES[stance]:
        terms.append(term("stance", STANCES[stance][parameter], stance))
    terms.extend(term(one.id, CONCENTRATIONS[one.id]) for one in spirits if one.id in CONCENTRATIONS)
    if "masochist" in perks and parameter in ("ATK", "VIT"):
        value = 2 if parameter == "ATK" else -2
        terms.extend(term("masochist", value, wound.kind) for wound in wounds if wound.open)
    # V10.5: to the Indomitable open wounds count in VIT alone.
    unmet = "indomitable" if "indomitable" in perks and parameter != "VIT" else ""
    for wound in wounds:
        if wound.open:
            terms.append(term(wound.kind, -wound.severity, unmet=unmet))
        elif parameter == "VIT":
            terms.append(term("bandage", -wound.severity))
    if bound:
        terms.append(term("skeletons", -RESERVE * bound))
    return tuple(terms)


def value(state: State, fighter: Fighter, parameter: str) -> int:
    """Give an effective parameter as a number."""
    return settle(numbers(state, fighter, parameter)).total


@lru_cache(maxsize=8192)
def settled(parts: tuple[Part, ...]) -> Sum:
    """Settle parts, remembering what came of the same parts before."""
    return settle(parts)


def armour_class(state: State, fighter: Fighter, weapon: Weapon | None = None) -> tuple[Part, ...]:
    """Give the parts of an armour class (V6.2): with a hammer's floor (V6.3) where `weapon` is one.

    Unarmed blows meet DEF and VIT and no floor (V6.5).
    """
    defence = numbers(state, fighter, "DEF")
    if weapon is not None and weapon.unarmed:
        return (term("armour_class", 11), *defence, *numbers(state, fighter, "VIT"))
    return (
        term("armour_class", 11),
        *defence,
        floor_of(fighter.armour, weapon is not None and "lower_floor" in weapon.traits),
    )


@lru_cache(maxsize=64)
def floor_of(armour: str, lowered: bool) -> Limit:
    """Give the floor of an armour class; `lowered` is a hammer's, never below 11 (V6.3)."""
    floor = armours()[armour].floor
    if lowered:
        return Limit("lowered_floor", "V6.3", "floor", max(floor - HAMMER_LOWERS, 11), armour)
    return Limit("floor", "V6.2", "floor", floor, armour)


def survival(state: State, fighter: Fighter) -> tuple[Part, ...]:
    """Give the parts of the survival threshold: 11 + VIT (V2.3)."""
    return (term("survival", 11), *numbers(state, fighter, "VIT"))


def severity(fighter: Fighter, weapon: Weapon, shooter: Fighter, always_light: bool) -> int:
    """Give the severity of the wound that a blow leaves (V6.9); 0 is none."""
    if weapon.unarmed and always_light:
        return 1
    power = weapon.power + (1 if weapon.bow and shooter.has("sniper") else 0)
    return max(0, min(4, power - suit(fighter).level))
