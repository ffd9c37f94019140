"""VEX for everybody: axe finds nothing, the battle is set up in a few taps, pages are light."""

import gzip
from contextlib import suppress

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.conftest import settled
from tests.browser.server import shot, site
from tests.browser.test_vex import Table, battle, begin_round, camp, vex

__all__ = ["camp", "site", "vex"]


def found(page) -> list[str]:
    """What axe finds on a page."""
    settled(page)
    result = Axe().run(page)
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in result.response["violations"]]


@pytest.mark.parametrize("theme", ["sun", "night"])
def test_axe_finds_nothing(camp, site, open_phone, theme):
    clash = battle(camp, (12, 71), ("swordsman", "archer"), lives=9)
    phones = {key: site.page(open_phone, camp.players[number], f"c/{clash.code}/", theme=theme)
              for key, number in (("f1", 12), ("f2", 71))}  # fmt: skip
    referee = site.page(open_phone, camp.referee, f"c/{clash.code}/", theme=theme)
    table = Table(clash, phones, referee)
    told = {}
    told["camp"] = found(referee)
    referee.goto(f"/e/demo/c/{clash.code}/at/fighter?who=f1")
    told["fighter"] = found(referee)
    table.tap(referee, "On the table")
    referee.wait_for_url(f"**/c/{clash.code}/")
    begin_round(table)
    told["board"] = found(phones["f1"])
    told["console"] = found(referee)
    key = table.state.waiting[0]
    foe = "f3" if key in ("f1", "f2") else "f1"
    referee.goto(f"/e/demo/c/{clash.code}/at/plan?who={key}")
    told["actions"] = found(referee)
    weapon = table.state.fighter(key).weapons[0]
    do = {"hunting_bow": "shot", "battle_rune": "fireball"}.get(weapon, "strike")
    referee.goto(f"/e/demo/c/{clash.code}/at/plan?who={key}&plan={do}@{weapon}%3E{foe}&at=0")
    told["plan"] = found(referee)
    table.tap(referee, "Confirm the plan")
    referee.wait_for_url(f"**/c/{clash.code}/")
    told["after"] = found(referee)
    told["result"] = found(phones["f1"])
    referee.goto(f"/e/demo/c/{clash.code}/at/check")
    told["check"] = found(referee)
    table.tap(referee, "Roll")
    referee.wait_for_url(f"**/c/{clash.code}/")
    told["dice"] = found(phones["f1"])
    referee.goto(f"/e/demo/c/{clash.code}/at/build?from=knight")
    told["build"] = found(referee)
    referee.locator("[name=first]").select_option("master_spear")
    referee.locator("#hints").get_by_text("V3.8").wait_for()  # one heavy item: the spear is none
    referee.screenshot(path=f"shots/vex-build-{theme}.png", full_page=True)
    referee.goto(f"/e/demo/c/{clash.code}/history/0")
    told["history"] = found(referee)
    assert {name: one for name, one in told.items() if one} == {}


def test_example_fighters_stand_in_one_line_and_go(camp, site, open_phone):
    page = site.page(open_phone, camp.referee, "fights/new?system=vex")
    page.locator("[name=system][value=vex]").check(force=True)
    page.locator("#line").fill("swordsman*5 v skeleton*7")
    page.locator("#brawl").get_by_text("Swordsman 5").first.wait_for()
    settled(page)
    page.screenshot(path="shots/vex-brawl-sun.png", full_page=True)
    page.get_by_role("button", name="Open").click()
    page.get_by_role("button", name="Begin round").wait_for()
    settled(page)
    page.get_by_role("button", name="Begin round").click()
    page.get_by_role("button", name="Play on").wait_for()
    settled(page)
    shot(page, "vex-five-seven-sun")
    ended = page.get_by_text("All have acted").or_(page.get_by_text("One side still stands"))
    # A tap on fresh paint is ignored: whoever taps again gets on.
    for _ in range(3):
        page.get_by_role("button", name="Play on").click()
        with suppress(TooLate):
            ended.first.wait_for(timeout=4_000)
            break
        settled(page)
    ended.first.wait_for()
    settled(page)
    page.screenshot(path="shots/vex-five-seven-after-sun.png", full_page=True)
    html = page.content().encode()
    assert len(gzip.compress(html)) < 80_000
    assert len(html) < 300_000
