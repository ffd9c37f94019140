"""The catalogue (V8): weapons, runes and armour as data, checked when they are loaded."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from vex.rules.codes import ACTIONS, PARAMETERS

FISTS = "fists"
WEAPON_ACTIONS = ("strike", "assault", "shot", "sniper_shot", "fireball", "lightning", "heal", "summon")
TRAITS = (
    "heavy",  # V3.8
    "defensive_reaction",  # V4.1
    "trial_advantage",  # V6.8
    "hammer_stun",  # V9.5
    "lower_floor",  # V6.3
    "wide_penalty",  # V9.16
    "long",  # V8.1
    "ranged",  # V6.8
    "bow",  # V12.2, V12.3, V12.17
    "crossbow",  # V12.17
    "unarmed",  # V6.5
)
_HERE = Path(__file__).with_name("catalogue")


class CatalogueError(ValueError):
    """Data that is no catalogue: says the file, the line and what is wrong."""

    def __init__(self, source: str, line: int, reason: str) -> None:
        super().__init__(f"{source}:{line}: {reason}")
        self.source = source
        self.line = line
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon or rune of V8; `parameter` is what its rolls are made with and what its bonus counts for."""

    id: str
    slots: int
    power: int
    parameter: str
    bonus: int
    actions: tuple[str, ...]
    traits: tuple[str, ...] = ()

    @property
    def melee(self) -> bool:
        """Tell whether it strikes in melee."""
        return "strike" in self.actions

    @property
    def unarmed(self) -> bool:
        """Tell whether its blows are those of V6.5."""
        return "unarmed" in self.traits

    @property
    def bow(self) -> bool:
        """Tell whether it is a bow, which reacts and shoots by V12.2, V12.3, V12.17."""
        return "bow" in self.traits


@dataclass(frozen=True, slots=True)
class Armour:
    """A suit of armour: its level (V6.9), floor (V6.2) and weight (V3.8)."""

    id: str
    level: int
    floor: int
    heavy: bool = False


NO_ARMOUR = Armour("", 0, 11)
_KINDS: Mapping[str, tuple[type, type]] = {
    "slots": (int, int),
    "power": (int, int),
    "bonus": (int, int),
    "level": (int, int),
    "floor": (int, int),
    "parameter": (str, str),
    "heavy": (bool, bool),
    "actions": (list, str),
    "traits": (list, str),
}
_RANGES = {"slots": (0, 3), "power": (0, 9), "bonus": (-20, 20), "level": (0, 9), "floor": (0, 40)}
_WORDS = {"actions": WEAPON_ACTIONS, "traits": TRAITS, "parameter": PARAMETERS}


def _line_of(text: str, table: str, key: str = "") -> int:
    """Find the line of a table, or of a key inside it; TOML's reader keeps no places."""
    inside = False
    found = 1
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[+\s*\"?([^\]\"]*)\"?\s*\]+", line):
            if inside:
                break
            inside = header.group(1).strip() == table
            found = number if inside else found
        elif inside and key and re.match(rf"\s*\"?{re.escape(key)}\"?\s*=", line):
            return number
    return found


def _tables(text: str, source: str) -> dict[str, dict[str, Any]]:
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        place = re.search(r"line (\d+)", str(error))
        raise CatalogueError(source, int(place.group(1)) if place else 1, str(error)) from None
    for name, table in data.items():
        if not isinstance(table, dict):
            raise CatalogueError(source, _line_of(text, "", name), f"{name}: a table is wanted")
    return data


def _checked(text: str, source: str, name: str, table: dict[str, Any], wanted: tuple[str, ...]) -> None:
    for key, value in table.items():
        line = _line_of(text, name, key)
        if key not in wanted:
            raise CatalogueError(source, line, f"{name}: unknown key {key!r}")
        outer, inner = _KINDS[key]
        if type(value) is not outer:
            raise CatalogueError(source, line, f"{name}.{key}: {outer.__name__} wanted")
        listed: list[Any] = value if isinstance(value, list) else [value]
        for one in listed:
            if type(one) is not inner:
                raise CatalogueError(source, line, f"{name}.{key}: {inner.__name__} wanted")
            if key in _WORDS and one not in _WORDS[key]:
                raise CatalogueError(source, line, f"{name}.{key}: unknown id {one!r}")
        low, high = _RANGES.get(key, (0, 0))
        if key in _RANGES and isinstance(value, int) and not low <= value <= high:
            raise CatalogueError(source, line, f"{name}.{key}: {low} to {high} wanted, got {value}")


def _required(text: str, source: str, name: str, table: dict[str, Any], keys: tuple[str, ...]) -> None:
    for key in keys:
        if key not in table:
            raise CatalogueError(source, _line_of(text, name), f"{name}: {key!r} is missing")


def parse_weapons(text: str, source: str) -> tuple[Weapon, ...]:
    """Read weapons from TOML text; raise CatalogueError with the source and line of what does not fit."""
    return _weapons(_tables(text, source), text, source, ())


def _weapons(
    tables: Mapping[str, Any], text: str, source: str, taken: tuple[str, ...], under: str = ""
) -> tuple[Weapon, ...]:
    keys = ("slots", "power", "parameter", "bonus", "actions")
    made = []
    for name, table in tables.items():
        header = under + name
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,40}", name):
            raise CatalogueError(source, _line_of(text, header), f"{name!r}: an id in snake_case is wanted")
        if name in taken:
            raise CatalogueError(source, _line_of(text, header), f"{name}: this id is taken")
        if not isinstance(table, dict):
            raise CatalogueError(
                source, _line_of(text, under.rstrip("."), name), f"{name}: a table is wanted"
            )
        _checked(text, source, header, table, (*keys, "traits"))
        _required(text, source, header, table, keys)
        made.append(
            Weapon(
                name,
                table["slots"],
                table["power"],
                table["parameter"],
                table["bonus"],
                tuple(table["actions"]),
                tuple(table.get("traits", ())),
            )
        )
    return tuple(made)


def parse_armour(text: str, source: str) -> tuple[Armour, ...]:
    """Read armour from TOML text; raise CatalogueError as parse_weapons does."""
    suits = []
    for name, table in _tables(text, source).items():
        _checked(text, source, name, table, ("level", "floor", "heavy"))
        _required(text, source, name, table, ("level", "floor"))
        suits.append(Armour(name, table["level"], table["floor"], table.get("heavy", False)))
    return tuple(suits)


@cache
def weapons(own: tuple[Weapon, ...] = ()) -> Mapping[str, Weapon]:
    """Give the weapons by id: those of V8 and an event's own."""
    path = _HERE / "weapons.toml"
    listed = parse_weapons(path.read_text("utf-8"), path.name)
    return {weapon.id: weapon for weapon in (*listed, *own)}


@cache
def armours() -> Mapping[str, Armour]:
    """Give the armour of V8 by id; the empty id is none."""
    path = _HERE / "armour.toml"
    return {suit.id: suit for suit in (NO_ARMOUR, *parse_armour(path.read_text("utf-8"), path.name))}


def own_weapons_of(tables: Mapping[str, Any], text: str, source: str) -> tuple[Weapon, ...]:
    """Make an event's own items (V8.3) of the tables below `items` in a text: as in V8, ids of their own."""
    taken = (*weapons(), *(name for name in armours() if name), "potion", "kit")
    return _weapons(tables, text, source, taken, "items.")


assert set(WEAPON_ACTIONS) <= set(ACTIONS)
