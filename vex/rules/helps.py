"""Actions that roll and strike nobody: Heal, guard, first aid, search, Summon (V9.9 to V9.14)."""

from __future__ import annotations

import copy

from referee.kernel.asks import ask
from referee.kernel.refusals import Refused
from referee.kernel.steps import Next, Steps
from vex.rules import events as e
from vex.rules.attacks import end_deed, skip
from vex.rules.blows import Stage, use_strike
from vex.rules.checks import first_aid_check, guard_check, heal_check, search_contest, summon_check
from vex.rules.frames import Action, Deed
from vex.rules.plans import judge_target, next_is_free, open_wound
from vex.rules.state import Fighter, Sheet

SKELETON = (3, 0, 3, 3, 0, 0, 0, 0)  # V9.10: ATK 3, DEF 3, VIT 3


def help_next(scene: Stage, deed: Deed) -> Steps:
    """Help the next target: Heal, guard or first aid, each with its own roll."""
    if not deed.left:
        return end_deed(deed)
    name = deed.left[0]
    rest = copy.replace(deed, left=deed.left[1:])
    state = scene.state
    try:
        action = Action(deed.do, deed.weapon, (name,), wound=deed.wound)
        judge_target(state, deed.who, action, name, state.fighter(deed.who).line)
    except Refused as refused:
        skip(scene, deed, name, refused.code, refused.rule)
        return Next("help", rest)
    if deed.do == "heal":
        passed = yield from ask(heal_check(state, deed, name))
    elif deed.do == "guard":
        passed = yield from ask(guard_check(state, deed, name))
    else:
        if state.fighter(deed.who).kit < 1:
            skip(scene, deed, name, "no_kit")
            return Next("help", rest)
        scene.emit(e.KitUsed(deed.who))
        passed = yield from ask(first_aid_check(scene.state, deed, name))
    use_strike(scene, deed.who)
    _helped(scene, deed, name, passed)
    return Next("help", rest)


def _helped(scene: Stage, deed: Deed, name: str, passed: bool) -> None:
    if not passed:
        scene.emit(e.Failed(deed.who, "cast" if deed.do == "heal" else deed.do, name))
    elif deed.do == "heal":
        scene.emit(e.Healed(deed.who, name, "V9.9"))
    elif deed.do == "guard":
        scene.emit(e.Guarded(deed.who, name))
    else:
        treat(scene, deed.who, name, deed.wound)


def treat(scene: Stage, who: str, name: str, wound: int) -> None:
    """Close an open wound: a bandage is left, or with a Survivor nothing (V9.14)."""
    index = open_wound(scene.state.fighter(name), wound)
    if index is not None:
        scene.emit(e.Treated(who, name, index, not scene.state.fighter(who).has("survivor")))


def search(scene: Stage, deed: Deed) -> Steps:
    """Search a hidden enemy (V9.12a)."""
    name = deed.left[0]
    state = scene.state
    try:
        judge_target(state, deed.who, Action("search", targets=(name,)), name, state.fighter(deed.who).line)
    except Refused as refused:
        skip(scene, deed, name, refused.code, refused.rule)
        return end_deed(deed)
    found = yield from ask(search_contest(state, deed, name))
    use_strike(scene, deed.who)
    use_strike(scene, name)
    scene.emit(e.Revealed(name, deed.who) if found else e.SearchFailed(deed.who, name))
    return end_deed(deed)


def summon(scene: Stage, deed: Deed) -> Steps:
    """Summon a skeleton, free or reserved as it stands before the roll (V9.10)."""
    summoner = scene.state.fighter(deed.who)
    free = next_is_free(scene.state, summoner)
    stands = yield from ask(summon_check(scene.state, deed))
    use_strike(scene, deed.who)
    if stands:
        number = summoner.summoned + 1
        sheet = Sheet(f"{summoner.key}.{number}", summoner.side, SKELETON, owner=summoner.key, free=free)
        scene.emit(e.Summoned(deed.who, Fighter(sheet, weapons=("ordinary_sword",))))
    else:
        scene.emit(e.Failed(deed.who, "summon", ""))
    return end_deed(deed)
