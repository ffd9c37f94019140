"""Frozen values, changed: copy.replace without the detour through __init__, which odds take all the time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any


@cache
def _slots(kind: type) -> tuple[Callable[[Any], Any], tuple[Any, ...], dict[str, Any]]:
    names = tuple(field.name for field in fields(kind))
    setters = {name: getattr(kind, name).__set__ for name in names}
    return attrgetter(*names), tuple(setters.values()), setters


def replaced[T](value: T, /, **changes: Any) -> T:
    """Give a value with some fields changed; TypeError for a field that there is not.

    A slotted dataclass of two fields or more takes this as its `__replace__`, which copy.replace then calls.
    Its `__init__` does not run: it must have none of its own to say.
    """
    kind: type = type(value)
    read, setters, by_name = _slots(kind)
    new: T = object.__new__(kind)
    for put, field in zip(setters, read(value), strict=True):
        put(new, field)
    try:
        for name, field in changes.items():
            by_name[name](new, field)
    except KeyError as error:
        raise TypeError(f"{kind.__name__} has no field {error}") from None
    return new
