"""The toy as an app, for its templates."""

from django.apps import AppConfig


class ToyConfig(AppConfig):
    """Three stones."""

    name = "tests.toy"
    label = "three_stones"
