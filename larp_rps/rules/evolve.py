"""Applying events: what each of them makes of the state. Never refuses, so that old fights always open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from larp_rps.rules import events as told
from larp_rps.rules.evolve_blows import EVOLVE_BLOWS
from larp_rps.rules.state import Casting, Fighter, Stance, State


def evolve(state: State, event: Any) -> State:
    """Apply an event."""
    return EVOLVE[type(event)](state, event)


def _initiative_thrown(state: State, event: told.InitiativeThrown) -> State:
    placed = {key for group in event.groups for key in group}
    fighters = tuple(
        replace(
            fighter,
            joined=False,
            waiting=False,
            first_round=fighter.first_round or (event.round if fighter.key in placed else 0),
        )
        if fighter.stands
        else fighter
        for fighter in state.fighters
    )
    state = replace(state, fighters=fighters, settled=True, tie=False, parted_since=False, order_by="")
    return _reordered(state, event.groups)


def _reordered(state: State, groups: tuple[tuple[str, ...], ...]) -> State:
    # Who has struck or passed stays so (A6): showings and passes are the fighters' own, only the open turn
    # begins anew in the new order.
    return replace(state, order=groups, wave=0, place=-1)


def _pole_first(state: State, event: told.PoleFirst) -> State:
    return _reordered(state, event.groups)


def _round_begun(state: State, event: told.RoundBegun) -> State:
    groups = state.order if event.opening else event.groups
    placed = {key for group in groups for key in group}

    def fresh(fighter: Fighter) -> Fighter:
        standing = fighter.key in placed or (event.opening and fighter.stands and not fighter.joined)
        return replace(
            fighter,
            showings=0,
            blows=0,
            passed=False,
            ambusher=False,
            cast=False,
            stalled=False,
            before=replace(fighter.now, stalled=False),
            hindered=tuple(number for number in fighter.hindered if number >= event.round),
            first_round=fighter.first_round or (event.round if standing else 0),
        )

    return replace(
        _reordered(state, groups),
        fighters=tuple(fresh(fighter) for fighter in state.fighters),
        round=event.round,
        running=True,
        opening=event.opening,
        struck=False,
        castings=(),
        idle=state.idle + 1,
    )


def _round_ended(state: State, event: told.RoundEnded) -> State:
    return replace(state, running=False, opening=False, tie=event.tie)


def _order_set(state: State, event: told.OrderSet) -> State:
    placed = {key for group in event.groups for key in group}
    fighters = tuple(
        replace(fighter, waiting=False) if fighter.key in placed else fighter for fighter in state.fighters
    )
    # Between rounds an override settles the tie of the last one (A77).
    tie = state.tie and state.running
    return _reordered(replace(state, fighters=fighters, order_by=event.by, tie=tie), event.groups)


def _fighter_joined(state: State, event: told.FighterJoined) -> State:
    joiner = replace(event.fighter, present=True, joined=True, waiting=True)
    return replace(state, fighters=(*state.fighters, joiner))


def _fighter_returned(state: State, event: told.FighterReturned) -> State:
    return state.changed(event.who, present=True, joined=True, waiting=True)


def _fighter_left(state: State, event: told.FighterLeft) -> State:
    return state.changed(event.who, present=False)


def _parties_separated(state: State, event: told.PartiesSeparated) -> State:
    return replace(state, parted=True, parted_since=True)


def _parties_closed(state: State, event: told.PartiesClosed) -> State:
    return replace(state, parted=False)


def _turn_passed(state: State, event: told.TurnPassed) -> State:
    return replace(state.changed(event.who, passed=True), idle=0)


def _spell_cast(state: State, event: told.SpellCast) -> State:
    casting = Casting(event.who, event.firsts, event.outrun)
    return replace(state.changed(event.who, cast=True), castings=(*state.castings, casting), idle=0)


def _charge_announced(state: State, event: told.ChargeAnnounced) -> State:
    return state.changed(event.who, charge_at=event.at, charge_round=event.round)


def _tactic_taken(state: State, event: told.TacticTaken) -> State:
    return state.changed(event.who, stance=Stance(event.tactic, event.strikes_with, event.defends_with))


def _fighter_armed(state: State, event: told.FighterArmed) -> State:
    fighter = state.fighter(event.who)
    # The tactics need two weapons (R50): with one the fighter is back to none.
    stance = fighter.stance if len(event.hands) > 1 else Stance()
    return state.changed(event.who, hands=event.hands, shield_up=event.shield_up, stance=stance)


def _situation_named(state: State, event: told.SituationNamed) -> State:
    return state.changed(event.who, situations=event.kinds, situation_number=event.number)


def _longer_granted(state: State, event: told.LongerGranted) -> State:
    return replace(state, longer=event.who)


def _haste_given(state: State, event: told.HasteGiven) -> State:
    return state.changed(event.who, haste=event.attacks)


def _allowance_given(state: State, event: told.AllowanceGiven) -> State:
    return state.changed(event.who, allowance=event.attacks)


def _fighter_ruled(state: State, event: told.FighterRuled) -> State:
    state = state.changed(event.who, hp=event.hp, unconscious=event.unconscious, down=event.down)
    fighter = state.fighter(event.who)
    # The KM's word holds at once, for level fighters too.
    state = state.changed(event.who, before=fighter.now)
    return state.changed(event.who, joined=True, waiting=True) if event.rejoins else state


def _penalty_given(state: State, event: told.PenaltyGiven) -> State:
    if event.attribute not in PENALIZED:
        return state
    sheet = state.fighter(event.who).sheet
    lowered: dict[str, Any] = {event.attribute: getattr(sheet, event.attribute) - event.amount}
    return state.changed(event.who, sheet=replace(sheet, **lowered))


def _recorded(state: State, event: told.VerdictGiven) -> State:
    return state


PENALIZED = ("attack", "defence", "dexterity", "physique", "hp", "two_weapon")
"""Attributes whose permanent loss (R33) counts in the fight at once; any other is on record only."""

EVOLVE: Mapping[type, Callable[[State, Any], State]] = {
    told.InitiativeThrown: _initiative_thrown,
    told.PoleFirst: _pole_first,
    told.RoundBegun: _round_begun,
    told.RoundEnded: _round_ended,
    told.OrderSet: _order_set,
    told.FighterJoined: _fighter_joined,
    told.FighterReturned: _fighter_returned,
    told.FighterLeft: _fighter_left,
    told.PartiesSeparated: _parties_separated,
    told.PartiesClosed: _parties_closed,
    told.TurnPassed: _turn_passed,
    told.SpellCast: _spell_cast,
    told.ChargeAnnounced: _charge_announced,
    told.TacticTaken: _tactic_taken,
    told.FighterArmed: _fighter_armed,
    told.SituationNamed: _situation_named,
    told.LongerGranted: _longer_granted,
    told.HasteGiven: _haste_given,
    told.AllowanceGiven: _allowance_given,
    told.FighterRuled: _fighter_ruled,
    told.VerdictGiven: _recorded,
    told.PenaltyGiven: _penalty_given,
    **EVOLVE_BLOWS,
}
