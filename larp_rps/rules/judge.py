"""Judging an attack or ambush before anything is thrown: who may strike whom, with which hands."""

from __future__ import annotations

from dataclasses import dataclass

from larp_rps.rules.attacks import blows_allowed, hands_that_may, limit, refuse_spent
from larp_rps.rules.charge import refuse_stalled
from larp_rps.rules.commands import Ambush, Attack
from larp_rps.rules.order import level_now, refuse_turnless, stood, takes_turns, turn_of, turn_over
from larp_rps.rules.presence import known, refuse_apart, refuse_fallen_target, refuse_unable
from larp_rps.rules.state import HANDS, Fighter, State
from larp_rps.rules.totals import refuse_aim
from larp_rps.rules.two_weapons import striking_hands
from referee.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class Showing:
    """A judged attack: one showing of signs, or an ambush without any.

    `round_opens` is an ambush outside a round (A52), `turn_opens` a new turn, `apart` an ambush from outside
    the order (A9); `wave` and `place` say where in the round it stands.
    """

    who: str
    at: str
    hands: tuple[str, ...]
    ambush: bool
    aim: str
    aim_number: int
    knockout: bool
    waived: str
    decline: bool
    round_opens: bool
    turn_opens: bool
    apart: bool
    wave: int
    place: int


def judge_attack(state: State, command: Attack) -> Showing:
    """Judge an attack and give its showing; raise Refused."""
    fighter, other = known(state, command.who), known(state, command.at)
    refuse_attacker(state, fighter, word=command.word)
    refuse_apart(state, fighter, other)
    refuse_fallen_target(other, stood(state, fighter, other), command.word)
    if command.waived and command.waived not in (fighter.key, other.key):
        raise Refused("favours_neither", "A17", who=command.waived)
    refuse_aim(command.aim, command.aim_number)
    hands = _hands(state, fighter, command.hands, command.word)
    if command.knockout:
        _refuse_knockout(fighter, hands)
    wave, place = turn_of(state, fighter)
    return Showing(
        who=fighter.key,
        at=other.key,
        hands=hands,
        ambush=False,
        aim=command.aim,
        aim_number=command.aim_number,
        knockout=command.knockout,
        waived=command.waived,
        decline=command.decline,
        round_opens=False,
        turn_opens=state.opening or not level_now(state, fighter),
        apart=False,
        wave=wave,
        place=place,
    )


def judge_ambush(state: State, command: Ambush) -> Showing:
    """Judge an ambush and give its showing; raise Refused. A suspicious target makes it an attack (A48)."""
    if command.suspicious:
        return judge_attack(state, as_attack(command))
    fighter, other = known(state, command.who), known(state, command.at)
    opens = not state.running
    if not opens and fighter.showings:
        raise Refused("ambush_first", "A51", who=fighter.key)
    refuse_apart(state, fighter, other)
    in_turn = not opens and not state.opening and takes_turns(state, fighter)
    refuse_unable(fighter, stood(state, fighter, fighter))
    if in_turn:
        refuse_attacker(state, fighter, word=command.word)
    refuse_fallen_target(other, stood(state, fighter, other), command.word)
    refuse_aim(command.aim, command.aim_number)
    if command.hand and command.hand not in fighter.hand_names:
        raise Refused("hand_unknown", "R26", who=fighter.key, hand=command.hand)
    hand = command.hand or fighter.striking_hand
    refuse_spent(state, fighter, hand, word=command.word, opens=opens)
    if command.knockout:
        _refuse_knockout(fighter, (hand,))
    if not fighter.weapon(hand).ambush:
        raise Refused("not_cleared_for_ambush", "R34", who=fighter.key, weapon=fighter.weapon(hand).id)
    wave, place = turn_of(state, fighter)
    return Showing(
        who=fighter.key,
        at=other.key,
        hands=(hand,),
        ambush=True,
        aim=command.aim,
        aim_number=command.aim_number,
        knockout=command.knockout,
        waived="",
        decline=False,
        round_opens=opens,
        turn_opens=opens or state.opening or (in_turn and not level_now(state, fighter)),
        apart=not (opens or state.opening or in_turn),
        wave=1 if opens else wave,
        place=place,
    )


def as_attack(command: Ambush) -> Attack:
    """Give the ordinary attack that an ambush on a suspicious target is, in every respect (R30, A48)."""
    return Attack(
        command.who,
        command.at,
        (command.hand,) if command.hand else (),
        command.aim,
        command.aim_number,
        command.knockout,
        word=command.word,
    )


def refuse_attacker(state: State, fighter: Fighter, *, word: bool = False) -> None:
    """Raise Refused where he may not attack now, whatever the target and the hand."""
    refuse_turnless(state, fighter)
    if state.parted:
        raise Refused("parted", "R4")
    view = stood(state, fighter, fighter)
    refuse_unable(fighter, view)
    if not state.opening and turn_over(state, fighter):
        raise Refused("turn_over", "R11", who=fighter.key)
    refuse_stalled(state, fighter, view)
    if fighter.cast and not word:
        raise Refused("casting", "A75", who=fighter.key)


def attacks_left(state: State, fighter: Fighter, hand: str) -> int:
    """Give how many attacks a hand may still make in the running round, 0 where anything bars it."""
    if hand not in striking_hands(fighter):
        return 0
    try:
        refuse_attacker(state, fighter)
        refuse_spent(state, fighter, hand)
    except Refused:
        return 0
    if fighter.fallen:
        return 1  # level with the blow that felled him, he still deals the one of that turn (A2)
    return most_left(state, fighter, hand)


def most_left(state: State, fighter: Fighter, hand: str) -> int:
    """Give the showings that remain to a hand, within a KM's leave over both hands."""
    left = limit(state, fighter, hand) - fighter.showings
    return left if fighter.allowance is None else min(left, blows_allowed(fighter))


def _hands(state: State, fighter: Fighter, named: tuple[str, ...], word: bool) -> tuple[str, ...]:
    striking = striking_hands(fighter)
    for hand in named:
        if hand not in fighter.hand_names:
            raise Refused("hand_unknown", "R50", who=fighter.key, hand=hand)
        if hand not in striking:
            # One weapon strikes in every tactic but the attacking one, and the tactic names it (A67).
            raise Refused("hand_rests", "A67", who=fighter.key, hand=hand)
        refuse_spent(state, fighter, hand, word=word)
    chosen = hands_that_may(state, fighter, striking, word=word) if not named else tuple(set(named))
    if named and fighter.allowance is not None and len(chosen) > fighter.allowance - fighter.blows:
        raise Refused("no_attack_left", "R47", who=fighter.key, attacks=fighter.allowance)
    return tuple(sorted(chosen, key=HANDS.index))


def _refuse_knockout(fighter: Fighter, hands: tuple[str, ...]) -> None:
    for hand in hands:
        weapon = fighter.weapon(hand)
        if not weapon.knockout:
            raise Refused("not_cleared_for_knockout", "R24", who=fighter.key, weapon=weapon.id)
