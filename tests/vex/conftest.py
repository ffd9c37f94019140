"""VEX registered as the site's rule system, and a small battle at the sample event."""

from collections.abc import Iterator

import pytest
from django.test import override_settings

from referee import sheets
from referee.adjudication.company import Comer
from referee.ledger import Author, Draft, append, lock, writing
from referee.models import Seat
from referee.system import RuleSystem, system_for, systems
from tests.toy.fights import Fight


@pytest.fixture
def vex() -> Iterator[RuleSystem]:
    """VEX as the site's only rule system."""
    with override_settings(RULE_SYSTEMS=["vex"]):
        systems.cache_clear()
        yield system_for("vex")
    systems.cache_clear()


def example(vex: RuleSystem, name: str = "swordsman", **fields) -> dict:
    """Give a ready-made fighter's sheet, changed where told."""
    return vex.sheet.clean({**vex.templates[name], **fields})


@pytest.fixture
def battle(vex: RuleSystem, event, anna: Seat, bela: Seat, referee_seat: Seat) -> Fight:
    """Anna, a berserker, against a marauder and Béla's archer in the rear, run by a referee."""
    comers = [
        Comer("A", example(vex, "berserker"), anna, standing="in", confirmed=True),
        Comer("B", example(vex, "marauder"), None, "Marauder"),
        Comer("B", example(vex, "archer"), bela, standing="in", confirmed=True),
    ]
    for seat, comer in ((anna, comers[0]), (bela, comers[2])):
        with writing():
            stream = lock(seat.stream_id)[seat.stream_id]
            append(stream, Author(seat), Draft("sheet", [sheets.sheet_set("vex", comer.sheet)]))
    return Fight.between(event, referee_seat, comers, "vex", mode="referee")
