"""Play a conformance case of VEX on the real engine, and compare everything that it expects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.kernel.asks import Answer, Ask, Check, Contest, Dice, Order, Pick, dice_needed, kept_face
from referee.kernel.drivers import Script
from referee.kernel.refusals import Refused
from referee.kernel.steps import Answered, run
from tests.conformance.cases_in import BadCase
from vex.rules.engine import RULES
from vex.rules.events import Intercepted, Ordered
from vex.rules.frames import Action, CallCheck, Overrule, Purchase, StartRound, TakeTurn
from vex.rules.opening import open_battle
from vex.rules.state import Fighter, State, Wound, statuses

CASE_KEYS = {
    "id", "system", "rules", "about", "rulings", "narrow", "fighters", "dice", "script", "expect",
}  # fmt: skip
FIGHTER_KEYS = {
    "name", "side", "line", "params", "lives", "weapons", "armour", "perks", "spirit_points", "potions",
    "kit_charges", "reactions", "charges", "wounds", "tactic",
}  # fmt: skip
ACTION_KEYS = {"do", "weapon", "targets", "stance", "item", "line", "order", "wound"}


def _known(data: Mapping[str, Any], keys: set[str], where: str) -> None:
    if unknown := set(data) - keys:
        raise BadCase(f"{where}: unknown {sorted(unknown)}")


class Table:
    """The names of a case's fighters, and the ids that the rules know them by."""

    def __init__(self, names: list[str]) -> None:
        self.keys = {name: f"f{number}" for number, name in enumerate(names, 1)}
        self.names = {key: name for name, key in self.keys.items()}

    def key(self, name: str) -> str:
        owner, found, number = name.partition("'s skeleton ")
        if found:
            return f"{self.keys[owner]}.{number}"
        return self.keys.get(name, f"unknown {name}")

    def name(self, key: str) -> str:
        owner, found, number = key.partition(".")
        return f"{self.names[owner]}'s skeleton {number}" if found else self.names[owner]


def open_case(case: Mapping[str, Any]) -> tuple[State, Table]:
    """Give the state that a case opens with."""
    _known(case, CASE_KEYS, "case")
    table = Table([fighter["name"] for fighter in case["fighters"]])
    sheets = []
    for fighter in case["fighters"]:
        _known(fighter, FIGHTER_KEYS, fighter["name"])
        sheet = {key: value for key, value in fighter.items() if key != "name"}
        sheets.append((table.key(fighter["name"]), sheet))
    rulings = case.get("rulings", {})
    return open_battle(sheets, rulings, narrow=case.get("narrow", False)), table


def action_of(data: Mapping[str, Any], table: Table) -> Action:
    _known(data, ACTION_KEYS, "action")
    return Action(
        data["do"],
        data.get("weapon", ""),
        tuple(table.key(name) for name in data.get("targets", ())),
        data.get("stance", ""),
        data.get("item", ""),
        data.get("line", 0),
        tuple(data.get("order", ())),
        data.get("wound", -1),
    )


def _command(step: Mapping[str, Any], table: Table) -> Any:
    match step["do"]:
        case "round":
            _known(step, {"do", "spirits", "refused"}, "round")
            bought = step.get("spirits", {})
            return StartRound(tuple(Purchase(table.key(name), tuple(bought[name])) for name in bought))
        case "turn":
            _known(step, {"do", "who", "spirits", "plan", "refused"}, "turn")
            plan = tuple(action_of(action, table) for action in step["plan"])
            return TakeTurn(table.key(step["who"]), plan, tuple(step.get("spirits", ())))
        case "check":
            _known(step, {"do", "who", "param", "dc", "advantage", "refused"}, "check")
            return CallCheck(table.key(step["who"]), step["param"], step["dc"], step.get("advantage", 0))
        case "ruling":
            _known(step, {"do", "who", "what", "number", "words", "wounds", "refused"}, "ruling")
            return Overrule(
                table.key(step["who"]) if step.get("who") else "",
                step["what"],
                step.get("number", 0),
                tuple(step.get("words", ())),
                tuple(Wound(kind, severity) for kind, severity in step.get("wounds", ())),
            )
    raise BadCase(f"step: unknown {step['do']!r}")


def rolls_of(ask: Ask[Any], answer: Answer, table: Table) -> list[dict[str, Any]]:
    """Give an answered ask as the rolls that a case lists."""
    assert isinstance(answer, Dice)
    faces = answer.faces

    def roll(
        who: str, kind: str, dice: tuple[int, ...], edge: int, total: int, **more: Any
    ) -> dict[str, Any]:
        line = {"who": table.name(who), "kind": kind, "dice": list(dice), "kept": kept_face(dice, edge)}
        return {**line, "total": total, "dc": None, "ok": None, **more}

    match ask:
        case Check():
            on = {"on": table.name(ask.on)} if ask.on else {}
            total, dc = ask.total(answer), ask.dc.total
            return [roll(ask.who, ask.kind, faces, ask.edge, total, **on, dc=dc, ok=ask.read(answer))]
        case Contest():
            own, other = ask.totals(answer)
            cut = dice_needed(ask.edge)
            found = {"on": table.name(ask.on), "dc": other, "ok": ask.read(answer)}
            return [
                roll(ask.who, ask.kind, faces[:cut], ask.edge, own, **found),
                roll(ask.on, "hidden", faces[cut:], ask.edge_against, other),
            ]
        case Pick():
            return [roll(ask.who, "choice", faces, 0, faces[0])]
        case Order():
            edges = {one.who: one.edge for one in ask.rolls}
            return [
                roll(
                    one.who,
                    "tiebreak" if one.tiebreak else "initiative",
                    one.faces,
                    0 if one.tiebreak else edges[one.who],
                    one.total,
                )
                for one in ask.told(answer)
            ]
    raise AssertionError(f"no roll of VEX: {ask}")


def _standing(fighter: Fighter, key: str) -> Any:
    if key == "wounds":
        return [[wound.kind, wound.severity] for wound in fighter.wounds]
    if key == "statuses":
        return list(statuses(fighter))
    if key == "armour":
        return fighter.armour or None
    if key == "weapons":
        return list(fighter.weapons)
    names = {"kit_charges": "kit", "spirit_points": "points"}
    return getattr(fighter, names.get(key, key))


def play(case: Mapping[str, Any]) -> None:
    """Play a case; raise AssertionError where the engine does otherwise than the case expects."""
    state, table = open_case(case)
    script = Script(case["dice"])
    rolls: list[dict[str, Any]] = []
    orders: list[list[str]] = []
    for number, step in enumerate(case["script"]):
        used = script.used
        barred: Refused | None = None
        try:
            came = run(RULES, state, RULES.begin(state, _command(step, table)), script)
        except Refused as refused:
            barred = refused
        wanted = step.get("refused")
        assert (barred.rule if barred else None) == wanted, f"step {number}: {barred!r}, not {wanted}"
        if barred is not None:
            assert script.used == used
            continue
        assert came.pending is None
        state = came.state
        for item in came.trail:
            if isinstance(item, Answered):
                rolls.extend(rolls_of(item.ask, item.answer, table))
            elif isinstance(item, Ordered):
                orders.append([table.name(key) for key in item.order])
            elif isinstance(item, Intercepted):
                orders[-1] = [table.name(key) for key in item.order]
    script.finish()
    _compare(case["expect"], state, table, rolls, orders)


def _compare(
    expect: Mapping[str, Any],
    state: State,
    table: Table,
    rolls: list[dict[str, Any]],
    orders: list[list[str]],
) -> None:
    _known(expect, {"orders", "rolls", "final", "loot"}, "expect")
    if "orders" in expect:
        assert orders == expect["orders"]
    if "rolls" in expect:
        for got, wanted in zip(rolls, expect["rolls"], strict=False):
            assert got == wanted, f"{got} is not {wanted}"
        assert len(rolls) == len(expect["rolls"])
    if "loot" in expect:
        assert sorted(state.ground) == expect["loot"]
    for name, wanted in expect.get("final", {}).items():
        fighter = state.fighter(table.key(name))
        for key, value in wanted.items():
            if fighter.alive or key in ("lives", "alive", "weapons", "statuses"):
                assert _standing(fighter, key) == value, (
                    f"{name}.{key}: {_standing(fighter, key)}, not {value}"
                )
