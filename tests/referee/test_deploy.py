"""compose.yaml and what it starts: read and checked, and the same processes started without containers."""

import contextlib
import http.client
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.db import connection

from tests.processes import free_port

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = ROOT / "compose.yaml"


@pytest.fixture
def compose():
    return pytest.importorskip("yaml").safe_load(COMPOSE.read_text())


def test_every_service_waits_for_services_that_are_there(compose):
    services = compose["services"]
    assert set(services) == {"database", "redis", "web", "proxy"}
    for name, service in services.items():
        assert set(service.get("depends_on", ())) <= set(services), name
        assert service["restart"] == "unless-stopped"
    mounted = [one for service in services.values() for one in service.get("volumes", ())]
    named = {one.split(":")[0] for one in mounted if not one.startswith(".")}
    assert named == set(compose["volumes"])
    for one in mounted:
        if one.startswith("./"):
            assert (ROOT / one.split(":")[0]).is_file(), one
    assert services["proxy"]["ports"] == ["80:80", "443:443"]
    assert "ports" not in services["web"]  # nobody goes around the proxy


def test_every_variable_stands_in_the_example():
    wanted = set(re.findall(r"\$\{([A-Z_]+)", COMPOSE.read_text()))
    given = set(re.findall(r"^([A-Z_]+)=", (ROOT / "deploy/env.example").read_text(), re.M))
    assert wanted == given


def test_web_processes_get_variables_that_the_settings_read(compose):
    given = set(compose["services"]["web"]["environment"])
    read = set(re.findall(r'environ(?:\.get)?[\[(]"([A-Z_]+)"', (ROOT / "referee/settings.py").read_text()))
    assert given <= read
    assert {"DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "SECRET_KEY", "TRUST_PROXY"} <= given


def test_the_container_starts_what_the_proxy_asks():
    container = (ROOT / "Containerfile").read_text()
    assert '"--port", "8000"' in container
    assert "dynamic a web 8000" in (ROOT / "deploy/Caddyfile").read_text()
    ignored = (ROOT / ".dockerignore").read_text()
    assert ignored == (ROOT / ".containerignore").read_text()
    assert {".env", "secret.key", "*.sqlite3*"} <= set(ignored.split())


class Web:
    """One web process as the container starts it, at a port of its own."""

    def __init__(self, compose, folder):
        self.port = free_port()
        own = {"POSTGRES_PASSWORD": "x", "PUBLIC_NAME": "referee.example", "SECRET_KEY": "sample" * 10}
        environment = {
            key: re.sub(r"\$\{(\w+)(?::[-?]([^}]*))?\}", lambda m: own.get(m[1], m[2] or ""), str(value))
            for key, value in compose["services"]["web"]["environment"].items()
        }
        db = connection.settings_dict
        environment["DATABASE_URL"] = (
            f"postgresql://{db['USER']}:{db['PASSWORD']}@/{db['NAME']}?host={db['HOST']}"
            + (f"&port={db['PORT']}" if db["PORT"] else "")
            + "&pool=4"
        )
        environment["REDIS_URL"] = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/9")
        self.environment = {**os.environ, **environment, "REFEREE_DATA": str(folder)}
        self.environment.pop("DJANGO_SETTINGS_MODULE", None)
        self.log = folder / f"web-{self.port}.log"

    def start(self):
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", str(self.port)],
                cwd=ROOT, env=self.environment, stdout=log, stderr=log,
            )  # fmt: skip

    def get(self, path, **headers):
        asked = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        asked.request("GET", path, headers={"Host": "referee.example", **headers})
        answer = asked.getresponse()
        answer.read()
        return answer

    def wait(self):
        for _ in range(400):
            assert self.process.poll() is None, self.log.read_text()
            with contextlib.suppress(OSError):
                return self.get("/health")
            time.sleep(0.1)
        raise AssertionError(self.log.read_text())


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="needs DATABASE_URL")
def test_the_same_processes_start_without_containers(compose, tmp_path):
    from referee import triggers

    webs = [Web(compose, tmp_path) for _ in range(2)]
    for web in webs:
        web.start()  # at once: each brings the tables up to date, one after the other
    try:
        for web in webs:
            assert web.wait().status == 200, web.log.read_text()
            plain = web.get("/sign-in")
            assert (plain.status, plain.headers["Location"]) == (301, "https://referee.example/sign-in")
            page = web.get("/sign-in", **{"X-Forwarded-Proto": "https", "X-Forwarded-For": "10.0.0.7"})
            assert page.status == 200
            assert page.headers["Strict-Transport-Security"]
            cookies = page.headers.get_all("Set-Cookie")
            assert cookies
            assert all("Secure" in cookie and "SameSite=Lax" in cookie for cookie in cookies)
            assert web.get("/sign-in", Host="elsewhere.example").status == 400
            healthy = [sys.executable, "deploy/healthy.py", str(web.port)]
            assert subprocess.run(healthy, cwd=ROOT, env=web.environment, check=False).returncode == 0
        for web in webs:
            web.process.send_signal(signal.SIGTERM)
            web.process.wait(20)
            # A foreign name is told, and nothing else.
            assert all("ALLOWED_HOSTS" in line for line in web.log.read_text().splitlines())
    finally:
        for web in webs:
            web.process.kill()
        triggers.drop()
