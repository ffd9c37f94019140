"""An attack on one target: on whom it lands, counterattacks, the blow, ripostes (V4, V5, V9.4)."""

from __future__ import annotations

import copy

from referee.kernel.asks import Pick, ask
from referee.kernel.steps import Next, Steps
from vex.rules import events as e
from vex.rules.blows import Stage, begin_blow, use_strike
from vex.rules.catalogue import Weapon
from vex.rules.checks import breakthrough_check
from vex.rules.codes import REFUSALS
from vex.rules.frames import Attack, Deed, Nothing
from vex.rules.reach import (
    by_initiative,
    candidates,
    chosen,
    is_melee,
    landings,
    may_block,
    may_react,
    reacting_weapon,
)
from vex.rules.state import Fighter, State, enemies


def end_deed(deed: Deed) -> Next:
    """Go on after an action: to the plan's next, or to the next berserker."""
    if deed.turn is None:
        return Next("rage", Nothing())
    return Next("action", copy.replace(deed.turn, at=deed.turn.at + 1))


def skip(scene: Stage, deed: Deed, on: str, code: str, rule: str = "") -> None:
    """Tell that an action's part for one target has become impossible (V3.12)."""
    scene.emit(e.Skipped(deed.who, deed.act, deed.do, on, code, rule or REFUSALS[code]))


def _barred(deed: Deed, target: Fighter) -> str:
    """Give why a living target cannot be attacked any more, or "" (V3.12)."""
    if target.hidden:
        return "target_hidden"
    if deed.do == "assault" and target.line != 2:
        return "not_in_the_rear"
    return ""


def target(scene: Stage, deed: Deed) -> Steps:
    """Take an attack's next target; a dead one is replaced by the tactic (V13.2)."""
    state = scene.state
    if not state.fighter(deed.who).alive or not deed.left:
        return end_deed(deed)
    name = deed.left[0]
    rest = copy.replace(deed, left=deed.left[1:])
    found: Fighter | None = state.fighter(name)
    assert found is not None
    if not found.alive:
        among = candidates(state, rest)
        if among and state.fighter(deed.who).sheet.tactic == "chaotic":
            picked = yield from ask(Pick("choice", deed.who, len(among), "V13.2"))
            found = among[picked - 1]
        else:
            found = chosen(state, rest, among)
        if found is None:
            skip(scene, deed, name, "target_dead", "V13.2")
            return Next("target", rest)
        scene.emit(e.Retargeted(deed.who, name, found.key, state.fighter(deed.who).sheet.tactic))
    elif code := _barred(deed, found):
        skip(scene, deed, name, code)
        return Next("target", rest)
    return attack_on(scene, copy.replace(rest, had=(*deed.had, found.key)), found.key)


def attack_on(scene: Stage, deed: Deed, name: str) -> Next:
    """Begin an attack: step forward (V5.1), come out of hiding (V9.12b), see on whom it lands (V5.2a)."""
    step_forward(scene, deed)
    on = name
    for fighter, rule in landings(scene.state, deed.who, deed.do, scene.state.fighter(name)):
        scene.emit(e.Redirected(deed.who, on, fighter.key, rule))
        on = fighter.key
    return Next("counters", Attack(deed, on, deed.count - len(deed.left)))


def step_forward(scene: Stage, deed: Deed) -> None:
    """Bring an attacker out of hiding (V9.12b), and to line 1 for melee (V5.1, V9.4)."""
    fighter = scene.state.fighter(deed.who)
    if fighter.hidden:
        scene.emit(e.Revealed(deed.who, deed.who))
    if is_melee(deed.do) and fighter.line != 1:
        scene.emit(e.Moved(deed.who, 1, "V9.4" if deed.do == "assault" else "V5.1"))


def _answers(state: State, attack: Attack) -> Weapon | None:
    """Give the weapon that the defender may react with to this attack, or None (V4.8, V4.9, V12.6, V12.7)."""
    defender = state.fighter(attack.on)
    if not is_melee(attack.deed.do) or not may_react(state, defender):
        return None
    if state.fighter(attack.deed.who).has("assassin"):
        return None
    weapon = reacting_weapon(state, defender)
    return None if attack.parted and not weapon.bow else weapon


def _most(fighter: Fighter) -> int:
    return 2 if fighter.has("double_reaction") else 1


def _source(state: State, attack: Attack, weapon: Weapon) -> tuple[str, str, bool]:
    """Give a counterattack's resource, rule, and whether it counts as a charge in V4.5; "" is none (V4.1)."""
    defender = state.fighter(attack.on)
    if defender.charges > 0:
        return "charge", "V4.1", True
    if defender.reactions > 0:
        if "defensive_reaction" in weapon.traits:
            return "reaction", "V4.3", False
        fists = state.weapon(attack.deed.weapon).unarmed and attack.deed.do in ("strike", "stun")
        if fists and not weapon.unarmed:
            return "reaction", "V4.1", True
    return "", "", False


def _meets(state: State, attack: Attack, resource: str, as_charge: bool) -> str:
    """Give the attacker's resource that a counterattack collides with, or "" (V4.5)."""
    attacker = state.fighter(attack.deed.who)
    if attacker.charges > 0:
        return "charge"
    defensive = "defensive_reaction" in state.weapon(attack.deed.weapon).traits
    if resource == "charge" and as_charge and defensive and attacker.reactions > 0:
        return "reaction"
    return ""


def counters(scene: Stage, attack: Attack) -> Steps:
    """Make the next counterattack, or the attack's own blow when there is none (V4.1, V4.5)."""
    yield from ()
    state, deed = scene.state, attack.deed
    if not state.fighter(deed.who).alive:
        return end_deed(deed)
    defender = state.fighter(attack.on)
    weapon = _answers(state, attack)
    if weapon is not None and attack.counters < _most(defender):
        resource, rule, as_charge = _source(state, attack, weapon)
        if resource:
            attack = copy.replace(attack, counters=attack.counters + 1)
            if against := _meets(state, attack, resource, as_charge):
                scene.emit(e.Collided(attack.on, resource, deed.who, against))
                return Next("counters", attack)
            scene.emit(e.ReactionSpent(attack.on, resource, "counterattack", rule))
            return begin_blow(
                scene, deed, attack, "counterattack", attack.counters, attack.on, deed.who, weapon.id
            )
    if attack.ended:
        # V12.7: the Coward fled before its own strike.
        return Next("target", deed)
    return begin_blow(scene, deed, attack, "attack", 1, deed.who, attack.on, deed.weapon)


def ripostes(scene: Stage, attack: Attack) -> Steps:
    """Declare the next riposte, and let the attacker's charge strike before it (V4.2, V4.6)."""
    yield from ()
    state, deed = scene.state, attack.deed
    weapon = _answers(state, attack)
    resource = _riposte_resource(state, attack)
    if weapon is None or not resource or not state.fighter(deed.who).alive:
        return Next("target", deed)
    rule = "V11.5" if resource == "free" else "V4.2"
    scene.emit(e.ReactionSpent(attack.on, resource, "riposte", rule))
    attack = copy.replace(attack, ripostes=attack.ripostes + 1)
    attacker = scene.state.fighter(deed.who)
    own = reacting_weapon(state, attacker)
    if attacker.charges > 0 and may_react(state, attacker) and (own.bow or not attack.parted):
        scene.emit(e.ReactionSpent(deed.who, "charge", "counter", "V4.6"))
        return begin_blow(scene, deed, attack, "counter", attack.ripostes, deed.who, attack.on, own.id)
    return Next("riposte", attack)


def _riposte_resource(state: State, attack: Attack) -> str:
    defender = state.fighter(attack.on)
    most = _most(defender)
    if attack.ripostes >= most or _barred_by_life(state, attack):
        return ""
    # V4.4: under one_in_all a counterattack made, or collided, is the one reaction.
    if state.rulings.reactions_per_attack == "one_in_all" and most == 1 and attack.counters:
        return ""
    if defender.runs("griffin"):
        return "free"
    return "reaction" if defender.reactions > 0 else ""


def _barred_by_life(state: State, attack: Attack) -> bool:
    """Tell whether V2.5 keeps one who has just lost a life from riposting."""
    return attack.life_lost and state.rulings.riposte_after_life_lost == "no"


def riposte(scene: Stage, attack: Attack) -> Steps:
    """Strike the riposte that was declared, if the defender still can (V4.6, V2.5, V12.7)."""
    yield from ()
    weapon = _answers(scene.state, attack)
    if weapon is None or _barred_by_life(scene.state, attack):
        return Next("ripostes", attack)
    deed = attack.deed
    return begin_blow(scene, deed, attack, "riposte", attack.ripostes, attack.on, deed.who, weapon.id)


def assault(scene: Stage, deed: Deed) -> Steps:
    """Begin an Assault: to line 1, and see who intercepts (V9.4)."""
    yield from ()
    state = scene.state
    among = candidates(state, deed) if state.fighter(deed.who).sheet.tactic != "passive" else ()
    targets = [state.fighter(name) for name in deed.left]
    if not any(not _barred(deed, one) if one.alive else bool(among) for one in targets):
        # V3.12: nobody is left whom it could be for.
        return Next("target", deed)
    step_forward(scene, deed)
    front = tuple(
        one for one in enemies(scene.state, deed.who) if one.line == 1 and may_block(scene.state, one)
    )
    keys = tuple(one.key for one in by_initiative(scene.state, front))
    return Next("intercept", copy.replace(deed, interceptors=keys))


def intercept(scene: Stage, deed: Deed) -> Steps:
    """Strike the next intercepting strike; then the attacker, if it can, tries to break through (V9.4)."""
    yield from ()
    state = scene.state
    if not state.fighter(deed.who).alive or not deed.left:
        return end_deed(deed)
    if not deed.interceptors:
        return Next("breakthrough", deed)
    key = deed.interceptors[0]
    weapon = reacting_weapon(state, state.fighter(key))
    scene.emit(e.ReactionSpent(key, "reaction", "intercept", "V9.4"))
    deed = copy.replace(deed, interceptors=deed.interceptors[1:], intercepted=deed.intercepted + 1)
    return begin_blow(scene, deed, None, "intercept", deed.intercepted, key, deed.who, weapon.id)


def breakthrough(scene: Stage, deed: Deed) -> Steps:
    """Roll an Assault's check: the strikes follow, or it ends on line 1 (V9.4)."""
    through = yield from ask(breakthrough_check(scene.state, deed))
    use_strike(scene, deed.who)
    if through:
        scene.emit(e.BrokeThrough(deed.who))
        return Next("target", deed)
    scene.emit(e.Failed(deed.who, "breakthrough", ""))
    return end_deed(deed)
