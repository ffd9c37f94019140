"""Writes a fight as a scenario: its opening, its commands with their answers, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

import msgspec

from larp_rps.rules import commands as asked
from larp_rps.rules.opening import enter
from larp_rps.rules.state import Fighter, Rulings, State
from larp_rps.scenarios.form import AttackStep
from larp_rps.scenarios.reading import NOW, SHEET, WEAPON, hands_shown, renamed
from larp_rps.scenarios.recalling import Recall, Recalled
from referee.kernel.asks import Ranking, Results, Signs
from referee.kernel.chain import plain
from referee.scenarios import BadScenario, Recorded

type Step = dict[str, Any]


def scenario(recorded: Recorded, title: str) -> dict[str, Any]:
    """Give a fight as a scenario without its `expect`; raise BadScenario where it holds what no step says."""
    names = recorded.names
    opening: State = renamed(recorded.opening, names)
    try:
        recalled = Recall(recorded.opening).all(recorded.trail)
    except LookupError as error:
        raise BadScenario("script", f"no step for {error}") from None
    case: dict[str, Any] = {
        "id": title,
        "system": "larp_rps",
        "rules": [],
        "about": title,
        "fighters": [fighter(one) for one in opening.fighters],
        "script": [step(one, names) for one in recalled],
    }
    rulings = _unlike(opening.rulings, Rulings())
    return case | ({"rulings": rulings} if rulings else {})


def fighter(one: Fighter) -> dict[str, Any]:
    """Give a fighter: what differs from the defaults, and how he stands where the sheet says otherwise."""
    sheet = one.sheet
    given: dict[str, Any] = {"name": one.key, "side": one.side}
    default = type(sheet)()
    given |= {key: getattr(sheet, key) for key in SHEET if getattr(sheet, key) != getattr(default, key)}
    special = {"modifier": sheet.knockout_modifier, "threshold": sheet.knockout_threshold}
    written = {value: key for key, value in WEAPON.items()}
    weapons = [
        {"id": weapon.id}
        | {written.get(key, key): value for key, value in _unlike(weapon, type(weapon)("")).items()}
        for weapon in sheet.weapons
    ]
    beside = {
        "anatomy": list(sheet.anatomy),
        "knockout_special": _some(special),
        "weapons": weapons,
        "hands": _some({"right": sheet.right, "left": sheet.left}),
        "now": _now(one),
    }
    return given | {key: value for key, value in beside.items() if value}


def _now(one: Fighter) -> dict[str, Any]:
    entered = enter(one.key, one.side, one.sheet)
    return {name: plain(getattr(one, name)) for name in NOW if getattr(one, name) != getattr(entered, name)}


def _unlike(value: Any, default: Any) -> dict[str, Any]:
    """Give the fields in which a value differs from the default."""
    names = [one.name for one in fields(value)]
    return {name: getattr(value, name) for name in names if getattr(value, name) != getattr(default, name)}


def _some(values: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what is not there: nothing, no, and the empty word."""
    return {
        key: value
        for key, value in values.items()
        if value is not None and value is not False and value != ""
    }


def step(one: Recalled, names: Mapping[str, str]) -> Step:
    """Give a recalled command as a step, under these names."""
    given = one.command
    if isinstance(given, asked.Join) and given.fighter is not None:
        written: Step = {"do": "join", "fighter": fighter(renamed(given.fighter, names))}
    else:
        written = _STEPS[type(given)](renamed(given, names))
        for key in ("groups", "against", "waived", "weapon_bonus"):
            if hasattr(given, key):
                written |= _named(key, getattr(given, key), names)
    written |= _answers(one, names)
    if isinstance(given, asked.Attack):
        written |= _hands(written, given)
    return written | _some({"begun": one.begun, "waits": one.waits})


def _named(key: str, value: Any, names: Mapping[str, str]) -> Step:
    """Give a field of a command that names fighters under a name of its own."""
    match value:
        case "":
            return {}
        case str():
            return {key: names.get(value, value)}
    if key == "groups":
        return {"order": [[names.get(who, who) for who in group] for group in value]}
    return {key: [names.get(who, who) for who in value]}


def _answers(one: Recalled, names: Mapping[str, str]) -> Step:
    if one.results:
        return {"results": list(one.results)}
    if one.thrown is None:
        return {}
    hands = one.thrown.hands
    written: Step = {}
    match one.thrown.answer:
        case Signs(signs):
            throws: dict[str, Any] = {}
            for hand, sign in zip(hands, signs, strict=True):
                name = names.get(hand.who, hand.who)
                if one.thrown.kind == "attack":
                    throws.setdefault(name, {})[hand.hand] = sign
                else:
                    throws[name] = sign
            written["throws"] = throws
        case Results(results):
            written["results"] = list(results)
        case Ranking(groups):
            written["ranking"] = [[names.get(who, who) for who in group] for group in groups]
    if one.pairing:
        striking = [hand.hand for hand in hands if hand.who == one.thrown.who]
        written["pairing"] = dict(zip(striking, one.pairing.split("+"), strict=True))
    return written


def _hands(written: Step, command: asked.Attack) -> Step:
    """Name the striking hands where the throws do not: `hand` for one, `hands` for several."""
    form: AttackStep = msgspec.convert(written, AttackStep)
    if hands_shown(form) == command.hands or not command.hands:
        return {}
    if len(command.hands) == 1 and form.throws is None:
        return {"hand": command.hands[0]}
    return {"hands": list(command.hands)}


def _strike(do: str) -> Callable[[Any], Step]:
    def write(command: Any) -> Step:
        number = command.aim_number
        aim = {"aim": command.aim, "aim_number": number} if command.aim else {"aim": number or None}
        beside = {key: getattr(command, key, None) for key in ("knockout", "decline", "word")}
        hand = {"hand": getattr(command, "hand", None)}
        target = {"do": do, "who": command.who, "at": command.at}
        return target | _some(hand) | {key: value for key, value in aim.items() if value} | _some(beside)

    return write


def _charge(command: asked.Charge) -> Step:
    step = {"do": "charge", "who": command.who, "at": command.at, "metres": command.centimetres / 100}
    return step | _some({"word": command.word})


def _spell(command: asked.Spell) -> Step:
    seconds = command.milliseconds / 1000
    step = {"do": "spell", "who": command.who, "against": list(command.against), "seconds": seconds}
    return step | _some({"read": command.read, "word": command.word})


def _situation(command: asked.Situation) -> Step:
    value: Any = command.number or list(command.kinds) or "none"
    return {"do": "situation", "who": command.who, "value": value}


def _arm(command: asked.Arm) -> Step:
    hands = {held.hand: held.weapon for held in command.hands}
    return {"do": "arm", "who": command.who, "hands": hands, "shield_up": command.shield_up}


def _tactic(command: asked.Tactic) -> Step:
    beside = {key: getattr(command, key) for key in ("strikes_with", "defends_with", "word")}
    return {"do": "tactic", "who": command.who, "tactic": command.tactic, **_some(beside)}


def _whole(do: str) -> Callable[[Any], Step]:
    """Write a command field by field, those that say nothing left out."""
    return lambda command: {
        "do": do,
        **{key: value for key, value in plain(command).items() if value is not None},
    }


def _counted(do: str) -> Callable[[Any], Step]:
    return lambda command: {"do": do, "who": command.who, "attacks": command.attacks}


_STEPS: Mapping[type, Callable[[Any], Step]] = {
    asked.Round: lambda command: {"do": "round"},
    asked.EndRound: lambda command: {"do": "end_round"},
    asked.Order: lambda command: {"do": "order", "by": command.by},
    asked.Join: lambda command: {"do": "join", "fighter": command.key},
    asked.Leave: _whole("leave"),
    asked.Separate: lambda command: {"do": "separate"},
    asked.Close: lambda command: {"do": "close"},
    asked.Pass: _whole("pass"),
    asked.Attack: _strike("attack"),
    asked.Ambush: _strike("ambush"),
    asked.Charge: _charge,
    asked.Spell: _spell,
    asked.Tactic: _tactic,
    asked.Arm: _arm,
    asked.Situation: _situation,
    asked.Longer: lambda command: {"do": "longer", "who": list(command.who)},
    asked.Haste: _counted("haste"),
    asked.Allowance: _counted("allowance"),
    asked.Ruling: _whole("ruling"),
    asked.Overrule: _whole("ruling"),
    asked.Verdict: _whole("verdict"),
    asked.Penalty: _whole("penalty"),
}
