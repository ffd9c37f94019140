"""A seat's own stream: its sheets, and everything that changes them between and during fights."""

from __future__ import annotations

from collections.abc import Mapping
from copy import replace
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from referee.codec import by_name, decode, parse, text
from referee.kernel.fold import path
from referee.ledger import link_of
from referee.models import Entry, Stream
from referee.recent import Recent


@dataclass(frozen=True, slots=True)
class SheetSet:
    """A sheet was given or replaced; `sheet` is canonical text of a system's cleaned sheet."""

    system: str
    sheet: str


@dataclass(frozen=True, slots=True)
class NumberMoved:
    """A number of the sheet went up or down: points lost, healed, a permanent loss (R33)."""

    system: str
    field: str
    by: int


@dataclass(frozen=True, slots=True)
class ConditionSet:
    """A condition began or ended: unconscious, down."""

    system: str
    field: str
    to: bool


@dataclass(frozen=True, slots=True)
class FieldSet:
    """A field of the sheet that is neither a number nor a condition got this value (as text)."""

    system: str
    field: str
    value: str


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """The person arrived at the event, or the check-in was taken back."""

    here: bool


SEAT_EVENTS: tuple[type, ...] = (SheetSet, NumberMoved, ConditionSet, FieldSet, CheckedIn)
_TYPES = by_name(SEAT_EVENTS)


@dataclass(frozen=True, slots=True)
class SeatState:
    """What a seat's entries add up to: a sheet per rule system, and whether the person is here.

    `since` tells when a condition that holds began, by system and field.
    """

    sheets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    here: bool = False
    since: Mapping[tuple[str, str], datetime] = field(default_factory=dict)

    def sheet(self, system: str) -> dict[str, Any] | None:
        """Give a copy of the sheet of a rule system, None where the seat has none."""
        sheet = self.sheets.get(system)
        return None if sheet is None else dict(sheet)


def evolve(state: SeatState, event: Any) -> SeatState:
    """Apply an event of a seat's stream. Never refuses."""
    match event:
        case SheetSet(system=system, sheet=sheet):
            return replace(state, sheets={**state.sheets, system: parse(sheet)})
        case NumberMoved(system=system, field=name, by=by):
            return _with(state, system, name, int(state.sheets.get(system, {}).get(name) or 0) + by)
        case ConditionSet(system=system, field=name, to=to):
            return _with(state, system, name, to)
        case FieldSet(system=system, field=name, value=value):
            return _with(state, system, name, parse(value))
        case CheckedIn(here=here):
            return replace(state, here=here)
    return state


def _with(state: SeatState, system: str, name: str, value: Any) -> SeatState:
    sheet = {**state.sheets.get(system, {}), name: value}
    return replace(state, sheets={**state.sheets, system: sheet})


_states: Recent[tuple[int, str], SeatState] = Recent(4096)


def load(stream: Stream) -> SeatState:
    """Fold a seat's stream to its head."""
    return load_many([stream])[stream.pk]


def load_many(streams: list[Stream]) -> dict[int, SeatState]:
    """Fold many seats' streams, in one query for those not folded lately."""
    folded: dict[int, SeatState] = {}
    missing: list[Stream] = []
    for stream in streams:
        kept = _states.get((stream.pk, stream.chain)) if stream.head else SeatState()
        if kept is None:
            missing.append(stream)
        else:
            folded[stream.pk] = kept
    if missing:
        entries: dict[int, list[Entry]] = {}
        for entry in Entry.objects.filter(stream__in=missing).order_by("stream_id", "seq"):
            entries.setdefault(entry.stream_id, []).append(entry)
        for stream in missing:
            state = fold([entry for entry in entries[stream.pk] if entry.seq <= stream.head])
            folded[stream.pk] = state
            _states.put((stream.pk, stream.chain), state)
    return folded


def fold(entries: list[Entry]) -> SeatState:
    """Fold a seat's entries along the head's path."""
    links = [link_of(entry) for entry in entries]
    on_path = set(path(links))
    state = SeatState()
    for entry in entries:
        if entry.seq in on_path:
            for stored in parse(entry.events):
                event = decode(_TYPES, stored)
                state = evolve(state, event)
                if isinstance(event, ConditionSet):
                    state = _since(state, event, entry.at)
    return state


def _since(state: SeatState, event: ConditionSet, at: datetime) -> SeatState:
    others = {key: began for key, began in state.since.items() if key != (event.system, event.field)}
    return replace(state, since={**others, (event.system, event.field): at} if event.to else others)


def sheet_set(system: str, sheet: Mapping[str, Any]) -> SheetSet:
    """Make the event that gives a sheet."""
    return SheetSet(system, text(sheet))


def changes(system: str, before: Mapping[str, Any], now: Mapping[str, Any]) -> list[Any]:
    """Give the events that bring carried fields from `before` to `now`."""
    events: list[Any] = []
    for name, value in now.items():
        old = before.get(name)
        if value == old:
            continue
        if isinstance(value, bool):
            events.append(ConditionSet(system, name, value))
        elif isinstance(value, int) and isinstance(old, int | None):
            events.append(NumberMoved(system, name, value - (old or 0)))
        else:
            events.append(FieldSet(system, name, text(value)))
    return events
