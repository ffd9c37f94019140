"""Scenario files: a battle as TOML, for forecasts. What does not fit is told with its place."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from referee.kernel.refusals import Refused
from vex.rules.catalogue import Weapon, own_weapons_of
from vex.rules.opening import MOST_FIGHTERS, open_battle, open_fighter, open_rulings
from vex.rules.state import State

KEYS = ("narrow", "rulings", "items", "fighters")
MOST_TEXT = 200_000


class ScenarioError(ValueError):
    """A file that is no scenario: its name, the place in it, a code of what is wrong, and the rule if any."""

    def __init__(self, source: str, place: str, code: str, detail: str = "", rule: str = "") -> None:
        super().__init__(f"{source}: {place}: {code}{f' {rule}' if rule else ''}: {detail}")
        self.source = source
        self.place = place
        self.code = code
        self.detail = detail
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Scenario:
    """A battle that may begin, and its fighters' names by their ids."""

    state: State
    names: tuple[tuple[str, str], ...]


def parse_scenario(text: str, source: str) -> Scenario:
    """Read a scenario: `narrow`, `rulings`, `items` (V8.3) and `[[fighters]]`, each with a name and a sheet.

    Raise ScenarioError, or CatalogueError for an item.
    """
    if len(text) > MOST_TEXT:
        raise ScenarioError(source, "1", "too_long", str(len(text)))
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        place = re.search(r"line (\d+)", str(error))
        raise ScenarioError(source, place.group(1) if place else "1", "no_toml", str(error)[:200]) from None
    for key in data:
        if key not in KEYS:
            raise ScenarioError(source, key[:40], "unknown_key")
    narrow = data.get("narrow", False)
    if type(narrow) is not bool:
        raise ScenarioError(source, "narrow", "no_bool", str(narrow)[:80])
    rulings = _table(data, "rulings", source)
    _fits(source, "rulings", lambda: open_rulings(rulings))
    items = own_weapons_of(_table(data, "items", source), text, source)
    sheets, names = _sheets(data, source, items)
    state = _fits(source, "fighters", lambda: open_battle(sheets, rulings, narrow=narrow, items=items))
    return Scenario(state, names)


def _table(data: Mapping[str, Any], key: str, source: str) -> dict[str, Any]:
    table = data.get(key, {})
    if not isinstance(table, dict):
        raise ScenarioError(source, key, "no_table", str(table)[:80])
    return table


def _sheets(
    data: Mapping[str, Any], source: str, items: tuple[Weapon, ...]
) -> tuple[list[tuple[str, dict[str, Any]]], tuple[tuple[str, str], ...]]:
    listed = data.get("fighters", [])
    if not isinstance(listed, list) or not 1 <= len(listed) <= MOST_FIGHTERS:
        raise ScenarioError(source, "fighters", "no_fighters")
    sheets: list[tuple[str, dict[str, Any]]] = []
    names: list[str] = []
    for number, one in enumerate(listed, 1):
        place = f"fighters[{number}]"
        if not isinstance(one, dict):
            raise ScenarioError(source, place, "no_table", str(one)[:80])
        name = one.get("name", "")
        if not isinstance(name, str) or not name.strip() or len(name) > 80 or name in names:
            raise ScenarioError(source, f"{place}.name", "bad_name", str(name)[:80])
        names.append(name)
        sheet = {key: value for key, value in one.items() if key != "name"}
        key = f"f{number}"
        _fits(source, f"{place} ({name})", partial(open_fighter, key, sheet, items))
        sheets.append((key, sheet))
    return sheets, tuple((key, name) for (key, _), name in zip(sheets, names, strict=True))


def _fits[T](source: str, place: str, make: Callable[[], T]) -> T:
    try:
        return make()
    except Refused as refused:
        detail = " ".join(str(value) for value in refused.params.values())
        raise ScenarioError(source, place, refused.code, detail, refused.rule) from None
