"""Any fight exports as a scenario that plays to the same state: a law over whole random fights."""

import json
import os

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from larp_rps.scenarios.desk import export, outcome
from larp_rps.scenarios.playing import state_digest
from larp_rps.scenarios.telling import as_heard
from referee.scenarios import Recorded
from tests.larp_rps.fights import fights

FIGHTS = int(os.environ.get("FIGHTS", "50"))
"""How many; a release is tried with 1,000."""


@settings(
    max_examples=FIGHTS,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(fights(), st.booleans())
def test_a_fight_exported_plays_to_the_same_digest(fight, named):
    opening, records = fight
    state = records[-1].after if records else opening
    trail = tuple(as_heard(item) for record in records for item in record.trail)
    names = {key: key.title() for key in ("anna", "bela", "cili", "dani")} if named else {}
    case = json.loads(json.dumps(export(Recorded(opening, trail, state, names), "random")))
    played = outcome(case)
    assert played.otherwise == ()
    assert played.outcome["digest"] == state_digest(state)
    assert not any(step.get("begun") or step.get("waits") for step in case["script"]), "nothing in between"
