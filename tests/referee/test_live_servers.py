"""Sockets at real servers: daphne and uvicorn, killed and come back, several behind Redis."""

import asyncio
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Site:
    """One server process with one open shelf, whose seq a file holds."""

    def __init__(self, folder: Path, server: str, port: int = 0, **environment: str):
        self.folder, self.server, self.environment = folder, server, environment
        self.port = port or free_port()
        self.shelf = folder / "shelf"
        self.shelf.write_text("1")
        self.log = folder / f"log-{self.port}"

    def _process(self) -> subprocess.Popen:
        given = {"REFEREE_DATA": str(self.folder), "SECRET_KEY": "sample", "SHELF": str(self.shelf)}
        with self.log.open("a") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "tests.referee.shelf_site", self.server, str(self.port)],
                cwd=ROOT,
                env=os.environ | given | self.environment,
                stdout=log,
                stderr=log,
            )

    async def start(self) -> None:
        self.process = self._process()
        for _ in range(200):
            if self.process.poll() is not None:
                break
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            await asyncio.sleep(0.1)
        raise RuntimeError(self.log.read_text())

    def stop(self, how: int = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        return self.process.wait(20)

    def phone(self, since="", origin=None, **options):
        where = f"127.0.0.1:{self.port}"
        return connect(
            f"ws://{where}/live/shelf/open-1/?since={since}", origin=origin or f"http://{where}", **options
        )

    async def announce(self, seq: int) -> None:
        url = f"http://127.0.0.1:{self.port}/announce/{seq}"
        await asyncio.to_thread(lambda: urllib.request.urlopen(url, timeout=5).close())


async def frame(phone, answer=True, within=10):
    """The next frame, answered; beats are passed over."""
    async with asyncio.timeout(within):
        while "parts" not in (message := json.loads(await phone.recv())):
            pass
    if answer:
        await phone.send(json.dumps({"ack": message["seq"]}))
    return message


@pytest.fixture(params=["daphne", "uvicorn"])
async def site(request, tmp_path):
    if request.param == "uvicorn":
        pytest.importorskip("uvicorn")
    found = Site(tmp_path, request.param)
    await found.start()
    yield found
    if found.process.poll() is None:
        found.stop()


async def test_a_server_paints_refuses_and_ends_cleanly(site):
    async with site.phone() as phone, site.phone(since=1) as other:
        assert (await frame(phone))["seq"] == 1
        await site.announce(2)
        assert (await frame(phone))["seq"] == 2
        assert (await frame(other))["seq"] == 2
    with pytest.raises(InvalidStatus):
        await site.phone(origin="http://elsewhere.example").__aenter__()
    async with connect(
        f"ws://127.0.0.1:{site.port}/live/shelf/none-1/", origin=f"http://127.0.0.1:{site.port}"
    ) as forged:
        with pytest.raises(ConnectionClosed):
            await forged.recv()
        assert forged.close_code == 4404
    async with site.phone(since=2) as large:
        with contextlib.suppress(ConnectionClosed):
            await large.send("x" * 3_000_000)
            await asyncio.wait_for(large.recv(), 10)
        assert large.close_code in {1006, 1009}  # daphne hangs up without a word
    async with site.phone(since=2):
        assert site.stop() in (0, -signal.SIGTERM)
    assert site.log.read_text() == ""


async def test_phones_come_back_to_a_server_that_was_killed(site):
    async with site.phone() as phone:
        await frame(phone)
        site.stop(signal.SIGKILL)
        with pytest.raises(ConnectionClosed):
            await asyncio.wait_for(phone.recv(), 10)
    site.shelf.write_text("7")
    await site.start()
    async with site.phone(since=1) as phone:
        assert (await frame(phone))["seq"] == 7


async def test_a_phone_that_reads_nothing_takes_nothing_from_others(site):
    async with site.phone(max_queue=1) as silent, site.phone() as phone:
        silent.transport.pause_reading()
        await frame(phone)
        for seq in range(2, 200):
            await site.announce(seq)
            if seq % 20 == 0:
                while (await frame(phone))["seq"] < seq:
                    pass
        silent.transport.resume_reading()
        assert (await frame(silent, answer=False))["seq"] == 1
        with pytest.raises(TimeoutError):
            await frame(silent, within=1)


@pytest.mark.postgres
async def test_processes_behind_redis_hear_each_other_and_go_on_without_it(tmp_path):
    server = shutil.which("redis-server")
    if server is None:
        pytest.skip("no redis-server")
    pytest.importorskip("channels_redis")
    port = free_port()

    def start_redis():
        return subprocess.Popen(
            [server, "--port", str(port), "--bind", "127.0.0.1", "--save", ""],
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
        )

    redis = start_redis()
    environment = {"REDIS_URL": f"redis://127.0.0.1:{port}/0"}
    nudged = Site(tmp_path, "daphne", LOOK="600", **environment)
    looking = Site(tmp_path, "daphne", **environment)
    try:
        await nudged.start()
        await looking.start()
        async with nudged.phone() as phone, looking.phone() as other:
            await frame(phone)
            await frame(other)
            await asyncio.sleep(0.5)  # both have subscribed
            await looking.announce(2)  # the other process does not look by itself
            assert (await frame(phone))["seq"] == 2
            assert (await frame(other))["seq"] == 2
            redis.kill()
            redis.wait()
            await nudged.announce(3)
            assert (await frame(phone))["seq"] == 3  # its own phones hear without Redis
            assert (await frame(other))["seq"] == 3  # looking heals what no nudge told
            redis = start_redis()
            await asyncio.sleep(4)
            await looking.announce(4)
            assert (await frame(phone))["seq"] == 4
    finally:
        redis.kill()
        redis.wait()
        for one in (nudged, looking):
            one.stop()
