"""Who may do what. Roles are an event's: nothing here reaches over to another event.

Absence is 404 (what belongs to another event does not exist here), a missing role is 403, nobody signed in
is `SignedOut`.
"""

from collections.abc import Iterable
from typing import Literal

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from referee.models import Account, Call, Clash, Event, Fighter, Role, Seat

STAFF = frozenset({Role.ORGANIZER, Role.REFEREE, Role.ASSISTANT, Role.MARSHAL, Role.HEAD_MARSHAL, Role.MEDIC})


class SignedOut(Exception):
    """Nobody is signed in on this phone; the middleware leads to the sign-in page."""


# Finding who and what


def seat_of(request: HttpRequest, event: Event | str) -> Seat | None:
    """Return the reader's seat at the event (or its slug), or None. No query of its own."""
    slug = event.slug if isinstance(event, Event) else event
    return seats_of(request).get(slug)


def seats_of(request: HttpRequest) -> dict[str, Seat]:
    """Return the reader's seats by event slug."""
    return request.user.seats if isinstance(request.user, Account) else {}


def my_seat(request: HttpRequest, slug: str) -> Seat:
    """Return the reader's seat at the event; raise SignedOut, or Http404 without a seat there."""
    if not request.user.is_authenticated:
        raise SignedOut
    seat = seat_of(request, slug)
    if seat is None:
        raise Http404
    return seat


def staff_seat(request: HttpRequest, slug: str, *roles: str) -> Seat:
    """Return the reader's seat there; raise PermissionDenied unless it has one of the roles (any staff's)."""
    seat = my_seat(request, slug)
    demand(has(seat, *(roles or STAFF)))
    return seat


def demand(allowed: bool) -> None:
    """Raise PermissionDenied unless allowed."""
    if not allowed:
        raise PermissionDenied


def seat_with_code(event: Event, code: str) -> Seat:
    """Return the event's seat with this badge code and its person, if not erased; raise Http404."""
    seat = (
        Seat.objects.filter(event=event, code=code)
        .select_related("event", "stream", "person__account")
        .first()
    )
    if seat is None:
        raise Http404
    return seat


def seat_with_number(event: Event, number: int) -> Seat | None:
    """Return the event's seat with this number and its person, or None where the number is not given."""
    return (
        Seat.objects.filter(event=event, number=number)
        .select_related("event", "stream", "person__account")
        .first()
    )


def clash_here(seat: Seat, code: str) -> Clash:
    """Return the clash of this seat's event that the seat may watch; raise Http404."""
    found = Clash.objects.filter(event=seat.event, code=code).select_related("stream")
    clash = found.prefetch_related("fighters").first()
    if clash is None or not may_watch(seat, clash):
        raise Http404
    return clash


# Roles


def has(seat: Seat, *roles: str) -> bool:
    """Return whether the seat has one of the roles."""
    return not set(roles).isdisjoint(seat.roles)


def staff(seat: Seat) -> bool:
    """Return whether the seat is on duty in any way."""
    return has(seat, *STAFF)


def own_keys(seat: Seat | int, clash: Clash, fighters: Iterable[Fighter] | None = None) -> frozenset[str]:
    """Return the fighters of the clash that the seat (or its id) plays: the own, in practice both sides.

    `fighters` are the clash's, where they are at hand.
    """
    pk = seat.pk if isinstance(seat, Seat) else seat
    practised = clash.practice and clash.opened_by_id == pk
    return frozenset(
        fighter.key
        for fighter in (clash.fighters.all() if fighters is None else fighters)
        if fighter.seat_id == pk or (practised and fighter.seat_id is None)
    )


def fights_in(seat: Seat, clash: Clash) -> bool:
    """Return whether the seat is, or was, a fighter of the clash."""
    return bool(own_keys(seat, clash))


# Fights


def may_open_for_others(seat: Seat) -> bool:
    """Return whether the seat opens fights for anyone: referees and assistants."""
    return has(seat, Role.REFEREE, Role.ASSISTANT)


def may_assist(seat: Seat, clash: Clash) -> bool:
    """Return whether the seat enters throws, announcements, the order (R14) and aimed numbers (R89) here.

    Referees and assistants, but in no fight of their own.
    """
    return has(seat, Role.REFEREE, Role.ASSISTANT) and not fights_in(seat, clash)


def may_referee(seat: Seat, clash: Clash) -> bool:
    """Return whether the seat overrules and decides here.

    That is also situations (R80), waived throws (R18), length (R67), disputes (R32). Referees only, but in
    no fight of their own.
    """
    return has(seat, Role.REFEREE) and not fights_in(seat, clash)


def may_close(seat: Seat, clash: Clash) -> bool:
    """Return whether the seat ends the fight alone; its fighters end it together."""
    return may_assist(seat, clash)


def may_watch(seat: Seat, clash: Clash) -> bool:
    """Return whether the seat sees the board: fighters, staff, and all where it was opened to spectators."""
    return clash.public or staff(seat) or fights_in(seat, clash)


def sees_all_terms(seat: Seat, clash: Clash) -> bool:
    """Return whether the seat sees everybody's terms: who assists here; all where the event opens them."""
    return seat.event.open_terms or may_assist(seat, clash)


def role_in(seat: Seat, clash: Clash) -> Literal["player", "assistant", "referee"] | None:
    """Return as what the seat acts in the clash, None for onlookers. Fighters are players, staff or not."""
    if fights_in(seat, clash):
        return "player"
    if has(seat, Role.REFEREE):
        return "referee"
    return "assistant" if has(seat, Role.ASSISTANT) else None


# Between fights


def may_tend(seat: Seat, other: Seat) -> bool:
    """Return whether the seat raises, wakes, heals and gives points: referees, but not to themselves."""
    return has(seat, Role.REFEREE) and seat.pk != other.pk


def may_take(seat: Seat, kind: str) -> bool:
    """Return whether the seat sees and answers calls: referees, assistants; all staff if somebody is hurt."""
    return staff(seat) if kind == Call.Kind.HURT else has(seat, Role.REFEREE, Role.ASSISTANT)


# People


def may_see_people(seat: Seat) -> bool:
    """Return whether the seat opens pages of people: organizers, referees, assistants."""
    return has(seat, Role.ORGANIZER, Role.REFEREE, Role.ASSISTANT)


def may_end_sign_in(seat: Seat, other: Seat) -> bool:
    """Return whether the seat signs somebody out everywhere and reissues link and PIN.

    Organizers for all, referees for who is not staff: no referee locks out an organizer.
    """
    return has(seat, Role.ORGANIZER) or (has(seat, Role.REFEREE) and not staff(other))


def may_hand_over(seat: Seat, other: Seat) -> bool:
    """Return whether the seat makes a one-time link: organizers, for staff."""
    return has(seat, Role.ORGANIZER) and staff(other)
