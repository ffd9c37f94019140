"""Back the database up."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from referee.backups import BackupFailed, occupied, save


class Command(BaseCommand):
    """Write a backup of the running event to a file."""

    help = (
        "Back up the whole database while the event runs. Keep the server's secret key beside it: private"
        " links and PINs are made with it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a file that is not there yet."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--overwrite", action="store_true", help="replace the file if it is there")

    def handle(self, *args: Any, **options: Any) -> None:
        """Back up, or say why not."""
        file: Path = options["file"].absolute()
        if file.exists() and not options["overwrite"]:
            raise CommandError(f"{file} is there already. To replace it: --overwrite")
        if not occupied():
            raise CommandError("There is no event in this database: nothing to back up.")
        try:
            save(file)
        except (BackupFailed, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {file.stat().st_size} bytes")
