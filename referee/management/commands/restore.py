"""Put a backup back."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from referee.backups import BackupFailed, occupied, put_back


class Command(BaseCommand):
    """Put a backup in the place of the database, once it is verified."""

    help = "Put a backup back: it is verified first (on PostgreSQL afterwards). Start the server anew then."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a backup."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--overwrite", action="store_true", help="replace a database with events in it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Put it back, or say why not."""
        file: Path = options["file"].absolute()
        if not file.is_file():
            raise CommandError(f"No file {file}.")
        if occupied() and not options["overwrite"]:
            raise CommandError("There are events in the database. To replace them: --overwrite")
        try:
            before = put_back(file)
        except (BackupFailed, OSError) as error:
            raise CommandError(f"{error} Nothing was changed.") from error
        self.stdout.write(f"Restored from {file}.")
        if before is not None:
            self.stdout.write(f"What stood there before: {before}")
        if connection.vendor == "postgresql":
            call_command("migrate", verbosity=0, interactive=False)
            call_command("verify", stdout=self.stdout, stderr=self.stderr)
