"""Words for what live combat counts, does and refuses: codes to labels, in the reader's language.

A label stands beside its value and its rule; no name stands inside one. A code that is not known is shown as
it is: a sheet's weapon or race may have the owner's own name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from referee.kernel.refusals import Refused

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    from referee.kernel.terms import Line

type Words = Mapping[str, _StrPromise]

TERMS: Words = {
    "aim": _("Aimed attack"),
    "aim_floor": _("Aiming, at least"),
    "aim_number": _("Aimed attack, a referee’s number"),
    "ambushed_before": _("Ambushed before: Hindrance"),
    "anatomy": _("Anatomy"),
    "armour": _("Armour (SFÉ)"),
    "attack": _("Attack, sheet"),
    "blind": _("Blind"),
    "charge_attack": _("Charge"),
    "charge_defence": _("Charge"),
    "charge_maximum": _("Charge: maximum × 1.5"),
    "damage": _("Damage"),
    "defence": _("Defence, sheet"),
    "dexterity": _("Dexterity"),
    "difference": _("Difference = damage"),
    "disturbance": _("Disturbance"),
    "fixed_damage": _("Fixed damage"),
    "hindrance": _("Hindrance"),
    "initiative_won": _("Throw won"),
    "knockout": _("Knockout"),
    "knockout_special": _("Knockout Special Attack"),
    "longer_weapon": _("Longer weapon"),
    "loss_needed": _("Loss, at least"),
    "maximum": _("Maximum"),
    "minimum": _("Minimum"),
    "no_gain": _("Loss, at least"),
    "no_throw": _("No throw"),
    "physique": _("Physique"),
    "physique_least": _("Physique, at least"),
    "points": _("Points"),
    "receiver_maximum": _("Charge received: maximum × 1.5"),
    "shield": _("Shield"),
    "situation_number": _("Situation, a referee’s number"),
    "surprise": _("Surprise"),
    "threshold_special": _("Knockout Special Attack: threshold"),
    "throw_drawn": _("Throw drawn"),
    "throw_lost": _("Throw lost"),
    "throw_won": _("Throw won"),
    "two_weapon_deduction": _("Two-weapon fighting"),
    "waived_against": _("No throw: counts as lost"),
    "waived_for": _("No throw: counts as won"),
    "weapon_attack": _("weapon use"),
    "weapon_bonus": _("Weapon, a referee’s word"),
    "weapon_defence": _("weapon use"),
    "weapon_maximum": _("Maximum of the weapon"),
}
"""What a line of a total counts."""

REASONS: Words = {
    "declined": _("declined"),
    "equal_length": _("equal length"),
    "fixed_damage": _("fixed damage counts"),
    "knockout_special": _("with the Special Attack"),
    "not_granted": _("not granted"),
    "not_the_charged": _("another target"),
    "not_won": _("not won"),
    "race_unknown": _("race not known"),
    "shield_down": _("shield down"),
    "stalled": _("charge stalled"),
    "surprised": _("surprised"),
}
"""Why a line does not count; a line that is beaten names the one that is larger instead."""

SIGNS: Words = {"rock": _("Rock"), "paper": _("Paper"), "scissors": _("Scissors")}

HANDS: Words = {"right": _("Right hand"), "left": _("Left hand")}

WEAPONS: Words = {
    "": _("Bare hand"),
    "axe": _("Axe"),
    "battleaxe": _("Battleaxe"),
    "bite": _("Bite"),
    "bow": _("Bow"),
    "claws": _("Claws"),
    "club": _("Club"),
    "crossbow": _("Crossbow"),
    "dagger": _("Dagger"),
    "garrotte": _("Garrotte"),
    "greataxe": _("Great axe"),
    "greatsword": _("Great sword"),
    "halberd": _("Halberd"),
    "longsword": _("Longsword"),
    "mace": _("Mace"),
    "shortsword": _("Short sword"),
    "sling": _("Sling"),
    "spear": _("Spear"),
    "staff": _("Staff"),
    "sword": _("Sword"),
    "throwing_axe": _("Throwing axe"),
    "throwing_knife": _("Throwing knife"),
    "warhammer": _("War hammer"),
}
"""Known weapon types; a weapon of another id is called by its id."""

CREATURES: Words = {
    "bandit": _("Bandit"),
    "guard": _("Guard"),
    "orc": _("Orc"),
    "troll": _("Troll"),
    "wolf": _("Wolf"),
}

PARTS: Words = {
    "arm": _("Arm"),
    "elbow": _("Elbow"),
    "forehead": _("Forehead"),
    "hand": _("Hand"),
    "head": _("Head"),
    "knee": _("Knee"),
    "leg": _("Leg"),
    "torso": _("Torso"),
}
"""Parts of the body that are aimed at (R87, R88)."""

SITUATIONS: Words = {
    "disturbance": _("Disturbance"),
    "hindrance": _("Hindrance"),
    "blind": _("Blind"),
}

TACTICS: Words = {
    "single": _("One weapon"),
    "attacking": _("Attacking tactic"),
    "feint": _("Repeating feint"),
    "defending": _("Defending tactic"),
}

STATUSES: Words = {
    "acts": _("acts"),
    "casting": _("casting"),
    "charge_announced": _("charge announced"),
    "charging": _("charging"),
    "down": _("down"),
    "hasted": _("hasted"),
    "hindered": _("Hindrance"),
    "hindered_next": _("Hindrance in the next round"),
    "joined": _("joins"),
    "left": _("out of reach"),
    "longer_weapon": _("longer weapon"),
    "passed": _("passed"),
    "situation": _("situation"),
    "stalled": _("charge stalled"),
    "unconscious": _("unconscious"),
}
"""How a fighter stands, in small words."""

ATTRIBUTES: Words = {
    "attack": _("Attack"),
    "defence": _("Defence"),
    "dexterity": _("Dexterity"),
    "physique": _("Physique"),
    "hp": _("Points (ÉP)"),
    "armour": _("Armour"),
}

INITIATIVE_REASONS: Words = {
    "first": _("beginning of the fight"),
    "parted": _("after parting"),
    "joined": _("somebody joined"),
    "tie": _("opponents were level"),
}
"""Why initiative was thrown (R3, R5, R6, R12)."""

FIRSTS: Words = {
    "caster": _("The spell is first"),
    "weapon": _("The weapon is first"),
    "both": _("Both at once"),
}
"""Who is first between spell and weapon (R72)."""

REFUSALS: Words = {
    "ambush_first": _("An ambush is the first attack of a round."),
    "ambushers_only": _("A round of ambush: ambushers alone act."),
    "armour_negative": _("Armour below 0: %(armour)s"),
    "attacks_too_few": _("Attacks: at least 1"),
    "casting": _("Casting: no attack in this round."),
    "charge_in_round": _("A charge is announced before the round."),
    "charge_stalled": _("The charge has stalled."),
    "charge_too_short": _("A charge takes 5 m: %(centimetres)s cm"),
    "command_unknown": _("No such act in live combat."),
    "deduction_positive": _("A deduction over 0: %(weapon)s %(deduction)s"),
    "down": _("Down: acts when a referee says so."),
    "favours_neither": _("Favoured is one of the two."),
    "field_missing": _("Missing: %(field)s"),
    "field_unknown": _("No such field: %(field)s"),
    "hand_rests": _("This hand rests in the tactic."),
    "hand_unknown": _("Nothing in this hand."),
    "here_already": _("In the fight already."),
    "himself": _("Attacker and target are the same."),
    "invalid_field": _("This value does not fit: %(field)s %(value)s"),
    "km_only": _("A referee says this."),
    "km_order_stands": _("A referee’s order stands."),
    "left": _("Out of reach."),
    "level_needed": _("Two-weapon fighting, level needed: %(level)s"),
    "loss_negative": _("A loss below 0: %(loss)s"),
    "minimum_over_maximum": _("Minimum over maximum: %(weapon)s %(minimum)s > %(maximum)s"),
    "named_twice": _("Named twice."),
    "no_attack_left": _("No attack left in this round."),
    "no_blow": _("No blow to overrule."),
    "no_hit_no_loss": _("No hit, no loss."),
    "no_initiative_of_his": _("No initiative is thrown for this fighter."),
    "no_order": _("No order yet: initiative comes first."),
    "no_round": _("No round is running."),
    "no_such_command": _("No such act in live combat."),
    "not_a_deduction": _("A deduction is 0 or less: %(number)s"),
    "not_cleared_for_ambush": _("Not cleared for ambush: %(weapon)s"),
    "not_cleared_for_knockout": _("Not cleared for knockout: %(weapon)s"),
    "not_parted": _("The parties have not parted."),
    "not_your_fighter": _("Not your fighter."),
    "one_attack_only": _("One attack in a round with this weapon."),
    "only_joined": _("Just joined: acts from the next initiative."),
    "order_by_nobody": _("An order is a referee’s or an assistant’s."),
    "order_incomplete": _("The order must name everybody who has a turn."),
    "order_stands": _("The order stands: no initiative now."),
    "part_unknown": _("Another part of the body: a referee names the number."),
    "parted": _("The parties have parted: come back first."),
    "penalty_empty": _("Nothing is lost by this."),
    "ruling_unknown": _("No such ruling: %(ruling)s %(value)s"),
    "situation_unknown": _("No such situation."),
    "struck_already": _("Struck in this round already: no spell."),
    "tactic_too_late": _("A tactic is chosen before the round’s first attack."),
    "tactic_unknown": _("No such tactic."),
    "target_fallen": _("The target has fallen: a referee says this."),
    "threshold_too_small": _("Threshold below 1: %(threshold)s"),
    "turn_over": _("The turn of this round is over."),
    "two_weapons_needed": _("Two weapons in hand are needed."),
    "unconscious": _("Unconscious: acts when awake again."),
    "unknown_fighter": _("No such fighter here."),
    "weapon_nameless": _("A weapon needs a name."),
    "weapon_negative": _("A number below 0: %(weapon)s"),
    "weapon_rests": _("A slow weapon rests in this round: %(weapon)s"),
    "weapon_twice": _("Two weapons of one name."),
    "weapon_unknown": _("No such weapon on the sheet: %(weapon)s"),
    "wrong_voice": _("This is another role’s word."),
}
"""Why something is refused. Parameters are numbers, weapons and field names, never fighters."""

POINTS = pgettext_lazy("value", "Points (ÉP)")


def number(value: int) -> str:
    """Write a number with a true minus."""
    return str(value).replace("-", "−")


def signed(value: int) -> str:
    """Write a number with its sign."""
    return f"+{value}" if value > 0 else number(value)


def word(words: Words, code: str) -> str:
    """Give the label of a code; the code itself where it has none."""
    return str(words.get(code, code))


def weapon(name: str) -> str:
    """Give what a weapon is called: its type's word, or the owner's own name for it."""
    return word(WEAPONS, name)


def term(line: Line) -> str:
    """Give the label of a line of a total."""
    label = word(TERMS, line.code)
    if line.code in ("weapon_attack", "weapon_defence", "two_weapon_deduction"):
        return gettext("%(weapon)s, %(what)s") % {"weapon": weapon(line.source), "what": label}
    return label


def explain(refused: Refused) -> str:
    """Word a refusal, with its rule."""
    params = {key: weapon(str(value)) if key == "weapon" else value for key, value in refused.params.items()}
    words = str(REFUSALS[refused.code]) if refused.code in REFUSALS else refused.code
    told = words % params if "%(" in words else words
    return f"{told} ({refused.rule})" if refused.rule else told
