"""Fixtures of the toy: it is registered while a test runs that wants it, and only then."""

from collections.abc import Iterator

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
