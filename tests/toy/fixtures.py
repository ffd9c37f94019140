"""Fixtures of the toy: it is registered while a test runs that wants it, and only then."""

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.test import override_settings

from referee.system import RuleSystem, system_for, systems


@pytest.fixture
def toy() -> Iterator[RuleSystem]:
    """Three stones, as the site's only rule system."""
    with override_settings(
        RULE_SYSTEMS=["tests.toy"], INSTALLED_APPS=[*settings.INSTALLED_APPS, "tests.toy"]
    ):
        systems.cache_clear()
        yield system_for("three_stones")
    systems.cache_clear()


@pytest.fixture
def server_dice(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[int]]:
    """Set the faces that the server rolls next: `server_dice(12, 3)`; the list tells what is left."""

    def give(*faces: int) -> list[int]:
        left = list(faces)
        monkeypatch.setattr("referee.adjudication.course.roll", lambda sides: left.pop(0))
        return left

    return give
