"""Boards as a hub knows them, and the three jobs that its threads do for them: look, admit, render."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.core.exceptions import PermissionDenied
from django.utils import translation

from referee.devices import ended

from .readers import Reader, Stamp, read, stamps
from .sources import Watch, source_of

if TYPE_CHECKING:
    from .sockets import Socket

PART_LIMIT = 512 * 1024
"""Bytes of one audience's parts: with a private one beside it, a frame stays under 1 MiB."""


@dataclass(frozen=True, slots=True)
class Painted:
    """A paint as it goes out: the parts as JSON members, encoded once for all sockets; and as they are."""

    seq: int
    members: str
    parts: Mapping[str, str]


@dataclass(slots=True, eq=False)
class Board:
    """What this hub knows of one board that somebody watches."""

    kind: str
    id: int
    head: int | None = None
    sockets: set[Socket] = field(default_factory=set)
    painted: dict[tuple[Watch, str], Painted] = field(default_factory=dict)
    running: dict[tuple[Watch, str], asyncio.Task[Painted]] = field(default_factory=dict)

    def rise(self, seq: int) -> bool:
        """Take a newer head; tell whether it was newer."""
        if self.head is not None and seq <= self.head:
            return False
        self.head = seq
        return True

    def wake(self, last: str = "") -> None:
        """Let all sockets look whether they have something to send, the audience `last` after the others."""
        for socket in sorted(self.sockets, key=lambda one: last in {watch.audience for watch in one.watches}):
            socket.wake()


@dataclass(frozen=True, slots=True)
class Seen:
    """What one look at the database found."""

    heads: dict[tuple[str, int], int]
    stamps: dict[int, Stamp]
    ended: set[str]
    failed: dict[str, Exception]  # kinds whose heads could not be read


def look(boards: Iterable[tuple[str, int]], accounts: set[int], devices: set[str]) -> Seen:
    """Read heads, one query a kind, and what accounts and devices may still do. Runs in a thread."""
    ids: dict[str, set[int]] = {}
    for kind, pk in boards:
        ids.setdefault(kind, set()).add(pk)
    seen = Seen({}, stamps(accounts) if accounts else {}, ended(devices) if devices else set(), {})
    for kind, wanted in ids.items():
        try:
            if source := source_of(kind):
                seen.heads.update({(kind, pk): seq for pk, seq in source.heads(wanted).items()})
        except Exception as error:  # one kind's fault keeps nobody signed in
            seen.failed[kind] = error
    return seen


def admit(kind: str, code: str, cookies: str, language: str) -> tuple[Reader, tuple[Watch, ...]]:
    """Give who reads and what may be watched, nothing where there is no right to it. Runs in a thread."""
    reader = read(cookies, language)
    source = source_of(kind)
    watches = tuple(source.admit(reader, code)) if source else ()
    if len({(watch.kind, watch.id) for watch in watches}) > 1:
        raise ValueError(f"a socket watches one board, not {watches!r}")
    return reader, watches


def render(watch: Watch, language: str) -> Painted:
    """Paint in a language, ready to send. Runs in a thread."""
    source = source_of(watch.kind)
    if source is None:
        raise PermissionDenied
    with translation.override(language):
        paint = source.paint(watch, language)
        # Lazy translations among the parts become text here, in this language.
        parts = {key: str(html) for key, html in paint.parts.items()}
    members = json.dumps(parts, ensure_ascii=False)[1:-1]
    encoded = members.encode("utf-8", "replace")
    if len(encoded) > PART_LIMIT:
        raise ValueError(f"{watch.kind} {watch.id}: {len(encoded)} bytes are too large a part")
    return Painted(paint.seq, encoded.decode(), parts)
