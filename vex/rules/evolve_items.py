"""What events do to wounds and to what is carried."""

from __future__ import annotations

import copy

from vex.rules import events as e
from vex.rules.state import State, Wound, change

HEALS = 2  # V10.7


def healed(state: State, event: e.Healed) -> State:
    wounds = tuple(
        Wound(wound.kind, wound.severity - HEALS)
        for wound in state.fighter(event.on).wounds
        if wound.severity > HEALS
    )
    return change(state, event.on, wounds=wounds)


def potion_drunk(state: State, event: e.PotionDrunk) -> State:
    return change(state, event.who, potions=state.fighter(event.who).potions - 1)


def kit_used(state: State, event: e.KitUsed) -> State:
    return change(state, event.who, kit=state.fighter(event.who).kit - 1)


def treated(state: State, event: e.Treated) -> State:
    wounds = list(state.fighter(event.on).wounds)
    closed = wounds.pop(event.index)
    if event.bandage:
        wounds.insert(event.index, Wound("bandage", closed.severity))
    return change(state, event.on, wounds=tuple(wounds))


def reordered(state: State, event: e.Reordered) -> State:
    return change(state, event.who, weapons=event.order)


def given(state: State, event: e.Given) -> State:
    giver = state.fighter(event.who)
    state = lose(state, event.who, event.item)
    taker = state.fighter(event.on)
    if event.item == "potion":
        return change(state, event.on, potions=taker.potions + 1)
    if event.item == "kit":
        return change(state, event.on, kit=taker.kit + giver.kit)
    return change(state, event.on, weapons=(*taker.weapons, event.item))


def lose(state: State, who: str, item: str) -> State:
    fighter = state.fighter(who)
    if item == "potion":
        return change(state, who, potions=fighter.potions - 1)
    if item == "kit":
        return change(state, who, kit=0)
    at = fighter.weapons.index(item)
    return change(state, who, weapons=fighter.weapons[:at] + fighter.weapons[at + 1 :])


def dropped(state: State, event: e.Dropped) -> State:
    return copy.replace(lose(state, event.who, event.item), ground=(*state.ground, event.item))


def dressed(state: State, event: e.Dressed) -> State:
    return change(state, event.who, armour=event.armour)
