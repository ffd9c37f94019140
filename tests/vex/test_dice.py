"""Dice from the server, the table, a record or a script answer the same ask (V1.5)."""

from __future__ import annotations

import copy

import pytest

from referee.kernel.asks import BadAnswer, Dice
from referee.kernel.chain import digest
from referee.kernel.drivers import Given, Live, Record, Recorded, Script
from referee.kernel.steps import Answered, resume, run
from vex.rules.engine import RULES
from vex.rules.frames import Action, StartRound, TakeTurn
from vex.rules.opening import open_battle

STATE = open_battle(
    [("gorn", {"side": "A", "weapons": ["ordinary_sword"]}), ("diego", {"side": "B", "reactions": 0})]
)
BEGUN = run(RULES, STATE, RULES.begin(STATE, StartRound()), Script([20, 1])).state
FIRST = RULES.begin(BEGUN, TakeTurn("gorn", (Action("strike", "ordinary_sword", ("diego",)),)))


def test_all_sources_come_to_the_same():
    script = run(RULES, BEGUN, FIRST, Script([15, 3]))
    faces = iter([15, 3])
    server = run(RULES, BEGUN, FIRST, Live(lambda sides: next(faces)))
    table = run(RULES, BEGUN, FIRST, Given([Dice((15,), "table"), Dice((3,), "table")]))
    records = [Record(item.fingerprint, item.answer) for item in table.trail if isinstance(item, Answered)]
    record = run(RULES, BEGUN, FIRST, Recorded(records))
    assert len({digest(came.state) for came in (script, server, table, record)}) == 1
    assert [item.answer.source for item in record.trail if isinstance(item, Answered)] == ["table", "table"]


@pytest.mark.parametrize("faces", [(0,), (21,), (5, 6), (), (True,), ("5",)])
def test_typed_dice_are_range_checked(faces):
    with pytest.raises(BadAnswer):
        run(RULES, BEGUN, FIRST, Given([Dice(faces, "table")]))


def test_the_roller_at_the_table_is_waited_for():
    server = Live(lambda sides: 2, frozenset({"gorn"}))
    waiting = run(RULES, BEGUN, FIRST, server)
    assert waiting.pending is not None
    assert waiting.pending.ask.kind == "hit"
    whole = resume(RULES, waiting.pending, Given([Dice((2,), "table")]))
    assert whole.pending is None


def test_initiative_waits_for_anybody_at_the_table_and_asks_for_more_on_ties():
    first = RULES.begin(STATE, StartRound())
    waiting = run(RULES, STATE, first, Live(lambda sides: 2, frozenset({"diego"})))
    assert waiting.pending is not None
    order = waiting.pending.ask
    assert order.lacking((7,)) == 1
    assert order.lacking((7, 7)) == 2
    assert order.lacking((7, 7, 3, 4)) == 0
    with pytest.raises(BadAnswer):
        order.read(Dice((7, 7)))
    with pytest.raises(BadAnswer):
        order.read(Dice((7, 8, 3, 4)))
    assert order.read(Dice((7, 7, 3, 4))) == ("diego", "gorn")


def test_dice_that_tie_for_ever_are_no_chance():
    with pytest.raises(BadAnswer):
        run(RULES, STATE, RULES.begin(STATE, StartRound()), Live(lambda sides: 7))


def test_a_fingerprint_is_the_same_after_an_undo():
    waiting = run(RULES, BEGUN, FIRST, Given([]))
    again = run(RULES, copy.replace(BEGUN), FIRST, Given([]))
    assert waiting.pending is not None
    assert again.pending is not None
    assert waiting.pending.fingerprint == again.pending.fingerprint
