"""The export of a fight: a file that plays again, for referees."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from referee import access
from referee.exports import exported
from referee.scenarios import BadScenario


@never_cache
@require_GET
def export(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Give a fight as a scenario file, under plain names unless `names=keep`; 409 where it has none."""
    seat = access.my_seat(request, slug)
    found = access.clash_here(seat, code)
    access.demand(access.role_in(seat, found) == "referee")
    try:
        case = exported(found, replace=request.GET.get("names") != "keep")
    except BadScenario as bad:
        return HttpResponse(str(bad), status=409, content_type="text/plain; charset=utf-8")
    text = json.dumps([case], ensure_ascii=False, indent=1)
    return HttpResponse(
        text,
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{found.code}.json"'},
    )
