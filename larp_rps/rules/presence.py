"""Who is in the fight and within reach: joining, leaving, parting, and the refusals of those who aren't."""

from __future__ import annotations

from larp_rps.rules.commands import Arm, Close, Join, Leave, Separate
from larp_rps.rules.events import (
    FighterArmed,
    FighterJoined,
    FighterLeft,
    FighterReturned,
    PartiesClosed,
    PartiesSeparated,
)
from larp_rps.rules.opening import check
from larp_rps.rules.state import HANDS, Before, Fighter, State
from referee.kernel.refusals import Refused


def known(state: State, key: str) -> Fighter:
    """Give a fighter by key; raise Refused where there is none."""
    fighter = state.find(key)
    if fighter is None:
        raise Refused("unknown_fighter", "R4", who=key)
    return fighter


def refuse_unable(fighter: Fighter, stood: Before | None = None) -> None:
    """Raise Refused where he can't act: unconscious (R23) or down (A83); `stood` is A2's view of him."""
    view = stood or fighter.now
    if view.unconscious:
        raise Refused("unconscious", "R23", who=fighter.key)
    if view.down:
        raise Refused("down", "A83", who=fighter.key)


def refuse_apart(state: State, fighter: Fighter, other: Fighter) -> None:
    """Raise Refused where one can't reach the other (R4), or both are one."""
    if fighter.key == other.key:
        raise Refused("himself", "R7", who=fighter.key)
    if state.parted:
        raise Refused("parted", "R4")
    for one in (fighter, other):
        if not one.present:
            raise Refused("left", "R4", who=one.key)


def refuse_fallen_target(other: Fighter, stood: Before, word: bool) -> None:
    """Raise Refused for an attack on an unconscious or fallen one, which is the KM's word (A84)."""
    if (stood.unconscious or stood.down) and not word:
        raise Refused("target_fallen", "A84", at=other.key)


def joined(state: State, command: Join) -> tuple[FighterJoined | FighterReturned]:
    """Give what a joiner's coming is: new (R6), or back after leaving, which is the same (A8)."""
    if command.fighter is None:
        fighter = known(state, command.key)
        if fighter.present:
            raise Refused("here_already", "R6", who=fighter.key)
        return (FighterReturned(fighter.key),)
    if state.find(command.fighter.key) is not None:
        raise Refused("here_already", "R6", who=command.fighter.key)
    check(command.fighter.sheet)
    return (FighterJoined(command.fighter),)


def left(state: State, command: Leave) -> tuple[FighterLeft]:
    """Give that somebody goes out of reach (A8)."""
    if not known(state, command.who).present:
        raise Refused("left", "R4", who=command.who)
    return (FighterLeft(command.who),)


def separated(state: State, command: Separate) -> tuple[PartiesSeparated]:
    """Give that the parties part (R4)."""
    if state.parted:
        raise Refused("parted", "R4")
    return (PartiesSeparated(),)


def closed(state: State, command: Close) -> tuple[PartiesClosed]:
    """Give that the parties are within reach again (R5)."""
    if not state.parted:
        raise Refused("not_parted", "R5")
    return (PartiesClosed(),)


def armed(state: State, command: Arm) -> tuple[FighterArmed]:
    """Give what a fighter takes in hand; raise Refused where it isn't his."""
    fighter = known(state, command.who)
    ids = {weapon.id for weapon in fighter.sheet.weapons}
    names = [item.hand for item in command.hands]
    for item in command.hands:
        if item.hand not in HANDS or names.count(item.hand) > 1:
            raise Refused("hand_unknown", "R50", who=fighter.key, hand=item.hand)
        if item.weapon not in ids:
            raise Refused("weapon_unknown", "R40", who=fighter.key, weapon=item.weapon)
    hands = tuple(sorted(command.hands, key=lambda item: HANDS.index(item.hand)))
    return (FighterArmed(fighter.key, hands, command.shield_up),)
