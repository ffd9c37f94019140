"""`manage.py forecast FILE`: who wins a battle of automatic turns, exactly where it is small enough."""

from __future__ import annotations

import json
import math
import random
from argparse import ArgumentParser
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from referee.kernel.odds import OverBudget
from vex.rules.battles import MOST_ROUNDS, fight
from vex.rules.catalogue import CatalogueError
from vex.rules.duel import duel
from vex.rules.scenario import MOST_TEXT, Scenario, ScenarioError, parse_scenario
from vex.rules.state import State

MOST_EXACT = 2
"""Fighters up to whom the exact way is tried: more are too many states from the start."""
MOST_BATTLES = 1_000_000
Z = 1.96
"""Standard errors either side of an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class End:
    """One end of a battle: the sides that stand, its chance, and an interval where it was sampled."""

    standing: tuple[str, ...]
    code: str
    chance: Fraction
    low: float
    high: float


def interval(hits: int, runs: int) -> tuple[float, float]:
    """Give Wilson's interval of 95 % for a share."""
    share = hits / runs
    middle = (share + Z * Z / (2 * runs)) / (1 + Z * Z / runs)
    half = Z * math.sqrt(share * (1 - share) / runs + Z * Z / (4 * runs * runs)) / (1 + Z * Z / runs)
    return max(0.0, middle - half), min(1.0, middle + half)


def code_of(standing: tuple[str, ...], unfinished: bool) -> str:
    """Name an end: a side wins, all are dead, or it is never decided."""
    if unfinished:
        return "never"
    return "wins" if standing else "all_dead"


def exact(state: State) -> list[End]:
    """Give the exact ends; raise OverBudget where the battle is too large."""
    if sum(1 for one in state.fighters if one.alive) > MOST_EXACT:
        raise OverBudget("more than two")
    found = duel(state)
    ends = [
        End(sides, code_of(sides, False), share, float(share), float(share))
        for sides, share in found.ends.items()
    ]
    if found.never:
        ends.append(End((), "never", found.never, float(found.never), float(found.never)))
    return sorted(ends, key=lambda end: -end.chance)


class Command(BaseCommand):
    """Forecast a battle from a scenario file (V13.1's automatic turns; no spirits)."""

    help = "Forecast a battle of automatic turns from a scenario file (TOML)"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--battles", type=int, default=2000, help="battles to sample")
        parser.add_argument("--seed", type=int, default=None, help="repeat the same sample")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        battles: int = options["battles"]
        if not 1 <= battles <= MOST_BATTLES:
            raise CommandError(_("Battles: 1 to %(most)d") % {"most": MOST_BATTLES})
        scenario = self._read(options["file"])
        try:
            ends = exact(scenario.state)
            sampled = 0
        except OverBudget:
            ends = self._sample(scenario.state, battles, options["seed"])
            sampled = battles
        if options["json"]:
            self.stdout.write(json.dumps(as_data(ends, sampled), ensure_ascii=False, indent=1))
        else:
            self._show(scenario, ends, sampled)

    def _read(self, path: Path) -> Scenario:
        try:
            with path.open(encoding="utf-8") as file:
                text = file.read(MOST_TEXT + 1)
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{path}: {error}") from error
        try:
            return parse_scenario(text, path.name)
        except (ScenarioError, CatalogueError) as error:
            raise CommandError(str(error)) from error

    def _sample(self, state: State, battles: int, seed: int | None) -> list[End]:
        # A seed repeats a sample; nothing secret hangs on it.
        chance = random.Random(seed) if seed is not None else random.SystemRandom()  # noqa: S311
        counted: Counter[tuple[tuple[str, ...], str]] = Counter()
        shown = -1
        for number in range(battles):
            came = fight(state, lambda sides: chance.randint(1, sides))
            code = code_of(came.standing, came.unfinished)
            counted[came.standing if code == "wins" else (), code] += 1
            done = 100 * (number + 1) // battles
            if done != shown and self.stderr.isatty():
                shown = done
                self.stderr.write(f"\r{'█' * (done // 4):25} {done} %", ending="")
        if shown >= 0:
            self.stderr.write("")
        return [
            End(sides, code, Fraction(hits, battles), *interval(hits, battles))
            for (sides, code), hits in counted.most_common()
        ]

    def _show(self, scenario: Scenario, ends: list[End], sampled: int) -> None:
        for one in scenario.state.fighters:
            name = dict(scenario.names)[one.key]
            self.stdout.write(f"{one.side:12} {name}")
        self.stdout.write("")
        if sampled:
            self.stdout.write(
                _("Sampled battles: %(count)d (interval: 95 %%, rounds: at most %(rounds)d)")
                % {"count": sampled, "rounds": MOST_ROUNDS}
            )
        else:
            self.stdout.write(_("Exact"))
        self.stdout.write(_("Turns: automatic (V13.1), no spirits"))
        words = {"wins": _("Victory"), "all_dead": _("All dead"), "never": _("Never decided")}
        for end in ends:
            label = f"{words[end.code]}: {', '.join(end.standing)}" if end.standing else words[end.code]
            line = f"{label:32} {float(end.chance):8.2%}"
            if sampled:
                line += f"   {end.low:.2%} – {end.high:.2%}"
            self.stdout.write(line)


def as_data(ends: list[End], sampled: int) -> dict[str, Any]:
    """Give a forecast as plain data: shares, and exact fractions where they are exact."""
    return {
        "exact": not sampled,
        "battles": sampled,
        "turns": "automatic",
        "ends": [
            {
                "end": end.code,
                "standing": list(end.standing),
                "chance": float(end.chance),
                **({"low": end.low, "high": end.high} if sampled else {"fraction": str(end.chance)}),
            }
            for end in ends
        ],
    }
