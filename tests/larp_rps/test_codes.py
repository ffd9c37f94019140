"""The lists of codes are complete, and every rule number that the source cites stands on the rules' page."""

import re

from larp_rps.rules import codes
from larp_rps.rules.commands import COMMANDS
from larp_rps.rules.events import EVENTS
from larp_rps.rules.evolve import EVOLVE
from larp_rps.rules.state import Rulings
from tests.larp_rps.codes_in import RULES, codes_of, unmet
from tests.larp_rps.rule_numbers import KNOWN, cited


def test_every_code_of_the_source_is_listed():
    assert set(codes.TERMS) == codes_of("Term")
    assert set(codes.LIMITS) == codes_of("Limit")
    assert set(codes.UNMET) == unmet()
    assert set(codes.REFUSALS) == codes_of("Refused")
    assert set(codes.STATUSES) == codes_of("Status")


def test_the_default_ruling_stands_first():
    assert {key: values[0] for key, values in codes.RULINGS.items()} == {
        key: getattr(Rulings(), key) for key in Rulings.__dataclass_fields__
    }


def test_every_term_limit_refusal_and_status_cites_a_rule():
    for name in ("Term", "Limit", "Refused", "Status"):
        rules = codes_of(name, 1)
        assert rules
        assert all(re.fullmatch(r"[RA]\d+", rule) for rule in rules), (name, rules)


def test_the_source_cites_only_rules_that_there_are():
    for path in RULES.glob("*.py"):
        assert cited(path.read_text("utf-8")) <= KNOWN, path.name


def test_every_event_can_be_applied():
    assert set(EVOLVE) == set(EVENTS)


def test_names_of_commands_and_events_are_one_each():
    names = [kind.__name__ for kind in (*COMMANDS, *EVENTS)]
    assert len(set(names)) == len(names)
