"""From one phone's POST to the other phone's frame, beside a bare Django's, in the same run.

`python -m tests.load.live [--blows N]` prints JSON, times in milliseconds. Two players throw on their phones,
blow after blow, at the site as it runs at an event (daphne, SQLite with FULL commits); between any two throws
the bare Django (tests/load/bare.py) takes a POST of its own, so that both see the same machine. `busy` is the
processor time that each server spends on one POST with all that follows from it.
"""

import argparse
import json
import os
import random
import secrets
import tempfile
import time
from datetime import timedelta
from pathlib import Path

from .phones import Phone, figures, free_port, processor_time, served

LIMIT = 2.0
"""The real path may take so many times as long as the bare one."""


class Fight:
    """Two players of the site in a fight, read from the site's own database between two throws."""

    def __init__(self, port: int) -> None:
        from django.core.management import call_command
        from django.utils import timezone

        from referee.models import Event

        call_command("migrate", verbosity=0)
        now = timezone.now()
        self.port = port
        self.event = Event.objects.create(
            slug="load",
            name="Sample Camp",
            starts=now,
            ends=now + timedelta(days=1),
            languages=["en"],
            systems=["larp_rps"],
        )
        self.seats = [self._player(name, number) for name, number in (("Anna", 137), ("Béla", 142))]
        self.phones = {f"f{place}": self._phone(seat) for place, seat in enumerate(self.seats, 1)}

    def _player(self, name: str, number: int):
        from referee.models import Account, Person, Role, Seat

        seat = Seat.objects.seat(self.event, number, [Role.PLAYER])
        Person.objects.create(seat=seat, account=Account.objects.create_user(), name=name)
        return seat

    def _phone(self, seat) -> Phone:
        from django.test import Client

        from referee.devices import begin

        client = Client()
        client.force_login(seat.person.account, backend="referee.accounts.Backend")
        session = client.session
        session["device"] = begin(seat.person.account, "link").code
        session.save()
        cookies = {name: morsel.value for name, morsel in client.cookies.items()}
        return Phone(self.port, cookies | {"csrftoken": secrets.token_hex(16)})

    def open(self) -> None:
        """Begin a fight that lasts: many points, ordinary blows."""
        from referee.adjudication.company import Comer
        from referee.adjudication.opening import open_clash
        from referee.ledger import Author
        from referee.system import system_for

        weapon = {"id": "longsword", "attack": 2, "defence": 3, "max": 3}
        sheet = {"attack": 8, "defence": 7, "dexterity": 5, "hp": 500, "weapons": [weapon]}
        comers = [
            Comer(side, system_for("larp_rps").sheet.clean(sheet), seat, standing="in", confirmed=True)
            for side, seat in zip("AB", self.seats, strict=True)
        ]
        author = Author(self.seats[0])
        self.clash = open_clash(self.event, "larp_rps", author, comers, secrets.token_hex(8))
        for phone in self.phones.values():
            phone.get(f"/e/load/c/{self.clash.code}/")
            phone.watch(f"/live/clash/{self.clash.code}/")
            phone.shown(1)

    def throwers(self) -> tuple[str, dict[str, str]]:
        """Give the ask that is open, and for each fighter who throws the field of the hand."""
        from referee.adjudication.position import load
        from referee.kernel.asks import Throws
        from referee.system import system_for

        self.clash.stream.refresh_from_db()
        waiting = load(self.clash.stream, system_for("larp_rps")).waiting
        if waiting is None or not isinstance(waiting.pending.ask, Throws):
            raise RuntimeError(f"no throw is asked for: {waiting}")
        return waiting.ask, {hand.who: f"sign_{hand.hand}" for hand in waiting.pending.ask.hands}

    def throw(self, who: str, ask: str, field: str) -> float:
        """Throw on one phone; give the seconds until the other phone has the frame."""
        other = next(phone for key, phone in self.phones.items() if key != who)
        sign = random.choice(("rock", "paper", "scissors"))
        path = f"/e/load/c/{self.clash.code}/act"
        begun = time.perf_counter()
        seq = self.phones[who].post(
            path, do="throw", ask=ask, who=who, nonce=secrets.token_hex(16), **{field: sign}
        )
        return other.shown(seq) - begun


def compare(fight: Fight, bare: list[Phone], blows: int) -> dict:
    """Throw and post in turn; give the figures."""
    real: dict[str, list[float]] = {"sealed": [], "revealed": []}
    least: list[float] = []
    for _ in range(blows):
        ask, fields = fight.throwers()
        for place, (who, field) in enumerate(fields.items()):
            begun = time.perf_counter()
            seq = bare[place].post("/act", text="x" * 200)
            bare_took = bare[1 - place].shown(seq) - begun
            took = fight.throw(who, ask, field)
            least.append(bare_took)
            real["revealed" if place else "sealed"].append(took)
    found = {
        "real": figures([*real["sealed"], *real["revealed"]]),
        "sealed": figures(real["sealed"]),
        "revealed": figures(real["revealed"]),
        "bare": figures(least),
    }
    found["ratio"] = {key: round(found["real"][key] / found["bare"][key], 2) for key in ("p50", "p95")}
    return {**found, "limit": LIMIT, "within": max(found["ratio"].values()) <= LIMIT}


def main() -> None:
    """Run both servers and print the figures in milliseconds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--blows", type=int, default=60)
    parser.add_argument("--warm", type=int, default=10)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder, port, bare_port = Path(name), free_port(), free_port()
        environment = {
            "DJANGO_SETTINGS_MODULE": "referee.settings",
            "REFEREE_DATA": name,
            "PUBLIC_URL": f"http://127.0.0.1:{port}",
            "BARE_DATA": name,
        }
        os.environ.update(environment)
        import django

        django.setup()
        site, least = ["manage.py", "serve", "--port", str(port)], ["-m", "tests.load.bare", str(bare_port)]
        with (
            served(site, port, environment, folder / "real.log") as real_process,
            served(least, bare_port, environment, folder / "bare.log") as bare_process,
        ):
            fight = Fight(port)
            fight.open()
            bare = [Phone(bare_port), Phone(bare_port)]
            for who, phone in zip("ab", bare, strict=True):
                phone.get(f"/enter/{who}")
                phone.watch(f"/{who}")
            processes = {"real": real_process, "bare": bare_process}
            compare(fight, bare, given.warm)
            before = {name: processor_time(process) for name, process in processes.items()}
            found = compare(fight, bare, given.blows)
            found["busy"] = {
                name: round((processor_time(process) - before[name]) / found[name]["n"] * 1000, 2)
                for name, process in processes.items()
            }
            for phone in (*fight.phones.values(), *bare):
                phone.put_away()
            found["log"] = (folder / "real.log").read_text()[-2000:]
    print(json.dumps(found))


if __name__ == "__main__":
    main()
