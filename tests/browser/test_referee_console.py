"""The referee's console on a phone: one tap a hand, and everything else within reach."""

import re

from tests.browser.conftest import settled
from tests.browser.people import camp
from tests.browser.server import shot, site

__all__ = ["camp", "site"]


def console(site, open_phone, camp, clash, seat=None, **kwargs):
    page = site.page(open_phone, seat or camp.referee, f"c/{clash.code}/", **kwargs)
    settled(page)
    return page


def results(page):
    """The keys that say who won the throw."""
    return page.locator("#consolekeys > form .result-key")


def taps(page, *locators) -> int:
    """Tap one after the other, each once what it does is painted; give how many taps it took."""
    for one in locators:
        settled(page)
        one.click()
    return len(locators)


def test_one_tap_a_hand(site, open_phone, camp):
    clash = camp.fight((137,), (142,))
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
    page.get_by_role("link", name="Override").click()
    page.get_by_text("Now on the record").wait_for()
    settled(page)
    page.locator("[name=loss]").fill("5")
    page.locator("[name=loss]").dispatch_event("change")
    page.locator("#told").get_by_text("10 → 5").wait_for()
    shot(page, "override-sun-en")
    page.get_by_role("button", name="Put on record").click()
    page.wait_for_url(re.compile(f"/c/{clash.code}/$"))
    page.get_by_text("5/10").wait_for()
    settled(page)
    page.locator("summary.tool", has_text="No throw").click()
    shot(page, "console-waive-sun-en")
    page.locator(".drawer .result-key").nth(0).click()
    page.locator(".order-chip.now", has_text="137").wait_for()


def test_three_against_two(site, open_phone, camp):
    clash = camp.fight((137, 9, 12), (142, 88), running=((4,), (1,), (2,), (3,), (5,)))
    page = console(site, open_phone, camp, clash)
    shot(page, "console-brawl-sun-en")
    page.locator(".choose summary").click()
    shot(page, "console-weapon-sun-en")
    page.get_by_role("link", name="More").click()
    settled(page)
    page.screenshot(path="shots/more-sun-en.png", full_page=True)


def test_assistant(site, open_phone, camp):
    clash = camp.fight((137, 9, 12), (142, 88), running=((4,), (1,), (2,), (3,), (5,)))
    page = console(site, open_phone, camp, clash, camp.staff["assistant"], theme="night")
    results(page).nth(0).click()
    page.locator(".last").wait_for()
    settled(page)
    page.locator("summary.tool").nth(0).click()
    shot(page, "console-assistant-night-hu")
    page.goto(page.url + "more")
    page.screenshot(path="shots/more-assistant-night.png", full_page=True)
