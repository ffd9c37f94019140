"""The site: people, events, gear, clashes; knows no rule."""

from django.apps import AppConfig


class RefereeConfig(AppConfig):
    """The site's app."""

    name = "referee"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the site's boards watchable, and keep the ledger's triggers in place."""
        from referee import homes, live, overview, triggers, watching

        triggers.watch(self)

        live.register("clash", watching.Clashes())
        live.register("display", watching.Displays())
        live.register("home", homes.Homes())
        live.register("overview", overview.Overviews())
