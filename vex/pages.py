"""Pages beside the board: the plan of a turn, a fighter's own page, a referee's checks, the history."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.kernel.refusals import Refused
from referee.system import Acting, Screen, View
from vex import words
from vex.board import Teller, hurts
from vex.exporting import scenario
from vex.forms import read_action
from vex.labels import wound
from vex.notes import overruled_word
from vex.planning import builder
from vex.results import chapters, rows
from vex.rules.catalogue import FISTS, armours, weapons
from vex.rules.codes import PARAMETERS, STANCES, STATUSES, WOUND_KINDS
from vex.rules.engine import RULES
from vex.rules.frames import Action, Camp
from vex.rules.numbers import armour_class, settled, survival
from vex.rules.numbers import numbers as parameter
from vex.rules.state import Fighter, State
from vex.words import number, word

NUMBERS = (
    "lives",
    "reactions",
    "charges",
    "points",
    "potions",
    "kit",
    "granted_reactions",
    "granted_charges",
)
"""What a referee sets with a stepper."""


def page(name: str, view: View, acting: Acting, data: Mapping[str, str]) -> Screen | None:
    """Give a page by its name; None where there is none for who looks."""
    who = data.get("who", "")
    state: State = view.state
    if name == "plan":
        if not state.has(who) or not may_act(acting, who):
            return None
        return Screen("vex/plan.html", ("plan",), builder(view, who, data))
    if name == "fighter":
        if not state.has(who):
            return None
        return Screen("vex/fighter.html", ("fighter",), fighter(view, who, acting))
    if name == "check" and acting.role != "player":
        return Screen("vex/check.html", ("check",), check(view, who))
    if name == "scenario":
        text = scenario(state, view.names)
        return Screen("vex/scenario.html", ("scenario",), {"text": text, "rows": text.count("\n") + 1})
    if name == "history":
        return Screen("vex/history.html", ("history",), {"story": chapters(view)})
    return None


def may_act(acting: Acting, who: str) -> bool:
    """Tell whether an actor takes a fighter's part: the own, one standing by, or as a referee anyone's."""
    return acting.role != "player" or who.partition(".")[0] in acting.keys


def check(view: View, who: str) -> dict[str, Any]:
    """Give whom a referee may call a check of, and of what (V2.6)."""
    teller = Teller(view)
    alive = [one for one in view.state.fighters if one.alive]
    return {
        "fighters": [teller.named(one.key) for one in alive],
        "chosen": who if view.state.has(who) else next((one.key for one in alive), ""),
        "parameter_names": [(name, word(words.PARAMETERS, name)) for name in PARAMETERS],
    }


def fighter(view: View, who: str, acting: Acting) -> dict[str, Any]:
    """Give everything about one fighter, and what may be done with him here."""
    state: State = view.state
    teller = Teller(view)
    found = state.fighter(who)
    company = view.company
    party = company.party(who) if company is not None else None
    return {
        "who": teller.named(who),
        "found": found,
        "parameters": [
            (name, word(words.PARAMETERS, name), number(total.total), rows(total))
            for name in PARAMETERS
            for total in (settled(parameter(state, found, name)),)
        ],
        "ac": settled(armour_class(state, found)),
        "ac_rows": rows(settled(armour_class(state, found))),
        "survival": settled(survival(state, found)),
        "survival_rows": rows(settled(survival(state, found))),
        "armour": word(words.ARMOUR_SHORT, found.armour),
        "perks": [word(words.PERKS, one) for one in found.sheet.perks],
        "tactic": word(words.TACTICS, found.sheet.tactic),
        "weapons": [word(words.ITEMS, one) for one in found.weapons],
        "hurts": hurts(found),
        "spirits": [word(words.SPIRITS, one.id) for one in found.spirits],
        "line": word(words.LINES, str(found.line)),
        "party": party,
        "may_act": may_act(acting, who),
        "referee": acting.role == "referee",
        "steppers": [(what, overruled_word(what), _value(found, what)) for what in NUMBERS],
        "statuses": [
            (what, word(words.STATUSES, what), _holds(found, what)) for what in STATUSES if what != "guarded"
        ],
        "stances": [(one, word(words.STANCES, one), found.stance == one) for one in STANCES],
        "wound_adds": [
            (kind, severity, f"{word(words.WOUNDS, kind)} −{severity}", _with(found, kind, severity))
            for kind in WOUND_KINDS
            for severity in (1, 2, 3, 4)
        ],
        "wound_drops": [
            (wound(one.kind, one.severity), _without(found, nth)) for nth, one in enumerate(found.wounds)
        ],
        "weapon_adds": [
            (name, word(words.ITEMS, name), ",".join((*found.weapons, name)))
            for name in weapons(state.items)
            if name != FISTS
        ],
        "weapon_drops": [
            (
                word(words.ITEMS, name),
                ",".join(one for place, one in enumerate(found.weapons) if place != nth),
            )
            for nth, name in enumerate(found.weapons)
        ],
        "armours": [(name, word(words.ARMOUR_SHORT, name), found.armour == name) for name in armours()],
        "loot": [(name, word(words.ITEMS, name)) for name in dict.fromkeys(state.ground)],
        "camp": camp(state, found, teller) if state.phase == "camp" else [],
        "order_first": ",".join((who, *(key for key in state.order if key != who))),
        "state": state,
        "lives": ("",) * found.lives + ("gone",) * (max(found.lives, found.sheet.lives) - found.lives),
    }


def _value(found: Fighter, what: str) -> int:
    if what.startswith("granted_"):
        return int(getattr(found.sheet, what.removeprefix("granted_")))
    return int(getattr(found, what))


def _holds(found: Fighter, what: str) -> bool:
    return bool(getattr(found, what))


def _text(found: Fighter) -> list[str]:
    return [f"{one.kind}:{one.severity}" for one in found.wounds]


def _with(found: Fighter, kind: str, severity: int) -> str:
    return ",".join((*_text(found), f"{kind}:{severity}"))


def _without(found: Fighter, nth: int) -> str:
    return ",".join(one for place, one in enumerate(_text(found)) if place != nth)


def camp(state: State, found: Fighter, teller: Teller) -> list[tuple[str, str, str]]:
    """Give what a fighter may do out of combat: the action's text, its word, on whom (V7.3, V9.14)."""
    friends = [one for one in state.fighters if one.side == found.side and one.alive]
    thinkable = [
        *(f"first_aid>{one.key}" for one in friends),
        *(f"potion>{one.key}" for one in friends),
        *(f"don@{name}" for name in armours() if name and name != found.armour),
        *(["doff"] if found.armour else []),
    ]
    offered = []
    for text in thinkable:
        action = read_action(text)
        try:
            RULES.begin(state, Camp(found.key, action))
        except Refused:
            continue
        offered.append((text, camp_word(action), " ".join(map(teller.name, action.targets))))
    return offered


def camp_word(action: Action) -> str:
    """Say what an action out of combat is."""
    label = word(words.ACTIONS, action.do)
    return f"{label}: {word(words.ITEMS, action.item)}" if action.item else label
