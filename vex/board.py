"""A battle as everybody at it sees it: who stands where and how, whose turn it is, what is waited for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from referee.adjudication.dice import Slot
from referee.kernel.asks import Check, Contest, Order, Pick
from referee.system import Heard, View
from vex import words
from vex.labels import wound
from vex.rules.numbers import armour_class, settled
from vex.rules.state import Fighter, State, skeletons, statuses
from vex.words import number, word

CROWD = 4
"""Fighters in a line that are drawn large; more stand three abreast."""
LOZENGES = 4
"""Lives that are drawn one by one; of more stands the number."""


@dataclass(frozen=True, slots=True)
class Named:
    """A fighter as words name him: beside a label, never inside a sentence."""

    key: str
    name: str
    side: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Hurt:
    """A wound, burn or bandage: its word, its severity, one stroke each, and whether it is open."""

    label: str
    severity: int
    open: bool

    @property
    def strokes(self) -> range:
        """One for each step of severity."""
        return range(self.severity)


@dataclass(frozen=True, slots=True)
class Card:
    """A fighter on the board. `lives` are lozenges: held, or gone in this battle."""

    who: Named
    initiative: str
    acting: bool
    acted: bool
    dead: bool
    away: bool
    lives: tuple[str, ...]
    left: int
    many: bool
    ac: str
    reactions: int
    charges: int
    hurts: tuple[Hurt, ...]
    tags: tuple[str, ...]
    table: bool
    line: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of one side: its word and who stands in it."""

    label: str
    cards: tuple[Card, ...]

    @property
    def crowded(self) -> bool:
        """Tell whether cards stand three abreast."""
        return len(self.cards) > CROWD


@dataclass(frozen=True, slots=True)
class Camp:
    """One side, its lines from top to bottom as they are drawn."""

    side: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """What a battle waits for: camp, round, window, turn, dice, over or closed, and whose it is."""

    kind: str
    who: Named | None = None
    following: Named | None = None
    human: bool = False
    place: int = 0
    of: int = 0
    waits: tuple[Named, ...] = ()


class Teller:
    """Names fighters of a view, summoned skeletons too."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._state: State = view.state

    def named(self, key: str) -> Named:
        """Give a fighter as words name him."""
        side = self._state.fighter(key).side if self._state.has(key) else ""
        owner, summoned, nth = key.partition(".")
        if not summoned:
            return Named(key, self._view.names.get(key, key), side, self._view.numbers.get(key))
        return Named(key, f"{_('Skeleton')} {nth} · {self._view.names.get(owner, owner)}", side)

    def name(self, key: str) -> str:
        """Give a fighter's name."""
        return self.named(key).name


def initiatives(view: View) -> dict[str, int]:
    """Give what each rolled for the running round, as far back as the board looks."""
    for told in reversed(view.told):
        for item in reversed(told.trail):
            if isinstance(item, Heard) and isinstance(item.ask, Order):
                return {one.who: one.total for one in item.ask.told(item.answer) if not one.tiebreak}
    return {}


def context(view: View) -> dict[str, Any]:
    """Give what board, display and console have in common."""
    state: State = view.state
    teller = Teller(view)
    course = course_of(view, teller)
    return {
        "state": state,
        "round_number": state.round,
        "narrow": state.narrow,
        "camps": camps(view, teller, course),
        "course": course,
        "prompt": prompt(view, teller),
        "order": [_turn(state, teller, key, initiatives(view)) for key in state.order],
        "ground": [word(words.ITEMS, name) for name in state.ground],
    }


def _turn(state: State, teller: Teller, key: str, rolled: dict[str, int]) -> dict[str, Any]:
    fighter = state.fighter(key)
    acting = state.acting or (state.waiting[0] if state.waiting else "")
    stands = "now" if key == acting and state.phase == "turns" else "" if key in state.waiting else "done"
    if fighter.stunned:
        stands = stands or "stunned"
    return {"who": teller.named(key), "state": stands, "initiative": rolled.get(key)}


def camps(view: View, teller: Teller, course: Course) -> tuple[Camp, ...]:
    """Give the sides, the first below the front and the others above it, vanguards facing one another."""
    state: State = view.state
    rolled = initiatives(view)
    sides = sorted({one.side for one in state.fighters})
    made = []
    for nth, side in enumerate(sides):
        lines = (1, 2) if nth == 0 else (2, 1)
        rows = []
        for line in lines:
            cards = tuple(
                card(view, teller, one, rolled, course)
                for one in state.fighters
                if one.side == side and one.line == line and (one.alive or not one.skeleton)
            )
            if cards or line == 1:
                rows.append(Row(word(words.LINES, str(line)), cards))
        made.append(Camp(side, tuple(rows)))
    return (*reversed(made[1:]), *made[:1])


def card(view: View, teller: Teller, fighter: Fighter, rolled: dict[str, int], course: Course) -> Card:
    """Give a fighter's card."""
    state: State = view.state
    gone = min(max(fighter.sheet.lives - fighter.lives, 0), LOZENGES - min(fighter.lives, LOZENGES))
    total = rolled.get(fighter.key)
    company = view.company
    return Card(
        who=teller.named(fighter.key),
        initiative="—" if not fighter.alive else number(total) if total is not None else "",
        acting=course.who is not None and course.who.key == fighter.key and course.kind in ("turn", "dice"),
        acted=bool(state.order) and state.phase == "turns" and fighter.alive and _acted(state, fighter.key),
        dead=fighter.lives < 1,
        away=fighter.away,
        lives=("",) if fighter.lives > LOZENGES else ("",) * fighter.lives + ("gone",) * gone,
        left=fighter.lives,
        many=fighter.lives > LOZENGES,
        ac=number(settled(armour_class(state, fighter)).total),
        reactions=fighter.reactions,
        charges=fighter.charges,
        hurts=hurts(fighter),
        tags=tuple(_tags(state, fighter, teller)),
        table=company is not None and fighter.key in company.at_table,
        line=fighter.line,
    )


def _acted(state: State, key: str) -> bool:
    return key in state.order and key not in state.waiting and key != state.acting


def hurts(fighter: Fighter) -> tuple[Hurt, ...]:
    """Give what a fighter suffers from, open wounds first."""
    listed = sorted(fighter.wounds, key=lambda one: not one.open)
    return tuple(Hurt(wound(one.kind, one.severity), one.severity, one.open) for one in listed)


def _tags(state: State, fighter: Fighter, teller: Teller) -> Iterable[str]:
    if fighter.stance != "neutral":
        sign = "▲" if fighter.stance == "attacking" else "▼"
        yield f"{sign} {word(words.STANCES, fighter.stance)}"
    for status in statuses(fighter):
        if status == "guarded":
            yield f"{word(words.STATUSES, status)}: {teller.name(fighter.guardian)}"
        else:
            yield word(words.STATUSES, status)
    for spirit in fighter.spirits:
        yield f"✶ {word(words.SPIRITS, spirit.id)}"
    standing = len(skeletons(state, fighter.key))
    if standing:
        yield _("Skeletons") + f" {standing}"


def course_of(view: View, teller: Teller) -> Course:
    """Tell what a battle waits for."""
    state: State = view.state
    company = view.company
    human = company.human if company is not None else frozenset()
    if view.status != "open":
        return Course("closed")
    waiting = state.waiting
    if view.ask is not None:
        who = state.acting or view.ask.who or (waiting[0] if waiting else "")
        following = next((key for key in waiting if key != who), "")
        rollers = dict.fromkeys(slot.who for slot in view.slots if not slot.face)
        return Course(
            "dice",
            teller.named(who) if who else None,
            teller.named(following) if following else None,
            place=_place(state, who),
            of=len(state.order),
            waits=tuple(teller.named(key) for key in rollers),
        )
    if view.window is not None:
        silent = [key for key in view.window.window.who if key in view.window.waits - view.window.ready]
        return Course("window", waits=tuple(teller.named(key) for key in silent))
    if state.phase == "camp":
        return Course("camp")
    if len({one.side for one in state.fighters if one.alive}) < 2:
        return Course("over")
    if not waiting:
        return Course("round")
    return Course(
        "turn",
        teller.named(waiting[0]),
        teller.named(waiting[1]) if len(waiting) > 1 else None,
        waiting[0] in human,
        _place(state, waiting[0]),
        len(state.order),
    )


def _place(state: State, key: str) -> int:
    return state.order.index(key) + 1 if key in state.order else 0


@dataclass(frozen=True, slots=True)
class Prompt:
    """Table dice that are waited for: what is rolled, by whom, against what, and the die that comes next."""

    kind: str
    label: str
    who: Named
    on: Named | None
    formula: str
    reaches: int
    outcome: str
    edge: str
    slots: tuple[tuple[Named, Slot], ...]
    sides: int
    rule: str


def prompt(view: View, teller: Teller) -> Prompt | None:
    """Give what is rolled now, None where no die is waited for."""
    ask = view.ask
    if ask is None or not view.slots:
        return None
    slots = tuple((teller.named(slot.who), slot) for slot in view.slots)
    formula, reaches, edge, on, rule = "", 0, "", None, ""
    if isinstance(ask, Check):
        formula = f"d{ask.sides} {_plus(ask.modifier.total)}, {_('DC')} {number(ask.dc.total)}"
        reaches = min(max(ask.dc.total - ask.modifier.total, 1), ask.sides + 1)
        edge = edge_word(ask.edge)
        on = teller.named(ask.on) if ask.on else None
        rule = ask.rule
    elif isinstance(ask, Contest):
        formula = f"d{ask.sides} {_plus(ask.modifier.total)} : {_plus(ask.against.total)}"
        on = teller.named(ask.on)
        edge = edge_word(ask.edge)
        rule = ask.rule
    elif isinstance(ask, Order):
        rule = ask.rule
    elif isinstance(ask, Pick):
        formula = f"1–{ask.n}"
        rule = ask.rule
    first = next((slot for slot in view.slots if not slot.face), view.slots[0])
    return Prompt(
        ask.kind,
        word(words.ROLLS, ask.kind),
        teller.named(ask.who or first.who),
        on,
        formula,
        reaches,
        outcome_word(ask.kind, True),
        edge,
        slots,
        first.sides,
        rule,
    )


def _plus(value: int) -> str:
    return f"+ {value}" if value >= 0 else f"− {-value}"


def edge_word(edge: int) -> str:
    """Say what a net number of advantages comes to (V1.3)."""
    if edge > 0:
        # Translators: ru Преимущество
        return _("Advantage")
    # Translators: ru Помеха
    return _("Disadvantage") if edge < 0 else ""


def outcome_word(kind: str, passed: bool) -> str:
    """Say what a roll comes to."""
    match kind, passed:
        case "hit", True:
            # Translators: ru Попадание
            return _("Hit")
        case "hit", False:
            # Translators: ru Мимо
            return _("Miss")
        case "trial", True:
            # Translators: ru Смерть
            return _("Death")
        case "trial", False:
            # Translators: ru Выживает
            return _("Survives")
        case "evade", True:
            return _("Evaded")
        case "search", True:
            return _("Found")
        case "search", False:
            return _("Not found")
    return _("Passed") if passed else _("Failed")
