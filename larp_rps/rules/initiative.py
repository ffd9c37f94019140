"""Initiative: when it is due, what is thrown, and the order that comes of it (R3–R13, A1–A10)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from larp_rps.rules import situations
from larp_rps.rules.events import Initiative, InitiativeThrown, PoleFirst
from larp_rps.rules.order import Groups, poles_first, tied
from larp_rps.rules.state import Fighter, State
from referee.kernel.asks import Answer, Ask, Hand, ThrowOutcome, Throws, ask
from referee.kernel.steps import Scene
from referee.kernel.terms import Sum, Term, settle

WON = 3
WEAPON = 1


def due(state: State) -> tuple[str, ...]:
    """Give why the next round must start with initiative: first, parted, joined, tie; empty if it need not.

    R3, R5, R6, R12; a tie counts while those who were level are still in reach (A8).
    """
    reasons: list[str] = []
    if not state.settled:
        reasons.append("first")
    if state.parted_since:
        reasons.append("parted")
    if any(fighter.joined for fighter in state.standing):
        reasons.append("joined")
    if state.tie and tied(state, state.order):
        reasons.append("tie")
    return tuple(reasons)


def throw(state: State) -> Throws | None:
    """Give everybody's throw against every opponent (R7, A1); None where nobody has one."""
    fighters = state.standing
    pairs = tuple(
        (first, second)
        for first in range(len(fighters))
        for second in range(first + 1, len(fighters))
        if fighters[first].side != fighters[second].side
    )
    if not pairs:
        return None
    hands = tuple(Hand(fighter.key) for fighter in fighters)
    return Throws("initiative", "", hands, pairs, rankable=True, rule="R7")


def settle_initiative(
    scene: Scene[State], reasons: tuple[str, ...], number: int, bonus: str
) -> Generator[Ask[Any], Answer, Groups]:
    """Ask for the throw, and record the values and the order, pole weapons included; give the order."""
    state = scene.state
    question = throw(state)
    outcome = ThrowOutcome() if question is None else (yield from ask(question))
    if outcome.ranking:
        values: tuple[Initiative, ...] = ()
        groups = outcome.ranking
    else:
        won = winners(question, outcome.results)
        values = tuple(
            Initiative(fighter.key, fighter.key in won, value(state, fighter, won, bonus, number))
            for fighter in state.standing
        )
        groups = ranked(values)
    scene.emit(InitiativeThrown(number, values, groups, bool(outcome.ranking), reasons))
    # An order told by people is their word and stands above R69, as a KM's order does (A29).
    return groups if outcome.ranking else move_poles(scene, groups, number)


def move_poles(scene: Scene[State], groups: Groups, number: int) -> Groups:
    """Record the moves of pole weapons in this round's charges (R69); give the order after them."""
    for who, before, moved in poles_first(scene.state, groups, number):
        scene.emit(PoleFirst(who, before, moved))
        groups = moved
    return groups


def winners(question: Throws | None, results: tuple[int, ...]) -> frozenset[str]:
    """Give who gets the +3: who beats at least one opponent and loses to none (R8, A1)."""
    if question is None:
        return frozenset()
    beaten: set[str] = set()
    beating: set[str] = set()
    for (first, second), result in zip(question.pairs, results, strict=True):
        pair = (question.hands[first].who, question.hands[second].who)
        if result:
            winner, loser = pair if result > 0 else pair[::-1]
            beating.add(winner)
            beaten.add(loser)
    return frozenset(beating - beaten)


def value(state: State, fighter: Fighter, won: frozenset[str], bonus: str, number: int) -> Sum:
    """Give an Initiative value: Dexterity, +3 for the won throw, the KM's +1 for the weapon (R8–R10).

    Under the ruling with_initiative the situation of the round that begins counts too (A10).
    """
    parts = [
        Term("dexterity", "R9", fighter.sheet.dexterity, fighter.key),
        Term("initiative_won", "R8", WON, fighter.key, "" if fighter.key in won else "not_won"),
    ]
    if bonus:
        parts.append(
            Term("weapon_bonus", "R10", WEAPON, fighter.key, "" if bonus == fighter.key else "not_granted")
        )
    if state.rulings.combat_values == "with_initiative":
        parts.extend(situations.terms(state, fighter, number))
    return settle(parts)


def ranked(values: tuple[Initiative, ...]) -> Groups:
    """Give the order: greater values first (R11), equals in one group (R12), in roster order."""
    groups: dict[int, list[str]] = {}
    for one in values:
        groups.setdefault(one.value.total, []).append(one.who)
    return tuple(tuple(groups[total]) for total in sorted(groups, reverse=True))
