"""A kind of board for tests of sockets: shelves in memory, watched by whoever may."""

import threading

from django.utils.translation import gettext

from referee.live import Paint, Watch
from referee.models import Account, Role, Seat


class Shelves:
    """By id: code "open-1" lets everybody in, "own-1" referees, and players with a private part each."""

    def __init__(self) -> None:
        self.seqs: dict[int, int] = {1: 1, 2: 1}
        self.painted: list[tuple[Watch, str]] = []
        self.broken = False
        self.hold: threading.Event | None = None

    def admit(self, reader, code):
        kind, _, number = code.partition("-")
        if number not in {"1", "2"}:
            return ()
        shelf = int(number)
        if kind == "open":
            return (Watch("shelf", shelf, "public"),)
        seat = self.seat(reader.account)
        if seat is None or seat.event.slug != "sample":
            return ()
        if Role.REFEREE in seat.roles:
            return (Watch("shelf", shelf, "referee"),)
        if Role.PLAYER in seat.roles:
            return (Watch("shelf", shelf, "public"), Watch("shelf", shelf, f"seat:{seat.pk}"))
        return ()

    def seat(self, account: Account | None) -> Seat | None:
        return (
            Seat.objects.select_related("event").filter(person__account=account).first() if account else None
        )

    def heads(self, ids):
        return {one: self.seqs[one] for one in ids if one in self.seqs}

    def paint(self, watch, language):
        seq = self.seqs[watch.id]
        if self.hold:
            self.hold.wait(5)
        if self.broken:
            raise RuntimeError("the shelf is broken")
        self.painted.append((watch, language))
        part = "mine" if watch.audience.startswith("seat:") else watch.audience
        return Paint(
            seq, {part: f'<p id="{part}" lang="{language}">{watch.audience} {seq} {gettext("Yes")}</p>'}
        )
