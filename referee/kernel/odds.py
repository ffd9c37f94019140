"""Odds: the same steps under a driver that goes every way at once (L1), exact, or sampled over a budget.

An ask branches by outcome class with exact weights; ways that meet again in an equal state and frame are one
way from there on. Merging by state alone would be wrong: the frame holds what is still to come.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product
from typing import Any

from referee.kernel.asks import Answer, Ask, Check, Contest, Dice, Order, Pick, dice_needed
from referee.kernel.drivers import Live
from referee.kernel.steps import Next, Rules, Scene, Steps, run

BUDGET = 20_000
"""Steps that an exact enumeration may run before it gives up."""
MOST_ORDERS = 10_000
"""Combinations of kept faces that an Order ask may have to be enumerated."""

type Class = tuple[Fraction, Answer]
type Tally = Callable[[Any], Hashable | None]


class OverBudget(RuntimeError):
    """An exact enumeration would take more work than it may."""


class NoOdds(TypeError):
    """An ask is answered by people, not by chance: no odds go past it."""


@dataclass(frozen=True, slots=True)
class Odds[S]:
    """What may come of a chain of steps.

    `chances` has, for each key of the tally, how often it comes about: its chance, where it can come about
    but once. `ends` has the final states, each with the marks set on its way. Without `exact` both are
    shares of `samples` runs. `work` counts steps run, or runs.
    """

    exact: bool
    chances: Mapping[Hashable, Fraction]
    ends: Mapping[tuple[S, frozenset[Hashable]], Fraction]
    work: int
    samples: int = 0

    def chance(self, key: Hashable) -> Fraction:
        """Give the chance of a tallied key."""
        return self.chances.get(key, Fraction(0))

    def marked(self, mark: Hashable) -> Fraction:
        """Give the chance that a mark is set at least once."""
        return sum((share for (_, marks), share in self.ends.items() if mark in marks), Fraction(0))

    def error(self, chance: Fraction) -> float:
        """Give the standard error of a chance: 0 where it is exact."""
        return 0.0 if self.exact else math.sqrt(float(chance * (1 - chance)) / self.samples)


@lru_cache(maxsize=64)
def _faces(edge: int, sides: int) -> tuple[Fraction, ...]:
    """Give the chance of each kept face, from 1 up."""
    if not edge:
        return (Fraction(1, sides),) * sides
    rising = tuple(Fraction(2 * face - 1, sides * sides) for face in range(1, sides + 1))
    return rising if edge > 0 else rising[::-1]


def _kept(face: int, edge: int) -> tuple[int, ...]:
    return (face,) * dice_needed(edge)


@lru_cache(maxsize=4096)
def _check(need: int, edge: int, sides: int) -> tuple[Class, ...]:
    passes = sum(_faces(edge, sides)[max(need - 1, 0) :], Fraction(0))
    ways = ((passes, Dice(_kept(sides, edge))), (1 - passes, Dice(_kept(1, edge))))
    return tuple(way for way in ways if way[0])


@lru_cache(maxsize=4096)
def _contest(need: int, edge: int, against: int, sides: int) -> tuple[Class, ...]:
    weights = {True: Fraction(0), False: Fraction(0)}
    shown: dict[bool, Dice] = {}
    for own, other in product(range(1, sides + 1), repeat=2):
        passed = own - other >= need
        weights[passed] += _faces(edge, sides)[own - 1] * _faces(against, sides)[other - 1]
        shown.setdefault(passed, Dice((*_kept(own, edge), *_kept(other, against))))
    return tuple((weights[passed], dice) for passed, dice in shown.items())


@lru_cache(maxsize=512)
def _order(rolls: tuple[tuple[int, int, int], ...], sides: int) -> tuple[Class, ...]:
    """Give the rankings of rollers, each told as modifier, edge and tie, with one answer for each."""
    if sides ** len(rolls) > MOST_ORDERS:
        raise OverBudget(f"the order of {len(rolls)}")
    most = math.factorial(len(rolls))
    whole = most * math.prod(sides ** dice_needed(edge) for _, edge, _ in rolls)
    found: dict[tuple[int, ...], tuple[int, Dice]] = {}
    for kept in product(range(1, sides + 1), repeat=len(rolls)):
        weight = math.prod(_count(face, roll[1], sides) for face, roll in zip(kept, rolls, strict=True))
        groups: dict[tuple[int, int], list[int]] = {}
        for index, (face, (modifier, _, tie)) in enumerate(zip(kept, rolls, strict=True)):
            groups.setdefault((face + modifier, tie), []).append(index)
        tied = [groups[rate] for rate in sorted(groups, reverse=True)]
        # Tied rollers are alike, so each of their orders has the same chance.
        part = weight * most // math.prod(math.factorial(len(group)) for group in tied)
        for orders in product(*(tuple(permutations(group)) for group in tied)):
            ranking = tuple(index for order in orders for index in order)
            if ranking in found:
                found[ranking] = (found[ranking][0] + part, found[ranking][1])
                continue
            faces = [_kept(face, roll[1]) for face, roll in zip(kept, rolls, strict=True)]
            for group, order in zip(tied, orders, strict=True):
                if len(group) > 1:
                    faces.append(tuple(sides - order.index(index) for index in group))
            found[ranking] = (part, Dice(tuple(one for thrown in faces for one in thrown)))
    return tuple((Fraction(part, whole), dice) for part, dice in found.values())


def _count(face: int, edge: int, sides: int) -> int:
    """Count the throws of which a face is kept."""
    if not edge:
        return 1
    return 2 * (face if edge > 0 else sides + 1 - face) - 1


def classes(ask: Ask[Any]) -> tuple[Class, ...]:
    """Give the outcome classes of an ask: the weight of each, and one answer that is in it.

    Weights sum to 1 and none is 0. Raise NoOdds where people answer.
    """
    match ask:
        case Check():
            return _check(ask.dc.total - ask.modifier.total, _sign(ask.edge), ask.sides)
        case Pick():
            return tuple((Fraction(1, ask.n), Dice((number,))) for number in range(1, ask.n + 1))
        case Contest():
            need = ask.against.total - ask.modifier.total
            return _contest(need, _sign(ask.edge), _sign(ask.edge_against), ask.sides)
        case Order():
            # Only differences matter: rollers who are all weaker by one have the same odds.
            least = min(roll.modifier.total for roll in ask.rolls)
            tie = min(roll.tie for roll in ask.rolls)
            rolls = ((roll.modifier.total - least, _sign(roll.edge), roll.tie - tie) for roll in ask.rolls)
            return _order(tuple(rolls), ask.sides)
    raise NoOdds(f"{type(ask).__name__} {ask.kind}")


def _sign(edge: int) -> int:
    return (edge > 0) - (edge < 0)


@dataclass(slots=True)
class _Point:
    """A running step that waits at an ask."""

    state: Any
    step: str
    frame: Any
    answers: tuple[Answer, ...]
    marks: frozenset[Hashable]
    ask: Ask[Any]


class _Walk[S]:
    """The ways of a chain as a graph: points that ask, and where each of their classes leads."""

    def __init__(self, rules: Rules[S], tally: Tally, mark: Tally, budget: int, merge: bool) -> None:
        self._rules = rules
        self._tally = tally
        self._mark = mark
        self._budget = budget
        self._merge = merge
        self.work = 0
        self.points: dict[Hashable, int] = {}
        self.ways: list[list[tuple[Fraction, tuple[Hashable, ...], int]]] = []
        self.ends: list[tuple[S, frozenset[Hashable]]] = []
        self._open: list[tuple[int, _Point, Scene[S], Steps]] = []

    def explore(self, state: S, first: Next) -> tuple[int, list[Hashable]]:
        """Walk every way from a step on; give the first point or end, and what is tallied before it."""
        certain: list[Hashable] = []
        start = self._run_on(state, first, frozenset(), certain)
        while self._open:
            number, point, scene, steps = self._open.pop()
            for index, (weight, answer) in enumerate(classes(point.ask)):
                if index:
                    scene, steps = self._again(point)
                keys: list[Hashable] = []
                end = self._answer(point, scene, steps, answer, keys)
                self.ways[number].append((weight, tuple(keys), end))
        return start, certain

    def _count(self) -> None:
        self.work += 1
        if self.work > self._budget:
            raise OverBudget(f"{self._budget} steps")

    def _again(self, point: _Point) -> tuple[Scene[S], Steps]:
        """Run a point's step to its ask once more: a generator cannot be copied."""
        self._count()
        scene = Scene(point.state, self._rules.evolve)
        steps = self._rules.steps[point.step](scene, point.frame)
        next(steps)
        for answer in point.answers:
            steps.send(answer)
        return scene, steps

    def _answer(
        self, point: _Point, scene: Scene[S], steps: Steps, answer: Answer, keys: list[Hashable]
    ) -> int:
        try:
            question = steps.send(answer)
        except StopIteration as stop:
            marks = self._note(scene, point.marks, keys)
            return self._run_on(scene.state, stop.value, marks, keys)
        answers = (*point.answers, answer)
        return self._reach(
            _Point(point.state, point.step, point.frame, answers, point.marks, question), scene, steps
        )

    def _note(self, scene: Scene[S], marks: frozenset[Hashable], keys: list[Hashable]) -> frozenset[Hashable]:
        for event in scene.trail:
            if (key := self._tally(event)) is not None:
                keys.append(key)
            if (mark := self._mark(event)) is not None and mark not in marks:
                marks |= {mark}
        return marks

    def _run_on(
        self, state: S, upcoming: Next | None, marks: frozenset[Hashable], keys: list[Hashable]
    ) -> int:
        """Run steps until one asks or none is left; give the point's number, or an end's, from −1 down."""
        while upcoming is not None:
            self._count()
            scene = Scene(state, self._rules.evolve)
            steps = self._rules.steps[upcoming.step](scene, upcoming.frame)
            try:
                question = next(steps)
            except StopIteration as stop:
                marks = self._note(scene, marks, keys)
                state, upcoming = scene.state, stop.value
                continue
            point = _Point(state, upcoming.step, upcoming.frame, (), marks, question)
            return self._reach(point, scene, steps)
        self.ends.append((state, marks))
        return -len(self.ends)

    def _reach(self, point: _Point, scene: Scene[S], steps: Steps) -> int:
        key: Hashable = (point.state, point.step, point.frame, point.answers, point.marks)
        if self._merge and key in self.points:
            return self.points[key]
        number = len(self.ways)
        self.points[key if self._merge else number] = number
        self.ways.append([])
        self._open.append((number, point, scene, steps))
        return number


def _nothing(event: Any) -> None:
    return None


def explore[S](
    rules: Rules[S],
    state: S,
    first: Next,
    *,
    tally: Tally = _nothing,
    mark: Tally = _nothing,
    budget: int = BUDGET,
    merge: bool = True,
) -> Odds[S]:
    """Give the exact odds of a chain of steps; raise OverBudget, or NoOdds where people are asked.

    `tally` names the events whose chances are wanted, `mark` those of which only *at least once* is. Without
    `merge` no two ways are joined: the same odds, for checking.
    """
    walk = _Walk(rules, tally, mark, budget, merge)
    start, certain = walk.explore(state, first)
    chances: dict[Hashable, Fraction] = {}
    for key in certain:
        chances[key] = chances.get(key, Fraction(0)) + 1
    ends: dict[tuple[S, frozenset[Hashable]], Fraction] = {}
    if start < 0:
        ends[walk.ends[-start - 1]] = Fraction(1)
        return Odds(True, chances, ends, walk.work)
    into = Counter(end for ways in walk.ways for _, _, end in ways if end >= 0)
    share = [Fraction(0)] * len(walk.ways)
    share[start] = Fraction(1)
    ready = [start]
    while ready:
        number = ready.pop()
        for weight, keys, end in walk.ways[number]:
            part = share[number] * weight
            for key in keys:
                chances[key] = chances.get(key, Fraction(0)) + part
            if end < 0:
                final = walk.ends[-end - 1]
                ends[final] = ends.get(final, Fraction(0)) + part
                continue
            share[end] += part
            into[end] -= 1
            if not into[end]:
                ready.append(end)
    return Odds(True, chances, ends, walk.work)


def sample[S](
    rules: Rules[S],
    state: S,
    first: Next,
    roll: Callable[[int], int],
    samples: int,
    *,
    tally: Tally = _nothing,
    mark: Tally = _nothing,
) -> Odds[S]:
    """Run a chain `samples` times with dice from `roll(sides)`, and give the shares of what came."""
    counted: Counter[Hashable] = Counter()
    ends: Counter[tuple[S, frozenset[Hashable]]] = Counter()
    driver = Live(roll)
    for _ in range(samples):
        came = run(rules, state, first, driver, fingerprints=False)
        if came.pending is not None:
            raise NoOdds(came.pending.ask.kind)
        counted.update(_noted(came.events, tally))
        ends[(came.state, frozenset(_noted(came.events, mark)))] += 1
    return Odds(
        False,
        {key: Fraction(number, samples) for key, number in counted.items()},
        {end: Fraction(number, samples) for end, number in ends.items()},
        samples,
        samples,
    )


def _noted(events: Iterable[Any], name: Tally) -> list[Hashable]:
    return [key for event in events if (key := name(event)) is not None]
