"""Before a plan is confirmed: AP, strain, on whom it lands, the КС, and what may be done (V14.1)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from referee.kernel.chain import digest
from referee.kernel.drivers import Script
from referee.kernel.refusals import Refused
from referee.kernel.steps import run
from vex.rules.automatic import automatic_plan
from vex.rules.chances import chances
from vex.rules.engine import RULES
from vex.rules.frames import Action, AutoTurn, StartRound, TakeTurn
from vex.rules.opening import open_battle
from vex.rules.options import options, spirit_options
from vex.rules.preview import preview

SHEETS = [
    ("gorn", {"side": "A", "weapons": ["ordinary_sword", "hunting_bow"], "potions": 1, "spirit_points": 2}),
    ("lares", {"side": "A"}),
    ("diego", {"side": "B", "armour": "light"}),
    ("lester", {"side": "B", "line": 2}),
]


def begun(sheets=SHEETS):
    state = open_battle(sheets)
    dice = Script(range(20, 20 - len(sheets), -1))
    return run(RULES, state, RULES.begin(state, StartRound()), dice).state


def strike(*targets):
    return Action("strike", "ordinary_sword", targets)


def test_ap_strain_and_the_blocker():
    plan = (Action("potion", targets=("gorn",)), strike("lester"))
    seen = preview(begun(), TakeTurn("gorn", plan))
    assert seen.costs == (1, 2)
    assert (seen.strain.ap, seen.strain.light, seen.strain.over) == (3, "light_strain", False)
    [aim] = seen.aims
    assert (aim.named, aim.on, aim.rules) == ("lester", "diego", ("V5.2",))
    assert (aim.check.modifier.total, aim.check.dc.total) == (-1, 13)


def test_stance_and_speed_count_as_they_stand_in_the_plan():
    plan = (strike("diego"), Action("stance", stance="attacking"), strike("diego"))
    seen = preview(begun(), TakeTurn("gorn", plan, ("speed",)))
    assert seen.costs == (1, 0, 1)
    assert [aim.check.modifier.total for aim in seen.aims] == [2, 5]


def test_a_refused_plan_has_no_preview():
    with pytest.raises(Refused):
        preview(begun(), TakeTurn("gorn", (strike("lares"),)))


def test_previewing_changes_nothing():
    state = begun()
    before = digest(state)
    command = TakeTurn("gorn", (strike("diego"),))
    preview(state, command)
    options(state, "gorn")
    found = chances(state, command, lambda sides: 1)
    assert found.fate("diego", "hit") == Fraction(1, 2)
    assert digest(state) == before


def test_what_may_be_done_has_reasons_for_the_rest():
    found = {(one.action.do, one.action.targets, one.action.item): one for one in options(begun(), "gorn")}
    assert found["strike", ("diego",), ""].refused is None
    assert found["strike", ("diego",), ""].ap == 2
    refused = {key: one.refused.rule for key, one in found.items() if one.refused is not None}
    assert refused["search", ("diego",), ""] == "V9.12"
    assert refused["assault", ("diego",), ""] == "V9.4"
    assert refused["first_aid", ("gorn",), ""] == "V9.14"
    assert refused["dismiss", (), ""] == "V9.10"
    assert refused["fireball", ("diego",), ""] == "V9.6"
    assert refused["sniper_shot", ("diego",), ""] == "V8.2"
    assert refused["drop", (), "kit"] == "V9.15"


def test_a_longer_plan_offers_less():
    plan = (strike("diego"), Action("potion", targets=("gorn",)))
    found = [one for one in options(begun(), "gorn", plan) if one.action.do == "strike"]
    assert found
    assert {one.refused.rule for one in found if one.refused} == {"V3.5"}


def test_spirits_offered_by_window():
    found = {one.spirit: one.refused for one in spirit_options(begun(), "gorn", ("strike",))}
    assert found["griffin"] is None
    assert found["speed"].code == "too_few_points"
    assert found["berserk"].code == "wrong_window"


@pytest.mark.parametrize(
    ("weapons", "tactic", "expected"),
    [
        (
            ["skeleton_rune", "hunting_bow", "ordinary_sword"],
            "predatory",
            Action("shot", "hunting_bow", ("weak",)),
        ),
        (["ordinary_sword"], "predatory", Action("strike", "ordinary_sword", ("front",))),
        (["lightning_rune"], "passive", Action("lightning", "lightning_rune", ("front",))),
        ([], "stubborn", Action("strike", "fists", ("front",))),
    ],
)
def test_the_automatic_turn(weapons, tactic, expected):
    sheets = [
        ("gorn", {"side": "A", "weapons": weapons, "tactic": tactic}),
        ("front", {"side": "B", "armour": "heavy"}),
        ("weak", {"side": "B", "line": 2, "wounds": [["wound", 1]]}),
    ]
    assert automatic_plan(begun(sheets), "gorn") == (expected,)


def test_an_automatic_turn_with_nobody_in_reach_is_empty():
    state = begun([("gorn", {"side": "A"}), ("lares", {"side": "A"})])
    assert automatic_plan(state, "gorn") == ()
    assert run(RULES, state, RULES.begin(state, AutoTurn("gorn")), Script([])).state.waiting == ("lares",)


def test_the_chaotic_draws_whom_an_automatic_turn_attacks():
    sheets = [
        ("gorn", {"side": "A", "tactic": "chaotic"}),
        ("diego", {"side": "B", "reactions": 0}),
        ("lester", {"side": "B", "reactions": 0}),
    ]
    state = begun(sheets)
    dice = Script([2, 5])
    came = run(RULES, state, RULES.begin(state, AutoTurn("gorn")), dice)
    dice.finish()
    assert came.state.fighter("lester").engaged
