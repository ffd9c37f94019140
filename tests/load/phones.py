"""Phones for load figures: an http connection that is kept open, and a socket that answers each frame."""

import contextlib
import http.client
import json
import os
import queue
import socket
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.parse import urlencode

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    """Give a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def served(arguments: list[str], port: int, environment: dict[str, str], log: Path):
    """Run a server as a process of its own until the block ends."""
    with log.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, *arguments], cwd=ROOT, env=os.environ | environment, stdout=out, stderr=out
        )
    try:
        for _ in range(300):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            if process.poll() is not None:
                raise RuntimeError(log.read_text())
            time.sleep(0.1)
        yield process
    except Exception:
        print(log.read_text()[-4000:], file=sys.stderr)
        raise
    finally:
        process.terminate()
        process.wait(20)


def processor_time(process: subprocess.Popen) -> float:
    """Give the seconds that a process has kept a processor busy."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Phone:
    """One phone at a server on this machine."""

    def __init__(self, port: int, cookies: dict[str, str] | None = None) -> None:
        self.port = port
        self.cookies = cookies or {}
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.frames: queue.Queue[tuple[int, float]] = queue.Queue()

    @property
    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def get(self, path: str) -> str:
        """Load a page; keep its cookies."""
        self.http.request("GET", path, headers={"Cookie": self._cookie})
        answer = self.http.getresponse()
        for line in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        text = answer.read().decode()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status} {text[:200]}")
        return text

    def post(self, path: str, **fields: str) -> int:
        """Act; give the seq that the answer carries."""
        headers = {
            "Cookie": self._cookie,
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
            "X-CSRFToken": self.cookies["csrftoken"],
        }
        self.http.request("POST", path, urlencode(fields), headers)
        answer = self.http.getresponse()
        text = answer.read().decode()
        if answer.status != 200:
            raise RuntimeError(f"{path} {fields}: {answer.status} {text[:400]}")
        return int(answer.headers["X-Seq"])

    def watch(self, path: str) -> None:
        """Open the socket; frames are stamped as they come and answered."""
        self.socket = connect(
            f"ws://127.0.0.1:{self.port}{path}",
            additional_headers={"Cookie": self._cookie},
            origin=f"http://127.0.0.1:{self.port}",
            compression=None,
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                text = self.socket.recv()
                at = time.perf_counter()
                frame = json.loads(text)
                if "parts" in frame:
                    self.socket.send(json.dumps({"ack": frame["seq"]}))
                    self.frames.put((frame["seq"], at))

    def shown(self, seq: int) -> float:
        """Wait for the frame that shows `seq`; give when it came."""
        while True:
            found, at = self.frames.get(timeout=10)
            if found >= seq:
                return at

    def put_away(self) -> None:
        """Close everything."""
        self.socket.close()
        self.http.close()


def figures(seconds: list[float]) -> dict[str, float]:
    """Give p50, p95 and the largest in milliseconds."""
    cuts = statistics.quantiles(seconds, n=20, method="inclusive")
    return {
        "n": len(seconds),
        "p50": round(statistics.median(seconds) * 1000, 2),
        "p95": round(cuts[18] * 1000, 2),
        "max": round(max(seconds) * 1000, 2),
    }
