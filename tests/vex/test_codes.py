"""The lists of codes are complete, and every rule number that the source cites stands on the rules' page."""

import ast
import dataclasses
from collections.abc import Iterator

from tests.vex.rule_numbers import KNOWN, SOURCE, cited
from vex.rules import codes
from vex.rules.checks import edge
from vex.rules.events import EVENTS
from vex.rules.evolve import HANDLERS
from vex.rules.frames import COMMANDS, FRAMES
from vex.rules.numbers import CONCENTRATIONS, term
from vex.rules.state import Rulings

RULES = SOURCE / "rules"


def _calls(*names: str) -> Iterator[ast.Call]:
    for path in RULES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in names:
                yield node


def _texts(node: ast.AST) -> set[str]:
    if isinstance(node, ast.IfExp):
        return _texts(node.body) | _texts(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def _first(*names: str, place: int = 0) -> set[str]:
    return {text for call in _calls(*names) if len(call.args) > place for text in _texts(call.args[place])}


def test_every_term_is_listed_and_used():
    strains = {"light_strain", "heavy_strain", "two_heavy"}
    used = _first("term", "edge", "Limit") | set(CONCENTRATIONS) | {"wound", "burn"} | strains
    assert used == set(codes.TERMS)


def test_every_refusal_is_listed_and_used():
    assert _first("refuse") | _first("skip", place=3) | {"target_hidden"} == set(codes.REFUSALS)


def test_every_condition_is_listed():
    names = {"unmet"}
    found: set[str] = set()
    for path in RULES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in names:
                found |= _texts(node.value)
            if isinstance(node, ast.keyword) and node.arg in names:
                found |= _texts(node.value)
    for call in _calls("term", "edge", "weapon_bonus"):
        if len(call.args) > 3:
            found |= _texts(call.args[3])
    found |= _first("strain", place=1)
    assert found - {""} == set(codes.CONDITIONS)


def test_every_code_cites_a_rule_that_there_is():
    for rule in (*codes.TERMS.values(), *codes.REFUSALS.values(), *codes.WRONG_WEAPON.values()):
        assert rule in KNOWN
    for code in codes.TERMS:
        assert term(code, 1).rule == edge(code, 1).rule == codes.TERMS[code]


def test_the_source_cites_only_rules_that_there_are():
    for path in [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.toml")]:
        assert cited(path.read_text("utf-8")) <= KNOWN, path


def test_the_default_ruling_stands_first():
    assert {key: values[0] for key, values in codes.RULINGS.items()} == dataclasses.asdict(Rulings())


def test_stored_names_are_one_each():
    for kinds in ((*COMMANDS, *EVENTS), FRAMES):
        names = [kind.__name__ for kind in kinds]
        assert len(set(names)) == len(names)


def test_every_event_is_listed():
    assert set(HANDLERS) <= set(EVENTS)
    made = {
        node.func.attr
        for path in RULES.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and getattr(node.func.value, "id", "") == "e"
    }
    assert made - {"Stroke"} | {"TurnStarted", "SpiritBought"} == {kind.__name__ for kind in EVENTS}


def test_modules_are_short():
    for path in RULES.glob("*.py"):
        assert len(path.read_text("utf-8").splitlines()) <= 400, path.name
