"""Whole fights on phones: every way to throw, a dead phone, one player without, an undo, a power cut.

Selectors name fields and values, never words: the same journey runs in each language.
"""

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from referee.models import Clash, Entry
from referee.sheets import load
from tests.browser.conftest import settled, until
from tests.browser.people import camp
from tests.browser.server import ROOT, free_port, shot, site

__all__ = ["camp", "site"]

SIGN = "#keys [name=sign][value={}]"
BY_HAND = "#mine .byhand [name=results] >> nth={}"


class Taps:
    """Counts what a thumb does, and waits until each thing can be tapped."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, page, selector: str) -> None:
        settled(page)
        page.locator(selector).first.click()
        self.count += 1


def painted(page, seq: int) -> None:
    """Wait until a page shows the board of an entry, by socket or by asking."""
    until(page, f"Number(document.querySelector('#board')?.dataset.seq) >= {seq}", 15)
    settled(page)


def head(clash: Clash) -> int:
    """Give the number of the fight's last entry."""
    clash.stream.refresh_from_db()
    return clash.stream.head


def after(clash: Clash, was: int, page) -> int:
    """Wait until an act of this page is on the record and painted; give the entry's number."""
    for _ in range(200):
        now = head(clash)
        if now > was:
            painted(page, now)
            return now
        page.wait_for_timeout(50)
    raise AssertionError("the act never came to the record")


def start(page, number: int, taps: Taps) -> Clash:
    """Start a fight from home: the digits and one key. A digit is a tap on the phone's own pad."""
    settled(page)
    page.locator("#number").fill(str(number))
    taps.count += len(str(number))
    taps(page, ".actionblock .go")
    page.wait_for_url(re.compile(r"/c/\w+/$"))
    code = page.url.rstrip("/").rpartition("/")[2]
    return Clash.objects.select_related("stream", "event").get(code=code)


def throw(clash: Clash, *throws) -> None:
    """Throw on phones, each one tap, and wait until everybody sees what came of it."""
    for page, sign in throws:
        was, taps = head(clash), Taps()
        taps(page, SIGN.format(sign))
        after(clash, was, page)
        assert taps.count == 1, "a common blow costs each player one tap"
    for page, _ in throws:
        painted(page, head(clash))


def report(clash: Clash, page, place: int) -> None:
    """Report a throw by hand: 0 won, 1 draw, 2 lost."""
    was = head(clash)
    settled(page)
    if page.locator("#mine .byhand").count():
        page.locator("#mine .byhand > summary").click()
        page.locator(BY_HAND.format(place)).click()
    else:
        page.locator(f"#keys [name=results] >> nth={place}").click()
    after(clash, was, page)


def points(camp, number: int) -> int:
    """Give the points on somebody's sheet."""
    stream = camp.players[number].stream
    stream.refresh_from_db()
    return load(stream).sheet("larp_rps")["points"]


def test_a_fight_through_every_way_to_throw(site, open_phone, camp):
    anna = site.page(open_phone, camp.players[137])
    taps = Taps()
    clash = start(anna, 142, taps)
    assert taps.count <= 6, "start a fight: at most 6 taps"
    path = f"c/{clash.code}/"
    bela = site.page(open_phone, camp.players[142], path, theme="night")
    console = site.page(open_phone, camp.referee, path)

    # On the phones: sealed until all are in. Béla's throw says yes to the fight.
    was = head(clash)
    Taps()(anna, SIGN.format("rock"))
    after(clash, was, anna)
    painted(bela, head(clash))
    assert anna.locator("#keys .sign-key.chosen").count() == 1
    assert bela.locator(".sign-key.chosen").count() == 0
    throw(clash, (bela, "scissors"))
    painted(anna, head(clash))
    throw(clash, (anna, "rock"), (bela, "scissors"))
    assert anna.locator("#result .result").first.inner_text()
    assert points(camp, 142) == 7, "16 against 12: 4, less armour 1 (E8)"

    # By hand: agreeing reports stand, differing ones return to both.
    report(clash, bela, 0)
    report(clash, anna, 2)
    assert points(camp, 137) == 5, "16 against 10 is 6, less armour 1"
    report(clash, anna, 0)
    report(clash, bela, 0)
    for page in (anna, bela):
        painted(page, head(clash))
        assert page.locator(".reports").count() == 1
    painted(console, head(clash))
    shot(console, "journey-dispute-console")

    # By a referee, with both reports before them: one tap.
    was, taps = head(clash), Taps()
    taps(console, "#consolekeys > form .result-key")
    after(clash, was, console)
    assert taps.count == 1
    assert points(camp, 142) == 4

    # An undo is one tap; the numbers go back on the sheet. An overrule is at most three.
    was, taps = head(clash), Taps()
    taps(console, "[name=do][value=undo], button[value=undo]")
    after(clash, was, console)
    assert points(camp, 142) == 7

    # Béla's phone dies: Anna goes on for both, by hand, one tap a throw.
    bela.context.close()
    settled(anna)
    anna.locator("#mine details:has(.without) > summary").click()
    anna.locator(".without [name=pin]").fill(camp.players[142].person.account.pin)
    was = head(clash)
    Taps()(anna, ".without button")
    after(clash, was, anna)
    was, taps = head(clash), Taps()
    taps(anna, "#keys [name=results] >> nth=0")
    after(clash, was, anna)
    assert taps.count == 1
    assert points(camp, 142) == 4, "agreed by PIN: the numbers count"
    assert Entry.objects.filter(stream=clash.stream, kind="undo").count() == 1


def test_a_player_without_a_phone_and_no_referee(site, open_phone, camp):
    anna = site.page(open_phone, camp.players[137])
    clash = start(anna, 142, Taps())
    settled(anna)
    anna.locator("#mine details:has(.without) > summary").click()
    was = head(clash)
    Taps()(anna, ".without button")
    after(clash, was, anna)
    for _ in range(2):
        was = head(clash)
        Taps()(anna, "#keys [name=results] >> nth=0")
        after(clash, was, anna)
    assert points(camp, 142) == 10, "unconfirmed numbers wait"
    bela = site.page(open_phone, camp.players[142], f"c/{clash.code}/")
    was = head(clash)
    Taps()(bela, "#keys [name=answer][value=confirm]")
    after(clash, was, bela)
    assert points(camp, 142) == 7


@pytest.mark.parametrize("language", ["en", "hu", "ru"])
def test_a_whole_fight_in_each_language(site, open_phone, camp, language):
    for number in (137, 142):
        account = camp.players[number].person.account
        account.language = language
        account.save()
    anna = site.page(open_phone, camp.players[137])
    assert anna.locator("html").get_attribute("lang") == language
    shot(anna, f"journey-home-{language}")
    clash = start(anna, 142, Taps())
    bela = site.page(open_phone, camp.players[142], f"c/{clash.code}/", theme="night")
    shot(bela, f"journey-invited-{language}")
    throw(clash, (anna, "rock"), (bela, "scissors"))
    for _ in range(12):
        if anna.locator(SIGN.format("rock")).count() == 0:
            break
        throw(clash, (anna, "rock"), (bela, "scissors"))
        if head(clash) < 7:
            shot(anna, f"journey-result-{language}")
            shot(bela, f"journey-result-night-{language}")
    # Nobody stands on one side: both agree that it is over.
    for page in (anna, bela):
        was = head(clash)
        settled(page)
        if page.locator("#keys button[value=end], #keys form:has([value=end]) button").count():
            Taps()(page, "#keys form:has([value=end]) button")
        else:
            page.locator("#mine details:has([value=end]) > summary").click()
            Taps()(page, "#mine form:has([value=end]) button")
        after(clash, was, page)
    clash.refresh_from_db()
    assert clash.status == Clash.Status.CLOSED
    shot(anna, f"journey-over-{language}")


def test_the_server_dies_after_every_act_and_the_fight_goes_on(site, open_phone, camp):
    anna = site.page(open_phone, camp.players[137])
    clash = start(anna, 142, Taps())
    bela = site.page(open_phone, camp.players[142], f"c/{clash.code}/")
    for sign_a, sign_b in (("rock", "scissors"), ("paper", "paper"), ("scissors", "paper")):
        for page, sign in ((anna, sign_a), (bela, sign_b)):
            was = head(clash)
            Taps()(page, SIGN.format(sign))
            after(clash, was, page)
            site.kill()
            site.start()
        for page in (anna, bela):
            painted(page, head(clash))
            until(page, "document.documentElement.dataset.link === 'live'", 20)
    acts = Entry.objects.filter(stream=clash.stream).exclude(kind="party").order_by("seq")
    kinds = list(acts.values_list("kind", flat=True))
    assert kinds == ["opened", *["sealed", "answer"] * 3], "nothing lost, nothing doubled"


@pytest.mark.parametrize("theme", ["sun", "night"])
def test_axe_finds_nothing_on_the_screens_of_a_fight(site, open_phone, camp, theme):
    axe = Axe()
    clash = camp.fight((137,), (142,), standing="in")
    brawl = camp.fight((9, 12), (88,), running=((3,), (1,), (2,)))
    staff, found = camp.referee, {}
    pages = [
        (camp.players[137], ""),
        (camp.players[137], f"c/{clash.code}/"),
        (camp.players[137], "numbers"),
        (camp.players[9], f"c/{brawl.code}/"),
        (staff, "fights/"),
        (staff, f"c/{brawl.code}/"),
        (staff, f"c/{brawl.code}/more"),
        (staff, f"p/{camp.players[142].code}"),
    ]
    for seat, path in pages:
        page = site.page(open_phone, seat, path, theme=theme)
        settled(page)
        violations = axe.run(page).response["violations"]
        found |= {f"{path} {one['id']}": [n["html"][:120] for n in one["nodes"][:3]] for one in violations}
        page.context.close()
    assert not found


@pytest.fixture
def demo(tmp_path) -> Iterator[dict[str, Any]]:
    """The README's command, on a port and in a folder of its own."""
    command = [sys.executable, "manage.py", "demo", "--port", str(free_port()), "--json"]
    environment = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment | {"REFEREE_DATA": str(tmp_path)}, stdout=subprocess.PIPE
    ) as process:
        told = json.loads(process.stdout.readline())
        for _ in range(100):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", int(told["url"].rpartition(":")[2])), 1).close()
                break
            time.sleep(0.1)
        yield told
        process.terminate()


def test_the_first_page_is_small(demo, open_phone):
    page = open_phone().new_page()
    link = next(person["link"] for person in demo["people"] if person["number"] == 137)
    address = re.sub("//[^/:]+", "//127.0.0.1", link)
    sizes: dict[str, int] = {}
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    client.on(
        "Network.loadingFinished",
        lambda told: sizes.__setitem__(told["requestId"], told["encodedDataLength"]),
    )
    page.goto(address, wait_until="networkidle")
    assert page.locator(".number").first.inner_text() == "137"
    assert len(sizes) <= 8, sizes
    assert sum(sizes.values()) <= 60_000, sizes
