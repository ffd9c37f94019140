"""Pages of people, for staff: who somebody is, and where they are signed in."""

from django.db.models import Count, F, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from referee import access, devices, links, live
from referee.models import Device, Entry, Role, Seat
from referee.views import tending

LISTED = 100


@require_safe
def person(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show somebody at the event: names, roles, sign-ins."""
    reader, seat = _reader_and_seat(request, slug, code)
    made = Entry.objects.filter(device=OuterRef("code")).values("device").annotate(n=Count("pk")).values("n")
    signed_in: list[Device] = []
    if hasattr(seat, "person"):
        signed_in = list(
            seat.person.account.devices.annotate(made=Coalesce(Subquery(made), 0)).order_by(
                F("ended").desc(nulls_first=True), "-since"
            )[:LISTED]
        )
    context = {
        "event": reader.event,
        "seat": seat,
        "roles": [Role(role).label for role in seat.roles],
        "devices": signed_in,
        "may_end_sign_in": access.may_end_sign_in(reader, seat) and hasattr(seat, "person"),
        "may_hand_over": access.may_hand_over(reader, seat) and hasattr(seat, "person"),
    }
    context |= {"slug": slug} | tending.context_of(reader, seat)
    return render(request, "referee/person.html", context)


@require_safe
def device(request: HttpRequest, slug: str, code: str, device: str) -> HttpResponse:
    """List what was entered on one of somebody's phones, the latest first, so that it can be undone."""
    reader, seat = _reader_and_seat(request, slug, code)
    found = Device.objects.filter(code=device, account__people__seat=seat).first()
    if found is None:
        raise Http404
    entries = (
        Entry.objects.filter(device=device, event=reader.event)
        .select_related("stream__clash", "stream__seat")
        .order_by("-at", "-pk")[:LISTED]
    )
    context = {
        "event": reader.event,
        "seat": seat,
        "device": found,
        "entries": entries,
        "may_tend": access.has(reader, Role.REFEREE),
    }
    return render(request, "referee/device.html", context)


@require_POST
def end_sign_ins(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Sign somebody out everywhere."""
    reader, seat = _reader_and_person(request, slug, code)
    access.demand(access.may_end_sign_in(reader, seat))
    devices.end_all(seat.person.account)
    live.announce_account(seat.person.account_id)
    return redirect("person", slug, code)


@never_cache
@require_POST
def reissue(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Replace somebody's private link and PIN, or staff's password, and show the new slip once.

    It is shown only with the replacing, so that nobody signs in as somebody else unnoticed (L7).
    """
    reader, seat = _reader_and_person(request, slug, code)
    access.demand(access.may_end_sign_in(reader, seat))
    account = seat.person.account
    password = devices.reissue(account)
    live.announce_account(account.pk)
    context = {"event": reader.event, "seat": seat, "password": password}
    if not password:
        context |= {"link": links.private_link(account), "pin": account.pin}
    return render(request, "referee/slip.html", context)


@never_cache
@require_POST
def hand_over(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show a one-time code that signs a member of staff in on the phone that scans it."""
    reader, seat = _reader_and_person(request, slug, code)
    access.demand(access.may_hand_over(reader, seat))
    token, expires = devices.hand_over(seat.person.account, reader)
    context = {
        "event": reader.event,
        "seat": seat,
        "link": links.public("one_time_link", token),
        "expires": expires,
    }
    return render(request, "referee/once.html", context)


def _reader_and_seat(request: HttpRequest, slug: str, code: str) -> tuple[Seat, Seat]:
    """Return the reader's seat, who may see people, and the seat asked for."""
    reader = access.my_seat(request, slug)
    access.demand(access.may_see_people(reader))
    return reader, access.seat_with_code(reader.event, code)


def _reader_and_person(request: HttpRequest, slug: str, code: str) -> tuple[Seat, Seat]:
    """Return the same; raise Http404 where the person was erased."""
    reader, seat = _reader_and_seat(request, slug, code)
    if not hasattr(seat, "person"):
        raise Http404
    return reader, seat
