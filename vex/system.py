"""VEX at the seam: sheets become fighters, states become standings, refusals become words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from copy import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from django.utils.translation import gettext_lazy as _

from referee.kernel.refusals import Refused
from referee.system import Acting, Entrant, Screen, Sheet, Standing, Upcoming, View, Window
from vex import building, forms, labels, pages, schemas, screens, words
from vex.rules.codes import SPIRITS
from vex.rules.engine import RULES
from vex.rules.events import EVENTS
from vex.rules.frames import (
    COMMANDS,
    FRAMES,
    AutoTurn,
    BuySpirits,
    CloseWindow,
    Correct,
    Join,
    Overrule,
    Purchase,
    StartRound,
)
from vex.rules.opening import open_battle, open_fighter
from vex.rules.spirits import TURN_ONLY
from vex.rules.state import Fighter, State, Wound


class Vex:
    """VEX, V1 to V15."""

    key = "vex"
    title = _("VEX")
    rules_version = "1"
    rules = RULES
    state_type = State
    event_types = EVENTS
    command_types = COMMANDS
    frame_types = FRAMES
    sheet = schemas.SHEET
    gear = schemas.GEAR
    rulings = schemas.RULINGS
    carried = ("lives", "spirit_points", "weapons", "armour", "potions", "kit_charges", "wounds")
    creatures = words.CREATURES

    @cached_property
    def templates(self) -> Mapping[str, Mapping[str, Any]]:
        """Give the ready-made example fighters."""
        text = Path(__file__).with_name("creatures.toml").read_text(encoding="utf-8")
        return {key: self.sheet.clean(sheet) for key, sheet in tomllib.loads(text).items()}

    def open(self, entrants: Sequence[Entrant], rulings: Mapping[str, str]) -> State:
        """Open a battle out of combat, so that lines can be taken; raise Refused where a sheet cannot."""
        return open_battle([(entrant.key, schemas.plain(entrant)) for entrant in entrants], rulings)

    def join(self, entrant: Entrant) -> Join:
        """Bring a fighter in: last in the order until the next roll."""
        return Join(open_fighter(entrant.key, schemas.plain(entrant)))

    def leave(self, key: str) -> Overrule:
        """Take a fighter out of the battle."""
        return Overrule(key, "away", 1)

    def come_back(self, key: str) -> Overrule:
        """Bring back one who left."""
        return Overrule(key, "away", 0)

    def bring(self, state: State, key: str, entrant: Entrant) -> Join:
        """Bring in a fighter of another battle, with all his state there."""
        fighter = state.fighter(key)
        return Join(replace(fighter, sheet=replace(fighter.sheet, key=entrant.key, side=entrant.side)))

    def correct(self, key: str, fields: Mapping[str, Any]) -> Correct:
        """Set lives, points, items and wounds by hand (L5)."""
        overrules = [
            Overrule(key, what, int(fields[name]))
            for name, what in (
                ("lives", "lives"),
                ("spirit_points", "points"),
                ("potions", "potions"),
                ("kit_charges", "kit"),
            )
            if fields.get(name) is not None
        ]
        if fields.get("weapons") is not None:
            overrules.append(Overrule(key, "weapons", words=tuple(fields["weapons"])))
        if fields.get("armour") is not None:
            overrules.append(Overrule(key, "armour", words=(fields["armour"],) if fields["armour"] else ()))
        if fields.get("wounds") is not None:
            wounds = tuple(Wound(one["kind"], one["severity"]) for one in fields["wounds"])
            overrules.append(Overrule(key, "wounds", wounds=wounds))
        return Correct(key, tuple(overrules))

    def default(self, state: State) -> Any | None:
        """Nothing comes by itself: a round is begun and a turn is taken by somebody."""
        return None

    def upcoming(self, state: State) -> Upcoming | None:
        """Give what comes next: the window's end, a turn by the tactic (V13.1), the next round."""
        if state.phase == "window":
            return Upcoming(CloseWindow(), self._asked(state))
        if state.waiting:
            return Upcoming(AutoTurn(state.waiting[0]), (state.waiting[0],))
        if any(one.alive for one in state.fighters):
            return Upcoming(StartRound(window=forms.opens_window(state)), begins=True)
        return None

    def window(self, state: State) -> Window | None:
        """Give the window at the start of a round: those with points may buy spirits (V11.1)."""
        if state.phase != "window":
            return None
        return Window(self._asked(state), tuple(name for name in SPIRITS if name not in TURN_ONLY))

    @staticmethod
    def _asked(state: State) -> tuple[str, ...]:
        return tuple(one.key for one in state.fighters if one.alive and one.points > 0 and not one.skeleton)

    def declare(self, state: State, who: str, chosen: Sequence[str]) -> None:
        """Judge what a fighter would buy in the window; raise Refused (V11.2)."""
        RULES.begin(state, BuySpirits(who, tuple(chosen)))

    def declared(self, state: State, chosen: Mapping[str, Sequence[str]]) -> CloseWindow:
        """Close the window with what each bought, in initiative order (V11.1)."""
        place = {key: number for number, key in enumerate(state.order)}
        buyers = sorted(chosen, key=lambda key: place.get(key, len(place)))
        return CloseWindow(tuple(Purchase(key, tuple(chosen[key])) for key in buyers if chosen[key]))

    def allow(self, state: State, command: Any, acting: Acting) -> None:
        """Raise Refused where this actor may not give this command."""
        forms.allow(state, command, acting)

    def command(self, data: Mapping[str, str], state: State) -> Any:
        """Make a command of a posted form."""
        return forms.command(data, state)

    def carry(self, state: State, key: str) -> Mapping[str, Any]:
        """Give what a battle changes on a sheet: lives, points, items, wounds (V2.4, V10)."""
        found = state.fighter(key)
        return {
            "lives": found.lives,
            "spirit_points": found.points,
            "weapons": list(found.weapons),
            "armour": found.armour,
            "potions": found.potions,
            "kit_charges": found.kit,
            "wounds": [{"kind": one.kind, "severity": one.severity} for one in found.wounds],
        }

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Give how everybody stands, in roster order; points are lives."""
        acting = state.acting or (state.waiting[0] if state.waiting else "")
        return tuple(
            Standing(
                one.key,
                one.side,
                one.lives,
                max(one.lives, one.sheet.lives),
                down=one.lives < 1,
                acting=one.key == acting,
                acted=bool(state.order) and one.key not in state.waiting and one.key != acting,
                present=not one.away,
            )
            for one in state.fighters
        )

    def round(self, state: State) -> int:
        """Give the number of the running round."""
        return state.round

    def over(self, state: State) -> bool:
        """Tell whether at most one side still stands."""
        return len({one.side for one in state.fighters if one.alive}) < 2

    def public(self, view: View) -> Screen:
        """Give the battle board."""
        return screens.public(view)

    def mine(self, view: View, keys: frozenset[str]) -> Screen:
        """Give what only these fighters' players see and act on."""
        return screens.mine(view, keys)

    def console(self, view: View) -> Screen:
        """Give the referee's board."""
        return screens.console(view)

    def page(self, name: str, view: View, acting: Acting, data: Mapping[str, str]) -> Screen | None:
        """Give the plan builder, a fighter's own page, or a check called by a referee."""
        if name == "build" and acting.role != "player":
            return Screen("vex/build.html", ("hints",), building.builder(view, self.templates, data))
        return pages.page(name, view, acting, data)

    def sheet_in(self, data: Mapping[str, str]) -> Sheet:
        """Make a sheet of the builder's fields."""
        start = self.templates.get(data.get("from", ""), self.templates["swordsman"])
        return building.sheet_in(data, start)

    def numbers(self, sheet: Sheet) -> Screen:
        """Give *my numbers*: effective parameters, armour class, survival, and what each weapon rolls."""
        return screens.numbers(fighter_of(Entrant("me", "A", sheet)))

    def explain(self, refused: Refused) -> str:
        """Word a refusal, with its rule."""
        return labels.explain(refused)


def fighter_of(entrant: Entrant) -> Fighter:
    """Give a fighter as he stands now, outside a battle."""
    return open_fighter(entrant.key, schemas.plain(entrant))


system = Vex()
