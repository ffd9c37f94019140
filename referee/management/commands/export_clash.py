"""`manage.py export_clash FIGHT`: a fight from its ledger as a scenario file that `play` plays again."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Q
from django.utils.translation import gettext as _

from referee.exports import exported
from referee.models import Clash
from referee.scenarios import BadScenario


class Command(BaseCommand):
    """Export a fight; exit code 2 where there is none, or it cannot be exported."""

    help = "Export a fight as a scenario file (docs/scenarios.md), with what came of it"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a fight."""
        parser.add_argument("fight", help="its number in the database, or the code in its address")
        parser.add_argument(
            "--names", choices=("keep", "replace"), default="keep", help="replace: A1, A2, B1 for names"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the file."""
        given: str = options["fight"]
        by = Q(code=given)
        if given.isascii() and given.isdigit() and len(given) < 19:
            by |= Q(pk=int(given))
        # A code that looks like a number is meant before a number.
        found = sorted(Clash.objects.filter(by).select_related("stream"), key=lambda one: one.code != given)
        if not found:
            raise CommandError(_("No such fight") + f": {given[:40]}", returncode=2)
        try:
            case = exported(found[0], replace=options["names"] == "replace")
        except BadScenario as bad:
            raise CommandError(str(bad), returncode=2) from None
        self.stdout.write(json.dumps([case], ensure_ascii=False, indent=1))
