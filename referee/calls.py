"""Calls: somebody asks for a referee, or says that somebody is hurt, and sees who comes.

Each act is an entry of the caller's own stream, and of the fight that it comes from, so that the phones there
show it. A call is never stale and never refused for being the second one: of each kind a caller has one open
call, and calling again moves it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from referee import ledger, live
from referee.codec import parse
from referee.kernel.refusals import Refused
from referee.ledger import Author, Draft
from referee.models import Call, Clash, Entry, Seat, Stream

LONGEST_PLACE = 80


def raise_call(author: Author, kind: str, place: str, nonce: str, clash: Clash | None = None) -> Call:
    """Call for a referee, or for help; the same nonce gives the same call again.

    Raise Refused where the kind or the place is none of the event's.
    """
    seat = _caller(author)
    if kind not in Call.Kind.values:
        raise Refused("no_such_call")
    _place(seat, place)

    def open_one() -> Call:
        found = Call.objects.filter(event=seat.event_id, seat=seat, kind=kind, closed=None).first()
        if found is None:
            return Call.objects.create(
                event_id=seat.event_id, seat=seat, clash=clash, kind=kind, place=place, raised=timezone.now()
            )
        if place:
            found.place = place
        found.clash = clash or found.clash
        found.save(update_fields=["place", "clash"])
        return found

    return _act(author, seat, clash, nonce, "raised", open_one, {"kind": kind, "place": place})


def move(author: Author, call: Call, place: str, nonce: str) -> Call:
    """Say where the call is, after it was raised."""
    seat = _caller(author)
    _own(seat, call)
    _place(seat, place)

    def moved() -> Call:
        _open(call)
        call.place = place
        call.save(update_fields=["place"])
        return call

    return _act(author, seat, call.clash, nonce, "moved", moved, {"place": place})


def take_back(author: Author, call: Call, nonce: str) -> Call:
    """Take the own call back."""
    seat = _caller(author)
    _own(seat, call)
    return _act(author, seat, call.clash, nonce, "taken_back", lambda: _end(call, seat))


def go(author: Author, call: Call, nonce: str) -> Call:
    """Say that one goes there; who says it last is the one who goes."""
    seat = _caller(author)

    def going() -> Call:
        _open(call)
        call.going, call.going_at = seat, timezone.now()
        call.save(update_fields=["going", "going_at"])
        return call

    return _act(author, call.seat, call.clash, nonce, "going", going)


def close(author: Author, call: Call, nonce: str) -> Call:
    """Say that the call is done with."""
    seat = _caller(author)
    return _act(author, call.seat, call.clash, nonce, "closed", lambda: _end(call, seat))


def _act(
    author: Author,
    caller: Seat,
    clash: Clash | None,
    nonce: str,
    step: str,
    change: Callable[[], Call],
    said: dict[str, Any] | None = None,
) -> Call:
    """Do one act on a call: change it, and put it on the record of the caller and of the fight."""
    done: list[Call] = []

    def decide(stream: Stream) -> Draft:
        done.append(change())
        return Draft("call", (), {"call": done[0].pk, "step": step, **(said or {})})

    with ledger.writing():
        # Fights come before seats, as everywhere: two acts must never wait for one another.
        if clash is not None:
            ledger.lock(clash.stream_id)
        entry, new = ledger.act(caller.stream_id, author, nonce, {"step": step, **(said or {})}, decide)
        if new and clash is not None:
            stream = ledger.lock(clash.stream_id)[clash.stream_id]
            ledger.append(stream, author, Draft("call", (), {"call": done[0].pk, "step": step}))
            live.announce("clash", clash.pk, stream.head)
        live.announce("home", caller.pk, 0)
        live.announce("overview", caller.event_id, 0)
    return done[0] if new else _of(entry)


def _of(entry: Entry) -> Call:
    return Call.objects.select_related("seat", "clash", "going").get(pk=parse(entry.data)["call"])


def _end(call: Call, by: Seat) -> Call:
    _open(call)
    call.closed, call.closed_by = timezone.now(), by
    call.save(update_fields=["closed", "closed_by"])
    return call


def _caller(author: Author) -> Seat:
    if author.seat is None:
        raise Refused("no_such_call")
    return author.seat


def _own(seat: Seat, call: Call) -> None:
    if call.seat_id != seat.pk:
        raise Refused("no_such_call")


def _open(call: Call) -> None:
    call.refresh_from_db(fields=["place", "going", "closed"])
    if call.closed is not None:
        raise Refused("call_closed")


def _place(seat: Seat, place: str) -> None:
    if place and place not in seat.event.call_places:
        raise Refused("no_such_place", place=place[:LONGEST_PLACE])
