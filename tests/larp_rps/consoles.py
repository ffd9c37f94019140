"""A fight of the demo's people, a referee's and an assistant's phone, and what they do at the console."""

import secrets

import pytest

from larp_rps import console as screen
from larp_rps.rules.events import BlowStruck
from larp_rps.rules.state import State
from referee import boards
from referee.adjudication.position import Folded, load
from referee.models import Clash
from referee.system import system_for
from tests.browser.people import Camp, make_camp

HX = {"HX-Request": "true"}
RUNNING = ((4,), (1,), (2,), (3,), (5,))


@pytest.fixture
def camp(db) -> Camp:
    """The demo event."""
    return make_camp()


@pytest.fixture
def referee(camp, signed_in):
    """The referee's phone."""
    return signed_in(camp.referee)


@pytest.fixture
def assistant(camp, signed_in):
    """An assistant's phone."""
    return signed_in(camp.staff["assistant"])


def folded(clash: Clash) -> Folded:
    clash.stream.refresh_from_db()
    return load(clash.stream, system_for("larp_rps"))


def state(clash: Clash) -> State:
    return folded(clash).position.state


def context(clash: Clash) -> dict:
    clash.stream.refresh_from_db()
    board = boards.board_of(clash)
    return screen.context(board.view(board.whos()))


def address(clash: Clash, what: str = "") -> str:
    return f"/e/{clash.event.slug}/c/{clash.code}/{what}"


def act(phone, clash: Clash, do: str, status: int = 200, **fields):
    """Do one act from the console."""
    body = {"do": do, "nonce": secrets.token_hex(8), "seen": folded(clash).seq, **fields}
    answer = phone.post(address(clash, "act"), body, headers=HX)
    assert answer.status_code == status, answer.content.decode()
    return answer.content.decode()


def decide(phone, clash: Clash, *results: int, **kwargs) -> str:
    """Tap result keys."""
    waiting = folded(clash).waiting
    assert waiting is not None
    return act(phone, clash, "decide", ask=waiting.ask, results=",".join(map(str, results)), **kwargs)


def last_blow(clash: Clash) -> BlowStruck:
    trail = folded(clash).told[-1].trail
    return next(event for event in trail if isinstance(event, BlowStruck))
