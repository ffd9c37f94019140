"""Pages for what went wrong, in the reader's language; they give away nothing."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from referee.kernel.refusals import Refused
from referee.refusals import explain
from referee.system import RuleSystem


def error(request: HttpRequest, status: int, what: str, then: str = "") -> HttpResponse:
    """Render the page that says what went wrong, and what to do then."""
    return render(
        request, "referee/error.html", {"what": what, "then": then, "status": status}, status=status
    )


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


def signed_out(request: HttpRequest) -> HttpResponse:
    """Answer 401 to an act from a phone that is signed out."""
    return error(
        request, 401, _("This phone is signed out."), _("Nothing was entered. Sign in and repeat it.")
    )


def too_early(request: HttpRequest, seconds: int) -> HttpResponse:
    """Answer 429: too many attempts to sign in failed."""
    response = error(
        request,
        429,
        _("Too many attempts. Wait: %(seconds)s s") % {"seconds": seconds},
        _("The private link of the slip works at once."),
    )
    response["Retry-After"] = str(seconds)
    return response


def failed(request: HttpRequest) -> HttpResponse:
    """Answer 500. Rendered without the request: whoever reads may be what failed."""
    context = {"what": _("The app failed here."), "then": _("What was kept before stands."), "status": 500}
    return HttpResponse(render_to_string("referee/error.html", context), status=500)


def refusal(request: HttpRequest, refused: Refused, system: RuleSystem | None = None) -> HttpResponse:
    """Answer 422: say at its control why something was not taken, or on a page to who has no script."""
    why = explain(refused, system)
    if request.headers.get("HX-Request"):
        return render(request, "referee/clash.html#refusal", {"why": why, "rule": refused.rule}, status=422)
    return error(request, 422, why)
