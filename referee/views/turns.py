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
from referee.adjudication import amending, company, dice, turns
from referee.adjudication.company import Comer
from referee.adjudication.desk import Actor, Deed, Desk, actor_for
from referee.brawls import SIDES
from referee.forms.clashes import number_in
from referee.kernel.refusals import Refused
from referee.models import Clash
from referee.refusals import explain
from referee.system import Acting, Builds, Pages

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
    told = {key: ",".join(request.GET.getlist(key)) for key in request.GET}
    try:
        screen = system.page(name, board.view(whos), Acting(actor.role, desk.speaks), told)
    except Refused as refused:
        context = {"what": explain(refused, system), "then": "", "status": 422, "back": request.path}
        return render(request, "referee/error.html", context, status=422)
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


def _build(fields: QueryDict, found: Clash, actor: Actor, request: HttpRequest) -> Decide:
    """Bring in a fighter built on the spot, by the fields of the system's own page."""
    data = {key: ",".join(fields.getlist(key)) for key in fields}

    def decide(desk: Desk) -> Deed:
        if not isinstance(desk.system, Builds):
            raise Refused("no_turns")
        if not desk.actor.referees:
            raise Refused("referees_only")
        side = data.get("side", "")
        if side not in SIDES or not side:
            raise Refused("unknown_field", field=side[:8])
        sheet = desk.system.sheet_in(data)
        name = data.get("name", "").strip()
        return company.come_in(desk, Comer(side, sheet, None, name, "none", confirmed=True))

    return decide


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
    "build": _build,
    "automatic": _automatic,
    "play_on": _play_on,
}
JUDGED_BY_ASK = frozenset({"die", "roll", "declare", "close_window", "dice", "played"})
"""Acts of these that are never stale: they name the ask or window that they answer."""
