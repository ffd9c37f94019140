"""Cuts: the connection is cut before, during and after a POST, and the page sends again by itself.

CUTS sets how often (nightly 300), over whatever acts the pages of a player and of a referee offer. Nothing is
lost and nothing doubled: an act that was taken stands in the log once, under the nonce that the page made.
"""

import os
import random
from urllib.parse import parse_qs

from playwright.sync_api import Page, Route

from referee.audit import audit
from referee.models import Entry
from tests.browser.conftest import settled, until
from tests.browser.people import camp
from tests.browser.server import site

__all__ = ["camp", "site"]

CUTS = int(os.environ.get("CUTS", "10"))
WAYS = ("before", "during", "lost answer", "after")


class Cut:
    """Cuts the next POST of a page once, and knows what the server answered to each nonce."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.way = ""
        self.cuts = 0
        self.answers: dict[str, list[int]] = {}
        page.route("**/*", self._pass)

    def _pass(self, route: Route) -> None:
        request = route.request
        if request.method != "POST":
            route.continue_()
            return
        nonce = parse_qs(request.post_data or "").get("nonce", [""])[0]
        told = self.answers.setdefault(nonce, [])
        way, self.way = self.way, ""
        if way:
            self.cuts += 1
        if way == "before":  # nothing reaches the server
            route.abort("connectionfailed")
            return
        if way == "during":  # it arrives, and the connection falls before the answer
            told.append(route.fetch(max_redirects=0).status)
            route.abort("connectionreset")
            return
        answer = route.fetch(max_redirects=0)
        told.append(answer.status)
        if way == "lost answer":  # a proxy gives up
            route.fulfill(status=502, body="")
            return
        route.fulfill(response=answer)


def act(page: Page, chance: random.Random) -> bool:
    """Tap something that acts; tell whether there was anything."""
    settled(page)
    keys = page.locator("form[data-act] button:visible:not([type=button])").all()
    keys = [key for key in keys if not key.get_attribute("disabled")]
    if not keys:
        return False
    key = chance.choice(keys)
    for box in key.locator("xpath=ancestor::form").locator("textarea:visible").all():
        box.fill("sample words")
    key.click()
    return True


def test_what_is_cut_is_sent_again_and_stands_once(site, camp, open_phone):
    chance = random.Random(20261130)
    one, other = sorted(camp.players)[:2]
    people = (camp.players[one], camp.referee)
    pages = [site.phone(open_phone, seat).new_page() for seat in people]
    cuts = [Cut(page) for page in pages]
    acted = 0
    for _ in range(CUTS * 3):
        if acted >= CUTS:
            break
        if not acted or chance.random() < 0.2:
            clash = camp.fight((one,), (other,), standing="in", mode="players")
        place = chance.randrange(2)
        page, cut = pages[place], cuts[place]
        cut.way = ""
        page.goto(f"/e/{camp.event.slug}/c/{clash.code}/")
        cut.way = WAYS[acted % len(WAYS)]
        if not act(page, chance):
            cut.way = ""
            continue
        try:
            until(page, "document.querySelector('body') && localStorage['referee.outbox'] === '[]'", 30)
        except Exception as error:
            error.add_note(f"{cut.answers}")
            raise
        if WAYS[acted % len(WAYS)] == "after":
            page.reload()
        acted += 1
    assert acted == CUTS
    assert sum(cut.cuts for cut in cuts) >= CUTS - CUTS // len(WAYS)
    answers = {nonce: told for cut in cuts for nonce, told in cut.answers.items() if nonce}
    for nonce, told in answers.items():
        taken = any(status in (200, 204, 302) for status in told)
        held = Entry.objects.filter(nonce=nonce).values_list("stream_id", flat=True)
        assert len(held) == len(set(held)) <= 1, (nonce, told)
        assert bool(held) <= taken, (nonce, told)
        # A page tells the same answer however often it asks.
        assert len({status for status in told if status != 409}) <= 1, (nonce, told)
    assert any(Entry.objects.filter(nonce=nonce).exists() for nonce in answers)
    assert [str(found) for found in audit().breaks if found.stream] == []
