"""Opening a fight: by a player against somebody, or by a referee for anyone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from referee import ledger, live
from referee.adjudication.company import Comer
from referee.adjudication.course import Running
from referee.adjudication.events import Opened, PartyCame
from referee.adjudication.position import Position, wait
from referee.codec import encode, text
from referee.kernel.asks import BadAnswer, Ranking, Throws
from referee.kernel.refusals import Refused
from referee.ledger import Author, Draft, request_mark
from referee.models import Clash, Event, Fighter, Stream
from referee.system import RuleSystem, system_for

MOST_FIGHTERS = 40
"""Fighters that one fight may have: more is a slip of the finger, or an attack on the server."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a fight is opened.

    `running`: it has begun already: the order in groups of places in the list (from 1), no throws.
    `afterwards`: it is over, and only what came of it is entered. `practice`: touches no sheet.
    """

    mode: str = "players"
    practice: bool = False
    public: bool = False
    afterwards: bool = False
    running: tuple[tuple[int, ...], ...] = ()


def open_clash(
    event: Event, system_key: str, author: Author, comers: Sequence[Comer], nonce: str, way: Way = Way()
) -> Clash:
    """Open a fight and give it; the same nonce of the same author gives the same fight again.

    Raise Refused where a sheet cannot fight, there are not two sides, or the nonce is another author's.
    """
    if author.seat is None or not nonce or len(nonce) > 40:
        raise Refused("nonce_missing")
    if not 2 <= len(comers) <= MOST_FIGHTERS:
        raise Refused("fighters_count", most=MOST_FIGHTERS)
    if len({comer.side for comer in comers}) < 2:
        raise Refused("one_side_only")
    request = [system_key, way, [(one.side, one.seat.pk if one.seat else 0, one.name) for one in comers]]
    seats = [comer.seat.pk for comer in comers if comer.seat]
    if len(seats) != len(set(seats)):
        raise Refused("twice_in_one_fight")
    with ledger.writing():
        known = _known(event, nonce)
        if known is None:
            mark = request_mark(nonce, request)
            try:
                with transaction.atomic():
                    return _open(event, system_key, author, comers, nonce, way, mark)
            except IntegrityError:
                # Another process has opened it meanwhile: the database let us wait for that.
                known = _known(event, nonce)
                if known is None:
                    raise
        ledger.known_entry(known.stream, author, nonce, request)
        return known


def _known(event: Event, nonce: str) -> Clash | None:
    return Clash.objects.filter(event=event, nonce=nonce).select_related("stream").first()


def _open(
    event: Event, system_key: str, author: Author, comers: Sequence[Comer], nonce: str, way: Way, mark: str
) -> Clash:
    system = system_for(system_key)
    rulings = system.rulings.clean(event.rulings.get(system_key, {}))
    keyed = [(f"f{place}", comer) for place, comer in enumerate(comers, 1)]
    state = system.open([comer.entrant(key) for key, comer in keyed], rulings)
    running = Running(system, Position(state=state), {}, frozenset(key for key, one in keyed if one.table))
    data: dict[str, Any] = {"entered_for": way.mode}
    if way.running:
        _begin(running, system, state, way.running)
        data["way"] = "referee"
    course = running.run_on()
    events = (Opened(text(encode(state)), way.mode), *(PartyCame(comer.party(key)) for key, comer in keyed))
    # What is on the sheets now. Should the first steps change it already, the next act carries that.
    data["carried"] = {key: dict(system.carry(state, key)) for key, _ in keyed}
    if course.answers:
        data["answers"] = list(course.answers)
    for kind in ("practice", "afterwards"):
        if getattr(way, kind):
            data[kind] = True
    stream = Stream.objects.create(event=event, kind=Stream.Kind.CLASH)
    clash = Clash.objects.create(
        event=event,
        stream=stream,
        system=system_key,
        public=way.public,
        practice=way.practice,
        afterwards=way.afterwards,
        opened=timezone.now(),
        opened_by=author.seat,
        nonce=nonce,
    )
    Fighter.objects.bulk_create([comer.fighter(clash, key) for key, comer in keyed])
    draft = Draft("opened", (*events, *course.events), data, rules_version=system.rules_version)
    ledger.append(stream, author, draft, nonce, mark)
    live.announce("clash", clash.pk, stream.head)
    for comer in comers:
        if comer.seat is not None:
            live.announce("home", comer.seat.pk, 0)
    live.announce("overview", event.pk, 0)
    return clash


def _begin(running: Running, system: RuleSystem, state: Any, places: Sequence[Sequence[int]]) -> None:
    """Answer the first ask with the order that was tapped: the fight has begun already (R14).

    Who lies has no place in it; where nobody is asked for an order, none is told.
    """
    waiting = wait(Position(state=state), system)
    if waiting is None or not isinstance(waiting.pending.ask, Throws):
        return
    asked = waiting.pending.ask.throwers
    named = (tuple(f"f{place}" for place in group if f"f{place}" in asked) for group in places)
    groups = tuple(group for group in named if group)
    try:
        waiting.pending.ask.read(Ranking(groups))
    except BadAnswer:
        raise Refused("no_such_answer") from None
    running.answer(waiting, [Ranking(groups)], drawn=False)
