"""A larger event: processes behind one proxy, PostgreSQL, Redis that is lost and comes back."""

import shutil
import subprocess
import time

import pytest
from django.db import connection

from referee.adjudication.opening import Way
from referee.models import Role
from tests.processes import Phone, Processes, Proxy, Watcher, free_port
from tests.referee.live_fights import LiveFight, give_sheets, nonce

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="needs DATABASE_URL"),
]


class Redis:
    """A Redis of the test's own."""

    def __init__(self, folder):
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def start(self):
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
        )
        time.sleep(0.5)

    def lose(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture
def redis(tmp_path):
    if shutil.which("redis-server") is None:
        pytest.skip("no redis-server")
    found = Redis(tmp_path)
    found.start()
    yield found
    found.lose()


@pytest.mark.parametrize("server", ["daphne", "uvicorn"])
def test_two_phones_of_one_person_at_two_processes_see_the_same(server, redis, event, make_seat, tmp_path):
    anna, bela = (make_seat(f"Sample {n}", n, Role.PLAYER) for n in (1, 2))
    referee = make_seat("Referee", None, Role.REFEREE, username="ref", password="x")
    give_sheets(anna, bela)
    fight = LiveFight.between(event, referee, (anna, bela), Way("referee"))
    with Processes(tmp_path, 2, server, REDIS_URL=redis.url) as processes, Proxy(processes.ports) as proxy:
        one, other = processes.ports
        # The proxy hands each connection to the next process: a page from one, its socket from another.
        behind = Phone(anna, proxy.port)
        assert [behind.twin().get(fight.path).status for _ in range(4)] == [200] * 4
        watchers = [
            Watcher(behind, fight.socket),
            Watcher(Phone(anna, one), fight.socket),
            Watcher(Phone(anna, other), fight.socket),
        ]
        phone = Phone(referee, one)

        def act() -> list[float]:
            answer = phone.post(fight.act, nonce=nonce(), **fight.decision())
            assert answer.status == 200
            return [watcher.shown(answer.seq, within=10) for watcher in watchers]

        for watcher in watchers:
            watcher.shown(1, within=10)
        time.sleep(1)  # both processes have subscribed
        took = [max(act()) for _ in range(6)]
        assert sorted(took)[2] < 0.6, took  # told, not found by looking once a second
        redis.lose()
        for _ in range(3):
            assert max(act()) < 2.0 + 1.0  # acts go on; screens heal within 2 s (a second for a busy machine)
        redis.start()
        deadline = time.monotonic() + 20
        while min(max(act()) for _ in range(3)) > 0.3:
            assert time.monotonic() < deadline, "it never told by Redis again"
        for watcher in watchers:
            watcher.close()
    # That Redis was lost is told once by each process and each way, not every second.
    assert len(processes.log.splitlines()) <= 8, processes.log[-4000:]
