"""The round (V3.2): initiative, the window for spirits, Berserk; and what a referee does between turns."""

from __future__ import annotations

from referee.kernel.asks import Pick, ask
from referee.kernel.steps import Next, Steps
from vex.rules import events as e
from vex.rules.attacks import attack_on
from vex.rules.blows import Stage, fall, use_strike
from vex.rules.catalogue import FISTS
from vex.rules.checks import generic_check, initiative
from vex.rules.frames import BuySpirits, CallCheck, Camp, Correct, Deed, Join, Nothing, Opening
from vex.rules.helps import treat
from vex.rules.spirits import bought
from vex.rules.state import State, enemies
from vex.rules.turns import pass_lost_turns


def begin_round(scene: Stage, frame: Opening) -> Steps:
    """Begin a round: refill, initiative, and the window if it stays open (V3.2)."""
    scene.emit(e.RoundStarted())
    ranking = yield from ask(initiative(scene.state))
    for key in ranking:
        use_strike(scene, key)
    scene.emit(e.Ordered(ranking))
    if frame.window:
        scene.emit(e.WindowOpened())
        return None
    return Next("window", frame)


def window(scene: Stage, frame: Opening) -> Steps:
    """Close the window: purchases, then Interception, then Berserk (V3.2, V11.7)."""
    yield from ()
    for purchase in frame.spirits:
        for event in bought(purchase.who, purchase.spirits, "round"):
            scene.emit(event)
    state = scene.state
    first = tuple(key for key in state.order if state.fighter(key).runs("interception"))
    if first:
        scene.emit(e.Intercepted((*first, *(key for key in state.order if key not in first))))
    return Next("rage", Nothing())


def rage(scene: Stage, frame: Nothing) -> Steps:
    """Let the next berserker strike (V11.10); when there is none left the turns begin."""
    state = scene.state
    who = next((key for key in state.order if state.fighter(key).runs("berserk")), "")
    if not who:
        scene.emit(e.TurnsOpened())
        pass_lost_turns(scene)
        return None
    scene.emit(e.SpiritUsed(who, "berserk"))
    among = tuple(one for one in enemies(state, who) if not one.hidden)
    if not among:
        return Next("rage", frame)
    picked = yield from ask(Pick("choice", who, len(among), "V11.10"))
    do, weapon = _berserk_attack(state, who)
    name = among[picked - 1].key
    return attack_on(scene, Deed(who, do, weapon, (), 1, had=(name,)), name)


def _berserk_attack(state: State, who: str) -> tuple[str, str]:
    for name in state.fighter(who).weapons:
        weapon = state.weapon(name)
        if weapon.melee:
            return "strike", name
        if weapon.bow:
            return "shot", name
    return "strike", FISTS


def buy(scene: Stage, frame: BuySpirits) -> Steps:
    """Buy spirits while the window is open (V11.1)."""
    yield from ()
    for event in bought(frame.who, frame.spirits, "round"):
        scene.emit(event)
    return None


def check(scene: Stage, frame: CallCheck) -> Steps:
    """Roll a generic check (V2.6)."""
    asked = generic_check(scene.state, frame.who, frame.param, frame.dc, frame.advantage)
    passed = yield from ask(asked)
    use_strike(scene, frame.who)
    scene.emit(e.Checked(frame.who, frame.param, passed))
    return None


def camp(scene: Stage, frame: Camp) -> Steps:
    """Do something out of combat: first aid always succeeds there (V9.14), armour changes (V7.3)."""
    yield from ()
    who, action = frame.who, frame.action
    match action.do:
        case "don" | "doff":
            scene.emit(e.Dressed(who, action.item if action.do == "don" else ""))
        case "reorder":
            scene.emit(e.Reordered(who, action.order))
        case "drop":
            scene.emit(e.Dropped(who, action.item))
        case "give":
            scene.emit(e.Given(who, action.targets[0], action.item))
        case "potion":
            scene.emit(e.PotionDrunk(who))
            scene.emit(e.Healed(who, action.targets[0], "V9.15"))
        case "first_aid":
            scene.emit(e.KitUsed(who))
            treat(scene, who, action.targets[0], action.wound)
    return None


def join(scene: Stage, frame: Join) -> Steps:
    """Bring a fighter in."""
    yield from ()
    scene.emit(e.Joined(frame.fighter))
    return None


def end(scene: Stage, frame: Nothing) -> Steps:
    """End the battle."""
    yield from ()
    scene.emit(e.CombatEnded())
    return None


def overrule(scene: Stage, frame: Correct) -> Steps:
    """Set things by hand (L5); at no lives a fighter falls as by a blow (V2.4)."""
    yield from ()
    for one in frame.overrules:
        scene.emit(e.Overruled(one.who, one.what, one.number, one.words, one.wounds))
        if one.what == "lives" and one.number < 1:
            fall(scene, one.who)
    if scene.state.phase == "turns" and not scene.state.acting:
        pass_lost_turns(scene)
    return None
