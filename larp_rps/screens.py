"""The screens of live combat for players and spectators, as the seam wants them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from larp_rps import arena, labels, own
from larp_rps.labels import number
from larp_rps.rules import preview
from larp_rps.rules.state import Fighter
from larp_rps.sums import pips
from referee.kernel.refusals import Refused
from referee.system import Screen, View

TEMPLATE = "larp_rps/clash.html"


def public(view: View) -> Screen:
    """Give what everybody at the fight may see: totals and outcomes, nobody's terms unless all are open."""
    return Screen(TEMPLATE, ("heading", "public"), arena.context(view))


def mine(view: View, keys: frozenset[str]) -> Screen:
    """Give what only these fighters' players see: the result not seen yet, own numbers, own keys."""
    return Screen(TEMPLATE, ("result", "mine", "keys"), own.context(view, keys))


@dataclass(frozen=True, slots=True)
class Line:
    """One weapon of *my numbers*: totals of a throw won, drawn, lost; its limits; what it is fit for."""

    name: str
    win: str
    draw: str
    lose: str
    most: str
    least: str
    defence: str
    shielded: str
    attacks: int
    held: bool
    fit: tuple[tuple[str, str], ...]


def numbers(fighter: Fighter) -> Screen:
    """Give *my numbers* of somebody as he stands now, by the steps that resolve a blow (L1)."""
    lines: tuple[Line, ...] = ()
    why = ""
    try:
        lines = tuple(_line(one, fighter) for one in preview.numbers(fighter.sheet))
    except Refused as refused:
        why = labels.explain(refused)
    context = {
        "points": fighter.hp,
        "maximum": fighter.sheet.hp,
        "pips": pips(fighter.hp, fighter.hp, fighter.sheet.hp),
        "fallen": _("Down") if fighter.down else _("Unconscious") if fighter.unconscious else "",
        "sheet": fighter.sheet,
        "lines": lines,
        "held": next((line for line in lines if line.held), None),
        "why": why,
    }
    return Screen("larp_rps/numbers.html", ("values", "numbers"), context)


def _line(one: preview.Numbers, fighter: Fighter) -> Line:
    weapon = one.weapon
    shield = sum(line.counted for line in one.defence.lines if line.code == "shield")
    fit = (
        (weapon.slow, _("slow"), "R41"),
        (weapon.pole, _("pole weapon"), "R69"),
        (weapon.knockout, _("knockout"), "R24"),
        (weapon.ambush, _("ambush"), "R34"),
    )
    return Line(
        labels.weapon(weapon.id),
        number(one.win.total),
        number(one.draw.total),
        number(one.lose.total),
        number(weapon.maximum if weapon.fixed is None else weapon.fixed),
        number(weapon.minimum if weapon.fixed is None else weapon.fixed),
        number(one.defence.total - shield),
        number(one.defence.total) if shield else "",
        one.attacks,
        any(held.weapon == weapon.id for held in fighter.hands),
        tuple((label, rule) for is_fit, label, rule in fit if is_fit),
    )
