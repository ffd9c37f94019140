"""Boards: what each reader of a fight gets to see, made once per audience, entry and language.

A board is a public part, and a small private part per seat. What a reader may not see is never in the context
(L7): a sealed sign is not even loaded here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.template.loader import render_to_string

from referee.adjudication.desk import fighters_of
from referee.adjudication.dice import placed_for, slots_of
from referee.adjudication.events import DiePlaced
from referee.adjudication.position import Folded, gathering_of, load
from referee.adjudication.telling import Mark
from referee.adjudication.turns import window_of
from referee.kernel.asks import Choice, Throws
from referee.kernel.fold import redo_target
from referee.kernel.gathering import Gathering, outlook, reporters
from referee.models import Aside, Call, Clash, Fighter, Seat
from referee.system import RuleSystem, Screen, View, system_for


@dataclass(frozen=True, slots=True)
class Who:
    """A fighter as boards name them: by number and name, never inside a sentence."""

    key: str
    name: str
    number: int | None
    side: str
    code: str = ""
    standing: str = "none"
    confirmed: bool = True
    seen: int = 0

    @property
    def awake(self) -> bool:
        """Tell whether a phone of the fighter's own acts, or is asked to."""
        return self.standing in ("asked", "in")


@dataclass(frozen=True, slots=True)
class Told:
    """What one fighter reported about the open throw: `result` as that fighter sees it, 1, 0 or −1."""

    who: Who
    at: str
    results: tuple[int, ...]
    ranking: tuple[tuple[Who, ...], ...]
    result: int | None


@dataclass(frozen=True, slots=True)
class Board:
    """A fight and everything that its screens are made of."""

    clash: Clash
    system: RuleSystem
    folded: Folded
    fighters: Sequence[Fighter]

    @property
    def seq(self) -> int:
        """The entry that the board shows."""
        return self.folded.seq

    def whos(self, name: Callable[[Fighter], str] | None = None) -> dict[str, Who]:
        """Give everybody who is or was in the fight, by key."""
        name = name or fighter_name
        parties = {party.key: party for party in self.folded.company.parties}
        found: dict[str, Who] = {}
        for row in self.fighters:
            party = parties.get(row.key)
            found[row.key] = Who(
                row.key,
                name(row),
                row.seat.number if row.seat else None,
                row.side,
                row.seat.code if row.seat else "",
                party.standing if party else "none",
                party.confirmed if party else False,
                row.seen,
            )
        return found

    def view(self, whos: dict[str, Who]) -> View:
        """Give the fight as its rule system's screens get it."""
        waiting = self.folded.waiting
        gathering = self._gathering()
        return View(
            state=self.folded.position.state,
            ask=waiting.pending.ask if waiting else None,
            command=waiting.command if waiting else None,
            names={key: who.name for key, who in whos.items()},
            numbers={key: who.number for key, who in whos.items()},
            answered=gathering.thrown,
            told=self.folded.told,
            open_terms=self.clash.event.open_terms or self.clash.practice,
            pending=waiting.pending if waiting else None,
            company=self.folded.company,
            slots=slots_of(waiting.pending.ask, self._placed()) if waiting else (),
            window=window_of(self.system, self.folded.position, self.folded.company),
            seq=self.folded.seq,
            status=self.folded.position.status,
        )

    def _placed(self) -> Sequence[DiePlaced]:
        waiting = self.folded.waiting
        return placed_for(self.folded.position, waiting.ask) if waiting else ()

    def _gathering(self) -> Gathering:
        waiting = self.folded.waiting
        return gathering_of(self.folded.position, waiting.ask) if waiting else Gathering()

    def shared(self, whos: dict[str, Who]) -> dict[str, Any]:
        """Give what the site itself shows of a fight to everybody at it."""
        folded = self.folded
        return {
            "clash": self.clash,
            "slug": self.clash.event.slug,
            "seq": folded.seq,
            "whos": whos,
            "status": folded.position.status,
            "mode": folded.company.mode,
            "revealed": folded.position.revealed,
            "round": self.system.round(folded.position.state),
            "over": self.system.over(folded.position.state),
            "ask": self._ask(whos),
            "ending": [whos[key] for key in sorted(folded.company.ending) if key in whos],
            "undoing": [whos[key] for key in sorted(folded.company.undoing) if key in whos],
            "can_redo": redo_target(folded.links) is not None,
            "merged": folded.position.merged,
            "protests": [mark for mark in folded.marks if mark.kind != "call"],
            "unanswered": self._unanswered(whos),
            "calls": self._calls(),
        }

    def _calls(self) -> list[Call]:
        """Give the open calls from this fight; only where one was ever raised is there a query."""
        if not any(mark.kind == "call" for mark in self.folded.marks):
            return []
        rows = Call.objects.filter(clash=self.clash, closed=None).select_related("seat", "going__person")
        return list(rows.order_by("raised"))

    def _unanswered(self, whos: dict[str, Who]) -> list[dict[str, Any]]:
        """Give the protests that wait for an answer, with their words; without any there is no query."""
        marks = unanswered(self.folded)
        if not marks:
            return []
        words = Aside.objects.filter(
            entry__stream=self.clash.stream_id, entry__seq__in=[one.seq for one in marks]
        )
        said = dict(words.values_list("entry__seq", "text"))
        return [
            {
                "at": one.at,
                "who": [whos[key] for key in one.who if key in whos],
                "words": said.get(one.seq, ""),
            }
            for one in marks
        ]

    def _ask(self, whos: dict[str, Who]) -> dict[str, Any] | None:
        waiting = self.folded.waiting
        if waiting is None:
            return None
        question = waiting.pending.ask
        shown: dict[str, Any] = {
            "name": waiting.ask,
            "kind": question.kind,
            "who": whos.get(question.who),
            "drawn": waiting.ask in self.folded.company.drawn,
        }
        if isinstance(question, Choice):
            return {**shown, "options": question.options}
        if not isinstance(question, Throws):
            return shown
        gathering = self._gathering()
        awake = self.folded.company.awake
        look = outlook(gathering, question, awake)
        return {
            **shown,
            "throws": True,
            "hands": question.hands,
            "pairs": question.pairs,
            "rankable": question.rankable,
            "throwers": [whos[key] for key in question.throwers],
            "way": look.way,
            "waiting": [whos[key] for key in look.waiting if key in whos],
            "ready": [whos[key] for key in sorted(gathering.thrown) if key in whos],
            "sealed": sorted({key for key, _ in gathering.sealed}),
            "reports": [_told(report, question, whos) for report in gathering.reports],
            "again": [whos[key] for key in gathering.again if key in whos],
            "reporters": reporters(question, awake),
            "by_hand": self._by_hand(question, gathering),
            "times": gathering.times,
        }

    def _by_hand(self, question: Throws, gathering: Gathering) -> bool:
        """Tell whether this throw is likely by hand: begun so, as the last one, or a phone is missing."""
        if gathering.reports or gathering.sealed:
            return bool(gathering.reports)
        if gathering.times:
            return True  # only reports that differed are thrown again
        last = next((told.way for told in reversed(self.folded.told) if told.way), "")
        return last == "hand" or not set(question.throwers) <= self.folded.company.awake


def _told(report: Any, question: Throws, whos: dict[str, Who]) -> Told:
    result = None
    if report.results and len(question.pairs) == 1:
        first = question.hands[question.pairs[0][0]].who
        result = report.results[0] if report.by == first else -report.results[0]
    ranking = tuple(tuple(whos[key] for key in group) for group in report.ranking)
    return Told(whos[report.by], report.at, report.results, ranking, result)


def unanswered(folded: Folded) -> tuple[Mark, ...]:
    """Give the protests that nobody on duty has answered with a note, about results that still stand."""
    standing = {told.seq for told in folded.told}
    answered = max((mark.seq for mark in folded.marks if mark.kind == "note" and not mark.who), default=0)
    return tuple(
        mark
        for mark in folded.marks
        if mark.kind == "protest" and mark.about in standing and mark.seq > answered
    )


def fighter_name(row: Fighter) -> str:
    """Give what a fighter is called: as the seat is, or by the name typed on the spot."""
    if row.seat is not None and (hasattr(row.seat, "person") or not row.name):
        return seat_name(row.seat)
    return row.name or row.key


def seat_name(seat: Seat) -> str:
    """Give what somebody is called at the event: the character's name or the person's; erased, the number."""
    if hasattr(seat, "person"):
        return seat.person.character or seat.person.name
    return str(seat)


def display_name(row: Fighter) -> str:
    """Give what spectators read: the character's name alone, never the person's."""
    if row.seat is None:
        return row.name or row.key
    return (row.seat.person.character if hasattr(row.seat, "person") else "") or str(row.seat)


def board_of(clash: Clash, folded: Folded | None = None) -> Board:
    """Make the board of a fight at its head, or of a fold that is at hand."""
    system = system_for(clash.system)
    return Board(clash, system, folded or load(clash.stream, system), fighters_of(clash))


def screen(board: Board, audience: str, keys: frozenset[str] = frozenset()) -> tuple[Screen, dict[str, Any]]:
    """Give the screen of an audience, and the site's own context beside it.

    `audience` is public (what everybody at the fight sees), display (spectators: characters' names alone),
    mine (what only the player of these fighters sees), referee or assistant.
    """
    whos = board.whos(display_name if audience == "display" else None)
    view = board.view(whos)
    shared = board.shared(whos)
    if audience == "public":
        return board.system.public(view), shared
    if audience == "display":
        return replace(board.system.public(view), parts=("display",)), shared
    if audience != "mine":
        return board.system.console(view), {**shared, "role": audience}
    mine = [whos[key] for key in sorted(keys) if key in whos]
    private = {
        **shared,
        "mine": mine,
        "me": mine[0] if mine else None,
        "my_keys": keys,
        "others": [who for who in whos.values() if who.key not in keys],
        "i_end": bool(keys & board.folded.company.ending),
        "i_undo": bool(keys & board.folded.company.undoing),
        "unseen": _unseen(board, mine),
        "places": board.clash.event.call_places,
        "on": board.clash.code,
    }
    return board.system.mine(view, keys), private


def _unseen(board: Board, mine: list[Who]) -> int:
    """Give the number of the latest result that this player has not looked at; 0 where all are seen."""
    if not mine or not board.folded.told:
        return 0
    latest = board.folded.told[-1].seq
    return latest if latest > min(who.seen for who in mine) else 0


def parts(board: Board, audience: str, keys: frozenset[str] = frozenset()) -> dict[str, str]:
    """Render the parts of an audience, by their ids. The language is the active one."""
    shown, site = screen(board, audience, keys)
    context = {**site, **shown.context}
    return {part: render_to_string(f"{shown.template}#{part}", context) for part in shown.parts}


def page_parts(board: Board, audience: str, keys: frozenset[str] = frozenset()) -> dict[str, str]:
    """Render all parts of a reader's page, in their order.

    A fighter's has the public part beside the own, below the first of those: what is not seen yet.
    """
    if audience != "mine":
        return parts(board, audience)
    own = parts(board, "mine", keys)
    first = next(iter(own), "")
    return {first: own.pop(first), **parts(board, "public"), **own} if own else parts(board, "public")
