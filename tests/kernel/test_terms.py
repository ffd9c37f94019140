"""Totals that explain themselves: groups, cancelling, conditions, floors, caps and rounding."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.terms import Limit, Line, Term, settle

CODES = st.sampled_from("abcdefgh")
TERMS = st.builds(
    Term,
    code=CODES,
    rule=st.just("T1"),
    value=st.integers(-9, 9),
    unmet=st.sampled_from(("", "", "too_far")),
    group=st.sampled_from(("", "", "x", "y")),
    cancels=st.sampled_from(((), (), ("a",), ("b", "c"))),
)
LIMITS = st.builds(
    Limit,
    code=CODES,
    rule=st.just("T2"),
    kind=st.sampled_from(("floor", "cap")),
    value=st.integers(-5, 5),
)
PARTS = st.lists(st.one_of(TERMS, TERMS, LIMITS), max_size=12)


@given(PARTS)
def test_the_lines_add_up_to_the_total_and_none_is_lost(parts):
    settled = settle(parts)
    assert settled.total == sum(line.counted for line in settled.lines)
    assert [(line.code, line.value) for line in settled.lines] == [(part.code, part.value) for part in parts]


@given(PARTS)
def test_a_line_counts_in_full_or_says_why_not(parts):
    for part, line in zip(parts, settle(parts).lines, strict=True):
        if isinstance(part, Term):
            assert line.counted == (line.value if line.standing == "applied" else 0)
            assert bool(line.by) == (line.standing != "applied")


@given(st.lists(TERMS, max_size=12))
def test_of_a_group_only_the_largest_in_size_counts(terms):
    settled = settle(terms)
    for group in ("x", "y"):
        counted = [
            line
            for term, line in zip(terms, settled.lines, strict=True)
            if term.group == group and line.standing == "applied"
        ]
        rivals = [
            line
            for term, line in zip(terms, settled.lines, strict=True)
            if term.group == group and line.standing == "beaten"
        ]
        assert len(counted) <= 1
        assert all(abs(line.value) <= abs(counted[0].value) for line in rivals)


@given(st.lists(TERMS, max_size=10), st.randoms(use_true_random=False))
def test_without_limits_the_order_of_terms_changes_no_total(terms, random):
    shuffled = list(terms)
    random.shuffle(shuffled)
    ties = [(term.group, abs(term.value)) for term in terms if term.group and not term.unmet]
    if len(set(ties)) == len(ties) and not any(term.cancels for term in terms):
        assert settle(shuffled).total == settle(terms).total


@given(st.lists(TERMS, max_size=10), st.integers(-5, 5))
def test_a_floor_is_a_floor_and_a_cap_a_cap(terms, limit):
    assert settle([*terms, Limit("floor", "T2", "floor", limit)]).total >= limit
    assert settle([*terms, Limit("cap", "T2", "cap", limit)]).total <= limit
    assert settle([*terms, Limit("half", "T2", "rounding", limit)]).total == limit


def test_of_equals_in_a_group_the_earliest_counts():
    lines = settle([Term("a", "T1", 2, group="x"), Term("b", "T1", 2, group="x")]).lines
    assert [(line.standing, line.by) for line in lines] == [("applied", ""), ("beaten", "a")]


def test_one_term_listed_twice_counts_once_in_its_group():
    bonus = Term("a", "T1", 2, group="x")
    assert settle([bonus, bonus]).total == 2


def test_of_terms_that_cancel_one_another_the_earliest_counts():
    settled = settle([Term("a", "T1", 2, cancels=("b",)), Term("b", "T1", 3, cancels=("a",))])
    assert (settled.total, settled.lines[1].standing) == (2, "neutralised")


def test_what_is_not_met_beats_and_cancels_nothing():
    settled = settle(
        [
            Term("a", "T1", 5, group="x", unmet="too_far", cancels=("b",)),
            Term("b", "T1", 1, group="x"),
        ]
    )
    assert settled.total == 1
    assert settled.lines[0] == Line("a", "T1", 5, 0, "not_met", "too_far")


def test_what_is_neutralised_beats_nothing():
    settled = settle(
        [Term("a", "T1", 5, group="x"), Term("b", "T1", 1, group="x"), Term("c", "T1", 0, cancels=("a",))]
    )
    assert settled.total == 1
    assert (settled.lines[0].standing, settled.lines[0].by) == ("neutralised", "c")


def test_what_is_beaten_in_its_group_cancels_nothing():
    settled = settle(
        [
            Term("a", "T1", 3),
            Term("b", "T1", 1, group="x", cancels=("a",)),
            Term("c", "T1", 4, group="x"),
        ]
    )
    assert settled.total == 7


def test_what_is_neutralised_cancels_nothing():
    settled = settle(
        [
            Term("a", "T1", 3),
            Term("b", "T1", 1, cancels=("a",)),
            Term("c", "T1", 2, cancels=("b",)),
        ]
    )
    assert settled.total == 5
    assert [line.standing for line in settled.lines] == ["applied", "neutralised", "applied"]


@pytest.mark.parametrize(
    ("limits", "total"),
    [
        ([("floor", 0), ("cap", 3)], 3),
        ([("cap", 3), ("floor", 4)], 4),
        ([("rounding", 2), ("floor", 1)], 2),
    ],
)
def test_limits_apply_where_they_stand(limits, total):
    parts = [Term("a", "T1", 5), *(Limit(kind, "T2", kind, value) for kind, value in limits)]
    settled = settle(parts)
    assert settled.total == total
    assert [line.standing for line in settled.lines[1:]] == [kind for kind, _ in limits]
