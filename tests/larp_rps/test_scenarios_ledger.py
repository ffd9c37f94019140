"""Fights export from their ledgers and play to the same state digest, whatever people did in them."""

import json
import os
from random import Random

import pytest

from larp_rps.scenarios.desk import outcome
from larp_rps.scenarios.playing import state_digest
from larp_rps.system import system
from referee.exports import recorded, replaced
from referee.models import SealedThrow
from tests.larp_rps.ledger_fights import RandomFight

FIGHTS = int(os.environ.get("FIGHTS", "50"))
"""How many; a release is tried with 1,000."""
GROUPS = 10
ACTS = 25


@pytest.mark.parametrize("group", range(GROUPS))
def test_fights_replay_from_their_ledgers_to_the_same_digest(
    group, event, anna, bela, sergey, make_seat, referee_seat
):
    seats = [anna, bela, sergey, make_seat("Dóra", 9, "player")]
    for seed in range(group, FIGHTS, GROUPS):
        random = RandomFight(event, seats, referee_seat, Random(seed))
        for _ in range(ACTS):
            random.act()
        state, stream = random.fight.state, random.fight.clash.stream
        names = replaced([(one.key, one.side) for one in state.fighters])
        case = json.loads(json.dumps(system.export(recorded(stream, system, names), "random")))
        played = outcome(case)
        assert played.otherwise == (), seed
        assert played.outcome["digest"] == state_digest(state), seed
        lying = SealedThrow.objects.filter(stream=stream)
        assert not any(row.salt in json.dumps(case) or row.ask in json.dumps(case) for row in lying), "L7"
