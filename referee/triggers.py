"""Triggers that keep entries as they are (L3): the database itself refuses to change or delete them.

They are installed after every migrate, since a table remade on SQLite silently loses them, and looked for by
a check and by `manage.py verify`. Only erasing a whole event lifts them, inside its transaction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.signals import post_migrate

TABLE = "referee_entry"
UID = "referee.triggers"

# OR REPLACE deletes without firing a delete trigger, so an entry that stands is refused at insert.
SQLITE = {
    "entry_never_changed": "BEFORE UPDATE ON {table}",
    "entry_never_deleted": "BEFORE DELETE ON {table}",
    "entry_never_replaced": (
        "BEFORE INSERT ON {table} WHEN EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id"
        " OR (stream_id = NEW.stream_id AND seq = NEW.seq)"
        " OR (stream_id = NEW.stream_id AND nonce = NEW.nonce AND nonce <> ''))"
    ),
}
POSTGRESQL = {
    "entry_never_changed": "BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW",
    "entry_never_truncated": "BEFORE TRUNCATE ON {table} FOR EACH STATEMENT",
}
FUNCTION = """
CREATE OR REPLACE FUNCTION entry_never_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'entries are never changed' USING ERRCODE = 'integrity_constraint_violation';
END $$
"""


def install(using: str = DEFAULT_DB_ALIAS) -> None:
    """Install the triggers, anew where they stand already."""
    connection = connections[using]
    with transaction.atomic(using), connection.cursor() as cursor:
        _drop(connection, cursor)
        if connection.vendor == "postgresql":
            cursor.execute(FUNCTION)
        for name, when in _wanted(connection).items():
            when = when.format(table=TABLE)
            if connection.vendor == "postgresql":
                cursor.execute(f"CREATE TRIGGER {name} {when} EXECUTE FUNCTION entry_never_changed()")
            else:
                body = "SELECT RAISE(ABORT, 'entries are never changed');"
                cursor.execute(f"CREATE TRIGGER {name} {when} BEGIN {body} END")


def drop(using: str = DEFAULT_DB_ALIAS) -> None:
    """Take the triggers away."""
    connection = connections[using]
    with transaction.atomic(using), connection.cursor() as cursor:
        _drop(connection, cursor)


def _drop(connection: BaseDatabaseWrapper, cursor: Any) -> None:
    for name in _wanted(connection):
        on_table = f" ON {TABLE}" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on_table}")


def _wanted(connection: BaseDatabaseWrapper) -> dict[str, str]:
    return POSTGRESQL if connection.vendor == "postgresql" else SQLITE


def missing(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """Give the names of triggers that are not there or switched off."""
    connection = connections[using]
    if connection.vendor == "postgresql":
        query = "SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND tgenabled IN ('O', 'A')"
    else:
        query = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s"
    with connection.cursor() as cursor:
        cursor.execute(query, [TABLE])
        there = {row[0] for row in cursor.fetchall()}
    return [name for name in _wanted(connection) if name not in there]


@contextmanager
def lifted(using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Lift the triggers for one transaction, which is all or nothing: for erasing a whole event."""
    with transaction.atomic(using):
        drop(using)
        yield
        install(using)


def watch(app: AppConfig) -> None:
    """Install the triggers after every migrate of the app's tables."""
    post_migrate.connect(_after_migrate, sender=app, dispatch_uid=UID)


def unwatch(app: AppConfig) -> None:
    """Leave them alone from now on: tests that empty tables between them need that."""
    post_migrate.disconnect(sender=app, dispatch_uid=UID)


def _after_migrate(using: str, **kwargs: Any) -> None:
    if TABLE in connections[using].introspection.table_names():
        install(using)


@checks.register(checks.Tags.database)
def check(databases: Sequence[str] | None = None, **kwargs: Any) -> list[checks.CheckMessage]:
    """Warn where entries could be changed: `migrate` installs the triggers again."""
    found: list[checks.CheckMessage] = []
    for using in databases or ():
        if TABLE in connections[using].introspection.table_names() and (names := missing(using)):
            found.append(
                checks.Warning(
                    f"The ledger is not protected: {', '.join(names)}",
                    hint="Run `manage.py migrate`, then `manage.py verify`.",
                    id="referee.W001",
                )
            )
    return found
