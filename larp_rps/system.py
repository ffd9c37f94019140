"""Live combat at the seam: sheets become fighters, states become standings, refusals become words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from copy import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy as _

from larp_rps import beside, console, forms, labels, schemas, screens
from larp_rps.open_decisions import DECISIONS
from larp_rps.open_rules import RULES as OPEN_RULES
from larp_rps.rules.commands import COMMANDS, Join, Leave, Ruling
from larp_rps.rules.default import default
from larp_rps.rules.engine import RULES
from larp_rps.rules.events import EVENTS
from larp_rps.rules.frames import FRAMES
from larp_rps.rules.opening import enter, open_fight
from larp_rps.rules.state import Fighter, FighterSheet, Rulings, State
from larp_rps.scenarios import desk as scenarios
from referee.kernel.refusals import Refused
from referee.scenarios import Played, Recorded
from referee.system import Acting, Entrant, Screen, Sheet, Standing, View

_NAMES = {"max": "maximum", "min": "minimum"}
"""Sheet keys that the rules know by another name."""


class LarpRps:
    """Live combat by rock-paper-scissors, R1 to R90."""

    key = "larp_rps"
    title = _("Live combat")
    rules_version = "1"
    rules = RULES
    state_type = State
    event_types = EVENTS
    command_types = COMMANDS
    frame_types = FRAMES
    sheet = schemas.SHEET
    gear = schemas.GEAR
    rulings = schemas.RULINGS
    carried = ("points", "unconscious", "down")

    creatures = labels.CREATURES
    open_rules = (*OPEN_RULES, *DECISIONS)

    @cached_property
    def templates(self) -> Mapping[str, Mapping[str, Any]]:
        """Give the creatures that a referee adds by name."""
        text = Path(__file__).with_name("creatures.toml").read_text(encoding="utf-8")
        return {key: self.sheet.clean(sheet) for key, sheet in tomllib.loads(text).items()}

    def open(self, entrants: Sequence[Entrant], rulings: Mapping[str, str]) -> State:
        """Open a fight; raise Refused where a weapon's minimum is over its maximum (A21)."""
        return open_fight([fighter(entrant) for entrant in entrants], Rulings(**rulings))

    def join(self, entrant: Entrant) -> Join:
        """Bring a fighter in (R6)."""
        return Join(fighter(entrant))

    def leave(self, key: str) -> Leave:
        """Take a fighter out of reach (A8)."""
        return Leave(key)

    def come_back(self, key: str) -> Join:
        """Bring back one who left, as a joiner (A8)."""
        return Join(key=key)

    def bring(self, state: State, key: str, entrant: Entrant) -> Join:
        """Bring in a fighter of another fight, with all his state there (R6)."""
        return Join(replace(state.fighter(key), key=entrant.key, side=entrant.side))

    def correct(self, key: str, fields: Mapping[str, Any]) -> Ruling:
        """Set points, unconsciousness or being down by hand (A41, A83)."""
        return Ruling(
            key,
            hp=fields.get("points"),
            unconscious=fields.get("unconscious"),
            down=fields.get("down"),
        )

    def default(self, state: State) -> Any | None:
        """Give what comes next by itself: the round, the next blow, the round's end."""
        return default(state)

    def allow(self, state: State, command: Any, acting: Acting) -> None:
        """Raise Refused where this actor may not give this command."""
        forms.allow(command, acting)

    def command(self, data: Mapping[str, str], state: State) -> Any:
        """Make a command of a posted form."""
        return forms.command(data)

    def carry(self, state: State, key: str) -> Mapping[str, Any]:
        """Give what a fight changes on a sheet: points, unconscious, down."""
        found = state.fighter(key)
        return {"points": found.hp, "unconscious": found.unconscious, "down": found.down}

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Give how everybody stands, in roster order."""
        acting = state.order[state.place] if 0 <= state.place < len(state.order) else ()
        return tuple(
            Standing(
                one.key,
                one.side,
                one.hp,
                one.sheet.hp,
                one.down,
                one.unconscious,
                one.key in acting,
                one.showings > 0 or one.passed,
                one.present,
            )
            for one in state.fighters
        )

    def round(self, state: State) -> int:
        """Give the number of the running round."""
        return state.round

    def over(self, state: State) -> bool:
        """Tell whether at most one side still stands."""
        return not state.contested

    def public(self, view: View) -> Screen:
        """Give what everybody at the fight may see."""
        return screens.public(view)

    def mine(self, view: View, keys: frozenset[str]) -> Screen:
        """Give what only these fighters' players see."""
        return screens.mine(view, keys)

    def console(self, view: View) -> Screen:
        """Give the referee's console."""
        return console.console(view)

    def page(self, name: str, view: View, acting: Acting, data: Mapping[str, str]) -> Screen | None:
        """Give a page beside a referee's console: override, more."""
        return beside.page(name, view, acting, data)

    def numbers(self, sheet: Sheet) -> Screen:
        """Give *my numbers*: what an ordinary blow of each weapon needs."""
        return screens.numbers(fighter(Entrant("me", "A", sheet)))

    def play(self, case: Mapping[str, Any]) -> Played:
        """Play a scenario on these rules."""
        return scenarios.play(case)

    def export(self, recorded: Recorded, title: str) -> dict[str, Any]:
        """Give a fight as a scenario."""
        return scenarios.export(recorded, title)

    def explain(self, refused: Refused) -> str:
        """Word a refusal, with its rule."""
        return labels.explain(refused)


def fighter(entrant: Entrant) -> Fighter:
    """Make a fighter of a cleaned sheet, as he stands now; raise Refused where it cannot fight (A21).

    With 0 points or less he is down (A83).
    """
    sheet = dict(entrant.sheet)
    points, unconscious, down = (sheet.pop(name) for name in LarpRps.carried)
    sheet["weapons"] = [
        {_NAMES.get(key, key): value for key, value in weapon.items()} for weapon in sheet["weapons"] or ()
    ]
    sheet["anatomy"] = str(sheet["anatomy"] or "").replace(",", " ").split()
    entered = enter(entrant.key, entrant.side, msgspec.convert(sheet, FighterSheet))
    now = replace(entered, hp=points, unconscious=unconscious, down=down or points <= 0)
    return replace(now, before=now.now)


system = LarpRps()
