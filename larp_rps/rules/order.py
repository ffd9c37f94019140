"""The order: whose turn is open, who has passed, who is level, and a KM's hand on it (R4, R11–R14, R44)."""

from __future__ import annotations

from larp_rps.rules.commands import Order, Pass
from larp_rps.rules.events import OrderSet, TurnPassed
from larp_rps.rules.presence import known, refuse_unable
from larp_rps.rules.state import Before, Fighter, State
from referee.kernel.refusals import Refused

type Groups = tuple[tuple[str, ...], ...]


def takes_turns(state: State, fighter: Fighter) -> bool:
    """Tell whether he has a turn in the running round's order; who has only joined has none (A6)."""
    return not fighter.waiting and state.level(fighter.key) >= 0


def turn_of(state: State, fighter: Fighter) -> tuple[int, int]:
    """Give where his next attack stands: all first attacks in order, then all second ones, … (R44, A55)."""
    return fighter.showings + 1, state.level(fighter.key)


def turn_over(state: State, fighter: Fighter) -> bool:
    """Tell whether his turn of this round is over: passed, or a later turn has been taken (A5)."""
    return fighter.passed or turn_of(state, fighter) < (state.wave, state.place)


def level_now(state: State, fighter: Fighter) -> bool:
    """Tell whether his next attack belongs to the turn that is open: level with who struck (A2)."""
    return (
        state.running
        and not state.opening
        and takes_turns(state, fighter)
        and turn_of(state, fighter) == (state.wave, state.place)
    )


def stood(state: State, striker: Fighter, fighter: Fighter) -> Before:
    """Give how a fighter stands for a blow of this striker: as when the open turn began, or now (A2)."""
    return fighter.before if level_now(state, striker) else fighter.now


def tied(state: State, groups: Groups) -> bool:
    """Tell whether opponents are level (R12); a tie of allies alone does not matter (A3).

    The fallen count (A8), those who left do not.
    """
    for group in groups:
        sides = {
            fighter.side
            for fighter in state.fighters
            if fighter.key in group and fighter.present and not fighter.waiting
        }
        if len(sides) > 1:
            return True
    return False


def carried(state: State) -> Groups:
    """Give the standing order as the next round takes it over: without the fallen and those who left (A8)."""
    able = {fighter.key for fighter in state.standing if not fighter.waiting}
    groups = (tuple(key for key in group if key in able) for group in state.order)
    return tuple(group for group in groups if group)


def poles_first(state: State, groups: Groups, number: int) -> tuple[tuple[str, str, Groups], ...]:
    """Give the moves that pole weapons make in a round's charges: who, before whom, and the order after it.

    The wielder takes a place of his own directly before the other party, unless he stands before it already;
    where both hold one the guarantees cancel (R69, A29).
    """
    moves: list[tuple[str, str, Groups]] = []
    for fighter in state.fighters:
        other = state.find(fighter.charge_at)
        if fighter.charge_round != number or other is None or fighter.holds_pole == other.holds_pole:
            continue
        first, party = (fighter, other) if fighter.holds_pole else (other, fighter)
        place = {key: index for index, group in enumerate(groups) for key in group}
        if first.key not in place or party.key not in place or place[first.key] < place[party.key]:
            continue
        moved: list[tuple[str, ...]] = []
        for group in groups:
            if party.key in group:
                moved.append((first.key,))
            rest = tuple(key for key in group if key != first.key)
            if rest:
                moved.append(rest)
        groups = tuple(moved)
        moves.append((first.key, party.key, groups))
    return tuple(moves)


def overridden(state: State, command: Order) -> tuple[OrderSet]:
    """Give a KM's or Seer's order (R14); raise Refused where it is none.

    It names everybody who has a turn; it may name the fallen and a joiner too. A Seer's is refused while a
    KM's stands (A78).
    """
    if not state.settled:
        raise Refused("no_order", "R3")
    if command.by not in ("km", "seer"):
        raise Refused("order_by_nobody", "R14", by=command.by)
    if command.by == "seer" and state.order_by == "km":
        raise Refused("km_order_stands", "A78")
    listed = [key for group in command.groups for key in group]
    may = {fighter.key for fighter in state.standing} | {key for group in state.order for key in group}
    must = {fighter.key for fighter in state.standing if takes_turns(state, fighter)}
    if len(set(listed)) < len(listed) or not must <= set(listed) <= may or not all(command.groups):
        raise Refused("order_incomplete", "R14", who=tuple(sorted(must)))
    return (OrderSet(command.groups, command.by),)


def passed(state: State, command: Pass) -> tuple[TurnPassed]:
    """Give that somebody lets his turn of this round go (A5)."""
    fighter = known(state, command.who)
    refuse_turnless(state, fighter)
    refuse_unable(fighter, stood(state, fighter, fighter))
    if turn_over(state, fighter):
        raise Refused("turn_over", "R11", who=fighter.key)
    return (TurnPassed(fighter.key),)


def refuse_turnless(state: State, fighter: Fighter) -> None:
    """Raise Refused where the fighter takes no turns: no round, gone, a round of ambushers, a joiner."""
    if not state.running:
        raise Refused("no_round", "R3")
    if not fighter.present:
        raise Refused("left", "R4", who=fighter.key)
    if state.opening and not fighter.ambusher:
        raise Refused("ambushers_only", "A52", who=fighter.key)
    if not state.opening and not takes_turns(state, fighter):
        raise Refused("only_joined", "A6", who=fighter.key)
