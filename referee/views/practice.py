"""Practice: sample people on one phone, touching no sheet."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from referee import access, sheets
from referee.adjudication.company import Comer
from referee.adjudication.opening import Way, open_clash
from referee.boards import seat_name
from referee.kernel.refusals import Refused
from referee.ledger import Author
from referee.models import Seat
from referee.refusals import explain
from referee.system import RuleSystem, systems

ME = "me"


@require_http_methods(["GET", "HEAD", "POST"])
def practice(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose two sides to practise with; both are played on this phone."""
    seat = access.my_seat(request, slug)
    known = systems()
    key = request.POST.get("system") or request.GET.get("system", "")
    offered = [known[one] for one in seat.event.systems if one in known and known[one].templates]
    system = next((one for one in offered if one.key == key), offered[0] if offered else None)
    if request.method == "POST":
        try:
            return _begin(request, seat, system)
        except Refused as refused:
            return _refuse(request, slug, refused)
    people = _people(seat, system) if system else []
    first, second = people[0][0] if people else "", people[-1][0] if people else ""
    context = {
        "event": seat.event,
        "seat": seat,
        "slug": slug,
        "systems": offered,
        "system": system,
        "people": people,
        "first": first,
        "second": second,
    }
    return render(request, "referee/practice.html", context)


def _people(seat: Seat, system: RuleSystem) -> list[tuple[str, str]]:
    """Give who can be practised with: oneself, where there is a sheet, and the system's samples."""
    samples = [(key, str(system.creatures.get(key, key))) for key in system.templates]
    own = sheets.load(seat.stream).sheet(system.key)
    return [(ME, seat_name(seat)), *samples] if own is not None else samples


def _begin(request: HttpRequest, seat: Seat, system: RuleSystem | None) -> HttpResponse:
    if system is None:
        raise Refused("no_such_system")
    comers = [_comer(seat, system, request.POST.get(side, ""), side) for side in ("A", "B")]
    author = Author(seat, request.session.get("device", ""))
    nonce = request.POST.get("nonce", "")
    clash = open_clash(seat.event, system.key, author, comers, nonce, Way(practice=True))
    where = reverse("clash", args=[seat.event.slug, clash.code])
    if not request.headers.get("HX-Request"):
        return redirect(where)
    response = HttpResponse(status=204)
    response["HX-Redirect"] = where
    return response


def _comer(seat: Seat, system: RuleSystem, key: str, side: str) -> Comer:
    """Give a side of the practice. It has no seat, not even the own: nothing of it reaches a sheet."""
    if key == ME:
        sheet = sheets.load(seat.stream).sheet(system.key)
        name = seat_name(seat)
    else:
        found = system.templates.get(key)
        sheet = dict(found) if found is not None else None
        name = str(system.creatures.get(key, key))
    if sheet is None:
        raise Refused("no_such_answer")
    return Comer(side, sheet, None, name, standing="in", confirmed=True)


def _refuse(request: HttpRequest, slug: str, refused: Refused) -> HttpResponse:
    why = explain(refused)
    if request.headers.get("HX-Request"):
        return render(request, "referee/clash.html#refusal", {"why": why, "rule": refused.rule}, status=422)
    context = {"what": why, "then": "", "status": 422, "back": reverse("practice", args=[slug])}
    return render(request, "referee/error.html", context, status=422)
