"""How many attacks a hand has in a round: slow and fast weapons, leaves and haste (R41–R49)."""

from __future__ import annotations

from larp_rps.rules.state import FAST_CATEGORIES, Fighter, State, Weapon
from referee.kernel.refusals import Refused

FAST_DEXTERITY = 4
"""The unmodified Dexterity from which a fast weapon strikes twice (R42, A54)."""


def fast(fighter: Fighter, weapon: Weapon) -> bool:
    """Tell whether this weapon strikes twice in his hands: category and Dexterity (R42, A54)."""
    return weapon.category in FAST_CATEGORIES and fighter.sheet.dexterity >= FAST_DEXTERITY


def resting(state: State, fighter: Fighter, weapon: Weapon, number: int) -> bool:
    """Tell whether R41 lets a slow weapon rest in this round: never in two rounds running (A53).

    It counts whichever slow weapon struck. Under second_round the first round in which he stands is none.
    """
    if not weapon.slow:
        return False
    if fighter.slow_round and fighter.slow_round == number - 1:
        return True
    return state.rulings.slow_weapon == "second_round" and (fighter.first_round or number) == number


def limit(state: State, fighter: Fighter, hand: str) -> int:
    """Give in how many showings of a round this hand may strike (R42, R47–R49, A57, A58)."""
    weapon = fighter.weapon(hand)
    most = 2 if fast(fighter, weapon) else 1
    if (
        state.rulings.mixed_pair == "both_hands"
        and fighter.stance.tactic == "attacking"
        and any(fast(fighter, fighter.weapon(other)) for other in fighter.hand_names)
    ):
        most = 2
    return max(most, weapon.attacks or 0, fighter.haste or 0, fighter.allowance or 0)


def refuse_spent(
    state: State, fighter: Fighter, hand: str, *, word: bool = False, opens: bool = False
) -> None:
    """Raise Refused where this hand has no attack left in its round; `opens` looks at the next round.

    The KM's word lets a slow weapon strike under haste in a round of its rest (A58).
    """
    number = state.round + opens
    showing = 1 if opens else fighter.showings + 1
    lifted = word and fighter.haste is not None
    if resting(state, fighter, fighter.weapon(hand), number) and not lifted:
        raise Refused("weapon_rests", "R41", who=fighter.key, weapon=fighter.weapon(hand).id)
    most = limit(state, fighter, hand)
    if showing > most:
        if most == 1:
            raise Refused("one_attack_only", "R42", who=fighter.key, hand=hand)
        raise Refused("no_attack_left", "R47", who=fighter.key, hand=hand, attacks=most)
    if not blows_allowed(fighter, opens=opens):
        raise Refused("no_attack_left", "R47", who=fighter.key, hand=hand, attacks=fighter.allowance)


def blows_allowed(fighter: Fighter, *, opens: bool = False) -> int:
    """Give how many blows a KM's leave over both hands still allows (A58); without one, one for each hand."""
    if fighter.allowance is None:
        return len(fighter.hand_names)
    return max(0, fighter.allowance - (0 if opens else fighter.blows))


def hands_that_may(
    state: State, fighter: Fighter, hands: tuple[str, ...], *, word: bool = False, opens: bool = False
) -> tuple[str, ...]:
    """Give those of the hands that have an attack left; raise what bars the last of them where none has."""
    able: list[str] = []
    barred: list[tuple[int, Refused]] = []
    for hand in hands:
        try:
            refuse_spent(state, fighter, hand, word=word, opens=opens)
        except Refused as refused:
            barred.append((limit(state, fighter, hand), refused))
        else:
            able.append(hand)
    if not able:
        raise max(barred, key=lambda pair: pair[0])[1]
    return tuple(able[: blows_allowed(fighter, opens=opens)])
