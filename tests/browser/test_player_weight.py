"""What a player's first page weighs, as it is sent at an event: compressed, with all that it loads."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import OpenPhone
from tests.browser.server import ROOT, free_port

MOST_BYTES = 60_000
MOST_REQUESTS = 8


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[dict]:
    """A demo that serves on a free port from a folder of its own."""
    port = free_port()
    left_out = ("DJANGO_SETTINGS_MODULE", "REFEREE_DEMO", "DATABASE_URL")
    env = {key: value for key, value in os.environ.items() if key not in left_out}
    env |= {"REFEREE_DATA": str(tmp_path), "PUBLIC_URL": f"http://127.0.0.1:{port}"}
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "demo", "--json", "--port", str(port)],
            cwd=ROOT,
            env=env,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, (tmp_path / "log").read_text()
    for _ in range(100):
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            break
        time.sleep(0.1)
    yield json.loads(line)
    process.send_signal(signal.SIGTERM)
    process.wait(20)


def test_the_first_page_is_light(demo: dict, open_phone: OpenPhone):
    anna = next(person for person in demo["people"] if person["number"] == 137)
    signing_in = open_phone()
    page = signing_in.new_page()
    page.goto(anna["link"])
    page.wait_for_url(re.compile(r"/e/"))
    home, kept = page.url, signing_in.storage_state()

    phone = open_phone(storage_state=kept)  # nothing in its cache
    page = phone.new_page()
    network = phone.new_cdp_session(page)
    network.send("Network.enable")
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}
    network.on(
        "Network.responseReceived", lambda told: names.update({told["requestId"]: told["response"]["url"]})
    )
    network.on(
        "Network.loadingFinished", lambda told: sizes.update({told["requestId"]: told["encodedDataLength"]})
    )
    page.goto(home)
    page.wait_for_selector("html[data-link=live]", state="attached")
    page.wait_for_timeout(500)
    weights = {names.get(key, key): size for key, size in sizes.items()}
    assert len(sizes) <= MOST_REQUESTS, weights
    assert sum(sizes.values()) <= MOST_BYTES, weights
