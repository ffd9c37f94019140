"""How other engines broke (the B-numbers of the list of public bug reports), shown not to happen here."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.kernel.asks import Check, Dice, dice_needed, kept_face
from referee.kernel.terms import settle
from tests.vex.battles import battle, play
from vex.rules import events as e
from vex.rules.checks import edge
from vex.rules.evolve import evolve
from vex.rules.frames import Action, TakeTurn
from vex.rules.numbers import armour_class, numbers, settled
from vex.rules.opening import open_battle
from vex.rules.plans import cost
from vex.rules.state import State

seeds = st.integers(0, 2**32 - 1)
law = settings(max_examples=25, deadline=None)


def fighter(**sheet):
    state = open_battle([("gorn", {"side": "A", **sheet})])
    return state, state.fighter("gorn")


@pytest.mark.parametrize(
    ("stance", "armour", "defence", "expected"),
    [
        (stance, armour, defence, max(11 + defence + shift, floor))
        for (stance, shift), (armour, floor), defence in product(
            [("neutral", 0), ("attacking", -4), ("defensive", 2)],
            [(None, 11), ("light", 13), ("medium", 15), ("heavy", 17)],
            [-3, 0, 3, 9],
        )
    ],
)
def test_b7_b9_each_stance_with_each_armour(stance, armour, defence, expected):
    state, _ = fighter(armour=armour, params={"DEF": defence})
    state = evolve(state, e.StanceTaken("gorn", stance))
    assert settled(armour_class(state, state.fighter("gorn"))).total == expected


SIGNS = {
    "genius": ({"perks": ["genius"]}, "CHR", 1),
    "armour_master": ({"perks": ["armour_master"], "armour": "light"}, "DEF", 1),
    "masochist": ({"perks": ["masochist"], "wounds": [["wound", 1]]}, "ATK", 2),
    "wound": ({"wounds": [["wound", 4]]}, "MST", -4),
    "burn": ({"wounds": [["burn", 2]]}, "INT", -2),
    "bandage": ({"wounds": [["bandage", 3]]}, "VIT", -3),
}


@pytest.mark.parametrize("code", SIGNS)
def test_b8_the_sign_of_each_modifier(code):
    sheet, parameter, value = SIGNS[code]
    state, gorn = fighter(**sheet)
    [line] = [line for line in settle(numbers(state, gorn, parameter)).lines if line.code == code]
    assert line.counted == value


def test_b8_a_masochist_loses_vit():
    state, gorn = fighter(perks=["masochist"], wounds=[["wound", 1], ["burn", 2], ["bandage", 1]])
    assert settle(numbers(state, gorn, "VIT")).total == -1 - 2 - 1 - 2 - 2
    assert settle(numbers(state, gorn, "ATK")).total == -1 - 2 + 2 + 2


@pytest.mark.parametrize(
    ("do", "targets", "plain", "speedy"),
    [
        ("strike", ("x",), 2, 1),
        ("potion", ("gorn",), 1, 1),
        ("potion", ("x",), 2, 1),
        ("heal", ("gorn",), 1, 1),
        ("heal", ("gorn", "x"), 2, 1),
        ("give", ("x",), 1, 1),
        ("search", ("x",), 0, 0),
        ("stance", (), 0, 0),
    ],
)
def test_b12_b14_speed_halves_and_rounds_up(do, targets, plain, speedy):
    action = Action(do, targets=targets)
    assert (cost("gorn", action, False), cost("gorn", action, True)) == (plain, speedy)


@pytest.mark.parametrize(("plus", "minus"), list(product(range(4), repeat=2)))
def test_b20_b21_b25_only_the_sign_of_the_sum_counts(plus, minus):
    edges = settle([edge("fighter", 1)] * plus + [edge("knight", -1)] * minus)
    check = Check("hit", "a", settle([]), settle([]), edges.total, edges=edges)
    assert dice_needed(check.edge) == (1 if plus == minus else 2)
    faces = (4, 15)[: dice_needed(check.edge)]
    assert check.total(Dice(faces)) == (15 if plus > minus else 4)


@pytest.mark.parametrize(
    ("faces", "edge_value", "kept"), [((1, 20), 1, 20), ((1, 20), -1, 1), ((20,), 0, 20), ((1,), 0, 1)]
)
def test_b23_b24_b26_extreme_faces_keep_one_die(faces, edge_value, kept):
    assert kept_face(faces, edge_value) == kept


@law
@given(seeds)
def test_b18_b35_b117_each_blow_once_with_one_outcome(seed):
    chance = random.Random(seed)

    def told(before: State, command, came) -> None:
        if not isinstance(command, TakeTurn):
            return
        begun = Counter(item.stroke for item in came.events if isinstance(item, e.BlowBegun))
        assert all(count == 1 for count in begun.values())
        ended = Counter(item.stroke for item in came.events if isinstance(item, (e.BlowHit, e.BlowMissed)))
        assert ended == begun
        marks = Counter(
            item.stroke for item in came.events if isinstance(item, (e.Wounded, e.Unhurt, e.LifeLost))
        )
        assert all(count == 1 for count in marks.values())
        assert set(marks) <= set(begun)

    play(chance, battle(chance), 2, told)


@law
@given(seeds)
def test_b37_b47_b69_each_living_fighter_has_one_turn_and_at_most_four_ap(seed):
    chance = random.Random(seed)
    taken: Counter[str] = Counter()
    ordered: list[str] = []

    def told(before: State, command, came) -> None:
        for item in came.events:
            if isinstance(item, e.RoundStarted):
                assert all(
                    taken[key] == 1 for key in ordered if before.has(key) and before.fighter(key).alive
                )
                taken.clear()
            elif isinstance(item, (e.Ordered, e.Intercepted)):
                ordered[:] = item.order
            elif isinstance(item, (e.TurnStarted, e.TurnLost)):
                taken[item.who] += 1
                assert item.who in ordered
            elif isinstance(item, e.PlanDeclared):
                assert 0 <= item.ap <= 4

    play(chance, battle(chance), 3, told)


@law
@given(seeds)
def test_b64_b115_an_event_that_tells_of_a_change_changes_something(seed):
    chance = random.Random(seed)
    kinds = (e.Moved, e.Wounded, e.LifeLost, e.Fell, e.Hid, e.Revealed, e.SpiritBought, e.SpiritUsed, e.Given)

    def told(before: State, command, came) -> None:
        state = before
        for item in came.events:
            after = evolve(state, item)
            if isinstance(item, kinds):
                assert after != state, item
            state = after

    play(chance, battle(chance), 2, told)


@law
@given(seeds)
def test_b66_b91_the_summoned_have_a_summoner_and_a_place(seed):
    chance = random.Random(seed)

    def told(before: State, command, came) -> None:
        for one in came.state.fighters:
            if one.skeleton and one.lives > 0:
                assert came.state.fighter(one.sheet.owner).alive
                assert one.key in came.state.order

    play(chance, battle(chance), 2, told)
