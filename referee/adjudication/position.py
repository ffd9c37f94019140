"""What the entries of a fight add up to: its position, the company at it, and what it waits for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import replace
from dataclasses import dataclass, field
from typing import Any

from referee.adjudication.events import (
    SITE_EVENTS,
    Closed,
    DiePlaced,
    EndAgreed,
    MergedInto,
    Opened,
    Party,
    PartyCame,
    PartyConfirmed,
    PartyDice,
    PartyNamed,
    PartyPlayed,
    PartyStands,
    PartyUnconfirmed,
    Paused,
    Reported,
    Resumed,
    Sealed,
    UndoAgreed,
    WantedAgain,
)
from referee.adjudication.telling import Mark, drawn_in, marks_in, tell
from referee.codec import ANSWERS, Undecodable, by_name, decode, encode, parse, text
from referee.kernel.asks import Answer, BadAnswer
from referee.kernel.drivers import Given
from referee.kernel.fold import BEGINNING, Link, path
from referee.kernel.gathering import Gathering
from referee.kernel.refusals import Refused
from referee.kernel.steps import Next, Pending, run
from referee.ledger import link_of
from referee.models import Entry, Stream
from referee.recent import Recent
from referee.system import RuleSystem, Told

TOLD = 40
"""How many resolved things a board may look back on."""


@dataclass(frozen=True, slots=True)
class Position:
    """What undo can change: the state, what waits, what has come in for it, and whether the fight runs.

    `dice` are those placed already for an ask that wants several, by its name.
    `revealed` tells that something has happened since the opening, `merged` the code of the fight that this
    one went into.
    """

    state: Any = None
    paused: Paused | None = None
    gathering: Gathering = field(default_factory=Gathering)
    dice: tuple[DiePlaced, ...] = ()
    status: str = "open"
    revealed: bool = False
    merged: str = ""


@dataclass(frozen=True, slots=True)
class Company:
    """What undo leaves alone: who is there, what their sheets have got, who agrees to what, what was drawn.

    `drawn` are answers that chance or sealed hands gave and that were undone, by their ask: an ask that comes
    up again has these, so that nobody fishes for better ones.
    """

    mode: str = "players"
    parties: tuple[Party, ...] = ()
    carried: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    ending: frozenset[str] = frozenset()
    undoing: frozenset[str] = frozenset()
    drawn: Mapping[str, Answer] = field(default_factory=dict)

    def party(self, key: str) -> Party | None:
        """Give the party of a fighter, None where nobody came by that key."""
        return next((party for party in self.parties if party.key == key), None)

    @property
    def awake(self) -> frozenset[str]:
        """The fighters whose own phones act or are asked to."""
        return frozenset(party.key for party in self.parties if party.standing in ("asked", "in"))

    @property
    def at_table(self) -> frozenset[str]:
        """The fighters whose dice are rolled on the table."""
        return frozenset(party.key for party in self.parties if party.dice == "table")

    @property
    def human(self) -> frozenset[str]:
        """The fighters whose turns a person takes: on their own phone, or by a referee's hand."""
        return self.awake | {party.key for party in self.parties if party.played == "hand"}

    @property
    def unconfirmed(self) -> frozenset[str]:
        """The fighters whose numbers wait for their word: not those who said that it is not their fight."""
        return frozenset(
            party.key
            for party in self.parties
            if party.seat is not None and not party.confirmed and party.standing != "away"
        )


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a fight waits for: the pending resolution, and the command that it belongs to."""

    pending: Pending[Any]
    command: Any
    explicit: bool

    @property
    def ask(self) -> str:
        """The ask's name."""
        return self.pending.fingerprint


@dataclass(frozen=True, slots=True)
class Folded:
    """All of a fight up to one entry. `told` are the latest things resolved on its path, oldest first."""

    seq: int
    chain: str
    position: Position
    company: Company
    links: tuple[Link, ...]
    told: tuple[Told, ...]
    waiting: Waiting | None
    marks: tuple[Mark, ...] = ()

    @property
    def path(self) -> frozenset[int]:
        """The numbers of the entries that the position is made of."""
        return frozenset(path(self.links))

    @property
    def stopped(self) -> bool:
        """Tell whether a command waits for an ask that the rules no longer put: another command goes on."""
        position = self.position
        return position.status == "open" and position.paused is not None and self.waiting is None


def start(stream: Stream) -> Folded:
    """Give the fold of a stream without entries."""
    return Folded(BEGINNING, stream.chain, Position(), Company(), (), (), None)


_folds: Recent[tuple[int, int, str], Folded] = Recent(256)


def load(stream: Stream, system: RuleSystem) -> Folded:
    """Fold a stream to its head. Folds are kept by the head's chain value, which no other history shares."""
    return load_many([stream], system)[stream.pk]


def load_many(streams: Sequence[Stream], system: RuleSystem) -> dict[int, Folded]:
    """Fold several streams of one system to their heads, in one query for those not folded lately."""
    found: dict[int, Folded] = {}
    for stream in streams:
        key = (stream.pk, stream.head, stream.chain)
        kept = _folds.get(key)
        if kept is not None:
            found[stream.pk] = kept
        elif stream.head == BEGINNING:
            found[stream.pk] = start(stream)
    missing = {stream.pk: stream for stream in streams if stream.pk not in found}
    entries: dict[int, list[Entry]] = {}
    if missing:
        for entry in Entry.objects.filter(stream__in=missing).order_by("stream", "seq"):
            if entry.seq <= missing[entry.stream_id].head:
                entries.setdefault(entry.stream_id, []).append(entry)
    for pk, stream in missing.items():
        found[pk] = refold(entries[pk], system)
        keep(stream, found[pk])
    return found


def keep(stream: Stream, folded: Folded) -> None:
    """Keep a fold for the next act. Call it after commit: what was rolled back must not be found."""
    _folds.put((stream.pk, folded.seq, folded.chain), folded)


def refold(entries: Sequence[Entry], system: RuleSystem) -> Folded:
    """Fold entries from the first one, in order."""
    links = tuple(link_of(entry) for entry in entries)
    on_path = set(path(links))
    position = Position()
    company = Company()
    told: list[Told] = []
    marks: list[Mark] = []
    for entry in entries:
        events = events_of(entry, system)
        marks.extend(marks_in(entry))
        company = _company_with(company, entry, events, entry.seq in on_path)
        if entry.seq in on_path:
            position = advance(position, events, system)
            telling = tell(entry, events)
            if telling is not None:
                told.append(telling)
    last = entries[-1]
    waiting = wait(position, system)
    lately = tuple(told[-TOLD:])
    return Folded(last.seq, last.chain, position, company, links, lately, waiting, tuple(marks))


def extend(folded: Folded, entry: Entry, system: RuleSystem) -> Folded | None:
    """Add the next entry to a fold; None where it follows another than the head, and all must be folded."""
    if entry.after != folded.seq:
        return None
    events = events_of(entry, system)
    position = advance(folded.position, events, system)
    company = _company_with(folded.company, entry, events, on_path=True)
    telling = tell(entry, events)
    told = (*folded.told, telling)[-TOLD:] if telling is not None else folded.told
    before = folded.position
    same = position.state is before.state and (position.paused, position.status) == (
        before.paused,
        before.status,
    )
    waiting = folded.waiting if same else wait(position, system)
    links = (*folded.links, link_of(entry))
    marks = (*folded.marks, *marks_in(entry))
    return Folded(entry.seq, entry.chain, position, company, links, told, waiting, marks)


def event_types(system: RuleSystem) -> dict[str, type]:
    """Give all events that a fight of this system stores, by name."""
    return by_name(SITE_EVENTS, system.event_types)


def events_of(entry: Entry, system: RuleSystem) -> list[Any]:
    """Read the events of an entry."""
    types = event_types(system)
    return [decode(types, stored) for stored in parse(entry.events)]


def advance(position: Position, events: Iterable[Any], system: RuleSystem) -> Position:
    """Apply events to a position, in order. Never refuses."""
    opening = position.state is None
    for event in events:
        position = _evolve(position, event, system)
    return replace(position, revealed=False) if opening else position


def _evolve(position: Position, event: Any, system: RuleSystem) -> Position:
    match event:
        case Opened(state=state):
            return replace(position, state=decode(by_name((system.state_type,)), parse(state)))
        case Sealed(ask=ask, who=who, hand=hand):
            return replace(position, gathering=gathering_of(position, ask).seal(who, hand))
        case Reported(ask=ask, report=report):
            return replace(position, gathering=gathering_of(position, ask).report(report))
        case WantedAgain(ask=ask, who=who):
            gathering = gathering_of(position, ask)
            told = frozenset(report.by for report in gathering.reports)
            return replace(position, gathering=gathering.want_again(who, told))
        case DiePlaced(ask=ask, place=place):
            others = (die for die in position.dice if die.ask == ask and die.place != place)
            return replace(position, dice=(*others, event))
        case Paused():
            return replace(position, paused=event)
        case Resumed():
            return replace(position, paused=None, gathering=Gathering(), dice=(), revealed=True)
        case Closed(how=how):
            return replace(position, status="withdrawn" if how == "withdrawn" else "closed", paused=None)
        case MergedInto(code=code):
            return replace(position, merged=code)
        case _ if isinstance(event, SITE_EVENTS):
            return position
        case _:
            state = system.rules.evolve(position.state, event)
            return replace(position, state=state, gathering=Gathering(), dice=(), revealed=True)


def gathering_of(position: Position, ask: str) -> Gathering:
    """Give what has come in for an ask; what came in for another one does not count."""
    return position.gathering if position.gathering.ask == ask else Gathering(ask=ask)


def _company_with(company: Company, entry: Entry, events: Iterable[Any], on_path: bool) -> Company:
    if link_of(entry).kind != "aside":
        company = replace(company, ending=frozenset(), undoing=frozenset())
    drawn = drawn_in(entry)
    if drawn and not on_path:
        company = replace(company, drawn={**company.drawn, **drawn})
    elif not drawn.keys().isdisjoint(company.drawn):
        kept = {ask: answer for ask, answer in company.drawn.items() if ask not in drawn}
        company = replace(company, drawn=kept)
    return carried_up_to(company_after(company, events), entry)


def company_after(company: Company, events: Iterable[Any]) -> Company:
    """Apply events to a company, in order. Never refuses."""
    for event in events:
        match event:
            case Opened(mode=mode):
                company = replace(company, mode=mode)
            case PartyCame(party=party):
                others = tuple(one for one in company.parties if one.key != party.key)
                company = replace(company, parties=(*others, party))
            case PartyStands(key=key, standing=standing):
                company = _with_party(company, key, standing=standing)
            case PartyConfirmed(key=key, how="pin"):
                company = _with_party(company, key, confirmed=True, agreed=True)
            case PartyConfirmed(key=key):
                company = _with_party(company, key, confirmed=True)
            case PartyUnconfirmed(key=key):
                company = _with_party(company, key, confirmed=False)
            case PartyDice(key=key, dice=dice):
                company = _with_party(company, key, dice=dice)
            case PartyPlayed(key=key, played=played):
                company = _with_party(company, key, played=played)
            case PartyNamed(key=key, seat=seat):
                company = _with_party(company, key, seat=seat, confirmed=True)
            case EndAgreed(key=key):
                company = replace(company, ending=company.ending | {key})
            case UndoAgreed(key=key):
                company = replace(company, undoing=company.undoing | {key})
    return company


def _with_party(company: Company, key: str, **changes: Any) -> Company:
    parties = tuple(replace(party, **changes) if party.key == key else party for party in company.parties)
    return replace(company, parties=parties)


def carried_up_to(company: Company, entry: Entry) -> Company:
    """Note what an entry carried to sheets: its data names it, whichever path the head is on."""
    carried = parse(entry.data).get("carried")
    if not carried:
        return company
    return replace(company, carried={**company.carried, **carried})


def wait(position: Position, system: RuleSystem) -> Waiting | None:
    """Give what a position waits for: the paused command's ask, else that of the next default command.

    None too where the rules have changed and a paused command's ask is no longer the one that was put then.
    """
    if position.status != "open" or position.state is None:
        return None
    if position.paused is not None:
        return _paused(position, position.paused, system)
    command = system.default(position.state)
    if command is None:
        return None
    try:
        ran = run(system.rules, position.state, system.rules.begin(position.state, command), Given(()))
    except Refused:
        return None
    return Waiting(ran.pending, command, False) if ran.pending else None


def _paused(position: Position, paused: Paused, system: RuleSystem) -> Waiting | None:
    try:
        frame = decode_frame(paused.frame, system)
        answers = tuple(decode(ANSWERS, line) for line in parse(paused.answers))
        command = decode(by_name(system.command_types), parse(paused.command))
        ran = run(system.rules, position.state, Next(paused.step, frame), Given(answers))
    except (Undecodable, BadAnswer, LookupError):
        return None
    if ran.pending is None or ran.pending.fingerprint != paused.ask:
        return None
    return Waiting(ran.pending, command, True)


def decode_frame(stored: str, system: RuleSystem) -> Any:
    """Read a frame; a step without one has null."""
    value = parse(stored)
    return None if value is None else decode(by_name(system.frame_types), value)


def pause(pending: Pending[Any], command: Any, begun: bool) -> Paused:
    """Make the event that stores a pending resolution; `begun`: something has come of it already."""
    return Paused(
        pending.step,
        text(None if pending.frame is None else encode(pending.frame)),
        text([encode(answer) for answer in pending.answers]),
        text(encode(command)),
        pending.fingerprint,
        begun or bool(pending.answers),
    )
