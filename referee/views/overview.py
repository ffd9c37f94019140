"""The referee's board of an event: calls, fights, who is down; and the line that opens a new fight."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from referee import access, calls
from referee import overview as board
from referee.kernel.refusals import Refused
from referee.ledger import Author
from referee.models import Call, Seat
from referee.views import brawl
from referee.views.errors import refusal


@require_GET
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the board; to a page that has it 204 while nothing is newer than `since`, else the board alone."""
    seat = access.staff_seat(request, slug)
    audience = board.audience_of(seat)
    if request.headers.get("HX-Request"):
        if request.GET.get("since", "").split(".")[0] == str(board.head_of(seat.event_id)):
            return HttpResponse(status=204)
        return painted(seat)
    parts, seq = board.parts(seat.event, audience)
    opens = access.may_open_for_others(seat)
    context = {
        "event": seat.event,
        "seat": seat,
        "parts": parts,
        "seq": seq,
        "may_open": opens,
        "slug": slug,
        "recent": board.recent_people(seat.event) if opens else [],
    }
    if opens:
        context |= brawl.line_context(request.GET, seat) | {"creatures": [], "wide": False}
    return render(request, "referee/overview.html", context)


@require_POST
def call_go(request: HttpRequest, slug: str, call: int) -> HttpResponse:
    """Say that one goes to where somebody called; who says it last is the one who goes."""
    return _on_call(request, slug, call, calls.go)


@require_POST
def call_done(request: HttpRequest, slug: str, call: int) -> HttpResponse:
    """Say that a call is done with."""
    return _on_call(request, slug, call, calls.close)


def _on_call(
    request: HttpRequest, slug: str, call: int, act: Callable[[Author, Call, str], Call]
) -> HttpResponse:
    seat = access.staff_seat(request, slug)
    found = (
        Call.objects.filter(event=seat.event, pk=call)
        .select_related("seat__stream", "clash__stream", "event")
        .first()
    )
    if found is None:
        raise Http404
    access.demand(access.may_take(seat, found.kind))
    try:
        act(Author(seat, request.session.get("device", "")), found, request.POST.get("nonce", ""))
    except Refused as refused:
        return refusal(request, refused)
    if not request.headers.get("HX-Request"):
        return redirect("overview", seat.event.slug)
    return painted(seat)


def painted(seat: Seat, beside: str = "") -> HttpResponse:
    """Answer with the board as it is now, and what is said beside it."""
    parts, seq = board.parts(seat.event, board.audience_of(seat))
    response = HttpResponse("".join(parts.values()) + beside)
    response["X-Seq"] = str(seq)
    return response
