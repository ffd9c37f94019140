"""A camp with people, sheets and staff, as the demo event has them, for tests in the browser."""

import secrets
from dataclasses import dataclass, field
from typing import Any

import pytest

from referee import demo, ledger
from referee.adjudication.company import Comer
from referee.adjudication.opening import Way, open_clash
from referee.ledger import Author, Draft
from referee.models import Clash, Event, Seat
from referee.sheets import load


@dataclass
class Camp:
    """An event and who is there: players by number, staff by role."""

    event: Event
    players: dict[int, Seat] = field(default_factory=dict)
    staff: dict[str, Seat] = field(default_factory=dict)

    def enter(self, number: int, *events: Any) -> None:
        """Put something on somebody's own record."""
        with ledger.writing():
            stream_id = self.players[number].stream_id
            stream = ledger.lock(stream_id)[stream_id]
            ledger.append(stream, Author(None), Draft("tended", events))

    def fight(self, *sides: tuple[int, ...], standing: str = "by", **way: Any) -> Clash:
        """Open a fight of players by number, as the referee; nobody's phone is waited for."""
        comers = []
        for side, numbers in zip("ABCD", sides, strict=False):
            for number in numbers:
                seat = self.players[number]
                seat.stream.refresh_from_db()
                sheet = load(seat.stream).sheet("larp_rps") or {}
                comers.append(Comer(side, sheet, seat, "", standing, True))
        author = Author(self.referee)
        way = {"mode": "referee", **way}
        return open_clash(self.event, "larp_rps", author, comers, secrets.token_hex(8), Way(**way))

    @property
    def referee(self) -> Seat:
        """Réka."""
        return self.staff["referee"]


def make_camp() -> Camp:
    """Make the demo event on the test's database."""
    found = Camp(demo.make())
    for seat in found.event.seats.select_related("person__account", "event").order_by("-pk"):
        if seat.number is not None:
            found.players[seat.number] = seat
        else:
            found.staff[seat.roles[0]] = seat
    return found


@pytest.fixture
def camp(transactional_db: None) -> Camp:
    """The demo event, where a server can read it."""
    return make_camp()
