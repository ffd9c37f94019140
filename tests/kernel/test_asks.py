"""Asks and the answers that fit: signs, results, orders, dice, choices."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.asks import (
    SIGNS,
    Ask,
    BadAnswer,
    Check,
    Choice,
    Chosen,
    Contest,
    Dice,
    Hand,
    Pick,
    Ranking,
    Results,
    Signs,
    Throws,
    kept_face,
    meet,
)
from referee.kernel.terms import Sum

TEN = Sum((), 10)
ZERO = Sum((), 0)


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        ("rock", "scissors", 1),
        ("scissors", "paper", 1),
        ("paper", "rock", 1),
        ("rock", "paper", -1),
        ("rock", "rock", 0),
    ],
)
def test_who_beats_whom(first, second, result):
    assert meet(first, second) == result


def test_throws_are_antisymmetric_and_no_sign_beats_itself():
    for first, second in itertools.product(SIGNS, repeat=2):
        assert meet(first, second) == -meet(second, first)
    assert all(meet(sign, sign) == 0 for sign in SIGNS)
    assert all(sum(meet(sign, other) for other in SIGNS) == 0 for sign in SIGNS)


@given(st.integers(2, 5).flatmap(lambda n: st.tuples(*[st.sampled_from(SIGNS)] * n)))
def test_signs_and_the_results_that_they_give_are_the_same_to_the_rules(signs):
    keys = [f"f{place}" for place in range(len(signs))]
    pairs = tuple(itertools.combinations(range(len(signs)), 2))
    question = Throws("order", "f0", tuple(Hand(key) for key in keys), pairs)
    outcome = question.read(Signs(signs))
    assert question.read(Results(outcome.results)) == outcome
    mirrored = Throws("order", "f0", question.hands, tuple((b, a) for a, b in pairs))
    assert mirrored.read(Signs(signs)).results == tuple(-one for one in outcome.results)


def test_a_thrower_of_two_hands_is_named_once():
    question = Throws("duel", "f1", (Hand("f1"), Hand("f1", "left"), Hand("f2")), ((0, 2), (1, 2)))
    assert question.throwers == ("f1", "f2")
    assert question.read(Signs(("rock", "paper", "rock"))).results == (0, 1)


@pytest.mark.parametrize("groups", [(("f1",),), (("f1", "f1"), ("f2",)), (("f1", "f2"), ()), (("f1", "f3"),)])
def test_an_order_names_every_thrower_once(groups):
    question = Throws("order", "f1", (Hand("f1"), Hand("f2")), ((0, 1),), rankable=True)
    assert question.read(Ranking((("f2",), ("f1",)))).ranking == (("f2",), ("f1",))
    with pytest.raises(BadAnswer):
        question.read(Ranking(groups))


def test_only_what_is_rankable_takes_an_order():
    with pytest.raises(BadAnswer):
        Throws("duel", "f1", (Hand("f1"), Hand("f2")), ((0, 1),)).read(Ranking((("f1",), ("f2",))))


@given(st.integers(1, 20), st.integers(1, 20))
def test_the_kept_face_is_the_higher_with_advantage_and_the_lower_without(a, b):
    assert kept_face((a, b), 1) == max(a, b)
    assert kept_face((a, b), -1) == min(a, b)
    assert kept_face((a,), 0) == a


@pytest.mark.parametrize(("face", "passes"), [(9, False), (10, True), (11, True)])
def test_a_check_passes_on_equal(face, passes):
    assert Check("save", "f1", ZERO, TEN).read(Dice((face,))) is passes


@pytest.mark.parametrize(("faces", "wins"), [((5, 5), True), ((5, 6), False), ((6, 5), True)])
def test_a_contest_gives_equals_to_who_asks(faces, wins):
    assert Contest("evade", "f1", ZERO, ZERO, "f2").read(Dice(faces)) is wins


def test_a_contest_takes_the_dice_of_who_asks_first():
    question = Contest("evade", "f1", ZERO, TEN, "f2", edge=1, edge_against=-1)
    assert question.totals(Dice((3, 7, 9, 4))) == (7, 14)


ASKS: list[Ask] = [
    Check("save", "f1", ZERO, TEN),
    Check("save", "f1", ZERO, TEN, edge=2),
    Contest("evade", "f1", ZERO, ZERO, "f2"),
    Pick("rest", "f1", 3),
    Choice("mercy", "f1", ("take", "spare")),
    Throws("duel", "f1", (Hand("f1"), Hand("f2")), ((0, 1),)),
]
GARBAGE = st.one_of(
    st.builds(Dice, st.lists(st.integers(-3, 30), max_size=4).map(tuple)),
    st.builds(Dice, st.just((True,))),
    st.builds(Dice, st.just(("6",))),
    st.builds(Chosen, st.text(max_size=5)),
    st.builds(Signs, st.lists(st.sampled_from((*SIGNS, "lizard")), max_size=3).map(tuple)),
    st.builds(Results, st.lists(st.integers(-2, 2), max_size=3).map(tuple)),
    st.builds(Ranking, st.just((("f1",), ("f2",)))),
)


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: type(ask).__name__)
@given(answer=GARBAGE)
def test_an_ask_takes_what_fits_and_refuses_all_else(ask, answer):
    try:
        ask.read(answer)
    except BadAnswer:
        return
    if isinstance(answer, Dice):
        assert all(type(face) is int and 1 <= face <= 20 for face in answer.faces)
    else:
        assert type(ask) is {Chosen: Choice, Signs: Throws, Results: Throws}[type(answer)]
