"""The live combat system: rock-paper-scissors."""

from django.apps import AppConfig


class LarpRpsConfig(AppConfig):
    """Live combat by rock-paper-scissors."""

    name = "larp_rps"
