"""Spells against weapons: who is first, and what interrupts a spell (R71–R76, A70–A76)."""

from __future__ import annotations

from larp_rps.rules.commands import Spell
from larp_rps.rules.events import SpellCast
from larp_rps.rules.order import stood, takes_turns
from larp_rps.rules.presence import known, refuse_apart, refuse_unable
from larp_rps.rules.state import Casting, Fighter, First, State
from referee.kernel.asks import Hand, Throws, ask
from referee.kernel.refusals import Refused
from referee.kernel.steps import Scene, Steps

SHORT_MILLISECONDS = 3000
"""A spell of three seconds is still short (R73, A71)."""


def judge_spell(state: State, command: Spell) -> None:
    """Raise Refused where he can't cast against these now. Casting takes no turn in the order (A75)."""
    fighter = known(state, command.who)
    if not state.running:
        raise Refused("no_round", "R3")
    if not fighter.present:
        raise Refused("left", "R4", who=fighter.key)
    refuse_unable(fighter, stood(state, fighter, fighter) if fighter.fallen else None)
    if state.opening:
        raise Refused("ambushers_only", "A52", who=fighter.key)
    if not takes_turns(state, fighter):
        raise Refused("only_joined", "A6", who=fighter.key)
    if fighter.showings and not command.word:
        raise Refused("struck_already", "A75", who=fighter.key)
    if len(set(command.against)) < len(command.against):
        raise Refused("named_twice", "A70", who=fighter.key)
    for key in command.against:
        refuse_apart(state, fighter, known(state, key))


def cast(scene: Scene[State], command: Spell) -> Steps:
    """Cast: long or read, the weapon is first (R74, R75); else one throw against each opponent (R73)."""
    outrun, rule = command.read or command.milliseconds > SHORT_MILLISECONDS, "R73"
    if outrun:
        rule = "R75" if command.read else "R74"
    firsts = tuple(First(key, "weapon") for key in command.against)
    if command.against and not outrun:
        hands = (Hand(command.who), *(Hand(key) for key in command.against))
        pairs = tuple((0, place) for place in range(1, len(hands)))
        outcome = yield from ask(Throws("spell", command.who, hands, pairs, rule="R73"))
        firsts = tuple(
            First(key, _first(scene.state, result))
            for key, result in zip(command.against, outcome.results, strict=True)
        )
    scene.emit(SpellCast(command.who, firsts, command.milliseconds, command.read, outrun, rule))
    return None


def _first(state: State, result: int) -> str:
    if result > 0:
        return "caster"
    if result < 0:
        return "weapon"
    return state.rulings.spell_draw


def interrupts(state: State, fighter: Fighter, caster: Fighter, wounded: bool) -> bool:
    """Tell whether a blow interrupts a spell: points lost to, or knocked out by, whose weapon is first.

    R76, A73, A74. A hit without loss does not.
    """
    return wounded and any(
        casting.who == caster.key and not casting.interrupted and weapon_first(casting, fighter)
        for casting in state.castings
    )


def weapon_first(casting: Casting, fighter: Fighter) -> bool:
    """Tell whether this one's weapon is before the spell; any weapon is before a long or read one."""
    named = next((one.first for one in casting.firsts if one.who == fighter.key), "")
    return named == "weapon" or (not named and casting.outrun)
