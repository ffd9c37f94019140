"""`manage.py play FILE`: a fight from a scenario file, on the real engine, line by line with its rules."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from referee.scenarios import MOST_TEXT, BadScenario, Played, Scenarios, cases_of
from referee.system import systems

CANNOT = 2
"""Exit code for a file that cannot be played."""


class Command(BaseCommand):
    """Play scenarios: exit code 1 where one comes out otherwise, 2 where one cannot be played."""

    help = "Play a fight from a scenario file (docs/scenarios.md) and print every line with its rule"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a file."""
        parser.add_argument("file", type=Path, help="one scenario or a list of them, as JSON")
        parser.add_argument("--json", action="store_true", help="print what came of it as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play all scenarios of the file."""
        path: Path = options["file"]
        try:
            played = [_played(number, case) for number, case in enumerate(cases_of(_text(path)), 1)]
        except BadScenario as bad:
            raise CommandError(f"{path}: {bad}", returncode=CANNOT) from None
        if options["json"]:
            self.stdout.write(json.dumps([_data(*one) for one in played], ensure_ascii=False, indent=1))
        else:
            for name, one in played:
                self._show(name, one)
        otherwise = [f"{name}: {what}" for name, one in played for what in one.otherwise]
        if otherwise:
            raise CommandError(_("Otherwise than expected") + ":\n" + "\n".join(otherwise), returncode=1)

    def _show(self, name: str, played: Played) -> None:
        self.stdout.write(name)
        step = 0
        for line in played.lines:
            number = "" if line.step == step else str(line.step)
            step = line.step
            label = f"{'  ' * line.depth}{line.label}"
            self.stdout.write(f"{number:>4}  {label:44} {line.value:32} {line.rule}".rstrip())
        for who, final in played.outcome.get("final", {}).items():
            told = ", ".join(f"{key} {json.dumps(value)}" for key, value in final.items())
            self.stdout.write(f"   =  {who}: {told}")
        self.stdout.write("")


def _text(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(MOST_TEXT + 1)
    except OSError as error:
        raise BadScenario("", str(error.strerror or error)) from None
    except UnicodeDecodeError as error:
        raise BadScenario(f"byte {error.start + 1}", f"no UTF-8: {error.reason}") from None


def _played(number: int, case: Mapping[str, Any]) -> tuple[str, Played]:
    """Play one scenario under the name that it has in the file, else by its place."""
    named = case.get("id")
    name = named if isinstance(named, str) and named else str(number)
    key = case.get("system")
    system = systems().get(key) if isinstance(key, str) else None
    try:
        if system is None:
            raise BadScenario("system", _("no such rule system") + f": {str(key)[:40]}")
        if not isinstance(system, Scenarios):
            raise BadScenario("system", _("plays no scenarios") + f": {key}")
        return name, system.play(case)
    except BadScenario as bad:
        raise bad.within(name[:60]) from None


def _data(name: str, played: Played) -> dict[str, Any]:
    lines = [
        {"step": one.step, "depth": one.depth, "label": one.label, "value": one.value, "rule": one.rule}
        for one in played.lines
    ]
    return {"id": name, "lines": lines, **played.outcome, "otherwise": list(played.otherwise)}
