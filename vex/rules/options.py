"""What a fighter may do, and why not the rest: each thing is put to the code that judges it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.kernel.refusals import Refused
from vex.rules.catalogue import FISTS
from vex.rules.codes import ATTACKS, SPIRITS, STANCES
from vex.rules.engine import RULES
from vex.rules.frames import Action, BuySpirits, TakeTurn
from vex.rules.plans import WEAPON_USES, cost
from vex.rules.state import Fighter, State, skeletons


@dataclass(frozen=True, slots=True)
class Option:
    """One more action of a plan, what it costs, and what refuses it, if anything does."""

    action: Action
    ap: int
    refused: Refused | None = None


@dataclass(frozen=True, slots=True)
class SpiritOption:
    """One more spirit to buy, its price, and what refuses it, if anything does."""

    spirit: str
    cost: int
    refused: Refused | None = None


def _refusal(state: State, command: TakeTurn | BuySpirits) -> Refused | None:
    try:
        RULES.begin(state, command)
    except Refused as refused:
        return refused
    return None


def options(
    state: State, who: str, plan: tuple[Action, ...] = (), spirits: tuple[str, ...] = ()
) -> tuple[Option, ...]:
    """Give what may stand next in a plan of this fighter, each with one target, and what may not and why."""
    speedy = "speed" in spirits
    return tuple(
        Option(action, cost(who, action, speedy), _refusal(state, TakeTurn(who, (*plan, action), spirits)))
        for action in _thinkable(state, state.fighter(who))
    )


def spirit_options(
    state: State, who: str, spirits: tuple[str, ...] = (), window: str = "turn"
) -> tuple[SpiritOption, ...]:
    """Give the spirits that may be bought beside those chosen already, and which may not and why (V11.2)."""
    return tuple(
        SpiritOption(
            spirit,
            price,
            _refusal(
                state,
                TakeTurn(who, (), (*spirits, spirit))
                if window == "turn"
                else BuySpirits(who, (*spirits, spirit)),
            ),
        )
        for spirit, price in SPIRITS.items()
    )


def _thinkable(state: State, fighter: Fighter) -> Iterator[Action]:
    foes = [one.key for one in state.fighters if one.side != fighter.side and one.lives > 0]
    friends = [one.key for one in state.fighters if one.side == fighter.side and one.lives > 0]
    for do in WEAPON_USES:
        yield from _with_weapons(state, fighter, do, foes if do in ATTACKS else friends)
    for do in ("potion", "first_aid"):
        yield from (Action(do, targets=(name,)) for name in friends)
    yield from (Action("guard", targets=(name,)) for name in friends if name != fighter.key)
    yield from (Action("search", targets=(name,)) for name in foes)
    yield Action("hide")
    yield from (Action("stance", stance=stance) for stance in STANCES if stance != fighter.stance)
    yield Action("move", line=3 - fighter.line)
    items = (*dict.fromkeys(fighter.weapons), "potion", "kit", *([fighter.armour] if fighter.armour else []))
    for item in items:
        yield from (Action("give", item=item, targets=(name,)) for name in friends if name != fighter.key)
        yield Action("drop", item=item)
    for name in fighter.weapons[1:]:
        rest = list(fighter.weapons)
        rest.remove(name)
        yield Action("reorder", order=(name, *rest))
    yield Action("dismiss")
    yield from (Action("dismiss", targets=(one.key,)) for one in skeletons(state, fighter.key))


def _with_weapons(state: State, fighter: Fighter, do: str, names: list[str]) -> Iterator[Action]:
    used = "strike" if do == "stun" else do
    carried = tuple(dict.fromkeys((*fighter.weapons, FISTS)))
    fitting = [name for name in carried if used in state.weapon(name).actions]
    # Where no weapon fits, the first carried stands for them all: its refusal says what is wanted.
    for name in fitting or carried[:1]:
        if do == "summon":
            yield Action(do, name)
        else:
            yield from (Action(do, name, (target,)) for target in names)
