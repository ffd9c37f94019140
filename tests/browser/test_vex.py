"""A VEX battle on phones: the board, the plan builder, table dice, the referee's word."""

import secrets
import time
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from django.test import override_settings

from referee import sheets
from referee.adjudication.company import Comer
from referee.adjudication.dice import place_die, set_dice, slots_of
from referee.adjudication.opening import Way, open_clash
from referee.adjudication.position import load
from referee.ledger import Author
from referee.models import Account
from referee.system import system_for, systems
from tests.browser.conftest import LARGE, settled
from tests.browser.people import make_camp
from tests.browser.server import shot, site
from tests.toy.fights import Fight
from vex.forms import read_plan
from vex.rules.frames import StartRound, TakeTurn

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
    found = make_camp()
    Account.objects.update(language="en")
    return found


def battle(camp, ours, theirs, way=None, **changed):
    """Open a battle: numbers are people with their phones, words example fighters; `changed` for all."""
    vex = system_for("vex")
    comers = []
    for side, names in (("A", ours), ("B", theirs)):
        for nth, name in enumerate(names, 1):
            if isinstance(name, int):
                seat = camp.players[name]
                seat.stream.refresh_from_db()
                sheet = (sheets.load(seat.stream).sheet("vex") or {}) | changed
                comers.append(Comer(side, sheet, seat, "", "in", True))
            else:
                title = f"{vex.creatures[name]} {nth}"
                comers.append(Comer(side, dict(vex.templates[name]) | changed, None, title))
    author = Author(camp.referee)
    return open_clash(
        camp.event, "vex", author, comers, secrets.token_hex(8), Way(**{"mode": "referee", **(way or {})})
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


class Table:
    """A battle and everybody's phones at it; what stands is read from the ledger."""

    def __init__(self, clash, phones, referee):
        self.clash, self.phones, self.referee = clash, phones, referee

    @property
    def folded(self):
        self.clash.stream.refresh_from_db()
        return load(self.clash.stream, system_for("vex"))

    @property
    def state(self):
        return self.folded.position.state

    def phone(self, key):
        """The phone on which a fighter is played: the own one, or the referee's."""
        return self.phones.get(key, self.referee)

    def done(self, act, page=None):
        """Do something, and wait until it stands in the ledger; a tap on fresh paint is made again."""
        before = self.folded.seq
        end = time.monotonic() + 10
        again = 0.0
        while self.folded.seq == before:
            assert time.monotonic() < end, "nothing was entered"
            if time.monotonic() > again:
                act()
                again = time.monotonic() + 2
            (page or self.referee).wait_for_timeout(50)

    def tap(self, page, name, role="button"):
        """Tap a key once it is there to be tapped."""
        key = page.get_by_role(role, name=name, exact=False).first
        key.wait_for()
        settled(page)
        self.done(key.click, page)

    def plan(self, key, plan, spirits=""):
        """Put a plan together on the fighter's phone and confirm it; typed dice are left to `dice`."""
        page = self.phone(key)
        page.goto(
            f"/e/demo/c/{self.clash.code}/at/plan?{urlencode({'who': key, 'plan': plan, 'spirits': spirits})}"
        )
        self.tap(page, "Confirm the plan")
        page.wait_for_url(f"**/c/{self.clash.code}/")

    def dice(self, *faces):
        """Type the dice that are waited for, one tap each, on the roller's phone; the last face repeats."""
        given = list(faces)
        while (waiting := self.folded.waiting) is not None:
            slots = slots_of(waiting.pending.ask, self.folded.position.dice)
            typed = self.folded.company.at_table
            left = [slot for slot in slots if not slot.face and slot.who in typed]
            assert left
            missing = left[0]
            page = self.phone(missing.who)
            face = given.pop(0) if len(given) > 1 else given[0]
            key = page.locator(f".dice .die[value='{face}']")
            key.wait_for()
            settled(page)
            self.done(key.click, page)

    def events(self, kind):
        """Everything of a kind that was told."""
        return [one for told in self.folded.told for one in told.trail if type(one).__name__ == kind]


def test_three_rounds_on_five_phones(camp, site, open_phone):
    clash = battle(camp, (12, 23, 71), ("swordsman", "swordsman", "archer"), lives=9, way={"public": True})
    dora, olga, maria = (site.page(open_phone, camp.players[one], f"c/{clash.code}/") for one in (12, 23, 71))
    referee = site.page(open_phone, camp.referee, f"c/{clash.code}/", size=LARGE, theme="night")
    display = site.page(open_phone, camp.staff["spectator"], f"d/{clash.code}/", size=(1280, 720))
    table = Table(clash, {"f1": dora, "f2": olga, "f3": maria}, referee)
    # One player rolls on the table, and so does the referee for a guard that must not fail.
    maria.goto(f"/e/demo/c/{clash.code}/at/fighter?who=f3")
    table.tap(maria, "On the table")
    referee.goto(f"/e/demo/c/{clash.code}/at/fighter?who=f4")
    table.tap(referee, "On the table")
    referee.wait_for_url(f"**/c/{clash.code}/")
    begin_round(table, berserk=True)
    assert table.events("SpiritBought")[0].spirit == "berserk"
    assert any(blow.stroke.who == "f1" for blow in table.events("BlowBegun"))
    display.get_by_text("Round 1").first.wait_for()
    shot(display, "vex-display-night")
    plans = {
        "f2": "strike@master_spear>f5",
        "f3": "summon@skeleton_rune",
        "f4": "guard>f6",
        "f5": "strike@ordinary_sword>f2",
        "f1": "assault@master_sword>f6",
    }
    guarded = False
    for number in (1, 2, 3):
        if number > 1:
            begin_round(table)
        while table.state.waiting:
            key = table.state.waiting[0]
            if key == "f3" and number == 1:
                table.plan(key, plans[key])
                settled(maria)
                shot(maria, "vex-dice-sun")
                table.dice(20)
                assert table.state.has("f3.1")
            elif key == "f3" and number == 2:
                table.plan(key, "fireball@battle_rune>f4,f5,f6")
                table.dice(19, 1)
                assert len([blow for blow in table.events("BlowBegun") if blow.kind == "fireball"]) == 3
                settled(maria)
                maria.screenshot(path="shots/vex-fireball-sun.png", full_page=True)
            elif key == "f4":
                table.plan(key, plans[key])
                table.dice(20)
                guarded = True
            elif (key == "f1" and guarded) or key in ("f2", "f5"):
                table.plan(key, plans[key])
                if table.folded.waiting:
                    table.dice(1)
            else:
                if key in table.folded.company.human:
                    table.plan(key, "stance=defensive")
                else:
                    table.tap(referee, "Play on")
                if table.folded.waiting:
                    table.dice(1)
    roles = {blow.stroke.role for blow in table.events("BlowBegun")}
    assert "counterattack" in roles  # the spear strikes first
    assert any(blow.stroke.who == "f1" and blow.stroke.role == "attack" for blow in table.events("BlowBegun"))
    # An override, and an undo of it.
    before = table.state
    referee.goto(f"/e/demo/c/{clash.code}/at/fighter?who=f5")
    settled(referee)
    lives = referee.locator("form:has([value='lives'])")
    lives.locator("[name=number]").fill("0")
    table.done(lives.get_by_role("button", name="Set").click)
    assert not table.state.fighter("f5").alive
    referee.wait_for_url(f"**/c/{clash.code}/")
    table.tap(referee, "Undo")
    assert table.state == before
    for key in ("f4", "f5", "f6"):
        referee.goto(f"/e/demo/c/{clash.code}/at/fighter?who={key}")
        settled(referee)
        lives.locator("[name=number]").fill("0")
        table.done(lives.get_by_role("button", name="Set").click)
        referee.wait_for_url(f"**/c/{clash.code}/")
    table.tap(referee, "End combat")
    dora.get_by_text("Out of combat").wait_for()
    referee.goto(f"/e/demo/c/{clash.code}/history/0")
    referee.get_by_role("link", name="Back").last.click()
    referee.get_by_text("Step").wait_for()
    shot(referee, "vex-history-night")
    # What was lost in the battle was lost on the sheet, which began with one life and not with nine.
    camp.players[12].stream.refresh_from_db()
    lost = 9 - table.state.fighter("f1").lives
    assert sheets.load(camp.players[12].stream).sheet("vex")["lives"] == 1 - lost
    display.get_by_text("Round 3").first.wait_for()
    referee.goto(f"/e/demo/c/{clash.code}/")
    table.tap(referee, "Close the battle")
    assert table.folded.position.status == "closed"


def begin_round(table, *, berserk=False):
    """Begin a round on the referee's phone, with the table dice of initiative and the window."""
    referee = table.referee
    referee.get_by_role("button", name="Begin round").wait_for()
    settled(referee)
    table.done(referee.get_by_role("button", name="Begin round").click)
    table.dice(*range(17, 1, -1))
    if table.state.phase != "window":
        return
    if berserk:
        dora = table.phones["f1"]
        dora.locator("[value=berserk]").wait_for()
        settled(dora)
        dora.locator("[value=berserk]").check()
        table.done(dora.get_by_role("button", name="Declare").click)
    if table.state.phase == "window":
        table.tap(referee, "Close the window")
    if table.folded.waiting:
        table.dice(1)


@pytest.mark.parametrize(("language", "theme"), [("ru", "sun"), ("hu", "night")])
def test_other_languages(camp, site, open_phone, language, theme):
    Account.objects.update(language=language)
    clash = battle(camp, (12, 23, 71), ("knight", "summoner", "archer"))
    fight = Fight(clash)
    fight.command(camp.referee, StartRound(), role="referee")
    fight.do(camp.referee, lambda desk: set_dice(desk, "", "table"), role="referee")
    key = fight.state.waiting[0]
    foe = "f4" if key in ("f1", "f2", "f3") else "f1"
    weapon = fight.state.fighter(key).weapons[0]
    do = {"hunting_bow": "shot", "battle_rune": "fireball"}.get(weapon, "strike")
    if weapon == "skeleton_rune":
        do, weapon = "strike", "fists"
    plan = f"stance=attacking;{do}@{weapon}>{foe}"
    page = site.page(open_phone, camp.referee, f"c/{clash.code}/", theme=theme)
    settled(page)
    shot(page, f"vex-board-{theme}-{language}")
    page.goto(f"/e/demo/c/{clash.code}/at/plan?{urlencode({'who': key, 'plan': plan})}")
    settled(page)
    page.screenshot(path=f"shots/vex-plan-{theme}-{language}.png", full_page=True)
    page.goto(f"/e/demo/c/{clash.code}/at/plan?{urlencode({'who': key})}")
    settled(page)
    page.screenshot(path=f"shots/vex-plan-add-{theme}-{language}.png", full_page=True)
    fight.command(camp.referee, TakeTurn(key, read_plan(plan)), role="referee")
    while fight.question is not None and fight.question.kind == "hit":
        ask = fight.ask
        place = next(
            slot.place for slot in slots_of(fight.question, fight.folded.position.dice) if not slot.face
        )
        fight.do(camp.referee, lambda desk: place_die(desk, ask, place, 20), role="referee")  # noqa: B023
    page.goto(f"/e/demo/c/{clash.code}/")
    settled(page)
    page.screenshot(path=f"shots/vex-dice-{theme}-{language}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
