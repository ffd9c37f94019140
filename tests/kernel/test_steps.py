"""Steps that ask, on the toy rules: pausing, resuming, recording and replaying change nothing."""

from functools import reduce
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.asks import BadAnswer, Chosen, Results, Signs
from referee.kernel.chain import digest
from referee.kernel.drivers import Diverged, Given, Live, MissingAnswer, Record, Recorded, Script
from referee.kernel.refusals import Refused
from referee.kernel.steps import Answered, LeftOver, Next, Run, WorkExceeded, resume, run
from tests.kernel.playing import RULES, Drawing, Nothing, begin, commands, one_by_one, openings
from tests.toy.rules import Begin, Duel, Parted, Rest, Slinger, Stones


@st.composite
def resolved(draw: st.DrawFn) -> tuple[Stones, object, Run[Stones], list]:
    """A state in the middle of random play, a command there, and what came of it."""
    state = draw(openings())
    last = None
    for _ in range(draw(st.integers(1, 8))):
        command = draw(commands(state))
        driver = Drawing(draw)
        try:
            ran = begin(state, command, driver)
        except Refused:
            assert driver.given == []
            continue
        last = (state, command, ran, driver.given)
        state = ran.state
    if last is None:
        driver = Drawing(draw)
        last = (state, Begin(), begin(state, Begin(), driver), driver.given)
    return last


two = Stones((Slinger("f1", "A", 3, 3), Slinger("f2", "B", 3, 3)), "asked", 1, (("f1",), ("f2",)), False)


@given(resolved())
def test_the_fold_of_the_events_is_the_state(play):
    before, _, ran, _ = play
    assert reduce(RULES.evolve, ran.events, before) == ran.state


@given(resolved())
def test_resuming_at_any_ask_equals_not_pausing(play):
    before, command, ran, given_ = play
    events, state = one_by_one(before, command, [answer for _, answer in given_])
    assert (tuple(events), state) == (ran.events, ran.state)


@given(resolved())
def test_replaying_a_record_gives_the_same(play):
    before, command, ran, given_ = play
    record = Recorded([Record(name, answer) for name, answer in given_])
    again = begin(before, command, record)
    record.finish()
    assert again == ran


@given(resolved(), st.data())
def test_one_answer_too_few_waits_and_one_too_many_fails(play, data):
    before, command, _, given_ = play
    records = [Record(name, answer) for name, answer in given_]
    if records:
        cut = data.draw(st.integers(0, len(records) - 1))
        waiting = begin(before, command, Recorded(records[:cut]))
        assert waiting.pending is not None
        assert waiting.pending.fingerprint == records[cut].fingerprint
    too_many = Recorded([*records, Record("", Chosen("take"))])
    begin(before, command, too_many)
    with pytest.raises(LeftOver):
        too_many.finish()


@given(resolved())
def test_a_record_of_another_past_stops_at_the_ask(play):
    before, command, _, given_ = play
    if given_:
        records = [Record(name, answer) for name, answer in given_]
        past = Stones(before.slingers, before.mercy, before.round + 1, before.order, before.due, before.acted)
        with pytest.raises(Diverged):
            begin(past, command, Recorded(records))


@given(resolved())
def test_asks_of_one_chain_have_names_of_their_own(play):
    names = [name for name, _ in play[3]]
    assert len(set(names)) == len(names)


@given(resolved())
def test_the_trail_holds_each_answer_at_its_place(play):
    _, _, ran, given_ = play
    answered = [(line.fingerprint, line.answer) for line in ran.trail if isinstance(line, Answered)]
    assert answered == given_
    assert len(ran.events) + len(answered) == len(ran.trail)


def test_a_name_is_the_same_before_and_after_an_undo():
    first = begin(two, Duel("f1", "f2"), Nothing())
    after = begin(two, Duel("f1", "f2"), Given([Results((0,))]))
    assert after.state != two
    again = begin(two, Duel("f1", "f2"), Nothing())
    assert first.pending.fingerprint == again.pending.fingerprint
    another = begin(two, Rest("f1"), Nothing())
    assert first.pending.fingerprint != another.pending.fingerprint


def test_a_strict_script_has_a_die_for_every_ask_and_none_over():
    script = Script([6])
    assert begin(two, Rest("f1"), script).pending is None
    script.finish()
    with pytest.raises(MissingAnswer):
        begin(two, Rest("f1"), Script([]))
    over = Script([6, 1])
    begin(two, Rest("f1"), over)
    with pytest.raises(LeftOver):
        over.finish()
    with pytest.raises(BadAnswer):
        begin(two, Duel("f1", "f2"), Script([1]))


def test_dice_roll_by_themselves_but_wait_for_who_rolls_at_the_table():
    ran = begin(two, Rest("f1"), Live(lambda sides: sides))
    assert ran.events[0].found
    assert begin(two, Rest("f1"), Live(lambda sides: sides, frozenset({"f1"}))).pending is not None
    assert begin(two, Duel("f1", "f2"), Live(lambda sides: sides)).pending.ask.kind == "duel"


def test_typed_answers_come_first_and_none_is_left():
    given_ = Given([Results((1,)), Chosen("take"), Chosen("white")], Live(lambda sides: 1))
    ran = begin(two, Duel("f1", "f2"), given_)
    given_.finish()
    assert ran.state.slinger("f2").stones == 2
    left = Given([Results((0,)), Chosen("take")])
    begin(two, Duel("f1", "f2"), left)
    with pytest.raises(LeftOver):
        left.finish()


@pytest.mark.parametrize(
    "answer", [Signs(("rock",)), Results((2,)), Chosen("take"), Signs(("rock", "lizard"))]
)
def test_an_answer_that_does_not_fit_fails_at_once(answer):
    with pytest.raises(BadAnswer):
        begin(two, Duel("f1", "f2"), Given([answer]))


def test_answers_that_a_step_no_longer_asks_for_are_left_over():
    with pytest.raises(LeftOver):
        run(RULES, two, Next("at_once", Parted("f1")), Nothing(), (Chosen("take"),))


def test_what_a_waiting_step_did_so_far_is_not_in_the_state():
    ran = begin(two, Duel("f1", "f2"), Given([Results((1,)), Chosen("take")]))
    assert ran.pending.answers == (Chosen("take"),)
    assert [type(line).__name__ for line in ran.partial] == ["Answered"]
    assert digest(ran.pending.state) == digest(ran.state)
    assert resume(RULES, ran.pending, Nothing()).pending == ran.pending


def test_a_chain_without_an_end_does_not_hang():
    def on(scene, frame):
        return Next("on")
        yield

    rules = SimpleNamespace(steps={"on": on}, evolve=lambda state, event: state)
    with pytest.raises(WorkExceeded):
        run(rules, None, Next("on"), Nothing())


def test_refusals_come_before_the_first_ask():
    with pytest.raises(Refused, match="not_your_turn"):
        begin(two, Duel("f2", "f1"), Script([]))
