"""Starting a fight by a number, and what is offered where one of the two fights already."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from referee import access
from referee.adjudication import meeting
from referee.boards import fighter_name, seat_name
from referee.forms.clashes import number_in
from referee.kernel.refusals import Refused
from referee.ledger import Author
from referee.models import Clash, Seat
from referee.refusals import explain


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a fight that may be joined: its letter, and who stands on it; nobody on a new one."""

    letter: str
    names: tuple[str, ...]


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a fight against a number; where one of the two fights already, lead to what can be done."""
    if request.method != "POST":
        return offer(request, slug)
    seat = access.my_seat(request, slug)
    author = Author(seat, request.session.get("device", ""))
    try:
        other = opponent(seat, request.POST)
        found = _begin(request, author, other)
    except Refused as refused:
        return _refuse(request, slug, refused)
    if isinstance(found, Clash):
        return _lead(request, reverse("clash", args=[slug, found.code]))
    return found


def opponent(seat: Seat, fields: QueryDict) -> Seat:
    """Give whom the number in some fields names; raise Refused where it is nobody to fight."""
    number = number_in(fields, "number")
    if number is None:
        raise Refused("number_missing")
    other = access.seat_with_number(seat.event, number) if 0 <= number < 10_000_000 else None
    if other is None:
        raise Refused("no_such_number", number=number)
    if other.pk == seat.pk:
        raise Refused("oneself")
    return other


def _begin(request: HttpRequest, author: Author, other: Seat) -> Clash | HttpResponse:
    """Do what is asked, or offer what can be done."""
    me = author.seat
    assert me is not None
    nonce, way = request.POST.get("nonce", ""), request.POST.get("way", "")
    fights = meeting.open_fights([me, other])
    mine, theirs = fights.get(me.pk), fights.get(other.pk)
    if mine is not None and theirs is not None and mine.pk == theirs.pk:
        return mine
    match way:
        case "join" if theirs is not None:
            return meeting.join(author, theirs, request.POST.get("side", ""), nonce, mine)
        case "bring" if mine is not None and theirs is not None:
            return meeting.merge(author, mine, theirs, other, nonce)
        case "bring" if mine is not None:
            return meeting.call_in(author, mine, other, nonce)
        case "part" if mine is not None:
            return meeting.part_and_start(author, mine, other, nonce)
        case "new" | "part":
            return meeting.start(author, other, nonce)
        case "" if mine is None and theirs is None:
            return meeting.start(author, other, nonce)
    meeting.system_of(me, other)  # refuses who has no sheet before anything is offered
    asked = urlencode({"number": str(other.number)})
    return _lead(request, f"{reverse('start', args=[me.event.slug])}?{asked}")


def offer(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what can be done about a number that fights already, or where the reader does."""
    me = access.my_seat(request, slug)
    try:
        other = opponent(me, request.GET)
    except Refused as refused:
        return _refuse(request, slug, refused)
    fights = meeting.open_fights([me, other])
    mine, theirs = fights.get(me.pk), fights.get(other.pk)
    if mine is not None and theirs is not None and mine.pk == theirs.pk:
        return redirect("clash", slug, mine.code)
    if mine is None and theirs is None:
        return redirect(f"{reverse('home', args=[slug])}?{urlencode({'against': str(other.number)})}")
    context = {
        "slug": me.event.slug,
        "other": other,
        "name": seat_name(other),
        "mine": mine,
        "theirs": theirs,
        "my_foes": _names(mine, me) if mine else (),
        "their_foes": _names(theirs, other) if theirs else (),
        "sides": _sides(theirs, other) if theirs else (),
    }
    return render(request, "referee/start.html", {**context, "event": me.event})


def _names(clash: Clash, but: Seat) -> tuple[str, ...]:
    rows = clash.fighters.select_related("seat__person")
    return tuple(fighter_name(row) for row in rows if row.seat_id != but.pk and row.in_fight)


def _sides(clash: Clash, other: Seat) -> tuple[Side, ...]:
    """Give the sides of a fight, the one that faces this seat first."""
    rows = list(clash.fighters.select_related("seat__person"))
    own = next((row.side for row in rows if row.seat_id == other.pk), "")
    sides = (
        Side(letter, tuple(fighter_name(row) for row in rows if row.side == letter))
        for letter in meeting.sides_to_join(clash)
    )
    return tuple(sorted(sides, key=lambda side: (side.letter == own, not side.names, side.letter)))


def _lead(request: HttpRequest, where: str) -> HttpResponse:
    if not request.headers.get("HX-Request"):
        return redirect(where)
    response = HttpResponse(status=204)
    response["HX-Redirect"] = where
    return response


def _refuse(request: HttpRequest, slug: str, refused: Refused) -> HttpResponse:
    why = explain(refused)
    if request.headers.get("HX-Request"):
        return render(request, "referee/clash.html#refusal", {"why": why, "rule": refused.rule}, status=422)
    context = {"what": why, "then": "", "status": 422, "back": reverse("home", args=[slug])}
    return render(request, "referee/error.html", context, status=422)
