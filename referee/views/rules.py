"""The open rules: every rule that a result cites, by number, to read and search without signing in."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from referee.rulebook import OpenRules, rulebooks, search

LONGEST_QUERY = 80


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """Lead to the first rule system whose rules stand open."""
    first = next(iter(rulebooks()), None)
    if first is None:
        raise Http404
    return redirect("rules", first)


@require_safe
def rules(request: HttpRequest, system: str) -> HttpResponse:
    """Show the rules of a system, or those that fit `q`; each has its number as anchor."""
    books = rulebooks()
    book = books.get(system)
    if not isinstance(book, OpenRules):
        raise Http404
    query = request.GET.get("q", "").strip()[:LONGEST_QUERY]
    sections = list(search(book.open_rules, query))
    context = {"system": book, "systems": books.values(), "query": query, "sections": sections}
    return render(request, "referee/rules.html", context)
