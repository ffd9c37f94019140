"""The attack: throws, totals, hit, damage, and what a blow brings about (R15–R23, R26, R43–R66, R76)."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from larp_rps.rules import charge, damage, magic
from larp_rps.rules.commands import Ambush, Attack
from larp_rps.rules.events import BlowStruck, RoundBegun, TurnPassed, TurnTaken, Way
from larp_rps.rules.judge import Showing, attacks_left, judge_ambush, judge_attack
from larp_rps.rules.order import takes_turns, turn_of
from larp_rps.rules.state import Fighter, State
from larp_rps.rules.totals import total_attack, total_defence
from larp_rps.rules.two_weapons import defending_hands
from referee.kernel.asks import Answer, Ask, Choice, Hand, Throws, ask
from referee.kernel.steps import Scene, Steps
from referee.kernel.terms import NOTHING


@dataclass(frozen=True, slots=True)
class Met:
    """How one striking hand met its defence: the way of its ±6, the result, and the defending hand."""

    hand: str
    way: Way
    result: int | None
    against: str


def judged(state: State, command: Attack | Ambush) -> Showing:
    """Judge either kind of attack; raise Refused."""
    return judge_ambush(state, command) if isinstance(command, Ambush) else judge_attack(state, command)


def strike(scene: Scene[State], command: Attack | Ambush) -> Steps:
    """Resolve an attack: throw, let the defender pair two signs with two, then each hand's blow."""
    showing = judged(scene.state, command)
    if showing.round_opens:
        scene.emit(RoundBegun(scene.state.round + 1, (), opening=True))
    meetings, per_hand = yield from meet(scene.state, showing)
    for fighter in overtaken(scene.state, showing):
        scene.emit(TurnPassed(fighter.key, overtaken=True))
    scene.emit(turn(scene.state, showing))
    for met in meetings:
        scene.emit(blow(scene.state, showing, met, per_hand))
    return None


def turn(state: State, showing: Showing) -> TurnTaken:
    """Give the turn that a showing takes."""
    fighter = state.fighter(showing.who)
    return TurnTaken(
        showing.who,
        showing.at,
        showing.hands,
        showing.wave,
        showing.place,
        opens=showing.turn_opens,
        apart=showing.apart,
        ambush=showing.ambush,
        slow=any(fighter.weapon(hand).slow for hand in showing.hands),
    )


def overtaken(state: State, showing: Showing) -> tuple[Fighter, ...]:
    """Give those who let this one strike first and so have passed (A5)."""
    if showing.apart or state.opening:
        return ()
    return tuple(
        fighter
        for fighter in state.fighters
        if fighter.key != showing.who
        and takes_turns(state, fighter)
        and turn_of(state, fighter) < (showing.wave, showing.place)
        and any(attacks_left(state, fighter, hand) for hand in fighter.hand_names)
    )


def meet(state: State, showing: Showing) -> Generator[Ask[Any], Answer, tuple[tuple[Met, ...], bool]]:
    """Ask for the signs, and for the pairing where two meet two; tell also whether each hand defends alone.

    No throw in an ambush (R26), where the KM waives it (R18), and for ranged weapons under A19.
    """
    fighter, other = state.fighter(showing.who), state.fighter(showing.at)
    if showing.ambush:
        return tuple(Met(hand, "ambush", 1, other.defending_hand) for hand in showing.hands), False
    if showing.waived:
        result = 1 if showing.waived == fighter.key else -1
        return tuple(Met(hand, "waived", result, other.defending_hand) for hand in showing.hands), False
    none = state.rulings.ranged_throw == "none"
    shown = tuple(hand for hand in showing.hands if not (none and fighter.weapon(hand).ranged))
    against = defending_hands(other, len(shown))
    pairs = tuple((first, second) for first in range(len(shown)) for second in range(len(against)))
    results: dict[tuple[str, str], int] = {}
    pairing = dict.fromkeys(showing.hands, against[0])
    if shown:
        hands = (*(Hand(fighter.key, hand) for hand in shown), *(Hand(other.key, hand) for hand in against))
        question = Throws(
            "attack",
            fighter.key,
            hands,
            tuple((first, len(shown) + second) for first, second in pairs),
            rule="R15",
        )
        outcome = yield from ask(question)
        results = {
            (shown[first], against[second]): result
            for (first, second), result in zip(pairs, outcome.results, strict=True)
        }
    if len(against) > 1:
        chosen = yield from ask(Choice("pairing", other.key, pairings(against, len(shown)), "R66"))
        pairing |= dict(zip(shown, chosen.split("+"), strict=True))
    meetings = [
        Met(hand, "thrown", results[hand, pairing[hand]], pairing[hand])
        if hand in shown
        else Met(hand, "none", None, pairing[hand])
        for hand in showing.hands
    ]
    return tuple(meetings), len(against) > 1


def pairings(against: tuple[str, ...], signs: int) -> tuple[str, ...]:
    """Give the defender's choices: the hand set against each striking hand, the right one's first (R66)."""
    if signs == 1:
        return against
    return tuple(f"{first}+{second}" for first in against for second in against)


def blow(state: State, showing: Showing, met: Met, per_hand: bool) -> BlowStruck:
    """Work out one hand's blow from how everybody stood when the turn began (formulae 2–9, A2)."""
    fighter, other = state.fighter(showing.who), state.fighter(showing.at)
    weapon = fighter.weapon(met.hand)
    striker = fighter.now if showing.apart else fighter.before
    target = other.now if showing.apart else other.before
    attack = total_attack(
        state,
        fighter,
        other,
        met.hand,
        stood=striker,
        way=met.way,
        result=met.result,
        decline=showing.decline,
        aim=showing.aim,
        aim_number=showing.aim_number,
        knockout=showing.knockout,
    )
    defence = total_defence(state, other, fighter, met.against, surprised=showing.ambush, per_hand=per_hand)
    difference = attack.total - defence.total
    hit = difference > 0
    most = damage.maximum(state, fighter, other, weapon, striker, ambush=showing.ambush) if hit else NOTHING
    dealt = damage.damage(weapon, difference, most) if hit else NOTHING
    loss = damage.loss(state, other, weapon, difference, most, dealt) if hit else NOTHING
    needed = damage.threshold(fighter, other, target) if showing.knockout else None
    knocked_out = hit and needed is not None and loss.total >= needed.total
    spared = showing.knockout and (knocked_out or state.rulings.failed_knockout == "nothing")
    suffered = 0 if spared else loss.total
    points = other.hp - suffered
    return BlowStruck(
        round=state.round,
        who=fighter.key,
        at=other.key,
        hand=met.hand,
        weapon=weapon.id,
        against=met.against,
        way=met.way,
        result=met.result,
        aim=showing.aim,
        attack=attack,
        defence=defence,
        hit=hit,
        maximum=most,
        damage=dealt,
        loss=loss,
        suffered=suffered,
        hp_before=other.hp,
        hp_after=points,
        knockout=showing.knockout,
        threshold=needed,
        knocked_out=knocked_out,
        down=suffered > 0 and points <= 0,
        stalls=charge.stalls(state, fighter, weapon, other, hit),
        hinders=hinders(showing.ambush, hit, points),
        interrupts=magic.interrupts(state, fighter, other, suffered > 0 or knocked_out),
        apart=showing.apart,
    )


def hinders(ambush: bool, hit: bool, points: int) -> bool:
    """Tell whether an ambush hinders its survivor in the next round (R29, A47)."""
    return ambush and hit and points > 0
