"""A battle as a scenario file: as it stands now, for forecasts and for playing it again elsewhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from vex.rules.codes import PARAMETERS, RULINGS
from vex.rules.state import Fighter, State


def scenario(state: State, names: Mapping[str, str]) -> str:
    """Write a battle as `vex.rules.scenario` reads it: rulings that are not the default, and who lives."""
    lines = [f"narrow = {_value(state.narrow)}", ""]
    own = {key: getattr(state.rulings, key) for key, values in RULINGS.items()}
    changed = {key: value for key, value in own.items() if value != RULINGS[key][0]}
    if changed:
        lines += ["[rulings]", *(f"{key} = {_value(value)}" for key, value in changed.items()), ""]
    for fighter in state.fighters:
        if fighter.alive and not fighter.skeleton:
            name = names.get(fighter.key, fighter.key)
            if sum(names.get(one.key) == name for one in state.fighters) > 1:
                name = f"{name} {fighter.key}"
            sheet = _sheet(fighter, name)
            lines += ["[[fighters]]", *(f"{key} = {_value(value)}" for key, value in sheet.items()), ""]
    return "\n".join(lines)


def _sheet(fighter: Fighter, name: str) -> dict[str, Any]:
    sheet = fighter.sheet
    params = {key: value for key, value in zip(PARAMETERS, sheet.params, strict=True) if value}
    told: dict[str, Any] = {
        "name": name,
        "side": fighter.side,
        "line": fighter.line,
        "params": params,
        "lives": fighter.lives,
        "weapons": list(fighter.weapons),
        "perks": list(sheet.perks),
        "tactic": sheet.tactic,
        "spirit_points": fighter.points,
        "potions": fighter.potions,
        "kit_charges": fighter.kit,
        "reactions": sheet.reactions,
        "charges": sheet.charges,
        "wounds": [[one.kind, one.severity] for one in fighter.wounds],
    }
    if fighter.armour:
        told["armour"] = fighter.armour
    return told


def _value(value: Any) -> str:
    """Write a value as TOML: JSON's own writing but for tables."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)
