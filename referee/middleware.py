"""What every request goes through: the reader's language, limits on its body and its letters."""

from collections.abc import Callable
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation

from referee.access import SignedOut
from referee.kernel.refusals import Refused
from referee.refusals import explain
from referee.throttle import Throttled
from referee.views.errors import bad_request, error, signed_out, too_early, too_large

type View = Callable[..., HttpResponseBase]


class Language(LocaleMiddleware):
    """Speaks the account's language; to strangers the browser's."""

    def process_request(self, request: HttpRequest) -> None:
        """Activate the language of who reads."""
        if request.user.is_authenticated:
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = translation.get_language()
        else:
            super().process_request(request)


class _Passing:
    """A middleware that passes requests on and only hooks in."""

    def __init__(self, get_response: View) -> None:
        """Keep the rest of the chain."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass on."""
        return self.get_response(request)


class Answers(_Passing):
    """Answers what any view may raise: nobody is signed in, attempts come too fast, a field does not fit."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Lead a page to signing in and back; say to an act that nothing was entered."""
        match exception:
            case SignedOut() if request.method == "GET" and "HX-Request" not in request.headers:
                return redirect(f"{reverse('sign_in')}?{urlencode({'next': request.get_full_path()})}")
            case SignedOut():
                return signed_out(request)
            case Throttled(seconds=seconds):
                return too_early(request, seconds)
            case Refused():
                return error(request, 422, explain(exception))
        return None


class BodyLimit(_Passing):
    """Answers a body that is too large before anything reads it."""

    def process_view(
        self, request: HttpRequest, view: View, args: list[Any], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Refuse a body over the view's limit."""
        limit = getattr(view, "body_limit", settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        try:
            length = int(request.META.get("CONTENT_LENGTH") or 0)
        except ValueError:
            length = 0
        return too_large(request) if length > limit else None


class NoNul(_Passing):
    """Answers the character NUL, which no page sends and PostgreSQL keeps in no text."""

    def process_view(
        self, request: HttpRequest, view: View, args: list[Any], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Refuse it in address, query and form."""
        given = chain(
            map(str, kwargs.values()),
            *(fields.keys() for fields in (request.GET, request.POST)),
            *(values for fields in (request.GET, request.POST) for _, values in fields.lists()),
        )
        return bad_request(request) if any("\0" in text for text in given) else None


def takes_files(limit: int) -> Callable[[View], View]:
    """Let a view take a body of up to `limit` bytes."""

    def mark(view: View) -> View:
        view.body_limit = limit  # type: ignore[attr-defined]
        return view

    return mark
