"""A real server for phones: daphne in a process of its own, on the database of the test.

`site` is the fixture: `site.phone(open_phone, seat)` is a signed-in phone; `site.kill()` and `site.start()`
are a laptop that loses power and comes back. What a test stores through the models, the server reads.
"""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import BrowserContext, Page

from referee.devices import begin
from referee.models import Seat

ROOT = Path(__file__).resolve().parents[2]
SHOTS = ROOT / "shots"


def free_port() -> int:
    """Give a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Site:
    """One server process on a database file."""

    def __init__(self, database: str, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"site-{self.port}.log"
        self._given = {
            "SITE_DATABASE": database,
            "SITE_SYSTEMS": ",".join(settings.RULE_SYSTEMS),
            "SECRET_KEY": settings.SECRET_KEY,
            "PUBLIC_URL": self.url,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it listens."""
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.browser.site", str(self.port)],
                cwd=ROOT,
                env=os.environ | self._given,
                stdout=log,
                stderr=log,
            )
        for _ in range(300):
            if self.process.poll() is not None:
                break
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            time.sleep(0.1)
        raise RuntimeError(self.log.read_text())

    def kill(self, how: int = signal.SIGKILL) -> None:
        """End it at once, as a power cut does."""
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(20)

    def phone(self, open_phone: Any, seat: Seat, **kwargs: Any) -> BrowserContext:
        """Open a phone on which somebody is signed in; `kwargs` are open_phone's (theme, size)."""
        client = Client()
        client.force_login(seat.person.account, backend="referee.accounts.Backend")
        session = client.session
        session["device"] = begin(seat.person.account, "link").code
        session.save()
        context = open_phone(base_url=self.url, **kwargs)
        value = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": self.url}])
        return context

    def page(self, open_phone: Any, seat: Seat, path: str = "", **kwargs: Any) -> Page:
        """Open a page of the event on a new phone of somebody: "" is home."""
        page = self.phone(open_phone, seat, **kwargs).new_page()
        page.goto(f"/e/{seat.event.slug}/{path}")
        return page


@pytest.fixture
def site(transactional_db: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running server on this test's database; a failed request on it fails the test."""
    found = Site(str(connection.settings_dict["NAME"]), tmp_path_factory.mktemp("site"))
    found.start()
    yield found
    if found.process is not None and found.process.poll() is None:
        found.kill(signal.SIGTERM)
    assert "Traceback" not in found.log.read_text(), found.log.read_text()[-4000:]


def shot(page: Page, name: str) -> None:
    """Keep a picture in the ignored folder."""
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png")
