"""What every request goes through: the reader's language, and a limit on its body."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from referee.views.errors import too_large

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


class BodyLimit:
    """Answers a body that is too large before anything reads it."""

    def __init__(self, get_response: View) -> None:
        """Keep the rest of the chain."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass on."""
        return self.get_response(request)

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


def takes_files(limit: int) -> Callable[[View], View]:
    """Let a view take a body of up to `limit` bytes."""

    def mark(view: View) -> View:
        view.body_limit = limit  # type: ignore[attr-defined]
        return view

    return mark
