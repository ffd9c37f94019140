"""Terms, reasons and refusals of VEX in words. Parameters are numbers and things, never fighters' names."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from referee.kernel.refusals import Refused
from referee.kernel.terms import Line
from vex.words import ACTIONS, ITEMS, PARAMETERS, SPIRITS, WOUNDS, Words, number, word

TERMS: Words = {
    "base": _("Sheet"),
    "genius": _("Genius"),
    "armour_master": _("Armour master"),
    "masochist": _("Masochist"),
    # Translators: ru Стойка
    "stance": _("Stance"),
    "concentration": _("Concentration"),
    "super_concentration": _("Super concentration"),
    # Translators: ru Открытая рана
    "wound": _("Open wound"),
    "burn": _("Burn"),
    "bandage": _("Bandage"),
    "skeletons": _("Reserved skeletons"),
    "threefold": _("Mastery, three times"),
    "weapon": _("Weapon"),
    # Translators: ru Узкое пространство
    "narrow": _("Narrow place"),
    "stun": pgettext_lazy("action", "Stun"),
    # Translators: ru Лёгкое напряжение
    "light_strain": _("Light strain"),
    "heavy_strain": _("Light strain, heavy item"),
    "two_heavy": _("Light strain, two heavy items"),
    # Translators: ru Мультиатака
    "multi": _("Several targets"),
    "multi_attack_master": _("Multi-attack master"),
    "spirit_strike": pgettext_lazy("spirit", "Strike"),
    # Translators: ru КБ, Класс брони
    "armour_class": _("Armour class, base"),
    # Translators: ru Стойкость
    "survival": _("Survival, base"),
    "floor": _("Floor of the armour"),
    "lowered_floor": _("Floor against a hammer"),
    "super_strike": _("Super strike"),
    # Translators: ru КС
    "evade_dc": _("Difficulty"),
    "breakthrough_dc": _("Difficulty"),
    "guard_dc": _("Difficulty"),
    "first_aid_dc": _("Difficulty"),
    "heal_dc": _("Difficulty"),
    "summon_dc": _("Difficulty"),
    "check_dc": _("Difficulty"),
    "two_handed": _("Two-handed sword"),
    "ranged": _("Ranged weapon"),
    "fireball": _("Fireball"),
    "lightning": pgettext_lazy("action", "Lightning"),
    "tough": pgettext_lazy("perk", "Tough"),
    "fighter": pgettext_lazy("perk", "Fighter"),
    "knight": _("Knight"),
    "marksman": _("Marksman"),
    "mage": _("Mage"),
    "master": pgettext_lazy("perk", "Master"),
    "rogue": _("Rogue"),
    # Translators: ru Перенапряжение
    "overstrain": _("Overstrain"),
    # Translators: ru Связан боем
    "engaged": pgettext_lazy("status", "Engaged"),
    "referee": _("Referee’s word"),
}
"""What a line of a total, an advantage or a disadvantage is called."""

REASONS: Words = {
    "indomitable": _("Indomitable"),
    "sniper": _("Sniper"),
    "close_quarters_shooter": _("Close-quarters shooter"),
    "second_wind": _("Second wind"),
    "ruling": _("by a ruling"),
    "darkness": _("cast by Darkness"),
    "not_to_the_trial": _("not in the trial"),
}
"""Why a line does not count."""

REFUSALS: Words = {
    "unknown_action": _("No such action: %(action)s"),
    "too_many_ap": _("AP %(ap)s of 4"),
    "too_many_actions": _("Too many actions: %(number)s"),
    "no_target": _("No target"),
    "no_such_target": _("No such target"),
    "target_dead": _("The target is dead"),
    "wrong_side": _("The target is on the wrong side"),
    "two_heavy_items": _("Two heavy items: AP 2 at most"),
    "not_carried": _("Not carried: %(weapon)s"),
    "wrong_order": _("The order names other weapons than those carried"),
    "armour_stays": _("Armour is not handed over or dropped"),
    "only_out_of_combat": _("Only out of combat"),
    "no_such_armour": _("No such armour: %(item)s"),
    "no_slot": _("No free slot"),
    "not_a_sniper": _("The perk is missing: Sniper"),
    "wrong_weapon": _("Not with this weapon: %(weapon)s"),
    "not_in_the_rear": _("The target is not in the rear"),
    "no_such_stance": _("No such stance"),
    "no_such_line": _("No such line"),
    "too_little_int": _("Intellect 3 is needed: %(int)s"),
    "no_skeleton": _("No skeleton"),
    "skeleton_takes_nothing": _("A skeleton hands over, drops and takes nothing"),
    "target_hidden": _("The target is hidden"),
    "not_hidden": _("The target is not hidden"),
    "searched_already": _("Searched in this turn already"),
    "no_kit": _("No charge in the kit"),
    "no_open_wound": _("No such open wound"),
    "no_potion": _("No potion"),
    "no_such_item": _("Not there: %(item)s"),
    "another_line": _("Not on the same line"),
    "too_many_targets": _("One target only"),
    "named_twice": _("Named twice"),
    "no_such_spirit": _("No such spirit"),
    "too_few_points": _("Spirit points: %(points)s"),
    "wrong_window": _("Not in this window: %(spirit)s"),
    "stunned_berserk": _("Stunned: no Berserk"),
    "no_such_fighter": _("No such fighter"),
    "dead": _("Dead"),
    "not_your_turn": _("It is another turn"),
    "turns_left": _("Turns of this round are left"),
    "no_round": _("No round has begun"),
    "no_window": _("No window is open"),
    "nobody_stands": _("Nobody stands"),
    "no_such_parameter": _("No such parameter"),
    "bad_number": _("This number does not fit: %(number)s"),
    "bad_overrule": _("This cannot be set so"),
    "key_taken": _("In the battle already"),
    "bad_sheet": _("This value does not fit: %(field)s %(value)s"),
    # the site's side of it
    "no_such_command": _("No such act in VEX"),
    "bad_plan": _("This plan cannot be read: %(value)s"),
    "invalid_field": _("This value does not fit: %(field)s %(value)s"),
    "field_missing": _("Missing: %(field)s"),
    "referees_word": _("A referee says this"),
    "not_your_fighter": _("Not your fighter"),
}
"""Why something is refused or skipped."""

_NAMED: dict[str, Words] = {
    "weapon": ITEMS,
    "item": ITEMS,
    "action": ACTIONS,
    "spirit": SPIRITS,
    "param": PARAMETERS,
}
"""Parameters of refusals that are ids."""


def item(name: str) -> str:
    """Give what an item is called: the catalogue's word, or the event's own."""
    return word(ITEMS, name)


def term(line: Line) -> str:
    """Give the label of a line of a total."""
    if line.code == "base" and line.source in PARAMETERS:
        return word(PARAMETERS, line.source)
    if line.code == "weapon" and line.source:
        return item(line.source)
    if line.code in ("floor", "lowered_floor") and line.source:
        return gettext("%(label)s: %(item)s") % {"label": word(TERMS, line.code), "item": item(line.source)}
    return word(TERMS, line.code)


def wound(kind: str, severity: int) -> str:
    """Give a wound, burn or bandage with what it takes."""
    return f"{word(WOUNDS, kind)} {number(-severity)}"


def reason(code: str, params: dict[str, Any] | None = None) -> str:
    """Word the code of a refusal or of a skipped action, without its rule."""
    given = {name: _named(name, value) for name, value in (params or {}).items()}
    words = word(REFUSALS, code)
    if "%(" not in words:
        return words
    try:
        return words % given
    except KeyError:
        return words.partition(":")[0]


def _named(name: str, value: Any) -> str:
    words = _NAMED.get(name)
    if words is not None:
        return word(words, str(value))
    return number(value) if isinstance(value, int) else str(value)


def explain(refused: Refused) -> str:
    """Word a refusal, with its rule."""
    told = reason(refused.code, dict(refused.params))
    return f"{told} ({refused.rule})" if refused.rule else told
