"""The referee's board on a phone: calls, who is down, and a fight opened from one line."""

import re
import secrets

from referee import calls
from referee.ledger import Author
from referee.models import Clash
from referee.sheets import ConditionSet
from tests.browser.conftest import settled
from tests.browser.people import camp
from tests.browser.server import shot, site

__all__ = ["camp", "site"]


def happen(camp) -> None:
    """Two calls, one of them taken, and two people down."""
    call = calls.raise_call(Author(camp.players[137]), "hurt", "Bridge", secrets.token_hex(8))
    calls.go(Author(camp.staff["medic"]), call, secrets.token_hex(8))
    calls.raise_call(Author(camp.players[88]), "rules", "Village", secrets.token_hex(8))
    camp.enter(88, ConditionSet("larp_rps", "down", True))
    camp.enter(12, ConditionSet("larp_rps", "unconscious", True))


def test_a_line_opens_a_fight(site, open_phone, camp):
    happen(camp)
    page = site.page(open_phone, camp.referee, "fights/")
    settled(page)
    shot(page, "board-sun-en")
    page.locator("#line").click()
    page.locator("#line").press_sequentially('137 142 9 v 88 "red hood"')
    page.get_by_text("red hood").wait_for()
    shot(page, "board-line-sun-en")
    page.get_by_role("button", name="Open").click()
    page.wait_for_url(re.compile(r"/c/"))
    assert Clash.objects.get().fighters.count() == 5
