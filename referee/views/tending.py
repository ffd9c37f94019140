"""What referees do for people between fights, on the person's page and on the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST

from referee import access, sheets, tending
from referee.adjudication.position import load_many
from referee.boards import seat_name
from referee.codec import parse
from referee.forms.clashes import number_in
from referee.kernel.refusals import Refused
from referee.models import Clash, Entry, Fighter, Role, Seat
from referee.overview import conditions_of, points_of
from referee.sheets import ConditionSet, NumberMoved
from referee.system import Entrant, RuleSystem, systems
from referee.tending import Change
from referee.views import overview
from referee.views.errors import refusal

LISTED = 12
"""Entries and fights that a person's page looks back on."""

MOST = 999
"""Points that one act may give or take."""


@dataclass(frozen=True, slots=True)
class Done:
    """An entry of a seat's stream as people read it. `changes` are labels with values."""

    seq: int
    at: datetime
    kind: str
    by: str
    changes: tuple[tuple[Any, str], ...]
    reason: str
    clash: str
    may_undo: bool
    undone: bool


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """A fight whose numbers have not reached the sheet: nobody has agreed to them yet."""

    clash: Clash
    key: str


type Outcome = tuple[Entry | None, Clash | None]
type Act = Callable[[HttpRequest, Seat, Seat], Outcome]


@require_POST
def tend(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Give or take points, heal, begin or end a condition, enter a loss; 422 where it is refused."""
    return _act(request, slug, code, _tend)


@require_POST
def take_back(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Take back an entry of somebody's stream."""
    return _act(request, slug, code, _take_back)


@require_POST
def confirm(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Let the numbers of a fight reach somebody's sheet."""
    return _act(request, slug, code, _confirm)


def _act(request: HttpRequest, slug: str, code: str, do: Act) -> HttpResponse:
    me = access.my_seat(request, slug)
    access.demand(access.has(me, Role.REFEREE, Role.ASSISTANT))
    other = access.seat_with_code(me.event, code)
    try:
        entry, clash = do(request, me, other)
    except Refused as refused:
        return refusal(request, refused, systems().get(request.POST.get("system", "")))
    other.stream.refresh_from_db()
    if not request.headers.get("HX-Request"):
        return redirect("person", slug, code)
    said = {"slug": slug, "other": other, "name": seat_name(other), "entry": entry, "clash": clash}
    said["from"] = request.POST.get("from", "")
    toast = render_to_string("referee/tending.html#done", said)
    if request.POST.get("from") == "overview":
        return overview.painted(me, toast)
    if request.POST.get("from") == "device":
        return HttpResponse(toast)
    section = render_to_string("referee/tending.html#tending", {**context_of(me, other), "slug": slug})
    return HttpResponse(section + toast)


def _device(request: HttpRequest) -> str:
    return str(request.session.get("device", ""))


def _tend(request: HttpRequest, me: Seat, other: Seat) -> Outcome:
    tending.may(me, other)
    fields = request.POST
    system = _system(fields.get("system", ""), other)
    changes = _changes(request, system)
    return tending.change(
        me, _device(request), other, system, changes, fields.get("nonce", ""), fields.get("reason", "")
    )


def _system(key: str, other: Seat) -> RuleSystem:
    system = systems().get(key)
    if system is None or key not in other.event.systems:
        raise Refused("unknown_field", field=key[:40])
    return system


def _changes(request: HttpRequest, system: RuleSystem) -> list[Change]:
    fields = request.POST
    points = points_of(system)
    match fields.get("do", ""):
        case "points" if points is not None:
            return [Change(points.key, _amount(request) * (-1 if fields.get("sign") == "-1" else 1))]
        case "condition":
            return [Change(fields.get("field", ""), to=fields.get("to") == "on")]
        case "loss":
            return [Change(fields.get("field", ""), -_amount(request))]
    raise Refused("unknown_field", field=fields.get("do", "")[:40])


def _amount(request: HttpRequest) -> int:
    amount = number_in(request.POST, "by")
    if amount is None or not 1 <= amount <= MOST:
        raise Refused("not_a_number", value=request.POST.get("by", "")[:20])
    return amount


def _take_back(request: HttpRequest, me: Seat, other: Seat) -> Outcome:
    seq = number_in(request.POST, "seq") or 0
    return tending.take_back(me, _device(request), other, seq, request.POST.get("nonce", "")), None


def _confirm(request: HttpRequest, me: Seat, other: Seat) -> Outcome:
    nonce, code = request.POST.get("nonce", ""), request.POST.get("clash", "")
    tending.confirm(me, _device(request), other, code, nonce)
    return None, None


def context_of(me: Seat, other: Seat) -> dict[str, Any]:
    """Give what a person's page shows of the sheet and its acts; nothing to who may not tend."""
    if not access.has(me, Role.REFEREE, Role.ASSISTANT):
        return {}
    state = sheets.load(other.stream)
    played = []
    for system in (one for key, one in systems().items() if key in other.event.systems):
        sheet = state.sheet(system.key)
        if sheet is not None:
            played.append(_played(system, sheet, state))
    return {
        "tending": {
            "me": me,
            "other": other,
            "may": access.may_tend(me, other),
            "may_open": access.may_open_for_others(me),
            "oneself": me.pk == other.pk,
            "name": seat_name(other),
            "systems": played,
            "done": _history(other),
            "unconfirmed": _unconfirmed(other),
            "amounts": (1, 2, 3, 4, 5, 6, 8, 10),
        }
    }


def _played(system: RuleSystem, sheet: Mapping[str, Any], state: sheets.SeatState) -> dict[str, Any]:
    points = points_of(system)
    conditions = [
        {"field": one, "on": bool(sheet.get(one.key)), "since": state.since.get((system.key, one.key))}
        for one in conditions_of(system)
    ]
    numbers = [one for one in system.sheet.fields if one.kind == "int" and one.key not in system.carried]
    most = unhurt(system, sheet)
    value = sheet.get(points.key) if points else None
    return {
        "key": system.key,
        "title": system.title,
        "points": points,
        "value": value,
        "most": most,
        "missing": max(0, (most or 0) - (value or 0)),
        "conditions": conditions,
        "numbers": [one for one in numbers if sheet.get(one.key) is not None],
    }


def unhurt(system: RuleSystem, sheet: Mapping[str, Any]) -> int | None:
    """Give the points of the sheet when unhurt, as the rule system's own standing has it."""
    try:
        state = system.open([Entrant("f1", "A", sheet)], system.rulings.clean({}))
        return next(one.maximum for one in system.standings(state))
    except (Refused, StopIteration):
        return None


def _history(other: Seat) -> list[Done]:
    entries = list(
        Entry.objects.filter(stream=other.stream_id)
        .select_related("by__person")
        .prefetch_related("asides")
        .order_by("-seq")[:LISTED]
    )
    taken = {parse(entry.data).get("takes_back") for entry in entries if entry.kind == "taken_back"}
    clashes = {parse(entry.data).get("clash") for entry in entries if entry.kind == "carried"}
    codes = dict(Clash.objects.filter(pk__in={pk for pk in clashes if pk}).values_list("pk", "code"))
    labels = {(key, one.key): one.label for key, system in systems().items() for one in system.sheet.fields}
    found = []
    for entry in entries:
        events = tending.events_in(entry)
        moved = [event for event in events if isinstance(event, (NumberMoved, ConditionSet))]
        found.append(
            Done(
                entry.seq,
                entry.at,
                entry.kind,
                seat_name(entry.by) if entry.by else "",
                tuple(
                    (labels.get((event.system, event.field), event.field), _told(event)) for event in moved
                ),
                next((aside.text for aside in entry.asides.all() if aside.field == "reason"), ""),
                codes.get(parse(entry.data).get("clash"), ""),
                entry.kind in ("tended", "taken_back") and entry.seq not in taken,
                entry.seq in taken,
            )
        )
    return found


def _told(event: NumberMoved | ConditionSet) -> str:
    if isinstance(event, ConditionSet):
        return "✓" if event.to else "–"
    return f"+{event.by}" if event.by >= 0 else f"−{-event.by}"


def _unconfirmed(other: Seat) -> list[Unconfirmed]:
    rows = list(
        Fighter.objects.filter(seat=other, clash__practice=False)
        .select_related("clash__stream")
        .order_by("-clash__opened")[:LISTED]
    )
    known = systems()
    found = []
    for key in {row.clash.system for row in rows if row.clash.system in known}:
        folds = load_many([row.clash.stream for row in rows if row.clash.system == key], known[key])
        for row in rows:
            folded = folds.get(row.clash.stream_id)
            party = folded.company.party(row.key) if folded else None
            if party is not None and not party.confirmed:
                found.append(Unconfirmed(row.clash, row.key))
    return found
