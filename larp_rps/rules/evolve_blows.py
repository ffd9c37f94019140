"""Applying what an attack brought: the turn, the blow, and a blow's other outcome by a KM's word."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from larp_rps.rules.events import BlowOverruled, BlowStruck, TurnTaken
from larp_rps.rules.magic import weapon_first
from larp_rps.rules.state import Blow, Casting, Fighter, State


def _turn_taken(state: State, event: TurnTaken) -> State:
    if event.opens:
        # A2: level fighters' blows are judged by how everybody stands now.
        fighters = tuple(replace(fighter, before=fighter.now) for fighter in state.fighters)
        state = replace(state, fighters=fighters)
        if not state.opening:
            state = replace(state, wave=event.wave, place=event.place)
    fighter = state.fighter(event.who)
    state = state.changed(
        event.who,
        showings=fighter.showings + 1,
        ambusher=fighter.ambusher or event.ambush,
        slow_round=state.round if event.slow else fighter.slow_round,
        first_round=fighter.first_round or state.round,
        last_target=event.at,
    )
    return replace(state, struck=True, idle=0, last=())


def _blow_struck(state: State, event: BlowStruck) -> State:
    striker, target = state.fighter(event.who), state.fighter(event.at)
    beside = next((blow for blow in state.last if blow.at == event.at), None)
    blow = Blow(
        round=event.round,
        who=event.who,
        at=event.at,
        hand=event.hand,
        weapon=event.weapon,
        ambush=event.way == "ambush",
        apart=event.apart,
        hit=event.hit,
        loss=event.loss.total,
        suffered=event.suffered,
        knocked_out=event.knocked_out,
        stalls=event.stalls,
        hinders=event.hinders,
        interrupts=event.interrupts,
        was_unconscious=beside.was_unconscious if beside else target.unconscious,
        was_down=beside.was_down if beside else target.down,
    )
    state = state.changed(event.who, blows=striker.blows + 1)
    state = state.changed(
        event.at,
        hp=event.hp_after,
        unconscious=target.unconscious or event.knocked_out,
        down=target.down or event.down,
        stalled=target.stalled or event.stalls,
        hindered=_hindered(target, event.round + 1) if event.hinders else target.hindered,
    )
    if event.interrupts:
        state = _interrupted(state, event.who, event.at, interrupted=True)
    if event.apart:
        state = _at_once(state, event.at, event.suffered)
    return replace(state, last=(*state.last, blow))


def _blow_overruled(state: State, event: BlowOverruled) -> State:
    place, old = next(
        (place, blow)
        for place, blow in reversed(tuple(enumerate(state.last)))
        if (blow.who, blow.at, blow.hand) == (event.who, event.at, event.hand)
    )
    target = state.fighter(event.at)
    hindered = target.hindered
    if old.hinders and not event.hinders:
        hindered = tuple(number for number in hindered if number != old.round + 1)
    elif event.hinders:
        hindered = _hindered(target, old.round + 1)
    state = state.changed(
        event.at,
        hp=event.hp,
        unconscious=event.unconscious,
        down=event.down,
        stalled=event.stalls or (target.stalled and not old.stalls),
        hindered=hindered,
    )
    if old.interrupts or event.interrupts:
        state = _interrupted(state, event.who, event.at, interrupted=event.interrupts)
    if old.apart:
        state = _at_once(state, event.at, event.suffered - old.suffered)
    blow = replace(
        old,
        hit=event.hit,
        loss=event.loss,
        suffered=event.suffered,
        knocked_out=event.knocked_out,
        stalls=event.stalls,
        hinders=event.hinders,
        interrupts=event.interrupts,
    )
    return replace(state, last=(*state.last[:place], blow, *state.last[place + 1 :]))


def _hindered(fighter: Fighter, number: int) -> tuple[int, ...]:
    return fighter.hindered if number in fighter.hindered else (*fighter.hindered, number)


def _interrupted(state: State, who: str, caster: str, *, interrupted: bool) -> State:
    striker = state.fighter(who)

    def touched(casting: Casting) -> Casting:
        if casting.who != caster or not weapon_first(casting, striker):
            return casting
        return replace(casting, interrupted=interrupted)

    return replace(state, castings=tuple(touched(casting) for casting in state.castings))


def _at_once(state: State, key: str, suffered: int) -> State:
    # A blow from outside the order belongs to no turn: level fighters see what it did (A9).
    fighter = state.fighter(key)
    before = replace(
        fighter.before,
        hp=fighter.before.hp - suffered,
        unconscious=fighter.unconscious,
        down=fighter.down,
        stalled=fighter.stalled,
    )
    return state.changed(key, before=before)


EVOLVE_BLOWS: Mapping[type, Callable[[State, Any], State]] = {
    TurnTaken: _turn_taken,
    BlowStruck: _blow_struck,
    BlowOverruled: _blow_overruled,
}
