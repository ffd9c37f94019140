"""The referee's screens on phones: they fit, can be tapped, and axe finds nothing, in both themes."""

import json
import secrets

import pytest
from axe_playwright_python.sync_playwright import Axe

from referee import calls
from referee.ledger import Author
from referee.models import Clash
from referee.sheets import ConditionSet
from tests.browser.conftest import LARGE, SMALL, settled
from tests.browser.people import Camp, camp
from tests.browser.server import site

__all__ = ["camp", "site"]

SMALL_TARGETS = """() => {
    const inside = ".menu-card, .label, a.rule", own = "label, .stepper, .joined";
    const targets = "button, summary, a[href], input, select, textarea, label:has(input)";
    return [...document.querySelectorAll(targets)]
        .filter((e) => e.checkVisibility() && !e.closest(inside) && !(e.matches("input") && e.closest(own)))
        .map((e) => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.width < 47.9 || box.height < 47.9))
        .map(([html, box]) => `${html} ${Math.round(box.width)} x ${Math.round(box.height)}`);
}"""

CUT_OFF = """() => [...document.querySelectorAll(".key, .tool, .chip .word, .segment, .result-key > *")]
    .filter((e) => e.checkVisibility() && getComputedStyle(e).display !== "inline")
    .filter((e) => e.scrollWidth > e.clientWidth + 1)
    .map((e) => e.outerHTML.slice(0, 90))"""


def busy(camp: Camp) -> list[Clash]:
    """Calls, people who lie, and three fights: a brawl, a duel, and one of three sides."""
    call = calls.raise_call(Author(camp.players[137]), "hurt", "Bridge", secrets.token_hex(8))
    calls.go(Author(camp.staff["medic"]), call, secrets.token_hex(8))
    calls.raise_call(Author(camp.players[88]), "rules", "Forest edge", secrets.token_hex(8))
    camp.enter(88, ConditionSet("larp_rps", "down", True))
    camp.enter(12, ConditionSet("larp_rps", "unconscious", True))
    return [
        camp.fight((137, 9, 12), (142, 88), running=((4,), (1,), (2,), (3,), (5,))),
        camp.fight((23,), (51,), standing="in"),
        camp.fight((64, 71), (95,), (88,)),
    ]


@pytest.mark.parametrize("theme", ["sun", "night"])
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
def test_every_screen_fits_can_be_tapped_and_is_read_aloud(site, open_phone, camp, theme, size):
    brawl, duel, three = busy(camp)
    line = "137%20142%209%20v%2088%20%22red%20hood%22"
    page = site.page(open_phone, camp.referee, f"c/{brawl.code}/", theme=theme, size=size)
    settled(page)
    page.locator("#consolekeys > form .result-key").nth(0).click()
    page.locator(".order-chip.done").wait_for()
    axe, faults = Axe(), {}
    for path in (
        "fights/",
        f"fights/?line={line}",
        f"fights/new?line={line}",
        f"fights/new?line={line}&when=running",
        f"fights/new?line={line}&when=finished",
        f"c/{brawl.code}/",
        f"c/{brawl.code}/override",
        f"c/{brawl.code}/more",
        f"c/{duel.code}/",
        f"c/{three.code}/",
        f"p/{camp.players[12].code}",
    ):
        page.goto(f"/e/demo/{path}")
        settled(page)
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > size[0]:
            faults[f"{path} width"] = wide
        if small := page.evaluate(SMALL_TARGETS):
            faults[f"{path} targets"] = small
        if cut := page.evaluate(CUT_OFF):
            faults[f"{path} cut off"] = cut
        for one in axe.run(page).response["violations"]:
            faults[f"{path} {one['id']}"] = [node["html"][:120] for node in one["nodes"][:3]]
    assert not faults, json.dumps(faults, indent=1, ensure_ascii=False)
