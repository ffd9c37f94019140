"""Canonical text and digests: equal values have equal text, and the chain shows any change."""

import json
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.chain import START, canonical, commitment, digest, link, plain
from tests.toy.rules import Slinger, Stones

JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=8)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(JSON)
def test_canonical_text_reads_back(value):
    assert json.loads(canonical(value)) == value


@given(st.dictionaries(st.text(max_size=4), st.integers(), max_size=6))
def test_the_order_of_keys_does_not_matter(value):
    assert canonical(dict(reversed(value.items()))) == canonical(value)


@given(JSON, JSON)
def test_unequal_values_have_unequal_digests(one, other):
    assert (digest(one) == digest(other)) == (canonical(one) == canonical(other))


def test_a_digest_is_the_same_in_every_process_and_version():
    state = Stones((Slinger("f1", "A", 3, 3, -1), Slinger("f2", "B", 2, 3, dazed=True)), round=2)
    assert canonical(state) == (
        '{"acted":[],"aims":[],"due":true,"mercy":"asked","order":[],"round":2,"slingers":['
        '{"dazed":false,"here":true,"key":"f1","luck":-1,"most":3,"side":"A","stones":3},'
        '{"dazed":true,"here":true,"key":"f2","luck":0,"most":3,"side":"B","stones":2}]}'
    )
    assert digest(state) == "b164f60a8227132254389cf58ed9038d8ca13f18de5602b3d9943e543c3580a1"


def test_plain_and_canonical_agree():
    state = Stones((Slinger("f1", "Á", 3, 3),))
    assert canonical(plain(state)) == canonical(state)
    assert "Á" in canonical(state)


@pytest.mark.parametrize("value", [float("nan"), {1, 2}, object()])
def test_what_has_no_canonical_text_fails(value):
    with pytest.raises((TypeError, ValueError)):
        canonical(value)


def test_a_kind_of_dataclass_is_no_value():
    @dataclass
    class Thing:
        name: str

    with pytest.raises(TypeError):
        canonical(Thing)


@given(st.lists(st.text(max_size=6), min_size=1, max_size=6), st.data())
def test_any_change_shows_in_all_later_links(texts, data):
    def chain(parts):
        links = [START]
        for part in parts:
            links.append(link(links[-1], part))
        return links

    place = data.draw(st.integers(0, len(texts) - 1))
    changed = [*texts]
    changed[place] += "x"
    before, after = chain(texts), chain(changed)
    assert before[: place + 1] == after[: place + 1]
    assert all(one != other for one, other in zip(before[place + 1 :], after[place + 1 :], strict=True))
    if len(texts) > 1 and texts[0] != texts[1]:
        assert chain([texts[1], texts[0], *texts[2:]])[-1] != before[-1]


def test_a_commitment_depends_on_salt_and_text():
    assert commitment("a", "rock") != commitment("b", "rock")
    assert commitment("a", "rock") != commitment("a", "paper")
    assert commitment("a", "rock") == commitment("a", "rock")
