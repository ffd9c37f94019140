"""Chromium as phones: launch flags, contexts of a phone's size, a stand-in site where there is no server."""

import mimetypes
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, Route

# Playwright runs an event loop in this thread; the ORM would refuse to work beside it.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

CHROMIUM = os.environ.get("CHROMIUM") or "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SMALL = (360, 740)
LARGE = (390, 844)

type OpenPhone = Callable[..., BrowserContext]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what lies in this folder."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Launch the system's Chromium; without one skip, but fail where CI is set."""
    if not shutil.which(CHROMIUM):
        missing = f"{CHROMIUM} is missing: no browser tests (CHROMIUM names another)"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(missing)
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture
def open_phone(browser: Browser) -> Iterator[OpenPhone]:
    """Open a phone: `open_phone(theme="night", size=LARGE, base_url=…)` is a context of its own.

    A script error or a breach of the content security policy on any of its pages fails the test.
    """
    opened: list[BrowserContext] = []
    faults: list[str] = []

    def listen(page: Page) -> None:
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: "Content Security" in message.text and faults.append(message.text))

    def open_one(*, theme: str = "sun", size: tuple[int, int] = SMALL, **kwargs: Any) -> BrowserContext:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if theme == "night" else "light",
            has_touch=True,
            is_mobile=True,
            **kwargs,
        )
        context.set_default_timeout(10_000)
        context.on("page", listen)
        opened.append(context)
        return context

    yield open_one
    for context in opened:
        context.close()
    assert not faults


def settled(page: Page) -> None:
    """Wait until no control is freshly painted: before that it ignores taps."""
    page.wait_for_selector("html[data-theme]:not([data-fresh])", state="attached")


def until(page: Page, expression: str, seconds: float = 10) -> None:
    """Wait until a JavaScript expression holds; Playwright's own waiting would need `unsafe-eval`."""
    end = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"never held: {expression}"
        page.wait_for_timeout(50)


SITE = "http://phone.test"
"""Plain http on a made-up host: no secure context, as on a network without certificates."""


def serve(context: BrowserContext, pages: dict[str, str]) -> None:
    """Answer a context's requests from rendered pages and the static folder, under the site's policy."""
    policy = "; ".join(f"{key} {' '.join(values)}" for key, values in settings.SECURE_CSP.items())

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(SITE).split("?")[0]
        if path.startswith("/static/"):
            file = Path(settings.BASE_DIR) / path.lstrip("/")
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            route.fulfill(body=file.read_bytes(), content_type=kind)
        elif path in pages:
            headers = {"Content-Security-Policy": policy}
            route.fulfill(body=pages[path], content_type="text/html; charset=utf-8", headers=headers)
        else:
            route.fulfill(status=404, body="")

    context.route(f"{SITE}/**", answer)
