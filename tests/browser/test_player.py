"""Players on their phones: three ways to throw, one phone for two, calls, and how many taps each takes."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from referee.models import Call, Clash
from tests.browser.conftest import SMALL, settled, until
from tests.browser.people import camp
from tests.browser.server import shot, site
from tests.referee.players import sheet_of
from tests.toy.fights import Fight

__all__ = ["camp", "site"]

SIGNS = ("rock", "paper", "scissors")


class Phone:
    """A page, and the taps made on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        settled(page)

    def tap(self, selector: str) -> None:
        """Tap the first thing that fits, once it takes taps."""
        settled(self.page)
        self.page.locator(selector).first.click()
        self.taps += 1

    def type(self, digits: str) -> None:
        """Type on the number pad: a tap a digit."""
        self.page.locator("#number").press_sequentially(digits)
        self.taps += len(digits)

    def throw(self, sign: str) -> None:
        """Throw a sign."""
        self.tap(f'#keys [name=sign][value="{sign}"]')

    def report(self, result: str) -> None:
        """Report what came of a throw by hand, where the keys for it stand ready."""
        self.tap(f'#keys .report button:has-text("{result}")')

    def sees(self, selector: str, text: str) -> None:
        """Wait until something says so."""
        expect(self.page.locator(selector).first).to_contain_text(text)

    def shows(self, seq: int) -> None:
        """Wait until the page shows an entry or a later one."""
        until(self.page, f"Number(document.getElementById('board').dataset.seq) >= {seq}")
        settled(self.page)

    def round(self, number: int) -> None:
        """Wait for a round."""
        self.sees("#heading", f"Round {number}")


@pytest.fixture
def english(camp) -> None:
    """Everybody reads English, so that one journey reads words."""
    for seat in camp.players.values():
        seat.person.account.language = "en"
        seat.person.account.save(update_fields=["language"])


def start(site, open_phone, camp, **kwargs) -> tuple[Phone, Phone, Fight]:
    """Anna starts a fight against Béla from her home; he opens it from his."""
    home = Phone(site.page(open_phone, camp.players[137], **kwargs))
    home.type("142")
    home.tap(".starting .go")
    home.page.wait_for_url(re.compile("/c/"))
    other = Phone(site.page(open_phone, camp.players[142], **kwargs))
    other.tap(".asked a.go")
    other.page.wait_for_url(re.compile("/c/"))
    return home, other, Fight(Clash.objects.get())


def test_a_fight_starts_in_four_taps(site, open_phone, camp, english):
    anna, bela, _fight = start(site, open_phone, camp)
    assert anna.taps == 4
    assert bela.taps == 1


def test_a_whole_fight_on_the_phones_one_tap_each_a_blow(site, open_phone, camp, english):
    anna, bela, fight = start(site, open_phone, camp)
    anna.throw("rock")
    bela.sees("#keys", "ready")
    bela.throw("scissors")
    anna.round(1)
    before = (anna.taps, bela.taps)
    blows = 0
    while not fight.system.over(fight.state):
        strikes = fight.question.hands[0].who == "f1"
        seq = fight.folded.seq
        for phone in (anna, bela):
            phone.shows(seq)
        (anna if strikes else bela).throw("rock")
        (bela if strikes else anna).throw("scissors")
        blows += 1
        for phone in (anna, bela):
            expect(phone.page.locator("#result .unseen")).to_be_visible()
            phone.shows(seq + 2)
        assert blows < 12
    assert (anna.taps - before[0], bela.taps - before[1]) == (blows, blows)
    anna.sees("#public", "One side still stands")
    anna.tap("#keys [name=do][value=end] ~ button, #keys form:has([value=end]) .go")
    bela.sees("#keys", "End the fight?")
    bela.tap('#keys button:has-text("Agree")')
    anna.sees("#public", "The fight is over")
    loser = min((camp.players[137], camp.players[142]), key=lambda seat: sheet_of(seat)["points"])
    assert sheet_of(loser)["points"] <= 0


def test_my_sign_is_marked_on_my_phone_and_nowhere_else(site, open_phone, camp, english):
    anna, bela, _fight = start(site, open_phone, camp)
    anna.throw("paper")
    expect(anna.page.locator(".sign-key.chosen")).to_contain_text("Paper")
    anna.sees("#keys", "ready")
    bela.sees("#keys", "ready")
    assert bela.page.locator(".sign-key.chosen").count() == 0
    anna.page.reload()
    settled(anna.page)
    assert anna.page.locator(".sign-key.chosen").count() == 0  # the server does not tell it


def test_by_hand_agreeing_differing_and_again(site, open_phone, camp, english):
    anna, bela, fight = start(site, open_phone, camp)
    anna.tap(".byhand > summary")
    anna.tap('.byhand button:has-text("I won")')
    bela.sees("#keys", "Counts once all report the same")
    bela.report("I won")
    for phone in (anna, bela):
        phone.sees("#mine .reports", "Sample Rogue")
        phone.sees("#mine", "The reports differ")
    assert fight.system.round(fight.state) == 0  # nothing counts
    anna.tap('#keys button:has-text("Throw again")')
    bela.sees("#keys", "wants it")
    bela.tap('#keys button:has-text("Throw again")')
    anna.sees("#keys", "Counts once all report the same")
    before = (anna.taps, bela.taps)
    anna.report("I won")
    bela.report("I lost")
    anna.round(1)
    anna.report("I won")  # the next blow by hand is one tap each
    bela.report("I lost")
    anna.sees("#result", "Hit")
    assert (anna.taps - before[0], bela.taps - before[1]) == (2, 2)
    assert fight.folded.told[-1].way == "hand"


def test_one_awake_phone_is_enough_and_the_other_confirms_at_home(site, open_phone, camp, english):
    anna, bela, _fight = start(site, open_phone, camp)
    bela.page.context.close()  # an empty battery
    anna.tap("#mine .fold:last-of-type > summary")
    anna.tap('.without button:has-text("Go on without")')
    anna.sees("#public", "unconfirmed")
    before = anna.taps
    anna.report("I won")
    anna.round(1)
    anna.report("I won")
    anna.sees("#result", "Hit")
    assert anna.taps - before == 2
    assert sheet_of(camp.players[142])["points"] == 10
    anna.tap("#mine .fold:last-of-type > summary")
    anna.tap('.moved button:has-text("End")')
    anna.sees("#public", "The fight is over")
    home = Phone(site.page(open_phone, camp.players[142]))
    home.tap('button:has-text("They count")')
    expect(home.page.locator(".sheet-values .points").first).to_contain_text("7/10")
    assert sheet_of(camp.players[142])["points"] == 7


def test_a_pin_agrees_on_anothers_phone(site, open_phone, camp, english):
    anna, _bela, fight = start(site, open_phone, camp)
    anna.tap("#mine .fold:last-of-type > summary")
    anna.page.locator(".without [name=pin]").fill("0000")
    pin = camp.players[142].person.account.pin
    if pin != "0000":
        anna.tap('.without button:has-text("Go on without")')
        anna.sees(".without .refused", "The PIN is wrong.")
    anna.page.locator(".without [name=pin]").fill(pin)
    anna.tap('.without button:has-text("Go on without")')
    anna.sees("#public", "no phone")
    assert fight.folded.company.party("f2").confirmed


def test_an_undo_is_agreed_by_both_and_the_throw_stands(site, open_phone, camp, english):
    anna, bela, fight = start(site, open_phone, camp)
    anna.throw("rock")
    bela.throw("scissors")
    anna.round(1)
    anna.tap('.toolrow button:has-text("Undo")')
    bela.sees("#keys", "Take the last act back?")
    bela.tap('#keys button:has-text("Agree")')
    anna.sees("#keys", "Already thrown")
    anna.tap('#keys button:has-text("Let it stand")')
    anna.round(1)
    assert fight.folded.told[-1].way == "phones"


def test_a_pass_is_one_tap(site, open_phone, camp, english):
    anna, bela, _fight = start(site, open_phone, camp)
    anna.throw("rock")
    bela.throw("scissors")
    anna.round(1)
    before = anna.taps
    anna.tap('.toolrow button:has-text("Pass")')
    bela.sees("#mine", "If you win")  # it is Béla's turn
    assert anna.taps - before == 1


def test_three_tap_the_names_in_their_order(site, open_phone, camp, english):
    anna, bela, fight = start(site, open_phone, camp)
    dora = Phone(site.page(open_phone, camp.players[12]))
    dora.type("142")
    dora.tap(".starting .go")
    dora.page.wait_for_url(re.compile("/start"))
    dora.tap('button:has-text("with Sample Rogue")')
    dora.page.wait_for_url(re.compile("/c/"))
    anna.sees("#heading", "12")
    for phone in (anna, bela, dora):
        if phone.page.locator("#keys .ranking").count() == 0:
            phone.tap(".byhand > summary")
        for name in ("Sample Duellist", "Sample Rogue"):
            phone.tap(f'.ranking button:has-text("{name}")')
        phone.tap('.ranking button:has-text("Report the order")')
        if phone is anna:
            bela.sees("#keys", "ready")
            dora.sees("#keys", "ready")
    anna.round(1)
    assert fight.state.order == (("f3",), ("f1",), ("f2",))


def test_a_referee_is_called_in_two_taps_and_help_in_one(site, open_phone, camp, english):
    home = Phone(site.page(open_phone, camp.players[137]))
    home.tap(".calling > summary")
    home.tap('.calls button:has-text("Village")')
    home.sees(".called", "Village")
    assert home.taps == 2
    home.tap(".hurting button")
    home.sees(".called.alarm", "All staff are told")
    assert home.taps == 3
    home.tap(".called.alarm button:has-text('Take back')")
    expect(home.page.locator(".called.alarm")).to_have_count(0)
    assert home.taps == 4
    assert sorted((call.kind, call.closed is None) for call in Call.objects.all()) == [
        ("hurt", False),
        ("rules", True),
    ]


def test_a_refused_number_stays_typed_with_the_reason_at_its_field(site, open_phone, camp, english):
    home = Phone(site.page(open_phone, camp.players[137]))
    home.type("777")
    home.tap(".starting .go")
    home.sees(".starting .refused", "Nobody has this number: 777")
    assert home.page.locator("#number").input_value() == "777"


def test_the_badge_fills_the_screen_and_goes_away(site, open_phone, camp, english):
    home = Phone(site.page(open_phone, camp.players[137]))
    home.tap(".code > summary")
    box = home.page.locator(".code > summary").bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == SMALL
    shot(home.page, "01-badge-sun-en")
    home.tap(".code > summary")
    assert home.page.locator(".code > summary").bounding_box()["width"] < 200  # type: ignore[index]


# A rule's tag stands in a line of a sum and takes taps on all its height; the open rules have a search too.
SMALL_TARGETS = """() => [
    ...document.querySelectorAll("button, summary, a[href], input:not([type=hidden]), label:has(input)")
]
    .filter((e) => e.checkVisibility() && !e.closest(".menu-card") && !e.matches("a.rule"))
    .filter((e) => !(e.matches("input") && e.closest("label, .stepper")))
    .map((e) => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 47.5 || box.height < 47.5))
    .map(([html, box]) => `${html} ${box.width} x ${box.height}`)"""


def test_home_and_display_follow_without_a_reload(site, open_phone, camp, english):
    bela = Phone(site.page(open_phone, camp.players[142]))
    expect(bela.page.locator("html[data-link=live]")).to_be_attached()
    anna = Phone(site.page(open_phone, camp.players[137]))
    anna.type("142")
    anna.tap(".starting .go")
    anna.page.wait_for_url(re.compile("/c/"))
    bela.sees("#doings", "Asked into a fight by")
    Clash.objects.update(public=True)
    display = open_phone(base_url=site.url, size=(1280, 720)).new_page()
    display.goto(f"/e/{camp.event.slug}/d/{Clash.objects.get().code}/")
    expect(display.locator("html[data-theme=night]")).to_be_attached()
    expect(display.locator(".outcome")).to_contain_text("About to begin")
    anna.tap(".byhand > summary")
    anna.tap('.byhand button:has-text("I won")')
    bela.tap(".asked a.go")
    bela.page.wait_for_url(re.compile("/c/"))
    bela.report("I lost")
    expect(display.locator(".outcome")).to_contain_text("Initiative")


# Every screen: fits in three languages, axe finds nothing


def screens(site, open_phone, camp, theme: str, language: str) -> Iterator[tuple[str, Page]]:
    """Walk through the player's screens."""
    for number in (137, 142, 9, 88):
        account = camp.players[number].person.account
        account.language = language
        account.save(update_fields=["language"])
    anna, bela, fight = start(site, open_phone, camp, theme=theme)
    yield "throw", anna.page
    bela.throw("rock")
    anna.throw("paper")
    expect(bela.page.locator("#result .unseen")).to_be_visible()
    yield "initiative", bela.page
    fight.report(camp.players[137], 1)
    fight.report(camp.players[142], -1)
    expect(anna.page.locator("#mine .reports")).to_be_visible()
    yield "dispute", anna.page
    fight.report(camp.players[142], 1)
    expect(anna.page.locator("#result .verdict")).to_be_visible()
    yield "result", anna.page
    home = Phone(site.page(open_phone, camp.players[137], theme=theme))
    home.tap(".hurting button")
    expect(home.page.locator(".called")).to_be_visible()
    yield "home", home.page
    home.page.goto(f"/e/{camp.event.slug}/start?number=142")
    home.page.goto(f"/e/{camp.event.slug}/start?number=88")
    yield "offer", home.page
    home.page.goto(f"/e/{camp.event.slug}/practice")
    yield "practice", home.page
    home.page.goto(f"/e/{camp.event.slug}/numbers")
    yield "numbers", home.page
    Clash.objects.update(public=True)
    display = open_phone(base_url=site.url, size=(1280, 720), theme=theme, locale=language).new_page()
    display.goto(f"/e/{camp.event.slug}/d/{fight.clash.code}/")
    yield "display", display


@pytest.mark.parametrize(("theme", "language"), [("sun", "en"), ("night", "hu"), ("sun", "ru")])
def test_every_screen_fits_and_axe_finds_nothing(site, open_phone, camp, theme, language):
    for name, page in screens(site, open_phone, camp, theme, language):
        settled(page)
        page.wait_for_timeout(300)
        shot(page, f"player-{name}-{theme}-{language}")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{name} is {wide} px too wide"
        small = page.evaluate(SMALL_TARGETS)
        assert small == [], name
        found = Axe().run(page)
        assert found.violations_count == 0, f"{name}: {found.generate_report()}"
