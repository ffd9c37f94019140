"""A camp with people, sheets and staff, as the demo event has them, for tests in the browser."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from referee import demo, ledger
from referee.ledger import Author, Draft
from referee.models import Event, Seat


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

    @property
    def referee(self) -> Seat:
        """Réka."""
        return self.staff["referee"]


@pytest.fixture
def camp(transactional_db: None) -> Camp:
    """The demo event on the test's database."""
    found = Camp(demo.make())
    for seat in found.event.seats.select_related("person__account", "event").order_by("-pk"):
        if seat.number is not None:
            found.players[seat.number] = seat
        else:
            found.staff[seat.roles[0]] = seat
    return found
