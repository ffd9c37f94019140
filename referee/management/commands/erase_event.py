"""Erase an event."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from referee import triggers
from referee.models import Account, Event


class Command(BaseCommand):
    """Erase a whole event with its people, fights and ledger: the only thing that is ever erased so."""

    help = "Erase a whole event: people, fights, entries. Nothing brings it back but a backup."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the event, twice over."""
        parser.add_argument("event", help="the event's short name, as in its addresses")
        parser.add_argument("--yes-really", action="store_true", help="without it nothing is erased")

    def handle(self, *args: Any, **options: Any) -> None:
        """Erase, or say what would be."""
        event = Event.objects.filter(slug=options["event"]).first()
        if event is None:
            raise CommandError(f"No event {options['event']}.")
        told = f"{event.name}: seats {event.seats.count()}, fights {event.clashes.count()}"
        if not options["yes_really"]:
            raise CommandError(f"{told}. Nothing was erased. To erase all of it: --yes-really")
        with triggers.lifted():
            accounts = list(Account.objects.filter(people__seat__event=event).values_list("pk", flat=True))
            event.delete()
            Account.objects.filter(pk__in=accounts, people=None).delete()
        self.stdout.write(f"Erased. {told}.")
