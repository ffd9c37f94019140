"""The d20 skirmish system: VEX."""

from django.apps import AppConfig


class VexConfig(AppConfig):
    """The d20 skirmish system."""

    name = "vex"
