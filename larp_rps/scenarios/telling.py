"""Tells what came of a scenario, line by line with the rules, in the current language (L4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from larp_rps import labels
from larp_rps.notes import Note
from larp_rps.results import Blow, Initiative, Teller
from larp_rps.rules import events as happened
from larp_rps.rules.state import State
from larp_rps.scenarios.playing import Took
from larp_rps.sums import Row, Total
from referee.kernel.asks import Throws
from referee.kernel.steps import Answered
from referee.scenarios import PlayedLine
from referee.system import Heard, Told, View

NOWHEN = "2000-01-01T00:00:00+00:00"
"""A scenario knows no time of day; what is told of it shows none."""
SUMS = {"attack": "R16", "defence": "R17", "loss": "R22", "order": "R11", "hands": "R40"}
"""The rules of lines that a screen shows without one, beside the rules of their parts."""


def lines(took: Took) -> Iterator[PlayedLine]:
    """Give the lines of one step."""
    if took.refused is not None:
        yield PlayedLine(took.number, _("Refused"), labels.explain(took.refused), took.refused.rule)
        return
    for event in took.trail:
        if isinstance(event, happened.RoundBegun):
            yield PlayedLine(took.number, _("Round"), str(event.round), "A52" if event.opening else "R2")
    for item in Teller(_view(took.after), None).tell(_told(took)).items:
        match item:
            case Blow():
                yield from _blow(took.number, item)
            case Initiative():
                yield from _initiative(took.number, item)
            case Note():
                yield PlayedLine(took.number, item.label, item.value, item.rule or SUMS["hands"])


def _view(state: State) -> View:
    names = {one.key: one.key for one in state.fighters}
    return View(state=state, ask=None, command=None, names=names, numbers={})


def _told(took: Took) -> Told:
    return Told(took.number, NOWHEN, tuple(as_heard(item) for item in took.trail))


def as_heard(item: Any) -> Any:
    """Give an answered ask as the ledger would have it; anything else as it is."""
    if not isinstance(item, Answered):
        return item
    hands = item.ask.hands if isinstance(item.ask, Throws) else ()
    return Heard(item.ask.kind, item.ask.who, hands, item.answer, False)


def _blow(step: int, blow: Blow) -> Iterable[PlayedLine]:
    hand = labels.word(labels.HANDS, blow.hand)
    facts = " · ".join((f"{blow.who.name} → {blow.at.name}", hand, blow.weapon, *blow.facts))
    yield PlayedLine(step, blow.head, facts, "R17")
    if blow.sign:
        yield PlayedLine(step, _("Signs"), f"{blow.sign_word} : {blow.sign_at_word}", "R15", 1)
    yield from _total(step, blow.attack, SUMS["attack"])
    yield from _total(step, blow.defence, SUMS["defence"])
    for row in (*blow.outcome, *blow.marks):
        yield _row(step, row, SUMS["loss"], 1)
    if blow.before != blow.after:
        yield PlayedLine(step, str(labels.POINTS), f"{blow.before_word} → {blow.after_word}", "R21", 1)


def _total(step: int, total: Total, rule: str) -> Iterable[PlayedLine]:
    yield PlayedLine(step, total.label, total.number, rule, 1)
    for row in total.rows:
        yield _row(step, row, rule, 2)


def _row(step: int, row: Row, rule: str, depth: int) -> PlayedLine:
    label = f"{row.label} ({row.why})" if row.why else row.label
    return PlayedLine(step, label, row.value, row.rule or rule, depth)


def _initiative(step: int, item: Initiative) -> Iterable[PlayedLine]:
    order = " · ".join(" = ".join(who.name for who in group) for group in item.groups)
    yield PlayedLine(step, _("Initiative"), order, "R14" if item.told else SUMS["order"])
    for value in item.values:
        shown = f"{value.total} · {value.sign_word}" if value.sign else str(value.total)
        yield PlayedLine(step, value.who.name, shown, "R8" if value.won else "R9", 1)
        for row in value.rows:
            yield _row(step, row, "R9", 2)
