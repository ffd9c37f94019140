"""Acts of fights of turns: table dice, windows, automatic turns; and the pages beside their board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_GET

from referee import access, boards
from referee.adjudication import amending, dice, turns
from referee.adjudication.desk import Actor, Deed, Desk, actor_for
from referee.forms.clashes import number_in
from referee.kernel.refusals import Refused
from referee.models import Clash
from referee.refusals import explain
from referee.system import Acting, Pages

type Decide = Callable[[Desk], Deed]


@require_GET
def page(request: HttpRequest, slug: str, code: str, name: str) -> HttpResponse:
    """Show a page beside the board that its rule system makes of the query; nothing is written.

    With the header HX-Request only its first part.
    """
    seat = access.my_seat(request, slug)
    found = access.clash_here(seat, code)
    found.event = seat.event
    board = boards.board_of(found)
    system = board.system
    role = access.role_in(seat, found)
    if not isinstance(system, Pages):
        raise Http404
    actor = actor_for(found, seat, "", role or "player")
    desk = Desk(found, system, board.folded, actor)
    whos = board.whos()
    try:
        screen = system.page(name, board.view(whos), Acting(actor.role, desk.speaks), request.GET.dict())
    except Refused as refused:
        told = {"what": explain(refused, system), "then": "", "status": 422, "back": request.path}
        return render(request, "referee/error.html", told, status=422)
    if screen is None:
        raise Http404
    context = {**board.shared(whos), **screen.context, "role": actor.role, "event": seat.event, "seat": seat}
    if request.headers.get("HX-Request"):
        return HttpResponse(render_to_string(f"{screen.template}#{screen.parts[0]}", context, request))
    return render(request, screen.template, context)


def _die(fields: QueryDict, found: Clash, actor: Actor, request: HttpRequest) -> Decide:
    ask, place, face = fields.get("ask", ""), number_in(fields, "place") or 0, number_in(fields, "face") or 0
    return lambda desk: dice.place_die(desk, ask, place, face)


def _roll(fields: QueryDict, found: Clash, actor: Actor, request: HttpRequest) -> Decide:
    return lambda desk: dice.roll_dice(desk, fields.get("ask", ""), fields.get("who", ""))


def _retype(fields: QueryDict, found: Clash, actor: Actor, request: HttpRequest) -> Decide:
    return dice.correct_last


def _dice(fields: QueryDict, found: Clash, actor: Actor, request: HttpRequest) -> Decide:
    return lambda desk: dice.set_dice(desk, fields.get("who", ""), fields.get("dice", ""))


def _played(fields: QueryDict, found: Clash, actor: Actor, request: HttpRequest) -> Decide:
    return lambda desk: dice.set_played(desk, fields.get("who", ""), fields.get("played", ""))


@sensitive_variables()
def _declare(fields: QueryDict, found: Clash, actor: Actor, request: HttpRequest) -> Decide:
    chosen = [one for one in fields.getlist("chosen") if one]
    return lambda desk: turns.declare(desk, fields.get("ask", ""), fields.get("who", ""), chosen)


def _close_window(fields: QueryDict, found: Clash, actor: Actor, request: HttpRequest) -> Decide:
    return lambda desk: turns.close_window(desk, fields.get("ask", ""))


def _amend(fields: QueryDict, found: Clash, actor: Actor, request: HttpRequest) -> Decide:
    seq, nth, face = (number_in(fields, name) or 0 for name in ("about", "nth", "face"))
    return lambda desk: amending.amend_die(desk, seq, nth, face)


def _automatic(fields: QueryDict, found: Clash, actor: Actor, request: HttpRequest) -> Decide:
    return turns.automatic


def _play_on(fields: QueryDict, found: Clash, actor: Actor, request: HttpRequest) -> Decide:
    return turns.play_on


TURN_ACTS: Mapping[str, Any] = {
    "die": _die,
    "roll": _roll,
    "retype": _retype,
    "dice": _dice,
    "played": _played,
    "declare": _declare,
    "close_window": _close_window,
    "amend": _amend,
    "automatic": _automatic,
    "play_on": _play_on,
}
JUDGED_BY_ASK = frozenset({"die", "roll", "declare", "close_window", "dice", "played"})
"""Acts of these that are never stale: they name the ask or window that they answer."""
