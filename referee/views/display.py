"""The display: a fight that a referee opened to spectators, large, on a projector."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from referee import boards
from referee.models import Clash
from referee.views.clashes import painted


@require_safe
def display(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show a public fight to anybody: no sign-in, characters' names only; 404 where it is not public."""
    clash = (
        Clash.objects.filter(event__slug=slug, code=code, public=True, practice=False)
        .select_related("event", "stream")
        .first()
    )
    if clash is None:
        raise Http404
    if request.headers.get("HX-Request") and request.GET.get("since") == str(clash.stream.head):
        return HttpResponse(status=204)
    board = boards.board_of(clash)
    parts = boards.parts(board, "display")
    if request.headers.get("HX-Request"):
        return painted(parts, board.seq)
    context = {"event": clash.event, "clash": clash, "parts": parts, "seq": board.seq}
    return render(request, "referee/display.html", context)
