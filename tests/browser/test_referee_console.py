"""The referee's console on a phone: one tap a hand, and everything else within reach."""

import re
import secrets

import pytest

from referee.adjudication.company import Comer
from referee.adjudication.opening import Way, open_clash
from referee.ledger import Author
from referee.models import Clash
from referee.sheets import load
from tests.browser.conftest import LARGE, SMALL, settled
from tests.browser.people import camp
from tests.browser.server import shot, site

__all__ = ["camp", "site"]


def open_fight(camp, *sides: tuple[int, ...], **way) -> Clash:
    """Open a fight of players by number, as Réka."""
    comers = []
    for side, numbers in zip("ABCD", sides, strict=False):
        for number in numbers:
            seat = camp.players[number]
            comers.append(Comer(side, load(seat.stream).sheet("larp_rps"), seat, "", "by", True))
    return open_clash(
        camp.event, "larp_rps", Author(camp.referee), comers, secrets.token_hex(8), Way("referee", **way)
    )


def console(site, open_phone, camp, clash, seat=None, **kwargs):
    page = site.page(open_phone, seat or camp.referee, f"c/{clash.code}/", **kwargs)
    settled(page)
    return page


def results(page):
    """The keys that say who won the throw."""
    return page.locator("#consolekeys > form .result-key")


def test_one_tap_a_hand(site, open_phone, camp):
    clash = open_fight(camp, (137,), (142,))
    page = console(site, open_phone, camp, clash)
    shot(page, "console-initiative-sun-en")
    results(page).nth(0).click()
    page.get_by_text("Strikes").wait_for()
    settled(page)
    shot(page, "console-duel-sun-en")
    results(page).nth(0).click()
    page.locator(".last").get_by_text("Hit").wait_for()
    settled(page)
    shot(page, "console-duel-hit-sun-en")


def test_three_against_two(site, open_phone, camp):
    clash = open_fight(camp, (137, 9, 12), (142, 88), running=((4,), (1,), (2,), (3,), (5,)))
    page = console(site, open_phone, camp, clash)
    shot(page, "console-brawl-sun-en")
    page.get_by_role("link", name="More").click()
    settled(page)
    page.screenshot(path="shots/more-sun-en.png", full_page=True)
