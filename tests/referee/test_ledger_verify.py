"""`manage.py verify`: whatever was changed behind the ledger's back is found, and named."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DataError, connection, transaction

from referee import triggers
from referee.adjudication import company, running
from referee.adjudication.commitments import openings
from referee.audit import audit
from referee.kernel.asks import Results
from referee.models import Aside, Clash, Entry, SealedThrow, Stream
from referee.roster import erase
from tests.toy.fights import Fight, comer
from tests.toy.rules import Rest


@pytest.fixture
def fight(toy, event, anna, bela, referee_seat, server_dice) -> Fight:
    """A fight in which nearly everything has happened."""
    server_dice(6, 1, 1)
    comers = [
        comer(anna, "A", standing="in", confirmed=True),
        comer(bela, "B", standing="in", confirmed=True),
    ]
    fight = Fight.between(event, anna, comers)
    fight.throw(anna, "rock")
    fight.throw(anna, "paper")
    fight.throw(bela, "rock")
    fight.do(bela, lambda desk: running.note(desk, "Anna slipped"))
    fight.report(anna, 1)
    fight.report(bela, 1)
    fight.choose(anna, "take")
    fight.choose(bela, "white")
    fight.command(bela, Rest("f2"))
    fight.undo(referee_seat, "referee")
    fight.stand_by(anna, "f2")
    fight.do(bela, lambda desk: company.confirm(desk, "f2"))
    about = fight.folded.told[-1].seq
    fight.do(anna, lambda desk: running.protest(desk, "Unfair", about))
    return fight


def breaks() -> list[tuple[int, int]]:
    return [(one.stream, one.seq) for one in audit().breaks if "trigger" not in one.what]


def run_sql(sql: str, *params) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)


def test_what_was_entered_is_as_entered(fight):
    triggers.install()
    told = StringIO()
    call_command("verify", stdout=told)
    assert told.getvalue().startswith("As entered. ")
    assert str(Entry.objects.count()) in told.getvalue()
    triggers.drop()


def test_missing_triggers_are_named(fight):
    with pytest.raises(CommandError, match="trigger"):
        call_command("verify", stderr=StringIO())


TEXTS = ["kind", "data", "events", "device", "nonce", "rules_version", "chain", "at"]
NUMBERS = ["seq", "after", "by_id", "event_id", "stream_id"]


@pytest.mark.parametrize("column", TEXTS)
def test_any_changed_byte_of_a_text_is_found(fight, column):
    for entry in Entry.objects.exclude(**{column: ""}) if column != "at" else Entry.objects.all():
        run_sql(f"SELECT {column} FROM referee_entry WHERE id = %s", entry.pk)
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {column} FROM referee_entry WHERE id = %s", [entry.pk])
            (value,) = cursor.fetchone()
        value = str(value)
        for place in {0, len(value) // 2, len(value) - 1}:
            flipped = value[:place] + chr(ord(value[place]) ^ 1) + value[place + 1 :]
            try:
                with transaction.atomic():
                    run_sql(f"UPDATE referee_entry SET {column} = %s WHERE id = %s", flipped, entry.pk)
            except DataError:
                continue  # PostgreSQL takes no such moment
            if column == "at" and Entry.objects.filter(pk=entry.pk, at=entry.at).exists():
                continue  # another spelling of the same moment
            assert breaks() == [(entry.stream_id, entry.seq)], (entry, place)
        run_sql(f"UPDATE referee_entry SET {column} = %s WHERE id = %s", value, entry.pk)
    assert breaks() == []


@pytest.mark.parametrize("column", NUMBERS)
def test_any_changed_number_is_found(fight, other_event, referee_seat, column):
    others = {"event_id": other_event.pk, "by_id": referee_seat.pk, "stream_id": referee_seat.stream_id}
    for entry in Entry.objects.filter(stream=fight.clash.stream_id):
        value = getattr(entry, column)
        changed = others.get(column, value + 100)
        if changed == value:
            continue
        run_sql(f"UPDATE referee_entry SET {column} = %s WHERE id = %s", changed, entry.pk)
        assert (fight.clash.stream_id, entry.seq) in breaks()
        run_sql(f"UPDATE referee_entry SET {column} = %s WHERE id = %s", value, entry.pk)
    assert breaks() == []


def test_an_entry_taken_out_is_found(fight):
    for entry in fight.entries:
        Aside.objects.filter(entry=entry).delete()
        run_sql("DELETE FROM referee_entry WHERE id = %s", entry.pk)
        assert breaks() == [(fight.clash.stream_id, entry.seq)]
        entry.save(force_insert=True)


def test_a_head_that_is_moved_back_shows_in_the_digest_alone(fight):
    before = audit()
    last, now = fight.entries[-1], fight.entries[-2]
    Aside.objects.filter(entry=last).delete()
    run_sql("DELETE FROM referee_entry WHERE id = %s", last.pk)
    Stream.objects.filter(pk=fight.clash.stream_id).update(head=now.seq, chain=now.chain)
    assert breaks() == []
    assert audit().digest != before.digest


@pytest.mark.parametrize(
    ("change", "beyond"), [({"head": 3}, 0), ({"chain": "0" * 64}, 0), ({"head": 99}, 1)]
)
def test_a_changed_head_is_found(fight, change, beyond):
    Stream.objects.filter(pk=fight.clash.stream_id).update(**change)
    assert breaks() == [(fight.clash.stream_id, len(fight.entries) + beyond)]


@pytest.mark.parametrize("change", [{"text": "Béla slipped"}, {"salt": "0" * 32}, {"field": "reason"}])
def test_changed_words_are_found(fight, change):
    aside = Aside.objects.get(field="note")
    Aside.objects.filter(pk=aside.pk).update(**change)
    assert breaks() == [(fight.clash.stream_id, aside.entry.seq)]


def test_erasing_a_person_leaves_the_ledger_as_entered(fight, anna, bela):
    texts = [entry.data + entry.events for entry in Entry.objects.all()]
    assert erase(anna)
    assert not Aside.objects.filter(text="Unfair").exists()
    assert erase(bela)
    assert Aside.objects.count() == 0
    assert breaks() == []
    assert [entry.data + entry.events for entry in Entry.objects.all()] == texts
    assert fight.folded.position.state.slinger("f2") is not None


def test_what_was_revealed_is_checked_against_what_was_sealed(fight):
    (opened,) = openings(fight.entries).values()
    assert [(one.who, one.hand, one.sign, one.kept) for one in opened] == [("f1", "right", "paper", True)]
    assert opened[0].bound == 3


def test_a_sign_that_was_changed_between_sealing_and_reveal_is_found(toy, event, anna, bela):
    comers = [comer(anna, "A", standing="in", confirmed=True), comer(bela, "B", standing="in")]
    fight = Fight.between(event, anna, comers)
    fight.throw(anna, "rock")
    SealedThrow.objects.update(sign="paper")
    fight.throw(bela, "rock")
    assert breaks() == [(fight.clash.stream_id, 3)]


def test_a_status_that_the_ledger_does_not_tell_is_found(fight):
    Clash.objects.update(status="withdrawn")
    assert breaks() == [(fight.clash.stream_id, len(fight.entries))]


def test_only_one_event_is_looked_at(fight, event, other_event):
    Entry.objects.filter(pk=fight.entries[2].pk).update(kind="x")
    assert audit(other_event).breaks == []
    (found,) = audit(event).breaks
    assert str(found) == f"stream {fight.clash.stream_id}, entry 3: the chain does not fit its text"
    with pytest.raises(CommandError, match="entry 3"):
        call_command("verify", "--event", event.slug, stderr=StringIO())
    with pytest.raises(CommandError, match="No event"):
        call_command("verify", "--event", "nowhere")


def test_a_fight_that_cannot_be_replayed_is_named_with_the_entry(fight, monkeypatch):
    rules = fight.system.rules.__class__

    def evolve(self, state, event):
        raise KeyError("gone")

    monkeypatch.setattr(rules, "evolve", evolve)
    (found,) = [one for one in audit().breaks if one.stream]
    assert (found.seq, "replayed" in found.what) == (4, True)


def test_a_decision_that_a_referee_made_is_as_entered(fight, referee_seat):
    fight.decide(referee_seat, Results((0,)))
    fight.do(referee_seat, lambda desk: running.close(desk, "Rain"), role="referee")
    assert breaks() == []
