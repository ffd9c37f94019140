"""Odds: outcome classes against raw faces, and merging against not merging."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import pytest

from referee.kernel.asks import Check, Choice, Contest, Dice, Order, Roll, ask
from referee.kernel.odds import NoOdds, OverBudget, classes, explore, sample
from referee.kernel.steps import Next, Scene
from referee.kernel.terms import Sum


def flat(total: int) -> Sum:
    return Sum((), total)


@pytest.mark.parametrize("edge", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("need", [-3, 1, 2, 11, 20, 21, 30])
def test_a_checks_classes_are_counts_of_raw_faces(need, edge):
    question = Check("hit", "a", flat(0), flat(need), edge)
    faces = list(product(range(1, 21), repeat=2 if edge else 1))
    passes = sum(question.read(Dice(thrown)) for thrown in faces)
    found = {question.read(answer): weight for weight, answer in classes(question)}
    assert found.get(True, 0) == Fraction(passes, len(faces))
    assert sum(found.values()) == 1
    assert all(found.values())


@pytest.mark.parametrize(("edge", "against"), [(0, 0), (1, 0), (-1, 1)])
def test_a_contests_classes_are_counts_of_raw_faces(edge, against):
    question = Contest("search", "a", flat(2), flat(5), "b", edge, against, sides=6)
    faces = list(product(range(1, 7), repeat=2 + bool(edge) + bool(against)))
    passes = sum(question.read(Dice(thrown)) for thrown in faces)
    found = {question.read(answer): weight for weight, answer in classes(question)}
    assert found == {True: Fraction(passes, len(faces)), False: 1 - Fraction(passes, len(faces))}


def test_an_orders_classes_are_counts_of_raw_faces_and_ties_are_even():
    question = Order(
        "initiative", "", (Roll("a", flat(2), 1), Roll("b", flat(3)), Roll("c", flat(3))), sides=4
    )
    counted: Counter[tuple[str, ...]] = Counter()
    weight = Fraction(1, 4**4)

    def throw(faces: tuple[int, ...], share: Fraction, depth: int) -> None:
        lacking = question.lacking(faces)
        if not lacking:
            counted[question.read(Dice(faces))] += share
        elif depth == 3:  # what is still tied then is even by symmetry: leave it out on both sides
            rest[0] += share
        else:
            for more in product(range(1, 5), repeat=lacking):
                throw((*faces, *more), share / 4**lacking, depth + 1)

    rest = [Fraction(0)]
    for faces in product(range(1, 5), repeat=4):
        throw(faces, weight, 0)
    found = {question.read(answer): share for share, answer in classes(question)}
    assert sum(found.values()) == 1
    for ranking, share in found.items():
        assert counted[ranking] <= share <= counted[ranking] + rest[0]
    assert len(found) == 6


def test_ties_go_to_the_higher_tie_before_dice():
    question = Order("initiative", "", (Roll("a", flat(0), 0, 1), Roll("b", flat(0), 0, 2)))
    found = {question.read(answer): share for share, answer in classes(question)}
    assert found == {("b", "a"): Fraction(210, 400), ("a", "b"): Fraction(190, 400)}


def test_many_rollers_are_over_budget_and_people_have_no_odds():
    with pytest.raises(OverBudget):
        classes(Order("initiative", "", tuple(Roll(str(number), flat(0)) for number in range(8))))
    with pytest.raises(NoOdds):
        classes(Choice("choose", "a", ("x", "y")))


@dataclass(frozen=True, slots=True)
class Coins:
    heads: int = 0


@dataclass(frozen=True, slots=True)
class Left:
    left: int
    bonus: int = 0


class Coining:
    """Toss coins; a head makes the next one surer. The frame holds the bonus, the state only the heads."""

    def begin(self, state, command):
        return Next("toss", Left(command))

    def evolve(self, state, event):
        return replace(state, heads=state.heads + 1)

    def toss(self, scene: Scene, frame: Left):
        passed = yield from ask(Check("toss", "a", flat(frame.bonus), flat(11)))
        if passed:
            scene.emit(("head", frame.left))
        following = Left(frame.left - 1, 5 if passed else 0)
        return Next("toss", following) if following.left else None

    @property
    def steps(self):
        return {"toss": self.toss}


RULES = Coining()


def test_equal_states_with_other_frames_are_not_one():
    odds = explore(RULES, Coins(), Next("toss", Left(3)), tally=lambda event: event)
    plain = explore(RULES, Coins(), Next("toss", Left(3)), tally=lambda event: event, merge=False)
    assert odds.ends == plain.ends
    assert odds.chances == plain.chances
    assert sum(odds.ends.values()) == 1
    # By hand: p = 1/2, after a head 3/4.
    assert odds.chance(("head", 2)) == Fraction(5, 8)
    assert odds.ends[Coins(3), frozenset()] == Fraction(9, 32)


def test_merging_saves_work():
    first = Next("toss", Left(8))
    assert 3 * explore(RULES, Coins(), first).work < explore(RULES, Coins(), first, merge=False).work


def test_marks_are_set_once():
    odds = explore(RULES, Coins(), Next("toss", Left(4)), mark=lambda event: event[0])
    assert odds.marked("head") == Fraction(15, 16)


def test_over_the_budget_it_gives_up_and_samples_tell_their_error():
    with pytest.raises(OverBudget):
        explore(RULES, Coins(), Next("toss", Left(40)), merge=False, budget=1000)
    chance = random.Random(4)
    sampled = sample(
        RULES,
        Coins(),
        Next("toss", Left(2)),
        lambda sides: chance.randint(1, sides),
        4000,
        tally=lambda event: event,
    )
    share = sampled.chance(("head", 1))
    assert not sampled.exact
    assert sampled.samples == 4000
    assert abs(share - Fraction(5, 8)) < 4 * sampled.error(share)
