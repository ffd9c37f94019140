"""What a referee posts to open a fight: the line, how it begins, and numbers typed on the spot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Literal

from django.http import QueryDict

from referee.brawls import LONGEST, Place
from referee.forms.clashes import number_in
from referee.kernel.refusals import Refused
from referee.system import Field, RuleSystem, Schema

type When = Literal["now", "running", "finished"]


@dataclass(frozen=True, slots=True)
class Opening:
    """A fight to be opened. `order` holds groups of places in the line, from 1."""

    line: str
    system: str
    when: When
    order: tuple[tuple[int, ...], ...]
    by_hand: bool
    public: bool


@dataclass(frozen=True, slots=True)
class Typed:
    """A number or a condition of a sheet that can be typed for one fighter, under the name of its control."""

    name: str
    field: Field
    value: Any


def opening_in(fields: QueryDict) -> Opening:
    """Read what is to be opened; what was not said has its default."""
    when = fields.get("when", "now")
    return Opening(
        fields.get("line", "")[:LONGEST].strip(),
        fields.get("system", "")[:40],
        "running" if when == "running" else "finished" if when == "finished" else "now",
        _order(fields.get("order", "")),
        fields.get("by_hand") == "on",
        fields.get("public") == "on",
    )


def _order(told: str) -> tuple[tuple[int, ...], ...]:
    groups = [
        [int(one) for one in group.split(",") if one.isascii() and one.isdecimal() and len(one) < 4]
        for group in told[:200].split("|")
    ]
    return tuple(tuple(group) for group in groups if group)


def fits(order: Sequence[Sequence[int]], count: int) -> bool:
    """Tell whether an order names each of so many places at most once, and no other."""
    told = [place for group in order for place in group]
    return len(told) == len(set(told)) and all(1 <= place <= count for place in told)


def numbers_of(system: RuleSystem, place: int, sheet: Mapping[str, Any]) -> list[Typed]:
    """Give the numbers that can be typed for a fighter without a sheet, those of the first weapon too."""
    found = _ints(system.sheet, f"n.{place}.", sheet)
    for field in system.sheet.fields:
        rows = sheet.get(field.key)
        if field.kind == "rows" and field.inner is not None and rows:
            found += _ints(field.inner, f"n.{place}.{field.key}.", rows[0])
    return found


def _ints(schema: Schema, prefix: str, values: Mapping[str, Any]) -> list[Typed]:
    return [
        Typed(prefix + field.key, field, values[field.key])
        for field in schema.fields
        if field.kind == "int" and values.get(field.key) is not None
    ]


def ends_of(system: RuleSystem, place: int, sheet: Mapping[str, Any]) -> list[Typed]:
    """Give what a finished fight leaves on a sheet: points and conditions."""
    known = {field.key: field for field in system.sheet.fields if field.kind in ("int", "bool")}
    return [Typed(f"e.{place}.{key}", known[key], sheet.get(key)) for key in system.carried if key in known]


def with_numbers(
    fields: QueryDict, system: RuleSystem, place: int, sheet: Mapping[str, Any]
) -> dict[str, Any]:
    """Give a sheet with the numbers that were typed for it; raise Refused where one does not fit."""
    changed: dict[str, Any] = deepcopy(dict(sheet))
    for typed in numbers_of(system, place, sheet):
        value = number_in(fields, typed.name)
        if value is None:
            continue
        *_, group, key = typed.name.split(".")
        target = changed[group][0] if group in changed else changed
        target[key] = value
    return system.sheet.clean(changed)


def end_in(fields: QueryDict, system: RuleSystem, place: int, sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Read what a finished fight left of a fighter; raise Refused where a number does not fit."""
    left: dict[str, Any] = {}
    for typed in ends_of(system, place, sheet):
        if typed.field.kind == "bool":
            left[typed.field.key] = fields.get(typed.name) == "on"
        else:
            value = number_in(fields, typed.name)
            left[typed.field.key] = sheet.get(typed.field.key) if value is None else value
    Schema(tuple(typed.field for typed in ends_of(system, place, sheet))).clean(left)
    return left


def typed_places(
    fields: QueryDict, system: RuleSystem, places: Sequence[Place]
) -> list[tuple[Place, list[Typed], list[Typed]]]:
    """Give the fighters with what can be typed for each, as it was typed already."""
    found = []
    for number, place in enumerate(places, 1):
        numbers = [] if place.seat else numbers_of(system, number, place.sheet)
        ends = ends_of(system, number, place.sheet)
        found.append((place, [_kept(fields, one) for one in numbers], [_kept(fields, one) for one in ends]))
    return found


def _kept(fields: QueryDict, typed: Typed) -> Typed:
    if typed.field.kind == "bool":
        on = fields.get(typed.name) == "on" if any(key.startswith("e.") for key in fields) else typed.value
        return Typed(typed.name, typed.field, on)
    return Typed(typed.name, typed.field, fields.get(typed.name, typed.value))


def must_know(system: str, known: Sequence[str]) -> str:
    """Give the rule system that was named, else the event's first; raise Refused where it is none of them."""
    if not system and known:
        return known[0]
    if system not in known:
        raise Refused("unknown_field", field=system)
    return system
