"""A VEX battle on phones: the board, the plan builder, table dice, the referee's word."""

import secrets
from collections.abc import Iterator

import pytest
from django.test import override_settings

from referee import sheets
from referee.adjudication.company import Comer
from referee.adjudication.opening import Way, open_clash
from referee.ledger import Author
from referee.system import system_for, systems
from tests.browser.conftest import settled
from tests.browser.people import make_camp
from tests.browser.server import shot, site

__all__ = ["site"]


@pytest.fixture
def vex() -> Iterator[None]:
    with override_settings(RULE_SYSTEMS=["larp_rps", "vex"]):
        systems.cache_clear()
        yield
    systems.cache_clear()


@pytest.fixture
def camp(transactional_db, vex):
    """The demo event with VEX sheets."""
    return make_camp()


def battle(camp, ours, theirs, **way):
    """Open a battle: numbers are people with their phones, words example fighters."""
    vex = system_for("vex")
    comers = []
    for side, names in (("A", ours), ("B", theirs)):
        for nth, name in enumerate(names, 1):
            if isinstance(name, int):
                seat = camp.players[name]
                seat.stream.refresh_from_db()
                sheet = sheets.load(seat.stream).sheet("vex")
                comers.append(Comer(side, sheet, seat, "", "in", True))
            else:
                title = f"{vex.creatures[name]} {nth}"
                comers.append(Comer(side, dict(vex.templates[name]), None, title))
    author = Author(camp.referee)
    return open_clash(
        camp.event, "vex", author, comers, secrets.token_hex(8), Way(**{"mode": "referee", **way})
    )


def post(page, text):
    """Tap the key of this name, and wait until what it does is painted."""
    settled(page)
    page.get_by_role("button", name=text).first.click()


@pytest.mark.parametrize("theme", ["sun", "night"])
def test_the_look_of_a_battle(camp, site, open_phone, theme):
    clash = battle(camp, (137, 142, 88), ("swordsman", "spearman", "archer", "mage"))
    referee = site.page(open_phone, camp.referee, f"c/{clash.code}/", theme=theme)
    settled(referee)
    shot(referee, f"vex-console-camp-{theme}")
    post(referee, "Begin round")
    referee.get_by_text("Close the window").wait_for()
    settled(referee)
    referee.screenshot(path=f"shots/vex-console-window-{theme}.png", full_page=True)
    anna = site.page(open_phone, camp.players[137], f"c/{clash.code}/", theme=theme)
    settled(anna)
    anna.screenshot(path=f"shots/vex-window-{theme}.png", full_page=True)
    post(referee, "Close the window")
    referee.get_by_role("link", name="Plan the turn").or_(
        referee.get_by_role("button", name="Play on")
    ).first.wait_for()
    settled(referee)
    shot(referee, f"vex-console-turn-{theme}")
    referee.get_by_role("link", name="Plan the turn").click()
    settled(referee)
    referee.screenshot(path=f"shots/vex-plan-add-{theme}.png", full_page=True)
    referee.locator("#plan a.key.spread").first.click()
    referee.get_by_text("Other actions").wait_for()
    settled(referee)
    shot(referee, f"vex-plan-pick-{theme}")
    referee.locator("#plan a.key.spread").first.click()
    referee.get_by_role("button", name="Confirm the plan").wait_for()
    settled(referee)
    referee.screenshot(path=f"shots/vex-plan-{theme}.png", full_page=True)
    referee.get_by_label("Change 1").click()
    referee.get_by_role("link", name="Take out").wait_for()
    settled(referee)
    referee.screenshot(path=f"shots/vex-plan-menu-{theme}.png", full_page=True)
    referee.get_by_role("button", name="Confirm the plan").click()
    referee.locator("#console").wait_for()
    settled(referee)
    referee.screenshot(path=f"shots/vex-console-after-{theme}.png", full_page=True)
    referee.locator(".fold summary", has_text="Last").click()
    referee.locator(".rollfold summary").first.click()
    referee.screenshot(path=f"shots/vex-story-{theme}.png", full_page=True)
    referee.locator(".fighter-card").first.click()
    settled(referee)
    referee.screenshot(path=f"shots/vex-fighter-{theme}.png", full_page=True)
    anna.reload()
    settled(anna)
    anna.screenshot(path=f"shots/vex-board-{theme}.png", full_page=True)
