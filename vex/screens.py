"""The screens of a battle for players, spectators and referees, as the seam wants them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from referee.adjudication.dice import Slot
from referee.kernel.refusals import Refused
from referee.system import Screen, View
from vex import labels, words
from vex.board import Named, Teller, context, hurts
from vex.forms import write_plan
from vex.results import chapters, latest_roll
from vex.rules.catalogue import Weapon
from vex.rules.codes import PARAMETERS
from vex.rules.frames import Action
from vex.rules.numbers import armour_class, settled, survival
from vex.rules.numbers import numbers as parameter
from vex.rules.options import spirit_options
from vex.rules.state import Fighter, State
from vex.words import number, signed, word

TEMPLATE = "vex/clash.html"
CONSOLE = "vex/console.html"
TOLD = 4
"""Chapters that the board shows below itself; the history has the rest."""


def public(view: View) -> Screen:
    """Give what everybody at the battle sees: it has no secrets but sealed declarations."""
    shown = context(view)
    return Screen(TEMPLATE, ("heading", "public"), {**shown, "story": chapters(view)[-TOLD:]})


def mine(view: View, keys: frozenset[str]) -> Screen:
    """Give what only these fighters' players see and act on."""
    return Screen(TEMPLATE, ("result", "mine", "keys"), _acting(view, keys, referees=False))


def console(view: View) -> Screen:
    """Give what referees see and act on: everything, for anyone."""
    everyone = frozenset(one.key for one in view.state.fighters)
    acting = _acting(view, everyone, referees=True)
    return Screen(CONSOLE, ("heading", "rolled", "console", "consolekeys"), acting)


def _acting(view: View, keys: frozenset[str], *, referees: bool) -> dict[str, Any]:
    shown = context(view)
    course, company = shown["course"], view.company
    speaks = keys | _standing_by(view)
    story = chapters(view)
    rolls = _rolls(view, speaks)
    whose = course.who.key if course.who else ""
    forms = list(_window_forms(view, speaks))
    return {
        **shown,
        "story": story[-TOLD:],
        "latest": latest_roll(view),
        "referees": referees,
        "all_at_table": company is not None and company.at_table >= {one.key for one in company.parties},
        "amendable": view.told[-1].seq if view.told and view.told[-1].command else 0,
        "rolls": rolls,
        "next_slot": rolls[0] if rolls else None,
        "next_roller": Teller(view).named(rolls[0].who) if rolls else None,
        "faces": range(1, (rolls[0].sides if rolls else 20) + 1),
        "my_turn": course.kind == "turn" and (referees or _of(whose) in speaks),
        "automatic": course.kind == "turn" and not course.human,
        "window_forms": forms,
        "window_asks": any(not one.ready for one in forms),
        "window_name": view.window.name if view.window else "",
        "last_plan": write_plan(last_plan(view, whose)) if whose else "",
        "camp_fighters": [one for one in view.state.fighters if _of(one.key) in keys],
    }


def _rolls(view: View, speaks: frozenset[str]) -> list[Slot]:
    """Give the dice that these may type: of those who roll on the table, else whichever is missing (V1.5)."""
    missing = [slot for slot in view.slots if not slot.face and _of(slot.who) in speaks]
    typed = view.company.at_table if view.company is not None else frozenset()
    return [slot for slot in missing if slot.who in typed] or missing


def _of(key: str) -> str:
    """Give whose a fighter is: a skeleton is its summoner's."""
    return key.partition(".")[0]


def _standing_by(view: View) -> frozenset[str]:
    company = view.company
    if company is None:
        return frozenset()
    return frozenset(party.key for party in company.parties if party.standing == "by")


@dataclass(frozen=True, slots=True)
class Offer:
    """A spirit that can be declared, its price, and why not, if so."""

    spirit: str
    label: str
    cost: int
    why: str
    rule: str


@dataclass(frozen=True, slots=True)
class WindowForm:
    """What one fighter may declare in the open window, and whether he has."""

    name: str
    who: Named
    points: int
    ready: bool
    offers: tuple[Offer, ...]


def _window_forms(view: View, keys: frozenset[str]) -> Iterable[WindowForm]:
    if view.window is None:
        return
    teller = Teller(view)
    for key in view.window.window.who:
        if key in keys:
            offers = tuple(
                Offer(
                    one.spirit,
                    word(words.SPIRITS, one.spirit),
                    one.cost,
                    labels.reason(one.refused.code, dict(one.refused.params)) if one.refused else "",
                    one.refused.rule if one.refused else "",
                )
                for one in spirit_options(view.state, key, window="round")
                if one.spirit in view.window.window.options
            )
            points = view.state.fighter(key).points
            yield WindowForm(view.window.name, teller.named(key), points, key in view.window.ready, offers)


def last_plan(view: View, who: str) -> tuple[Action, ...]:
    """Give the last plan that was declared for a fighter, without those who are gone (V3.5)."""
    state: State = view.state
    for told in reversed(view.told):
        given = told.command
        if given and given.get("type") == "TakeTurn" and given.get("who") == who:
            return tuple(one for one in map(_action, given.get("plan", ())) if _still(state, one))
    return ()


def _action(stored: dict[str, Any]) -> Action:
    fields: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in stored.items()
    }
    return Action(**fields)


def _still(state: State, action: Action) -> bool:
    return all(state.has(name) and state.fighter(name).alive for name in action.targets)


@dataclass(frozen=True, slots=True)
class Arm:
    """One weapon of *my numbers*: what its hit roll adds, its power, and what it is for."""

    name: str
    bonus: str
    power: int
    slots: int
    does: tuple[str, ...]


def numbers(fighter: Fighter) -> Screen:
    """Give *my numbers* of somebody as he stands now, by the sums that the battle uses (L1)."""
    state = State((fighter,))
    why = ""
    arms: tuple[Arm, ...] = ()
    try:
        arms = tuple(_arm(state, fighter, state.weapon(name)) for name in (*fighter.weapons, "fists"))
    except Refused as refused:
        why = labels.explain(refused)
    most = max(fighter.sheet.lives, fighter.lives)
    shown = {
        "parameters": [
            (name, word(words.PARAMETERS, name), number(settled(parameter(state, fighter, name)).total))
            for name in PARAMETERS
        ],
        "ac": number(settled(armour_class(state, fighter)).total),
        "survival": number(settled(survival(state, fighter)).total),
        "lives": ("",) * fighter.lives + ("gone",) * (most - fighter.lives),
        "left": fighter.lives,
        "armour": word(words.ARMOUR_SHORT, fighter.armour),
        "reactions": fighter.reactions,
        "charges": fighter.charges,
        "points": fighter.points,
        "potions": fighter.potions,
        "kit": fighter.kit,
        "perks": [word(words.PERKS, one) for one in fighter.sheet.perks],
        "hurts": hurts(fighter),
        "arms": arms,
        "why": why,
    }
    return Screen("vex/numbers.html", ("values", "numbers"), shown)


def _arm(state: State, fighter: Fighter, weapon: Weapon) -> Arm:
    total = settled(parameter(state, fighter, weapon.parameter)).total + weapon.bonus
    does = tuple(word(words.ACTIONS, one) for one in weapon.actions)
    return Arm(labels.item(weapon.id), signed(total), weapon.power, weapon.slots, does)
