"""A turn: the plan's actions one after another, and the free ones at once (V3.4 to V3.12, V9)."""

from __future__ import annotations

import copy

from referee.kernel.asks import Pick, ask
from referee.kernel.refusals import Refused
from referee.kernel.steps import Next, Steps
from vex.rules import events as e
from vex.rules.automatic import automatic_plan, automatic_targets
from vex.rules.blows import Stage
from vex.rules.codes import ATTACKS
from vex.rules.frames import Action, AutoTurn, Deed, TakeTurn, Turn
from vex.rules.plans import Strain, judge_action, judge_plan, judge_target, refuse
from vex.rules.spirits import bought
from vex.rules.state import State, skeletons

ROLLED = ("heal", "guard", "first_aid", "search", "summon")


def turn(scene: Stage, frame: TakeTurn) -> Steps:
    """Begin a declared turn: what lasted to its start ends, spirits, then the plan (V3.4, V3.5a)."""
    yield from ()
    scene.emit(e.TurnStarted(frame.who))
    for event in bought(frame.who, frame.spirits, "turn"):
        scene.emit(event)
    return _declare(scene, frame.who, frame.plan)


def auto(scene: Stage, frame: AutoTurn) -> Steps:
    """Take an automatic turn (V13.1): the tactic chooses whom to attack."""
    scene.emit(e.TurnStarted(frame.who))
    among = automatic_targets(scene.state, frame.who)
    picked = 0
    if among and scene.state.fighter(frame.who).sheet.tactic == "chaotic":
        picked = (yield from ask(Pick("choice", frame.who, len(among), "V13.2"))) - 1
    return _declare(scene, frame.who, automatic_plan(scene.state, frame.who, picked))


def _declare(scene: Stage, who: str, plan: tuple[Action, ...]) -> Next:
    made = judge_plan(scene.state, who, plan)
    scene.emit(e.PlanDeclared(who, made.ap, made.heavy, "" if made.rested else made.light, _over(made)))
    return Next("action", Turn(who, plan, 0, made.light, made.over, made.rested))


def _over(made: Strain) -> bool:
    return made.over and not made.rested


def action(scene: Stage, frame: Turn) -> Steps:
    """Go through the plan to its next action that rolls or strikes, or to the turn's end."""
    yield from ()
    at = frame.at
    while at < len(frame.plan) and scene.state.fighter(frame.who).alive:
        now = frame.plan[at]
        here = copy.replace(frame, at=at)
        try:
            line = scene.state.fighter(frame.who).line
            judge_action(scene.state, frame.who, now, line, running=True)
        except Refused as refused:
            _skip(scene, here, "", refused)
        else:
            if now.do in ATTACKS:
                deed = _deed(here, now)
                return Next("assault" if now.do == "assault" else "target", deed)
            if now.do in ROLLED:
                if now.do == "guard" and scene.state.fighter(frame.who).hidden:
                    scene.emit(e.Revealed(frame.who, frame.who))  # V9.12b
                return Next(now.do if now.do in ("search", "summon") else "help", _deed(here, now))
            _at_once(scene, here, now)
        at += 1
    scene.emit(e.TurnEnded(frame.who))
    pass_lost_turns(scene)
    return None


def _deed(frame: Turn, now: Action) -> Deed:
    return Deed(
        frame.who,
        now.do,
        now.weapon,
        now.targets,
        len(now.targets),
        frame.at,
        wound=now.wound,
        light=frame.light,
        over=frame.over,
        rested=frame.rested,
        turn=frame,
    )


def _skip(scene: Stage, frame: Turn, on: str, refused: Refused) -> None:
    do = frame.plan[frame.at].do
    scene.emit(e.Skipped(frame.who, frame.at, do, on, refused.code, refused.rule))


def _at_once(scene: Stage, frame: Turn, now: Action) -> None:
    """Do an action that rolls nothing."""
    who = frame.who
    match now.do:
        case "stance":
            scene.emit(e.StanceTaken(who, now.stance))
        case "move":
            if scene.state.fighter(who).line != now.line:
                scene.emit(e.Moved(who, now.line, "V5.5"))
        case "hide":
            scene.emit(e.Hid(who, "hide"))
        case "reorder":
            scene.emit(e.Reordered(who, now.order))
        case "drop":
            scene.emit(e.Dropped(who, now.item))
        case "dismiss":
            _dismiss(scene, who, now)
        case "give" | "potion":
            _hand(scene, frame, now)


def _dismiss(scene: Stage, who: str, now: Action) -> None:
    for one in skeletons(scene.state, who):
        if not now.targets or one.key in now.targets:
            scene.emit(e.Dismissed(who, one.key))


def _hand(scene: Stage, frame: Turn, now: Action) -> None:
    name = now.targets[0]
    try:
        judge_target(scene.state, frame.who, now, name, scene.state.fighter(frame.who).line)
    except Refused as refused:
        _skip(scene, frame, name, refused)
        return
    if now.do == "give":
        scene.emit(e.Given(frame.who, name, now.item))
    else:
        scene.emit(e.PotionDrunk(frame.who))
        scene.emit(e.Healed(frame.who, name, "V9.15"))


def pass_lost_turns(scene: Stage) -> None:
    """Pass the turns of the stunned as they come up (V9.5)."""
    while scene.state.waiting and scene.state.fighter(scene.state.waiting[0]).stunned:
        scene.emit(e.TurnLost(scene.state.waiting[0]))


def judge_turn(state: State, who: str) -> None:
    """Judge whether it is this fighter's turn; raise Refused (V3.2)."""
    if not state.has(who):
        raise refuse("no_such_fighter", who=who)
    if not state.fighter(who).alive:
        raise refuse("dead", who=who)
    if state.phase != "turns" or not state.waiting or state.waiting[0] != who:
        raise refuse("not_your_turn", who=who)
