"""Backup and restore: of a running event, all of one moment, verified before anything is replaced."""

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from referee import triggers
from referee.audit import audit
from referee.backups import RESTORING, save
from referee.kernel.asks import Results
from referee.models import Entry, Event
from tests.toy.fights import Fight, comer

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own programs"),
]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def fight(transactional_db, toy, event, anna, bela, referee_seat, monkeypatch) -> Iterator[Fight]:
    """A fight in a database with its triggers. That a backup is opened as a second one is allowed."""
    usual = BaseDatabaseWrapper.ensure_connection

    def ensure_connection(self) -> None:
        if self.alias == RESTORING and self.connection is None:
            with self.wrap_database_errors:
                self.connect()
        elif self.alias != RESTORING:
            usual(self)

    monkeypatch.setattr(BaseDatabaseWrapper, "ensure_connection", ensure_connection)
    triggers.install()
    comers = [comer(anna, "A", standing="in", confirmed=True), comer(bela, "B", standing="in")]
    fight = Fight.between(event, referee_seat, comers, mode="referee")
    fight.decide(referee_seat, Results((1,)))
    yield fight
    triggers.drop()


def run(command: str, *arguments: object) -> str:
    told = StringIO()
    call_command(command, *[str(one) for one in arguments], stdout=told)
    return told.getvalue()


def test_a_backup_is_put_back_and_the_fight_goes_on(fight, referee_seat, tmp_path):
    file = tmp_path / "camp.backup"
    assert "bytes" in run("backup", file)
    before = fight.folded
    fight.decide(referee_seat, Results((0,)))
    told = run("restore", file, "--overwrite")
    assert fight.folded == before
    assert triggers.missing() == []
    assert audit().breaks == []
    kept = Path(told.strip().rsplit(": ", 1)[1])
    with closing(sqlite3.connect(kept)) as replaced:
        assert replaced.execute("SELECT count(*) FROM referee_entry").fetchone() == (3,)
    kept.unlink()
    fight.decide(referee_seat, Results((1,)))
    assert len(fight.entries) == 3


def test_a_backup_of_a_running_event_is_all_of_one_moment(fight, referee_seat, tmp_path):
    done = threading.Event()
    failed: list[Exception] = []

    def play() -> None:
        own = Fight(fight.clash)
        try:
            while not done.is_set():
                own.decide(referee_seat, Results((0,)))
        except Exception as error:
            failed.append(error)
        finally:
            connections.close_all()

    thread = threading.Thread(target=play)
    thread.start()
    try:
        for number in range(5):
            save(tmp_path / f"{number}.backup")
    finally:
        done.set()
        thread.join()
    assert failed == []
    entries = Entry.objects.count()
    for number in range(5):
        run("restore", tmp_path / f"{number}.backup", "--overwrite")
        assert audit().breaks == []
        assert 2 <= Entry.objects.count() <= entries
    for kept in Path(connection.settings_dict["NAME"]).parent.glob("*.before-*"):
        kept.unlink()


def test_nothing_is_replaced_unasked(fight, tmp_path):
    file = tmp_path / "camp.backup"
    run("backup", file)
    with pytest.raises(CommandError, match="--overwrite"):
        run("backup", file)
    with pytest.raises(CommandError, match="--overwrite"):
        run("restore", file)
    assert "bytes" in run("backup", file, "--overwrite")
    with pytest.raises(CommandError, match="No file"):
        run("restore", tmp_path / "none")


def test_where_there_is_no_event_there_is_nothing_to_back_up(transactional_db, tmp_path):
    with pytest.raises(CommandError, match="no event"):
        call_command("backup", str(tmp_path / "empty.backup"))
    assert not list(tmp_path.iterdir())


def test_what_is_no_backup_changes_nothing(fight, tmp_path):
    before = fight.folded
    garbage, empty, other = tmp_path / "garbage", tmp_path / "empty", tmp_path / "other"
    garbage.write_bytes(b"no database at all" * 100)
    empty.write_bytes(b"")
    with closing(sqlite3.connect(other)) as database:
        database.execute("CREATE TABLE stuff (id INTEGER)")
    for file in (garbage, empty, other):
        with pytest.raises(CommandError, match="no backup"):
            run("restore", file, "--overwrite")
    assert fight.folded == before


def test_a_backup_that_was_changed_is_not_put_back(fight, tmp_path):
    file = tmp_path / "camp.backup"
    run("backup", file)
    with closing(sqlite3.connect(file)) as database, database:
        for name in triggers.SQLITE:
            database.execute(f"DROP TRIGGER {name}")
        database.execute("UPDATE referee_entry SET kind = 'x' WHERE seq = 2")
    before = fight.folded
    with pytest.raises(CommandError, match="entry 2"):
        run("restore", file, "--overwrite")
    assert fight.folded == before
    assert "restoring" not in connections
    assert list(Path(connection.settings_dict["NAME"]).parent.glob(f".{Path(file).name}*")) == []


def test_for_real_from_an_empty_machine_to_a_restored_one(tmp_path):
    """What an operator does, in processes of their own; also shows that migrate installs the triggers."""

    def manage(data: str, *arguments: str, code: int = 0) -> str:
        environment = {**os.environ, "REFEREE_DATA": str(tmp_path / data)}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        (tmp_path / data).mkdir(exist_ok=True)
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == code, done.stderr
        return done.stdout + done.stderr

    manage("here", "migrate", "--verbosity", "0")
    with closing(sqlite3.connect(tmp_path / "here" / "referee.sqlite3")) as database:
        found = {row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")}
    assert found == set(triggers.SQLITE)
    assert "As entered" in manage("here", "verify")
    with closing(sqlite3.connect(tmp_path / "here" / "referee.sqlite3")) as database, database:
        database.execute(
            "INSERT INTO referee_event (slug, name, place, starts, ends, languages, systems, rulings,"
            " open_terms, call_places) VALUES ('camp', 'Sample Camp', '', '2026-06-01 10:00:00',"
            " '2026-06-03 10:00:00', '[]', '[]', '{}', 0, '[]')"
        )
    manage("here", "backup", str(tmp_path / "camp.backup"))
    assert "Restored" in manage("there", "restore", str(tmp_path / "camp.backup"))
    assert "As entered" in manage("there", "verify")
    with closing(sqlite3.connect(tmp_path / "there" / "referee.sqlite3")) as database, database:
        database.execute("DROP TRIGGER entry_never_changed")
    assert "entry_never_changed" in manage("there", "check", "--database", "default")
    assert "entry_never_changed" in manage("there", "verify", code=1)
    manage("there", "migrate", "--verbosity", "0")
    assert "As entered" in manage("there", "verify")
    assert Event.objects.count() == 0
