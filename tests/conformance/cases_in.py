"""Conformance cases: reading them, and playing each by the adapter of its system."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

OWN = Path(__file__).parent / "cases"
ADAPTERS = {"vex": "tests.conformance.play_vex", "larp_rps": "tests.conformance.play_larp_rps"}


class BadCase(Exception):
    """A case that is not written as the format says."""


def cases_in(folder: Path) -> list[dict[str, Any]]:
    """Give all cases below a folder, file by file."""
    if not folder.is_dir():
        raise BadCase(f"no folder of cases: {folder}")
    return [case for path in sorted(folder.rglob("*.json")) for case in json.loads(path.read_text("utf-8"))]


def play(case: dict[str, Any]) -> None:
    """Play a case on the real engine; AssertionError or BadCase where it does not come out as written.

    An adapter is imported for its own cases alone, so that a missing one fails only those.
    """
    system = case.get("system")
    if system not in ADAPTERS:
        raise BadCase(f"no adapter for the system {system!r}")
    import_module(ADAPTERS[system]).play(case)


def only(given: dict[str, Any], *keys: str) -> dict[str, Any]:
    """Give the object if it has no key but these; BadCase otherwise. A key is never skipped."""
    if not isinstance(given, dict):
        raise BadCase(f"an object wanted, got {given!r}")
    if unknown := sorted(set(given) - set(keys)):
        raise BadCase(f"unknown keys {unknown} in {given}")
    return given
