"""Plays conformance cases of the live combat: the same code as `manage.py play` (docs/scenarios.md)."""

from typing import Any

from larp_rps.scenarios.desk import outcome
from referee.scenarios import BadScenario
from tests.conformance.cases_in import BadCase


def play(case: dict[str, Any]) -> None:
    """Play a case; AssertionError where it comes out otherwise, BadCase where it cannot be played."""
    try:
        played = outcome(case)
    except BadScenario as bad:
        raise BadCase(f"{case.get('id')}: {bad}") from bad
    assert played.otherwise == (), case.get("id")
