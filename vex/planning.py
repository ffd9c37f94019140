"""The plan builder: what a plan would cost, where each blow would land, and what may come of it (V14.1).

It is made anew of the query with every tap; nothing is written until the plan is confirmed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import replace
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from referee.adjudication.course import roll
from referee.kernel.refusals import Refused
from referee.system import View
from vex import labels, words
from vex.board import Named, Teller, course_of, edge_word
from vex.forms import names_in, read_plan, write_plan
from vex.notes import strain_word
from vex.outlook import Shares, answers, risk, shares
from vex.results import Row, rows
from vex.rules.chances import PlanChances, chances
from vex.rules.codes import ATTACKS
from vex.rules.engine import RULES
from vex.rules.frames import Action, TakeTurn
from vex.rules.options import Option, options, spirit_options
from vex.rules.plans import MOST_AP, SINGLE, Strain, cost, strain
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
class Target:
    """A target that may be added to an action or taken out: the link, and why not, if so."""

    who: Named
    line: str
    on: bool
    link: str
    why: str
    rule: str
    lands: str = ""
    dc: str = ""


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


@dataclass(frozen=True, slots=True)
class Offer:
    """One more action that may stand next: a link that adds it or asks for its target, or why not."""

    label: str
    detail: str
    ap: int
    link: str
    why: str
    rule: str


def builder(view: View, who: str, data: Mapping[str, str]) -> dict[str, Any]:
    """Give the builder's screen for the fields so far; raise Refused where they are no plan."""
    state: State = view.state
    teller = Teller(view)
    plan = read_plan(data.get("plan", ""))
    spirits = names_in(data.get("spirits", "")[:200])
    at = int(data["at"]) if data.get("at", "").isdecimal() and len(data["at"]) < 4 else -1
    link = _Link(who, plan, spirits)
    command = TakeTurn(who, plan, spirits)
    refused = _refusal(state, command)
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
        "back_link": link(),
        "last_link": link(plan=before) if before and before != plan else "",
        "spirits": [
            (
                word(words.SPIRITS, one.spirit),
                one.cost,
                one.spirit in spirits,
                link(spirits=_toggled(spirits, one.spirit)),
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
        listed = options(state, who, plan, spirits)
        shown |= {"step": "add", "offers": _offers(state, teller, link, plan, listed)}
    elif step == "pick" and data.get("do"):
        listed = tuple(one for one in options(state, who, plan, spirits) if _key(one.action) == data["do"])
        if listed:
            shown |= {
                "step": "pick",
                "picked": action_label(listed[0].action),
                "targets": _targets_for(state, teller, link, plan, spirits, listed),
            }
    return shown


class _Link:
    """Makes the links of the builder: the same plan with something changed."""

    def __init__(self, who: str, plan: tuple[Action, ...], spirits: tuple[str, ...]) -> None:
        self._who, self._plan, self._spirits = who, plan, spirits

    def __call__(
        self,
        plan: tuple[Action, ...] | None = None,
        spirits: tuple[str, ...] | None = None,
        **more: str,
    ) -> str:
        fields = {"who": self._who, "plan": write_plan(self._plan if plan is None else plan)}
        bought = self._spirits if spirits is None else spirits
        if bought:
            fields["spirits"] = ",".join(bought)
        return f"?{urlencode({**fields, **more})}"


def _refusal(state: State, command: TakeTurn) -> Refused | None:
    try:
        RULES.begin(state, command)
    except Refused as refused:
        return refused
    return None


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


def action_label(action: Action) -> str:
    """Say what an action is, with the thing that it uses."""
    label = word(words.ACTIONS, action.do)
    thing = action.item or action.weapon
    if thing and action.do not in ("heal", "summon", "lightning", "fireball"):
        return f"{label}: {labels.item(thing)}"
    return label


def _detail(state: State, teller: Teller, action: Action) -> str:
    match action.do:
        case "stance":
            return word(words.STANCES, action.stance)
        case "move":
            return word(words.LINES, str(action.line))
        case "reorder":
            return _("First") + f": {labels.item(action.order[0])}" if action.order else ""
    if not action.targets:
        return ""
    label = _("Target") if len(action.targets) == 1 else _("Targets")
    named = ", ".join(_with_line(state, teller, name) for name in action.targets)
    return f"{label}: {named}"


def _with_line(state: State, teller: Teller, name: str) -> str:
    if not state.has(name):
        return name
    return f"{teller.name(name)} ({word(words.LINES, str(state.fighter(name).line))})"


def _line(
    view: View,
    state: State,
    teller: Teller,
    link: _Link,
    plan: tuple[Action, ...],
    nth: int,
    at: int,
    look: Preview | None,
    odds: PlanChances | None,
) -> Line:
    action = plan[nth]
    who = link._who
    speedy = "speed" in link._spirits
    aims = [aim for aim in look.aims if aim.act == nth] if look is not None else []
    refused = _refusal(state, TakeTurn(who, plan[: nth + 1], link._spirits)) if look is None else None
    return Line(
        nth + 1,
        action_label(action),
        _detail(state, teller, action),
        look.costs[nth] if look is not None else cost(who, action, speedy),
        tuple(_blow(state, teller, aim, place, odds) for place, aim in enumerate(aims, 1)),
        labels.reason(refused.code, dict(refused.params)) if refused else "",
        refused.rule if refused else "",
        at == nth,
        link(at=str(nth)) if at != nth else link(),
        link(plan=_swapped(plan, nth, nth - 1)) if nth else "",
        link(plan=_swapped(plan, nth, nth + 1)) if nth + 1 < len(plan) else "",
        link(plan=plan[:nth] + plan[nth + 1 :]),
        tuple(_toggles(state, teller, link, plan, nth)) if at == nth else (),
    )


def _swapped(plan: tuple[Action, ...], one: int, other: int) -> tuple[Action, ...]:
    listed = list(plan)
    listed[one], listed[other] = listed[other], listed[one]
    return tuple(listed)


def _toggled(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(one for one in names if one != name) if name in names else (*names, name)


def _toggles(
    state: State, teller: Teller, link: _Link, plan: tuple[Action, ...], nth: int
) -> Iterable[Target]:
    """Give whom an action could name besides, and whom it names (V9.16)."""
    action = plan[nth]
    if not action.targets or action.do in SINGLE:
        return
    side = state.fighter(link._who).side
    for one in state.fighters:
        if not one.alive or (one.side == side) == (action.do in ATTACKS):
            continue
        changed = replace(action, targets=_toggled(action.targets, one.key))
        if not changed.targets:
            continue
        other = (*plan[:nth], changed, *plan[nth + 1 :])
        refused = _refusal(state, TakeTurn(link._who, other, link._spirits))
        yield Target(
            teller.named(one.key),
            word(words.LINES, str(one.line)),
            one.key in action.targets,
            link(plan=other, at=str(nth)),
            labels.reason(refused.code, dict(refused.params)) if refused else "",
            refused.rule if refused else "",
        )


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
        (*rows(check.modifier), *rows(check.edges)),
        rows(check.dc),
        tuple(answers(odds, aim.act, n)),
        shares(odds, aim.act, n),
    )


def _key(action: Action) -> str:
    """Name an action without its targets."""
    return write_plan((replace(action, targets=()),))


def _offers(
    state: State, teller: Teller, link: _Link, plan: tuple[Action, ...], listed: Sequence[Option]
) -> list[Offer]:
    """Give one offer for each thing that can be done, whatever its target; the possible ones first."""
    grouped: dict[str, list[Option]] = {}
    for one in listed:
        grouped.setdefault(_key(one.action), []).append(one)
    offered = []
    for key, group in grouped.items():
        open_ones = [one for one in group if one.refused is None]
        first = (open_ones or group)[0]
        aimed = bool(first.action.targets) and not (len(open_ones) == 1 and len(group) == 1)
        if not open_ones:
            refused = first.refused
            assert refused is not None
            why, rule, target = labels.reason(refused.code, dict(refused.params)), refused.rule, ""
        else:
            why, rule = "", ""
            target = link(step="pick", do=key) if aimed else link(plan=(*plan, first.action))
        detail = "" if first.action.targets else _detail(state, teller, first.action)
        offered.append(Offer(action_label(first.action), detail, first.ap, target, why, rule))
    return sorted(offered, key=lambda one: (bool(one.why),))


def _targets_for(
    state: State,
    teller: Teller,
    link: _Link,
    plan: tuple[Action, ...],
    spirits: tuple[str, ...],
    listed: Sequence[Option],
) -> list[Target]:
    found = []
    for one in listed:
        name = one.action.targets[0] if one.action.targets else ""
        if not name:
            continue
        lands, dc = "", ""
        if one.refused is None and one.action.do in ATTACKS:
            aim = preview(state, TakeTurn(link._who, (*plan, one.action), spirits)).aims[-1]
            dc = number(aim.check.dc.total)
            lands = teller.name(aim.on) if aim.on != name else ""
        found.append(
            Target(
                teller.named(name),
                word(words.LINES, str(state.fighter(name).line)),
                False,
                link(plan=(*plan, one.action)),
                labels.reason(one.refused.code, dict(one.refused.params)) if one.refused else "",
                one.refused.rule if one.refused else "",
                lands,
                dc,
            )
        )
    return sorted(found, key=lambda one: bool(one.why))
