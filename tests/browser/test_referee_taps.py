"""How many taps a referee needs; more than said here is a fault."""

import re
import secrets

from referee import calls
from referee.adjudication.position import load
from referee.ledger import Author
from referee.models import Clash
from referee.sheets import ConditionSet
from referee.sheets import load as load_seat
from referee.system import system_for
from tests.browser.conftest import settled
from tests.browser.people import camp
from tests.browser.server import shot, site

__all__ = ["camp", "site"]


class Thumb:
    """A thumb that counts: taps on controls, and on keys of the phone's pad."""

    def __init__(self, page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, target) -> None:
        """Tap a control, once it takes taps."""
        settled(self.page)
        target.tap()
        self.taps += 1

    def type(self, text: str) -> None:
        """Type on the phone's pad."""
        self.page.keyboard.type(text)
        self.taps += len(text)


def state(clash: Clash):
    clash.stream.refresh_from_db()
    return load(clash.stream, system_for("larp_rps")).position.state


def board(site, open_phone, camp) -> Thumb:
    page = site.page(open_phone, camp.referee, "fights/")
    settled(page)
    return Thumb(page)


def test_three_against_two_already_running_takes_22(site, open_phone, camp):
    thumb = board(site, open_phone, camp)
    page = thumb.page
    key = page.locator(".linepad")
    thumb.tap(page.locator("#line"))
    for number, then in (("137", "Space"), ("142", "Space"), ("9", "v"), ("88", "Space"), ("12", "")):
        thumb.type(number)
        if then:
            thumb.tap(key.get_by_role("button", name=re.compile(f"^{then}")))
    page.locator("#meaning", has_text="Sample Duellist").wait_for()
    thumb.tap(page.get_by_role("link", name="Already running"))
    page.wait_for_url(re.compile("when=running"))
    for number in ("88", "137", "12", "142"):
        thumb.tap(page.locator("[data-rank]", has_text=number))
    shot(page, "running-sun-en")
    thumb.tap(page.get_by_role("button", name="Open"))
    page.wait_for_url(re.compile("/c/"))
    clash = Clash.objects.get()
    assert state(clash).order == (("f4",), ("f1",), ("f5",), ("f2",), ("f3",))
    assert thumb.taps <= 22


def test_chips_of_people_save_taps(site, open_phone, camp):
    thumb = board(site, open_phone, camp)
    page = thumb.page
    for number in ("9", "12", "23", "", "51", "64"):
        thumb.tap(page.locator(f"[data-add='{number}']") if number else page.locator("[data-between]"))
    thumb.tap(page.get_by_role("link", name="Already running"))
    page.wait_for_url(re.compile("when=running"))
    for number in ("9", "12", "23", "51"):
        thumb.tap(page.locator("[data-rank]", has=page.locator("b", has_text=re.compile(f"^{number}$"))))
    thumb.tap(page.get_by_role("button", name="Open"))
    page.wait_for_url(re.compile("/c/"))
    assert [row.side for row in Clash.objects.get().fighters.order_by("key")] == list("AAABB")
    assert thumb.taps <= 12


def test_a_fight_of_two_takes_6(site, open_phone, camp):
    thumb = board(site, open_phone, camp)
    page = thumb.page
    for number in ("9", "12"):
        thumb.tap(page.locator(f"[data-add='{number}']"))
    thumb.tap(page.get_by_role("button", name="Open"))
    page.wait_for_url(re.compile("/c/"))
    assert Clash.objects.get().fighters.count() == 2
    assert thumb.taps <= 6


def test_scanned_badges_join_the_line_that_was_begun(site, open_phone, camp):
    thumb = board(site, open_phone, camp)
    page = thumb.page
    thumb.tap(page.locator("#line"))
    thumb.type("9 v")
    for number in (88, 12):
        page.goto(f"/b/{camp.players[number].code}")
        thumb.tap(page.get_by_role("link", name=f"New fight: {number}"))
        page.wait_for_url(re.compile("/fights/"))
    page.locator("#meaning", has_text="Sample Duellist").wait_for()
    assert page.locator("#line").input_value() == "9 v 88 12 "


def test_the_error_names_the_word_and_keeps_the_text(site, open_phone, camp):
    thumb = board(site, open_phone, camp)
    page = thumb.page
    thumb.tap(page.locator("#line"))
    thumb.type("137 v dragon")
    page.locator("#meaning .wrong-word", has_text="dragon").wait_for()
    thumb.tap(page.get_by_role("button", name="Open"))
    page.locator(".lineform .refused", has_text="dragon").wait_for()
    shot(page, "board-error-sun-en")
    assert page.locator("#line").input_value() == "137 v dragon"
    assert not Clash.objects.exists()


def test_raise_is_one_tap_and_undo_another(site, open_phone, camp):
    camp.enter(88, ConditionSet("larp_rps", "down", True))
    thumb = board(site, open_phone, camp)
    page = thumb.page
    thumb.tap(page.get_by_role("button", name="Raise"))
    page.locator(".toast").wait_for()
    shot(page, "board-toast-sun-en")
    seat = camp.players[88]
    seat.stream.refresh_from_db()
    assert load_seat(seat.stream).sheet("larp_rps")["down"] is False
    assert thumb.taps <= 2
    thumb.tap(page.locator(".toast").get_by_role("button", name="Undo"))
    page.get_by_role("button", name="Raise").wait_for()
    seat.stream.refresh_from_db()
    assert load_seat(seat.stream).sheet("larp_rps")["down"] is True


def test_i_go_is_one_tap_and_comes_live_to_the_others(site, open_phone, camp):
    other = site.page(open_phone, camp.staff["medic"], "fights/")
    thumb = board(site, open_phone, camp)
    calls.raise_call(Author(camp.players[137]), "hurt", "Bridge", secrets.token_hex(8))
    thumb.page.get_by_text("Bridge").wait_for()
    thumb.tap(thumb.page.get_by_role("button", name="I go"))
    other.get_by_text("Going: Réka").wait_for()
    assert thumb.taps == 1


def test_points_are_two_taps_on_the_persons_page(site, open_phone, camp):
    page = site.page(open_phone, camp.referee, f"p/{camp.players[137].code}")
    thumb = Thumb(page)
    thumb.tap(page.locator(".amounts .chip", has_text="3").first)
    thumb.tap(page.get_by_role("button", name="Take").first)
    page.locator("#tending .points", has_text="7").first.wait_for()
    assert thumb.taps == 2
    page.screenshot(path="shots/person-sun-en.png", full_page=True)


def test_in_a_fight_one_tap_each_and_three_for_an_override(site, open_phone, camp):
    clash = camp.fight((137,), (142,))
    page = site.page(open_phone, camp.referee, f"c/{clash.code}/")
    keys = page.locator("#consolekeys > form .result-key")
    thumb = Thumb(page)
    thumb.tap(keys.nth(0))
    page.locator(".order-chip.now", has_text="137").wait_for()
    thumb.tap(keys.nth(0))
    page.locator(".fighter", has_text="7/10").wait_for()
    assert thumb.taps == 2

    thumb.tap(page.get_by_role("button", name="Undo"))
    page.locator(".order-chip.now", has_text="137").wait_for()
    assert state(clash).fighter("f2").hp == 10
    thumb.tap(page.get_by_role("button", name="Redo"))
    page.locator(".fighter", has_text="7/10").wait_for()
    assert thumb.taps == 4

    thumb.tap(page.get_by_role("link", name="Override"))
    page.wait_for_url(re.compile("/override"))
    thumb.tap(page.locator(".segment", has_text="No hit"))
    page.locator("#told", has_text="10 → 10").wait_for()
    thumb.tap(page.get_by_role("button", name="Put on record"))
    page.wait_for_url(re.compile(f"/c/{clash.code}/$"))
    page.locator(".last", has_text="No hit").wait_for()
    assert state(clash).fighter("f2").hp == 10
    assert thumb.taps == 7

    thumb.tap(page.get_by_role("button", name="Pass"))
    page.locator(".order-chip.now", has_text="137").wait_for()
    assert thumb.taps == 8

    thumb.tap(page.locator("summary.tool", has_text="No throw"))
    thumb.tap(page.locator(".drawer .result-key").nth(0))
    page.locator(".fighter", has_text="7/10").wait_for()
    assert thumb.taps == 10


def test_two_hands_take_a_tap_each(site, open_phone, camp):
    clash = camp.fight((12,), (137,), running=((1,), (2,)))
    page = site.page(open_phone, camp.referee, f"c/{clash.code}/more")
    console = site.page(open_phone, camp.referee, f"c/{clash.code}/")
    for fields in (
        {"command": "Arm", "who": "f1", "hands": "right:shortsword,left:dagger"},
        {"command": "Tactic", "who": "f1", "tactic": "attacking"},
    ):
        token = page.evaluate("JSON.parse(document.body.getAttribute('hx-headers:inherited'))['X-CSRFToken']")
        answer = page.request.post(
            f"{site.url}/e/demo/c/{clash.code}/act",
            form={"do": "command", "nonce": secrets.token_hex(8), **fields},
            headers={"X-CSRFToken": token, "HX-Request": "true"},
        )
        assert answer.ok, answer.text()
    console.locator("[data-hands]").wait_for()
    settled(console)
    shot(console, "console-hands-sun-en")
    thumb = Thumb(console)
    thumb.tap(console.locator("[data-pair='0']").nth(0))
    thumb.tap(console.locator("[data-pair='1']").nth(2))
    console.locator(".order-chip.now", has_text="137").wait_for()
    assert thumb.taps == 2
    assert [blow.hit for blow in state(clash).last] == [True, False]


def test_an_order_is_exchanged_by_two_taps(site, open_phone, camp):
    clash = camp.fight((137, 9), (142,), running=((1,), (2,), (3,)))
    page = site.page(open_phone, camp.referee, f"c/{clash.code}/")
    thumb = Thumb(page)
    thumb.tap(page.locator(".order-chip").nth(0))
    thumb.tap(page.locator(".order-chip").nth(2))
    page.locator(".order-chip.now", has_text="142").wait_for()
    assert state(clash).order == (("f3",), ("f2",), ("f1",))
    assert thumb.taps == 2
