"""Scenarios at the seam: a fight as a file that a person can read, write and play again (docs/scenarios.md).

Which steps and fighters there are is the rule system's to say; the site reads the file and prints what came.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

MOST_TEXT = 5_000_000
"""Characters of a scenario file: more is none that a person wrote, and no fight that was fought."""


class BadScenario(Exception):
    """A scenario that cannot be played: the place in the file, and the reason."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}" if place else reason)
        self.place = place
        self.reason = reason

    def within(self, place: str) -> BadScenario:
        """Give the same with the place that it stands in."""
        return BadScenario(f"{place}: {self.place}" if self.place else place, self.reason)


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """One line of what came of a step: label, value and rule; `depth` tells what it belongs to."""

    step: int
    label: str
    value: str
    rule: str
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """A scenario as it came out: its lines, the outcome as data, and what was expected otherwise."""

    lines: tuple[PlayedLine, ...]
    outcome: Mapping[str, Any]
    otherwise: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recorded:
    """A fight as its ledger has it: the state it opened with, and what happened on the head's path.

    `trail` holds rule events and Heard lines in order. Sealed throws of an open ask are no part of it (L7).
    """

    opening: Any
    trail: tuple[Any, ...]
    state: Any
    names: Mapping[str, str] = field(default_factory=dict)


@runtime_checkable
class Scenarios(Protocol):
    """What a rule system adds whose fights stand in files."""

    def play(self, case: Mapping[str, Any]) -> Played:
        """Play a scenario on the rules, strictly; raise BadScenario where it cannot be played.

        Lines are in the current language.
        """

    def export(self, recorded: Recorded, title: str) -> dict[str, Any]:
        """Give a fight as a scenario under these names; raise BadScenario where it would play otherwise."""


def cases_of(text: str) -> list[dict[str, Any]]:
    """Read a file of one scenario or a list of them; raise BadScenario where it is neither."""
    if len(text) > MOST_TEXT:
        raise BadScenario("", f"more than {MOST_TEXT} characters")
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadScenario(f"line {error.lineno}, column {error.colno}", f"no JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise BadScenario("", f"no JSON: {error}"[:200]) from None
    cases = data if isinstance(data, list) else [data]
    if not cases:
        raise BadScenario("", "no scenario in it")
    for number, case in enumerate(cases, 1):
        if not isinstance(case, dict):
            raise BadScenario(f"scenario {number}", f"an object is wanted: {str(case)[:60]}")
    return cases
