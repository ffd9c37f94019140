"""Both databases: their settings, what they keep, and the triggers after each migration of the project."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings as site_settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor

from referee import triggers
from referee.adjudication import running
from referee.audit import audit
from referee.databases import postgresql, sqlite
from referee.kernel.asks import Results
from referee.models import Entry
from tests.toy.fights import Fight, comer

on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="PostgreSQL's own statements")


def test_an_address_names_a_postgresql_database():
    found = postgresql("postgresql://re%40f:p%2Fw@db.example:5433/ref?sslmode=require&pool=7")
    assert (found["NAME"], found["USER"], found["PASSWORD"]) == ("ref", "re@f", "p/w")
    assert (found["HOST"], found["PORT"]) == ("db.example", "5433")
    assert found["OPTIONS"]["sslmode"] == "require"
    assert found["OPTIONS"]["pool"]["max_size"] == 7
    assert postgresql("postgres:///ref?host=/run/postgresql")["HOST"] == "/run/postgresql"


@pytest.mark.parametrize(
    "address",
    [
        "mysql://secret@db/ref",
        "postgresql://secret@db",
        "postgresql://secret@db:x/ref",
        "postgresql://secret@db/r?pool=x",
    ],
)
def test_another_address_is_refused_without_telling_its_password(address):
    with pytest.raises(ImproperlyConfigured) as told:
        postgresql(address)
    assert "secret" not in str(told.value)


def test_sqlite_survives_a_power_cut(tmp_path):
    assert "synchronous=FULL" in sqlite(tmp_path / "x")["OPTIONS"]["init_command"]


@pytest.fixture
def fight(toy, event, anna, bela, referee_seat) -> Fight:
    """A fight with two entries."""
    fight = Fight.between(event, referee_seat, [comer(anna, "A"), comer(bela, "B")])
    fight.decide(referee_seat, Results((1,)))
    return fight


@pytest.fixture
def protected(fight) -> Iterator[Fight]:
    """The same, with the triggers in place."""
    triggers.install()
    yield fight
    triggers.drop()


def test_moments_are_kept_to_the_microsecond(fight, monkeypatch, referee_seat):
    moment = datetime(2026, 7, 1, 12, 0, 0, 123457, tzinfo=UTC)
    monkeypatch.setattr("django.utils.timezone.now", lambda: moment)
    fight.decide(referee_seat, Results((1,)))
    assert fight.entries[-1].at == moment


def test_stored_text_comes_back_byte_for_byte(fight, referee_seat):
    words = 'Győző said "ő\\u0151" \u2028 и \U0001f600 \\ \u0301'
    fight.do(referee_seat, lambda desk: running.note(desk, words), role="referee")
    last = fight.entries[-1]
    assert last.asides.get().text == words
    assert [found for found in audit().breaks if found.stream] == []


@on_postgresql
@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE referee_entry SET kind = 'x'",
        "UPDATE referee_entry SET data = data",
        "DELETE FROM referee_entry",
        "TRUNCATE referee_entry CASCADE",
        "TRUNCATE referee_stream CASCADE",
        "INSERT INTO referee_entry SELECT * FROM referee_entry"
        " ON CONFLICT (id) DO UPDATE SET kind = excluded.kind",
        "WITH gone AS (DELETE FROM referee_entry RETURNING id) SELECT count(*) FROM gone",
        "MERGE INTO referee_entry e USING referee_entry s ON e.id = s.id WHEN MATCHED THEN DELETE",
    ],
)
def test_postgresql_changes_no_entry(transactional_db, protected, sql):
    before = list(Entry.objects.order_by("pk").values())
    with (
        pytest.raises(IntegrityError, match="never changed"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql)
    assert list(Entry.objects.order_by("pk").values()) == before
    triggers.drop()


@on_postgresql
def test_a_trigger_that_was_switched_off_is_noticed(fight):
    triggers.install()
    connection.check_constraints()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE referee_entry DISABLE TRIGGER entry_never_changed")
    assert triggers.missing() == ["entry_never_changed"]
    triggers.drop()


def test_the_triggers_stand_after_each_migration_from_zero(django_db_setup, django_db_blocker, tmp_path):
    """Any of them may remake the table; on SQLite that loses triggers without a word."""
    site = apps.get_app_config("referee")
    with django_db_blocker.unblock(), empty_place(tmp_path) as using:
        triggers.watch(site)
        try:
            graph = MigrationExecutor(connections[using]).loader.graph
            steps = [
                name for app, name in graph.forwards_plan(*graph.leaf_nodes("referee")) if app == "referee"
            ]
            for name in steps:
                call_command("migrate", "referee", name, database=using, verbosity=0, interactive=False)
                assert triggers.missing(using) == [], name
        finally:
            triggers.unwatch(site)
    assert steps


@contextmanager
def empty_place(folder: Path) -> Iterator[str]:
    """Give a connection to an empty SQLite file, or to an empty schema of the same PostgreSQL database."""
    settings = {**connection.settings_dict, "OPTIONS": {**connection.settings_dict["OPTIONS"]}}
    if connection.vendor == "postgresql":
        connection.cursor().execute("CREATE SCHEMA from_zero")
        settings["OPTIONS"].pop("pool", None)
        settings["OPTIONS"]["options"] = "-c search_path=from_zero"
    else:
        settings["NAME"] = str(folder / "zero.sqlite3")
    connections.settings["from_zero"] = settings
    try:
        yield "from_zero"
    finally:
        connections["from_zero"].close()
        del connections["from_zero"]
        del connections.settings["from_zero"]
        if connection.vendor == "postgresql":
            connection.cursor().execute("DROP SCHEMA from_zero CASCADE")


def test_admin_and_other_apps_have_no_way_to_entries():
    """No admin is installed: nothing edits entries but SQL, which the triggers refuse."""
    assert "django.contrib.admin" not in site_settings.INSTALLED_APPS


def test_a_remade_table_has_its_triggers_again(fight):
    """What a migration that changes the table does on SQLite."""
    triggers.install()
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER entry_never_changed")
        assert triggers.missing()
    triggers.install()
    assert triggers.missing() == []
    with pytest.raises(DatabaseError), transaction.atomic():
        Entry.objects.update(kind="x")
    triggers.drop()
