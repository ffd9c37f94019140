"""What happens in a battle beside rolls: label, value, rule, and a weight for what readers look for first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from vex import labels, words
from vex.board import Teller
from vex.rules import events as e
from vex.words import number, word

type Told = tuple[str, str, str] | tuple[str, str, str, str]


def note(event: Any, teller: Teller) -> Told | None:
    """Tell an event; None where the lines around it show it already."""
    make = _NOTES.get(type(event))
    return make(event, teller) if make else None


def _resource(name: str) -> str:
    match name:
        case "charge":
            # Translators: ru Контратака
            return _("charge")
        case "free":
            return _("free")
    # Translators: ru ОР
    return _("reaction point")


def _order(event: e.Ordered, teller: Teller) -> Told:
    return _("Order"), " · ".join(teller.name(key) for key in event.order), "V3.3"


def _intercepted(event: e.Intercepted, teller: Teller) -> Told:
    return word(words.SPIRITS, "interception"), " · ".join(teller.name(key) for key in event.order), "V11.7"


def _bought(event: e.SpiritBought, teller: Teller) -> Told:
    return (
        _("Spirit"),
        f"{teller.name(event.who)}: {word(words.SPIRITS, event.spirit)} −{event.cost}",
        "V11.1",
    )


def _used(event: e.SpiritUsed, teller: Teller) -> Told:
    return _("Spirit used"), f"{teller.name(event.who)}: {word(words.SPIRITS, event.spirit)}", "V11.3"


def _declared(event: e.PlanDeclared, teller: Teller) -> Told:
    strain = strain_word(event.light, event.over)
    return _("Plan"), f"AP {event.ap} · " + _("Strain") + f": {strain}", "V3.7"


def strain_word(light: str, over: bool) -> str:
    """Say what the strain of a turn is (V3.7)."""
    parts = []
    if light:
        # Translators: ru Лёгкое: −3
        parts.append(_("light: −3"))
    if over:
        # Translators: ru перенапряжение: помеха
        parts.append(_("overstrain: disadvantage"))
    return ", ".join(parts) or _("none")


def _lost(event: e.TurnLost, teller: Teller) -> Told:
    return _("Turn lost"), teller.name(event.who), "V9.5", "lost"


def _skipped(event: e.Skipped, teller: Teller) -> Told:
    on = f" → {teller.name(event.on)}" if event.on else ""
    return _("Skipped"), f"{word(words.ACTIONS, event.action)}{on}: {labels.reason(event.code)}", event.rule


def _retargeted(event: e.Retargeted, teller: Teller) -> Told:
    named = f"{teller.name(event.was)} → {teller.name(event.on)}"
    return _("New target"), f"{named} · {word(words.TACTICS, event.tactic)}", "V13.2"


def _redirected(event: e.Redirected, teller: Teller) -> Told:
    return _("The blow lands on"), f"{teller.name(event.was)} → {teller.name(event.on)}", event.rule


def _moved(event: e.Moved, teller: Teller) -> Told:
    return word(words.LINES, str(event.line)), teller.name(event.who), event.rule


def _spent(event: e.ReactionSpent, teller: Teller) -> Told:
    value = f"{teller.name(event.who)} · {_resource(event.resource)}"
    return word(words.ROLES, event.role), value, event.rule


def _collided(event: e.Collided, teller: Teller) -> Told:
    # Translators: ru Столкновение
    return _("Collision"), f"{teller.name(event.who)} – {teller.name(event.on)}", "V4.5"


def _missed(event: e.BlowMissed, teller: Teller) -> Told | None:
    match event.why:
        case "evaded":
            return _("Evaded"), teller.name(event.stroke.on), "V11.8", "miss"
        case "failed":
            return _("Invulnerable"), teller.name(event.stroke.on), "V11.16", "miss"
    return pgettext("blow", "Miss"), teller.name(event.stroke.on), "V6.4", "miss"


def _wounded(event: e.Wounded, teller: Teller) -> Told:
    hurt = labels.wound(event.wound.kind, event.wound.severity)
    return hurt, teller.name(event.stroke.on), event.rule, "wound"


def _unhurt(event: e.Unhurt, teller: Teller) -> Told:
    return _("No wound"), teller.name(event.stroke.on), "V6.9", "miss"


def _life(event: e.LifeLost, teller: Teller) -> Told:
    # Translators: ru Жизнь −1
    return _("Life −1"), teller.name(event.stroke.on), event.rule, "life"


def _fell(event: e.Fell, teller: Teller) -> Told:
    loot = ", ".join(labels.item(name) for name in event.dropped)
    return (
        _("Dead"),
        teller.name(event.who) + (" · " + _("to the ground") + f": {loot}" if loot else ""),
        "V2.4",
        "dead",
    )


def _stunned(event: e.Stunned, teller: Teller) -> Told:
    if not event.changed:
        return _("Stun changes nothing"), teller.name(event.stroke.on), "V9.5", "miss"
    return word(words.STATUSES, "stunned"), teller.name(event.stroke.on), "V9.5", "stunned"


def _hid(event: e.Hid, teller: Teller) -> Told:
    return (
        word(words.STATUSES, "hidden"),
        teller.name(event.who),
        "V12.7" if event.how == "coward" else "V9.12",
    )


def _revealed(event: e.Revealed, teller: Teller) -> Told:
    return _("Stealth ends"), teller.name(event.who), "V9.12"


def _guarded(event: e.Guarded, teller: Teller) -> Told:
    named = f"{teller.name(event.on)} · {teller.name(event.who)}"
    return word(words.STATUSES, "guarded"), named, "V9.13", "help"


def _failed(event: e.Failed, teller: Teller) -> Told:
    return _("Failed"), f"{word(words.ROLLS, event.roll)} · {teller.name(event.who)}", "V1.1", "miss"


def _through(event: e.BrokeThrough, teller: Teller) -> Told:
    return _("Broke through"), teller.name(event.who), "V9.4"


def _healed(event: e.Healed, teller: Teller) -> Told:
    return _("Wounds −2"), teller.name(event.on), event.rule, "help"


def _kit(event: e.KitUsed, teller: Teller) -> Told:
    return _("Kit charge −1"), teller.name(event.who), "V9.14"


def _treated(event: e.Treated, teller: Teller) -> Told:
    left = word(words.WOUNDS, "bandage") if event.bandage else _("wound gone")
    return word(words.ACTIONS, "first_aid"), f"{teller.name(event.on)}: {left}", "V9.14", "help"


def _summoned(event: e.Summoned, teller: Teller) -> Told:
    return _("Skeleton stands"), teller.name(event.skeleton.key), "V9.10", "help"


def _dismissed(event: e.Dismissed, teller: Teller) -> Told:
    return word(words.ACTIONS, "dismiss"), teller.name(event.skeleton), "V9.10"


def _stance(event: e.StanceTaken, teller: Teller) -> Told:
    return (
        word(words.ACTIONS, "stance"),
        f"{teller.name(event.who)}: {word(words.STANCES, event.stance)}",
        "V9.11",
    )


def _reordered(event: e.Reordered, teller: Teller) -> Told:
    return word(words.ACTIONS, "reorder"), ", ".join(labels.item(one) for one in event.order), "V7.2"


def _given(event: e.Given, teller: Teller) -> Told:
    named = f"{teller.name(event.who)} → {teller.name(event.on)}"
    return word(words.ACTIONS, "give"), f"{named}: {labels.item(event.item)}", "V9.15"


def _dropped(event: e.Dropped, teller: Teller) -> Told:
    return word(words.ACTIONS, "drop"), f"{teller.name(event.who)}: {labels.item(event.item)}", "V9.15"


def _dressed(event: e.Dressed, teller: Teller) -> Told:
    value = word(words.ARMOUR_SHORT, event.armour)
    return _("Armour"), f"{teller.name(event.who)}: {value}", "V7.3"


def _checked(event: e.Checked, teller: Teller) -> Told:
    said = _("Passed") if event.passed else _("Failed")
    return said, f"{teller.name(event.who)} · {word(words.PARAMETERS, event.param)}", "V2.6", "check"


def _joined(event: e.Joined, teller: Teller) -> Told:
    return _("Joined"), teller.name(event.fighter.key), "V3.2", "help"


def _ended(event: e.CombatEnded, teller: Teller) -> Told:
    return _("Combat is over"), "", "V2.5", "help"


def _overruled(event: e.Overruled, teller: Teller) -> Told:
    value = " ".join(
        (
            *(labels.item(one) for one in event.words),
            *(labels.wound(one.kind, one.severity) for one in event.wounds),
        )
    ) or number(event.number)
    who = f"{teller.name(event.who)} · " if event.who else ""
    return _("Referee’s word"), f"{who}{overruled_word(event.what)}: {value}", "V2.6", "word"


def overruled_word(what: str) -> str:
    """Say what a referee sets by hand."""
    named = {
        "lives": _("Lives"),
        "line": _("Line"),
        "reactions": _("Reaction points"),
        "charges": _("Counterattack charges"),
        "points": _("Spirit points"),
        "potions": _("Healing potions"),
        "kit": _("Kit charges"),
        "wounds": _("Wounds and bandages"),
        "weapons": _("Weapons"),
        "armour": _("Armour"),
        "stance": word(words.ACTIONS, "stance"),
        "away": pgettext("fighter", "Away"),
        "granted_reactions": _("Reaction points a round"),
        "granted_charges": _("Counterattack charges a round"),
        "narrow": _("Narrow place"),
        "order": _("Order"),
        "loot": _("Loot"),
    }
    return named.get(what) or word(words.STATUSES, what)


_NOTES: Mapping[type, Callable[[Any, Teller], Told | None]] = {
    e.Ordered: _order,
    e.Intercepted: _intercepted,
    e.SpiritBought: _bought,
    e.SpiritUsed: _used,
    e.PlanDeclared: _declared,
    e.TurnLost: _lost,
    e.Skipped: _skipped,
    e.Retargeted: _retargeted,
    e.Redirected: _redirected,
    e.Moved: _moved,
    e.ReactionSpent: _spent,
    e.Collided: _collided,
    e.BlowMissed: _missed,
    e.Wounded: _wounded,
    e.Unhurt: _unhurt,
    e.LifeLost: _life,
    e.Fell: _fell,
    e.Stunned: _stunned,
    e.Hid: _hid,
    e.Revealed: _revealed,
    e.Guarded: _guarded,
    e.Failed: _failed,
    e.BrokeThrough: _through,
    e.Healed: _healed,
    e.KitUsed: _kit,
    e.Treated: _treated,
    e.Summoned: _summoned,
    e.Dismissed: _dismissed,
    e.StanceTaken: _stance,
    e.Reordered: _reordered,
    e.Given: _given,
    e.Dropped: _dropped,
    e.Dressed: _dressed,
    e.Checked: _checked,
    e.Joined: _joined,
    e.CombatEnded: _ended,
    e.Overruled: _overruled,
}
