"""The rules as the kernel runs them: steps by name, and the judging of commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.kernel.steps import Next, Step
from vex.rules import attacks, blows, helps, rounds, turns
from vex.rules.catalogue import armours
from vex.rules.codes import CAMP_ACTIONS, OVERRULES, PARAMETERS, STANCES, WOUND_KINDS
from vex.rules.events import Overruled, TurnStarted
from vex.rules.evolve import evolve
from vex.rules.frames import (
    Action,
    AutoTurn,
    BuySpirits,
    CallCheck,
    Camp,
    CloseWindow,
    Correct,
    EndCombat,
    Join,
    Nothing,
    Opening,
    Overrule,
    StartRound,
    TakeTurn,
)
from vex.rules.plans import judge_action, judge_plan, refuse
from vex.rules.spirits import bought, judge_purchases, judge_spirits
from vex.rules.state import State

MOST = 10_000
"""The largest number that a check or an overrule may name."""


def _start_round(state: State, command: StartRound) -> Next:
    if state.phase == "window" or state.waiting:
        raise refuse("turns_left", who=state.waiting)
    if not any(one.alive for one in state.fighters):
        raise refuse("nobody_stands")
    judge_purchases(state, command.spirits)
    return Next("round", Opening(command.spirits, command.window))


def _buy(state: State, command: BuySpirits) -> Next:
    if state.phase != "window":
        raise refuse("no_window")
    _present(state, command.who)
    judge_spirits(state, command.who, command.spirits, "round")
    return Next("buy", command)


def _close(state: State, command: CloseWindow) -> Next:
    if state.phase != "window":
        raise refuse("no_window")
    judge_purchases(state, command.spirits)
    return Next("window", Opening(command.spirits))


def _take_turn(state: State, command: TakeTurn) -> Next:
    turns.judge_turn(state, command.who)
    # V3.5a: the plan is checked as things will stand once the turn has begun and its spirits run.
    after = evolve(state, TurnStarted(command.who))
    judge_spirits(after, command.who, command.spirits, "turn")
    for event in bought(command.who, command.spirits, "turn"):
        after = evolve(after, event)
    judge_plan(after, command.who, command.plan)
    return Next("turn", command)


def _auto(state: State, command: AutoTurn) -> Next:
    turns.judge_turn(state, command.who)
    return Next("auto", command)


def _present(state: State, who: str) -> None:
    if not state.has(who):
        raise refuse("no_such_fighter", who=who)
    if not state.fighter(who).alive:
        raise refuse("dead", who=who)


def _check(state: State, command: CallCheck) -> Next:
    _present(state, command.who)
    if command.param not in PARAMETERS:
        raise refuse("no_such_parameter", param=command.param)
    if abs(command.dc) > MOST or abs(command.advantage) > MOST:
        raise refuse("bad_number", number=command.dc)
    return Next("check", command)


def _camp(state: State, command: Camp) -> Next:
    _present(state, command.who)
    if state.phase != "camp":
        raise refuse("only_out_of_combat")
    action = command.action
    if action.do not in CAMP_ACTIONS:
        raise refuse("unknown_action", action=action.do)
    if action.do == "don" and (not action.item or action.item not in armours()):
        raise refuse("no_such_armour", item=action.item)
    if action.do in ("first_aid", "potion") and len(action.targets) > 1:
        raise refuse("too_many_targets", action=action.do)
    if action.do not in ("don", "doff"):
        # Lines mean nothing out of combat: one hands over to whoever stands by.
        judge_action(state, command.who, action, _line_of(state, action))
    return Next("camp", command)


def _line_of(state: State, action: Action) -> int:
    named = [name for name in action.targets if state.has(name)]
    return state.fighter(named[0]).line if named else 1


def _join(state: State, command: Join) -> Next:
    if state.has(command.fighter.key):
        raise refuse("key_taken", who=command.fighter.key)
    return Next("join", command)


def _end(state: State, command: EndCombat) -> Next:
    if state.phase == "camp":
        raise refuse("no_round")
    return Next("end", Nothing())


def _overrule(state: State, command: Overrule) -> Next:
    if command.what not in OVERRULES:
        raise refuse("bad_overrule", what=command.what)
    if command.what != "narrow" and not state.has(command.who):
        raise refuse("no_such_fighter", who=command.who)
    if not overrule_fits(state, command):
        raise refuse("bad_overrule", what=command.what)
    return Next("overrule", Correct(command.who, (command,)))


def _correct(state: State, command: Correct) -> Next:
    for one in command.overrules:
        if one.who != command.who:
            raise refuse("no_such_fighter", who=one.who)
        _overrule(state, one)
        # Each is judged after those before it.
        state = evolve(state, Overruled(one.who, one.what, one.number, one.words, one.wounds))
    return Next("overrule", command)


def overrule_fits(state: State, command: Overrule) -> bool:
    """Tell whether an overrule sets something that there is."""
    what, number, words = command.what, command.number, command.words
    if not 0 <= number <= MOST:
        return False
    if what != "narrow" and what not in ("lives", "away") and not state.fighter(command.who).alive:
        return False
    match what:
        case "line":
            return number in (1, 2)
        case "wounds":
            return all(one.kind in WOUND_KINDS and 1 <= one.severity <= 4 for one in command.wounds)
        case "weapons":
            return all(_is_weapon(state, name) for name in words) and len(words) <= MOST
        case "armour":
            return len(words) <= 1 and all(name in armours() for name in words)
        case "stance":
            return len(words) == 1 and words[0] in STANCES
        case "away":
            return state.fighter(command.who).lives > 0
        case "order":
            return sorted(words) == sorted(state.order)
        case "loot":
            return len(words) == 1 and words[0] in state.ground
    return True


def _is_weapon(state: State, name: str) -> bool:
    try:
        return state.weapon(name).slots > 0
    except KeyError:
        return False


_JUDGES: Mapping[type, Callable[[State, Any], Next]] = {
    StartRound: _start_round,
    BuySpirits: _buy,
    CloseWindow: _close,
    TakeTurn: _take_turn,
    AutoTurn: _auto,
    CallCheck: _check,
    Camp: _camp,
    Join: _join,
    EndCombat: _end,
    Overrule: _overrule,
    Correct: _correct,
}


class VexRules:
    """VEX, as `referee.kernel.steps.Rules` asks for it."""

    steps: Mapping[str, Step[State]] = {
        "round": rounds.begin_round,
        "window": rounds.window,
        "rage": rounds.rage,
        "buy": rounds.buy,
        "turn": turns.turn,
        "auto": turns.auto,
        "action": turns.action,
        "target": attacks.target,
        "assault": attacks.assault,
        "intercept": attacks.intercept,
        "breakthrough": attacks.breakthrough,
        "counters": attacks.counters,
        "ripostes": attacks.ripostes,
        "riposte": attacks.riposte,
        "evade": blows.evade,
        "hit": blows.hit,
        "trial": blows.trial,
        "help": helps.help_next,
        "search": helps.search,
        "summon": helps.summon,
        "check": rounds.check,
        "camp": rounds.camp,
        "join": rounds.join,
        "end": rounds.end,
        "overrule": rounds.overrule,
    }

    def begin(self, state: State, command: Any) -> Next:
        """Judge a command and give its first step; raise Refused."""
        return _JUDGES[type(command)](state, command)

    def evolve(self, state: State, event: Any) -> State:
        """Apply an event. Never refuses."""
        return evolve(state, event)


RULES = VexRules()
