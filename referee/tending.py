"""Between fights: a referee raises, wakes, heals, gives and takes points, on the record.

An act on somebody who stands in an open fight goes into that fight by the rule system's own correction, so
that sheet and fight stay one; else into the seat's own stream. Taking back is an entry of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee import access, ledger, live, sheets
from referee.adjudication import company, running
from referee.adjudication.desk import Deed, Desk, actor_for, perform
from referee.adjudication.position import load
from referee.codec import by_name, decode, parse
from referee.kernel.refusals import Refused
from referee.ledger import Author, Draft, Words
from referee.models import Clash, Entry, Fighter, Role, Seat, Stream
from referee.sheets import SEAT_EVENTS, ConditionSet, NumberMoved
from referee.system import RuleSystem

LATEST = 12
"""Fights of somebody in which an act may stand already."""

_EVENTS = by_name(SEAT_EVENTS)


@dataclass(frozen=True, slots=True)
class Change:
    """What an act changes on a sheet: a number by so much, or a condition."""

    field: str
    by: int = 0
    to: bool | None = None

    @property
    def kind(self) -> str:
        """Give the kind of field that it fits: a condition set on a number would break the sheet."""
        return "int" if self.to is None else "bool"

    def event(self, system: str) -> Any:
        """Give the event of a seat's stream."""
        if self.to is None:
            return NumberMoved(system, self.field, self.by)
        return ConditionSet(system, self.field, self.to)

    def value(self, old: Any) -> Any:
        """Give what a field comes to."""
        return int(old or 0) + self.by if self.to is None else self.to


def change(
    me: Seat,
    device: str,
    other: Seat,
    system: RuleSystem,
    changes: Sequence[Change],
    nonce: str,
    reason: str = "",
) -> tuple[Entry, Clash | None]:
    """Change somebody's sheet by hand: give the entry, and the fight that it stands in.

    Raise Refused for oneself, where nothing changes, and for a fight that the referee fights in.
    """
    may(me, other)
    kinds = {one.key: one.kind for one in system.sheet.fields}
    if not changes or any(kinds.get(one.field) != one.kind for one in changes):
        raise Refused("unknown_field", field=changes[0].field[:40] if changes else "")
    request = {
        "do": "tend",
        "seat": other.pk,
        "system": system.key,
        "changes": [[one.field, one.by, one.to] for one in changes],
        "reason": reason,
    }
    with ledger.writing():
        fight = _fight(other, system, nonce)
        if fight is not None and all(one.field in system.carried for one in changes):
            entry = _in_fight(me, device, fight, system, changes, nonce, request, reason)
        else:
            fight = None
            entry, _ = ledger.act(
                other.stream_id,
                Author(me, device),
                nonce,
                request,
                lambda stream: _draft(stream, system, changes, reason),
            )
    tell(other)
    return entry, fight.clash if fight else None


def may(me: Seat, other: Seat) -> None:
    """Raise PermissionDenied where the role is missing, Refused for oneself."""
    access.demand(access.has(me, Role.REFEREE))
    if me.pk == other.pk:
        raise Refused("not_oneself")


def _draft(stream: Stream, system: RuleSystem, changes: Sequence[Change], reason: str) -> Draft:
    sheet = sheets.load(stream).sheet(system.key)
    if sheet is None:
        raise Refused("no_sheet", number="")
    wanted = _wanted(system, sheet, changes)
    return Draft("tended", [one.event(system.key) for one in wanted], {}, _words(reason))


def _wanted(system: RuleSystem, now: Mapping[str, Any], changes: Sequence[Change]) -> list[Change]:
    """Give the changes that change something; raise Refused where none does or a number is off limits."""
    fields = {one.key: one for one in system.sheet.fields}
    wanted = [one for one in changes if one.value(now.get(one.field)) != now.get(one.field)]
    if not wanted:
        raise Refused("nothing_changes")
    for one in wanted:
        limits, value = fields[one.field], one.value(now.get(one.field))
        if one.to is None and not (
            (limits.minimum is None or value >= limits.minimum)
            and (limits.maximum is None or value <= limits.maximum)
        ):
            raise Refused("invalid_field", limits.rule, field=str(limits.label), value=str(value))
    return wanted


def _words(reason: str) -> tuple[Words, ...]:
    reason = reason.strip()
    if len(reason) > running.LONGEST_WORDS:
        raise Refused("words_too_long", limit=running.LONGEST_WORDS)
    return (Words("reason", reason),) if reason else ()


def _fight(other: Seat, system: RuleSystem, nonce: str) -> Fighter | None:
    """Give the fight that an act goes into: where it stands already, else the latest that counts."""
    fights = list(
        Fighter.objects.filter(seat=other, clash__practice=False, clash__system=system.key)
        .select_related("clash__stream", "clash__event")
        .order_by("-clash__opened", "-clash__pk")[:LATEST]
    )
    streams = [other.stream_id, *(row.clash.stream_id for row in fights)]
    known = Entry.objects.filter(stream__in=streams, nonce=nonce).first() if nonce else None
    if known is not None:
        return next((row for row in fights if row.clash.stream_id == known.stream_id), None)
    return next(
        (row for row in fights if row.clash.status == Clash.Status.OPEN and _counts(row, system)), None
    )


def _counts(row: Fighter, system: RuleSystem) -> bool:
    """Tell whether what happens to a fighter in a fight reaches the sheet."""
    folded = load(row.clash.stream, system)
    party = folded.company.party(row.key)
    here = {one.key for one in system.standings(folded.position.state) if one.present}
    return party is not None and party.confirmed and row.key in here


def _in_fight(
    me: Seat,
    device: str,
    fight: Fighter,
    system: RuleSystem,
    changes: Sequence[Change],
    nonce: str,
    request: Mapping[str, Any],
    reason: str,
) -> Entry:
    role = access.role_in(me, fight.clash)
    if role != "referee":
        raise Refused("own_fight")

    def decide(desk: Desk) -> Deed:
        now = system.carry(desk.position.state, fight.key)
        wanted = {one.field: one.value(now.get(one.field)) for one in _wanted(system, now, changes)}
        return running.command(desk, system.correct(fight.key, wanted), reason=reason)

    return perform(fight.clash, actor_for(fight.clash, me, device, role), nonce, request, decide)[0]


def take_back(me: Seat, device: str, other: Seat, seq: int, nonce: str) -> Entry:
    """Take back an entry of somebody's stream by an opposite one, and give that."""
    may(me, other)

    def decide(stream: Stream) -> Draft:
        entry = Entry.objects.filter(stream=stream, seq=seq).first()
        if entry is None or entry.kind not in ("tended", "taken_back"):
            raise Refused("not_from_here")
        later = Entry.objects.filter(stream=stream, seq__gt=seq, kind="taken_back")
        if any(parse(one.data).get("takes_back") == seq for one in later):
            raise Refused("undone_already")
        return Draft("taken_back", [_opposite(event) for event in events_in(entry)], {"takes_back": seq})

    entry, _ = ledger.act(other.stream_id, Author(me, device), nonce, {"do": "undo", "seq": seq}, decide)
    tell(other)
    return entry


def events_in(entry: Entry) -> list[Any]:
    """Read the events of an entry of a seat's stream."""
    return [decode(_EVENTS, stored) for stored in parse(entry.events)]


def _opposite(event: Any) -> Any:
    match event:
        case NumberMoved(system=system, field=name, by=by):
            return NumberMoved(system, name, -by)
        case ConditionSet(system=system, field=name, to=to):
            return ConditionSet(system, name, not to)
    raise Refused("not_from_here")


def confirm(me: Seat, device: str, other: Seat, code: str, nonce: str) -> None:
    """Let the numbers of one of somebody's fights reach the sheet."""
    if me.pk == other.pk:
        raise Refused("not_oneself")
    row = (
        Fighter.objects.filter(seat=other, clash__code=code, clash__event=me.event_id)
        .select_related("clash__stream", "clash__event")
        .first()
    )
    if row is None:
        raise Refused("confirmed_nothing")
    role = access.role_in(me, row.clash)
    access.demand(role in ("referee", "assistant"))
    assert role is not None
    actor = actor_for(row.clash, me, device, role)
    perform(
        row.clash,
        actor,
        nonce,
        {"do": "confirm", "key": row.key},
        lambda desk: company.confirm(desk, row.key),
    )
    tell(other)


def tell(other: Seat) -> None:
    """Say that somebody's sheet has changed, to their own page and to referees."""
    live.announce("home", other.pk, 0)
    live.announce("overview", other.event_id, 0)
