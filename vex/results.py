"""What happened, blow by blow in the rules' order: each roll with its sum and what mattered (V14.2)."""

from __future__ import annotations

from collections.abc import Iterator
from copy import replace
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from referee.kernel.asks import Answer, Check, Contest, Dice, Order, kept_face
from referee.kernel.terms import Line, Sum
from referee.system import Heard, Told, View
from vex import labels, words
from vex.board import Named, Teller, edge_word, outcome_word
from vex.notes import note
from vex.rules import events as e
from vex.rules.mattered import mattered
from vex.words import number, signed, word


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a sum. `kind` is empty, notmet or limit; `why` keeps it out."""

    label: str
    rule: str
    value: str
    kind: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Mattered:
    """A line that decided a roll, or lines that made no difference."""

    label: str
    decided: bool
    without: str = ""


@dataclass(frozen=True, slots=True)
class Thrown:
    """One roll: its dice with the one that counts, its total against the difficulty, and what it came to."""

    kind: str
    label: str
    who: Named
    on: Named | None
    faces: tuple[int, ...]
    kept: int
    total: str
    sign: str
    dc: str
    passed: bool
    outcome: str
    rule: str
    source: str
    edge: str
    rows: tuple[Row, ...]
    against: tuple[Row, ...]
    mattered: tuple[Mattered, ...]
    nth: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that happened: label, value, rule; `weight` marks what a reader looks for first."""

    label: str
    value: str
    rule: str
    weight: str = ""


@dataclass(frozen=True, slots=True)
class Blow:
    """The head of a blow: what it is, by whom, at whom."""

    label: str
    weapon: str
    who: Named
    on: Named


@dataclass(frozen=True, slots=True)
class Placed:
    """One roll for initiative."""

    who: Named
    faces: tuple[int, ...]
    total: str
    tiebreak: bool


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a chapter: a blow's head, a roll, the rolls for initiative, or a note."""

    blow: Blow | None = None
    thrown: Thrown | None = None
    note: Note | None = None
    order: tuple[Placed, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """One turn, or the start of a round: whose, and its lines in order."""

    label: str
    who: Named | None
    items: tuple[Item, ...]
    seq: int
    at: str
    gist: str = ""
    opens: bool = False


def chapters(view: View, least: int = 0) -> tuple[Chapter, ...]:
    """Give what was told since an entry, oldest first, a chapter a turn."""
    teller = Teller(view)
    found: list[Chapter] = []
    for told in view.told:
        fresh = list(_chapters(told, teller))
        # A resolution that waited for a die goes on in the turn in which it began.
        if fresh and found and told.command is None and not fresh[0].opens:
            first, before = fresh.pop(0), found.pop()
            gist = " · ".join(one for one in (before.gist, first.gist) if one)
            items = (*before.items, *first.items)
            found.append(replace(before, items=items, seq=told.seq, at=told.at, gist=gist))
        found.extend(fresh)
    return tuple(one for one in found if one.seq > least)


def latest_roll(view: View) -> Thrown | None:
    """Give the last roll of the last act, None where it made none."""
    teller = Teller(view)
    for told in view.told[-1:]:
        for item in reversed(told.trail):
            if isinstance(item, Heard) and isinstance(item.ask, (Check, Contest)):
                return thrown(item, teller)
    return None


def _chapters(told: Told, teller: Teller) -> Iterator[Chapter]:
    label, who, opens = _("Battle"), "", False
    items: list[Item] = []
    answers = 0
    for event in told.trail:
        nth = answers
        answers += isinstance(event, Heard)
        opening = _opening(event)
        if opening is not None:
            if items:
                yield _chapter(label, who, items, told, teller, opens=opens)
            (label, who), items, opens = opening, [], True
            continue
        line = _item(event, teller, nth)
        if line is not None:
            items.append(line)
    if items or who:
        yield _chapter(label, who, items, told, teller, opens=opens)


def _opening(event: Any) -> tuple[str, str] | None:
    match event:
        case e.RoundStarted():
            return _("Round begins"), ""
        case e.TurnStarted(who=who):
            # Translators: ru Ход
            return _("Turn"), who
    return None


def _chapter(label: str, who: str, items: list[Item], told: Told, teller: Teller, *, opens: bool) -> Chapter:
    gist = " · ".join(f"{one.note.label} {one.note.value}" for one in items if one.note and one.note.weight)
    named = teller.named(who) if who else None
    return Chapter(label, named, tuple(items), told.seq, told.at, gist, opens)


def _item(event: Any, teller: Teller, nth: int) -> Item | None:
    if isinstance(event, Heard):
        made = thrown(event, teller)
        return Item(thrown=replace(made, nth=nth)) if made else _heard(event, teller)
    if isinstance(event, e.BlowBegun):
        stroke = event.stroke
        label = word(words.ACTIONS, event.kind) if stroke.role == "attack" else word(words.ROLES, stroke.role)
        return Item(
            blow=Blow(label, labels.item(event.weapon), teller.named(stroke.who), teller.named(stroke.on))
        )
    told = note(event, teller)
    return Item(note=Note(*told)) if told else None


def _heard(heard: Heard, teller: Teller) -> Item | None:
    if isinstance(heard.ask, Order):
        rolled = sorted(heard.ask.told(heard.answer), key=lambda one: (one.tiebreak, -one.total))
        return Item(
            order=tuple(
                Placed(teller.named(one.who), one.faces, number(one.total), one.tiebreak) for one in rolled
            )
        )
    if isinstance(heard.answer, Dice):
        return Item(note=Note(word(words.ROLLS, heard.kind), str(heard.answer.faces[0]), "V1.6"))
    return None


def thrown(heard: Heard, teller: Teller) -> Thrown | None:
    """Give a roll with its sum; None where it is no check."""
    ask, answer = heard.ask, heard.answer
    if not isinstance(answer, Dice):
        return None
    if isinstance(ask, Check):
        return _check(ask, answer, teller)
    if isinstance(ask, Contest):
        return _contest(ask, answer, teller)
    return None


def _check(ask: Check, answer: Dice, teller: Teller) -> Thrown:
    passed = ask.read(answer)
    kept = kept_face(answer.faces, ask.edge)
    die = Row(f"d{ask.sides}, {source_word(answer.source)}", "V1.5", str(kept))
    edges = tuple(edge_row(line) for line in ask.edges.lines)
    return Thrown(
        kind=ask.kind,
        label=word(words.ROLLS, ask.kind),
        who=teller.named(ask.who),
        on=teller.named(ask.on) if ask.on else None,
        faces=answer.faces,
        kept=kept,
        total=number(ask.total(answer)),
        sign="≥" if passed else "<",
        dc=number(ask.dc.total),
        passed=passed,
        outcome=outcome_word(ask.kind, passed),
        rule="V6.4" if ask.kind == "hit" else ask.rule,
        source=source_word(answer.source),
        edge=edge_word(ask.edge),
        rows=(die, *rows(ask.modifier), *edges),
        against=rows(ask.dc),
        mattered=tuple(what_mattered(ask, answer, kept, passed)),
    )


def _contest(ask: Contest, answer: Dice, teller: Teller) -> Thrown:
    own, other = ask.totals(answer)
    passed = own >= other
    return Thrown(
        kind=ask.kind,
        label=word(words.ROLLS, ask.kind),
        who=teller.named(ask.who),
        on=teller.named(ask.on),
        faces=answer.faces,
        kept=own - ask.modifier.total,
        total=number(own),
        sign="≥" if passed else "<",
        dc=number(other),
        passed=passed,
        outcome=outcome_word(ask.kind, passed),
        rule=ask.rule,
        source=source_word(answer.source),
        edge=edge_word(ask.edge),
        rows=(Row(f"d{ask.sides}", "V1.5", str(own - ask.modifier.total)), *rows(ask.modifier)),
        against=(Row(f"d{ask.sides}", "V1.5", str(other - ask.against.total)), *rows(ask.against)),
        mattered=(),
    )


def source_word(source: str) -> str:
    """Say where dice came from (V1.5)."""
    if "," in source:
        return _("server and table")
    # Translators: ru стол · сервер
    return _("table") if source == "table" else _("server")


def rows(total: Sum) -> tuple[Row, ...]:
    """Give the lines of a total, those that did not count included (L4)."""
    listed = []
    for line in total.lines:
        if line.standing in ("floor", "cap") and not line.counted:
            continue
        if line.value == 0 and line.standing == "applied" and line.code != "base":
            continue
        listed.append(row(line))
    return tuple(listed)


def row(line: Line) -> Row:
    """Give one line of a total."""
    label = labels.term(line)
    if line.standing == "not_met":
        return Row(label, line.rule, "0", "notmet", word(labels.REASONS, line.by))
    if line.standing in ("floor", "cap"):
        return Row(f"{label} {number(line.value)}", line.rule, signed(line.counted), "limit")
    if line.standing == "rounding":
        return Row(f"{label}: {number(line.value)}", line.rule, signed(line.counted), "limit")
    plain = line.code.endswith("_dc") or line.code in ("armour_class", "survival")
    return Row(label, line.rule, number(line.counted) if plain else signed(line.counted))


def edge_row(line: Line) -> Row:
    """Give an advantage or a disadvantage as a line (V1.3)."""
    label = f"{labels.term(line)}: {edge_word(line.value)}"
    if line.standing == "not_met":
        return Row(label, line.rule, "–", "notmet", word(labels.REASONS, line.by))
    # No part of the sum: it changes how many dice are rolled (V1.2).
    return Row(label, line.rule, "↑" if line.counted > 0 else "↓")


def what_mattered(ask: Check, answer: Answer, kept: int, passed: bool) -> Iterator[Mattered]:
    """Tell which lines decided a roll, and which made no difference."""
    decided = mattered(ask, answer)
    for one in decided:
        name = labels.term(one.line)
        if one.part != "edge":
            name = f"{name} {signed(one.line.counted)}"
        other = outcome_word(ask.kind, not passed)
        if one.part == "modifier":
            without = _("without it") + f" {number(kept + ask.modifier.total - one.line.counted)}, {other}"
        else:
            without = _("without it") + f" {other}" if one.sure else _("without it: perhaps not")
        yield Mattered(name, True, without)
    lines = {id(one.line) for one in decided}
    idle = [
        f"{labels.term(line)} {signed(line.counted)}"
        for line in ask.modifier.lines
        if line.counted and id(line) not in lines and line.code != "base"
    ]
    idle += [labels.term(line) for line in ask.edges.lines if line.counted and id(line) not in lines]
    if idle:
        yield Mattered(", ".join(idle), False, _("the same"))
