"""What live.js and acts.js promise the server and the reader, against a stand-in server (L6, L8)."""

import json
from collections.abc import Callable
from urllib.parse import parse_qs

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template import engines
from django.test import RequestFactory
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from .conftest import SITE, OpenPhone, serve, settled, until

BOARD = """{% extends "base.html" %}
{% block who %}data-who="anna" data-sign-in="/sign-in"{% endblock %}
{% block page %}
<main class="page" id="board" data-live="/live/clash/sample/" data-seq="1">PARTS</main>
{% endblock %}
"""
NOTE = '<details class="fold" id="fold"><summary>Note</summary><input id="note" name="note"></details>'
FORM = """<form class="sign-keys" action="/act" method="post" data-act data-ask="blow-1">
<button class="key sign-key" name="sign" value="rock">Rock</button>
<button class="key sign-key" name="sign" value="paper">Paper</button>
<div class="refused" role="alert"></div></form>"""
CALL = """<form action="/call" method="post" data-act data-urgent>
<button class="key hurt" name="kind" value="hurt">Somebody hurt</button></form>"""


def public(text: str) -> str:
    """The public part."""
    content = f'<div class="content"><p id="said">{text}</p>{NOTE}</div>'
    return f'<section class="part" id="public">{content}</section>'


def mine(inner: str = FORM + CALL) -> str:
    """The reader's own part."""
    return f'<section class="part" id="mine"><div class="actionblock">{inner}</div></section>'


class Server:
    """Stands in for the site: pages, acts with answers to order, one socket, and a network to cut."""

    def __init__(self) -> None:
        self.posts: list[dict[str, str]] = []
        self.answers: list[tuple[int, str, dict[str, str]]] = []
        self.news: tuple[int, str] = (204, "")
        self.sockets: list[WebSocketRoute] = []
        self.heard: list[dict[str, int]] = []
        self.reachable = True
        self.sockets_open = True

    def socket(self, ws: WebSocketRoute) -> None:
        if not (self.reachable and self.sockets_open):
            ws.close(code=1013)
            return
        self.sockets.append(ws)
        ws.on_message(lambda text: self.heard.append(json.loads(text)))

    def act(self, route: Route) -> None:
        if not self.reachable:
            route.abort()
            return
        fields = {key: values[0] for key, values in parse_qs(route.request.post_data).items()}
        headers = route.request.headers
        fields |= {"path": route.request.url.removeprefix(SITE), "token": headers.get("x-csrftoken", "")}
        self.posts.append(fields)
        status, body, extra = self.answers.pop(0) if self.answers else (204, "", {})
        route.fulfill(status=status, body=body, headers={"Content-Type": "text/html; charset=utf-8", **extra})

    def page(self, route: Route) -> None:
        if not self.reachable:
            route.abort()
        elif route.request.headers.get("hx-request"):
            status, body = self.news
            route.fulfill(status=status, body=body, headers={"X-Seq": "9", "Content-Type": "text/html"})
        else:
            route.fallback()

    def say(self, frame: dict) -> None:
        self.sockets[-1].send(json.dumps(frame))


@pytest.fixture
def server() -> Server:
    """A server at which all is well."""
    return Server()


@pytest.fixture
def phone(open_phone: OpenPhone, server: Server) -> Callable[[], Page]:
    """Open the board on a phone."""

    def open_it(parts: str = public("before") + mine(), *, clock: bool = False) -> Page:
        request = RequestFactory().get("/board")
        request.user = AnonymousUser()
        html = engines["django"].from_string(BOARD.replace("PARTS", parts)).render({}, request)
        context = open_phone()
        serve(context, {"/board": html})
        for path in ("/act", "/call"):
            context.route(f"{SITE}{path}", server.act)
        context.route(f"{SITE}/board*", server.page)
        context.route_web_socket("**/live/**", server.socket)
        page = context.new_page()
        if clock:
            page.clock.install()
        page.goto(f"{SITE}/board")
        settled(page)
        return page

    return open_it


def lamp(page: Page) -> str:
    """What the lamp says."""
    return page.locator(".lamp").get_attribute("data-state")


def link(page: Page, state: str) -> None:
    """Wait for a state of the connection."""
    page.wait_for_selector(f"html[data-link={state}]", state="attached")
    assert lamp(page) == state


# Painting


def test_a_frame_is_painted_and_acknowledged(phone, server):
    page = phone()
    link(page, "live")
    assert "since=1&lang=en" in server.sockets[0].url
    server.say({"seq": 2, "parts": {"public": public("after")}})
    expect(page.locator("#said")).to_have_text("after")
    until(page, "document.getElementById('board').dataset.seq === '2'")
    assert server.heard == [{"ack": 2}]


def test_an_older_frame_is_acknowledged_but_not_painted_unless_it_is_anew(phone, server):
    page = phone()
    link(page, "live")
    server.say({"seq": 3, "parts": {"public": public("third")}})
    expect(page.locator("#said")).to_have_text("third")
    server.say({"seq": 2, "parts": {"public": public("second")}})
    server.say({"seq": 2, "anew": True, "parts": {"public": public("restored"), "mine": mine()}})
    expect(page.locator("#said")).to_have_text("restored")
    assert [said["ack"] for said in server.heard] == [3, 2, 2]


def test_what_belongs_to_another_role_goes_with_a_board_painted_anew(phone, server):
    page = phone()
    link(page, "live")
    server.say({"seq": 1, "anew": True, "parts": {"public": public("spectator")}})
    expect(page.locator("#said")).to_have_text("spectator")
    expect(page.locator("#mine")).to_have_count(0)


def test_typed_text_focus_and_open_folds_survive_a_paint(phone, server):
    page = phone()
    link(page, "live")
    page.locator("#fold summary").click()
    page.locator("#note").fill("half a sen")
    server.say({"seq": 2, "parts": {"public": public("after"), "mine": mine()}})
    expect(page.locator("#said")).to_have_text("after")
    assert page.locator("#note").input_value() == "half a sen"
    assert page.evaluate("document.activeElement.id") == "note"
    assert page.evaluate("document.getElementById('fold').open")


def test_a_freshly_painted_control_ignores_taps_for_a_moment_and_others_do_not(phone, server):
    page = phone()
    link(page, "live")
    changed = FORM.replace("Rock", "Go on").replace("rock", "on")
    server.say({"seq": 2, "parts": {"mine": mine(changed + CALL)}})
    expect(page.get_by_text("Go on")).to_be_visible()
    page.get_by_text("Go on").evaluate("key => key.click()")
    page.get_by_text("Somebody hurt").evaluate("key => key.click()")
    page.wait_for_timeout(100)
    assert [post["path"] for post in server.posts] == ["/call"]
    settled(page)
    page.get_by_text("Go on").click()
    page.wait_for_timeout(100)
    assert [post["path"] for post in server.posts] == ["/call", "/act"]


def test_who_is_signed_out_loads_anew(phone, server):
    page = phone()
    link(page, "live")
    with page.expect_navigation():
        server.say({"gone": "signed_out"})


# The lamp is true


def test_without_a_socket_the_page_asks_by_get_and_says_slow(phone, server):
    server.sockets_open = False
    server.news = (200, public("asked for"))
    page = phone()
    link(page, "slow")
    expect(page.locator("#said")).to_have_text("asked for")
    assert page.locator("#board").get_attribute("data-seq") == "9"
    server.sockets_open = True
    link(page, "live")


def test_without_any_answer_the_lamp_says_no_connection_and_comes_back(phone, server):
    page = phone()
    link(page, "live")
    server.reachable = False
    server.sockets[0].close(code=1012)
    link(page, "off")
    expect(page.locator(".lamp")).to_have_text("no connection")
    expect(page.locator("#kept")).to_be_visible()
    server.reachable = True
    link(page, "live")
    expect(page.locator("#kept")).to_be_hidden()


def test_a_socket_that_fell_silent_is_let_go(phone, server):
    page = phone(clock=True)
    link(page, "live")
    server.sockets_open = False
    page.clock.run_for(14_000)
    link(page, "slow")
    server.sockets_open = True
    page.clock.run_for(6_000)
    link(page, "live")
    assert len(server.sockets) > 1


# Acts


def test_an_act_carries_ask_token_and_nonce_and_paints_the_answer(phone, server):
    page = phone()
    link(page, "live")
    server.answers = [(200, public("thrown") + mine(""), {"X-Seq": "2"})]
    page.get_by_text("Rock").click()
    expect(page.locator("#said")).to_have_text("thrown")
    (post,) = server.posts
    assert post["sign"] == "rock"
    assert post["ask"] == "blow-1"
    assert len(post["nonce"]) == 32
    assert len(post["token"]) > 30
    assert "csrfmiddlewaretoken" not in post


def test_one_tap_too_many_makes_no_second_act(phone, server):
    page = phone()
    link(page, "live")
    server.reachable = False
    page.get_by_text("Rock").click()
    page.get_by_text("Paper").click()
    page.get_by_text("Rock", exact=False).first.click()
    expect(page.locator("#kept [data-kept]")).to_have_text("1")
    server.reachable = True
    link(page, "live")
    until(page, "localStorage['referee.outbox'] === '[]'")
    assert {post["sign"] for post in server.posts} == {"rock"}
    assert len({post["nonce"] for post in server.posts}) == 1


def test_what_is_kept_survives_a_reload_and_goes_out_by_itself(phone, server):
    page = phone()
    link(page, "live")
    server.reachable = False
    page.get_by_text("Rock").click()
    expect(page.locator("#kept")).to_be_visible()
    expect(page.locator("[value=rock] .busy")).to_have_text("Sending…")
    kept = json.loads(page.evaluate("localStorage['referee.outbox']"))
    server.reachable = True
    page.reload()
    until(page, "localStorage['referee.outbox'] === '[]'")
    assert [post["nonce"] for post in server.posts] == [kept[0]["nonce"]]


def test_an_outbox_waits_for_its_own_person(phone, server):
    page = phone()
    link(page, "live")
    theirs = {"who": "bela", "nonce": "ff", "url": "/act", "body": "sign=paper", "shown": "", "at": 9e15}
    page.evaluate("entry => { localStorage['referee.outbox'] = JSON.stringify([entry]) }", theirs)
    page.reload()
    settled(page)
    page.get_by_text("Rock").click()
    page.wait_for_timeout(200)
    assert [post["sign"] for post in server.posts] == ["rock"]
    assert "bela" in page.evaluate("localStorage['referee.outbox']")


def test_a_refusal_stands_at_its_control_and_outlives_a_paint(phone, server):
    page = phone()
    link(page, "live")
    server.answers = [(422, "<b>Already thrown (R16)</b>", {})]
    page.get_by_text("Rock").click()
    slot = page.locator("form[data-ask] .refused")
    expect(slot).to_have_text("Already thrown (R16)")
    server.say({"seq": 2, "parts": {"public": public("after"), "mine": mine()}})
    expect(page.locator("#said")).to_have_text("after")
    expect(slot).to_have_text("Already thrown (R16)")
    settled(page)
    page.get_by_text("Paper").click()
    expect(slot).to_be_empty()


def test_a_refused_act_holds_up_no_other(phone, server):
    page = phone()
    link(page, "live")
    server.reachable = False
    page.get_by_text("Rock").click()
    page.get_by_text("Somebody hurt").click()
    expect(page.locator("#kept [data-kept]")).to_have_text("2")
    server.answers = [(422, "no", {}), (204, "", {})]
    server.reachable = True
    link(page, "live")
    until(page, "localStorage['referee.outbox'] === '[]'")
    assert [post["path"] for post in server.posts] == ["/act", "/call"]


def test_a_stale_act_shows_the_board_and_says_why(phone, server):
    page = phone()
    link(page, "live")
    notice = '<div id="notice" role="alert"><div class="banner care">The board has moved on</div></div>'
    server.answers = [(409, public("newer") + mine() + notice, {"X-Seq": "5"})]
    page.get_by_text("Rock").click()
    expect(page.locator("#said")).to_have_text("newer")
    expect(page.locator("#notice")).to_have_text("The board has moved on")


def test_an_error_page_becomes_a_notice(phone, server):
    page = phone()
    link(page, "live")
    error = "<main><section><h1>Nothing is here.</h1><p>The address may be old.</p></section></main>"
    server.answers = [(404, error, {})]
    page.get_by_text("Rock").click()
    expect(page.locator("#notice")).to_contain_text("Nothing is here. · The address may be old.")
    assert page.evaluate("localStorage['referee.outbox']") == "[]"


def test_a_failing_server_is_asked_again_with_the_same_nonce(phone, server):
    page = phone()
    link(page, "live")
    server.answers = [(500, "", {}), (503, "", {}), (204, "", {})]
    page.get_by_text("Rock").click()
    until(page, "localStorage['referee.outbox'] === '[]'")
    assert len(server.posts) == 3
    assert len({post["nonce"] for post in server.posts}) == 1


def test_an_act_may_lead_to_another_page(phone, server):
    page = phone()
    link(page, "live")
    server.answers = [(204, "", {"HX-Redirect": "/board?next"})]
    with page.expect_navigation(url=f"{SITE}/board?next"):
        page.get_by_text("Rock").click()


def test_a_toast_stays_above_the_block_and_goes_by_itself(phone, server):
    page = phone()
    link(page, "live")
    server.answers = [(200, '<div class="toast"><span>On record: blow 7</span></div>', {"X-Seq": "1"})]
    page.get_by_text("Rock").click()
    toast = page.locator("#toasts .toast")
    expect(toast).to_have_text("On record: blow 7")
    box, block = toast.bounding_box(), page.locator(".actionblock").bounding_box()
    assert box["y"] + box["height"] <= block["y"]
    expect(toast).to_have_count(0, timeout=12_000)
