"""Reads the rules' source: the codes and rule numbers that stand in it."""

import ast
from collections.abc import Iterator
from pathlib import Path

RULES = Path(__file__).parents[2] / "larp_rps" / "rules"


def trees() -> Iterator[ast.Module]:
    """Give every module of the rules."""
    for path in sorted(RULES.glob("*.py")):
        yield ast.parse(path.read_text("utf-8"))


def _texts(node: ast.AST) -> set[str]:
    """Give the strings that an expression may give: what an `if` tests is none of them."""
    if isinstance(node, ast.IfExp):
        return _texts(node.body) | _texts(node.orelse)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    return set()


def _calls(name: str) -> Iterator[ast.Call]:
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield node


def codes_of(name: str, place: int = 0) -> set[str]:
    """Give the codes that stand at one place of all calls of a name."""
    found: set[str] = set()
    for call in _calls(name):
        found |= _texts(call.args[place])
    return found


def unmet() -> set[str]:
    """Give the codes of conditions that keep a term out."""
    found: set[str] = set()
    for call in _calls("Term"):
        for node in [*call.args[4:5], *(word.value for word in call.keywords if word.arg == "unmet")]:
            found |= _texts(node)
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and any(
                getattr(one, "id", "") == "unmet" for one in node.targets
            ):
                found |= _texts(node.value)
    return found - {""}
