"""Every refusal of the site has words, and the words have what they need."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.kernel.refusals import Refused
from referee.refusals import WORDS, explain

SITE = Path(__file__).parents[2] / "referee"


def raised() -> Iterator[tuple[str, frozenset[str], str]]:
    """Give each refusal that the site makes: its code, the names of its data, where it stands."""
    for path in sorted(SITE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused" and node.args:
                params = frozenset(word.arg for word in node.keywords if word.arg)
                for code in ast.walk(node.args[0]):
                    if isinstance(code, ast.Constant) and isinstance(code.value, str):
                        yield code.value, params, f"{path.name}:{node.lineno}"


RAISED = list(raised())


@pytest.mark.parametrize("code", sorted({code for code, _, _ in RAISED}))
def test_a_refusal_has_words_and_they_have_what_they_need(code):
    for one, params, where in RAISED:
        if one == code:
            assert code in WORDS, where
            assert set(re.findall(r"%\((\w+)\)", str(WORDS[code]))) <= params, where
            told = explain(Refused(code, "R1", **dict.fromkeys(params, "7")))
            assert "R1" in told
            assert "%" not in told
