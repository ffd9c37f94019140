"""What live combat asks for: the character sheet, the game side of gear, and an event's rulings.

None of the numbers is built in (A13, R40): they come from sheets and the weapon check.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from referee.system import Field, Schema

CATEGORIES = (
    ("sword", _("Sword")),
    ("dagger", _("Dagger")),
    ("throwing", _("Throwing weapon")),
    ("axe", _("Axe")),
    ("mace", _("Mace")),
    ("pole", _("Pole weapon")),
    ("bow", _("Bow")),
    ("crossbow", _("Crossbow")),
    ("other", pgettext_lazy("weapon", "Other")),
)

WEAPON = Schema(
    (
        Field("id", "text", _("Name"), default=""),
        Field("attack", "int", _("Weapon use, attack"), "A13", 0, -50, 50),
        Field("defence", "int", _("Weapon use, defence"), "A13", 0, -50, 50),
        Field("max", "int", _("Maximum damage"), "R35", 6, 0, 100),
        Field("min", "int", _("Minimum damage"), "R36", 0, 0, 100),
        Field("fixed", "int", _("Fixed damage"), "R39", None, 0, 100),
        Field("category", "choice", _("Category"), "R42", "sword", choices=CATEGORIES),
        Field("slow", "bool", _("Slow weapon"), "R41", False),
        Field("pole", "bool", _("Pole weapon"), "R69", False),
        Field("ranged", "bool", _("Ranged weapon"), "A19", False),
        Field("knockout", "bool", _("Fit for a knockout"), "R24", False),
        Field("ambush", "bool", _("Fit for an ambush"), "R34", False),
        Field("attacks", "int", _("Attacks per hand and round, by a referee's leave"), "R49", None, 1, 9),
        Field("deduction", "int", _("Deduction in two-weapon fighting"), "A63", 0, -20, 0),
    )
)

SHEET = Schema(
    (
        Field("attack", "int", _("Attack"), "A13", 0, -100, 200),
        Field("defence", "int", _("Defence"), "A13", 0, -100, 200),
        Field("dexterity", "int", _("Dexterity"), "R8", 0, -20, 100),
        Field("physique", "int", _("Physique"), "R21", 1, 1, 100),
        Field("hp", "int", _("Points"), "R21", 10, 1, 500),
        Field("armour", "int", _("Armour"), "R22", 0, 0, 100),
        Field("shield", "int", _("Shield"), "A13", 0, 0, 50),
        Field("race", "text", _("Race"), "R28", "human"),
        Field("anatomy", "text", _("Anatomy of these races"), "R28", ""),
        Field("two_weapon", "int", _("Two-weapon fighting, level"), "A68", 0, 0, 9),
        Field("knockout_modifier", "int", _("Knockout Special Attack, modifier"), "R25", None, -20, 20),
        Field("knockout_threshold", "int", _("Knockout Special Attack, threshold"), "R25", None, 1, 100),
        Field("weapons", "rows", _("Weapons"), "R40", (), inner=WEAPON),
        Field("right", "text", _("In the right hand"), "", ""),
        Field("left", "text", _("In the left hand"), "", ""),
        Field("points", "int", _("Points now"), "R21", None, -500, 500, default_from="hp"),
        Field("unconscious", "bool", _("Unconscious"), "R23", False),
        Field("down", "bool", _("Down"), "A83", False),
    )
)

GEAR = WEAPON

RULINGS = Schema(
    (
        Field(
            "combat_values",
            "choice",
            _("What do the combat values cover?"),
            "A10",
            "attack_defence",
            choices=(
                ("attack_defence", _("Attack and Defence")),
                ("with_initiative", _("Initiative too")),
            ),
        ),
        Field(
            "situations",
            "choice",
            _("Do Disturbance and Hindrance add up?"),
            "A11",
            "larger",
            choices=(("larger", _("The larger counts")), ("sum", _("They add up"))),
        ),
        Field(
            "ranged_throw",
            "choice",
            _("Is a throw made for ranged weapons?"),
            "A19",
            "throw",
            choices=(("throw", _("Yes")), ("none", _("No: modifier 0"))),
        ),
        Field(
            "armour",
            "choice",
            _("Armour before or after the maximum?"),
            "A22",
            "after_cap",
            choices=(("after_cap", _("After")), ("before_cap", _("Before"))),
        ),
        Field(
            "maximum",
            "choice",
            _("Which raises the maximum first?"),
            "A25",
            "charge_then_anatomy",
            choices=(
                ("charge_then_anatomy", _("The charge, then Anatomy")),
                ("anatomy_then_charge", _("Anatomy, then the charge")),
            ),
        ),
        Field(
            "stalled_charge",
            "choice",
            _("What does a stalled charge lose?"),
            "A30",
            "no_attack",
            choices=(("no_attack", _("The attack")), ("no_bonus", _("The charge's bonuses"))),
        ),
        Field(
            "failed_knockout",
            "choice",
            _("A knockout that misses its threshold?"),
            "A40",
            "nothing",
            choices=(("nothing", _("Nothing happens")), ("ordinary_damage", _("Ordinary damage"))),
        ),
        Field(
            "slow_weapon",
            "choice",
            _("In which round does a slow weapon strike first?"),
            "A53",
            "first_round",
            choices=(("first_round", _("In the first")), ("second_round", _("In the second"))),
        ),
        Field(
            "two_hand_defence",
            "choice",
            _("Defending tactic against two signs?"),
            "A66",
            "per_hand",
            choices=(
                ("per_hand", _("Each hand its own modifier")),
                ("both_modifiers", _("Both modifiers with either hand")),
            ),
        ),
        Field(
            "spell_draw",
            "choice",
            _("A drawn throw between spell and weapon?"),
            "A70",
            "both",
            choices=(
                ("both", _("Both at once")),
                ("weapon", _("The weapon first")),
                ("caster", _("The caster first")),
            ),
        ),
        Field(
            "joiner",
            "choice",
            _("When does a joiner's initiative come?"),
            "A6",
            "next_round",
            choices=(("next_round", _("In the next round")), ("at_once", _("At once"))),
        ),
        Field(
            "mixed_pair",
            "choice",
            _("A fast and a common weapon in two hands?"),
            "A57",
            "fast_hand",
            choices=(
                ("fast_hand", _("Only the fast hand strikes twice")),
                ("both_hands", _("Both hands strike twice")),
            ),
        ),
    )
)
