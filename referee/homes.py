"""A seat's own page: who I am, my numbers, fights that want a word of mine, my calls and who comes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import F, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce
from django.template.loader import render_to_string

from referee import links, sheets
from referee.adjudication.position import Folded, gathering_of, load_many
from referee.boards import fighter_name
from referee.kernel.asks import Throws
from referee.kernel.gathering import outlook
from referee.kernel.refusals import Refused
from referee.live import Paint, Reader, Watch
from referee.models import Call, Clash, Fighter, Seat
from referee.refusals import explain
from referee.system import RuleSystem, systems

PARTS = ("doings", "me")

LISTED = 8
"""Fights that a home looks at: those that want a word first, then the latest."""


@dataclass(frozen=True, slots=True)
class FightLine:
    """A fight as a line of the own page.

    `want` says what it wants of the reader: asked, yours, open, confirm, new, or nothing; `key` is the own
    fighter, `others` are the other fighters' names and numbers.
    """

    clash: Clash
    key: str
    want: str
    others: tuple[str, ...]
    round: int
    seq: int


@dataclass(frozen=True, slots=True)
class OwnSheet:
    """A sheet of one rule system with its numbers, rendered; `why` tells why it cannot fight."""

    system: RuleSystem
    parts: tuple[str, ...] = ()
    why: str = ""


def context_of(seat: Seat) -> dict[str, Any]:
    """Give all that a seat's own page shows."""
    state = sheets.load(seat.stream)
    fights = fight_lines(seat)
    return {
        "event": seat.event,
        "slug": seat.event.slug,
        "seat": seat,
        "person": getattr(seat, "person", None),
        "badge": links.badge_link(seat),
        "here": state.here,
        "sheets": own_sheets(seat, state),
        "fights": [line for line in fights if line.want],
        "past": [line for line in fights if not line.want],
        "calls": calls_of(seat),
        "places": seat.event.call_places,
        "on": "home",
    }


def own_sheets(seat: Seat, state: sheets.SeatState, part: str = "") -> list[OwnSheet]:
    """Render the numbers of each sheet, in the order of the event's systems; `part` is one of them alone."""
    found = []
    known = systems()
    for key in seat.event.systems:
        sheet = state.sheet(key)
        if sheet is None or key not in known:
            continue
        system = known[key]
        try:
            shown = system.numbers(sheet)
        except Refused as refused:
            found.append(OwnSheet(system, why=explain(refused, system)))
            continue
        names = (part,) if part else shown.parts
        parts = tuple(render_to_string(f"{shown.template}#{name}", shown.context) for name in names)
        found.append(OwnSheet(system, parts))
    return found


def fight_lines(seat: Seat) -> list[FightLine]:
    """Give the fights that want a word of this seat, and its latest ones."""
    rows = (
        Fighter.objects.filter(seat=seat)
        .filter(~Q(clash__status=Clash.Status.WITHDRAWN))
        .select_related("clash__stream")
        .prefetch_related("clash__fighters__seat__person")
        .order_by("-in_fight", "-unconfirmed", "-clash__opened", "-pk")[:LISTED]
    )
    known = systems()
    mine = [row for row in rows if row.clash.system in known]
    folds: dict[int, Folded] = {}
    for key in {row.clash.system for row in mine}:
        streams = [row.clash.stream for row in mine if row.clash.system == key and _looked_at(row)]
        folds.update(load_many(streams, known[key]))
    return [_line(row, folds.get(row.clash.stream_id), known[row.clash.system]) for row in mine]


def _looked_at(row: Fighter) -> bool:
    return row.in_fight or row.unconfirmed or row.seen < row.clash.stream.head


def _line(row: Fighter, folded: Folded | None, system: RuleSystem) -> FightLine:
    others = tuple(
        fighter_name(one)
        if one.seat is None or one.seat.number is None
        else f"{one.seat.number} {fighter_name(one)}"
        for one in row.clash.fighters.all()
        if one.pk != row.pk
    )
    fought = system.round(folded.position.state) if folded else 0
    return FightLine(row.clash, row.key, _want(row, folded), others, fought, folded.seq if folded else 0)


def _want(row: Fighter, folded: Folded | None) -> str:
    """Tell what a fight wants of its fighter."""
    if folded is None:
        return ""
    party = folded.company.party(row.key)
    if row.in_fight:
        if party is not None and party.standing == "asked":
            return "asked"
        return "yours" if _waits_for(row.key, folded) else "open"
    if row.clash.status != Clash.Status.CLOSED or folded.position.merged:
        return ""
    if row.unconfirmed:
        return "confirm"
    return "new" if folded.told and folded.told[-1].seq > row.seen else ""


def _waits_for(key: str, folded: Folded) -> bool:
    waiting = folded.waiting
    if waiting is None:
        return False
    ask = waiting.pending.ask
    if not isinstance(ask, Throws):
        return bool(ask.who == key)
    return key in outlook(gathering_of(folded.position, waiting.ask), ask, folded.company.awake).waiting


def calls_of(seat: Seat) -> list[Call]:
    """Give the seat's open calls, somebody hurt first."""
    rows = Call.objects.filter(event=seat.event, seat=seat, closed=None).select_related("going__person")
    return sorted(rows, key=lambda call: (call.kind != Call.Kind.HURT, call.raised, call.pk))


def parts(seat: Seat, context: Mapping[str, Any] | None = None) -> dict[str, str]:
    """Render the parts of the own page in the active language, by their ids."""
    shown = context or context_of(seat)
    return {part: render_to_string(f"referee/home.html#{part}", dict(shown)) for part in PARTS}


def head_of(seat: Seat) -> int:
    """Give the number that rises with everything that the own page shows."""
    return heads([seat.pk]).get(seat.pk, 0)


def heads(ids: Collection[int]) -> dict[int, int]:
    """Give the heads of own pages, in one query: entries of seat and fights, and what was looked at."""
    fights = Fighter.objects.filter(seat=OuterRef("pk")).order_by().values("seat")
    told = fights.annotate(n=Sum(F("clash__stream__head") + F("seen"))).values("n")
    rows = Seat.objects.filter(pk__in=ids).annotate(n=F("stream__head") + Coalesce(Subquery(told), 0))
    return dict(rows.values_list("pk", "n"))


class Homes:
    """The source of own pages, by the code of their seat."""

    def admit(self, reader: Reader, code: str) -> tuple[Watch, ...]:
        """Give the own page to who sits there, and to nobody else."""
        seats = reader.account.seats.values() if reader.account else ()
        return tuple(Watch("home", seat.pk, "own") for seat in seats if seat.code == code)

    def heads(self, ids: Collection[int]) -> Mapping[int, int]:
        """Give what rises with everything on each page."""
        return heads(ids)

    def paint(self, watch: Watch, language: str) -> Paint:
        """Render the own page's parts as they are now."""
        seat = Seat.objects.filter(pk=watch.id).select_related("event", "stream", "person").first()
        if seat is None or not hasattr(seat, "person"):
            raise PermissionDenied
        seq = head_of(seat)  # before reading the rest: what comes meanwhile is then painted again
        return Paint(seq, parts(seat))
