"""Whether this process can do its work, for proxies and for who runs the server."""

from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from referee import triggers


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Answer 200 where the database answers and protects the ledger, else 503; names nobody."""
    try:
        missing = triggers.missing()
    except DatabaseError:
        return JsonResponse({"ok": False, "database": "unreachable"}, status=503)
    if missing:
        return JsonResponse({"ok": False, "database": "reachable", "ledger": "unprotected"}, status=503)
    return JsonResponse({"ok": True, "database": "reachable", "ledger": "protected"})
