"""The fold: undo to every point and redo give the same, and nothing is taken out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.fold import Link, fold, path, redo_target, undo_target

type Kind = str


def acts_on_path(links: list[Link]) -> tuple[int, ...]:
    """What a state is made of: acts, for asides change nothing."""
    acts = {link.seq for link in links if link.kind == "act"}
    return tuple(seq for seq in path(links) if seq in acts)


def add(links: list[Link], kind: Kind, after: int | None = None) -> None:
    seq = len(links) + 1
    links.append(Link(seq, (links[-1].seq if links else 0) if after is None else after, kind))


@given(st.lists(st.sampled_from(["act", "act", "aside", "undo", "undo", "redo"]), max_size=40))
def test_undo_leads_before_the_last_act_and_redo_back_again(kinds):
    links: list[Link] = []
    done: list[tuple[int, ...]] = [()]
    undone: list[tuple[int, ...]] = []
    for kind in kinds:
        if kind == "undo":
            target = undo_target(links)
            assert (target is None) == (len(done) == 1)
            if target is None:
                continue
            add(links, kind, target)
            undone.append(done.pop())
        elif kind == "redo":
            target = redo_target(links)
            assert (target is None) == (not undone)
            if target is None:
                continue
            add(links, kind, target)
            done.append(undone.pop())
        else:
            add(links, kind)
            if kind == "act":
                done.append((*done[-1], links[-1].seq))
                undone.clear()
        assert acts_on_path(links) == done[-1]
        assert [link.seq for link in links] == list(range(1, len(links) + 1))


@given(st.integers(1, 12))
def test_undo_to_every_point_and_redo_to_the_end(count):
    links: list[Link] = []
    for _ in range(count):
        add(links, "act")
    states = [acts_on_path(links[:number]) for number in range(count + 1)]
    for number in reversed(range(count)):
        add(links, "undo", undo_target(links))
        assert acts_on_path(links) == states[number]
    assert undo_target(links) is None
    for number in range(1, count + 1):
        add(links, "redo", redo_target(links))
        assert acts_on_path(links) == states[number]
    assert redo_target(links) is None


def test_an_empty_stream_has_nothing_to_undo():
    assert (path([]), undo_target([]), redo_target([])) == ((), None, None)


@pytest.mark.parametrize(
    ("links", "expected"),
    [
        ([Link(1, 0, "act"), Link(2, 1, "act"), Link(3, 1, "undo")], (1, 3)),
        ([Link(1, 0, "act"), Link(2, 1, "act"), Link(3, 1, "undo"), Link(4, 2, "redo")], (1, 2, 4)),
        ([Link(1, 0, "act"), Link(2, 1, "aside"), Link(3, 2, "act"), Link(4, 1, "undo")], (1, 4)),
    ],
)
def test_the_path_follows_after(links, expected):
    assert path(links) == expected


@given(st.lists(st.integers()))
def test_folding_applies_in_order(numbers):
    assert fold((), numbers, lambda state, number: (*state, number)) == tuple(numbers)
