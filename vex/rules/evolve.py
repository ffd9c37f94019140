"""What events do to the state. Nothing is judged here: an old battle opens after a rule is tightened."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from vex.rules import events as e
from vex.rules import evolve_items
from vex.rules.catalogue import armours
from vex.rules.state import Fighter, Running, State, change


def _round_started(state: State, event: e.RoundStarted) -> State:
    fighters = tuple(
        copy.replace(
            one,
            spirits=tuple(kept for kept in one.spirits if kept.window != "round" or kept.id == "strike"),
            reactions=one.sheet.reactions,
            charges=one.sheet.charges,
        )
        if one.alive
        else one
        for one in state.fighters
    )
    return copy.replace(
        state, fighters=fighters, order=(), waiting=(), acting="", round=state.round + 1, phase="turns"
    )


def _ordered(state: State, event: e.Ordered) -> State:
    return copy.replace(state, order=event.order, waiting=event.order)


def _window_opened(state: State, event: e.WindowOpened) -> State:
    return copy.replace(state, phase="window")


def _turns_opened(state: State, event: e.TurnsOpened) -> State:
    return copy.replace(state, phase="turns")


def _spirit_bought(state: State, event: e.SpiritBought) -> State:
    fighter = state.fighter(event.who)
    changes: dict[str, Any] = {"points": fighter.points - event.cost}
    if event.spirit == "blood_pact":
        changes["lives"] = fighter.lives + 1
    elif event.spirit == "berserk":
        changes["spirits"] = (*fighter.spirits, Running(event.spirit, event.window))
    else:
        # V11.3: the newest replaces the old.
        others = tuple(one for one in fighter.spirits if one.id != event.spirit)
        changes["spirits"] = (*others, Running(event.spirit, event.window))
    if event.spirit == "second_wind":
        changes["wounds"] = ()
    return change(state, event.who, **changes)


def _spirit_used(state: State, event: e.SpiritUsed) -> State:
    spirits = list(state.fighter(event.who).spirits)
    # Berserk alone may stand there twice, and acts each time (V11.3).
    used = next((one for one in spirits if one.id == event.spirit), None)
    if used is None:
        return state
    spirits.remove(used)
    return change(state, event.who, spirits=tuple(spirits))


def _turn_begun(state: State, who: str) -> State:
    fighters = tuple(
        _own_turn(one) if one.key == who else copy.replace(one, guardian="") if one.guardian == who else one
        for one in state.fighters
    )
    waiting = tuple(key for key in state.waiting if key != who)
    return copy.replace(state, fighters=fighters, waiting=waiting)


def _own_turn(fighter: Fighter) -> Fighter:
    return copy.replace(
        fighter,
        spirits=tuple(one for one in fighter.spirits if one.window != "turn" or one.id == "strike"),
        hidden="" if fighter.hidden == "coward" else fighter.hidden,
        clashed=False,
        clashed_before=fighter.clashed,
    )


def _turn_started(state: State, event: e.TurnStarted) -> State:
    return copy.replace(_turn_begun(state, event.who), acting=event.who)


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    if state.fighter(event.who).alive:
        state = change(state, event.who, clashed_before=False, clarity=False)
    return copy.replace(state, acting="")


def _turn_lost(state: State, event: e.TurnLost) -> State:
    return change(_turn_begun(state, event.who), event.who, stunned=False, clarity=True, clashed_before=False)


def _moved(state: State, event: e.Moved) -> State:
    if event.line == 1:
        return change(state, event.who, line=1)
    return change(state, event.who, line=event.line, clashed=False, clashed_before=False)


def _spend(state: State, who: str, resource: str) -> State:
    fighter = state.fighter(who)
    if resource == "charge":
        return change(state, who, charges=fighter.charges - 1)
    if resource == "reaction":
        return change(state, who, reactions=fighter.reactions - 1)
    return state


def _reaction_spent(state: State, event: e.ReactionSpent) -> State:
    return _spend(state, event.who, event.resource)


def _collided(state: State, event: e.Collided) -> State:
    return _spend(_spend(state, event.who, event.resource), event.on, event.against)


def _blow_begun(state: State, event: e.BlowBegun) -> State:
    if not event.melee:
        return state
    for key in (event.stroke.who, event.stroke.on):
        fighter = state.fighter(key)
        if fighter.line == 1 and not fighter.clashed:
            state = change(state, key, clashed=True)
    return state


def _wounded(state: State, event: e.Wounded) -> State:
    on = event.stroke.on
    return change(state, on, wounds=(*state.fighter(on).wounds, event.wound))


def _life_lost(state: State, event: e.LifeLost) -> State:
    on = event.stroke.on
    lives = state.fighter(on).lives - 1
    return change(state, on, lives=lives, critical=lives > 0)


def _gone(fighter: Fighter) -> Fighter:
    """Give the dead as they lie: nothing carried, no status, no spirit (V2.4)."""
    return Fighter(
        fighter.sheet,
        lives=0,
        line=fighter.line,
        reactions=0,
        charges=0,
        points=fighter.points,
        wounds=fighter.wounds,
        summoned=fighter.summoned,
        away=fighter.away,
    )


def _without(state: State, who: str) -> State:
    return copy.replace(
        state,
        order=tuple(key for key in state.order if key != who),
        waiting=tuple(key for key in state.waiting if key != who),
        fighters=tuple(
            _gone(one) if one.key == who else copy.replace(one, guardian="") if one.guardian == who else one
            for one in state.fighters
        ),
    )


def _fell(state: State, event: e.Fell) -> State:
    return copy.replace(_without(state, event.who), ground=(*state.ground, *event.dropped))


def _dismissed(state: State, event: e.Dismissed) -> State:
    return _without(state, event.skeleton)


def _guards_end(state: State, who: str) -> State:
    if not any(one.guardian == who for one in state.fighters):
        return state
    fighters = tuple(copy.replace(one, guardian="") if one.guardian == who else one for one in state.fighters)
    return copy.replace(state, fighters=fighters)


def _stunned(state: State, event: e.Stunned) -> State:
    if not event.changed:
        return state
    return _guards_end(change(state, event.stroke.on, stunned=True), event.stroke.on)


def _hid(state: State, event: e.Hid) -> State:
    return _guards_end(change(state, event.who, hidden=event.how), event.who)


def _revealed(state: State, event: e.Revealed) -> State:
    return change(state, event.who, hidden="")


def _guarded(state: State, event: e.Guarded) -> State:
    return change(state, event.on, guardian=event.who)


def _came(state: State, fighter: Fighter) -> State:
    return copy.replace(
        state,
        fighters=(*state.fighters, fighter),
        order=(*state.order, fighter.key) if state.order else (),
    )


def _summoned(state: State, event: e.Summoned) -> State:
    summoner = state.fighter(event.who)
    return _came(change(state, event.who, summoned=summoner.summoned + 1), event.skeleton)


def _joined(state: State, event: e.Joined) -> State:
    return _came(state, event.fighter)


def _stance_taken(state: State, event: e.StanceTaken) -> State:
    return change(state, event.who, stance=event.stance)


def _combat_ended(state: State, event: e.CombatEnded) -> State:
    fighters = tuple(
        copy.replace(
            one,
            spirits=(),
            critical=False,
            stunned=False,
            clarity=False,
            hidden="",
            guardian="",
            clashed=False,
            clashed_before=False,
        )
        for one in state.fighters
    )
    return copy.replace(state, fighters=fighters, order=(), waiting=(), acting="", phase="camp")


def _overruled(state: State, event: e.Overruled) -> State:
    what, who, number = event.what, event.who, event.number
    if what == "narrow":
        return copy.replace(state, narrow=number > 0)
    if what == "order":
        waiting = tuple(key for key in event.words if key in state.waiting)
        return copy.replace(state, order=event.words, waiting=waiting)
    if what == "loot":
        return _taken(state, who, event.words[0])
    if what in ("granted_reactions", "granted_charges"):
        granted: dict[str, Any] = {what.removeprefix("granted_"): number}
        return change(state, who, sheet=copy.replace(state.fighter(who).sheet, **granted))
    if what == "wounds":
        return change(state, who, wounds=event.wounds)
    if what == "weapons":
        return change(state, who, weapons=event.words)
    if what in ("armour", "stance"):
        return change(state, who, **{what: event.words[0] if event.words else ""})
    if what == "line":
        return _moved(state, e.Moved(who, number, ""))
    if what == "hidden":
        return _hid(state, e.Hid(who, "hide")) if number else change(state, who, hidden="")
    if what == "engaged":
        return change(state, who, clashed=number > 0, clashed_before=False)
    if what == "away":
        return _absent(state, who, number > 0)
    if what in ("critical", "stunned", "clarity"):
        state = change(state, who, **{what: number > 0})
        return _guards_end(state, who) if what == "stunned" and number else state
    return change(state, who, **{what: number})


def _taken(state: State, who: str, item: str) -> State:
    """Let a fighter take something from the ground, by a referee's word (V2.4)."""
    ground = list(state.ground)
    ground.remove(item)
    state = copy.replace(state, ground=tuple(ground))
    taker = state.fighter(who)
    if item == "potion":
        return change(state, who, potions=taker.potions + 1)
    if item == "kit":
        return change(state, who, kit=max(taker.kit, 1))
    if item in armours():
        return change(state, who, armour=item)
    return change(state, who, weapons=(*taker.weapons, item))


def _absent(state: State, who: str, away: bool) -> State:
    state = change(state, who, away=away)
    if not away:
        return copy.replace(state, order=(*state.order, who)) if state.order else state
    return copy.replace(
        _guards_end(change(state, who, guardian=""), who),
        order=tuple(key for key in state.order if key != who),
        waiting=tuple(key for key in state.waiting if key != who),
    )


def _nothing(state: State, event: Any) -> State:
    return state


HANDLERS: dict[type, Callable[[State, Any], State]] = {
    e.RoundStarted: _round_started,
    e.Ordered: _ordered,
    e.WindowOpened: _window_opened,
    e.Intercepted: _ordered,
    e.TurnsOpened: _turns_opened,
    e.SpiritBought: _spirit_bought,
    e.SpiritUsed: _spirit_used,
    e.TurnStarted: _turn_started,
    e.TurnEnded: _turn_ended,
    e.TurnLost: _turn_lost,
    e.Moved: _moved,
    e.ReactionSpent: _reaction_spent,
    e.Collided: _collided,
    e.BlowBegun: _blow_begun,
    e.Wounded: _wounded,
    e.LifeLost: _life_lost,
    e.Fell: _fell,
    e.Dismissed: _dismissed,
    e.Stunned: _stunned,
    e.Hid: _hid,
    e.Revealed: _revealed,
    e.Guarded: _guarded,
    e.Healed: evolve_items.healed,
    e.PotionDrunk: evolve_items.potion_drunk,
    e.KitUsed: evolve_items.kit_used,
    e.Treated: evolve_items.treated,
    e.Summoned: _summoned,
    e.Joined: _joined,
    e.StanceTaken: _stance_taken,
    e.Reordered: evolve_items.reordered,
    e.Given: evolve_items.given,
    e.Dropped: evolve_items.dropped,
    e.Dressed: evolve_items.dressed,
    e.CombatEnded: _combat_ended,
    e.Overruled: _overruled,
}


def evolve(state: State, event: Any) -> State:
    """Apply an event. Events without an effect of their own are told for those who read."""
    return HANDLERS.get(type(event), _nothing)(state, event)
