"""Kills: a server process ends by SIGKILL at seeded points under load. KILLS sets how often (nightly 200).

Phones send again with the same nonce until they are answered, as the page's outbox does. Nothing is lost,
nothing is doubled, the ledger verifies after each kill, and sockets come back to the newest state.
"""

import os
import random
import threading
import time

import pytest
from django.db import connection

from referee.adjudication.opening import Way
from referee.audit import audit
from referee.models import Role
from tests.processes import Phone, Processes, Watcher
from tests.referee.live_fights import LiveFight, give_sheets, nonce

KILLS = int(os.environ.get("KILLS", "8"))
FIGHTS = 4

pytestmark = pytest.mark.django_db(transaction=True)


class Busy(threading.Thread):
    """A referee who goes on adjudicating one fight, over phones at both processes in turn."""

    def __init__(self, fight: LiveFight, phones: list[Phone], over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.fight, self.phones, self.over = fight, phones, over
        self.acknowledged: dict[str, int] = {}
        self.fault: BaseException | None = None

    def run(self) -> None:
        try:
            number = 0
            while not self.over.is_set():
                number += 1
                self.one(self.phones[number % 2], number)
        except BaseException as error:  # told to the test's own thread
            self.fault = error
        finally:
            connection.close()

    def one(self, phone: Phone, number: int) -> None:
        """Answer what is asked; now and then put a note beside it, or take the last act back."""
        name = nonce()
        match number % 5:
            case 0:
                fields = {"do": "note", "words": f"sample {number}"}
            case 4:
                fields = {"do": "undo", "seen": self.fight.seq}
            case _:
                fields = self.fight.decision()
        answer = phone.post_until_answered(self.fight.act, 240, nonce=name, **fields)
        assert answer.status == 200, (fields, answer.status, answer.text[:500])
        self.acknowledged[name] = number


def test_a_killed_process_loses_and_doubles_nothing(event, make_seat, tmp_path):
    chance = random.Random(20261130)
    players = [make_seat(f"Sample {n}", n, Role.PLAYER) for n in range(1, 2 * FIGHTS + 1)]
    referees = [
        make_seat(f"Referee {n}", None, Role.REFEREE, username=f"ref{n}", password="x") for n in range(FIGHTS)
    ]
    give_sheets(*players)
    with Processes(tmp_path) as processes:
        fights = [
            LiveFight.between(event, referees[n], players[2 * n : 2 * n + 2], Way("referee"))
            for n in range(FIGHTS)
        ]
        over = threading.Event()
        busy = [
            Busy(fight, [Phone(referees[n], port) for port in processes.ports], over)
            for n, fight in enumerate(fights)
        ]
        watchers = [Watcher(Phone(players[0], port), fights[0].socket) for port in processes.ports]
        for one in busy:
            one.start()
        for _ in range(KILLS):
            time.sleep(chance.uniform(0.05, 0.6))
            victim = chance.choice(processes.ports)
            processes.kill(victim)
            assert [str(found) for found in audit().breaks if found.stream] == []
            processes.start(victim)
            processes.wait(victim)
            assert not any(one.fault for one in busy), [one.fault for one in busy if one.fault]
        over.set()
        for one in busy:
            one.join(270)
            assert one.fault is None
        for watcher in watchers:
            watcher.shown(fights[0].seq, within=15)  # they came back by themselves
            watcher.close()
    for one in busy:
        held = [entry.nonce for entry in one.fight.entries if entry.nonce in one.acknowledged]
        assert len(held) == len(set(held)) == len(one.acknowledged) > 0
        assert [entry.seq for entry in one.fight.entries] == list(range(1, one.fight.seq + 1))
    assert [str(found) for found in audit().breaks if found.stream] == []
    assert "Traceback" not in processes.log, processes.log[-4000:]
