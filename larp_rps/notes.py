"""What happens in a fight beside blows and initiative, as label, value and rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from larp_rps import labels
from larp_rps.labels import signed, word
from larp_rps.rules import events as happened


@dataclass(frozen=True, slots=True)
class Named:
    """A fighter as words name him: beside a label, never inside a sentence."""

    key: str
    name: str
    side: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that happened: label, value, rule."""

    label: str
    value: str
    rule: str
    kind: str = "note"


type Name = Callable[[str], Named]


def note(event: Any, named: Name) -> Note | None:
    """Tell an event; None where the screen itself shows it, as it does the number of a round."""
    make = _NOTES.get(type(event))
    return make(event, lambda key: named(key).name) if make else None


type _Names = Callable[[str], str]


def _order(event: happened.OrderSet, names: _Names) -> Note:
    by = _("Order by a referee") if event.by == "km" else _("Order by an assistant referee")
    groups = " · ".join(" = ".join(names(key) for key in group) for group in event.groups)
    return Note(by, groups, "R14")


def _pole(event: happened.PoleFirst, names: _Names) -> Note:
    return Note(_("Pole weapon first in the charge"), names(event.who), "R69")


def _ended(event: happened.RoundEnded, names: _Names) -> Note | None:
    if not event.tie:
        return None
    return Note(_("Opponents were level"), _("initiative again"), "R12")


def _joined(event: happened.FighterJoined, names: _Names) -> Note:
    return Note(_("Joined"), names(event.fighter.key), "R6")


def _returned(event: happened.FighterReturned, names: _Names) -> Note:
    return Note(_("Came back"), names(event.who), "A8")


def _left(event: happened.FighterLeft, names: _Names) -> Note:
    return Note(_("Left"), names(event.who), "A8")


def _parted(event: happened.PartiesSeparated, names: _Names) -> Note:
    return Note(_("Parted"), _("beyond weapon distance"), "R4")


def _close(event: happened.PartiesClosed, names: _Names) -> Note:
    return Note(_("Within weapon distance again"), _("initiative again"), "R5")


def _passed(event: happened.TurnPassed, names: _Names) -> Note:
    return Note(
        _("Overtaken: passed") if event.overtaken else pgettext("turn", "Passed"), names(event.who), "A5"
    )


def ruled_state(event: happened.BlowOverruled | happened.FighterRuled) -> list[str]:
    """Give how a fighter stands by a referee's word; nothing for one who stands."""
    return [_("unconscious")] * event.unconscious + [_("down")] * event.down


def _overruled(event: happened.BlowOverruled, names: _Names) -> Note:
    before = f"{signed(-event.was_loss)}" if event.was_hit else _("no hit")
    after = f"{signed(-event.loss)}" if event.hit else _("no hit")
    if event.knocked_out:
        after = _("knocked out")
    words = [f"{names(event.at)}: {before} → {after}", *ruled_state(event)]
    return Note(_("Referee’s word"), ", ".join(words), "KM")


def _charge(event: happened.ChargeAnnounced, names: _Names) -> Note:
    metres = _("%(metres)s m") % {"metres": number_format(event.centimetres / 100, 1)}
    return Note(_("Charge announced"), f"{names(event.who)} → {names(event.at)} · {metres}", "R83")


def _spell(event: happened.SpellCast, names: _Names) -> Note:
    firsts = " · ".join(f"{names(one.who)}: {word(labels.FIRSTS, one.first)}" for one in event.firsts)
    return Note(_("Spell"), f"{names(event.who)} · {firsts}" if firsts else names(event.who), event.rule)


def _tactic(event: happened.TacticTaken, names: _Names) -> Note:
    return Note(word(labels.TACTICS, event.tactic), names(event.who), "A67")


def _armed(event: happened.FighterArmed, names: _Names) -> Note:
    held = ", ".join(labels.weapon(one.weapon) for one in event.hands) or labels.weapon("")
    return Note(_("In hand"), f"{names(event.who)}: {held}", "")


def _situation(event: happened.SituationNamed, names: _Names) -> Note:
    kinds = ", ".join(word(labels.SITUATIONS, kind) for kind in event.kinds)
    if event.number:
        kinds = signed(event.number)
    return Note(_("Situation"), f"{names(event.who)}: {kinds or _('none')}", "R80")


def _longer(event: happened.LongerGranted, names: _Names) -> Note:
    return Note(_("Longer weapon"), ", ".join(names(key) for key in event.who) or _("nobody"), "R67")


def _haste(event: happened.HasteGiven, names: _Names) -> Note:
    return Note(_("Haste, attacks per hand"), f"{names(event.who)}: {event.attacks or '–'}", "R48")


def _allowance(event: happened.AllowanceGiven, names: _Names) -> Note:
    return Note(_("Leave, attacks in a round"), f"{names(event.who)}: {event.attacks or '–'}", "A58")


def _ruled(event: happened.FighterRuled, names: _Names) -> Note:
    points = f"{labels.number(event.was_hp)} → {labels.number(event.hp)}"
    return Note(
        _("Referee’s word: points"), ", ".join((f"{names(event.who)}: {points}", *ruled_state(event))), "KM"
    )


def _verdict(event: happened.VerdictGiven, names: _Names) -> Note:
    succeeded = _("succeeded") if event.succeeded else _("failed")
    return Note(_("Ambush, a referee’s verdict"), f"{names(event.who)}: {succeeded}", "R32")


def _penalty(event: happened.PenaltyGiven, names: _Names) -> Note:
    loss = f"{word(labels.ATTRIBUTES, event.attribute)} {signed(-event.amount)}"
    return Note(_("Permanent loss"), f"{names(event.who)}: {loss}", "R33")


_NOTES: Mapping[type, Callable[[Any, _Names], Note | None]] = {
    happened.OrderSet: _order,
    happened.PoleFirst: _pole,
    happened.RoundEnded: _ended,
    happened.FighterJoined: _joined,
    happened.FighterReturned: _returned,
    happened.FighterLeft: _left,
    happened.PartiesSeparated: _parted,
    happened.PartiesClosed: _close,
    happened.TurnPassed: _passed,
    happened.BlowOverruled: _overruled,
    happened.ChargeAnnounced: _charge,
    happened.SpellCast: _spell,
    happened.TacticTaken: _tactic,
    happened.FighterArmed: _armed,
    happened.SituationNamed: _situation,
    happened.LongerGranted: _longer,
    happened.HasteGiven: _haste,
    happened.AllowanceGiven: _allowance,
    happened.FighterRuled: _ruled,
    happened.VerdictGiven: _verdict,
    happened.PenaltyGiven: _penalty,
}
