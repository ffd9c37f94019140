"""Several server processes on one database, and phones that talk to them over HTTP and sockets.

`python -m tests.processes SERVER PORT` is one process (daphne or uvicorn) on the database that
SITE_DATABASE names. `Processes` starts and kills them; `Phone` is somebody's phone at one of them;
`Proxy` stands before them as at a larger event, and hands each connection to the next process.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parents[1]


def free_port() -> int:
    """Give a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Processes:
    """Server processes on the database of the test; `log` is what all of them said."""

    def __init__(self, folder: Path, count: int = 2, server: str = "daphne", **environment: str) -> None:
        from django.conf import settings
        from django.db import connection

        self.server = server
        self.ports = [free_port() for _ in range(count)]
        self._log = folder / "processes.log"
        self._given = {
            "SITE_DATABASE": str(connection.settings_dict["NAME"]),
            "SITE_SYSTEMS": ",".join(settings.RULE_SYSTEMS),
            "SECRET_KEY": settings.SECRET_KEY,
            **environment,
        }
        self._running: dict[int, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Processes:
        for port in self.ports:
            self.start(port)
        for port in self.ports:
            self.wait(port)
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._running.values():
            process.terminate()
        for process in self._running.values():
            process.wait(20)

    @property
    def log(self) -> str:
        """What the processes said."""
        return self._log.read_text()

    def start(self, port: int) -> None:
        """Start the process of a port."""
        with self._log.open("a") as log:
            self._running[port] = subprocess.Popen(
                [sys.executable, "-m", "tests.processes", self.server, str(port)],
                cwd=ROOT,
                env=os.environ | self._given,
                stdout=log,
                stderr=log,
            )

    def wait(self, port: int) -> None:
        """Wait until it listens."""
        for _ in range(600):
            if self._running[port].poll() is not None:
                break
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()
                return
            time.sleep(0.05)
        raise RuntimeError(self.log)

    def kill(self, port: int) -> None:
        """End it as a power cut does."""
        self._running[port].send_signal(signal.SIGKILL)
        self._running[port].wait(20)

    def pid(self, port: int) -> int:
        """Give its process id."""
        return self._running[port].pid


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered."""

    status: int
    text: str
    seq: int
    headers: http.client.HTTPMessage


class Phone:
    """A phone at one of the processes, signed in as somebody; `seat` None is a stranger's."""

    def __init__(self, seat: object | None, port: int, how: str = "link") -> None:
        self.port, self.cookies = port, {"csrftoken": secrets.token_hex(16)}
        self._http: http.client.HTTPConnection | None = None
        if seat is not None:
            from django.conf import settings
            from django.test import Client

            from referee.devices import begin

            client = Client()
            client.force_login(seat.person.account, backend="referee.accounts.Backend")
            session = client.session
            session["device"] = begin(seat.person.account, how).code
            session.save()
            self.cookies[settings.SESSION_COOKIE_NAME] = session.session_key

    def twin(self, port: int = 0) -> Phone:
        """Give another connection of the same phone, to be used at the same time; or at another port."""
        found = Phone(None, port or self.port)
        found.cookies = self.cookies
        return found

    @property
    def cookie(self) -> str:
        """The Cookie header."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def send(self, method: str, path: str, fields: object = None, **headers: str) -> Answer:
        """Send one request over the connection that is kept, and give the answer; raise OSError if cut."""
        if self._http is None:
            self._http = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        given = {"Cookie": self.cookie, "X-CSRFToken": self.cookies["csrftoken"], "HX-Request": "true"}
        body = None
        if method == "POST":
            given["Content-Type"] = "application/x-www-form-urlencoded"
            body = fields if isinstance(fields, bytes) else urlencode(fields or {}, doseq=True).encode()
        try:
            self._http.request(method, path, body, given | headers)
            answer = self._http.getresponse()
            text = answer.read().decode()
        except (OSError, http.client.HTTPException) as error:
            self.hang_up()
            raise ConnectionError(str(error)) from error
        return Answer(answer.status, text, int(answer.headers.get("X-Seq") or 0), answer.headers)

    def get(self, path: str, **headers: str) -> Answer:
        """Load a page."""
        return self.send("GET", path, **headers)

    def post(self, path: str, **fields: object) -> Answer:
        """Act."""
        return self.send("POST", path, fields)

    def post_until_answered(self, path: str, seconds: float = 60, **fields: object) -> Answer:
        """Act, and send it again with the same nonce until there is an answer, as the page's outbox does."""
        end = time.monotonic() + seconds
        while True:
            try:
                return self.post(path, **fields)
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def hang_up(self) -> None:
        """Close the connection."""
        if self._http is not None:
            self._http.close()
            self._http = None


class Watcher:
    """A socket that comes back by itself, and knows the newest seq that it was shown and when."""

    def __init__(self, phone: Phone, path: str) -> None:
        self.phone, self.path = phone, path
        self.seq, self.at, self.opened = 0, 0.0, 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        from websockets.exceptions import WebSocketException
        from websockets.sync.client import connect

        while not self._over.is_set():
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                url = f"ws://127.0.0.1:{self.phone.port}{self.path}?since={self.seq or ''}"
                options = {"additional_headers": {"Cookie": self.phone.cookie}, "compression": None}
                with connect(url, origin=f"http://127.0.0.1:{self.phone.port}", **options) as found:
                    self.opened += 1
                    while not self._over.is_set():
                        with contextlib.suppress(TimeoutError):
                            frame = json.loads(found.recv(0.2))
                            if "parts" in frame:
                                self.seq, self.at = frame["seq"], time.monotonic()
                                found.send(json.dumps({"ack": frame["seq"]}))
            time.sleep(0.05)

    def shown(self, seq: int, within: float) -> float:
        """Wait for a seq; give the seconds that it took."""
        begun = time.monotonic()
        while self.seq < seq:
            if time.monotonic() - begun > within:
                raise AssertionError(f"{seq} never came, only {self.seq}")
            time.sleep(0.005)
        return time.monotonic() - begun

    def close(self) -> None:
        """Close it for good."""
        self._over.set()
        self._thread.join(10)


class Proxy:
    """A TCP proxy: each new connection goes to the next process that listens."""

    def __init__(self, ports: list[int]) -> None:
        self.port, self._ports, self._next = free_port(), ports, 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Proxy:
        self._thread.start()
        self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(asyncio.start_server(self._pass, "127.0.0.1", self.port))
        self._ready.set()
        self._loop.run_forever()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in self._ports:
            port = self._ports[self._next % len(self._ports)]
            self._next += 1
            with contextlib.suppress(OSError):
                there = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(self._pour(reader, there[1]), self._pour(there[0], writer))
                return
        writer.close()

    @staticmethod
    async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        with contextlib.suppress(OSError):
            writer.close()


def at_once(*acts):
    """Do all acts in the same instant, each in a thread; give what they give, in their order."""
    barrier = threading.Barrier(len(acts))
    found: list[object] = [None] * len(acts)

    def do(place: int) -> None:
        barrier.wait(30)
        try:
            found[place] = acts[place]()
        except BaseException as error:  # told to the test's own thread
            found[place] = error

    threads = [threading.Thread(target=do, args=(place,)) for place in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    for one in found:
        if isinstance(one, BaseException):
            raise one
    return found


def main(server: str, port: int) -> None:
    """Serve until a signal ends it."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.conf import settings

    settings.DATABASES["default"]["NAME"] = os.environ["SITE_DATABASE"]
    settings.RULE_SYSTEMS = os.environ["SITE_SYSTEMS"].split(",")
    django.setup()
    from referee.asgi import application

    if server == "uvicorn":
        import uvicorn

        uvicorn.run(application, port=port, log_level="warning", access_log=False)
    else:
        from daphne.server import Server

        Server(application, endpoints=[f"tcp:port={port}:interface=127.0.0.1"], server_name="referee").run()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
