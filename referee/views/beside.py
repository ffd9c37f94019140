"""Pages beside a referee's console: override, and more (notes, who comes in, who is who, the end)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from referee import access, boards, ledger, live
from referee.adjudication import company
from referee.adjudication.company import Comer
from referee.adjudication.desk import Deed, Desk, actor_for, perform
from referee.brawls import SIDES, creatures_of, read
from referee.kernel.refusals import Refused
from referee.models import Clash, Seat
from referee.overview import recent_people
from referee.scenarios import Scenarios
from referee.system import Acting, Pages, Screen, View
from referee.views.errors import refusal


@require_GET
def override(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show the page on which a referee gives a blow another outcome; with HX-Request only its first part."""
    seat, found, board, role = _desk(request, slug, code)
    if found.status != Clash.Status.OPEN:
        return redirect("clash", slug, code)
    whos = board.whos()
    screen = _page(board, board.view(whos), "override", role, request)
    if screen is None:
        access.demand(role == "referee")
        return redirect("clash", slug, code)
    context = {**board.shared(whos), **screen.context, "role": role, "by": seat}
    parts = [render_to_string(f"{screen.template}#{part}", context) for part in screen.parts]
    if request.headers.get("HX-Request"):
        return HttpResponse(parts[0])
    return render(request, "referee/override.html", {**context, "event": seat.event, "parts": parts})


@require_GET
def more(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show what else a referee does in a fight."""
    seat, found, board, role = _desk(request, slug, code)
    whos = board.whos()
    parts: list[str] = []
    context: dict[str, Any] = {**board.shared(whos), "role": role, "event": seat.event}
    screen = _page(board, board.view(whos), "more", role, request) if found.status == "open" else None
    if screen is not None:
        context |= screen.context
        parts = [render_to_string(f"{screen.template}#{part}", context) for part in screen.parts]
    sides = sorted({who.side for who in whos.values()})
    here = {who.code for who in whos.values()}
    context |= {
        "parts": parts,
        "sides": [*sides, *(side for side in SIDES if side not in sides)][: len(sides) + 1],
        "nameless": [who for who in whos.values() if not who.code],
        "people": [who for who in whos.values() if who.code],
        "unconfirmed": [who for who in whos.values() if who.code and not who.confirmed],
        "recent": [one for one in recent_people(seat.event) if one.code not in here],
        "creatures": creatures_of(board.system),
        "exports": role == "referee" and isinstance(board.system, Scenarios),
        "system": board.system,
        "seat": seat,
    }
    return render(request, "referee/more.html", context)


@require_POST
def add(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Bring in whom a line names, on the chosen side; 422 where it names nobody, or one who is in."""
    seat, found, board, role = _desk(request, slug, code)
    fields = request.POST
    nonce = fields.get("nonce", "")
    try:
        side = fields.get("side", "")
        if len(side) != 1 or side not in SIDES:
            raise Refused("unknown_field", field=side[:8])
        meaning = read(seat.event, board.system, fields.get("line", ""), alone=True)
        if meaning.problems:
            raise meaning.problems[0].refused()
        if not meaning.places:
            raise Refused("line_empty")
        actor = actor_for(found, seat, request.session.get("device", ""), role)
        with ledger.writing():
            for nth, place in enumerate(meaning.places):
                body = {"do": "add", "side": side, "word": place.word, "nth": nth}
                given = f"{nonce}.{nth}"[:40] if nonce else ""
                perform(found, actor, given, body, _coming(place.comer("asked", side)))
    except Refused as refused:
        return refusal(request, refused, board.system)
    live.announce("overview", seat.event_id, 0)
    return _back(request, slug, code)


def _coming(comer: Comer) -> Callable[[Desk], Deed]:
    return lambda desk: company.come_in(desk, comer)


@require_POST
def spectators(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Open a fight to spectators, or close it to them."""
    _seat, found, _board, _role = _desk(request, slug, code)
    Clash.objects.filter(pk=found.pk).update(public=request.POST.get("public") == "on")
    return _back(request, slug, code)


def _back(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    target = reverse("clash", args=(slug, code))
    if not request.headers.get("HX-Request"):
        return redirect(target)
    return HttpResponse(status=204, headers={"HX-Redirect": target})


def _desk(request: HttpRequest, slug: str, code: str) -> tuple[Seat, Clash, boards.Board, Any]:
    """Give who acts, on which fight, as which role; raise Http404 or PermissionDenied."""
    seat = access.my_seat(request, slug)
    found = access.clash_here(seat, code)
    found.event = seat.event
    role = access.role_in(seat, found)
    access.demand(role in ("referee", "assistant"))
    return seat, found, boards.board_of(found), role


def _page(board: boards.Board, view: View, name: str, role: Any, request: HttpRequest) -> Screen | None:
    system = board.system
    if not isinstance(system, Pages):
        return None
    return system.page(name, view, Acting(role), request.GET.dict())
