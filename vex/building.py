"""Building a fighter on the spot: the guided sheet, with slots, weight and numbers as they come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from referee.kernel.refusals import Refused
from referee.system import Entrant, Sheet, View
from vex import labels, words
from vex.forms import names_in, number_in
from vex.rules.codes import PARAMETERS, PERKS, TACTICS
from vex.rules.numbers import value
from vex.rules.opening import open_fighter
from vex.rules.plans import HEAVY_VIT, SLOTS, heavy_items, slots_used
from vex.rules.state import State
from vex.schemas import SHEET, plain
from vex.screens import numbers
from vex.words import word

HANDS = ("first", "second", "third")
COUNTS = ("lives", "spirit_points", "potions", "kit_charges")


def sheet_in(data: Mapping[str, str], start: Mapping[str, Any]) -> Sheet:
    """Make a cleaned sheet of the builder's fields; raise Refused where one does not fit.

    What is not said stays as in `start`.
    """
    sheet = dict(start)
    for name in (*PARAMETERS, *COUNTS, "line"):
        if data.get(name):
            sheet[name] = number_in(data, name)
    if any(hand in data for hand in HANDS):
        sheet["weapons"] = [data[hand] for hand in HANDS if data.get(hand)]
    for name in ("armour", "tactic"):
        if name in data:
            sheet[name] = data[name]
    if "built" in data:
        sheet["perks"] = list(names_in(data.get("perks", "")))
        sheet["charges"] = None
    return SHEET.clean(sheet)


def builder(
    view: View, templates: Mapping[str, Mapping[str, Any]], data: Mapping[str, str]
) -> dict[str, Any]:
    """Give the builder's screen for the fields so far."""
    start = templates.get(data.get("from", ""), templates["swordsman"])
    try:
        sheet = sheet_in(data, start)
        hints, why = hints_of(sheet), ""
    except Refused as refused:
        sheet, hints, why = dict(start), {}, labels.explain(refused)
    fields = {field.key: field for field in SHEET.fields}
    carried = [*sheet["weapons"], "", "", ""][: len(HANDS)]
    sides = sorted({one.side for one in view.state.fighters})
    return {
        **hints,
        "why": why,
        "chosen": data.get("from", ""),
        "examples": [(key, word(words.CREATURES, key)) for key in templates],
        "name": data.get("name", ""),
        "sides": sides,
        "side": data.get("side") or sides[-1],
        "parameters": [(key, word(words.PARAMETERS, key), sheet[key]) for key in PARAMETERS],
        "counts": [(key, fields[key].label, sheet[key]) for key in COUNTS],
        "hands": [
            (hand, label, place)
            for hand, label, place in zip(
                HANDS, (_("In hand"), _("Second"), _("Third")), carried, strict=True
            )
        ],
        "weapons": fields["weapons"].choices,
        "armours": fields["armour"].choices,
        "armour": sheet["armour"],
        "perks": [(key, word(words.PERKS, key), key in sheet["perks"]) for key in PERKS],
        "tactics": [(key, word(words.TACTICS, key), key == sheet["tactic"]) for key in TACTICS],
        "line": sheet["line"],
    }


def hints_of(sheet: Sheet) -> dict[str, Any]:
    """Say what a sheet comes to: slots, weight, and the numbers of each weapon; raise Refused."""
    used = slots_used((), tuple(sheet["weapons"]))
    fighter = open_fighter("me", plain(Entrant("me", "A", sheet)) | {"weapons": sheet["weapons"]})
    state = State((fighter,))
    heavy = heavy_items(state, fighter)
    return {
        "values": numbers(fighter).context,
        "slots": f"{used}/{SLOTS}",
        "heavy": heavy,
        "strain": _strain(heavy, value(state, fighter, "VIT")),
    }


def _strain(heavy: int, vitality: int) -> tuple[str, str]:
    """Say what heavy items bring, with the rule (V3.9, V3.10)."""
    if heavy > 1:
        return _("AP 2 at most, light strain always"), "V3.10"
    if heavy and vitality < HEAVY_VIT:
        return _("light strain always"), "V3.9"
    return (_("none"), "V3.8")
