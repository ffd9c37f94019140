"""Turns posted forms into commands of VEX, plans into text and back, and says who may give which command.

A plan is text: actions with ";" between them, each `do@thing=value>targets#wound`, as in
`stance=attacking;strike@ordinary_sword>f4,f5;first_aid>f1#2`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from referee.kernel.refusals import Refused
from referee.system import Acting
from vex.rules.frames import (
    Action,
    AutoTurn,
    BuySpirits,
    CallCheck,
    Camp,
    CloseWindow,
    Correct,
    EndCombat,
    Join,
    Overrule,
    StartRound,
    TakeTurn,
)
from vex.rules.state import State, Wound

LONGEST = 2_000
"""Letters that a plan may have."""
_ACTION = re.compile(
    r"(?P<do>[a-z_]{1,20})(?:@(?P<thing>[a-z0-9_]{1,40}))?(?:=(?P<value>[a-z0-9_,]{1,200}))?"
    r"(?:>(?P<targets>[a-z0-9.,]{1,400}))?(?:#(?P<wound>\d{1,2}))?"
)
_THINGS = ("give", "drop", "don", "take")
"""Actions whose thing is an item, not the weapon that they use."""


def read_action(text: str) -> Action:
    """Read one action of a plan; raise Refused("bad_plan")."""
    found = _ACTION.fullmatch(text)
    if found is None:
        raise Refused("bad_plan", "V3.5", value=text[:40])
    do, thing, value = found["do"], found["thing"] or "", found["value"] or ""
    if do == "move" and not value.isdecimal():
        raise Refused("bad_plan", "V3.5", value=text[:40])
    return Action(
        do,
        weapon="" if do in _THINGS else thing,
        targets=names_in(found["targets"] or ""),
        stance=value if do == "stance" else "",
        item=thing if do in _THINGS else "",
        line=int(value) if do == "move" else 0,
        order=names_in(value) if do == "reorder" else (),
        wound=int(found["wound"]) if found["wound"] else -1,
    )


def write_action(action: Action) -> str:
    """Write one action of a plan."""
    thing = action.item or action.weapon
    value = action.stance or (str(action.line) if action.line else "") or ",".join(action.order)
    return "".join(
        (
            action.do,
            f"@{thing}" if thing else "",
            f"={value}" if value else "",
            f">{','.join(action.targets)}" if action.targets else "",
            f"#{action.wound}" if action.wound >= 0 else "",
        )
    )


def read_plan(text: str) -> tuple[Action, ...]:
    """Read a plan; raise Refused("bad_plan")."""
    if len(text) > LONGEST:
        raise Refused("bad_plan", "V3.5", value=text[:40])
    return tuple(read_action(one) for one in text.split(";") if one)


def write_plan(plan: tuple[Action, ...]) -> str:
    """Write a plan."""
    return ";".join(write_action(action) for action in plan)


def names_in(text: str) -> tuple[str, ...]:
    """Read a list of ids."""
    return tuple(one for one in (part.strip() for part in text.split(",")) if one)


def number_in(data: Mapping[str, str], name: str) -> int:
    """Read a whole number, 0 where it is missing; raise Refused where it is none."""
    value = data.get(name, "").strip().replace("−", "-")
    if not value:
        return 0
    if len(value) > 7 or not value.lstrip("+-").isdecimal():
        raise Refused("invalid_field", field=name, value=value[:40])
    return int(value)


def _wounds(text: str) -> tuple[Wound, ...]:
    wounds = []
    for one in names_in(text):
        kind, _, severity = one.partition(":")
        if not severity.isdecimal() or len(severity) > 2:
            raise Refused("invalid_field", "V10.1", field="wounds", value=one[:40])
        wounds.append(Wound(kind, int(severity)))
    return tuple(wounds)


def _who(data: Mapping[str, str]) -> str:
    who = data.get("who", "")
    if not who:
        raise Refused("field_missing", field="who")
    return who[:40]


def opens_window(state: State) -> bool:
    """Tell whether a round begins with a window: somebody alive has spirit points (V11.1)."""
    return any(one.alive and one.points > 0 for one in state.fighters)


def command(data: Mapping[str, str], state: State) -> Any:
    """Make the command that `data["command"]` names; raise Refused where a field does not fit."""
    match data.get("command", ""):
        case "TakeTurn":
            spirits = names_in(data.get("spirits", ""))
            return TakeTurn(_who(data), read_plan(data.get("plan", "")), spirits)
        case "AutoTurn":
            return AutoTurn(_who(data))
        case "StartRound":
            return StartRound(window=opens_window(state))
        case "BuySpirits":
            return BuySpirits(_who(data), names_in(data.get("spirits", "")))
        case "CallCheck":
            advantage = number_in(data, "advantage")
            return CallCheck(_who(data), data.get("param", "")[:10], number_in(data, "dc"), advantage)
        case "Camp":
            return Camp(_who(data), read_action(data.get("action", "")))
        case "EndCombat":
            return EndCombat()
        case "Overrule":
            return Overrule(
                data.get("who", "")[:40],
                data.get("what", "")[:40],
                number_in(data, "number"),
                names_in(data.get("words", "")[:400]),
                _wounds(data.get("wounds", "")[:400]),
            )
    raise Refused("no_such_command", value=data.get("command", "")[:40])


_REFEREES: Mapping[type, str] = {
    Overrule: "V2.6",
    Correct: "V2.6",
    CallCheck: "V2.6",
    Join: "V3.2",
    EndCombat: "V3.2",
    CloseWindow: "V11.1",
}
"""What only a referee says, with the rule that it concerns."""


def allow(state: State, given: Any, acting: Acting) -> None:
    """Raise Refused where this role may not give this command, whatever the state."""
    if acting.role == "referee":
        return
    if acting.role == "assistant":
        if isinstance(given, (Overrule, Correct)):
            raise Refused("referees_word", "V2.6")
        return
    if isinstance(given, Overrule) and given.what == "away" and given.who in acting.keys:
        return
    if isinstance(given, Overrule) and given.what == "line" and given.who in acting.keys and not state.round:
        return  # whoever has not fought yet may choose where to stand (V5.1)
    if type(given) in _REFEREES:
        raise Refused("referees_word", _REFEREES[type(given)])
    if isinstance(given, StartRound):
        if given.spirits or not acting.keys:
            raise Refused("not_your_fighter")
        return
    if given.who.partition(".")[0] not in acting.keys:
        raise Refused("not_your_fighter")
