"""Exports: a fight from its ledger as a scenario that plays to the same state (docs/scenarios.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.adjudication.desk import fighters_of
from referee.adjudication.events import Opened
from referee.adjudication.position import events_of, refold
from referee.adjudication.telling import tell
from referee.boards import fighter_name
from referee.codec import by_name, decode, parse
from referee.models import Clash, Entry, Stream
from referee.scenarios import BadScenario, Recorded, Scenarios
from referee.system import RuleSystem, system_for


def exported(clash: Clash, *, replace: bool) -> dict[str, Any]:
    """Give a fight as a scenario, under its people's names or plain ones.

    Raise BadScenario where its system has none, or where it would play otherwise than it was fought.
    """
    system = system_for(clash.system)
    if not isinstance(system, Scenarios):
        raise BadScenario("system", f"{clash.system}: its fights have no scenarios")
    rows = fighters_of(clash)
    if replace:
        names = replaced([(row.key, row.side) for row in rows])
    else:
        names = told_apart({row.key: fighter_name(row) for row in rows})
    return system.export(recorded(clash.stream, system, names), clash.code)


def recorded(stream: Stream, system: RuleSystem, names: Mapping[str, str]) -> Recorded:
    """Read a fight from its ledger, up to the head and along its path: what was undone is not in it."""
    entries = list(Entry.objects.filter(stream=stream).order_by("seq"))
    folded = refold(entries, system)
    opening: Any = None
    trail: list[Any] = []
    for entry in entries:
        if entry.seq not in folded.path:
            continue
        events = events_of(entry, system)
        for event in events:
            if isinstance(event, Opened):
                opening = decode(by_name((system.state_type,)), parse(event.state))
        telling = tell(entry, events)
        trail.extend(telling.trail if telling else ())
    return Recorded(opening, tuple(trail), folded.position.state, names)


def replaced(sides: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Give fighters plain names by side and place, A1, A2, B1; `sides` are (key, side) in roster order."""
    counts: dict[str, int] = {}
    names: dict[str, str] = {}
    for key, side in sides:
        counts[side] = counts.get(side, 0) + 1
        names[key] = f"{side}{counts[side]}"
    return names


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Give names so that no two are the same: the second of one name has a 2 behind it."""
    taken: set[str] = set()
    found: dict[str, str] = {}
    for key, name in names.items():
        plain = name or key
        number, unique = 1, plain
        while unique in taken:
            number += 1
            unique = f"{plain} {number}"
        taken.add(unique)
        found[key] = unique
    return found
