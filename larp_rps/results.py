"""What has happened in a fight, ready to be shown: every blow with its sum, to whom it may be told.

A reader gets totals and outcomes; the lines that make a total only those who own it, referees, and
everybody where the event opens all terms. What a reader may not see is not even here.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from dataclasses import replace as changed
from datetime import datetime
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from larp_rps import labels
from larp_rps.labels import number, signed
from larp_rps.notes import Named, Note, note, ruled_state
from larp_rps.rules import events as happened
from larp_rps.rules.state import State
from larp_rps.sums import Row, Total, comparison, maximum_of, pips, row, rows
from referee.kernel.asks import Signs
from referee.kernel.terms import Line, Sum
from referee.system import Heard, Told, View


@dataclass(frozen=True, slots=True)
class Blow:
    """One hand's blow. `result` is the throw as the attacker sees it; signs are empty where none were shown.

    `outcome` are the rows from the two totals to the loss; `facts` say how it was struck.
    """

    who: Named
    at: Named
    hand: str
    weapon: str
    sign: str
    sign_at: str
    result: int | None
    head: str
    hit: bool
    loss: int
    attack: Total
    defence: Total
    outcome: tuple[Row, ...]
    before: int
    after: int
    pips: tuple[str, ...]
    facts: tuple[str, ...] = ()
    marks: tuple[Row, ...] = ()
    overruled: str = ""
    kind: str = "blow"

    @property
    def signed_loss(self) -> str:
        """The loss as points show it."""
        return signed(-self.loss)

    @property
    def before_word(self) -> str:
        """The points before it."""
        return number(self.before)

    @property
    def after_word(self) -> str:
        """The points after it."""
        return number(self.after)

    @property
    def sign_word(self) -> str:
        """The attacker's sign in words."""
        return labels.word(labels.SIGNS, self.sign)

    @property
    def sign_at_word(self) -> str:
        """The defender's sign in words."""
        return labels.word(labels.SIGNS, self.sign_at)


@dataclass(frozen=True, slots=True)
class Value:
    """One fighter's Initiative value, and the sign that was shown for it."""

    who: Named
    total: int
    won: bool
    sign: str
    rows: tuple[Row, ...]

    @property
    def sign_word(self) -> str:
        """The sign in words."""
        return labels.word(labels.SIGNS, self.sign)


@dataclass(frozen=True, slots=True)
class Initiative:
    """An order that was settled, and of what: values, or people's word (R14)."""

    groups: tuple[tuple[Named, ...], ...]
    values: tuple[Value, ...]
    told: bool
    reasons: str
    kind: str = "initiative"


type Item = Blow | Initiative | Note


@dataclass(frozen=True, slots=True)
class Result:
    """One resolved thing: the number of its entry, when, by which way, and what happened.

    `mine` tells that it concerns the reader's own fighters.
    """

    seq: int
    at: datetime
    way: str
    by: str
    items: tuple[Item, ...]
    mine: bool

    @property
    def blows(self) -> tuple[Blow, ...]:
        """Its blows."""
        return tuple(item for item in self.items if isinstance(item, Blow))

    @property
    def head(self) -> Item | None:
        """What it is called by: its first blow, else the initiative, else whatever happened."""
        settled = (item for item in self.items if isinstance(item, Initiative))
        return next(iter(self.blows), None) or next(settled, None) or next(iter(self.items), None)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What happened beside."""
        return tuple(item for item in self.items if isinstance(item, Note))


@dataclass(slots=True)
class Teller:
    """Tells a fight to one reader: `keys` are the own fighters, None is a referee, who sees all terms."""

    view: View
    keys: frozenset[str] | None
    signs: dict[tuple[str, str], str] = field(default_factory=dict)

    def sees(self, key: str) -> bool:
        """Tell whether the reader sees the terms of this fighter."""
        return self.keys is None or self.view.open_terms or key in self.keys

    def named(self, key: str) -> Named:
        """Give a fighter by key."""
        state: State = self.view.state
        found = state.find(key)
        return Named(
            key, self.view.names.get(key, key), found.side if found else "", self.view.numbers.get(key)
        )

    def tell(self, told: Told) -> Result:
        """Tell one resolved thing."""
        items: list[Item] = []
        concerns: set[str] = set()
        self.signs = {}
        for event in told.trail:
            if isinstance(event, Heard):
                self._hear(event)
                continue
            item = self._item(event)
            if item is not None:
                items.append(item)
                concerns |= _concerned(event)
        mine = self.keys is None or bool(concerns & self.keys)
        return Result(told.seq, datetime.fromisoformat(told.at), told.way, told.by, tuple(items), mine)

    def _hear(self, heard: Heard) -> None:
        if isinstance(heard.answer, Signs):
            for hand, sign in zip(heard.hands, heard.answer.signs, strict=False):
                self.signs[hand.who, hand.hand] = sign

    def _item(self, event: Any) -> Item | None:
        match event:
            case happened.BlowStruck():
                return self._blow(event)
            case happened.InitiativeThrown():
                return self._initiative(event)
            case _:
                return note(event, self.named)

    def _blow(self, event: happened.BlowStruck) -> Blow:
        who, at = self.named(event.who), self.named(event.at)
        maximum = maximum_of(self.view.state.fighter(event.at))
        return Blow(
            who=who,
            at=at,
            hand=event.hand,
            weapon=labels.weapon(event.weapon),
            sign=self.signs.get((event.who, event.hand), ""),
            sign_at=self.signs.get((event.at, event.against), ""),
            result=event.result,
            head=_("Knocked out") if event.knocked_out else _("Hit") if event.hit else _("No hit"),
            hit=event.hit,
            loss=event.suffered,
            attack=Total(
                _("Total Attack"), event.attack.total, who.side, self._rows(event.attack, event.who)
            ),
            defence=Total(
                _("Total Defence"), event.defence.total, at.side, self._rows(event.defence, event.at)
            ),
            outcome=tuple(self._outcome(event)),
            before=event.hp_before,
            after=event.hp_after,
            pips=pips(event.hp_after, event.hp_before, maximum),
            facts=tuple(_facts(event)),
            marks=tuple(_marks(event)),
        )

    def _total(self, label: str, total: Sum, owner: Named) -> Total:
        return Total(label, total.total, owner.side, self._rows(total, owner.key))

    def _rows(self, total: Sum, owner: str) -> tuple[Row, ...]:
        return rows(total) if self.sees(owner) else ()

    def _outcome(self, event: happened.BlowStruck) -> Iterable[Row]:
        yield comparison(event.attack.total, event.defence.total)
        if not event.hit:
            return
        if len(event.maximum.lines) > 1 and self.sees(event.who):
            yield from rows(event.maximum)
            yield Row(_("Maximum"), "R38", number(event.maximum.total), "sum")
        # Under before_cap the loss has a way of its own from the difference; else it goes on from the damage.
        own_way = any(line.code == "difference" for line in event.loss.lines)
        running = 0
        for line in (*(() if own_way else event.damage.lines), *event.loss.lines):
            if line.code == "damage":
                continue
            running += line.counted
            yield from self._step(line, running, event)
        if event.threshold is not None:
            reached = "✓" if event.knocked_out else "✗"
            label = _("Knockout from: %(loss)s") % {"loss": event.threshold.total}
            yield Row(label, "R21", reached)
        yield Row(_("Loss of points"), "R23" if event.knocked_out else "", number(event.suffered), "sum")

    def _step(self, line: Line, running: int, event: happened.BlowStruck) -> Iterable[Row]:
        match line.code:
            case "maximum" if self.sees(event.who):
                label = f"{labels.term(line)} {line.value}"
                yield Row(label, line.rule, number(running), why="" if line.counted else _("not reached"))
            case "maximum" | "minimum" | "no_gain":
                # Whose weapon it is sees its numbers; the others see that a limit was met.
                if line.counted:
                    label = f"{labels.term(line)} {line.value}" if self.sees(event.who) else labels.term(line)
                    yield Row(label, line.rule, number(running))
            case "armour":
                if line.value and self.sees(event.at):
                    yield Row(labels.term(line), line.rule, signed(line.counted))
            case _:
                yield row(line)

    def _initiative(self, event: happened.InitiativeThrown) -> Initiative:
        values = tuple(
            Value(
                self.named(one.who),
                one.value.total,
                one.won,
                self.signs.get((one.who, "right"), ""),
                self._rows(one.value, one.who),
            )
            for one in sorted(event.values, key=lambda one: -one.value.total)
        )
        groups = tuple(tuple(self.named(key) for key in group) for group in event.groups)
        reasons = ", ".join(labels.word(labels.INITIATIVE_REASONS, reason) for reason in event.reasons)
        return Initiative(groups, values, event.told, reasons)


def results(view: View, keys: frozenset[str] | None) -> tuple[Result, ...]:
    """Tell all that has happened lately, the latest first; what was overruled later says so."""
    teller = Teller(view, keys)
    reader = _reader(view, keys)
    listed: list[Result] = []
    words: dict[tuple[str, str, str], str] = {}
    for told in reversed(view.told):
        result = _kept(teller, told, reader)
        if not result.items:
            continue
        if words:
            result = changed(result, items=tuple(_overruled(item, words) for item in result.items))
        listed.append(result)
        for event in told.trail:
            if isinstance(event, happened.BlowOverruled):
                words.setdefault((event.who, event.at, event.hand), outcome_word(event))
    return tuple(listed)


KEPT = 2000
"""Results that are kept told: the same forty go out with every entry of a fight, in each reader's words."""

_told: dict[tuple[int, Hashable], tuple[Told, Result]] = {}


def _reader(view: View, keys: frozenset[str] | None) -> Hashable:
    """Give all that a result's telling depends on, beside the result itself."""
    fighters = tuple((one.key, one.side, maximum_of(one)) for one in view.state.fighters)
    named = (tuple(view.names.items()), tuple(view.numbers.items()))
    return keys, view.open_terms, get_language(), fighters, named


def _kept(teller: Teller, told: Told, reader: Hashable) -> Result:
    """Tell a result, once for equal readers. Folds share what was told, so that it is known by identity."""
    key = (id(told), reader)
    found = _told.get(key)
    if found is None or found[0] is not told:
        if len(_told) >= KEPT:
            _told.clear()  # at once: several threads tell
        found = _told[key] = (told, teller.tell(told))
    return found[1]


def _overruled(item: Item, words: dict[tuple[str, str, str], str]) -> Item:
    if not isinstance(item, Blow):
        return item
    return changed(item, overruled=words.pop((item.who.key, item.at.key, item.hand), ""))


def outcome_word(event: happened.BlowOverruled) -> str:
    """Give what a referee made of a blow, in the words of a head."""
    if event.knocked_out:
        return _("Knocked out")
    hit = f"{_('Hit')} · {labels.POINTS} {signed(-event.loss)}"
    return ", ".join((hit if event.hit else _("No hit"), *ruled_state(event)))


def _facts(event: happened.BlowStruck) -> Iterable[str]:
    """Give how a blow was struck, where it was no ordinary one."""
    if event.way == "ambush":
        yield _("ambush")
    if event.aim:
        yield _("aimed at") + f": {labels.word(labels.PARTS, event.aim)}"
    if event.knockout:
        yield _("knockout")


def _marks(event: happened.BlowStruck) -> Iterable[Row]:
    """Give what a blow brought about beside the loss."""
    if event.down:
        yield Row(_("Down"), "A83", "")
    if event.knocked_out:
        yield Row(_("Unconscious"), "R23", "")
    if event.stalls:
        yield Row(_("The charge stalls"), "R70", "")
    if event.hinders:
        yield Row(_("Hindrance in the next round"), "R29", "")
    if event.interrupts:
        yield Row(_("The spell is interrupted"), "R76", "")


def _concerned(event: Any) -> set[str]:
    """Give the fighters that an event is about."""
    if isinstance(event, happened.InitiativeThrown):
        return {one.who for one in event.values} | {key for group in event.groups for key in group}
    keys = {getattr(event, name, "") for name in ("who", "at")}
    return {key for key in keys if isinstance(key, str) and key}
