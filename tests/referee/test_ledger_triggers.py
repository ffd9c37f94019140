"""The database itself refuses to change or delete entries (L3)."""

from collections.abc import Iterator

import pytest
from django.core import checks
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, connection, transaction

from referee import triggers
from referee.kernel.asks import Results
from referee.models import Account, Clash, Entry, Event, Seat, Stream
from tests.toy.fights import Fight, comer


@pytest.fixture
def protected(toy, event, anna, bela, referee_seat) -> Iterator[Entry]:
    """An entry in a database with its triggers, gone again with the test's transaction."""
    fight = Fight.between(event, referee_seat, [comer(anna, "A"), comer(bela, "B")])
    fight.decide(referee_seat, Results((1,)))
    triggers.install()
    yield fight.entries[0]
    triggers.drop()


ROW = "stream_id, event_id, kind, data, events, device, rules_version, chain"
REPLACE = f"INSERT OR REPLACE INTO referee_entry (id, {ROW}, seq, nonce, after, at)"


def test_queryset_and_model_change_no_entry(protected):
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.filter(pk=protected.pk).update(kind="x")
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.bulk_update([protected], ["kind"])
    protected.kind = "x"
    with pytest.raises(IntegrityError), transaction.atomic():
        protected.save()
    assert Entry.objects.get(pk=protected.pk).kind == "opened"


def test_queryset_and_model_delete_no_entry(protected):
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.all().delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        protected.delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        protected.event.delete()
    assert Entry.objects.filter(pk=protected.pk).exists()


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE referee_entry SET kind = 'x' WHERE id = %s",
        "UPDATE OR REPLACE referee_entry SET kind = 'x' WHERE id = %s",
        "UPDATE OR IGNORE referee_entry SET kind = 'x' WHERE id = %s",
        "DELETE FROM referee_entry WHERE id = %s",
        "INSERT OR REPLACE INTO referee_entry SELECT * FROM referee_entry WHERE id = %s",
        "REPLACE INTO referee_entry SELECT * FROM referee_entry WHERE id = %s",
        f"{REPLACE} SELECT 9999, {ROW}, seq, 'another nonce', after, at FROM referee_entry WHERE id = %s",
        f"{REPLACE} SELECT 9999, {ROW}, 99, nonce, after, at FROM referee_entry WHERE id = %s",
    ],
)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite's own statements")
def test_raw_sql_changes_no_entry(protected, sql):
    before = list(Entry.objects.order_by("pk").values())
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql, [protected.pk])
    except DatabaseError:
        pass
    else:
        pytest.fail("it was let through")
    assert list(Entry.objects.order_by("pk").values()) == before


def test_new_entries_are_let_through(protected, referee_seat):
    fight = Fight(Clash.objects.get(stream=protected.stream))
    fight.decide(referee_seat, Results((0,)))
    assert len(fight.entries) == 3


def test_missing_triggers_are_noticed(db):
    assert triggers.missing()
    (found,) = checks.run_checks(tags=[checks.Tags.database], databases=["default"])
    assert found.id == "referee.W001"
    triggers.install()
    assert triggers.missing() == []
    assert checks.run_checks(tags=[checks.Tags.database], databases=["default"]) == []
    triggers.drop()


def test_an_event_is_erased_only_whole_and_only_by_command(protected, event, other_event, stranger):
    with pytest.raises(CommandError, match="yes-really"):
        call_command("erase_event", event.slug)
    assert Entry.objects.exists()
    call_command("erase_event", event.slug, "--yes-really")
    assert list(Event.objects.all()) == [other_event]
    assert not Entry.objects.exists()
    assert list(Stream.objects.values_list("pk", flat=True)) == [stranger.stream_id]
    assert list(Seat.objects.all()) == [stranger]
    assert Account.objects.count() == 1
    assert triggers.missing() == []


def test_no_event_no_erasing(db):
    with pytest.raises(CommandError, match="No event"):
        call_command("erase_event", "nowhere", "--yes-really")
