"""Sums as people read them: rows with label, rule and value, those that did not count included (L4)."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from larp_rps import labels
from larp_rps.labels import number, signed
from larp_rps.rules.state import Fighter
from referee.kernel.terms import Line, Sum

PIPS = 20
"""Points that are drawn one by one; with more a bar of ten stands beside the number."""

_PLAIN = frozenset(
    {
        "attack",
        "damage",
        "defence",
        "dexterity",
        "difference",
        "fixed_damage",
        "physique",
        "threshold_special",
        "weapon_maximum",
    }
)
"""Lines that a sum starts from: their numbers have no sign."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a sum. `kind` is empty, notmet, beaten, limit, overruled or sum; `why` keeps it out."""

    label: str
    rule: str
    value: str
    kind: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Total:
    """A total and, for whom it concerns, the rows that make it."""

    label: str
    total: int
    side: str
    rows: tuple[Row, ...] = ()

    @property
    def number(self) -> str:
        """The total, with a true minus."""
        return number(self.total)


def comparison(attack: int, defence: int) -> Row:
    """Give the row that decides a hit: only the greater Total Attack is one (R17, A18)."""
    numbers = {"attack": number(attack), "defence": number(defence)}
    if attack > defence:
        return Row(_("%(attack)s is greater than %(defence)s") % numbers, "R17", "✓")
    if attack == defence:
        return Row(_("%(attack)s equals %(defence)s") % numbers, "R17", "✗")
    return Row(_("%(attack)s is less than %(defence)s") % numbers, "R17", "✗")


def rows(total: Sum) -> tuple[Row, ...]:
    """Give the rows of a total, those that did not count included (L4)."""
    codes = {line.code: labels.term(line) for line in total.lines}
    listed = []
    for line in total.lines:
        if line.standing in ("floor", "cap") and not line.counted:
            continue
        listed.append(row(line, codes))
    return tuple(listed)


def row(line: Line, codes: dict[str, str] | None = None) -> Row:
    """Give one line of a total; `codes` names the lines beside it."""
    label = labels.term(line)
    match line.standing:
        case "not_met":
            return Row(label, line.rule, "0", "notmet", labels.word(labels.REASONS, line.by))
        case "beaten" | "neutralised":
            larger = (codes or {}).get(line.by, line.by)
            why = _("larger counts") if line.standing == "beaten" else _("with")
            return Row(f"{label} {signed(line.value)}", line.rule, "0", "beaten", f"{why}: {larger}")
        case "floor" | "cap":
            return Row(f"{label} {number(line.value)}", line.rule, signed(line.counted), "limit")
    plain = line.code in _PLAIN
    return Row(label, line.rule, number(line.counted) if plain else signed(line.counted))


def maximum_of(fighter: Fighter) -> int:
    """Give the points of a fighter who is unhurt."""
    return fighter.sheet.hp


def pips(points: int, before: int, maximum: int) -> tuple[str, ...]:
    """Give the boxes of points: held (""), lost "now", "gone" before; ten of them for more than 20."""
    most = max(maximum, points, before, 1)
    boxes = most if most <= PIPS else 10
    held = max(0, -(-max(points, 0) * boxes // most))
    had = max(held, -(-max(before, 0) * boxes // most))
    return ("",) * held + ("now",) * (had - held) + ("gone",) * (boxes - had)
