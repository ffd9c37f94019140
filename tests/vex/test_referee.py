"""What a referee does beside turns: the window for spirits, settings by hand, joiners, the end."""

from __future__ import annotations

import pytest

from referee.kernel.drivers import Script
from referee.kernel.refusals import Refused
from referee.kernel.steps import run
from vex.rules import events as e
from vex.rules.engine import RULES
from vex.rules.frames import (
    Action,
    BuySpirits,
    CloseWindow,
    Correct,
    EndCombat,
    Join,
    Overrule,
    Purchase,
    StartRound,
    TakeTurn,
)
from vex.rules.opening import open_battle, open_fighter
from vex.rules.state import Wound, statuses

SHEETS = [
    ("gorn", {"side": "A", "weapons": ["ordinary_sword"], "spirit_points": 3}),
    ("diego", {"side": "B", "weapons": ["ordinary_sword"], "spirit_points": 2, "reactions": 0}),
    ("xardas", {"side": "B", "weapons": ["skeleton_rune"], "params": {"INT": 9}}),
]


def act(state, command, *dice):
    script = Script(dice)
    came = run(RULES, state, RULES.begin(state, command), script)
    script.finish()
    return came.state


def refused(state, command):
    with pytest.raises(Refused) as caught:
        RULES.begin(state, command)
    return caught.value.rule


def test_the_window_stays_open_until_it_is_closed():
    state = act(open_battle(SHEETS), StartRound(window=True), 5, 20, 10)
    assert state.phase == "window"
    assert state.order == ("diego", "xardas", "gorn")
    assert refused(state, TakeTurn("diego")) == "V3.2"
    assert refused(state, StartRound()) == "V3.2"
    assert refused(state, BuySpirits("gorn", ("speed",))) == "V11.2"
    state = act(state, BuySpirits("gorn", ("interception",)))
    state = act(state, BuySpirits("gorn", ("berserk",)))
    # Interception counts for Berserk (V3.2): gorn draws diego, and strikes.
    state = act(state, CloseWindow((Purchase("diego", ("concentration",)),)), 1, 2)
    assert state.phase == "turns"
    assert state.order == state.waiting == ("gorn", "diego", "xardas")
    assert (state.fighter("gorn").points, state.fighter("diego").points) == (1, 1)
    assert refused(state, CloseWindow()) == "V11.1"
    assert refused(state, BuySpirits("gorn", ("strike",))) == "V11.1"


@pytest.mark.parametrize(
    ("overrule", "found"),
    [
        (Overrule("diego", "lives", 2), lambda one: one.lives == 2),
        (Overrule("diego", "line", 2), lambda one: one.line == 2 and not one.engaged),
        (Overrule("diego", "reactions", 1), lambda one: one.reactions == 1),
        (Overrule("diego", "granted_charges", 1), lambda one: one.sheet.charges == 1),
        (Overrule("diego", "points", 9), lambda one: one.points == 9),
        (Overrule("diego", "wounds", wounds=(Wound("burn", 2),)), lambda one: one.wounded),
        (Overrule("diego", "weapons", words=("master_sword",)), lambda one: one.weapons == ("master_sword",)),
        (Overrule("diego", "armour", words=("heavy",)), lambda one: one.armour == "heavy"),
        (Overrule("diego", "armour"), lambda one: one.armour == ""),
        (Overrule("diego", "stance", words=("defensive",)), lambda one: one.stance == "defensive"),
        (Overrule("diego", "hidden", 1), lambda one: one.hidden == "hide"),
        (Overrule("diego", "critical", 1), lambda one: one.critical),
        (Overrule("diego", "engaged", 1), lambda one: one.engaged),
    ],
    ids=lambda value: value.what if isinstance(value, Overrule) else "",
)
def test_a_referee_sets_anything_by_hand(overrule, found):
    state = act(open_battle(SHEETS), StartRound(), 20, 10, 5)
    assert found(act(state, overrule).fighter("diego"))


def test_at_no_lives_one_falls_and_what_is_his_with_him():
    state = act(open_battle(SHEETS), StartRound(), 5, 10, 20)
    state = act(state, TakeTurn("xardas", (Action("summon", "skeleton_rune"),)), 16)
    assert state.fighter("xardas.1").alive
    state = act(state, Overrule("xardas", "lives", 0))
    assert not state.fighter("xardas.1").alive
    assert state.ground == ("skeleton_rune",)


def test_one_who_is_stunned_by_hand_loses_the_turn_that_comes_up():
    state = act(open_battle(SHEETS), StartRound(), 20, 10, 5)
    state = act(state, Overrule("gorn", "stunned", 1))
    assert state.waiting == ("diego", "xardas")
    assert statuses(state.fighter("gorn")) == ("clarity",)


def test_several_settings_are_all_made_or_none():
    state = open_battle(SHEETS)
    state = act(state, Correct("diego", (Overrule("diego", "points", 1), Overrule("diego", "potions", 2))))
    assert (state.fighter("diego").points, state.fighter("diego").potions) == (1, 2)
    bad = Correct("diego", (Overrule("diego", "points", 5), Overrule("diego", "line", 3)))
    assert refused(state, bad) == "V2.6"
    other = Correct("diego", (Overrule("gorn", "points", 5),))
    assert refused(state, other) == "V3.2"


def test_who_leaves_is_out_of_order_and_reach_and_may_come_back():
    state = act(open_battle(SHEETS), StartRound(), 20, 10, 5)
    state = act(state, Overrule("diego", "away", 1))
    assert state.order == ("gorn", "xardas")
    strike = TakeTurn("gorn", (Action("strike", "ordinary_sword", ("diego",)),))
    assert refused(state, strike) == "V3.5"
    state = act(state, Overrule("diego", "away", 0))
    assert state.order == ("gorn", "xardas", "diego")
    assert state.waiting == ("gorn", "xardas")


def test_a_joiner_comes_last_and_rolls_from_the_next_round():
    state = act(open_battle(SHEETS), StartRound(), 20, 10, 5)
    joiner = open_fighter("lares", {"side": "A"})
    state = act(state, Join(joiner))
    assert state.order == ("gorn", "diego", "xardas", "lares")
    assert state.waiting == ("gorn", "diego", "xardas")
    assert refused(state, Join(joiner)) == "V3.2"
    for key in state.waiting:
        state = act(state, TakeTurn(key))
    state = act(state, StartRound(), 5, 6, 7, 20)
    assert state.order[0] == "lares"


def test_the_end_of_the_battle_ends_what_lasts_to_it():
    state = open_battle([(key, sheet | {"lives": 2}) for key, sheet in SHEETS])
    assert refused(state, EndCombat()) == "V3.2"
    state = act(state, StartRound((Purchase("gorn", ("concentration",)),)), 20, 10, 5)
    state = act(state, TakeTurn("gorn", (Action("strike", "ordinary_sword", ("diego",)),)), 10, 10)
    assert statuses(state.fighter("diego")) == ("critical", "engaged")
    ended = run(RULES, state, RULES.begin(state, EndCombat()), Script([]))
    assert ended.events == (e.CombatEnded(),)
    assert all(statuses(one) == () and one.spirits == () for one in ended.state.fighters)
    assert ended.state.phase == "camp"
