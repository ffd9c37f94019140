"""A fight step by step: each entry that resolved something, as it looked to everybody at it then."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from referee import access, boards
from referee.adjudication.position import events_of, refold
from referee.adjudication.telling import tell
from referee.models import Entry
from referee.system import system_for


@require_GET
def history(request: HttpRequest, slug: str, code: str, seq: int) -> HttpResponse:
    """Show the fight as it stood at an entry; 0 is the latest. Only steps that its head still stands on."""
    seat = access.my_seat(request, slug)
    found = access.clash_here(seat, code)
    found.event = seat.event
    system = system_for(found.system)
    entries = list(Entry.objects.filter(stream=found.stream_id).order_by("seq"))
    on_path = refold(entries, system).path
    steps = [
        entry.seq
        for entry in entries
        if entry.seq in on_path and tell(entry, events_of(entry, system)) is not None
    ]
    if not steps:
        raise Http404
    here = seq or steps[-1]
    if here not in steps:
        raise Http404
    place = steps.index(here)
    board = boards.board_of(found, refold(entries[:here], system))
    parts = boards.parts(board, "public")
    context = {
        "event": seat.event,
        "slug": slug,
        "clash": found,
        "heading": parts.pop("heading", ""),
        "parts": list(parts.values()),
        "place": place + 1,
        "of": len(steps),
        "at": entries[here - 1].at,
        "first": steps[0] if place else None,
        "before": steps[place - 1] if place else None,
        "after": steps[place + 1] if place + 1 < len(steps) else None,
        "last": steps[-1] if place + 1 < len(steps) else None,
    }
    return render(request, "referee/history.html", context)
