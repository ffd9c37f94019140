"""The rules as the kernel runs them: judging a command, its steps, and applying events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from larp_rps.rules import charge, km, order, presence, rounds, situations, two_weapons
from larp_rps.rules import commands as asked
from larp_rps.rules.attack import judged, strike
from larp_rps.rules.evolve import evolve
from larp_rps.rules.magic import cast, judge_spell
from larp_rps.rules.state import State
from referee.kernel.refusals import Refused
from referee.kernel.steps import Next, Scene, Step, Steps

type Deed = Callable[[State, Any], tuple[Any, ...]]

DEEDS: Mapping[type, Deed] = {
    asked.EndRound: rounds.ended,
    asked.Order: order.overridden,
    asked.Pass: order.passed,
    asked.Leave: presence.left,
    asked.Separate: presence.separated,
    asked.Close: presence.closed,
    asked.Arm: presence.armed,
    asked.Charge: charge.announced,
    asked.Tactic: two_weapons.taken,
    asked.Situation: situations.named,
    asked.Longer: km.longer,
    asked.Haste: km.hasted,
    asked.Allowance: km.allowed,
    asked.Ruling: km.ruled,
    asked.Overrule: km.overruled,
    asked.Verdict: km.judged,
    asked.Penalty: km.penalized,
}
"""Commands that ask nothing: each judges and gives its events, and changes nothing."""


def deed(scene: Scene[State], command: Any) -> Steps:
    """Do what asks nothing."""
    yield from ()
    for event in DEEDS[type(command)](scene.state, command):
        scene.emit(event)
    return None


class LarpRules:
    """The kernel's Rules for live combat. A step's frame is the command itself."""

    steps: Mapping[str, Step[State]] = {
        "deed": deed,
        "close_round": rounds.close_round,
        "round": rounds.begin_round,
        "join": rounds.join,
        "join_order": rounds.join_order,
        "strike": strike,
        "cast": cast,
    }

    def begin(self, state: State, command: Any) -> Next:
        """Judge a command and give its first step; raise Refused. No ask comes before that."""
        match command:
            case asked.Round():
                rounds.judge_round(state, command)
                return Next("close_round" if state.running else "round", command)
            case asked.Join():
                presence.joined(state, command)
                return Next("join", command)
            case asked.Attack() | asked.Ambush():
                judged(state, command)
                return Next("strike", command)
            case asked.Spell():
                judge_spell(state, command)
                return Next("cast", command)
        if type(command) not in DEEDS:
            raise Refused("command_unknown", "R1", command=type(command).__name__)
        DEEDS[type(command)](state, command)
        return Next("deed", command)

    def evolve(self, state: State, event: Any) -> State:
        """Apply an event. Never refuses."""
        return evolve(state, event)


RULES = LarpRules()
