"""The KM's hand on the record: points, who lies, an overruled blow, verdicts (L5, A41, A83)."""

from __future__ import annotations

from larp_rps.rules import charge, magic
from larp_rps.rules.attack import hinders
from larp_rps.rules.commands import Allowance, Haste, Longer, Overrule, Penalty, Ruling, Verdict
from larp_rps.rules.events import (
    AllowanceGiven,
    BlowOverruled,
    FighterRuled,
    HasteGiven,
    LongerGranted,
    PenaltyGiven,
    VerdictGiven,
)
from larp_rps.rules.presence import known
from larp_rps.rules.state import Blow, State
from referee.kernel.refusals import Refused


def longer(state: State, command: Longer) -> tuple[LongerGranted]:
    """Give whose weapon the KM finds longer, by what is really seen (R67, R68)."""
    for key in command.who:
        known(state, key)
    return (LongerGranted(tuple(dict.fromkeys(command.who))),)


def hasted(state: State, command: Haste) -> tuple[HasteGiven]:
    """Give the attacks per hand that haste makes, by the KM's number (R48, A58)."""
    known(state, command.who)
    if command.attacks is not None and command.attacks < 1:
        raise Refused("attacks_too_few", "R48", who=command.who, attacks=command.attacks)
    return (HasteGiven(command.who, command.attacks),)


def allowed(state: State, command: Allowance) -> tuple[AllowanceGiven]:
    """Give a KM's leave for attacks over both hands (R49, A58)."""
    known(state, command.who)
    if command.attacks is not None and command.attacks < 1:
        raise Refused("attacks_too_few", "R49", who=command.who, attacks=command.attacks)
    return (AllowanceGiven(command.who, command.attacks),)


def ruled(state: State, command: Ruling) -> tuple[FighterRuled]:
    """Give how a fighter stands by the KM's word; with points alone, 0 or less is down (A83)."""
    fighter = known(state, command.who)
    points = fighter.hp if command.hp is None else command.hp
    down = command.down
    if down is None:
        down = fighter.down if command.hp is None else points <= 0
    unconscious = fighter.unconscious if command.unconscious is None else command.unconscious
    rises = fighter.fallen and not (down or unconscious)
    placed = fighter.waiting or state.level(fighter.key) >= 0
    return (
        FighterRuled(
            fighter.key,
            fighter.hp,
            points,
            unconscious=unconscious,
            down=down,
            rejoins=rises and state.settled and not placed,
        ),
    )


def overruled(state: State, command: Overrule) -> tuple[BlowOverruled]:
    """Give another outcome of a blow of the last showing, and everything that follows from it."""
    old = next((blow for blow in reversed(state.last) if command.hand in ("", blow.hand)), None)
    if old is None:
        raise Refused("no_blow", "R14", hand=command.hand)
    if command.loss < 0:
        raise Refused("loss_negative", "A23", loss=command.loss)
    if not command.hit and (command.loss or command.knocked_out):
        raise Refused("no_hit_no_loss", "R17", loss=command.loss)
    fighter, other = state.fighter(old.who), state.fighter(old.at)
    suffered = 0 if command.knocked_out else command.loss
    points = other.hp + old.suffered - suffered if command.hp is None else command.hp
    beside = [blow for blow in state.last if blow is not old and blow.at == other.key]
    return (
        BlowOverruled(
            who=fighter.key,
            at=other.key,
            hand=old.hand,
            was_hit=old.hit,
            was_loss=old.loss,
            was_knocked_out=old.knocked_out,
            was_hp=other.hp,
            hit=command.hit,
            loss=command.loss,
            suffered=suffered,
            knocked_out=command.knocked_out,
            hp=points,
            unconscious=command.knocked_out
            or old.was_unconscious
            or any(blow.knocked_out for blow in beside),
            down=(points <= 0 or old.was_down) if command.down is None else command.down,
            stalls=charge.stalls(state, fighter, fighter.own(old.weapon), other, command.hit),
            hinders=hinders(old.ambush, command.hit, points),
            interrupts=_interrupts(state, old, beside, suffered > 0 or command.knocked_out),
        ),
    )


def _interrupts(state: State, old: Blow, beside: list[Blow], wounded: bool) -> bool:
    # The blow's own interruption falls with it, unless the other hand's blow wounds as well.
    if old.interrupts:
        return wounded or any(blow.suffered > 0 or blow.knocked_out for blow in beside)
    return magic.interrupts(state, state.fighter(old.who), state.fighter(old.at), wounded)


def judged(state: State, command: Verdict) -> tuple[VerdictGiven]:
    """Give a KM's verdict on an ambush that the parties can't agree on (R32)."""
    known(state, command.who)
    known(state, command.at)
    return (VerdictGiven(command.who, command.at, command.succeeded),)


def penalized(state: State, command: Penalty) -> tuple[PenaltyGiven]:
    """Give a permanent loss of an attribute, only ever by a KM's own entry (R33, A49)."""
    known(state, command.who)
    if command.amount < 1 or not command.attribute:
        raise Refused("penalty_empty", "R33", who=command.who)
    return (PenaltyGiven(command.who, command.attribute, command.amount),)
