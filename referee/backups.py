"""Backups of the database: taken while an event runs, and put back after they were verified."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import DatabaseError, connection, connections

from referee.audit import Break, audit

RESTORING = "restoring"
"""The connection to a copy of a backup, while it is verified."""


class BackupFailed(Exception):
    """A backup cannot be taken or put back, in words for who runs the server."""


def save(to: Path) -> None:
    """Write the whole database to a file, all of one moment, while others write on."""
    if connection.vendor == "postgresql":
        _postgresql("pg_dump", "--format=custom", f"--file={to}")
        return
    with _beside(to) as unfinished:
        with closing(_open()) as source, closing(sqlite3.connect(unfinished)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        to.parent.mkdir(parents=True, exist_ok=True)
        unfinished.replace(to)


def put_back(from_: Path) -> Path | None:
    """Put a backup in the place of the database; give the file that keeps what stood there before.

    The backup is brought to the current tables in a copy and verified there. Raise BackupFailed where it is
    no backup, or not as it was entered: then nothing has changed. On PostgreSQL, where there is no copy, the
    caller verifies afterwards.
    """
    if connection.vendor == "postgresql":
        _postgresql("pg_restore", "--clean", "--if-exists", "--single-transaction", "--no-owner", str(from_))
        return None
    here = Path(connection.settings_dict["NAME"])
    with _beside(here) as copy:
        shutil.copyfile(from_, copy)
        _verified(copy)
        before = None
        if here.exists():
            before = here.with_name(f"{here.name}.before-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}")
            save(before)
        connection.close()
        with closing(sqlite3.connect(copy)) as source, closing(_open()) as target:
            source.backup(target)
    return before


def occupied() -> bool:
    """Tell whether there is something in the database that putting back would replace."""
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        return False
    from referee.models import Event

    return Event._meta.db_table in connection.introspection.table_names() and Event.objects.exists()


def _open() -> sqlite3.Connection:
    return sqlite3.connect(connection.settings_dict["NAME"], timeout=20)


@contextmanager
def _beside(place: Path) -> Iterator[Path]:
    """Give a place for an unfinished file in the same folder, gone afterwards whatever happens."""
    unfinished = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        yield unfinished
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            unfinished.with_name(unfinished.name + suffix).unlink(missing_ok=True)


def _verified(copy: Path) -> None:
    """Bring a copy of a backup to the current tables and verify it; raise BackupFailed."""
    settings: dict[str, Any] = {**connection.settings_dict, "NAME": str(copy)}
    settings["OPTIONS"] = {"transaction_mode": "IMMEDIATE"}
    connections.settings[RESTORING] = settings
    try:
        with connections[RESTORING].cursor() as cursor:
            cursor.execute("SELECT count(*) FROM sqlite_master WHERE name = 'referee_entry'")
            if cursor.fetchone() != (1,):
                raise BackupFailed("This is no backup of an event.")
        call_command("migrate", database=RESTORING, verbosity=0, interactive=False)
        breaks: list[Break] = audit(using=RESTORING).breaks
    except (sqlite3.Error, DatabaseError) as error:
        raise BackupFailed(f"This is no backup of an event: {error}") from error
    finally:
        connections[RESTORING].close()
        del connections[RESTORING]
        del connections.settings[RESTORING]
    if breaks:
        raise BackupFailed(f"The backup is not as it was entered. {breaks[0]}")


def _postgresql(program: str, *arguments: str) -> None:
    if shutil.which(program) is None:
        raise BackupFailed(f"{program} is not installed here: it comes with PostgreSQL's client programs.")
    settings = connection.settings_dict
    names = {
        "PGDATABASE": "NAME",
        "PGUSER": "USER",
        "PGHOST": "HOST",
        "PGPORT": "PORT",
        "PGPASSWORD": "PASSWORD",
    }
    told = {name: str(settings[key]) for name, key in names.items() if settings.get(key)}
    target = ["--dbname", told["PGDATABASE"]] if program == "pg_restore" else []
    done = subprocess.run(  # noqa: S603 - a fixed program and our own settings
        [program, *target, *arguments],
        env={**os.environ, **told},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BackupFailed(done.stderr.strip()[:500] or f"{program}: {done.returncode}")
