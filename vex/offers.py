"""What may stand next in a plan, at whom, and the links that add it; what may not says why (V14.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import replace
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from referee.kernel.refusals import Refused
from vex import labels, words
from vex.board import Named, Teller
from vex.forms import write_plan
from vex.rules.codes import ATTACKS
from vex.rules.engine import RULES
from vex.rules.frames import Action, TakeTurn
from vex.rules.options import Option
from vex.rules.plans import SINGLE
from vex.rules.preview import preview
from vex.rules.state import State
from vex.words import number, word

LACKING = ("wrong_weapon", "not_carried", "no_such_item", "armour_stays", "no_skeleton", "not_a_sniper")
"""Refusals that say that the very thing is missing."""


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
class Offer:
    """One more action that may stand next: a link that adds it or asks for its target, or why not.

    `idle` are those for which the fighter lacks the very thing: they stand folded.
    """

    label: str
    detail: str
    ap: int
    link: str
    why: str
    rule: str
    idle: bool = False


class Link:
    """Makes the links of the builder: the same plan with something changed."""

    def __init__(self, who: str, plan: tuple[Action, ...], spirits: tuple[str, ...]) -> None:
        self.who, self.plan, self.spirits = who, plan, spirits

    def __call__(
        self,
        plan: tuple[Action, ...] | None = None,
        spirits: tuple[str, ...] | None = None,
        **more: str,
    ) -> str:
        fields = {"who": self.who, "plan": write_plan(self.plan if plan is None else plan)}
        bought = self.spirits if spirits is None else spirits
        if bought:
            fields["spirits"] = ",".join(bought)
        return f"?{urlencode({**fields, **more})}"


def refusal(state: State, command: TakeTurn) -> Refused | None:
    """Give what refuses a turn, None where it is possible."""
    try:
        RULES.begin(state, command)
    except Refused as refused:
        return refused
    return None


def action_label(action: Action) -> str:
    """Say what an action is, with the thing that it uses."""
    label = word(words.ACTIONS, action.do)
    thing = action.item or action.weapon
    if thing and action.do not in ("heal", "summon", "lightning", "fireball"):
        return f"{label}: {labels.item(thing)}"
    return label


def detail_of(state: State, teller: Teller, action: Action) -> str:
    """Say at whom an action is, or what it changes to."""
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


def toggled(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Give names with one added, or taken out."""
    return tuple(one for one in names if one != name) if name in names else (*names, name)


def toggles(state: State, teller: Teller, link: Link, plan: tuple[Action, ...], nth: int) -> Iterable[Target]:
    """Give whom an action could name besides, and whom it names (V9.16)."""
    action = plan[nth]
    if not action.targets or action.do in SINGLE:
        return
    side = state.fighter(link.who).side
    for one in state.fighters:
        if not one.alive or (one.side == side) == (action.do in ATTACKS):
            continue
        changed = replace(action, targets=toggled(action.targets, one.key))
        if not changed.targets:
            continue
        other = (*plan[:nth], changed, *plan[nth + 1 :])
        refused = refusal(state, TakeTurn(link.who, other, link.spirits))
        yield Target(
            teller.named(one.key),
            word(words.LINES, str(one.line)),
            one.key in action.targets,
            link(plan=other, at=str(nth)),
            labels.reason(refused.code, dict(refused.params)) if refused else "",
            refused.rule if refused else "",
        )


def without_targets(action: Action) -> str:
    """Name an action without its targets."""
    return write_plan((replace(action, targets=()),))


def offers_for(
    state: State, teller: Teller, link: Link, plan: tuple[Action, ...], listed: Sequence[Option]
) -> list[Offer]:
    """Give one offer for each thing that can be done, whatever its target; the possible ones first."""
    grouped: dict[str, list[Option]] = {}
    for one in listed:
        grouped.setdefault(without_targets(one.action), []).append(one)
    offered = []
    carried = state.fighter(link.who).weapons
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
        detail = "" if first.action.targets else detail_of(state, teller, first.action)
        idle = first.refused is not None and not open_ones and first.refused.code in LACKING
        place = carried.index(first.action.weapon) if first.action.weapon in carried else len(carried)
        offer = Offer(action_label(first.action), detail, first.ap, target, why, rule, idle)
        offered.append((bool(why), place if first.action.do in ATTACKS else len(carried), offer))
    return [offer for _refused, _place, offer in sorted(offered, key=lambda one: one[:2])]


def targets_for(
    state: State,
    teller: Teller,
    link: Link,
    plan: tuple[Action, ...],
    spirits: tuple[str, ...],
    listed: Sequence[Option],
) -> list[Target]:
    """Give whom an action may be aimed at, with the one on whom it would land."""
    found = []
    for one in listed:
        name = one.action.targets[0] if one.action.targets else ""
        if not name:
            continue
        lands, dc = "", ""
        if one.refused is None and one.action.do in ATTACKS:
            aim = preview(state, TakeTurn(link.who, (*plan, one.action), spirits)).aims[-1]
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
