"""Players with sheets of live combat, and their phones' taps. Sample numbers, after E8."""

import secrets
from typing import Any

import pytest
from django.test import Client

from referee import ledger, sheets
from referee.ledger import Author, Draft
from referee.models import Clash, Seat
from referee.system import system_for

SWORD = {"id": "longsword", "attack": 2, "defence": 3, "max": 6, "knockout": True}


def give_sheet(seat: Seat, *, here: bool = True, system: str = "larp_rps", **fields: Any) -> Seat:
    """Give somebody a sheet, and check them in."""
    plain = {
        "attack": 8,
        "defence": 9,
        "dexterity": 5,
        "physique": 6,
        "hp": 10,
        "armour": 1,
        "weapons": [SWORD],
    }
    events: list[Any] = [sheets.sheet_set(system, system_for(system).sheet.clean(plain | fields))]
    if here:
        events.append(sheets.CheckedIn(True))
    with ledger.writing():
        stream = ledger.lock(seat.stream_id)[seat.stream_id]
        ledger.append(stream, Author(None), Draft("sheet", events))
    seat.stream.refresh_from_db()
    return seat


def tap(phone: Client, path: str, nonce: str = "", **fields: Any):
    """Post a form as the page does: with a nonce of its own."""
    data = {**fields, "nonce": nonce or secrets.token_hex(8)}
    return phone.post(path, data, headers={"HX-Request": "true"})


def clash_of(response) -> Clash:
    """Give the fight that an answer leads to."""
    assert response.status_code == 204, response.content.decode()
    return Clash.objects.select_related("stream", "event").get(code=response["HX-Redirect"].split("/")[-2])


def sheet_of(seat: Seat) -> dict[str, Any]:
    """Give somebody's sheet as it is now."""
    seat.stream.refresh_from_db()
    found = sheets.load(seat.stream).sheet("larp_rps")
    assert found is not None
    return found


@pytest.fixture
def anna_plays(anna: Seat) -> Seat:
    """Anna, with a sheet and checked in."""
    return give_sheet(anna)


@pytest.fixture
def bela_plays(bela: Seat) -> Seat:
    """Béla, with a sheet and checked in."""
    return give_sheet(bela, dexterity=4)


@pytest.fixture
def sergey_plays(sergey: Seat) -> Seat:
    """Sergey, with a sheet and checked in."""
    return give_sheet(sergey, dexterity=3)
