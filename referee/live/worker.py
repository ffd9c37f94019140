"""A thread that reads the database for sockets, so that the event loop never waits for it."""

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import close_old_connections, connections


class Worker:
    """One thread, so that its connections can be closed when it ends."""

    def __init__(self, name: str) -> None:
        """Start nothing yet: the thread comes with the first job."""
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def run[T, **P](self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Give what the job gives, or raise what it raises."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, lambda: self._do(lambda: job(*args, **kwargs)))

    @staticmethod
    def _do[T](job: Callable[[], T]) -> T:
        # By Django's own rules: back to its pool, or kept for CONN_MAX_AGE.
        close_old_connections()
        try:
            return job()
        finally:
            close_old_connections()

    def stop(self) -> None:
        """Let the thread finish, close its connections and end."""
        with contextlib.suppress(RuntimeError):  # the interpreter ends
            self._pool.submit(connections.close_all)
        self._pool.shutdown(wait=False)
