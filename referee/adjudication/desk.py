"""One act in a fight: who acts, what it is decided on, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from django.db import DatabaseError, transaction
from django.db.models import F
from django.views.decorators.debug import sensitive_variables

from referee import access, ledger, live, sheets
from referee.adjudication.course import Course, Running
from referee.adjudication.position import (
    Company,
    Folded,
    Position,
    Waiting,
    advance,
    company_after,
    extend,
    keep,
    load,
    refold,
)
from referee.kernel.refusals import Refused
from referee.ledger import Author, Draft, Words
from referee.models import Clash, Entry, Fighter, SealedThrow, Seat, Stream
from referee.system import Acting, RuleSystem, system_for


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts in a fight: the author, in which role, and which fighters are theirs."""

    author: Author
    role: Literal["player", "assistant", "referee"]
    own: frozenset[str] = frozenset()

    @property
    def referees(self) -> bool:
        """Tell whether the actor enters things for anyone."""
        return self.role != "player"


@dataclass(frozen=True, slots=True)
class Seal:
    """A sign to be kept where nobody reads it (L7)."""

    ask: str
    who: str
    hand: str
    sign: str = field(repr=False)
    salt: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Deed:
    """What an act comes to: its entry's kind, events and data, and what lies beside.

    `after` is the entry it follows (undo, redo); `course` what the rules made of it.
    """

    kind: str
    events: Sequence[Any] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    words: Sequence[Words] = ()
    after: int | None = None
    course: Course | None = None
    seals: Sequence[Seal] = ()
    projections: Sequence[Callable[[Clash], None]] = ()


@dataclass(frozen=True)
class Desk:
    """What an act is decided on: the locked fight as it stands, and who acts."""

    clash: Clash
    system: RuleSystem
    folded: Folded
    actor: Actor

    @cached_property
    def entries(self) -> list[Entry]:
        """The fight's entries, in order. A query."""
        return list(Entry.objects.filter(stream=self.clash.stream_id).order_by("seq"))

    @property
    def position(self) -> Position:
        """The fight's position."""
        return self.folded.position

    @property
    def company(self) -> Company:
        """The fight's company."""
        return self.folded.company

    @property
    def speaks(self) -> frozenset[str]:
        """The fighters whose part the actor takes: the own ones, and those standing by."""
        if not self.actor.own:
            return frozenset()
        standing_by = {party.key for party in self.company.parties if party.standing == "by"}
        return self.actor.own | standing_by

    @property
    def entered_for(self) -> str:
        """The role or the fighter in whose name the actor enters things."""
        return self.actor.role if self.actor.referees else min(self.actor.own, default="")

    @property
    def acting(self) -> Acting:
        """The actor as rule systems know it."""
        return Acting(self.actor.role, self.speaks)

    def waiting(self, ask: str) -> Waiting:
        """Give what is waited for; raise Refused("stale_ask") where it is another ask than the one shown."""
        waiting = self.folded.waiting
        if waiting is None or waiting.ask != ask:
            raise Refused("stale_ask")
        return waiting

    def running(self) -> Running:
        """Begin to run commands on the fight's state."""
        return Running(self.system, self.position, self.company.drawn, self.company.at_table)

    def sealed(self, ask: str) -> dict[tuple[str, str], SealedThrow]:
        """Give what lies sealed for an ask, by fighter and hand. For the reveal only."""
        rows = SealedThrow.objects.filter(stream_id=self.clash.stream_id, ask=ask)
        return {(row.fighter, row.hand): row for row in rows}

    def must_run(self) -> None:
        """Raise Refused("closed") where the fight is over."""
        if self.position.status != "open":
            raise Refused("closed")


type Decide = Callable[[Desk], Deed]


def actor_for(
    clash: Clash, seat: Seat, device: str, role: Literal["player", "assistant", "referee"]
) -> Actor:
    """Give the actor that a seat is at a fight, with its own fighters. Staff referee no fight of theirs."""
    own = access.own_keys(seat, clash)
    return Actor(Author(seat, device), "player" if own else role, own)


@sensitive_variables("request", "decide")
def perform(
    clash: Clash,
    actor: Actor,
    nonce: str,
    request: Mapping[str, Any],
    decide: Decide,
    seen: int | None = None,
) -> tuple[Entry, Folded]:
    """Do one act in a fight and give its entry with the fight after it.

    `seen` is the last entry that the actor's screen showed: with it the act is refused as stale
    (`Refused("stale")`) where something that was fought out has come since.
    """
    system = system_for(clash.system)
    before: list[Folded] = []

    def decided(stream: Stream) -> Draft:
        folded = load(stream, system)
        if seen is not None and any(link.seq > seen and link.kind != "aside" for link in folded.links):
            raise Refused("stale", since=seen)
        before.append(folded)
        return _draft(Desk(clash, system, folded, actor), decide, stream)

    entry, new = ledger.act(clash.stream_id, actor.author, nonce, request, decided)
    if not new:
        return entry, load(Stream.objects.get(pk=clash.stream_id), system)
    folded = extend(before[0], entry, system) or _refolded(clash.stream_id, system)
    stream = Stream(pk=clash.stream_id, head=folded.seq, chain=folded.chain)
    transaction.on_commit(lambda: keep(stream, folded))
    actors = f"seat:{actor.author.seat.pk}" if actor.author.seat else ""
    live.announce("clash", clash.pk, entry.seq, actors)
    return entry, folded


@sensitive_variables("deed")
def _draft(desk: Desk, decide: Decide, stream: Stream) -> Draft:
    deed = decide(desk)
    events = (*deed.events, *(deed.course.events if deed.course else ()))
    after, ahead = _ahead(desk, deed.after, events)
    company = company_after(desk.company, events)
    data = dict(deed.data)
    if deed.course is not None and deed.course.answers:
        data["answers"] = list(deed.course.answers)
    beside = [] if desk.clash.practice else _carry(desk, company, ahead, data)
    if deed.seals:
        _keep_sealed(stream, deed.seals)
    for project in deed.projections:
        project(desk.clash)
    _project(desk, company, ahead)
    return Draft(deed.kind, events, data, deed.words, after, desk.system.rules_version, beside)


def _project(desk: Desk, company: Company, ahead: Position) -> None:
    """Follow the ledger in what lists look at; what lies sealed in a fight that is over is thrown away."""
    clash = desk.clash
    if ahead.status != desk.position.status:
        Clash.objects.filter(pk=clash.pk).update(status=ahead.status)
        if ahead.status != Clash.Status.OPEN:
            SealedThrow.objects.filter(stream=clash.stream_id).delete()
    before = fighting(desk.company, desk.position, desk.system)
    now = fighting(company, ahead, desk.system)
    for keys, there in ((before - now, False), (now - before, True)):
        if keys:
            clash.fighters.filter(key__in=keys).update(in_fight=there)
    for keys, waits in (
        (desk.company.unconfirmed - company.unconfirmed, False),
        (company.unconfirmed - desk.company.unconfirmed, True),
    ):
        if keys:
            clash.fighters.filter(key__in=keys).update(unconfirmed=waits)


def fighting(company: Company, position: Position, system: RuleSystem) -> frozenset[str]:
    """Tell who is in the fight: nobody once it is over, nor who has left it or said no to it."""
    if position.status != "open" or position.state is None:
        return frozenset()
    away = {party.key for party in company.parties if party.standing == "away"}
    standings = system.standings(position.state)
    return frozenset(one.key for one in standings if one.present and one.key not in away)


def _refolded(stream_id: int, system: RuleSystem) -> Folded:
    return refold(list(Entry.objects.filter(stream=stream_id).order_by("seq")), system)


def _ahead(desk: Desk, after: int | None, events: Sequence[Any]) -> tuple[int, Position]:
    """Give the entry that a deed follows, and the position that it leads to."""
    if after is None or after == desk.folded.seq:
        return desk.folded.seq, advance(desk.position, events, desk.system)
    # Undo and redo bring no events with them; what amends an act does.
    return after, advance(refold(desk.entries[:after], desk.system).position, events, desk.system)


def _carry(desk: Desk, company: Company, ahead: Position, data: dict[str, Any]) -> list[tuple[Stream, Draft]]:
    """Give what changed for each confirmed fighter's own sheet, and note in `data` what reaches it."""
    if ahead.state is None:
        return []
    present = {standing.key for standing in desk.system.standings(ahead.state)}
    moved: dict[int, Draft] = {}
    carried: dict[str, Any] = dict(data.pop("carried", {}))
    written = {**company.carried, **carried}
    for party in company.parties:
        if party.key not in present:
            continue
        now = dict(desk.system.carry(ahead.state, party.key))
        before = written.get(party.key)
        if before is None:
            carried[party.key] = now
        elif party.confirmed and party.seat is not None and now != dict(before):
            carried[party.key] = now
            changed = sheets.changes(desk.clash.system, before, now)
            moved[party.seat] = Draft("carried", changed, {"clash": desk.clash.pk, "key": party.key})
    if carried:
        data["carried"] = carried
    if not moved:
        return []
    for seat in moved:
        live.announce("home", seat, 0)
    streams = (
        Stream.objects.select_for_update(of=("self",))
        .filter(seat__in=moved)
        .annotate(seat_pk=F("seat__pk"))
        .order_by("pk")
    )
    return [(stream, moved[stream.seat_pk]) for stream in streams]


@sensitive_variables("rows", "seals")
def _keep_sealed(stream: Stream, seals: Sequence[Seal]) -> None:
    rows = [
        SealedThrow(
            stream=stream, ask=seal.ask, fighter=seal.who, hand=seal.hand, sign=seal.sign, salt=seal.salt
        )
        for seal in seals
    ]
    try:
        SealedThrow.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["stream", "ask", "fighter", "hand"],
            update_fields=["sign", "salt"],
        )
    except DatabaseError as error:
        # What a database says of a row may tell the sign (L7).
        raise type(error)("a sealed sign was not kept") from None


def fighters_of(clash: Clash) -> list[Fighter]:
    """Give the fighters of a clash with their seats and people, in the order of their keys."""
    rows = Fighter.objects.filter(clash=clash).select_related("seat__person")
    return sorted(rows, key=lambda row: (len(row.key), row.key))
