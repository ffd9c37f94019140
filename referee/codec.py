"""Between the rules' dataclasses and the ledger's text: canonical out, checked in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from referee.kernel.asks import Chosen, Dice, Ranking, Results, Signs
from referee.kernel.chain import canonical, plain

ANSWERS: Mapping[str, type] = {kind.__name__: kind for kind in (Dice, Signs, Results, Ranking, Chosen)}


class Undecodable(ValueError):
    """Text that is none of the stored values."""


def encode(value: Any) -> dict[str, Any]:
    """Give a dataclass as JSON's own types, under its name."""
    return {"type": type(value).__name__, **plain(value)}


def decode(types: Mapping[str, type], stored: Any) -> Any:
    """Make the dataclass again; raise Undecodable where the name is unknown or a field does not fit."""
    if not isinstance(stored, dict):
        raise Undecodable("an object is wanted")
    kind = types.get(stored.get("type", ""))
    if kind is None:
        raise Undecodable(f"unknown type {str(stored.get('type'))[:40]!r}")
    fields = {key: value for key, value in stored.items() if key != "type"}
    try:
        return msgspec.convert(fields, kind)
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        raise Undecodable(f"{kind.__name__}: {error}") from error


def by_name(*groups: Iterable[type]) -> dict[str, type]:
    """Give types by their names, for decode."""
    return {kind.__name__: kind for group in groups for kind in group}


def text(value: Any) -> str:
    """Write a value as canonical text."""
    return canonical(value)


def parse(stored: str) -> Any:
    """Read canonical text."""
    return json.loads(stored)
