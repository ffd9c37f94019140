"""The page of parts on a phone: fits, can be tapped, and axe finds nothing, in both themes."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Browser, Page

from .conftest import CHROMIUM, FLAGS, LARGE, SITE, SMALL, OpenPhone, serve, settled, until

THEMES = ["sun", "night"]


@pytest.fixture(scope="module")
def parts() -> str:
    """The page as the server renders it for a stranger."""
    request = RequestFactory().get("/components/")
    request.user = AnonymousUser()
    return render_to_string("referee/components.html", request=request)


@pytest.fixture
def page_of_parts(open_phone: OpenPhone, parts: str):
    """Open the page on a phone: `page_of_parts("night", LARGE)`."""

    def open_it(theme: str = "sun", size: tuple[int, int] = SMALL) -> Page:
        context = open_phone(theme=theme, size=size)
        serve(context, {"/components/": parts})
        page = context.new_page()
        page.goto(f"{SITE}/components/")
        settled(page)
        return page

    return open_it


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
def test_the_parts_fit_a_phone(page_of_parts, theme, size):
    page = page_of_parts(theme, size)
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing(page_of_parts, theme):
    page = page_of_parts(theme)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_every_target_is_at_least_48_by_48(page_of_parts):
    page = page_of_parts()
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, summary, a[href], input, select, label:has(input)")]
            .filter((e) => !e.closest(".menu-card") && !(e.matches("input") && e.closest("label, .stepper")))
            .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
            .filter(([, box]) => box.width < 47.9 || box.height < 47.9)
            .map(([html, box]) => `${html} ${box.width} x ${box.height}`)"""
    )
    assert small == []


def test_the_theme_follows_the_phone_and_the_switch_is_kept(page_of_parts):
    page = page_of_parts("night")
    theme = "document.documentElement.dataset.theme"
    assert page.evaluate(theme) == "night"
    page.locator(".menu > summary").click()
    settled(page)
    page.locator('[data-keep="theme"][value="sun"]').check(force=True)
    assert page.evaluate(theme) == "sun"
    page.reload()
    assert page.evaluate(theme) == "sun"
    assert page.locator('[data-keep="theme"][value="sun"]').is_checked()


def test_the_left_hand_mirrors_rows_but_not_the_attackers_key(page_of_parts):
    page = page_of_parts()
    page.evaluate("""() => {
        localStorage.hand = "left";
        const block = document.createElement("div");
        block.className = "actionblock";
        block.append(...document.querySelectorAll(".sign-keys, .result-keys"));
        document.querySelector("main").append(block);
        document.documentElement.dataset.hand = "left";
    }""")
    first, last = (page.locator(".sign-key").nth(i).bounding_box()["x"] for i in (0, 2))
    assert first > last
    attacker, target = (page.locator(".result-key").nth(i).bounding_box()["x"] for i in (0, 2))
    assert attacker < target


def test_a_stepper_stops_at_its_limits_and_repeats_while_held(page_of_parts):
    page = page_of_parts()
    stepper = page.locator(".stepper")
    less, more = stepper.locator("[data-step='-1']"), stepper.locator("[data-step='1']")
    value = stepper.locator("input")
    less.click(force=True)  # it says that it is at its end, and can still be tapped
    assert value.input_value() == "0"
    assert less.get_attribute("aria-disabled") == "true"
    more.click()
    assert value.input_value() == "1"
    assert less.get_attribute("aria-disabled") is None
    more.hover()
    page.mouse.down()
    until(page, "document.querySelector('.stepper input').value >= 4")
    page.mouse.up()
    held = value.input_value()
    more.click()
    assert int(value.input_value()) == int(held) + 1


@pytest.mark.parametrize("theme", THEMES)
def test_a_chosen_part_says_so_without_colour(page_of_parts, theme):
    page = page_of_parts(theme)
    ticks = page.locator(".chip:has(:checked) .word, .segment:has(:checked) .word").evaluate_all(
        "words => words.map((word) => getComputedStyle(word, '::before').content)"
    )
    assert ticks
    assert all("✓" in tick for tick in ticks)


def test_at_twice_the_text_size_nothing_leaves_the_screen(browser_type, parts):
    args = [*FLAGS, "--blink-settings=defaultFontSize=32"]
    browser: Browser = browser_type.launch(executable_path=CHROMIUM, args=args)
    try:
        context = browser.new_context(viewport={"width": 360, "height": 740})
        serve(context, {"/components/": parts})
        page = context.new_page()
        page.goto(f"{SITE}/components/")
        assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 32
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    finally:
        browser.close()
