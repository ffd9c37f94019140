"""Pages beside the referee's console: another outcome of a blow, and what else a referee says (R14, R80)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from larp_rps import forms, labels
from larp_rps.labels import number
from larp_rps.notes import Named
from larp_rps.own import Move
from larp_rps.results import Teller
from larp_rps.rules.commands import Close, Join, Leave, Longer, Ruling, Separate, Situation
from larp_rps.rules.default import refusal
from larp_rps.rules.events import BlowStruck
from larp_rps.rules.state import Blow, Fighter, State
from larp_rps.sums import Row
from referee.kernel.refusals import Refused
from referee.system import Acting, Screen, View


@dataclass(frozen=True, slots=True)
class Struck:
    """A blow of the last showing as it stands, and as the throw had it before any word."""

    who: Named
    at: Named
    hand: str
    hand_word: str
    hit: bool
    loss: int
    engine_hit: bool
    engine_loss: int
    before: int
    points: int
    state: str
    on_record: str


def page(name: str, view: View, acting: Acting, data: Mapping[str, str]) -> Screen | None:
    """Give a page by its name; None where this role has none of it."""
    if name == "override" and acting.role == "referee":
        return _override(view, data)
    if name == "more" and acting.role != "player":
        return Screen("larp_rps/more.html", ("moves",), {"groups": tuple(_groups(view, acting))})
    return None


def _override(view: View, data: Mapping[str, str]) -> Screen | None:
    blows = tuple(_struck(view))
    if not blows:
        return None
    blow = next((one for one in blows if one.hand == data.get("hand")), blows[0])
    given = {
        "hit": data.get("hit", "on" if blow.hit else "off"),
        "loss": _whole(data.get("loss", ""), blow.loss),
        "hp": _whole(data.get("hp", ""), blow.points),
        "state": data.get("state", blow.state),
    }
    context = {
        "blow": blow,
        "blows": blows if len(blows) > 1 else (),
        "given": given,
        "rows": tuple(_rows(blow, given)),
        "maximum": max(blow.before, blow.engine_loss, 1),
        "reasons": (_("struck too hard"), _("blow from behind"), _("fell")),
    }
    return Screen("larp_rps/override.html", ("told", "override"), context)


def _struck(view: View) -> Iterable[Struck]:
    state: State = view.state
    teller = Teller(view, None)
    for blow in state.last:
        fighter = state.fighter(blow.at)
        engine = _engine(view, blow)
        outcome = _("Knocked out") if blow.knocked_out else _("Hit") if blow.hit else _("No hit")
        yield Struck(
            who=teller.named(blow.who),
            at=teller.named(blow.at),
            hand=blow.hand,
            hand_word=labels.word(labels.HANDS, blow.hand),
            hit=blow.hit,
            loss=blow.loss,
            engine_hit=engine.hit if engine else blow.hit,
            engine_loss=engine.loss.total if engine else blow.loss,
            before=fighter.hp + blow.suffered,
            points=fighter.hp,
            state=_lies(fighter),
            on_record=outcome,
        )


def _engine(view: View, blow: Blow) -> BlowStruck | None:
    for told in reversed(view.told):
        for event in reversed(told.trail):
            if isinstance(event, BlowStruck) and (event.who, event.at, event.hand) == (
                blow.who,
                blow.at,
                blow.hand,
            ):
                return event
    return None


def _whole(value: str, otherwise: int) -> int:
    try:
        return forms.whole("", value) if value else otherwise
    except Refused:
        return otherwise


def _rows(blow: Struck, given: Mapping[str, Any]) -> Iterable[Row]:
    """Give the line as all will read it: the engine's row struck, the referee's word, the points."""
    hit = given["hit"] == "on"
    loss = given["loss"] if hit else 0
    was = number(blow.engine_loss) if blow.engine_hit else _("no hit")
    yield Row(_("Engine: loss"), "R22" if blow.engine_hit else "R17", was, "overruled")
    yield Row(_("Referee’s word: loss"), "KM", number(loss) if hit else _("no hit"), "said")
    lies = {"down": _("down"), "unconscious": _("unconscious")}.get(given["state"], "")
    points = f"{number(blow.before)} → {number(given['hp'])}"
    yield Row(f"{blow.at.name}, {labels.POINTS}", "", f"{points} · {lies}" if lies else points, "sum")


@dataclass(frozen=True, slots=True)
class Section:
    """What a referee may say about one thing, with its rule; `closed` is why this role may not."""

    label: str
    rule: str
    moves: tuple[Move, ...] = ()
    closed: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a fighter stands, to be set by hand (A41, A83)."""

    who: Named
    hp: int
    state: str


@dataclass(frozen=True, slots=True)
class Group:
    """Sections that are folded together, or how everybody stands."""

    label: str
    sections: tuple[Section, ...] = ()
    standings: tuple[Standing, ...] = ()


def _groups(view: View, acting: Acting) -> Iterable[Group]:
    state: State = view.state
    teller = Teller(view, None)
    yield Group(
        _("In reach, out of reach"),
        (
            Section(_("All"), "R4 R5", tuple(_reach(state, acting))),
            Section(_("Leaves, comes back"), "A8", tuple(_leaving(state, teller, acting))),
        ),
    )
    closed = _closed(Ruling(""), acting)
    if closed:
        yield Group(_("Points and state"), (Section(_("Points, down, unconscious"), "A83", (), closed),))
    else:
        yield Group(_("Points and state"), (), tuple(_standings(state, teller)))
    closed = _closed(Longer(), acting)
    longer = () if closed else tuple(_longer(state, teller, acting))
    yield Group(_("Longer weapon"), (Section(_("+1 for"), "R67", longer, closed),))
    closed = _closed(Situation(""), acting)
    if closed:
        yield Group(_("Situation"), (Section(_("Disturbance, Hindrance, blind"), "R80", (), closed),))
        return
    sections = []
    for fighter in state.fighters:
        if fighter.present:
            who = teller.named(fighter.key)
            moves = tuple(_situations(state, fighter.key, fighter.situations, acting))
            sections.append(Section(f"{who.number or ''} {who.name}".strip(), "R80", moves))
    yield Group(_("Situation"), tuple(sections))


def _standings(state: State, teller: Teller) -> Iterable[Standing]:
    for fighter in state.fighters:
        if fighter.present:
            yield Standing(teller.named(fighter.key), fighter.hp, _lies(fighter))


def _lies(fighter: Fighter) -> str:
    return "unconscious" if fighter.unconscious else "down" if fighter.down else "stands"


def _closed(command: Any, acting: Acting) -> str:
    """Give why this role may not give such a command; empty where it may."""
    try:
        forms.allow(command, acting)
    except Refused as refused:
        return labels.explain(refused)
    return ""


def _move(state: State, acting: Acting, key: str, label: str, command: Any, on: bool = False) -> Move:
    refused = refusal(state, command)
    try:
        forms.allow(command, acting)
    except Refused as why:
        refused = why
    told = labels.explain(refused) if refused else ""
    return Move(key, label, tuple(_fields(command)), refused=told, on=on)


def _fields(command: Any) -> Iterable[tuple[str, str]]:
    yield "command", type(command).__name__
    for name in command.__dataclass_fields__:
        value = getattr(command, name)
        if isinstance(value, tuple):
            value = ",".join(str(one) for one in value)
        if value not in ("", None, 0, False):
            yield name, "on" if value is True else str(value)


def _reach(state: State, acting: Acting) -> Iterable[Move]:
    if state.parted:
        yield _move(state, acting, "close", _("Within reach again"), Close())
    else:
        yield _move(state, acting, "separate", _("Parted"), Separate())


def _leaving(state: State, teller: Teller, acting: Acting) -> Iterable[Move]:
    for fighter in state.fighters:
        who = teller.named(fighter.key)
        label = f"{who.number or ''} {who.name}".strip()
        command = Leave(fighter.key) if fighter.present else Join(key=fighter.key)
        yield _move(state, acting, fighter.key, label, command, on=fighter.present)


def _longer(state: State, teller: Teller, acting: Acting) -> Iterable[Move]:
    for fighter in state.fighters:
        who = teller.named(fighter.key)
        on = fighter.key in state.longer
        others = tuple(key for key in state.longer if key != fighter.key)
        wanted = others if on else (*others, fighter.key)
        yield _move(state, acting, fighter.key, f"{who.number or who.name}", Longer(wanted), on=on)


def _situations(state: State, key: str, named: tuple[str, ...], acting: Acting) -> Iterable[Move]:
    for kind, label in labels.SITUATIONS.items():
        wanted = tuple(one for one in named if one != kind) if kind in named else (*named, kind)
        yield _move(state, acting, f"{key} {kind}", str(label), Situation(key, wanted), on=kind in named)
