"""Erase a person."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q

from referee.models import Seat
from referee.roster import erase


class Command(BaseCommand):
    """Erase one person of one event; seat and entries stay."""

    help = "Erase a person: name, account, notes. The number, the fights and their results stay."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the event and the number."""
        parser.add_argument("event", help="the event's short name, as in its addresses")
        parser.add_argument("number", help="the person's number, or the code of the badge")

    def handle(self, *args: Any, **options: Any) -> None:
        """Erase, or say what is not there."""
        number = options["number"]
        match_seat = Q(code=number) | Q(number=int(number)) if number.isdecimal() else Q(code=number)
        seat = Seat.objects.filter(match_seat, event__slug=options["event"]).first()
        if seat is None:
            raise CommandError(f"No number {number} at the event {options['event']}.")
        if not erase(seat):
            raise CommandError(f"Number {number} is erased already.")
        self.stdout.write(f"Erased: number {number}.")
