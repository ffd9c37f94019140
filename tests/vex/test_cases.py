"""The project's own cases come out as written, beside those of tests/conformance; every rule has one."""

import copy
from pathlib import Path

import pytest

from tests.conformance.cases_in import OWN, BadCase, cases_in, play
from tests.vex.rule_numbers import KNOWN, WITHOUT_CASE

CASES = cases_in(Path(__file__).parent / "cases")
GIVEN = [case for case in cases_in(OWN) if case["system"] == "vex"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case):
    play(case)


def test_ids_are_unique():
    ids = [case["id"] for case in (*CASES, *GIVEN)]
    assert len(set(ids)) == len(ids)


def test_every_rule_with_an_effect_has_a_case():
    shown = {rule for case in (*CASES, *GIVEN) for rule in case["rules"]}
    assert sorted(KNOWN - shown - set(WITHOUT_CASE)) == []
    assert sorted(shown & set(WITHOUT_CASE)) == [], "a number with a case is not without one"


def test_cases_cite_rules_that_there_are():
    for case in (*CASES, *GIVEN):
        unknown = {rule for rule in case["rules"] if rule not in KNOWN and not rule.startswith("B")}
        assert not unknown, (case["id"], unknown)


@pytest.mark.parametrize("place", ["case", "fighter", "step", "action", "expect"])
def test_an_unknown_key_is_an_error(place):
    case = copy.deepcopy(next(one for one in CASES if any(step.get("plan") for step in one["script"])))
    turn = next(step for step in case["script"] if step.get("plan"))
    where = {
        "case": case,
        "fighter": case["fighters"][0],
        "step": turn,
        "action": turn["plan"][0],
        "expect": case["expect"],
    }
    where[place]["comment"] = "none"
    with pytest.raises(BadCase):
        play(case)


@pytest.mark.parametrize("change", ["more", "fewer"])
def test_dice_are_strict(change):
    case = copy.deepcopy(CASES[0])
    case["dice"] = [*case["dice"], 7] if change == "more" else case["dice"][:-1]
    with pytest.raises((ValueError, LookupError)):
        play(case)
