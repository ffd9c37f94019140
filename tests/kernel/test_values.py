"""copy.replace by a value's own `__replace__` does what it does without."""

from __future__ import annotations

import copy
from dataclasses import dataclass

import pytest

from referee.kernel.values import replaced


@dataclass(frozen=True, slots=True)
class Quick:
    one: int = 1
    two: tuple[int, ...] = ()

    __replace__ = replaced


def test_a_field_is_changed_and_the_old_value_is_not():
    old = Quick(3, (4,))
    new = copy.replace(old, one=5)
    assert new == Quick(5, (4,))
    assert old == Quick(3, (4,))
    assert type(new) is Quick


def test_an_unknown_field_is_an_error():
    with pytest.raises(TypeError, match="three"):
        copy.replace(Quick(), three=3)
