"""Refusals cite the rule that is broken, before anything is asked or changed (V14.3)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.kernel.chain import digest
from referee.kernel.drivers import Live, Script
from referee.kernel.refusals import Refused
from referee.kernel.steps import run
from tests.vex.battles import battle
from vex.rules import frames as asked
from vex.rules.codes import ACTIONS, OVERRULES, REFUSALS, SPIRITS
from vex.rules.engine import RULES
from vex.rules.frames import Action, StartRound, TakeTurn
from vex.rules.opening import open_battle
from vex.rules.state import Wound

GORN: dict[str, Any] = {
    "side": "A",
    "weapons": ["ordinary_sword", "hunting_bow", "lightning_rune"],
    "armour": "light",
    "wounds": [["bandage", 1]],
    "kit_charges": 1,
    "spirit_points": 2,
}
SHEETS = [
    ("gorn", GORN),
    ("lares", {"side": "A", "weapons": ["ordinary_spear", "ordinary_sword"], "line": 2}),
    ("mud", {"side": "A", "weapons": ["ordinary_spear", "ordinary_sword"]}),
    ("diego", {"side": "B"}),
    ("lester", {"side": "B", "line": 2}),
    ("dead", {"side": "B", "lives": 0}),
]


def act(do, weapon="", *targets, **more):
    return Action(do, weapon, targets, **more)


def begun(state=None):
    state = open_battle(SHEETS) if state is None else state
    return run(RULES, state, RULES.begin(state, StartRound()), Script([20, 19, 18, 17, 16])).state


STRIKE = act("strike", "ordinary_sword", "diego")
TABLE = {
    "unknown action": ([act("dance")], "V3.5"),
    "over 4 AP": ([STRIKE, STRIKE, act("guard", "", "mud")], "V3.5"),
    "no target": ([act("strike", "ordinary_sword")], "V3.5"),
    "nobody of that name": ([act("strike", "ordinary_sword", "nobody")], "V3.5"),
    "dead target": ([act("strike", "ordinary_sword", "dead")], "V3.5"),
    "friend attacked": ([act("strike", "ordinary_sword", "mud")], "V3.5"),
    "self attacked": ([act("shot", "hunting_bow", "gorn")], "V3.5"),
    "enemy guarded": ([act("guard", "", "diego")], "V3.5"),
    "self guarded": ([act("guard", "", "gorn")], "V3.5"),
    "hand over to self": ([act("give", "", "gorn", item="hunting_bow")], "V3.5"),
    "weapon not carried": ([act("strike", "master_sword", "diego")], "V7.2"),
    "weapon that there is not": ([act("strike", "no_such_thing", "diego")], "V7.2"),
    "wrong order": ([act("reorder", order=("ordinary_sword",))], "V7.2"),
    "armour dropped": ([act("drop", item="light")], "V7.3"),
    "armour handed over": ([act("give", "", "mud", item="light")], "V7.3"),
    "no slot": ([act("give", "", "mud", item="hunting_bow")], "V7.4"),
    "no Sniper": ([act("sniper_shot", "hunting_bow", "diego")], "V8.2"),
    "strike with a bow": ([act("strike", "hunting_bow", "diego")], "V9.2"),
    "shot with a sword": ([act("shot", "ordinary_sword", "diego")], "V9.3"),
    "Assault with a bow": ([act("assault", "hunting_bow", "lester")], "V9.4"),
    "Assault on the front": ([act("assault", "ordinary_sword", "diego")], "V9.4"),
    "Stun with a bow": ([act("stun", "hunting_bow", "diego")], "V9.5"),
    "Fireball with a sword": ([act("fireball", "ordinary_sword", "diego")], "V9.6"),
    "Lightning with a sword": ([act("lightning", "ordinary_sword", "diego")], "V9.7"),
    "Heal with the wrong rune": ([act("heal", "lightning_rune", "mud")], "V9.9"),
    "Summon with the wrong rune": ([act("summon", "lightning_rune")], "V9.10"),
    "nothing to dismiss": ([act("dismiss")], "V9.10"),
    "no such stance": ([act("stance", stance="sitting")], "V9.11"),
    "no such line": ([act("move", line=3)], "V5.5"),
    "search of one not hidden": ([act("search", "", "diego")], "V9.12"),
    "bandage as wound": ([act("first_aid", "", "gorn", wound=0)], "V9.14"),
    "no open wound": ([act("first_aid", "", "mud")], "V9.14"),
    "no potion": ([act("potion", "", "gorn")], "V9.15"),
    "item not there": ([act("drop", item="potion")], "V9.15"),
    "receiver on another line": ([act("give", "", "lares", item="kit")], "V9.15"),
    "too many receivers": ([act("give", "", "mud", "lares", item="kit")], "V9.16"),
    "one target twice": ([act("strike", "ordinary_sword", "diego", "diego")], "V9.16"),
}


@pytest.mark.parametrize("what", TABLE)
def test_a_plan_that_breaks_a_rule_is_refused_with_it(what):
    plan, rule = TABLE[what]
    state = begun()
    before = digest(state)
    with pytest.raises(Refused) as caught:
        RULES.begin(state, TakeTurn("gorn", tuple(plan)))
    assert caught.value.rule == rule
    assert caught.value.code in REFUSALS
    assert digest(state) == before


@pytest.mark.parametrize(
    ("spirits", "rule"),
    [
        (("berserk",), "V11.2"),
        (("interception",), "V11.2"),
        (("strike", "super_strike"), "V11.2"),
        (("ghost",), "V11.2"),
    ],
)
def test_spirits_are_refused_in_the_wrong_window_and_without_points(spirits, rule):
    with pytest.raises(Refused) as caught:
        RULES.begin(begun(), TakeTurn("gorn", (), spirits))
    assert caught.value.rule == rule


def test_turns_come_in_order_and_rounds_after_them():
    state = begun()
    for command in (TakeTurn("diego"), TakeTurn("dead"), TakeTurn("nobody"), StartRound()):
        with pytest.raises(Refused):
            RULES.begin(state, command)
    with pytest.raises(Refused):
        RULES.begin(open_battle(SHEETS), TakeTurn("gorn"))
    with pytest.raises(Refused):
        RULES.begin(open_battle([("dead", {"side": "A", "lives": 0})]), StartRound())


def test_armour_changes_out_of_combat_only():
    state = open_battle(SHEETS)
    don = asked.Camp("gorn", act("don", item="heavy"))
    dressed = run(RULES, state, RULES.begin(state, don), Script([])).state
    assert dressed.fighter("gorn").armour == "heavy"
    with pytest.raises(Refused) as caught:
        RULES.begin(begun(), don)
    assert caught.value.rule == "V7.3"


def test_first_aid_always_succeeds_out_of_combat():
    sheets = [("gorn", GORN), ("mud", {"side": "A", "wounds": [["wound", 3], ["burn", 2]]})]
    state = open_battle(sheets)
    command = asked.Camp("gorn", act("first_aid", "", "mud"))
    after = run(RULES, state, RULES.begin(state, command), Script([])).state
    assert after.fighter("mud").wounds == (Wound("bandage", 3), Wound("burn", 2))
    assert after.fighter("gorn").kit == 0


def refusal(state, command):
    """Give what refuses a command, or nothing."""
    try:
        RULES.begin(state, command)
    except Refused as refused:
        return refused
    return None


words = st.sampled_from(
    [
        "",
        "gorn",
        "f0",
        "f1",
        "f2",
        "f3",
        "f1.1",
        "nobody",
        "ordinary_sword",
        "fists",
        "potion",
        "kit",
        "light",
    ]
) | st.text(max_size=8)
names = st.lists(words, max_size=4).map(tuple)
actions = st.builds(
    Action,
    do=st.sampled_from([*ACTIONS, "don", "doff", "nonsense"]),
    weapon=words,
    targets=names,
    stance=words,
    item=words,
    line=st.integers(-1, 3),
    order=names,
    wound=st.integers(-2, 5),
)
spirits = st.lists(st.sampled_from([*SPIRITS, "nonsense"]), max_size=4).map(tuple)
purchases = st.lists(st.builds(asked.Purchase, words, spirits), max_size=3).map(tuple)
overrules = st.builds(
    asked.Overrule,
    who=words,
    what=st.sampled_from([*OVERRULES, "nonsense"]),
    number=st.integers(-1, 5),
    words=names,
    wounds=st.lists(st.builds(Wound, st.sampled_from(["wound", "bandage", "scar"]), st.integers(0, 5))).map(
        tuple
    ),
)
commands = st.one_of(
    st.builds(StartRound, purchases, st.booleans()),
    st.builds(asked.BuySpirits, words, spirits),
    st.builds(asked.CloseWindow, purchases),
    st.builds(TakeTurn, words, st.lists(actions, max_size=5).map(tuple), spirits),
    st.builds(asked.AutoTurn, words),
    st.builds(asked.CallCheck, words, words, st.integers(), st.integers()),
    st.builds(asked.Camp, words, actions),
    st.just(asked.EndCombat()),
    overrules,
    st.builds(asked.Correct, words, st.lists(overrules, max_size=3).map(tuple)),
)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32 - 1), st.lists(commands, max_size=12))
def test_any_command_gives_a_refusal_or_a_result(seed, given_commands):
    chance = random.Random(seed)
    state = battle(chance, 4)
    driver = Live(lambda sides: chance.randint(1, sides))
    mine = [StartRound(), *given_commands]
    for command in mine:
        if isinstance(command, TakeTurn) and state.waiting and chance.random() < 0.7:
            command = TakeTurn(state.waiting[0], command.plan, command.spirits)
        before = digest(state)
        barred = refusal(state, command)
        if barred is None:
            state = run(RULES, state, RULES.begin(state, command), driver).state
        else:
            assert barred.rule
            assert barred.code in REFUSALS
            assert digest(state) == before
