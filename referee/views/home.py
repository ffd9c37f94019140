"""Home: where everybody starts."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from referee import access


@require_safe
def home(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the reader's own page at the event."""
    seat = access.my_seat(request, slug)
    return render(request, "referee/home.html", {"event": seat.event, "seat": seat})
