"""The toy's adapter to the seam: what the site needs of three stones, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import replace
from typing import Any

from referee.kernel.refusals import Refused
from referee.system import Acting, Entrant, Field, Schema, Screen, Sheet, Standing, View
from tests.toy.rules import (
    COMMANDS,
    EVENTS,
    FRAMES,
    Begin,
    Duel,
    Join,
    Part,
    Put,
    Rest,
    Return,
    Slinger,
    StoneRules,
    Stones,
    saving,
)

WORDS = {
    "round_runs": "The round runs.",
    "nobody_to_throw_with": "Nobody to throw with.",
    "no_foe": "No foe: %(at)s",
    "not_here": "Not here: %(who)s",
    "here_already": "Here already: %(who)s",
    "no_such_stones": "No such stones: %(who)s",
    "no_such_command": "No such command.",
    "not_your_turn": "Not the turn of: %(who)s",
    "not_yours": "Not yours: %(who)s",
    "referees_put": "Referees set stones.",
    "too_many_stones": "Too many stones: %(who)s",
}


class ThreeStones:
    """Three stones, as the site sees it."""

    key = "three_stones"
    title = "Three stones"
    rules_version = "three_stones 1"
    rules = StoneRules()
    state_type = Stones
    event_types = EVENTS
    command_types = COMMANDS
    frame_types = (*FRAMES, *EVENTS)
    sheet = Schema(
        (
            Field("stones", "int", "Stones", "T5", 3, 0, 9),
            Field("most", "int", "At most", "T5", 3, 1, 9),
            Field("luck", "int", "Luck", "T6", 0, -5, 5),
            Field("dazed", "bool", "Dazed", "T6", False),
            Field(
                "charms",
                "rows",
                "Charms",
                default=[],
                inner=Schema(
                    (Field("name", "text", "Name", default=""), Field("power", "int", "Power", default=0))
                ),
            ),
        )
    )
    gear = Schema(
        (Field("kind", "choice", "Kind", "T5", "round", choices=(("round", "Round"), ("flat", "Flat"))),)
    )
    rulings = Schema(
        (Field("mercy", "choice", "Mercy", "T4", "asked", choices=(("asked", "Asked"), ("never", "Never"))),)
    )
    carried = ("stones", "dazed")
    templates: Mapping[str, Mapping[str, Any]] = {"imp": {"stones": 1, "most": 1, "luck": -2}}
    creatures: Mapping[str, str] = {"imp": "Imp"}

    def open(self, entrants: Sequence[Entrant], rulings: Mapping[str, str]) -> Stones:
        return Stones(tuple(_slinger(one) for one in entrants), rulings.get("mercy", "asked"))

    def join(self, entrant: Entrant) -> Join:
        return Join(_slinger(entrant))

    def leave(self, key: str) -> Part:
        return Part(key)

    def come_back(self, key: str) -> Return:
        return Return(key)

    def bring(self, state: Stones, key: str, entrant: Entrant) -> Join:
        own = state.slinger(key)
        assert own is not None
        return Join(replace(own, key=entrant.key, side=entrant.side))

    def correct(self, key: str, fields: Mapping[str, Any]) -> Put:
        return Put(key, fields.get("stones"), fields.get("dazed"))

    def default(self, state: Stones) -> Any | None:
        if self.over(state):
            return None
        turn = state.turn()
        if state.due or not turn:
            return Begin()
        foes = [one.key for one in state.foes(turn)]
        aimed = [aim.at for aim in state.aims if aim.who == turn and aim.at in foes]
        return Duel(turn, (*aimed, *foes)[0])

    def allow(self, state: Stones, command: Any, acting: Acting) -> None:
        if acting.role != "player":
            return
        match command:
            case Put() | Join():
                raise Refused("referees_put")
            case Duel(who=who) | Rest(who=who) | Part(who=who) | Return(who=who) if who not in acting.keys:
                raise Refused("not_yours", who=who)

    def command(self, data: Mapping[str, str], state: Stones) -> Any:
        who, at = data.get("who", ""), data.get("at", "")
        match data.get("what", ""):
            case "begin":
                return Begin()
            case "duel":
                return Duel(who, at)
            case "rest":
                return Rest(who)
            case "part":
                return Part(who)
        raise Refused("no_such_command")

    def carry(self, state: Stones, key: str) -> Mapping[str, Any]:
        own = state.slinger(key)
        assert own is not None
        return {"stones": own.stones, "dazed": own.dazed}

    def standings(self, state: Stones) -> tuple[Standing, ...]:
        return tuple(
            Standing(
                one.key,
                one.side,
                one.stones,
                one.most,
                down=one.stones == 0,
                acting=one.key == state.turn(),
                acted=one.key in state.acted,
                present=one.here,
            )
            for one in state.slingers
        )

    def round(self, state: Stones) -> int:
        return state.round

    def over(self, state: Stones) -> bool:
        return len({one.side for one in state.standing}) < 2

    def public(self, view: View) -> Screen:
        return Screen("three_stones/fight.html", ("heading", "public"), self._shared(view))

    def mine(self, view: View, keys: frozenset[str]) -> Screen:
        own = [one for one in view.state.slingers if one.key in keys]
        hands = [one for one in getattr(view.ask, "hands", ()) if one.who in keys]
        return Screen("three_stones/fight.html", ("mine",), {"own": own, "hands": hands})

    def console(self, view: View) -> Screen:
        context = {**self._shared(view), "slingers": view.state.slingers}
        return Screen("three_stones/fight.html", ("console",), context)

    @staticmethod
    def _shared(view: View) -> dict[str, Any]:
        return {
            "round": view.state.round,
            "standings": [
                {"name": view.names.get(one.key, one.key), "points": one.stones, "maximum": one.most}
                for one in view.state.slingers
            ],
            "told": [str(told.trail) for told in view.told],
        }

    def numbers(self, sheet: Sheet) -> Screen:
        own = Slinger("me", "A", sheet["stones"], sheet["most"], sheet["luck"], sheet["dazed"])
        return Screen("three_stones/fight.html", ("numbers",), {"luck": own.luck, "saving": saving(own)})

    def explain(self, refused: Refused) -> str:
        words = WORDS[refused.code] % refused.params
        return f"{words} ({refused.rule})" if refused.rule else words


def _slinger(entrant: Entrant) -> Slinger:
    sheet = entrant.sheet
    if sheet["stones"] > sheet["most"]:
        raise Refused("too_many_stones", "T5", who=entrant.key)
    return Slinger(entrant.key, entrant.side, sheet["stones"], sheet["most"], sheet["luck"], sheet["dazed"])


system = ThreeStones()
