"""Pages for what went wrong, in the reader's language; they give away nothing."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _


def error(request: HttpRequest, status: int, what: str, then: str = "") -> HttpResponse:
    """Render the page that says what went wrong, and what to do then."""
    return render(request, "referee/error.html", {"what": what, "then": then, "status": status}, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 400."""
    return error(request, 400, _("This could not be read."), _("Open the page again and repeat it."))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 403: the reader's role does not reach this."""
    return error(request, 403, _("Your role does not reach this."), _("Ask a referee or an organizer."))


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer 403: the form is not this session's."""
    return error(
        request, 403, _("This page is from another sign-in."), _("Open the page again and repeat it.")
    )


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 404; also to what exists at another event."""
    return error(request, 404, _("Nothing is here."), _("The address may be old or mistyped."))


def too_large(request: HttpRequest) -> HttpResponse:
    """Answer 413."""
    return error(request, 413, _("This is too large."), _("Nothing of it was kept."))


def failed(request: HttpRequest) -> HttpResponse:
    """Answer 500. Must work without a database."""
    return error(
        request, 500, _("The app failed here."), _("What was kept before stands. Open the page again.")
    )
