"""Try Referee out."""

import io
import json
import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from referee import demo
from referee.models import Event
from referee.server import PortTaken, check_port, local_address, prepare, serve


class Command(BaseCommand):
    """Serve a demo event with sample people from a database of its own."""

    help = "Make a demo event with sample people, print how they sign in, and serve it on every interface."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a port, the form of the output, and whether to start anew."""
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--json", action="store_true", help="print one JSON line instead of QR codes")
        parser.add_argument("--reset", action="store_true", help="throw the demo's database away first")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make, print, serve until interrupted."""
        if not settings.DEMO:
            raise CommandError("The demo has its own database: run `manage.py demo` as its own command.")
        port = options["port"]
        try:
            check_port(port)
        except PortTaken as error:
            raise CommandError(str(error)) from error
        if "PUBLIC_URL" not in os.environ:
            settings.PUBLIC_URL = f"http://{local_address()}:{port}"
        if options["reset"]:
            connections.close_all()  # one that was open would go on writing to the file that is gone
            database = Path(settings.DATABASES["default"]["NAME"])
            for suffix in ("", "-wal", "-shm"):
                Path(f"{database}{suffix}").unlink(missing_ok=True)
        prepare()
        event = demo.make()
        if options["json"]:
            line = {"url": settings.PUBLIC_URL, "people": demo.people(event), "staff": demo.staff(event)}
            self.stdout.write(json.dumps(line, ensure_ascii=False))
        else:
            self._print(event)
        self.stdout.flush()
        serve(port)

    def _print(self, event: Event) -> None:
        """Print who signs in and how: private links as text and QR codes, passwords, one-time codes."""
        for row in demo.people(event):
            self._qr(f"{row['number'] or ''} {row['name']} · {row['role']}".strip(), row["link"])
        for row in demo.staff(event):
            link = demo.one_time_link(event, row["login"])
            self._qr(f"{row['name']} · {row['role']} · once, within 10 minutes", link)
        self.stdout.write("\nPlayers: private link, or number and PIN")
        for row in demo.people(event):
            number = row["number"] or "–"
            self.stdout.write(f"  {number:>4}  {row['name']:<10} PIN {row['pin']}  {row['link']}")
        self.stdout.write("Staff: login and password")
        for row in demo.staff(event):
            self.stdout.write(f"  {row['role']:<10} {row['login']:<6} {row['password']}")
        self.stdout.write(f"\n{event.name}: {settings.PUBLIC_URL} (end with Ctrl+C)")

    def _qr(self, title: str, link: str) -> None:
        drawn = io.StringIO()
        segno.make(link, micro=False, error="l").terminal(out=drawn, compact=True, border=2)
        self.stdout.write(f"\n{title}\n{link}\n{drawn.getvalue()}")
