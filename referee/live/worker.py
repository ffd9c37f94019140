"""A thread that reads the database for sockets, so that the event loop never waits for it."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import DatabaseError, connections

KEEP = 1.0
"""Seconds for which a SQLite connection is kept: opening one costs more than a query; files get replaced."""


class Worker:
    """One thread, so that its connections can be closed when it ends."""

    def __init__(self, name: str) -> None:
        """Start nothing yet: the thread comes with the first job."""
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._since = 0.0

    async def run[T, **P](self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Give what the job gives, or raise what it raises."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, lambda: self._do(lambda: job(*args, **kwargs)))

    def _do[T](self, job: Callable[[], T]) -> T:
        now = time.monotonic()
        if now - self._since > KEEP:
            connections.close_all()
            self._since = now
        try:
            return job()
        except DatabaseError:
            connections.close_all()
            raise
        finally:
            for connection in connections.all(initialized_only=True):
                if connection.vendor != "sqlite":
                    # By Django's own rules: back to its pool, or kept for CONN_MAX_AGE.
                    connection.close_if_unusable_or_obsolete()

    def stop(self) -> None:
        """Let the thread finish, close its connections and end."""
        with contextlib.suppress(RuntimeError):  # the interpreter ends
            self._pool.submit(connections.close_all)
        self._pool.shutdown(wait=False)
