"""What may come of a plan, as people read it: percent of each blow, what answers it, the own risk (V14.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from vex import words
from vex.rules.chances import PlanChances
from vex.words import word


@dataclass(frozen=True, slots=True)
class Shares:
    """The chances of one blow, in percent; `exact` is written out for those who tap."""

    miss: int
    wound: int
    death: int
    stun: bool
    exactly: str
    sampled: bool


def answers(odds: PlanChances | None, act: int, n: int) -> Iterable[tuple[str, str, str]]:
    """Say which reactions may answer a blow, with their chance (V4)."""
    if odds is None:
        return
    for role, rule in (
        ("intercept", "V9.4"),
        ("counterattack", "V4.1"),
        ("riposte", "V4.2"),
        ("counter", "V4.6"),
    ):
        share = sum(
            (
                one.chance("begun")
                for one in odds.blows
                if one.stroke.act == act
                and (one.stroke.n == n or role == "intercept")
                and one.stroke.role == role
            ),
            Fraction(0),
        )
        if share:
            yield word(words.ROLES, role), rule, _("yes") if share >= 1 else f"{percent(share)} %"


def percent(share: Fraction) -> int:
    """Give a chance in whole percent, never 0 or 100 where it is neither."""
    rounded = round(share * 100)
    if share and not rounded:
        return 1
    return 99 if share < 1 and rounded == 100 else rounded


def shares(odds: PlanChances | None, act: int, n: int) -> Shares | None:
    """Give the chances of one attack of a plan."""
    if odds is None:
        return None
    mine = [
        one
        for one in odds.blows
        if one.stroke.act == act and one.stroke.n == n and one.stroke.role == "attack"
    ]
    if not mine:
        return None

    def share(*names: str) -> Fraction:
        return sum((one.chance(name) for one in mine for name in names), Fraction(0))

    stun = bool(share("stunned"))
    death = share("stunned") if stun else share("life")
    wound = share("wound_1", "wound_2", "wound_3", "wound_4", "burn")
    worst = percent(min(death, Fraction(1)))
    hurt = min(percent(min(wound, Fraction(1))), 100 - worst)
    named = (
        (_("Hit"), share("hit")),
        (_("Wound"), wound),
        (pgettext("status", "Stunned") if stun else _("Death"), death),
    )
    exactly = " · ".join(f"{label} {_exact(chance)}" for label, chance in named)
    return Shares(100 - worst - hurt, hurt, worst, stun, exactly, not odds.exact)


def _exact(share: Fraction) -> str:
    return number_format(float(share) * 100, 2) + "\N{NO-BREAK SPACE}%"


def risk(odds: PlanChances | None, who: str) -> str:
    """Say what may come to the fighter itself over the plan."""
    if odds is None:
        return ""
    wounded, life = odds.fate(who, "wounded"), odds.fate(who, "life")
    parts = []
    if wounded:
        parts.append(f"{_('Wound')} {percent(wounded)} %")
    if life:
        parts.append(f"{_('Life −1')} {percent(life)} %")
    return " · ".join(parts)
