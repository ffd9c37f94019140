"""Pictures of the referee's screens, in three languages and both themes, to be looked at."""

import secrets

import pytest

from referee import calls
from referee.ledger import Author
from referee.sheets import ConditionSet
from tests.browser.conftest import settled
from tests.browser.people import camp
from tests.browser.server import shot, site

__all__ = ["camp", "site"]


@pytest.mark.parametrize(("name", "theme"), [("Réka", "sun"), ("Lili", "night"), ("Павел", "sun")])
def test_pictures(site, open_phone, camp, name, theme):
    call = calls.raise_call(Author(camp.players[137]), "hurt", "Bridge", secrets.token_hex(8))
    calls.go(Author(camp.staff["medic"]), call, secrets.token_hex(8))
    calls.raise_call(Author(camp.players[88]), "rules", "Village", secrets.token_hex(8))
    camp.enter(88, ConditionSet("larp_rps", "down", True))
    brawl = camp.fight((137, 9, 12), (142, 88), running=((4,), (1,), (2,), (3,), (5,)))
    duel = camp.fight((23,), (51,))
    staff = camp.event.seats.select_related("person__account", "event").get(person__name=name)
    page = site.page(open_phone, staff, "fights/", theme=theme)
    language = staff.person.account.language

    def picture(path: str, what: str) -> None:
        page.goto(f"/e/{camp.event.slug}/{path}")
        settled(page)
        shot(page, f"referee-{what}-{theme}-{language}")

    picture("fights/", "board")
    picture("fights/?line=137%20142%209%20v%2088%2012", "line")
    picture("fights/new?line=137%20142%209%20v%2088%2012&when=running", "running")
    picture(f"c/{duel.code}/", "initiative")
    picture(f"c/{brawl.code}/", "console")
    page.locator("#consolekeys > form .result-key").nth(0).click()
    page.locator(".order-chip.done").wait_for()
    picture(f"c/{brawl.code}/", "console-later")
    if "referee" in staff.roles:
        picture(f"c/{brawl.code}/override", "override")
    picture(f"c/{brawl.code}/more", "more")
    picture(f"p/{camp.players[88].code}", "person")
