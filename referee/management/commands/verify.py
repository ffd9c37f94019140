"""Verify the ledger."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from referee.audit import audit
from referee.models import Event


class Command(BaseCommand):
    """Verify that the ledger is what was entered; exit code 1 where it is not."""

    help = "Verify the ledger: chains, words beside entries, sealed signs, every fight replayed to its state."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take an event."""
        parser.add_argument("--event", help="only this event, by its short name")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify, and name each stream's first break."""
        event = None
        if slug := options["event"]:
            event = Event.objects.filter(slug=slug).first()
            if event is None:
                raise CommandError(f"No event {slug}.")
        report = audit(event)
        for found in report.breaks:
            self.stderr.write(str(found))
        if report.breaks:
            raise CommandError(f"Not as entered: {len(report.breaks)}. The first: {report.breaks[0]}")
        self.stdout.write(f"As entered. Streams: {report.streams}, entries: {report.entries}.")
        self.stdout.write(f"Digest of all heads: {report.digest}")
