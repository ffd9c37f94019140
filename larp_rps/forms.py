"""Turns a posted form into a command of live combat, and says who may give which."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, get_type_hints

from larp_rps.rules.commands import (
    COMMANDS,
    Allowance,
    Ambush,
    Arm,
    Attack,
    Charge,
    Haste,
    Join,
    Leave,
    Longer,
    Order,
    Overrule,
    Pass,
    Penalty,
    Ruling,
    Situation,
    Spell,
    Tactic,
    Verdict,
)
from larp_rps.rules.state import Held
from referee.kernel.refusals import Refused
from referee.system import Acting

_BY_NAME = {kind.__name__: kind for kind in COMMANDS}
_OWN = (Attack, Ambush, Charge, Spell, Tactic, Arm, Pass, Leave)
_KM_ONLY: dict[type, str] = {
    Situation: "R80",
    Longer: "R67",
    Haste: "R48",
    Allowance: "A58",
    Ruling: "A83",
    Overrule: "R77",
    Verdict: "R32",
    Penalty: "R33",
}
"""What only a KM says, with the rule that says so."""

_LIES: Mapping[str, Mapping[str, str]] = {
    "stands": {"down": "off", "knocked_out": "off", "unconscious": "off"},
    "down": {"down": "on", "knocked_out": "off", "unconscious": "off"},
    "unconscious": {"down": "off", "knocked_out": "on", "unconscious": "on"},
}

type Groups = tuple[tuple[str, ...], ...]


def command(data: Mapping[str, str]) -> Any:
    """Make the command that `data["command"]` names from the fields of its own names.

    Lists are "a,b", groups "a|b,c", hands "right:sword,left:dagger"; `state` stands for the fields that say
    how somebody lies. Raise Refused where a field does not fit.
    """
    data = {**data, **_LIES.get(data.get("state", ""), {})}
    kind = _BY_NAME.get(data.get("command", ""))
    if kind is None:
        raise Refused("no_such_command", value=data.get("command", "")[:40])
    hints = get_type_hints(kind)
    given: dict[str, Any] = {}
    for item in fields(kind):
        value = data.get(item.name, "").strip()
        if len(value) > 400:
            raise Refused("invalid_field", field=item.name, value=value[:40])
        if value:
            given[item.name] = _read(hints[item.name], item.name, value)
        elif item.default is MISSING:
            raise Refused("field_missing", field=item.name)
    return kind(**given)


def _read(hint: Any, name: str, value: str) -> Any:
    match str(hint):
        case "<class 'str'>":
            return value
        case "<class 'bool'>" | "bool | None":
            return _truth(name, value)
        case "<class 'int'>" | "int | None":
            return whole(name, value)
        case "tuple[str, ...]":
            return _names(value)
        case "tuple[tuple[str, ...], ...]":
            return tuple(_names(group) for group in value.split("|"))
        case "tuple[larp_rps.rules.state.Held, ...]":
            return tuple(Held(*pair.split(":", 1)) for pair in _names(value) if ":" in pair)
    raise Refused("invalid_field", field=name, value=value[:40])


def _names(value: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in value.split(",") if one.strip())


def _truth(name: str, value: str) -> bool:
    if value in ("on", "true", "1", "yes"):
        return True
    if value in ("off", "false", "0", "no"):
        return False
    raise Refused("invalid_field", field=name, value=value[:40])


def whole(name: str, value: str) -> int:
    """Read a whole number; raise Refused where it is none."""
    plain = value.replace("−", "-")
    if not re.fullmatch(r"[+-]?[0-9]{1,6}", plain):
        raise Refused("invalid_field", field=name, value=value[:40])
    return int(plain)


def allow(given: Any, acting: Acting) -> None:
    """Raise Refused where this role may not give this command, whatever the state (R14, R32, R67, R80)."""
    if acting.role == "referee":
        if isinstance(given, Order) and given.by != "km":
            raise Refused("wrong_voice", "R14")
        return
    if getattr(given, "word", False):
        raise Refused("km_only", "R80")
    if type(given) in _KM_ONLY:
        raise Refused("km_only", _KM_ONLY[type(given)])
    if isinstance(given, Attack) and given.waived:
        raise Refused("km_only", "R18")
    if acting.role == "assistant":
        if isinstance(given, Order) and given.by != "seer":
            raise Refused("wrong_voice", "R14")
        return
    _allow_player(given, acting)


def _allow_player(given: Any, acting: Acting) -> None:
    if isinstance(given, (Attack, Ambush)) and given.aim_number:
        raise Refused("km_only", "R89")
    if isinstance(given, Order):
        raise Refused("km_only", "R14")
    if getattr(given, "weapon_bonus", ""):
        raise Refused("km_only", "R10")
    if isinstance(given, Join):
        if given.fighter is not None or given.key not in acting.keys:
            raise Refused("not_your_fighter")
    elif (isinstance(given, _OWN) and given.who not in acting.keys) or not acting.keys:
        raise Refused("not_your_fighter")
