"""Previews: what a blow would bring on each throw, by the very steps that resolve it (L1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from larp_rps.rules.attacks import limit
from larp_rps.rules.commands import Ambush, Attack
from larp_rps.rules.engine import RULES
from larp_rps.rules.events import BlowStruck
from larp_rps.rules.opening import enter
from larp_rps.rules.state import FighterSheet, Held, Rulings, State, Weapon
from referee.kernel.asks import Answer, Ask, Choice, Chosen, Results, Throws
from referee.kernel.drivers import Given
from referee.kernel.steps import Pending, resume, run
from referee.kernel.terms import Sum

type Blows = tuple[BlowStruck, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """The blows of one attack where the striker wins every sign, draws, or loses."""

    win: Blows
    draw: Blows
    lose: Blows


class _Same:
    """Answers every throw with one result, and a pairing with one option, its first at first."""

    def __init__(self, result: int, option: str = "") -> None:
        self._result = result
        self._option = option
        self.options: tuple[str, ...] = ()

    def answer(self, ask: Ask[Any], fingerprint: str) -> Answer | None:
        if isinstance(ask, Throws):
            return Results((self._result,) * len(ask.pairs))
        if isinstance(ask, Choice):
            self.options = ask.options
            return Chosen(self._option or ask.options[0])
        return None


def preview(state: State, command: Attack | Ambush) -> Preview:
    """Give what an attack would bring; raise Refused where it isn't possible.

    Where signs of two hands meet, the pairing is the one that suits the defender (R66).
    """
    return Preview(_blows(state, command, 1), _blows(state, command, 0), _blows(state, command, -1))


def _blows(state: State, command: Attack | Ambush, result: int) -> Blows:
    first = _Same(result)
    found = [_struck(run(RULES, state, RULES.begin(state, command), first, fingerprints=False).trail)]
    for option in first.options[1:]:
        driver = _Same(result, option)
        found.append(
            _struck(run(RULES, state, RULES.begin(state, command), driver, fingerprints=False).trail)
        )
    return min(found, key=_harm)


def _struck(trail: tuple[Any, ...]) -> Blows:
    return tuple(event for event in trail if isinstance(event, BlowStruck))


def _harm(blows: Blows) -> tuple[int, int, int]:
    return (
        sum(blow.knocked_out for blow in blows),
        sum(blow.loss.total for blow in blows),
        sum(blow.hit for blow in blows),
    )


def pairing_outcomes(pending: Pending[State]) -> tuple[tuple[str, Blows], ...]:
    """Give what each of a defender's pairings would bring, once the signs are revealed (R66)."""
    if not isinstance(pending.ask, Choice):
        return ()
    return tuple(
        (option, _struck(resume(RULES, pending, Given((Chosen(option),))).trail))
        for option in pending.ask.options
    )


@dataclass(frozen=True, slots=True)
class Numbers:
    """What an ordinary blow with one weapon needs: totals on each throw, defence, and attacks in a round."""

    weapon: Weapon
    win: Sum
    draw: Sum
    lose: Sum
    defence: Sum
    attacks: int


def numbers(sheet: FighterSheet, rulings: Rulings | None = None) -> tuple[Numbers, ...]:
    """Give a sheet's own numbers, weapon by weapon: an ordinary blow at, and by, somebody plain.

    Raise Refused where the sheet cannot fight.
    """
    own, plain = (
        enter("own", "own", replace(sheet, hp=max(sheet.hp, 1))),
        enter("plain", "plain", FighterSheet()),
    )
    state = State(
        (own, plain),
        rulings or Rulings(),
        round=1,
        running=True,
        settled=True,
        order=(("own", "plain"),),
    )
    return tuple(_numbers(state, weapon) for weapon in sheet.weapons)


def _numbers(state: State, weapon: Weapon) -> Numbers:
    state = state.changed("own", hands=(Held("right", weapon.id),), first_round=-1)
    ours = preview(state, Attack("own", "plain"))
    theirs = preview(state, Attack("plain", "own"))
    return Numbers(
        weapon,
        ours.win[0].attack,
        ours.draw[0].attack,
        ours.lose[0].attack,
        theirs.draw[0].defence,
        limit(state, state.fighter("own"), "right"),
    )
