"""Both modes of running, the headers of every page, the limits of a body, and what the log keeps."""

import json
import logging
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import URLPattern, get_resolver

from referee.logs import Json, Scrub

ROOT = Path(__file__).parents[2]


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command of Django's in a process of its own, with just these settings."""
    clean = {key: value for key, value in os.environ.items() if key in {"PATH", "HOME", "LANG"}}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT, env=clean | environment, capture_output=True, text=True, timeout=120,
    )  # fmt: skip


def test_under_tls_djangos_own_check_finds_nothing(tmp_path):
    ran = manage(
        "check", "--deploy", "--fail-level", "WARNING",
        PUBLIC_URL="https://referee.example", REFEREE_DATA=str(tmp_path),
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert "no issues (0 silenced)" in ran.stdout


def test_an_address_that_is_none_is_named_at_start(tmp_path):
    ran = manage("check", PUBLIC_URL="referee.example", REFEREE_DATA=str(tmp_path))
    assert ran.returncode != 0
    assert "PUBLIC_URL must be an http or https address" in ran.stderr


def test_the_secret_key_is_made_once_and_readable_by_its_owner_only(tmp_path):
    show = ("shell", "-v0", "-c", "from django.conf import settings; print(settings.SECRET_KEY)")
    first, second = (manage(*show, REFEREE_DATA=str(tmp_path)).stdout for _ in range(2))
    assert first == second
    assert len(first) > 80
    assert (tmp_path / "secret.key").stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.glob("secret.key*")] == ["secret.key"]


def test_debug_is_off_by_default():
    assert settings.DEBUG is False


def addresses() -> list[str]:
    """Return every address of the site with sample arguments."""
    routes = [
        str(pattern.pattern) for pattern in get_resolver().url_patterns if isinstance(pattern, URLPattern)
    ]
    known = {"slug": "sample"}

    def sample(argument: re.Match[str]) -> str:
        return "1" if argument[1] == "int" else known.get(argument[2], "nothing")

    return ["/" + re.sub(r"<(\w+):(\w+)>", sample, route) for route in routes]


@pytest.mark.django_db
@pytest.mark.parametrize("address", [*addresses(), "/not/here"])
def test_every_answer_carries_the_strict_policy(address, request):
    for phone in (Client(), request.getfixturevalue("anna_phone"), request.getfixturevalue("referee_phone")):
        answer = phone.get(address)
        assert answer.status_code < 500 or address == "/health"  # the triggers are away in tests
        policy = answer["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer["X-Frame-Options"] == "DENY"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Referrer-Policy"] in {"same-origin", "no-referrer"}


@pytest.mark.django_db
@pytest.mark.parametrize("address", addresses())
def test_no_page_holds_inline_script_or_style(address, referee_phone):
    page = referee_phone.get(address, follow=True).text
    assert "<style" not in page
    assert " style=" not in page
    assert " onclick=" not in page
    assert all("src=" in tag for tag in page.split("<script")[1:])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "title"), [("en", "This is too large."), ("hu", 'lang="hu"'), ("ru", 'lang="ru"')]
)
def test_a_body_of_ten_megabytes_is_refused_in_the_readers_language(make_seat, signed_in, language, title):
    phone = signed_in(make_seat("Sample", 5, "player", language=language))
    answer = phone.post("/language", {"language": "en", "x": "x" * 10_000_000})
    assert answer.status_code == 413
    assert title in answer.text


@pytest.mark.django_db
def test_too_many_fields_are_refused(anna_phone):
    assert anna_phone.post("/language", {f"f{n}": "" for n in range(500)}).status_code == 400


@pytest.mark.django_db
def test_a_form_of_another_session_is_refused_and_says_so(anna):
    phone = Client(enforce_csrf_checks=True)
    answer = phone.post("/sign-in", {"event": "sample", "number": "137", "pin": anna.person.account.pin})
    assert answer.status_code == 403
    assert "another sign-in" in answer.text


@pytest.mark.django_db
def test_a_failure_is_answered_without_database(anna_phone, monkeypatch):
    def fail(*_args: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("referee.accounts.Backend.get_user", fail)
    anna_phone.raise_request_exception = False
    answer = anna_phone.get("/account")
    assert answer.status_code == 500
    assert "The app failed here" in answer.text


def test_the_log_keeps_no_sign_in_token():
    record = logging.LogRecord(
        "django.request", logging.WARNING, "", 0, "Not Found: %s", ("/s/AAAA_token-1?next=/once/b",), None
    )
    assert Scrub().filter(record)
    line = json.loads(Json().format(record))
    assert line["message"] == "Not Found: /s/…?next=/once/…"
    assert set(line) == {"at", "level", "logger", "message"}


@pytest.mark.django_db
def test_a_wrong_link_leaves_no_token_in_the_log(client, capsys):
    client.get("/s/AAAAsecret_token-1")
    client.get("/once/AAAAsecret_token-1")
    printed = capsys.readouterr()
    assert "secret_token" not in printed.out + printed.err


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        ("http://10.0.0.5:8000", "10.0.0.5:8000", True),
        ("https://elsewhere.example", "10.0.0.5:8000", False),
        ("http://localhost:8000", "10.0.0.5:8000", True),
        ("null", "10.0.0.5:8000", False),
        (None, "10.0.0.5:8000", False),
    ],
)
async def test_a_socket_opens_for_this_sites_own_pages_only(origin, host, allowed):
    from channels.testing import WebsocketCommunicator

    from referee.origin import SameOrigin

    async def accept(scope, receive, send):
        await receive()
        await send({"type": "websocket.accept"})
        await receive()

    headers = [(b"host", host.encode())]
    if origin:
        headers.append((b"origin", origin.encode()))
    socket = WebsocketCommunicator(SameOrigin(accept), "/", headers=headers)
    connected, _ = await socket.connect()
    assert connected is allowed
    await socket.disconnect()
