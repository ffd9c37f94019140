"""What sockets can watch: the site's screens register a source for each kind of board."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from .readers import Reader


@dataclass(frozen=True, slots=True)
class Watch:
    """One part of a board for one audience: "public", "referee", "seat:12".

    Everybody with an equal watch and language gets the same paint, rendered once.
    """

    kind: str
    id: int
    audience: str


@dataclass(frozen=True, slots=True)
class Paint:
    """A board's parts as HTML by their element ids, and the seq of the state they show."""

    seq: int
    parts: Mapping[str, str] = field(default_factory=dict)


class Source(Protocol):
    """A kind of board. Every method runs in a thread of the hub, outside a transaction."""

    def admit(self, reader: Reader, code: str) -> tuple[Watch, ...]:
        """Give what this reader may watch of the board with this code; nothing where there is no right to it.

        All watches of one board have one kind and id. Asked again while the socket is open: what is no longer
        given ends.
        """

    def heads(self, ids: Collection[int]) -> Mapping[int, int]:
        """Give the newest seq of each board, in one query for all; leave out a board that is gone.

        A head never falls, but by restoring a backup: then pages are told to load anew.
        """

    def paint(self, watch: Watch, language: str) -> Paint:
        """Render a part as it is now; `language` is active already.

        It decides from what is stored now what the audience may see; nobody else's secret is in it (L7).
        Raise PermissionDenied where the audience lost its right: who watches is then admitted anew.
        """


_sources: dict[str, Source] = {}


def register(kind: str, source: Source) -> None:
    """Make a kind of board watchable at /live/<kind>/<code>/."""
    _sources[kind] = source


def source_of(kind: str) -> Source | None:
    """Give the source of a kind of board, None where there is none."""
    return _sources.get(kind)
