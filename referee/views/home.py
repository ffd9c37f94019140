"""Home: where everybody starts, and the own numbers on paper."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from referee import access, homes, links, sheets
from referee.boards import seat_name
from referee.models import Role, Seat


@require_safe
def home(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the reader's own page at the event; with HX-Request its parts, 204 while nothing is newer.

    `?against=` is the number on a badge that was scanned: a fight is then one tap away.
    """
    seat = access.my_seat(request, slug)
    seq = homes.head_of(seat)
    if request.headers.get("HX-Request"):
        return painted(seat, seq) if request.GET.get("since") != str(seq) else HttpResponse(status=204)
    context = homes.context_of(seat)
    against = _against(seat, request.GET.get("against", ""))
    return render(
        request,
        "referee/home.html",
        {
            **context,
            "parts": homes.parts(seat, context),
            "seq": seq,
            "roles": [Role(role).label for role in seat.roles],
            "staff": access.staff(seat),
            "against": against,
            "against_name": seat_name(against) if against else "",
        },
    )


def painted(seat: Seat, seq: int | None = None, beside: str = "") -> HttpResponse:
    """Answer with the own page as it is now, and what is said beside it."""
    seq = homes.head_of(seat) if seq is None else seq
    seat.stream.refresh_from_db()  # an act may have written to it since it was loaded
    response = HttpResponse("".join(homes.parts(seat).values()) + beside)
    response["X-Seq"] = str(seq)
    return response


def _against(seat: Seat, number: str) -> Seat | None:
    if not (number.isascii() and number.isdecimal() and len(number) < 8):
        return None
    found = access.seat_with_number(seat.event, int(number))
    return found if found is not None and found.pk != seat.pk else None


@require_safe
def numbers(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all of the reader's own numbers, for paper."""
    seat = access.my_seat(request, slug)
    context = {
        "event": seat.event,
        "seat": seat,
        "sheets": homes.own_sheets(seat, sheets.load(seat.stream), "printed"),
        "badge": links.badge_link(seat),
    }
    return render(request, "referee/numbers.html", context)


@require_safe
def scan(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how a badge is scanned; with a camera that the page may use, scan it here."""
    seat = access.my_seat(request, slug)
    return render(request, "referee/scan.html", {"event": seat.event, "seat": seat})
