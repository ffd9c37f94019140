"""What VEX asks for: the character sheet, the game side of gear, and an event's rulings."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from referee.system import Entrant, Field, Schema, Words
from vex.rules.catalogue import FISTS, armours, weapons
from vex.rules.codes import PARAMETERS, WOUND_KINDS
from vex.words import ITEMS, PERKS, TACTICS, WOUNDS
from vex.words import PARAMETERS as PARAMETER_WORDS

_WEAPONS = tuple((name, ITEMS.get(name, name)) for name in weapons() if name != FISTS)
_ARMOUR = (("", _("None")), *((name, ITEMS.get(name, name)) for name in armours() if name))

WOUND = Schema(
    (
        Field(
            "kind", "choice", _("Kind"), "V10.1", "wound", choices=tuple((k, WOUNDS[k]) for k in WOUND_KINDS)
        ),
        Field("severity", "int", _("Severity"), "V10.1", 1, 1, 4),
    )
)

SHEET = Schema(
    (
        *(Field(name, "int", PARAMETER_WORDS[name], "V2.1", 0, -99, 99) for name in PARAMETERS),
        # Translators: ru Жизни
        Field("lives", "int", _("Lives"), "V2.4", 1, 0, 99),
        Field("weapons", "choices", _("Weapons, the first in hand"), "V7.2", (), choices=_WEAPONS),
        Field("armour", "choice", _("Armour"), "V7.1", "", choices=_ARMOUR),
        Field("perks", "choices", _("Perks"), "V12.21", (), choices=tuple(PERKS.items())),
        # Translators: ru Очки спиритов
        Field("spirit_points", "int", _("Spirit points"), "V11.2", 0, 0, 999),
        Field("potions", "int", _("Healing potions"), "V9.15", 0, 0, 99),
        Field("kit_charges", "int", _("Kit charges"), "V9.14", 0, 0, 99),
        # Translators: ru Очки реакции, ОР
        Field("reactions", "int", _("Reaction points a round"), "V3.1", 1, 0, 9),
        # Translators: ru Контратаки
        Field("charges", "int", _("Counterattack charges a round"), "V3.1", None, 0, 9),
        # Translators: ru Тактика
        Field("tactic", "choice", _("Tactic"), "V13.1", "predatory", choices=tuple(TACTICS.items())),
        Field("line", "int", _("Line: 1 vanguard, 2 rear"), "V5.1", 1, 1, 2, hint=_("1 vanguard · 2 rear")),
        Field("wounds", "rows", _("Wounds and bandages"), "V10.1", (), inner=WOUND),
    )
)

GEAR = Schema(
    (
        Field(
            "item",
            "choice",
            _("Item of the catalogue"),
            "V8",
            "ordinary_sword",
            choices=(*_WEAPONS, *_ARMOUR[1:]),
        ),
    )
)


def _yes_no(first: str) -> tuple[tuple[str, Words], ...]:
    words = {"no": pgettext_lazy("ruling", "No"), "yes": pgettext_lazy("ruling", "Yes")}
    return tuple((value, words[value]) for value in (first, "no" if first == "yes" else "yes"))


RULINGS = Schema(
    (
        Field(
            "riposte_after_life_lost",
            "choice",
            _("Riposte after a lost life?"),
            "V2.5",
            "no",
            choices=_yes_no("no"),
        ),
        Field(
            "reactions_per_attack",
            "choice",
            _("Reactions against one attack?"),
            "V4.4",
            "one_of_each",
            choices=(
                ("one_of_each", _("A counterattack and a riposte")),
                ("one_in_all", _("One in all")),
            ),
        ),
        Field("stunned_reacts", "choice", _("Do the stunned react?"), "V4.9", "no", choices=_yes_no("no")),
        Field(
            "weapon_bonus_in_trial",
            "choice",
            _("The weapon’s bonus in the trial of death?"),
            "V6.7",
            "yes",
            choices=_yes_no("yes"),
        ),
        Field(
            "lightning_trial",
            "choice",
            _("Lightning’s trial of death?"),
            "V6.8",
            "disadvantage",
            choices=(("disadvantage", _("With disadvantage")), ("plain", _("One plain die"))),
        ),
        Field(
            "fist_wound",
            "choice",
            _("The wound of a fist?"),
            "V6.9",
            "formula",
            choices=(("formula", _("Lowered by armour")), ("always_light", _("Always light"))),
        ),
    )
)


def plain(entrant: Entrant) -> dict[str, Any]:
    """Give a cleaned sheet as the rules open it."""
    sheet = dict(entrant.sheet)
    return {
        "side": entrant.side,
        "params": {name: sheet[name] for name in PARAMETERS},
        "wounds": [(one["kind"], one["severity"]) for one in sheet["wounds"] or ()],
        "weapons": list(sheet["weapons"] or ()),
        "perks": list(sheet["perks"] or ()),
        **{
            name: sheet[name]
            for name in (
                "lives", "armour", "spirit_points", "potions", "kit_charges", "reactions", "charges",
                "tactic", "line",
            )
        },
    }  # fmt: skip
