"""A new fight by a referee, from one line: what the line means while it is typed, and its opening."""

from __future__ import annotations

from collections.abc import Callable
from copy import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from referee import access, ledger, live
from referee.adjudication import running
from referee.adjudication.desk import Deed, Desk, actor_for, perform
from referee.adjudication.opening import Way, open_clash
from referee.adjudication.position import load
from referee.brawls import Meaning, Place, creatures_of, read
from referee.forms.brawl import (
    Opening,
    Typed,
    end_in,
    fits,
    must_know,
    opening_in,
    typed_places,
    with_numbers,
)
from referee.kernel.refusals import Refused
from referee.ledger import Author
from referee.models import Clash, Role, Seat
from referee.overview import points_of, recent_people
from referee.refusals import explain
from referee.system import RuleSystem, systems
from referee.views.errors import refusal


@require_GET
def brawl(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the page of a new fight; with the header HX-Request only what its line means."""
    seat = _opener(request, slug)
    context = line_context(request.GET, seat)
    if request.headers.get("HX-Request"):
        return render(request, "referee/brawl.html#brawl", context)
    return render(request, "referee/brawl.html", {**context, "recent": recent_people(seat.event)})


@require_GET
def meaning(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what a line means, in two lines, above where it is typed."""
    seat = _opener(request, slug)
    return render(request, "referee/line.html#meaning", {**line_context(request.GET, seat), "wide": False})


@require_POST
def open_fight(request: HttpRequest, slug: str) -> HttpResponse:
    """Open the fight that the line says and lead to it; 422 where it does not say one."""
    seat = _opener(request, slug)
    try:
        clash = _open(request, seat)
    except Refused as refused:
        return refusal(request, refused, next(iter(systems().values()), None))
    target = reverse("clash", args=(slug, clash.code))
    if not request.headers.get("HX-Request"):
        return redirect(target)
    response = HttpResponse(status=204)
    response["HX-Redirect"] = target
    return response


def _opener(request: HttpRequest, slug: str) -> Seat:
    return access.staff_seat(request, slug, Role.REFEREE, Role.ASSISTANT)


def _system(seat: Seat, wanted: str) -> RuleSystem:
    known = systems()
    return known[must_know(wanted, [key for key in seat.event.systems if key in known])]


def line_context(fields: QueryDict, seat: Seat) -> dict[str, Any]:
    """Give what a line means, with all that the page of a new fight shows of it."""
    told = opening_in(fields)
    known = systems()
    played = [known[key] for key in seat.event.systems if key in known]
    system = next((one for one in played if one.key == told.system), played[0])
    found = read(seat.event, system, told.line) if told.line else Meaning()
    order = told.order if fits(told.order, len(found.places)) else ()
    typed = typed_places(fields, system, found.places)
    return {
        "event": seat.event,
        "slug": seat.event.slug,
        "seat": seat,
        "opening": told,
        "line": told.line,
        "meaning": found,
        "problems": [explain(problem.refused()) for problem in found.problems],
        "wrong": [problem.word for problem in found.problems],
        "sides": _sides(typed, system),
        "order": "|".join(",".join(str(place) for place in group) for group in order),
        "played": played,
        "system": system,
        "creatures": creatures_of(system),
        "may_finish": access.has(seat, Role.REFEREE),
        "wide": True,
    }


def _sides(
    typed: list[tuple[Place, list[Typed], list[Typed]]], system: RuleSystem
) -> list[tuple[str, list[dict[str, Any]]]]:
    points = points_of(system)
    sides: dict[str, list[dict[str, Any]]] = {}
    for number, (place, numbers, ends) in enumerate(typed, 1):
        held = place.sheet.get(points.key) if points else None
        row = {"nth": number, "place": place, "points": held, "numbers": numbers, "ends": ends}
        sides.setdefault(place.side, []).append(row)
    return sorted(sides.items())


def _open(request: HttpRequest, seat: Seat) -> Clash:
    fields = request.POST
    told = opening_in(fields)
    system = _system(seat, told.system)
    nonce = fields.get("nonce", "")
    author = Author(seat, request.session.get("device", ""))
    if not told.line:
        raise Refused("line_empty")
    found = read(seat.event, system, told.line)
    if found.problems:
        raise found.problems[0].refused()
    if not found.places:
        raise Refused("line_empty")
    way = _way(told, found, seat)
    standing = "by" if told.by_hand or told.when == "finished" else "asked"
    comers = []
    for number, place in enumerate(found.places, 1):
        if place.seat is None:
            place = replace(place, sheet=with_numbers(fields, system, number, place.sheet))
        comers.append(place.comer("in" if place.seat == seat else standing))
    if told.when != "finished":
        return open_clash(seat.event, system.key, author, comers, nonce, way)
    left = [end_in(fields, system, number, place.sheet) for number, place in enumerate(found.places, 1)]
    with ledger.writing():
        clash = open_clash(seat.event, system.key, author, comers, nonce, way)
        _finish(clash, seat, author, system, left, nonce)
    return clash


def _way(told: Opening, found: Meaning, seat: Seat) -> Way:
    """Say how the fight opens; one who fights in it does not referee it, so that it runs as players' own."""
    mode = "players" if any(place.seat == seat for place in found.places) else "referee"
    if told.when != "running":
        return Way(mode, public=told.public, afterwards=told.when == "finished")
    named = sum(len(group) for group in told.order)
    if not fits(told.order, len(found.places)) or named != len(found.places):
        raise Refused("order_unfinished")
    return Way(mode, public=told.public, running=told.order)


def _finish(
    clash: Clash, seat: Seat, author: Author, system: RuleSystem, left: list[dict[str, Any]], nonce: str
) -> None:
    """Enter what the fight left of everybody, and close it; the same nonce enters nothing twice."""
    role = access.role_in(seat, clash)
    if role not in ("referee", "assistant"):
        raise Refused("own_fight")
    actor = actor_for(clash, seat, author.device, role)
    state = load(clash.stream, system).position.state
    for number, fields in enumerate(left, 1):
        key = f"f{number}"
        now = system.carry(state, key)
        changed = {name: value for name, value in fields.items() if now.get(name) != value}
        if changed:
            body = {"key": key, "left": changed}
            perform(clash, actor, f"{nonce}.{number}"[:40], body, _entering(system.correct(key, changed)))
    perform(clash, actor, f"{nonce}.0"[:40], {"do": "close"}, running.close)
    live.announce("overview", clash.event_id, 0)


def _entering(given: Any) -> Callable[[Desk], Deed]:
    return lambda desk: running.command(desk, given)
