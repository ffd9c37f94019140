"""What an event asks of the server: `python -m tests.load.event [SCENE …] [--server uvicorn]` prints JSON.

Scenes: watchers, burst, steady, silent, length; and, with DATABASE_URL and REDIS_URL, processes. Times are
milliseconds, `busy` the server's processor time. Each scene runs the site as at an event (FULL commits), with
a database of its own; phones share the machine with it, so figures are of both.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import secrets
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.asyncio.server import broadcast, serve

from .phones import ROOT, figures, free_port, processor_time

Aims = dict[str, tuple[float, float, bool]]


class Site:
    """Server processes of one event, its people and its fights."""

    def __init__(self, folder: Path, server: str, count: int = 1) -> None:
        self.folder, self.server = folder, server
        self.ports = [free_port() for _ in range(count)]
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        for port in self.ports:
            command = ["manage.py", "serve", "--port", str(port)]
            if self.server == "uvicorn":
                command = [
                    "-m",
                    "uvicorn",
                    "referee.asgi:application",
                    "--port",
                    str(port),
                    "--no-access-log",
                ]
            with (self.folder / "log").open("a") as log:
                self.processes.append(
                    subprocess.Popen([sys.executable, *command], cwd=ROOT, stdout=log, stderr=log)
                )
        import socket

        for port in self.ports:
            for _ in range(600):
                with contextlib.suppress(OSError):
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                time.sleep(0.1)

    def stop(self) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait(20)

    def busy(self) -> float:
        return sum(processor_time(process) for process in self.processes)

    def memory(self) -> int:
        """Give the resident memory of all processes in KiB."""
        total = 0
        for process in self.processes:
            status = Path(f"/proc/{process.pid}/status").read_text()
            total += int(status.split("VmRSS:")[1].split()[0])
        return total

    def people(self, fights: int):
        """Make fights of two players each, all by one referee, and give them with the phones."""
        from django.utils import timezone

        from referee.adjudication.opening import Way
        from referee.models import Account, Event, Person, Seat
        from tests.processes import Phone
        from tests.referee.live_fights import LiveFight, give_sheets

        now = timezone.now()
        self.event = Event.objects.create(
            slug=f"load-{secrets.token_hex(3)}",
            name="Sample Camp",
            starts=now,
            ends=now + timezone.timedelta(days=1),
            languages=["en"],
            systems=["larp_rps"],
        )

        def seat(number, *roles):
            made = Seat.objects.seat(self.event, number, list(roles))
            Person.objects.create(seat=made, account=Account.objects.create_user(), name=f"Sample {number}")
            return made

        referee = seat(None, "referee")
        players = [seat(n, "player") for n in range(1, 2 * fights + 1)]
        give_sheets(*players)
        found = []
        for n in range(fights):
            pair = players[2 * n : 2 * n + 2]
            fight = LiveFight.between(self.event, referee, pair, Way("referee", public=True))
            port = self.ports[n % len(self.ports)]
            found.append((fight, Phone(referee, port), [Phone(one, port) for one in pair]))
        return found


def act(fight, phone) -> float:
    """Have the referee answer what is asked; give the seconds until the answer."""
    return post(phone, fight.act, fight.decision("-1"))


def post(phone, path: str, fields: dict) -> float:
    begun = time.perf_counter()
    answer = phone.post(path, nonce=secrets.token_hex(12), **fields)
    took = time.perf_counter() - begun
    if answer.status != 200:
        raise RuntimeError(f"{path} {fields}: {answer.status} {answer.text[:300]}")
    return took


# Watchers


def watchers(site: Site, count: int = 200, rounds: int = 40) -> dict:
    """From a POST to the last of 200 watchers' frames, beside a bare broadcast of the same bytes."""
    ((fight, phone, _),) = site.people(1)
    return asyncio.run(_watchers(site, fight, phone, count, rounds))


async def _watchers(site: Site, fight, phone, count: int, rounds: int) -> dict:
    port = site.ports[0]
    url = f"ws://127.0.0.1:{port}/live/display/{fight.clash.code}/"
    got: dict[int, list[float]] = {}
    size = 0

    async def watch(ready: asyncio.Event) -> None:
        nonlocal size
        async with connect(url, origin=f"http://127.0.0.1:{port}", compression=None) as socket:
            async for text in socket:
                at = time.perf_counter()
                if '"seq"' in text[:8]:
                    seq = int(text[7 : text.index(",")])
                    await socket.send(f'{{"ack": {seq}}}')
                    got.setdefault(seq, []).append(at)
                    size = len(text)
                    ready.set()

    async def last(seq: int) -> float:
        async with asyncio.timeout(30):
            while len(got.get(seq, ())) < count:  # noqa: ASYNC110
                await asyncio.sleep(0.001)
        return max(got[seq])

    readies = [asyncio.Event() for _ in range(count)]
    tasks = [asyncio.create_task(watch(ready)) for ready in readies]
    await asyncio.wait_for(asyncio.gather(*(ready.wait() for ready in readies)), 60)
    real, answered, first = [], [], []
    for number in range(rounds + 5):
        fields = {**await asyncio.to_thread(fight.decision, "-1"), "nonce": secrets.token_hex(12)}
        await asyncio.sleep(0.05)
        begun = time.perf_counter()
        answer = await asyncio.to_thread(lambda given=fields: phone.post(fight.act, **given))
        took = time.perf_counter() - begun
        ended = await last(answer.seq)
        if number >= 5:
            real.append(ended - begun)
            first.append(min(got[answer.seq]) - begun)
            answered.append(took)
    for task in tasks:
        task.cancel()
    bare = await _bare(count, rounds, size)
    fanned = [end - start for end, start in zip(real, first, strict=True)]
    found = {
        "watchers": count,
        "bytes": size,
        "post_to_last": figures(real),
        "post_to_answer": figures(answered),
        "first_to_last": figures(fanned),
        "bare_post_to_last": figures(bare),
    }
    found["ratio_p95"] = round(found["post_to_last"]["p95"] / found["bare_post_to_last"]["p95"], 2)
    return {**found, "limit": 6, "within": found["ratio_p95"] <= 6}


async def _bare(count: int, rounds: int, size: int) -> list[float]:
    """Broadcast as many bytes to as many clients with nothing but websockets, from a process of its own."""
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.load.event", "bare", "--port", str(port), "--bytes", str(size), cwd=ROOT
    )
    try:
        for _ in range(200):
            with contextlib.suppress(OSError):
                (await connect(f"ws://127.0.0.1:{port}").__aenter__(),)
                break
            await asyncio.sleep(0.1)
        seen: dict[int, list[float]] = {}

        async def watch(ready: asyncio.Event) -> None:
            async with connect(f"ws://127.0.0.1:{port}", compression=None) as socket:
                ready.set()
                async for text in socket:
                    number = int(text[:8])
                    await socket.send(f'{{"ack": {number}}}')
                    seen.setdefault(number, []).append(time.perf_counter())

        readies = [asyncio.Event() for _ in range(count)]
        tasks = [asyncio.create_task(watch(ready)) for ready in readies]
        await asyncio.gather(*(ready.wait() for ready in readies))
        await asyncio.sleep(0.2)
        times = []
        async with connect(f"ws://127.0.0.1:{port}", compression=None) as sender:
            for number in range(rounds + 5):
                await asyncio.sleep(0.05)
                begun = time.perf_counter()
                await sender.send(f"{number:8}")
                while len(seen.get(number, ())) < count:  # noqa: ASYNC110
                    await asyncio.sleep(0.001)
                if number >= 5:
                    times.append(max(seen[number]) - begun)
        for task in tasks:
            task.cancel()
        return times
    finally:
        process.terminate()
        await process.wait()


async def bare(port: int, size: int) -> None:
    """Serve the bare broadcast: a number comes in, as many bytes go out to everybody."""
    clients = set()

    async def one(socket) -> None:
        clients.add(socket)
        try:
            async for text in socket:
                if not text.startswith("{"):
                    broadcast(clients, text + "x" * (size - len(text)))
        finally:
            clients.discard(socket)

    async with serve(one, "127.0.0.1", port, compression=None):
        await asyncio.get_running_loop().create_future()


# Bursts, long fights, long days


def burst(site: Site, fights: int = 10, bursts: int = 12) -> dict:
    """60 POSTs in one instant over 10 fights: throws, notes, a referee's word."""
    from tests.processes import at_once

    found = site.people(fights)
    times: list[float] = []
    before = site.busy()
    for number in range(bursts + 1):
        acts: list[Callable[[], float]] = []
        for fight, referee, players in found:
            for who, fields in fight.throws().items():
                acts.append(lambda f=fight, p=players[int(who[1:]) - 1], d=fields: post(p, f.act, d))
            twins = [one.twin() for one in (*players, referee, referee)]
            for phone in twins:
                acts.append(lambda f=fight, p=phone: post(p, f.act, {"do": "note", "words": "sample"}))
        took = at_once(*acts)
        if number:
            times += took
    return {
        **figures(times),
        "acts_at_once": len(acts),
        "busy_an_act": round((site.busy() - before) / len(times) * 1000, 2),
        "limit_p95": 350,
        "within": figures(times)["p95"] <= 350,
    }


def length(site: Site, marks: tuple[int, ...] = (10, 100, 500), each: int = 30) -> dict:
    """What an act costs after so many entries of its fight, in the server's processor time and in time."""
    ((fight, phone, _),) = site.people(1)
    found: dict[str, dict] = {}
    for mark in marks:
        for _ in range(mark - fight.seq):
            act(fight, phone)
        before, times = site.busy(), []
        for _ in range(each):
            times.append(act(fight, phone))
        found[str(mark)] = {**figures(times), "busy": round((site.busy() - before) / each * 1000, 2)}
        # An undo folds the fight anew: its cost grows with the fight, so it stands apart.
        found[str(mark)]["undo"] = round(
            post(phone, fight.act, {"do": "undo", "seen": str(fight.seq)}) * 1000, 2
        )
    first, last = found[str(marks[0])], found[str(marks[-1])]
    ratio = round(last["p50"] / first["p50"], 2)
    busy = round(last["busy"] / first["busy"], 2)
    return {**found, "ratio_p50": ratio, "ratio_busy": busy, "limit": 1.3, "within": min(ratio, busy) <= 1.3}


def steady(site: Site, fights: int = 100, seconds: int = 120) -> dict:
    """100 fights with three phones each, an act of each every few seconds: no growth."""
    from tests.processes import Watcher

    found = site.people(fights)
    for fight, referee, players in found:
        for phone in (referee, *players):
            phone.get(fight.path)
    sockets = [
        Watcher(phone, fight.socket) for fight, referee, players in found for phone in (referee, *players)
    ]
    begun = time.monotonic()
    times: list[tuple[float, float]] = []
    memory: list[tuple[float, int]] = []
    lock = threading.Lock()
    queue = iter(lambda: found[secrets.randbelow(len(found))], None)

    def go() -> None:
        while time.monotonic() - begun < seconds:
            with lock:
                fight, referee, _ = next(queue)
            took = post(referee.twin(), fight.act, {"do": "note", "words": "sample"})
            with lock:
                times.append((time.monotonic() - begun, took))
            time.sleep(0.15)

    threads = [threading.Thread(target=go) for _ in range(4)]
    for thread in threads:
        thread.start()
    while time.monotonic() - begun < seconds:
        memory.append((time.monotonic() - begun, site.memory()))
        time.sleep(2)
    for thread in threads:
        thread.join(60)
    for socket in sockets:
        socket._over.set()
    quarter = seconds / 4
    early = [took for at, took in times if quarter / 2 < at < quarter * 1.5]
    late = [took for at, took in times if at > seconds - quarter]
    grown = statistics.mean(m for at, m in memory if at > seconds - quarter) - statistics.mean(
        m for at, m in memory if quarter / 2 < at < quarter * 1.5
    )
    return {
        "fights": fights,
        "phones": len(sockets),
        "acts": len(times),
        "early": figures(early),
        "late": figures(late),
        "memory_kib": memory[-1][1],
        "memory_grown_kib": round(grown),
    }


def silent(site: Site, count: int = 20, acts: int = 150) -> dict:
    """Phones that read nothing beside one that does: what each costs the server, and the other one."""
    ((fight, referee, (player, _)),) = site.people(1)
    from tests.processes import Watcher

    async def scene() -> dict:
        port = site.ports[0]
        reading = Watcher(player, fight.socket)
        for _ in range(30):
            await asyncio.to_thread(act, fight, referee)
        before_times = [await asyncio.to_thread(act, fight, referee) for _ in range(acts)]
        before = site.memory()
        sockets = []
        for _ in range(count):
            socket = await connect(
                f"ws://127.0.0.1:{port}{fight.socket}",
                origin=f"http://127.0.0.1:{port}",
                additional_headers={"Cookie": player.cookie},
                compression=None,
                max_queue=1,
            )
            socket.transport.pause_reading()
            sockets.append(socket)
        times = [await asyncio.to_thread(act, fight, referee) for _ in range(acts)]
        shown = await asyncio.to_thread(lambda: reading.shown(fight.seq, 10))
        cost = (site.memory() - before) / count
        for socket in sockets:
            socket.transport.abort()
        reading.close()
        return {
            "silent": count,
            "kib_each": round(cost, 1),
            "others_before": figures(before_times),
            "others_beside": figures(times),
            "last_shown_after": round(shown * 1000, 1),
            "limit_kib": 1024,
            "within": cost < 1024,
        }

    return asyncio.run(scene())


def acts_per_second(site: Site, fights: int = 16, seconds: float = 8) -> float:
    """How many acts all phones together get answered in a second, each waiting for its answer."""
    found = site.people(fights)
    counts = [0] * fights
    end = time.monotonic() + seconds

    def go(place: int) -> None:
        fight, phone, _ = found[place]
        while time.monotonic() < end:
            post(phone, fight.act, {"do": "note", "words": "sample"})
            counts[place] += 1

    threads = [threading.Thread(target=go, args=(place,)) for place in range(fights)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return round(sum(counts) / seconds, 1)


SCENES = {"watchers": watchers, "burst": burst, "steady": steady, "silent": silent, "length": length}


@contextlib.contextmanager
def running(folder: Path, server: str, count: int = 1) -> Iterator[Site]:
    """Run the site until the block ends."""
    site = Site(folder, server, count)
    site.start()
    try:
        yield site
    except BaseException:
        print((folder / "log").read_text()[-3000:], file=sys.stderr)
        raise
    finally:
        site.stop()


def main() -> None:
    """Run the scenes and print what they found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", nargs="*", default=[])
    parser.add_argument("--server", default="daphne", choices=("daphne", "uvicorn"))
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--bytes", type=int, default=0)
    given = parser.parse_args()
    if given.scenes == ["bare"]:
        asyncio.run(bare(given.port, given.bytes))
        return
    with tempfile.TemporaryDirectory() as name:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "referee.settings",
            "REFEREE_DATA": name,
            "PUBLIC_URL": "http://127.0.0.1",
            "SECRET_KEY": "sample" * 12,
        }
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        folder = Path(name)
        report: dict[str, object] = {"server": given.server, "load_before": os.getloadavg()[0]}
        for scene in given.scenes or [*SCENES, *(["processes"] if os.environ.get("DATABASE_URL") else [])]:
            if scene == "processes":
                found: dict[str, object] = {}
                for count in (1, 2):
                    with running(folder, given.server, count) as site:
                        found[str(count)] = acts_per_second(site)
                found["ratio"] = round(found["2"] / found["1"], 2)  # type: ignore[operator]
                report[scene] = {**found, "limit": 1.6, "within": found["ratio"] >= 1.6}  # type: ignore[operator]
                continue
            with running(folder, given.server) as site:
                options = {"seconds": given.seconds} if scene == "steady" else {}
                report[scene] = SCENES[scene](site, **options)
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
