"""The plan builder: what a plan would cost, where each blow would land, and what may come of it (V14.1).

It is made anew of the query with every tap; nothing is written until the plan is confirmed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from referee.adjudication.course import roll
from referee.kernel.refusals import Refused
from referee.system import View
from vex import labels, words
from vex.board import Named, Teller, course_of, edge_word
from vex.forms import names_in, read_plan, write_plan
from vex.notes import strain_word
from vex.offers import (
    Link,
    Target,
    action_label,
    detail_of,
    offers_for,
    refusal,
    targets_for,
    toggled,
    toggles,
    without_targets,
)
from vex.outlook import Shares, answers, risk, shares
from vex.results import Row, edge_row, rows
from vex.rules.chances import PlanChances, chances
from vex.rules.frames import Action, TakeTurn
from vex.rules.options import options, spirit_options
from vex.rules.plans import MOST_AP, Strain, cost, strain
from vex.rules.preview import Aim, Preview, preview
from vex.rules.state import State
from vex.screens import last_plan
from vex.words import number, signed, word

BUDGET = 2_500
"""Steps for the exact chances of a plan: over it they are shares of samples, marked so."""
SAMPLES = 400


@dataclass(frozen=True, slots=True)
class Blow:
    """One attack of a plan: whom it names, on whom it lands and why, its roll, its answers, the chances."""

    named: Named
    on: Named
    on_line: str
    on_reactions: int
    rules: tuple[str, ...]
    formula: str
    total: str
    edge: str
    dc: str
    dc_label: str
    terms: tuple[Row, ...]
    against: tuple[Row, ...]
    answers: tuple[tuple[str, str, str], ...]
    shares: Shares | None


@dataclass(frozen=True, slots=True)
class Line:
    """One action of the plan as it stands."""

    nth: int
    label: str
    detail: str
    ap: int
    blows: tuple[Blow, ...]
    why: str
    rule: str
    open: bool
    menu: str
    up: str
    down: str
    remove: str
    targets: tuple[Target, ...]


def builder(view: View, who: str, data: Mapping[str, str]) -> dict[str, Any]:
    """Give the builder's screen for the fields so far; raise Refused where they are no plan."""
    state: State = view.state
    teller = Teller(view)
    plan = read_plan(data.get("plan", ""))
    spirits = names_in(data.get("spirits", "")[:200])
    at = int(data["at"]) if data.get("at", "").isdecimal() and len(data["at"]) < 4 else -1
    link = Link(who, plan, spirits)
    command = TakeTurn(who, plan, spirits)
    refused = refusal(state, command)
    look = preview(state, command) if refused is None else None
    odds = _odds(state, command) if look is not None and look.aims else None
    fighter = state.fighter(who)
    made = look.strain if look is not None else strain(state, who, plan)
    before = last_plan(view, who)
    shown: dict[str, Any] = {
        "who": teller.named(who),
        "state": state,
        "found": fighter,
        "course": course_of(view, teller),
        "plan_text": write_plan(plan),
        "spirits_text": ",".join(spirits),
        "ap": made.ap,
        "boxes": ["held" if nth < made.ap else "" for nth in range(max(MOST_AP, made.ap))],
        "most": MOST_AP,
        "strain": _("none, by a spirit") if made.rested else strain_word(made.light, made.over),
        "strain_rule": _strain_rule(made),
        "strain_why": _strain_why(made),
        "lines": [_line(view, state, teller, link, plan, nth, at, look, odds) for nth in range(len(plan))],
        "why": labels.reason(refused.code, dict(refused.params)) if refused else "",
        "rule": refused.rule if refused else "",
        "add_link": link(step="add"),
        "back_link": link(step="plan"),
        "last_link": link(plan=before) if before and before != plan else "",
        "spirits": [
            (
                word(words.SPIRITS, one.spirit),
                one.cost,
                one.spirit in spirits,
                link(spirits=toggled(spirits, one.spirit)),
                labels.reason(one.refused.code, dict(one.refused.params)) if one.refused else "",
                one.refused.rule if one.refused else "",
            )
            for one in spirit_options(state, who, spirits)
        ]
        if fighter.points
        else [],
        "spirits_on": [word(words.SPIRITS, one) for one in spirits],
        "risk": risk(odds, who),
        "step": "",
        "offers": [],
        "targets": [],
    }
    step = data.get("step", "") or ("" if plan else "add")
    if step == "add":
        offers = offers_for(state, teller, link, plan, options(state, who, plan, spirits))
        shown |= {
            "step": "add",
            "offers": [one for one in offers if not one.idle],
            "idle": [one for one in offers if one.idle],
        }
    elif step == "pick" and data.get("do"):
        listed = tuple(
            one for one in options(state, who, plan, spirits) if without_targets(one.action) == data["do"]
        )
        if listed:
            shown |= {
                "step": "pick",
                "picked": action_label(listed[0].action),
                "targets": targets_for(state, teller, link, plan, spirits, listed),
            }
    return shown


def _odds(state: State, command: TakeTurn) -> PlanChances | None:
    try:
        return chances(state, command, roll, budget=BUDGET, samples=SAMPLES)
    except Refused:
        return None


def _strain_rule(made: Strain) -> str:
    if made.rested:
        return "V11.9"
    return {"two_heavy": "V3.10", "heavy_strain": "V3.9"}.get(made.light, "V3.7")


def _strain_why(made: Strain) -> str:
    if made.light in ("two_heavy", "heavy_strain"):
        return _("Heavy items") + f": {made.heavy}"
    return _("on the rolls of this plan") if made.light or made.over else ""


def _line(
    view: View,
    state: State,
    teller: Teller,
    link: Link,
    plan: tuple[Action, ...],
    nth: int,
    at: int,
    look: Preview | None,
    odds: PlanChances | None,
) -> Line:
    action = plan[nth]
    who = link.who
    speedy = "speed" in link.spirits
    aims = [aim for aim in look.aims if aim.act == nth] if look is not None else []
    refused = refusal(state, TakeTurn(who, plan[: nth + 1], link.spirits)) if look is None else None
    return Line(
        nth + 1,
        action_label(action),
        detail_of(state, teller, action),
        look.costs[nth] if look is not None else cost(who, action, speedy),
        tuple(_blow(state, teller, aim, place, odds) for place, aim in enumerate(aims, 1)),
        labels.reason(refused.code, dict(refused.params)) if refused else "",
        refused.rule if refused else "",
        at == nth,
        link(at=str(nth)) if at != nth else link(),
        link(plan=_swapped(plan, nth, nth - 1)) if nth else "",
        link(plan=_swapped(plan, nth, nth + 1)) if nth + 1 < len(plan) else "",
        link(plan=plan[:nth] + plan[nth + 1 :]),
        tuple(toggles(state, teller, link, plan, nth)) if at == nth else (),
    )


def _swapped(plan: tuple[Action, ...], one: int, other: int) -> tuple[Action, ...]:
    listed = list(plan)
    listed[one], listed[other] = listed[other], listed[one]
    return tuple(listed)


def _blow(state: State, teller: Teller, aim: Aim, n: int, odds: PlanChances | None) -> Blow:
    check = aim.check
    on = state.fighter(aim.on)
    counted = [line for line in check.modifier.lines if line.counted]
    formula = "d20" + "".join(f" {'+' if line.counted > 0 else '−'} {abs(line.counted)}" for line in counted)
    return Blow(
        teller.named(aim.named),
        teller.named(aim.on),
        word(words.LINES, str(on.line)),
        on.reactions,
        aim.rules,
        formula,
        signed(check.modifier.total),
        edge_word(check.edge),
        number(check.dc.total),
        word(words.ARMOUR_SHORT, on.armour),
        (*rows(check.modifier), *map(edge_row, check.edges.lines)),
        rows(check.dc),
        tuple(answers(odds, aim.act, n)),
        shares(odds, aim.act, n),
    )
