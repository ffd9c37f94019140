"""Run an event."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from referee.server import PortTaken, check_port, prepare, serve


class Command(BaseCommand):
    """Serve the event on every interface, after bringing database and static files up to date."""

    help = "Run the event: brings the database up to date and serves on every interface."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a port, and a PEM pair for https."""
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--certificate", type=Path, help="PEM file; with --key it serves https")
        parser.add_argument("--key", type=Path, help="PEM file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until interrupted."""
        certificate, key = options["certificate"], options["key"]
        if bool(certificate) != bool(key):
            raise CommandError("--certificate and --key go together.")
        try:
            check_port(options["port"])
        except PortTaken as error:
            raise CommandError(str(error)) from error
        prepare()
        serve(options["port"], (certificate, key) if certificate else None)
