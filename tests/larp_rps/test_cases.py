"""The project's own cases come out as written, beside those of tests/conformance; every rule has one."""

import json
from pathlib import Path

import pytest

from tests.conformance.cases_in import OWN, cases_in, play
from tests.larp_rps.rule_numbers import DECISIONS, KNOWN, NO_EFFECT, RULES

CASES = cases_in(Path(__file__).parent / "cases")
GIVEN = [case for case in cases_in(OWN) if case["system"] == "larp_rps"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case):
    play(case)


def test_ids_are_unique():
    ids = [case["id"] for case in (*CASES, *GIVEN)]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("numbers", [RULES, DECISIONS], ids=["R", "A"])
def test_every_rule_with_an_effect_has_a_case(numbers):
    shown = {rule for case in (*CASES, *GIVEN) for rule in case["rules"]}
    assert sorted(numbers - shown - set(NO_EFFECT)) == []
    assert sorted(shown & set(NO_EFFECT)) == [], "a number with a case has an effect"


def test_cases_cite_rules_that_there_are():
    for case in (*CASES, *GIVEN):
        unknown = {rule for rule in case["rules"] if rule not in KNOWN and not rule.startswith("B")}
        assert not unknown, (case["id"], unknown)


def test_an_unknown_key_is_an_error():
    case = json.loads(json.dumps(CASES[0])) | {"comment": "none"}
    with pytest.raises(Exception, match="unknown field"):
        play(case)
