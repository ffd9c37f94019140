"""Laws that every battle keeps, over random battles of 2 to 8 fighters with random plans and spirits."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.codec import decode, encode
from referee.kernel.asks import Check, Contest, Dice, Order, Pick
from referee.kernel.chain import digest
from referee.kernel.drivers import Given, Live, Script, rollers
from referee.kernel.fold import fold
from referee.kernel.steps import Answered, Run, resume, run
from tests.vex.battles import battle, play, random_plan, sheet
from vex.rules import events as e
from vex.rules.codes import PERKS, ROLLS, SPIRITS
from vex.rules.engine import RULES
from vex.rules.evolve import evolve
from vex.rules.frames import COMMANDS, FRAMES, StartRound, TakeTurn
from vex.rules.opening import open_battle
from vex.rules.spirits import ROUND_ONLY
from vex.rules.state import State

seeds = st.integers(0, 2**32 - 1)
law = settings(max_examples=30, deadline=None)


def told_of(seed: int, rounds: int = 3) -> list[tuple[State, Any, Run[State]]]:
    chance = random.Random(seed)
    heard: list[tuple[State, Any, Run[State]]] = []
    play(chance, battle(chance), rounds, lambda *one: heard.append(one))
    return heard


def states_along(before: State, came: Run[State]) -> list[tuple[Any, State]]:
    found, state = [], before
    for item in came.trail:
        if not isinstance(item, Answered):
            state = evolve(state, item)
        found.append((item, state))
    return found


@law
@given(seeds)
def test_the_dead_never_act_and_are_never_asked(seed):
    for before, _, came in told_of(seed):
        state = before
        for item, after in states_along(before, came):
            if isinstance(item, Answered):
                assert all(state.fighter(key).alive for key in rollers(item.ask)), item
            if isinstance(item, e.BlowBegun):
                assert state.fighter(item.stroke.who).alive
                assert state.fighter(item.stroke.on).alive
            if isinstance(item, e.TurnStarted):
                assert state.fighter(item.who).alive
            state = after
        assert all(came.state.fighter(key).alive for key in (*came.state.order, *came.state.waiting))


@law
@given(seeds)
def test_numbers_stay_within_their_limits(seed):
    for before, _, came in told_of(seed):
        for item, state in states_along(before, came):
            for one in state.fighters:
                assert one.lives >= 0
                assert 0 <= one.reactions <= one.sheet.reactions
                assert 0 <= one.charges <= one.sheet.charges
                assert one.points >= 0
                assert one.potions >= 0
                assert one.kit >= 0
                assert one.line in (1, 2)
                assert all(1 <= wound.severity <= 4 for wound in one.wounds)
                # Between losing the last life and falling stands no other event.
                falls = isinstance(item, e.LifeLost)
                assert falls or not one.guardian or state.fighter(one.guardian).alive
                assert not (one.stunned and one.clarity)


@law
@given(seeds)
def test_dice_asked_are_dice_consumed_and_a_replay_is_the_same(seed):
    for before, command, came in told_of(seed, 2):
        faces = [
            face
            for item in came.trail
            if isinstance(item, Answered) and isinstance(item.answer, Dice)
            for face in item.answer.faces
        ]
        script = Script(faces)
        again = run(RULES, before, RULES.begin(before, command), script, fingerprints=False)
        script.finish()
        assert again.events == came.events
        assert digest(again.state) == digest(came.state)


@law
@given(seeds)
def test_a_state_is_the_fold_of_its_events(seed):
    for before, _, came in told_of(seed, 2):
        assert digest(fold(before, came.events, evolve)) == digest(came.state)


def goods(state: State) -> Counter[str]:
    found: Counter[str] = Counter(item for item in state.ground if item != "kit")
    for one in state.fighters:
        if not one.skeleton:
            found.update([*one.weapons, *["potion"] * one.potions])
            if one.armour:
                found[one.armour] += 1
    return found


@law
@given(seeds)
def test_items_are_conserved(seed):
    for before, _, came in told_of(seed):
        drunk = sum(isinstance(item, e.PotionDrunk) for item in came.events)
        assert goods(before) - Counter({"potion": drunk}) == goods(came.state)


@law
@given(seeds)
def test_statuses_and_spirits_expire_at_their_boundaries(seed):
    for before, _, came in told_of(seed):
        state = before
        for item, after in states_along(before, came):
            match item:
                case e.RoundStarted():
                    for one in after.fighters:
                        assert all(run.window == "turn" or run.id == "strike" for run in one.spirits)
                        if one.alive:
                            assert (one.reactions, one.charges) == (one.sheet.reactions, one.sheet.charges)
                case e.TurnStarted() | e.TurnLost():
                    own = after.fighter(item.who)
                    assert all(run.window == "round" or run.id == "strike" for run in own.spirits)
                    assert own.hidden != "coward"
                    assert all(one.guardian != item.who for one in after.fighters)
                    assert own.clarity == (isinstance(item, e.TurnLost) or state.fighter(item.who).clarity)
                case e.TurnEnded():
                    assert not after.fighter(item.who).clarity
                    assert not after.fighter(item.who).clashed_before
                case e.Moved(line=2):
                    assert not after.fighter(item.who).engaged
                case e.Fell():
                    assert after.fighter(item.who).spirits == ()
            state = after


@law
@given(seeds, st.integers(0, 40))
def test_typed_dice_mid_plan_pause_and_resume_to_the_same_digest(seed, cut):
    for before, command, came in told_of(seed, 1):
        answers = [item.answer for item in came.trail if isinstance(item, Answered)]
        first = RULES.begin(before, command)
        paused = run(RULES, before, first, Given(answers[:cut]))
        if cut >= len(answers):
            assert paused.pending is None
            continue
        assert paused.pending is not None
        whole = resume(RULES, paused.pending, Given(answers[cut:]))
        assert digest(whole.state) == digest(came.state)
        # Undo in the middle leads back to the state before, untouched.
        assert digest(run(RULES, before, first, Given(answers)).state) == digest(came.state)


@law
@given(seeds)
def test_a_plan_drawn_from_what_is_offered_is_never_refused(seed):
    # random_plan draws from `options` alone; `play` would raise Refused.
    assert told_of(seed)


@law
@given(seeds)
def test_what_is_stored_is_read_back(seed):
    commands = {kind.__name__: kind for kind in COMMANDS}
    events = {kind.__name__: kind for kind in e.EVENTS}
    for before, command, came in told_of(seed, 1):
        assert decode(commands, encode(command)) == command
        assert decode({"State": State}, encode(before)) == before
        for event in came.events:
            assert decode(events, encode(event)) == event


@law
@given(seeds)
def test_frames_are_read_back(seed):
    frames = {kind.__name__: kind for kind in FRAMES}
    chance = random.Random(seed)
    state = battle(chance)
    state = run(RULES, state, RULES.begin(state, StartRound()), Live(lambda n: chance.randint(1, n))).state
    if state.waiting:
        command = random_plan(chance, state, state.waiting[0])
        for cut in range(4):
            answers = [Dice((11,)), Dice((9,)), Dice((15,))][:cut]
            try:
                came = run(RULES, state, RULES.begin(state, command), Given(answers))
            except ValueError:
                continue
            if came.pending is not None:
                assert decode(frames, encode(came.pending.frame)) == came.pending.frame


@pytest.mark.parametrize("perk", PERKS)
@settings(max_examples=5, deadline=None)
@given(seeds, st.sampled_from(sorted(SPIRITS)))
def test_every_perk_with_any_spirit_keeps_the_laws(perk, seed, spirit):
    chance = random.Random(seed)
    sheets = [(f"f{n}", sheet(chance, "AB"[n % 2], (perk,)) | {"spirit_points": 9}) for n in range(4)]
    state = open_battle(sheets)
    driver = Live(lambda sides: chance.randint(1, sides))
    state = run(RULES, state, RULES.begin(state, StartRound()), driver).state
    who = state.waiting[0] if state.waiting else ""
    if not who:
        return
    command = random_plan(chance, state, who)
    if spirit not in ROUND_ONLY:
        command = copy.replace(command, spirits=(spirit,), plan=command.plan[:1])
    assert isinstance(command, TakeTurn)
    came = run(RULES, state, RULES.begin(state, command), driver)
    assert came.pending is None
    for item in came.trail:
        if isinstance(item, Answered):
            assert isinstance(item.ask, (Check, Contest, Pick, Order))
            assert item.ask.kind in ROLLS
            for total in sums(item.ask):
                assert sum(line.counted for line in total.lines) == total.total
                assert all(line.rule for line in total.lines)


def sums(ask: Any) -> list[Any]:
    if isinstance(ask, Check):
        assert ask.edges.total == ask.edge
        return [ask.modifier, ask.dc, ask.edges]
    if isinstance(ask, Contest):
        assert ask.edges.total == ask.edge
        return [ask.modifier, ask.against, ask.edges, ask.edges_against]
    return [roll.modifier for roll in ask.rolls] if isinstance(ask, Order) else []
