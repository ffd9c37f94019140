"""The referee's board of an event: calls, fights in progress, who is down, and fights that ended lately.

Read in a number of queries that does not grow with any of these lists. Knows no rule: what a fight stands at
comes from its rule system's standings, what a person's conditions are from the schema of the sheet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import F, Max, OuterRef, Prefetch, Subquery, Sum
from django.template.loader import render_to_string

from referee import access, sheets
from referee.adjudication.position import Folded, gathering_of, load_many
from referee.boards import fighter_name, seat_name, unanswered
from referee.kernel.asks import Throws
from referee.kernel.gathering import outlook
from referee.live import Paint, Reader, Watch
from referee.models import Call, Clash, Entry, Event, Fighter, Role, Seat, Stream
from referee.system import Field, RuleSystem, Standing, systems

LISTED = 60
"""Fights in progress that one board shows."""

ENDED = 8
"""Fights that ended lately, as many as one looks back on."""

CHIPS = 12
"""People that a new fight is offered with one tap."""


@dataclass(frozen=True, slots=True)
class FightRow:
    """A fight as a line of the board. `cares` are codes of what somebody must look at."""

    clash: Clash
    title: tuple[str, ...]
    more: int
    sides: tuple[tuple[str, int], ...]
    round: int
    acting: tuple[str, ...]
    waiting: tuple[str, ...]
    cares: tuple[str, ...]
    ended: datetime | None = None


@dataclass(frozen=True, slots=True)
class DownRow:
    """Somebody who cannot act: the condition, since when, and the points of the sheet."""

    seat: Seat
    name: str
    system: str
    condition: Field
    since: datetime | None
    points: Field | None
    value: Any


def context_of(event: Event, audience: str) -> dict[str, Any]:
    """Give all that the board of an audience shows: referee, assistant or staff."""
    seq = head_of(event.pk)
    fights, ended = _fights(event)
    return {
        "event": event,
        "slug": event.slug,
        "audience": audience,
        "may_tend": audience == "referee",
        "seq": seq,
        "calls": _calls(event, audience),
        "fights": fights,
        "ended": ended,
        "down": _down(event),
    }


def parts(event: Event, audience: str) -> tuple[dict[str, str], int]:
    """Render the board of an audience in the active language, and give the seq that it shows."""
    context = context_of(event, audience)
    return {"overview": render_to_string("referee/overview.html#overview", context)}, context["seq"]


def audience_of(seat: Seat) -> str:
    """Tell as what somebody on duty looks at the board; raise PermissionDenied for others."""
    if access.has(seat, Role.REFEREE):
        return "referee"
    if access.has(seat, Role.ASSISTANT):
        return "assistant"
    access.demand(access.staff(seat))
    return "staff"


class Overviews:
    """The source of overviews, by the slug of their event."""

    def admit(self, reader: Reader, code: str) -> tuple[Watch, ...]:
        """Give the board of an event that this reader is on duty at."""
        seat = reader.account.seats.get(code) if reader.account else None
        if seat is None or not access.staff(seat):
            return ()
        return (Watch("overview", seat.event_id, audience_of(seat)),)

    def heads(self, ids: Collection[int]) -> Mapping[int, int]:
        """Give what rises with every entry of each event."""
        return heads(ids)

    def paint(self, watch: Watch, language: str) -> Paint:
        """Render one audience's board as it is now."""
        event = Event.objects.filter(pk=watch.id).first()
        if event is None:
            raise PermissionDenied
        rendered, seq = parts(event, watch.audience)
        return Paint(seq, rendered)


def head_of(event: int) -> int:
    """Give the number that rises with everything that an event's board shows."""
    return heads([event]).get(event, 0)


def heads(ids: Collection[int]) -> dict[int, int]:
    """Give the head of each event's board, in one query: calls are entries too.

    Heads of streams are added up: whatever entry comes raises the sum by one, in whichever order transactions
    commit.
    """
    rows = Stream.objects.filter(event__in=ids).values_list("event").annotate(told=Sum("head"))
    return dict.fromkeys(ids, 0) | dict(rows)


def _calls(event: Event, audience: str) -> list[Call]:
    rows = Call.objects.filter(event=event, closed__isnull=True).select_related(
        "seat__person", "going__person", "clash"
    )
    if audience == "staff":
        rows = rows.filter(kind=Call.Kind.HURT)
    return sorted(rows, key=lambda call: (call.kind != Call.Kind.HURT, call.raised, call.pk))


def _fights(event: Event) -> tuple[list[FightRow], list[FightRow]]:
    last = Entry.objects.filter(stream=OuterRef("stream")).order_by("-seq").values("at")[:1]
    fighters = Prefetch("fighters", Fighter.objects.select_related("seat__person"))
    rows = (
        Clash.objects.filter(event=event, practice=False)
        .select_related("stream")
        .prefetch_related(fighters)
        .annotate(touched=Subquery(last))
    )
    running = list(rows.filter(status=Clash.Status.OPEN).order_by("-opened")[:LISTED])
    over = rows.exclude(status=Clash.Status.OPEN).order_by(F("touched").desc(nulls_last=True))[:ENDED]
    known = systems()
    folds = _folds([*running, *over], known)
    return (
        [_fight(one, folds[one.stream_id], known[one.system]) for one in running if one.stream_id in folds],
        [
            _fight(one, folds[one.stream_id], known[one.system], one.touched)
            for one in over
            if one.stream_id in folds
        ],
    )


def _folds(clashes: Iterable[Clash], known: Mapping[str, RuleSystem]) -> dict[int, Folded]:
    found: dict[int, Folded] = {}
    streams: dict[str, list[Stream]] = {}
    for clash in clashes:
        streams.setdefault(clash.system, []).append(clash.stream)
    for key, wanted in streams.items():
        if key in known:
            found.update(load_many(wanted, known[key]))
    return found


def _fight(clash: Clash, folded: Folded, system: RuleSystem, ended: datetime | None = None) -> FightRow:
    rows = sorted(clash.fighters.all(), key=lambda row: (len(row.key), row.key))
    names = {
        row.key: str(row.seat.number) if row.seat and row.seat.number else fighter_name(row) for row in rows
    }
    state = folded.position.state
    standings = system.standings(state) if state is not None else ()
    sides: dict[str, int] = {}
    for one in standings:
        if one.present:
            sides[one.side] = sides.get(one.side, 0) + 1
    return FightRow(
        clash,
        tuple(list(names.values())[:4]),
        max(0, len(names) - 4),
        tuple(sorted(sides.items())),
        system.round(state) if state is not None else 0,
        tuple(names[key] for key in _acting(folded, standings) if key in names),
        tuple(names[key] for key in _awaited(folded) if key in names),
        tuple(_cares(folded, system, standings)),
        ended,
    )


def _acting(folded: Folded, standings: Sequence[Standing]) -> tuple[str, ...]:
    """Give whose act is waited for, else whose turn stands open."""
    asked = folded.waiting.pending.ask.who if folded.waiting else ""
    return (asked,) if asked else tuple(one.key for one in standings if one.acting)


def _awaited(folded: Folded) -> tuple[str, ...]:
    """Give the fighters whose phones are waited for; none where a referee goes on at any rate."""
    waiting = folded.waiting
    if waiting is None:
        return ()
    question = waiting.pending.ask
    if not isinstance(question, Throws):
        return (question.who,) if question.who else ()
    look = outlook(gathering_of(folded.position, waiting.ask), question, folded.company.awake)
    return look.waiting if look.way == "waiting" else ()


def _cares(folded: Folded, system: RuleSystem, standings: Sequence[Standing]) -> Iterable[str]:
    waiting = folded.waiting
    if waiting is not None and isinstance(waiting.pending.ask, Throws):
        gathering = gathering_of(folded.position, waiting.ask)
        look = outlook(gathering, waiting.pending.ask, folded.company.awake)
        if look.way in ("differing", "mixed"):
            yield look.way
    if folded.position.status == "open" and unanswered(folded):
        yield "protest"
    if any(party.seat is not None and not party.confirmed for party in folded.company.parties):
        yield "unconfirmed"
    if folded.position.status == "open" and standings and system.over(folded.position.state):
        yield "over"


def _down(event: Event) -> list[DownRow]:
    streams = list(
        Stream.objects.filter(event=event, kind=Stream.Kind.SEAT, head__gt=0).only(
            "pk", "event", "head", "chain"
        )
    )
    states = sheets.load_many(streams)
    known = [system for key, system in systems().items() if key in event.systems]
    found: list[tuple[int, RuleSystem, Field, Any]] = []
    for pk, state in states.items():
        for system in known:
            sheet = state.sheet(system.key)
            for field in conditions_of(system) if sheet else ():
                if sheet and sheet.get(field.key):
                    found.append((pk, system, field, state))
    seats = {
        seat.stream_id: seat
        for seat in Seat.objects.filter(stream__in={pk for pk, *_ in found}).select_related("person")
    }
    rows = []
    for pk, system, field, state in found:
        points = points_of(system)
        value = (state.sheet(system.key) or {}).get(points.key) if points else None
        since = state.since.get((system.key, field.key))
        rows.append(DownRow(seats[pk], seat_name(seats[pk]), system.key, field, since, points, value))
    return sorted(rows, key=lambda row: (row.since is not None, row.since, row.seat.pk))


def conditions_of(system: RuleSystem) -> tuple[Field, ...]:
    """Give the conditions that a rule system's fights put on a sheet: unconscious, down."""
    return tuple(one for one in system.sheet.fields if one.key in system.carried and one.kind == "bool")


def points_of(system: RuleSystem) -> Field | None:
    """Give the number that a rule system's fights take from: the first one that they carry to the sheet."""
    numbers = {one.key: one for one in system.sheet.fields if one.kind == "int"}
    return next((numbers[key] for key in system.carried if key in numbers), None)


def recent_people(event: Event) -> list[Seat]:
    """Give whom a referee probably wants next: who fought lately, then players who signed in lately."""
    fought = (
        Seat.objects.filter(event=event, number__isnull=False, fights__clash__practice=False)
        .annotate(lately=Max("fights__clash__opened"))
        .select_related("person")
        .order_by("-lately", "number")[:CHIPS]
    )
    found = {seat.pk: seat for seat in fought}
    if len(found) < CHIPS:
        others = (
            Seat.objects.filter(event=event, number__isnull=False, person__isnull=False)
            .exclude(pk__in=found)
            .annotate(lately=Max("person__account__devices__since"))
            .select_related("person")
            .order_by(F("lately").desc(nulls_last=True), "number")[: CHIPS - len(found)]
        )
        found.update({seat.pk: seat for seat in others})
    return list(found.values())
