"""How http requests run: each from start to end in one of a few threads that stay."""

import asyncio
import contextvars
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.core.handlers.asgi import ASGIHandler
from django.db import close_old_connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase

THREADS = 8
"""Requests that run at once: so many that a long one (an import) holds up nobody."""


class Handler(ASGIHandler):
    """Django's ASGI handler with its middleware in sync mode, as every view here is sync.

    Django's own starts a thread and opens a connection for each request, and changes between loop and thread
    for each middleware: two of the five milliseconds until an act begins.
    """

    def __init__(self) -> None:
        """Load the middleware; threads come as they are needed."""
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="request")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one request, without the thread of its own that Django would give it."""
        await self.handle(scope, receive, send)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Run middleware and view in one thread, with a context (language) of its own."""
        context = contextvars.copy_context()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, context.run, self._respond, request)

    def _respond(self, request: HttpRequest) -> HttpResponseBase:
        # Django's signals do this in another thread, whose connections are not these.
        close_old_connections()
        try:
            return self.get_response(request)
        finally:
            close_old_connections()
