"""Canonical text and digests: equal values have equal text, and a chain over it shows any change."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

START = "0" * 64
"""What the first link of a chain follows."""


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def plain(value: Any) -> Any:
    """Give a value as JSON's own types; a dataclass becomes an object of its fields."""
    if is_dataclass(value) and not isinstance(value, type):
        return {name: plain(getattr(value, name)) for name in _names(type(value))}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def canonical(value: Any) -> str:
    """Write a value as JSON text that is the same for equal values: sorted keys, no spaces, no escapes."""
    return json.dumps(
        value, default=_fields_of, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def _fields_of(value: Any) -> dict[str, Any]:
    if is_dataclass(value) and not isinstance(value, type):
        return {name: getattr(value, name) for name in _names(type(value))}
    raise TypeError(f"{type(value).__name__} has no canonical text")


def digest(value: Any) -> str:
    """Give the SHA-256 of a value's canonical text, in hex."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def link(previous: str, text: str) -> str:
    """Give the chain value of an entry with this text that follows the chain value `previous`."""
    return hashlib.sha256(f"{previous}\n{text}".encode()).hexdigest()


def commitment(salt: str, text: str) -> str:
    """Give the salted hash that stands for a text which the chain must bind but not tell."""
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()
