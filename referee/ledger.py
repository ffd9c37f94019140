"""The ledger: the only writer of entries (L3).

One act is one transaction behind a first-come gate: lock the stream, give a known nonce its first answer
again, decide, append, announce on commit. What an entry says is bound by a chain over its stored text;
personal words lie beside in rows that can be erased, and only their salted hash is bound.
"""

from __future__ import annotations

import secrets
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.views.decorators.debug import sensitive_variables

from referee.codec import encode, parse, text
from referee.kernel.chain import START, commitment, link
from referee.kernel.fold import BEGINNING, Link
from referee.kernel.refusals import Refused
from referee.models import Aside, Entry, Seat, Stream

UNDO = "undo"
REDO = "redo"
ASIDES = frozenset({"note", "protest", "sealed", "report", "agree", "party", "call", "die"})
"""Kinds of entry that undo passes over: they change nothing that was fought out."""


@dataclass(frozen=True, slots=True)
class Author:
    """Who acts: a seat (never a person) on a device."""

    seat: Seat | None
    device: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """Personal words that go with an entry, and the seat that they are about."""

    field: str
    text: str
    about: Seat | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry to be: `events` are dataclasses, `data` JSON's own types, `after` the entry it follows.

    Without `after` it follows the head. `beside` are entries that go with it on other locked streams.
    """

    kind: str
    events: Sequence[Any] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    words: Sequence[Words] = ()
    after: int | None = None
    rules_version: str = ""
    beside: Sequence[tuple[Stream, Draft]] = ()


class Gate:
    """Let threads in one at a time, in the order in which they came; a thread inside may enter again.

    SQLite's own waiting is not fair: of eight writers the last one waits for seconds.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._queue: deque[threading.Event] = deque()
        self._holder: int | None = None
        self._depth = 0

    @contextmanager
    def __call__(self) -> Iterator[None]:
        me = threading.get_ident()
        turn: threading.Event | None = None
        with self._lock:
            if self._holder in (None, me):
                self._holder = me
                self._depth += 1
            else:
                turn = threading.Event()
                self._queue.append(turn)
        if turn is not None:
            turn.wait()
            with self._lock:
                self._holder = me
                self._depth = 1
        try:
            yield
        finally:
            with self._lock:
                self._depth -= 1
                if self._depth == 0:
                    if self._queue:
                        self._holder = -1
                        self._queue.popleft().set()
                    else:
                        self._holder = None


gate = Gate()


@contextmanager
def writing() -> Iterator[None]:
    """Open the transaction of one act, behind the gate."""
    with gate(), transaction.atomic():
        yield


def lock(*stream_ids: int) -> dict[int, Stream]:
    """Lock streams in id order, so that two acts never wait for one another."""
    rows = Stream.objects.select_for_update().filter(pk__in=stream_ids).order_by("pk")
    return {row.pk: row for row in rows}


@sensitive_variables("request")
def request_mark(nonce: str, request: Any) -> str:
    """Give the mark of what was posted under a nonce: keyed, so that no sealed sign is guessed from it."""
    return salted_hmac(f"referee.request.{nonce}", text(request), algorithm="sha256").hexdigest()[:32]


@sensitive_variables("request", "decide")
def act(
    stream_id: int,
    author: Author,
    nonce: str,
    request: Any,
    decide: Callable[[Stream], Draft],
) -> tuple[Entry, bool]:
    """Do one act on a stream: give its entry, and whether it is new.

    A nonce known on the stream gives its first entry again, if author and request are the same; else raise
    Refused("nonce_taken"). `decide` gets the locked stream.
    """
    if not nonce or len(nonce) > 40:
        raise Refused("nonce_missing")
    with writing():
        stream = lock(stream_id)[stream_id]
        known = known_entry(stream, author, nonce, request)
        if known is not None:
            return known, False
        return append(stream, author, decide(stream), nonce, request_mark(nonce, request)), True


@sensitive_variables("request")
def known_entry(stream: Stream, author: Author, nonce: str, request: Any) -> Entry | None:
    """Give the entry that a nonce made, None where it is new.

    Raise Refused("nonce_taken") where it was another author's or came with another request.
    """
    entry = Entry.objects.filter(stream=stream, nonce=nonce).first()
    if entry is None:
        return None
    mark = parse(entry.data).get("request", "")
    same = entry.by_id == (author.seat.pk if author.seat else None)
    if not same or not constant_time_compare(mark, request_mark(nonce, request)):
        raise Refused("nonce_taken")
    return entry


def append(stream: Stream, author: Author, draft: Draft, nonce: str = "", mark: str = "") -> Entry:
    """Append one entry to a locked stream, with those beside it. Called inside `writing()`."""
    entry, words = draw_up(stream, author, draft, nonce, mark)
    if draft.beside:
        others = [draw_up(other, author, beside)[0] for other, beside in draft.beside]
        _write([entry, *others], [stream, *(other for other, _ in draft.beside)])
    else:
        entry.save(force_insert=True)
        stream.save(update_fields=["head", "chain"])
    if words:
        for row in words:
            row.entry = entry
        Aside.objects.bulk_create(words)
    return entry


def append_all(drafts: Sequence[tuple[Stream, Draft]], author: Author) -> list[Entry]:
    """Append an entry without words to each of several locked streams, in two queries."""
    entries = [draw_up(stream, author, draft)[0] for stream, draft in drafts]
    _write(entries, [stream for stream, _ in drafts])
    return entries


def _write(entries: list[Entry], streams: list[Stream]) -> None:
    Entry.objects.bulk_create(entries)
    Stream.objects.bulk_update(streams, ["head", "chain"])


def draw_up(
    stream: Stream, author: Author, draft: Draft, nonce: str = "", mark: str = ""
) -> tuple[Entry, list[Aside]]:
    """Make an entry and its asides, and move the stream's head in memory."""
    data: dict[str, Any] = dict(draft.data)
    if mark:
        data["request"] = mark
    asides = []
    for words in draft.words:
        salt = secrets.token_hex(16)
        data.setdefault("words", {})[words.field] = commitment(salt, words.text)
        asides.append(Aside(field=words.field, salt=salt, text=words.text, about=words.about))
    entry = Entry(
        stream=stream,
        event_id=stream.event_id,
        seq=stream.head + 1,
        kind=draft.kind,
        data=text(data),
        events=text([encode(event) for event in draft.events]),
        by=author.seat,
        device=author.device,
        nonce=nonce,
        after=stream.head if draft.after is None else draft.after,
        at=timezone.now(),
        rules_version=draft.rules_version,
    )
    entry.chain = link(stream.chain or START, bound_text(entry))
    stream.head = entry.seq
    stream.chain = entry.chain
    return entry, asides


def bound_text(entry: Entry) -> str:
    """Give the text of an entry that its chain value binds: everything that stands in its row."""
    return text(
        [
            entry.event_id,
            entry.stream_id,
            entry.seq,
            entry.kind,
            entry.data,
            entry.events,
            entry.by_id,
            entry.device,
            entry.nonce,
            entry.after,
            entry.at.astimezone(timezone.get_fixed_timezone(0)).isoformat(timespec="microseconds"),
            entry.rules_version,
        ]
    )


MASK = "…"
"""Stands for what depends on a sealed sign, though nobody could read it from there."""


def masked(entry: Entry) -> dict[str, Any]:
    """Give what an entry tells anybody at any time: without commitments and request marks (L7).

    For exports and whatever else leaves the server; the chain over the whole text stays behind.
    """
    data = parse(entry.data)
    if "request" in data:
        data["request"] = MASK
    if "bound" in data:
        data["bound"] = dict.fromkeys(data["bound"], MASK)
    return {
        "seq": entry.seq,
        "kind": entry.kind,
        "data": data,
        "events": parse(entry.events),
        "by": entry.by_id,
        "after": entry.after,
        "at": entry.at.isoformat(),
        "rules_version": entry.rules_version,
    }


def link_of(entry: Entry) -> Link:
    """Give an entry's place in the fold."""
    kind = entry.kind if entry.kind in (UNDO, REDO) else "aside" if entry.kind in ASIDES else "act"
    return Link(entry.seq, entry.after, kind)


def beginning(stream: Stream) -> bool:
    """Tell whether nothing has happened on a stream yet."""
    return stream.head == BEGINNING


def secret_salt() -> str:
    """Give a salt for a sealed sign: 128 bits, so that three signs cannot be told from their hashes."""
    return secrets.token_hex(16)
