"""What is painted for sockets serves the answers to acts too."""

import asyncio

from .hub import Hub
from .sources import Watch

SOON = 0.5
"""Seconds that an answer waits for what is painted for sockets."""


def painted(watches: tuple[Watch, ...], language: str, at_least: int) -> dict[str, str] | None:
    """Give the parts of these watches, no older than `at_least`, as sockets of this process get them anyway.

    None where no socket watches the board, or it takes long: the caller renders by itself. So nothing is
    rendered twice at the same time, and the other phones' frames come before the answer.
    """
    hub = Hub.any()
    if hub is None:
        return None
    parts = hub.parts(watches, language, at_least)
    try:
        asked = asyncio.run_coroutine_threadsafe(parts, hub.loop)
    except RuntimeError:  # its loop has just ended
        parts.close()
        return None
    try:
        return asked.result(SOON)
    except Exception:  # the caller meets what is wrong
        asked.cancel()
        return None
