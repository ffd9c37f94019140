"""What sockets watch of a fight: the public part, a player's own part, a referee's console."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied

from referee import access, boards
from referee.live import Paint, Reader, Watch
from referee.models import Clash

KEPT = 50
"""Fights whose board is kept for the next audience of the same entry."""


class Clashes:
    """The source of fights, by the code in their address."""

    def __init__(self) -> None:
        """Keep no board yet."""
        self._kept: dict[int, tuple[tuple[Any, ...], boards.Board]] = {}

    def admit(self, reader: Reader, code: str) -> tuple[Watch, ...]:
        """Give the parts of a fight that this reader's page shows."""
        clash = _clash(code=code)
        seat = reader.account.seats.get(clash.event.slug) if clash and reader.account else None
        if clash is None or seat is None or not access.may_watch(seat, clash):
            return ()
        if access.fights_in(seat, clash):
            return (Watch("clash", clash.pk, "public"), Watch("clash", clash.pk, f"seat:{seat.pk}"))
        role = access.role_in(seat, clash)
        return (Watch("clash", clash.pk, role or "public"),)

    def heads(self, ids: Collection[int]) -> Mapping[int, int]:
        """Give the last entry of each fight."""
        return dict(Clash.objects.filter(pk__in=ids).values_list("pk", "stream__head"))

    def paint(self, watch: Watch, language: str) -> Paint:
        """Render one audience's parts as the fight stands now."""
        board = self._board(watch.id)
        if watch.audience == "display" and not board.clash.public:
            raise PermissionDenied
        if not watch.audience.startswith("seat:"):
            return Paint(board.seq, boards.parts(board, watch.audience))
        seat = int(watch.audience.removeprefix("seat:"))
        keys = access.own_keys(seat, board.clash, board.fighters)
        if not keys:
            raise PermissionDenied
        return Paint(board.seq, boards.parts(board, "mine", keys))

    def _board(self, pk: int) -> boards.Board:
        """Give a fight as it stands now, the same to all audiences of an entry."""
        stands = (
            Clash.objects.filter(pk=pk)
            .values_list("stream__head", "stream__chain", "public", "status")
            .first()
        )
        kept = self._kept.get(pk)
        if kept is not None and kept[0] == stands:
            return kept[1]
        clash = Clash.objects.filter(pk=pk).select_related("event", "stream").first()
        if stands is None or clash is None:
            raise PermissionDenied
        board = boards.board_of(clash)
        if len(self._kept) >= KEPT:
            self._kept.clear()
        self._kept[pk] = (stands, board)
        return board


class Displays:
    """The source of fights on a projector: those that are open to spectators, for anybody."""

    def admit(self, reader: Reader, code: str) -> tuple[Watch, ...]:
        """Give the display's part of a public fight; it is told of changes as the fight itself is."""
        clash = _clash(code=code, public=True, practice=False)
        return (Watch("clash", clash.pk, "display"),) if clash else ()

    def heads(self, ids: Collection[int]) -> Mapping[int, int]:
        """Give nothing: no board is of this kind."""
        return {}

    def paint(self, watch: Watch, language: str) -> Paint:
        """Refuse: what is watched here is a fight."""
        raise PermissionDenied


def _clash(**by: object) -> Clash | None:
    return Clash.objects.filter(**by).select_related("event", "stream").prefetch_related("fighters").first()
