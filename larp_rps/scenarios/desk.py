"""Scenarios of live combat as the seam wants them: played and told, exported and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from larp_rps.scenarios import writing
from larp_rps.scenarios.form import CaseForm, formed
from larp_rps.scenarios.playing import Fight, opened, state_digest, steps
from larp_rps.scenarios.telling import lines
from referee.scenarios import BadScenario, Played, PlayedLine, Recorded


def play(case: Mapping[str, Any]) -> Played:
    """Play a scenario and tell it; raise BadScenario where it cannot be played."""
    form = formed(case)
    fight = opened(form)
    told: list[PlayedLine] = []
    for took in steps(fight, form):
        told.extend(lines(took))
    return _played(fight, form, case, told)


def outcome(case: Mapping[str, Any]) -> Played:
    """Play a scenario without telling it."""
    form = formed(case)
    fight = opened(form)
    for _ in steps(fight, form):
        pass
    return _played(fight, form, case, [])


def _played(fight: Fight, form: CaseForm, case: Mapping[str, Any], told: list[PlayedLine]) -> Played:
    otherwise = tuple(fight.otherwise(form, case.get("expect", {})))
    return Played(tuple(told), fight.outcome(), otherwise)


def export(recorded: Recorded, title: str) -> dict[str, Any]:
    """Give a fight as a scenario that plays to its state digest; raise BadScenario where it does not."""
    case = writing.scenario(recorded, title)
    played = play(case)
    case["rules"] = sorted({line.rule for line in played.lines if line.rule[1:].isdigit()}, key=_by_number)
    case["expect"] = dict(played.outcome)
    wanted = state_digest(recorded.state)
    if played.outcome["digest"] != wanted:
        raise BadScenario("expect", "under these rules the fight comes out otherwise than it did")
    return case


def _by_number(rule: str) -> tuple[str, int]:
    return {"R": "0", "A": "1"}.get(rule[0], rule[0]), int(rule[1:])
