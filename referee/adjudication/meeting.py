"""Meeting somebody while a fight runs: joining theirs, bringing that fight in, or parting for a new one.

An open fight locks nobody. Each of these is one transaction over the fights that it touches, which are locked
in the order of their streams; the same nonce does it once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee import ledger, sheets
from referee.adjudication import running
from referee.adjudication.company import Comer, come_in
from referee.adjudication.desk import Actor, Deed, Desk, actor_for, fighters_of, perform
from referee.adjudication.events import Closed, MergedInto, Party, PartyCame, PartyStands
from referee.adjudication.opening import open_clash
from referee.adjudication.position import Folded, load
from referee.codec import encode
from referee.kernel.refusals import Refused
from referee.ledger import Author
from referee.models import Clash, Fighter, Seat
from referee.system import system_for

SIDES = "ABCDEFGH"


def open_fights(seats: Collection[Seat]) -> dict[int, Clash]:
    """Give the latest open fight that each of these seats stands in, by seat. One query."""
    rows = (
        Fighter.objects.filter(seat__in=seats, in_fight=True, clash__status=Clash.Status.OPEN)
        .select_related("clash__stream", "clash__event")
        .order_by("clash__opened", "pk")
    )
    return {row.seat_id: row.clash for row in rows if row.seat_id is not None}


def system_of(me: Seat, other: Seat) -> str:
    """Give the rule system in which both have a sheet, the event's first; raise Refused("no_sheet")."""
    states = sheets.load_many([me.stream, other.stream])
    for key in me.event.systems:
        if states[me.stream_id].sheet(key) is not None and states[other.stream_id].sheet(key) is not None:
            return str(key)
    lacking = me if not states[me.stream_id].sheets else other
    raise Refused("no_sheet", number=str(lacking))


def comer(seat: Seat, system: str, side: str, *, here: bool = False) -> Comer:
    """Give a seat as one who comes in, with the sheet as it is now; `here` acts on the own phone."""
    sheet = sheets.load(seat.stream).sheet(system)
    if sheet is None:
        raise Refused("no_sheet", number=str(seat))
    return Comer(side, sheet, seat, standing="in" if here else "asked", confirmed=here)


def start(author: Author, other: Seat, nonce: str) -> Clash:
    """Open a new fight of the author against somebody, who is asked into it."""
    me = _seat(author)
    system = system_of(me, other)
    both = (comer(me, system, "A", here=True), comer(other, system, "B"))
    return open_clash(me.event, system, author, both, nonce)


def part(desk: Desk, key: str) -> Deed:
    """Leave the fight; one of two that nothing has happened in is withdrawn."""
    desk.must_run()
    if key not in desk.actor.own:
        raise Refused("not_your_fighter")
    if not desk.position.revealed and len(desk.company.parties) == 2:
        return running.withdraw(desk)
    return running.command(desk, desk.system.leave(key))


def part_and_start(author: Author, mine: Clash, other: Seat, nonce: str) -> Clash:
    """Leave the own fight and open a new one against somebody."""
    with ledger.writing():
        _part(author, mine, nonce)
        return start(author, other, nonce)


def join(author: Author, theirs: Clash, side: str, nonce: str, mine: Clash | None = None) -> Clash:
    """Come into somebody's fight on a side, leaving the own fight if there is one."""
    me = _seat(author)
    if side not in sides_to_join(theirs):
        raise Refused("no_such_answer")
    with ledger.writing():
        ledger.lock(*(clash.stream_id for clash in (theirs, mine) if clash))
        if mine is not None:
            _part(author, mine, nonce)
        known = next((row for row in theirs.fighters.all() if row.seat_id == me.pk), None)
        if known is not None:
            _do(author, theirs, nonce, "come_back", lambda desk: _back(desk, known.key))
        else:
            coming = comer(me, theirs.system, side, here=True)
            _do(author, theirs, nonce, "join", lambda desk: come_in(desk, coming))
    return theirs


def call_in(author: Author, mine: Clash, other: Seat, nonce: str) -> Clash:
    """Bring somebody who fights nowhere into the own fight, as an opponent."""
    side = facing(mine, _seat(author))
    known = next((row for row in mine.fighters.all() if row.seat_id == other.pk), None)
    if known is not None:
        _do(author, mine, nonce, "call_in", lambda desk: _back(desk, known.key, "asked"))
    else:
        coming = comer(other, mine.system, side)
        _do(author, mine, nonce, "call_in", lambda desk: come_in(desk, coming))
    return mine


def merge(author: Author, mine: Clash, theirs: Clash, other: Seat, nonce: str) -> Clash:
    """Bring the fight of somebody into the own one, state and all; that one closes.

    Two fights become one of two camps: who is fought against there, and who fights against them.
    """
    if mine.system != theirs.system:
        raise Refused("no_sheet", number=str(other))
    me = _seat(author)
    with ledger.writing():
        streams = ledger.lock(mine.stream_id, theirs.stream_id)
        system = system_for(theirs.system)
        there = load(streams[theirs.stream_id], system)
        sides = _camps(mine, theirs, me, other)
        guests = [Guest(row, there, sides[row.side]) for row in fighters_of(theirs) if there.position.state]
        _do(author, mine, nonce, "bring", lambda desk: bring_in(desk, guests))
        _do(author, theirs, nonce, "merged", lambda desk: _merged(desk, mine))
    return mine


@dataclass(frozen=True, slots=True)
class Guest:
    """A fighter of another fight, as he stands there, and the side on which he comes in."""

    row: Fighter
    there: Folded
    side: str


def bring_in(desk: Desk, guests: Sequence[Guest]) -> Deed:
    """Bring fighters of another fight in, with all their state; what waits here goes on."""
    desk.must_run()
    here = {standing.key for standing in _present(desk)}
    rows = list(Fighter.objects.filter(clash=desk.clash))  # the clash may be older than the lock
    known = {row.seat_id: row.key for row in rows if row.seat_id is not None}
    course = desk.running()
    events: list[Any] = []
    given: list[Any] = []
    new: list[Fighter] = []
    for guest in guests:
        standings = {one.key: one for one in desk.system.standings(guest.there.position.state)}
        there = standings.get(guest.row.key)
        if there is None or not there.present:
            continue
        party = guest.there.company.party(guest.row.key)
        if party is not None and party.standing == "away":
            continue  # who said no there is not carried along
        old = known.get(guest.row.seat_id) if guest.row.seat_id else None
        if old in here:
            continue
        if old is not None:
            given.append(desk.system.come_back(old))
            events.append(PartyStands(old, party.standing if party else "asked"))
            continue
        key = f"f{len(rows) + len(new) + 1}"
        entrant = Comer(guest.side, {}).entrant(key)
        given.append(desk.system.bring(guest.there.position.state, guest.row.key, entrant))
        came = Party(
            key, guest.row.seat_id, party.standing if party else "none", party.confirmed if party else False
        )
        events.append(PartyCame(came))
        new.append(_row(desk.clash, guest, key, came))
    if not given:
        raise Refused("in_this_fight")
    for command in given[:-1]:
        course.command(command)
    state = course.between(given[-1], desk.folded.waiting)
    data: dict[str, Any] = {
        "command": [encode(command) for command in given],
        "entered_for": desk.entered_for,
        "carried": {row.key: dict(desk.system.carry(state, row.key)) for row in new},
    }
    return Deed(
        "command",
        events,
        data,
        course=course.run_on(),
        projections=(lambda clash: _save(new),),
    )


def sides_to_join(clash: Clash) -> list[str]:
    """Give the sides on which somebody may come in: those that are there, and a new one."""
    taken = sorted({row.side for row in clash.fighters.all()})
    return [*taken, *[side for side in SIDES if side not in taken][:1]]


def facing(clash: Clash, seat: Seat) -> str:
    """Give the side that faces a seat's own one."""
    rows = list(clash.fighters.all())
    own = next((row.side for row in rows if row.seat_id == seat.pk), "")
    return next((row.side for row in rows if row.side != own), "B" if own != "B" else "A")


def _camps(mine: Clash, theirs: Clash, me: Seat, other: Seat) -> Mapping[str, str]:
    """Give the side here for each one there: that of the other faces the own one, the next joins it."""
    own = next((row.side for row in mine.fighters.all() if row.seat_id == me.pk), "A")
    there = [row.side for row in theirs.fighters.all()]
    against = next((row.side for row in theirs.fighters.all() if row.seat_id == other.pk), "B")
    taken = {row.side for row in mine.fighters.all()}
    fresh = iter([side for side in SIDES if side not in taken] or [own])
    camps = {against: facing(mine, me)}
    for side in sorted(set(there) - {against}):
        camps[side] = own if own not in camps.values() else next(fresh, own)
    return camps


def _row(clash: Clash, guest: Guest, key: str, came: Party) -> Fighter:
    waits = came.seat is not None and not came.confirmed
    row = guest.row
    return Fighter(clash=clash, key=key, seat=row.seat, name=row.name, side=guest.side, unconfirmed=waits)


def _save(rows: Sequence[Fighter]) -> None:
    Fighter.objects.bulk_create(rows)


def _merged(desk: Desk, into: Clash) -> Deed:
    desk.must_run()
    return Deed("closed", (MergedInto(into.code), Closed("merged")), {"into": into.pk})


def _back(desk: Desk, key: str, standing: str = "in") -> Deed:
    """Come back into a fight that one has left (A8), or has said no to."""
    desk.must_run()
    events = (PartyStands(key, standing),)
    if key in {one.key for one in _present(desk)}:
        return Deed("party", events)
    given = desk.system.come_back(key)
    course = desk.running()
    course.between(given, desk.folded.waiting)
    data = {"command": encode(given), "entered_for": desk.entered_for}
    return Deed("command", events, data, course=course.run_on())


def _present(desk: Desk) -> list[Any]:
    return [one for one in desk.system.standings(desk.position.state) if one.present]


def _part(author: Author, mine: Clash, nonce: str) -> None:
    actor = _actor(author, mine)
    _do(author, mine, nonce, "part", lambda desk: part(desk, min(actor.own, default="")))


def _do(author: Author, clash: Clash, nonce: str, what: str, decide: Any) -> None:
    perform(clash, _actor(author, clash), nonce, {"do": what}, decide)


def _actor(author: Author, clash: Clash) -> Actor:
    return actor_for(clash, _seat(author), author.device, "player")


def _seat(author: Author) -> Seat:
    if author.seat is None:
        raise Refused("not_your_fighter")
    return author.seat
