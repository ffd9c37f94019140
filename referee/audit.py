"""The audit: whether the ledger is what was entered, from the database's pages to the last fight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction

from referee import sheets, triggers
from referee.adjudication.commitments import openings
from referee.adjudication.position import refold
from referee.codec import Undecodable, parse
from referee.kernel.chain import START, commitment, digest, link
from referee.ledger import REDO, UNDO, bound_text
from referee.models import Aside, Clash, Entry, Event, Stream
from referee.system import system_for


@dataclass(frozen=True, slots=True)
class Break:
    """Where something is not as it was entered: the stream and the entry (0 where it is none's), and what."""

    stream: int
    seq: int
    what: str

    def __str__(self) -> str:
        """Name the place."""
        place = f"stream {self.stream}" if self.stream else "database"
        return f"{place}, entry {self.seq}: {self.what}" if self.seq else f"{place}: {self.what}"


@dataclass(slots=True)
class Report:
    """What an audit went through. `digest` covers all heads: noted elsewhere, it shows entries cut off."""

    streams: int
    entries: int
    breaks: list[Break]
    digest: str


def audit(event: Event | None = None, using: str = DEFAULT_DB_ALIAS) -> Report:
    """Go through all streams, or those of one event, and name the first break of each."""
    breaks = [] if event else list(_database(using))
    heads: list[tuple[int, int, str]] = []
    count = 0
    with one_moment(using):
        clashes = {clash.stream_id: clash for clash in Clash.objects.using(using)}
        streams = Stream.objects.using(using).order_by("pk")
        if event is not None:
            streams = streams.filter(event=event)
        for stream in streams:
            found = next(_stream(stream, clashes.get(stream.pk), using), None)
            if found is not None:
                breaks.append(found)
            heads.append((stream.pk, stream.head, stream.chain))
            count += stream.head
    return Report(len(heads), count, breaks, digest(heads))


@contextmanager
def one_moment(using: str) -> Iterator[None]:
    """Read all of one moment, while others write on; inside a transaction that is left as it is."""
    connection: Any = connections[using]  # what SQLite's has beside
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(using):
            connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        # A transaction that only reads keeps nobody from writing, unless it begins as the site's own do.
        mode, connection.transaction_mode = connection.transaction_mode, "DEFERRED"
        try:
            with transaction.atomic(using):
                yield
        finally:
            connection.transaction_mode = mode


def _database(using: str) -> Iterator[Break]:
    """Check what the database itself can tell: its pages, its references, the triggers."""
    connection = connections[using]
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check(1)")
            (told,) = cursor.fetchone()
        if told != "ok":
            yield Break(0, 0, f"the file is damaged: {told}")
    try:
        connection.check_constraints()
    except DatabaseError as error:
        yield Break(0, 0, f"a reference leads nowhere: {error}")
    for name in triggers.missing(using):
        yield Break(0, 0, f"the trigger {name} is missing: run `manage.py migrate`")


def _stream(stream: Stream, clash: Clash | None, using: str) -> Iterator[Break]:
    pks = Entry.objects.using(using).filter(stream=stream).order_by("seq").values_list("pk", flat=True)
    entries: list[Entry] = []
    chain, last = START, 0
    for pk in list(pks):
        try:
            entry = Entry.objects.using(using).get(pk=pk)
            wrong = _entry(entry, stream, last, chain)
        except (DatabaseError, ValueError, TypeError, AttributeError) as error:
            wrong = f"unreadable ({type(error).__name__})"
        if wrong:
            yield Break(stream.pk, last + 1, wrong)
            return
        chain, last = entry.chain, entry.seq
        entries.append(entry)
    if stream.head > last:
        yield Break(stream.pk, last + 1, f"missing, though the head is {stream.head}")
        return
    if (stream.head, stream.chain) != (last, chain if entries else ""):
        yield Break(stream.pk, last, f"the head is {stream.head}, with another chain value or number")
        return
    yield from _asides(stream, entries, using)
    if clash is not None:
        yield from _fight(stream, clash, entries)
    elif stream.kind == Stream.Kind.CLASH:
        yield Break(stream.pk, 0, "the fight is missing")
    else:
        yield from _replayed(stream, lambda upto: sheets.fold(entries[:upto]), len(entries))


def _entry(entry: Entry, stream: Stream, last: int, chain: str) -> str:
    """Say what is wrong with an entry by itself and as the next one; nothing where it is right."""
    if entry.seq != last + 1:
        return f"entry {entry.seq} stands here"
    if entry.chain != link(chain, bound_text(entry)):
        return "the chain does not fit its text"
    if entry.event_id != stream.event_id:
        return "another event's"
    jumps = entry.kind in (UNDO, REDO)
    if not 0 <= entry.after < entry.seq or (entry.after != last and not jumps):
        return f"it follows entry {entry.after}"
    return ""


def _asides(stream: Stream, entries: list[Entry], using: str) -> Iterator[Break]:
    """Check the personal words that are still there against the hashes that entries hold."""
    by_pk = {entry.pk: entry for entry in entries}
    rows = Aside.objects.using(using).filter(entry__stream=stream).order_by("entry__seq", "field")
    for aside in rows:
        entry = by_pk[aside.entry_id]
        bound = parse(entry.data).get("words", {}).get(aside.field)
        if bound is None or commitment(aside.salt, aside.text) != bound:
            yield Break(stream.pk, entry.seq, f"the words beside it ({aside.field}) are others")


def _fight(stream: Stream, clash: Clash, entries: list[Entry]) -> Iterator[Break]:
    """Replay a fight to its state, and check what was revealed against what was sealed."""
    if not entries:
        yield Break(stream.pk, 0, "the fight was never opened")
        return
    try:
        system = system_for(clash.system)
    except LookupError:
        yield Break(stream.pk, 1, f"no rule system {clash.system}")
        return
    failed = list(_replayed(stream, lambda upto: refold(entries[:upto], system), len(entries)))
    yield from failed
    if failed:
        return
    for seq, opened in openings(entries).items():
        for one in opened:
            if not one.kept:
                yield Break(stream.pk, seq, f"{one.who} {one.hand}: not the sign that was sealed")
    status = refold(entries, system).position.status
    if status != clash.status:
        yield Break(stream.pk, entries[-1].seq, f"the fight is {status}, but listed as {clash.status}")


def _replayed(stream: Stream, fold: Callable[[int], Any], count: int) -> Iterator[Break]:
    """Fold a stream; where that fails, find the first entry at which it does."""
    if count == 0 or _folds(fold, count) is None:
        return
    first = next(upto for upto in range(1, count + 1) if _folds(fold, upto) is not None)
    yield Break(stream.pk, first, f"it cannot be replayed: {_folds(fold, first)}")


def _folds(fold: Callable[[int], Any], upto: int) -> str | None:
    try:
        fold(upto)
    except (Undecodable, LookupError, ValueError, TypeError, AttributeError, AssertionError) as error:
        return f"{type(error).__name__}: {error}"[:200]
    return None
