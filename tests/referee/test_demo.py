"""The demo: the README's first command, run for real."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

import pytest

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def demo(data: Path, port: int, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run the demo from its own folder of data until the block ends."""
    environment = os.environ | {"REFEREE_DATA": str(data), "PUBLIC_URL": f"http://127.0.0.1:{port}"}
    for name in ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL"):  # as on a fresh machine
        environment.pop(name, None)
    process = subprocess.Popen(
        [sys.executable, "manage.py", "demo", "--port", str(port), *arguments],
        cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)


def fetch(url: str) -> str:
    """Return the page that a fresh phone gets, trying until the server listens."""
    browser = build_opener(HTTPCookieProcessor(), ProxyHandler({}))
    for _ in range(100):
        with contextlib.suppress(URLError):
            return browser.open(url).read().decode()
        time.sleep(0.1)
    raise AssertionError(f"nothing answers at {url}")


@pytest.fixture(scope="module")
def running(tmp_path_factory) -> Iterator[tuple[dict, Path, int]]:
    """A running demo: its JSON line, its data, its port."""
    data, port = tmp_path_factory.mktemp("demo"), free_port()
    with demo(data, port, "--json") as process:
        yield json.loads(process.stdout.readline()), data, port


def test_json_is_one_line_that_names_people_and_staff(running):
    line, _, port = running
    assert line["url"] == f"http://127.0.0.1:{port}"
    assert {"name", "role", "number", "link"} <= set(line["people"][0])
    assert {"name", "role", "login", "password"} <= set(line["staff"][0])
    assert sum(row["role"] == "player" for row in line["people"]) >= 8
    roles = [row["role"] for row in line["staff"]]
    assert {"organizer", "referee", "assistant", "medic", "marshal"} <= set(roles)
    assert roles.count("referee") >= 2


def test_a_printed_link_leads_to_that_persons_home(running):
    anna = next(row for row in running[0]["people"] if row["name"] == "Anna")
    assert str(anna["number"]) in fetch(anna["link"])


def test_static_files_are_served_compressed_and_named_by_content(running):
    page = fetch(running[0]["url"] + "/sign-in")
    address = page.split('rel="stylesheet" href="')[1].split('"')[0]
    assert len(address.split(".")) == 3
    assert fetch(running[0]["url"] + address).startswith(("@layer", "/*"))


def test_a_taken_port_is_named_with_another_to_try(running):
    _, data, port = running
    with demo(data, port) as process:
        _, errors = process.communicate(timeout=30)
        assert process.returncode == 1
        assert f"Port {port}" in errors
        assert "Traceback" not in errors


def test_a_second_start_keeps_the_event_and_reset_makes_it_anew(tmp_path):
    links = []
    for arguments in (["--json"], ["--json"], ["--json", "--reset"]):
        port = free_port()
        with demo(tmp_path, port, *arguments) as process:
            line = json.loads(process.stdout.readline())
            links.append([row["link"].rpartition("/")[2] for row in line["people"]])
            fetch(line["url"] + "/sign-in")
    assert links[0] == links[1]
    assert set(links[1]).isdisjoint(links[2])


def test_without_json_it_prints_links_pins_passwords_and_qr_codes(tmp_path):
    port = free_port()
    with demo(tmp_path, port) as process:
        fetch(f"http://127.0.0.1:{port}/sign-in")
        process.send_signal(signal.SIGINT)
        printed, errors = process.communicate(timeout=20)
    assert "█" in printed
    assert f"http://127.0.0.1:{port}/s/" in printed
    assert "PIN" in printed
    assert "reka" in printed
    assert errors == ""
