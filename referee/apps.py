"""The site: people, events, gear, clashes; knows no rule."""

from django.apps import AppConfig


class RefereeConfig(AppConfig):
    """The site's app."""

    name = "referee"
    default_auto_field = "django.db.models.BigAutoField"
