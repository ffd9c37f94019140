"""Rounds: beginning, ending, and the initiative between them (R2–R6, R12, A6)."""

from __future__ import annotations

from larp_rps.rules import initiative
from larp_rps.rules.commands import EndRound, Join, Round
from larp_rps.rules.events import RoundBegun, RoundEnded
from larp_rps.rules.evolve import evolve
from larp_rps.rules.order import carried, tied
from larp_rps.rules.presence import joined
from larp_rps.rules.state import State
from referee.kernel.refusals import Refused
from referee.kernel.steps import Next, Scene, Steps


def ended(state: State, command: EndRound | Round) -> tuple[RoundEnded]:
    """Give the end of the running round: were opponents level (R12), whose spells worked (A74)."""
    if not state.running:
        raise Refused("no_round", "R3")
    tie = state.tie if state.opening else tied(state, state.order)
    worked = tuple(casting.who for casting in state.castings if not casting.interrupted)
    return (RoundEnded(state.round, tie, worked),)


def judge_round(state: State, command: Round) -> None:
    """Raise Refused where no round may begin: parted (R4), or a +1 with no initiative to add it to (R10)."""
    if state.parted:
        raise Refused("parted", "R4")
    if not command.weapon_bonus:
        return
    if state.running:
        state = evolve(state, ended(state, command)[0])
    if not initiative.due(state):
        raise Refused("order_stands", "R3", who=command.weapon_bonus)
    fighter = state.find(command.weapon_bonus)
    if fighter is None or not fighter.stands:
        raise Refused("no_initiative_of_his", "R10", who=command.weapon_bonus)


def close_round(scene: Scene[State], command: Round) -> Steps:
    """End the round that runs and go on to the next."""
    yield from ()
    scene.emit(ended(scene.state, command)[0])
    return Next("round", command)


def begin_round(scene: Scene[State], command: Round) -> Steps:
    """Begin a round: with initiative where it is due, else in the order that stands (R3, R13).

    In a charge a pole weapon goes first, but a KM's order stands above it (R69, A29).
    """
    reasons = initiative.due(scene.state)
    number = scene.state.round + 1
    if reasons:
        groups = yield from initiative.settle_initiative(scene, reasons, number, command.weapon_bonus)
    else:
        groups = carried(scene.state)
        if not scene.state.order_by:
            groups = initiative.move_poles(scene, groups, number)
    scene.emit(RoundBegun(number, groups))
    return None


def join(scene: Scene[State], command: Join) -> Steps:
    """Bring a joiner in; under at_once his initiative is thrown now, in the running round (A6)."""
    yield from ()
    scene.emit(joined(scene.state, command)[0])
    key = command.fighter.key if command.fighter else command.key
    state = scene.state
    if (
        state.rulings.joiner == "at_once"
        and state.running
        and not state.opening
        and not state.parted
        and state.fighter(key).stands
    ):
        return Next("join_order", command)
    return None


def join_order(scene: Scene[State], command: Join) -> Steps:
    """Throw initiative for a joiner and remake the running round's order (A6)."""
    yield from initiative.settle_initiative(scene, ("joined",), scene.state.round, "")
    return None
