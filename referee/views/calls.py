"""Calling a referee or help, from wherever one stands; and taking it back."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from referee import access, boards, calls
from referee.kernel.refusals import Refused
from referee.ledger import Author
from referee.models import Call, Clash, Seat
from referee.refusals import explain
from referee.views.clashes import audience_of, painted
from referee.views.home import painted as home_painted


@require_POST
def call(request: HttpRequest, slug: str) -> HttpResponse:
    """Call for a referee (`kind` rules) or for help (`kind` hurt), at a place of the event or at none."""
    seat = access.my_seat(request, slug)
    clash = _clash(request, seat)
    fields = request.POST
    return _do(
        request,
        seat,
        clash,
        lambda author, nonce: calls.raise_call(
            author, fields.get("kind", ""), fields.get("place", ""), nonce, clash
        ),
    )


@require_POST
def change(request: HttpRequest, slug: str, call: int) -> HttpResponse:
    """Say where the own call is (`place`), or take it back (`do` back)."""
    seat = access.my_seat(request, slug)
    found = Call.objects.filter(event=seat.event, seat=seat, pk=call).select_related("seat", "clash").first()
    if found is None:
        raise Http404
    found.seat = seat
    back = request.POST.get("do") == "back"
    place = request.POST.get("place", "")
    return _do(
        request,
        seat,
        _clash(request, seat),
        lambda author, nonce: (
            calls.take_back(author, found, nonce) if back else calls.move(author, found, place, nonce)
        ),
    )


def _clash(request: HttpRequest, seat: Seat) -> Clash | None:
    """Give the fight on whose page the call is made; None on the own page."""
    code = request.POST.get("on", "home")
    if code == "home":
        return None
    clash = access.clash_here(seat, code)
    clash.event = seat.event
    return clash


def _do(
    request: HttpRequest, seat: Seat, clash: Clash | None, act: Callable[[Author, str], Call]
) -> HttpResponse:
    author = Author(seat, request.session.get("device", ""))
    try:
        act(author, request.POST.get("nonce", ""))
    except Refused as refused:
        return _refuse(request, refused)
    if not request.headers.get("HX-Request"):
        return redirect("clash", seat.event.slug, clash.code) if clash else redirect("home", seat.event.slug)
    if clash is None:
        return home_painted(seat)
    clash.stream.refresh_from_db()
    board = boards.board_of(clash)
    return painted(boards.page_parts(board, *audience_of(seat, clash)), board.seq)


def _refuse(request: HttpRequest, refused: Refused) -> HttpResponse:
    why = explain(refused)
    if request.headers.get("HX-Request"):
        return render(request, "referee/clash.html#refusal", {"why": why, "rule": refused.rule}, status=422)
    return render(
        request, "referee/error.html", {"what": why, "then": "", "status": 422, "back": "/"}, status=422
    )
