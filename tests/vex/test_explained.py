"""Every roll explains itself: terms with rule and source, those that did not count, and what mattered."""

from __future__ import annotations

from referee.kernel.asks import Check, Contest, Dice
from referee.kernel.drivers import Script
from referee.kernel.steps import Answered, run
from referee.kernel.terms import Line, Sum
from vex.rules.engine import RULES
from vex.rules.frames import Action, StartRound, TakeTurn
from vex.rules.mattered import mattered
from vex.rules.opening import open_battle


def asks_of(sheets, plan, dice, **rulings):
    """Take the first fighter's turn and give its asks with their answers."""
    state = open_battle([(f"f{number}", sheet) for number, sheet in enumerate(sheets, 1)], rulings)
    state = run(RULES, state, RULES.begin(state, StartRound()), Script(range(20, 20 - len(sheets), -1))).state
    came = run(RULES, state, RULES.begin(state, TakeTurn("f1", tuple(plan))), Script(dice))
    return [(item.ask, item.answer) for item in came.trail if isinstance(item, Answered)]


GORN = {"side": "A", "weapons": ["ordinary_sword"], "params": {"ATK": 3}, "wounds": [["burn", 2]]}
DIEGO = {"side": "B", "armour": "medium", "params": {"DEF": 1, "MST": -9}, "reactions": 0}
STRIKE = Action("strike", "ordinary_sword", ("f2",))


def test_a_hit_rolls_terms():
    gorn = GORN | {"perks": ["indomitable", "genius"], "params": {"ATK": 3, "MST": 9}, "potions": 1}
    plan = [Action("stance", stance="attacking"), Action("potion", targets=("f1",)), STRIKE]
    [(hit, _)] = asks_of([gorn | {"wounds": [["burn", 4]]}, DIEGO], plan, [2])
    assert hit.modifier.lines == (
        Line("base", "V2.1", 3, 3, source="ATK"),
        Line("genius", "V12.20", 1, 1),
        Line("stance", "V9.11", 3, 3, source="attacking"),
        Line("burn", "V10.4", -2, 0, "not_met", "indomitable"),
        Line("weapon", "V6.1", 2, 2, source="ordinary_sword"),
        Line("light_strain", "V3.7", -3, -3),
    )
    assert hit.dc.lines == (
        Line("armour_class", "V2.3", 11, 11),
        Line("base", "V2.1", 1, 1, source="DEF"),
        Line("floor", "V6.2", 15, 3, "floor", source="medium"),
    )


def test_the_trial_lists_what_does_not_count():
    diego = DIEGO | {"armour": None}
    plan = [STRIKE, Action("stance", stance="neutral")]
    gorn = GORN | {"armour": "heavy", "wounds": [], "params": {"ATK": 9}}
    hit, trial = (one for one, _ in asks_of([gorn, diego], plan, [9, 2], weapon_bonus_in_trial="no"))
    assert hit.modifier.total == 9 + 2 - 3
    assert trial.modifier.lines == (
        Line("base", "V2.1", 9, 9, source="ATK"),
        Line("weapon", "V6.1", 2, 0, "not_met", "ruling", "ordinary_sword"),
        Line("heavy_strain", "V3.9", -3, 0, "not_met", "not_to_the_trial"),
    )


def test_edges_are_listed_with_their_rules():
    gorn = GORN | {"wounds": [], "weapons": ["hunting_bow"], "perks": ["sniper", "marksman"]}
    plan = [Action("shot", "hunting_bow", ("f2",))]
    hit, trial = (one for one, _ in asks_of([gorn, DIEGO | {"perks": ["tough"]}], plan, [19, 20, 1, 2]))
    assert [(line.code, line.rule, line.counted) for line in hit.edges.lines] == [("marksman", "V12.17", 1)]
    assert [(line.code, line.rule, line.counted, line.by) for line in trial.edges.lines] == [
        ("ranged", "V6.8", 0, "sniper"),
        ("tough", "V12.16", -1, ""),
    ]


def one(code: str, counted: int, standing: str = "applied", value: int | None = None) -> Line:
    return Line(code, "V1.1", counted if value is None else value, counted, standing)


def test_what_mattered_are_the_terms_without_which_it_had_come_out_otherwise():
    check = Check(
        "hit",
        "a",
        Sum((one("base", 3), one("weapon", 2), one("wound", -3)), 2),
        Sum((one("armour_class", 11),), 11),
    )
    # 10 + 2 passes by one: without base or weapon it fails, without the wound it passes all the more.
    assert [(found.line.code, found.sure) for found in mattered(check, Dice((10,)))] == [
        ("base", True),
        ("weapon", True),
    ]
    # 7 + 2 fails: without the wound it passes.
    assert [(found.line.code, found.sure) for found in mattered(check, Dice((8,)))] == [("wound", True)]
    assert mattered(check, Dice((20,))) == ()


def test_a_floor_matters_and_takes_hold_again():
    dc = Sum((one("armour_class", 11), one("base", 2), one("floor", 2, "floor", 15)), 15)
    check = Check("hit", "a", Sum((), 0), dc)
    # Without DEF the floor is still 15; without the floor it is 13.
    assert [found.line.code for found in mattered(check, Dice((14,)))] == ["floor"]
    assert mattered(check, Dice((12,))) == ()


def test_a_die_that_was_never_rolled_is_undecidable():
    plus, minus = one("fighter", 1), one("knight", -1)
    neutral = Check("hit", "a", Sum((), 0), Sum((), 11), 0, edges=Sum((plus, minus), 0))
    found = {item.line.code: item.sure for item in mattered(neutral, Dice((12,)))}
    # It passed: the advantage could only have helped, without it the unrolled die might have failed.
    assert found == {"fighter": False}
    assert {item.line.code for item in mattered(neutral, Dice((9,)))} == {"knight"}
    two = Check("hit", "a", Sum((), 0), Sum((), 11), 1, edges=Sum((plus,), 1))
    assert [item.sure for item in mattered(two, Dice((4, 15)))] == [False]
    assert mattered(two, Dice((12, 15))) == ()


def test_in_a_contest_both_sides_terms_may_have_mattered():
    contest = Contest(
        "search", "a", Sum((one("base", 2),), 2), Sum((one("base", 3), one("wound", -2)), 1), "b"
    )
    # 10 + 2 against 11 + 1: equal finds; without the own 2 it fails, without the other's wound too.
    assert [(item.part, item.line.code) for item in mattered(contest, Dice((10, 11)))] == [
        ("modifier", "base"),
        ("dc", "wound"),
    ]
    edges = Sum((one("master", 1),), 1)
    hidden = Contest("search", "a", Sum((), 0), Sum((), 0), "b", edge_against=1, edges_against=edges)
    assert [(item.part, item.sure) for item in mattered(hidden, Dice((10, 4, 15)))] == [
        ("edge_against", False)
    ]
