"""A blow: what stops it, the hit roll, the trial of death, and what is left (V6, V11.8, V11.16).

Each step makes one roll, so that equal states meet again soon when odds are worked out.
"""

from __future__ import annotations

import copy

from referee.kernel.asks import ask
from referee.kernel.steps import Next, Scene, Steps
from vex.rules import events as e
from vex.rules.checks import cast_parameter, evade_check, hit_check, trial_check
from vex.rules.frames import Attack, Blow, Deed
from vex.rules.numbers import severity
from vex.rules.state import State, Wound, loot

type Stage = Scene[State]

BURN = Wound("burn", 2)  # V10.4
AFTER = {
    "counterattack": "counters",
    "attack": "ripostes",
    "counter": "riposte",
    "riposte": "ripostes",
    "intercept": "intercept",
}
"""The step that goes on after a blow of each role."""
KINDS = {"assault": "strike", "sniper_shot": "shot"}


def begin_blow(
    scene: Stage, deed: Deed, attack: Attack | None, role: str, nth: int, who: str, on: str, weapon: str
) -> Next:
    """Begin a blow: it engages (V5.6), may use up a Super strike (V11.12), may fail (V11.16)."""
    state = scene.state
    arm = state.weapon(weapon)
    kind = KINDS.get(deed.do, deed.do) if role == "attack" else "strike" if arm.melee else "shot"
    stroke = e.Stroke(deed.act, attack.n if attack else 0, role, nth, who, on)
    melee = role != "attack" or kind in ("strike", "stun")
    striker = state.fighter(who)
    decisive = striker.runs("super_strike")
    blow = Blow(stroke, weapon, kind, deed, attack, cast_parameter(state, striker, arm, kind), decisive)
    scene.emit(e.BlowBegun(stroke, weapon, kind, melee))
    if decisive:
        scene.emit(e.SpiritUsed(who, "super_strike"))
    struck = scene.state.fighter(on)
    if struck.runs("invulnerability"):
        scene.emit(e.BlowMissed(stroke, "failed"))
        return _after(scene, blow)
    return Next("evade" if struck.runs("instinct") else "hit", blow)


def use_strike(scene: Stage, who: str) -> None:
    """Use up the spirit Strike of one who has just rolled (V11.4)."""
    if scene.state.fighter(who).runs("strike"):
        scene.emit(e.SpiritUsed(who, "strike"))


def evade(scene: Stage, blow: Blow) -> Steps:
    """Roll Instinct, which is used up either way (V11.8)."""
    on = blow.stroke.on
    evaded = yield from ask(evade_check(scene.state, scene.state.fighter(on)))
    use_strike(scene, on)
    scene.emit(e.SpiritUsed(on, "instinct"))
    if evaded:
        scene.emit(e.BlowMissed(blow.stroke, "evaded"))
        return _after(scene, blow)
    return Next("hit", blow)


def hit(scene: Stage, blow: Blow) -> Steps:
    """Roll to hit (V6.1); what follows is a stun, an Assassinate or the trial."""
    who = blow.stroke.who
    hits = yield from ask(hit_check(scene.state, blow))
    use_strike(scene, who)
    if not hits:
        scene.emit(e.BlowMissed(blow.stroke, "missed"))
        if blow.kind == "fireball" and blow.deed.count == 1 and scene.state.fighter(who).has("fire_master"):
            return _wound(scene, blow, BURN, "V12.5")
        return _after(scene, blow)
    scene.emit(e.BlowHit(blow.stroke))
    if blow.kind == "stun":
        _stun(scene, blow)
        return _after(scene, blow)
    if scene.state.fighter(who).runs("assassinate"):
        scene.emit(e.SpiritUsed(who, "assassinate"))
        return _take_life(scene, blow, "V11.13")
    return Next("trial", blow)


def trial(scene: Stage, blow: Blow) -> Steps:
    """Roll the trial of death (V6.7): a life, or what V6.9 and V6.10 leave."""
    fatal = yield from ask(trial_check(scene.state, blow))
    use_strike(scene, blow.stroke.who)
    if fatal:
        return _take_life(scene, blow, "V6.7")
    if blow.kind in ("fireball", "lightning"):
        return _wound(scene, blow, BURN, "V6.10")
    state = scene.state
    always_light = state.rulings.fist_wound == "always_light"
    weapon = state.weapon(blow.weapon)
    size = severity(state.fighter(blow.stroke.on), weapon, state.fighter(blow.stroke.who), always_light)
    if size < 1:
        scene.emit(e.Unhurt(blow.stroke))
        return _after(scene, blow)
    return _wound(scene, blow, Wound("wound", size), "V6.9")


def fall(scene: Stage, who: str) -> None:
    """Let a fighter with no lives fall, and its skeletons with it (V2.4, V9.10b)."""
    scene.emit(e.Fell(who, loot(scene.state.fighter(who))))
    for one in scene.state.fighters:
        if one.sheet.owner == who and one.lives > 0:
            scene.emit(e.Fell(one.key, ()))


def _take_life(scene: Stage, blow: Blow, rule: str) -> Next:
    on = blow.stroke.on
    scene.emit(e.LifeLost(blow.stroke, rule))
    if scene.state.fighter(on).lives < 1:
        fall(scene, on)
    attack = blow.attack
    if attack is not None and on == attack.on:
        attack = copy.replace(attack, life_lost=True)
    return _after(scene, copy.replace(blow, attack=attack))


def _stun(scene: Stage, blow: Blow) -> None:
    target = scene.state.fighter(blow.stroke.on)
    # V9.5a: on a stunned fighter, or one with Clarity, a hit changes nothing.
    scene.emit(e.Stunned(blow.stroke, not target.stunned and not target.clarity))


def _wound(scene: Stage, blow: Blow, wound: Wound, rule: str) -> Next:
    stroke = blow.stroke
    scene.emit(e.Wounded(stroke, wound, rule))
    if blow.kind == "lightning":
        _stun(scene, blow)
    struck = scene.state.fighter(stroke.on)
    if not struck.has("coward"):
        return _after(scene, blow)
    if struck.line == 2:
        if not struck.hidden:
            scene.emit(e.Hid(stroke.on, "coward"))
        return _after(scene, blow)
    scene.emit(e.Moved(stroke.on, 2, "V12.7"))
    deed, attack = blow.deed, blow.attack
    if stroke.on == deed.who:
        # V12.7: a Coward's own action ends with its flight.
        deed = copy.replace(deed, left=(), interceptors=())
    if attack is not None:
        attack = copy.replace(attack, deed=deed, parted=True, ended=attack.ended or stroke.on == deed.who)
    return _after(scene, copy.replace(blow, deed=deed, attack=attack))


def _after(scene: Stage, blow: Blow) -> Next:
    frame = blow.deed if blow.attack is None else blow.attack
    return Next(AFTER[blow.stroke.role], frame)
