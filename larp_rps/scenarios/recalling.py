"""From what happened back to the commands that brought it about: a fight's events as commands and answers."""

from __future__ import annotations

from collections.abc import Sequence
from copy import replace
from dataclasses import dataclass, field
from typing import Any

from larp_rps.rules import commands as asked
from larp_rps.rules import events as told
from larp_rps.rules.engine import RULES
from larp_rps.rules.initiative import throw
from larp_rps.rules.state import State
from referee.kernel.refusals import Refused
from referee.system import Heard


@dataclass(frozen=True, slots=True)
class Recalled:
    """A command and what was answered to it: its throw, told results instead of one, the pairing chosen.

    `begun` tells that it went on though something that came in between forbids it now; `waits` that a
    joiner's initiative is still open.
    """

    command: Any
    thrown: Heard | None = None
    results: tuple[int, ...] = ()
    pairing: str = ""
    begun: bool = False
    waits: bool = False


@dataclass(slots=True)
class Recall:
    """Recalls a fight: feed it the trail in order."""

    state: State
    found: list[Recalled] = field(default_factory=list)
    _heard: dict[str, Heard] = field(default_factory=dict)
    _before: State | None = None
    _initiative: told.InitiativeThrown | None = None
    _joiner: str = ""

    def all(self, trail: Sequence[Any]) -> list[Recalled]:
        """Give all commands of a trail. What was thrown for a command that was left is in none of them."""
        place = 0
        while place < len(trail):
            item = trail[place]
            place += 1
            if isinstance(item, Heard):
                self._heard[item.kind] = item
            elif isinstance(item, told.TurnTaken):
                blows: list[told.BlowStruck] = []
                while place < len(trail) and len(blows) < len(item.hands):
                    if isinstance(trail[place], told.BlowStruck):
                        blows.append(trail[place])
                    place += 1
                self._struck(item, tuple(blows))
                for event in (item, *blows):
                    self._evolve(event)
            else:
                self._event(item)
        return self.found

    def _evolve(self, event: Any) -> None:
        self.state = RULES.evolve(self.state, event)

    def _event(self, event: Any) -> None:
        before = self.state
        match event:
            case told.InitiativeThrown() if before.running:
                self._join_ordered()
            case told.InitiativeThrown():
                self._initiative = event
                self._before = before
            case told.RoundBegun(opening=True) | told.TurnPassed(overtaken=True):
                self._before = self._before or before
            case told.RoundBegun():
                self._round()
            case told.PoleFirst():
                self._before = before if self._before is None and not before.running else self._before
            case told.FighterJoined(fighter=fighter):
                self._joined(event, asked.Join(fighter), fighter.key)
                return
            case told.FighterReturned(who=who):
                self._joined(event, asked.Join(key=who), who)
                return
            case told.SpellCast():
                self._spell(event)
            case _:
                self._add(_deed(event))
        self._evolve(event)

    def _add(self, command: Any, **more: Any) -> None:
        """Add a command, with the KM's word or as begun before where the rules forbid it otherwise."""
        state, self._before = self._before or self.state, None
        if _refused(state, command):
            worded = replace(command, word=True) if hasattr(command, "word") else command
            if not _refused(state, worded):
                command = worded
            else:
                more["begun"] = True
        self.found.append(Recalled(command, **more))

    def _round(self) -> None:
        initiative, self._initiative = self._initiative, None
        thrown = self._heard.pop("initiative", None) if initiative else None
        bonus = ""
        for one in initiative.values if initiative else ():
            if any(line.code == "weapon_bonus" and line.counted for line in one.value.lines):
                bonus = one.who
        self._add(asked.Round(bonus), thrown=thrown)

    def _spell(self, event: told.SpellCast) -> None:
        against = tuple(one.who for one in event.firsts)
        thrown = self._heard.pop("spell", None) if against and not event.outrun else None
        self._add(asked.Spell(event.who, against, event.milliseconds, event.read), thrown=thrown)

    def _joined(self, event: Any, command: asked.Join, key: str) -> None:
        self._joiner = key
        self._add(command)
        self._evolve(event)
        state = self.state
        ordered = state.rulings.joiner == "at_once" and state.running and not state.opening
        if ordered and not state.parted and state.fighter(key).stands and throw(state) is not None:
            self.found[-1] = replace(self.found[-1], waits=True)

    def _join_ordered(self) -> None:
        thrown = self._heard.pop("initiative", None)
        last = self.found[-1] if self.found else None
        if last is not None and isinstance(last.command, asked.Join) and not last.begun:
            self.found[-1] = replace(last, thrown=thrown, waits=False)
        else:
            self.found.append(Recalled(asked.Join(key=self._joiner), thrown=thrown, begun=True))

    def _struck(self, turn: told.TurnTaken, blows: tuple[told.BlowStruck, ...]) -> None:
        first = blows[0]
        lines = first.attack.lines
        how: dict[str, Any] = {
            "aim": first.aim,
            "aim_number": next((line.value for line in lines if line.code == "aim_number"), 0),
            "knockout": first.knockout,
        }
        if turn.ambush:
            self._add(asked.Ambush(turn.who, turn.at, turn.hands[0], **how))
            return
        waived = ""
        if first.way == "waived":
            waived = turn.who if first.result == 1 else turn.at
        declined = any(line.by == "declined" for blow in blows for line in blow.attack.lines)
        command = asked.Attack(turn.who, turn.at, turn.hands, waived=waived, decline=declined, **how)
        shown = tuple(blow for blow in blows if blow.way == "thrown")
        self._add(command, **self._answered(turn, shown))

    def _answered(self, turn: told.TurnTaken, shown: tuple[told.BlowStruck, ...]) -> dict[str, Any]:
        """Give what was answered to an attack; without a throw on the record its results stand for it."""
        if not shown:
            return {}
        thrown = self._heard.pop("attack", None)
        pairing = self._heard.pop("pairing", None)
        hands = tuple(blow.hand for blow in shown)
        if thrown is None or tuple(hand.hand for hand in thrown.hands if hand.who == turn.who) != hands:
            return {"results": tuple(blow.result or 0 for blow in shown)}
        against = {hand.hand for hand in thrown.hands if hand.who == turn.at}
        paired = "+".join(blow.against for blow in shown) if pairing and len(against) > 1 else ""
        return {"thrown": thrown, "pairing": paired}


def _refused(state: State, command: Any) -> bool:
    try:
        RULES.begin(state, command)
    except Refused:
        return True
    return False


def _deed(event: Any) -> Any:
    """Give the command of an event that is all that it brings about."""
    match event:
        case told.RoundEnded():
            return asked.EndRound()
        case told.OrderSet():
            return asked.Order(event.groups, event.by)
        case told.FighterLeft():
            return asked.Leave(event.who)
        case told.PartiesSeparated():
            return asked.Separate()
        case told.PartiesClosed():
            return asked.Close()
        case told.TurnPassed():
            return asked.Pass(event.who)
        case told.ChargeAnnounced():
            return asked.Charge(event.who, event.at, event.centimetres)
        case told.TacticTaken():
            return asked.Tactic(
                event.who, event.tactic, event.strikes_with, event.defends_with, word=event.word
            )
        case told.FighterArmed():
            return asked.Arm(event.who, event.hands, event.shield_up)
        case told.SituationNamed():
            return asked.Situation(event.who, event.kinds, event.number)
        case told.LongerGranted():
            return asked.Longer(event.who)
        case told.HasteGiven():
            return asked.Haste(event.who, event.attacks)
        case told.AllowanceGiven():
            return asked.Allowance(event.who, event.attacks)
        case told.FighterRuled():
            return asked.Ruling(event.who, event.hp, event.unconscious, event.down)
        case told.BlowOverruled():
            return asked.Overrule(event.hit, event.loss, event.knocked_out, event.hand, event.hp, event.down)
        case told.VerdictGiven():
            return asked.Verdict(event.who, event.at, event.succeeded)
        case told.PenaltyGiven():
            return asked.Penalty(event.who, event.attribute, event.amount)
    raise LookupError(type(event).__name__)
