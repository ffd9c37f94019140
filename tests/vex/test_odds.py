"""Exact odds: 42 known plans, single blows against raw faces and icepool, the others way by way; and laws."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from referee.kernel.chain import digest
from referee.kernel.drivers import Live, Script
from referee.kernel.odds import OverBudget, explore
from referee.kernel.steps import run
from tests.vex.battles import battle, random_plan
from tests.vex.plans import PLANS, counted, leaves, set_up
from vex.rules.battles import fight
from vex.rules.chances import FATES, OUTCOMES, chances, fate, outcome
from vex.rules.duel import duel, start_of_round
from vex.rules.engine import RULES
from vex.rules.frames import StartRound
from vex.rules.opening import open_battle

SINGLE = [plan for plan in PLANS if "blow" in plan]
MANY = [plan for plan in PLANS if "blow" not in plan]
seeds = st.integers(0, 2**32 - 1)
few = settings(max_examples=25, deadline=None)


def no_dice(sides: int) -> int:
    raise AssertionError("exact odds roll nothing")


def ids(plans):
    return [plan["id"] for plan in plans]


def test_there_are_forty_plans_and_more():
    assert len(PLANS) >= 40
    assert len(set(ids(PLANS))) == len(PLANS)


@pytest.mark.parametrize("plan", PLANS, ids=ids(PLANS))
def test_known_fractions(plan):
    state, command, table = set_up(plan)
    found = chances(state, command, no_dice)
    assert found.exact
    assert {f"{table.name(key)} {name}": str(share) for key, name, share in found.fates} == plan["fates"]


def raw(need: int, edge: int) -> Fraction:
    """Count raw faces of one roll."""
    throws = list(product(range(1, 21), repeat=2 if edge else 1))
    keep = max if edge > 0 else min
    return Fraction(sum(keep(faces) >= need for faces in throws), len(throws))


def by_icepool(need: int, edge: int) -> Fraction:
    """Ask another library for the same."""
    die = icepool.d(20)
    rolled = die.highest(2) if edge > 0 else die.lowest(2) if edge < 0 else die
    return Fraction(rolled.probability(">=", need))


@pytest.mark.parametrize("plan", SINGLE, ids=ids(SINGLE))
def test_a_single_blow_against_raw_faces_and_another_library(plan):
    blow = plan["blow"]
    hit, fatal = (raw(*blow[name]) for name in ("hit", "trial"))
    assert (hit, fatal) == (by_icepool(*blow["hit"]), by_icepool(*blow["trial"]))
    state, command, _ = set_up(plan)
    [found] = chances(state, command, no_dice).blows
    assert found.chance("begun") == 1
    assert found.chance("hit") == hit
    assert found.chance("missed") == 1 - hit
    assert found.chance("life") == hit * fatal
    assert found.chance(blow["wound"]) == hit * (1 - fatal)


@pytest.mark.parametrize("plan", PLANS, ids=ids(PLANS))
def test_merged_is_unmerged_and_every_leaf_replays(plan):
    state, command, _ = set_up(plan)
    first = RULES.begin(state, command)
    before = digest(state)
    merged = explore(RULES, state, first, tally=outcome, mark=fate)
    ways = leaves(state, first)
    blows, fates = counted(ways)
    assert merged.chances == blows
    assert {key: merged.marked(key) for key in fates} == fates
    assert sum(share for share, _, _ in ways) == sum(merged.ends.values()) == 1
    ends: dict[str, Fraction] = {}
    for share, _, came in ways:
        ends[digest(came.state)] = ends.get(digest(came.state), Fraction(0)) + share
    found: dict[str, Fraction] = {}
    for (end, _), share in merged.ends.items():
        found[digest(end)] = found.get(digest(end), Fraction(0)) + share
    assert found == ends
    assert digest(state) == before
    for _, answers, came in ways[:20]:
        script = Script(face for answer in answers for face in answer.faces)
        assert run(RULES, state, first, script, fingerprints=False).events == came.events
        script.finish()


@few
@given(seeds)
def test_merged_is_unmerged_for_random_plans(seed):
    chance = random.Random(seed)
    state = battle(chance)
    state = run(RULES, state, RULES.begin(state, StartRound()), Live(lambda n: chance.randint(1, n))).state
    assume(state.waiting)
    command = random_plan(chance, state, state.waiting[0])
    first = RULES.begin(state, command)
    try:
        plain = explore(RULES, state, first, tally=outcome, mark=fate, budget=4000, merge=False)
    except OverBudget:
        assume(False)
    merged = explore(RULES, state, first, tally=outcome, mark=fate)
    assert merged.chances == plain.chances
    assert merged.ends == plain.ends
    assert sum(merged.ends.values()) == 1
    assert all(0 < share <= 1 for share in merged.chances.values())


@few
@given(seeds)
def test_chances_of_a_blow_add_up(seed):
    chance = random.Random(seed)
    state = battle(chance)
    state = run(RULES, state, RULES.begin(state, StartRound()), Live(lambda n: chance.randint(1, n))).state
    assume(state.waiting)
    before = digest(state)
    found = chances(state, random_plan(chance, state, state.waiting[0]), lambda n: chance.randint(1, n))
    assert digest(state) == before
    assume(found.exact)
    for blow in found.blows:
        assert set(dict(blow.outcomes)) <= set(OUTCOMES)
        ended = sum(blow.chance(name) for name in ("hit", "missed", "evaded", "failed"))
        assert ended == blow.chance("begun")
        assert blow.chance("life") <= blow.chance("hit")
    assert {name for _, name, _ in found.fates} <= set(FATES)


@pytest.mark.parametrize("plan", [MANY[1], MANY[13], MANY[19]], ids=ids([MANY[1], MANY[13], MANY[19]]))
def test_sampled_frequencies_are_within_four_errors(plan):
    state, command, _ = set_up(plan)
    chance = random.Random(2024)
    exact = chances(state, command, no_dice)
    sampled = chances(state, command, lambda sides: chance.randint(1, sides), budget=1, samples=3000)
    assert not sampled.exact
    assert sampled.samples == 3000
    for key, name, share in exact.fates:
        error = (float(share * (1 - share)) / 3000) ** 0.5
        assert abs(float(sampled.fate(key, name) - share)) <= 4 * error + 1e-12


DUELS = {
    "swords": [("ordinary_sword", "light", []), ("ordinary_sword", "light", [])],
    "sword-and-spear": [("master_sword", None, ["counterattack"]), ("ordinary_spear", None, [])],
    "hammer-and-bow": [("ordinary_hammer", "heavy", []), ("hunting_bow", None, ["close_quarters_shooter"])],
}


def duellists(name, lives=1):
    sides = zip("ab", "AB", DUELS[name], strict=True)
    return open_battle(
        [
            (
                key,
                {
                    "side": side,
                    "lives": lives,
                    "weapons": [weapon],
                    "armour": armour,
                    "perks": perks,
                    "params": {"ATK": 4, "SHT": 3},
                },
            )
            for key, side, (weapon, armour, perks) in sides
        ]
    )


@pytest.mark.parametrize("name", sorted(DUELS))
def test_a_duel_sums_to_one_and_agrees_with_battles(name):
    state = duellists(name)
    exact = duel(state)
    assert sum(exact.ends.values()) + exact.never == 1
    chance = random.Random(7)
    runs = 1000
    won = sum(fight(state, lambda sides: chance.randint(1, sides)).standing == ("A",) for _ in range(runs))
    share = exact.ends.get(("A",), Fraction(0))
    error = (float(share * (1 - share)) / runs) ** 0.5
    assert abs(won / runs - float(share)) <= 4 * error + 1e-12


def test_equal_duellists_are_even():
    assert duel(duellists("swords")).ends == {("A",): Fraction(1, 2), ("B",): Fraction(1, 2)}


def test_those_who_cannot_hurt_one_another_never_end():
    fighters = [(key, {"side": key, "armour": "heavy", "params": {"DEF": 9, "VIT": 9}}) for key in ("a", "b")]
    exact = duel(open_battle(fighters))
    assert exact.never == 1
    assert exact.ends == {}


@few
@given(seeds)
def test_what_a_duel_forgets_changes_nothing_of_the_next_round(seed):
    chance = random.Random(seed)
    state = duellists(chance.choice(sorted(DUELS)), lives=9)
    for _ in range(2):
        state = fight(state, lambda n: chance.randint(1, n), most_rounds=1).state
        assume(all(one.alive for one in state.fighters))
    rolls = random.Random(seed)
    twin = random.Random(seed)
    kept = fight(state, lambda n: rolls.randint(1, n), most_rounds=1)
    forgotten = fight(start_of_round(state), lambda n: twin.randint(1, n), most_rounds=1)
    assert start_of_round(kept.state) == start_of_round(forgotten.state)
