"""Who is struck: lines, blocking and guards (V5, V9.13), and whom a tactic may choose (V13.2)."""

from __future__ import annotations

from vex.rules.catalogue import FISTS, Weapon
from vex.rules.codes import MELEE
from vex.rules.frames import Action, Deed
from vex.rules.numbers import armour_class, settled
from vex.rules.state import Fighter, State, enemies


def may_react(state: State, fighter: Fighter) -> bool:
    """Tell whether a fighter may react at all: not stunned, unless the ruling lets it (V4.9)."""
    return fighter.alive and (not fighter.stunned or state.rulings.stunned_reacts == "yes")


def may_block(state: State, fighter: Fighter) -> bool:
    """Tell whether a fighter has a reaction point to block or intercept with (V5.2, V9.4, V9.12)."""
    return fighter.reactions > 0 and not fighter.hidden and may_react(state, fighter)


def reacting_weapon(state: State, fighter: Fighter) -> Weapon:
    """Give the first weapon in the order that can strike in melee, else fists (V4.8)."""
    bows = fighter.has("close_quarters_shooter")
    for name in fighter.weapons:
        weapon = state.weapon(name)
        if weapon.melee or (weapon.bow and bows):
            return weapon
    return state.weapon(FISTS)


def by_initiative(state: State, fighters: tuple[Fighter, ...]) -> tuple[Fighter, ...]:
    """Put fighters in the order of initiative; those who have none come last, in roster order."""
    place = {key: number for number, key in enumerate(state.order)}
    return tuple(sorted(fighters, key=lambda one: place.get(one.key, len(place))))


def blocker(state: State, target: Fighter) -> Fighter | None:
    """Give the vanguard ally on whom a melee attack on a rear target lands, if there is one (V5.2)."""
    if target.line != 2:
        return None
    side = target.sheet.side
    front = tuple(
        one
        for one in state.fighters
        if one.line == 1 and one.sheet.side == side and one is not target and may_block(state, one)
    )
    return by_initiative(state, front)[0] if front else None


def direct(state: State, who: str, do: str) -> bool:
    """Tell whether an action goes past blockers and guards: shots, spells, Assault, Rogue (V5.3, V5.4)."""
    return do not in ("strike", "stun") or state.fighter(who).has("rogue")


def landings(state: State, who: str, do: str, target: Fighter) -> tuple[tuple[Fighter, str], ...]:
    """Give the fighters to whom an attack is passed on, each with the rule: V5.2 and then V9.13 (V5.2a)."""
    if direct(state, who, do):
        return ()
    passed: list[tuple[Fighter, str]] = []
    struck = target
    if (front := blocker(state, target)) is not None:
        struck = front
        passed.append((front, "V5.2"))
    if struck.guardian:
        passed.append((state.fighter(struck.guardian), "V9.13"))
    return tuple(passed)


def lands_on(state: State, who: str, do: str, target: Fighter) -> Fighter:
    """Give the fighter on whom an attack at a target lands."""
    passed = landings(state, who, do, target)
    return passed[-1][0] if passed else target


def reachable(state: State, who: str, do: str, without: tuple[str, ...] = ()) -> tuple[Fighter, ...]:
    """Give the living enemies whom an attack would land on, in roster order (V13.2a)."""
    return tuple(
        one
        for one in enemies(state, who)
        if not one.hidden
        and one.key not in without
        and (do != "assault" or one.line == 2)
        and lands_on(state, who, do, one) is one
    )


def most_vulnerable(state: State, among: tuple[Fighter, ...]) -> Fighter:
    """Give the Predatory tactic's choice (V13.2): most signs, then lowest AC, then roster order."""

    def rate(one: Fighter) -> tuple[int, int]:
        signs = int(one.wounded) + int(one.reactions <= 0)
        return -signs, settled(armour_class(state, one)).total

    return min(among, key=rate)


def named_in(plan: tuple[Action, ...]) -> tuple[str, ...]:
    """Give all the names in a plan, in its order (V13.2, Stubborn)."""
    return tuple(name for action in plan for name in action.targets)


def candidates(state: State, deed: Deed) -> tuple[Fighter, ...]:
    """Give whom a tactic may choose instead of a dead target: never one named still or had (V13.2a)."""
    return reachable(state, deed.who, deed.do, (*deed.left, *deed.had))


def chosen(state: State, deed: Deed, among: tuple[Fighter, ...]) -> Fighter | None:
    """Give the choice of a tactic that needs no chance; None where its part is lost (V13.2)."""
    tactic = state.fighter(deed.who).sheet.tactic
    if not among or tactic == "passive":
        return None
    if tactic == "stubborn":
        keys = {one.key: one for one in among}
        names = named_in(deed.turn.plan) if deed.turn is not None else ()
        return next((keys[name] for name in names if name in keys), None)
    return most_vulnerable(state, among)


def is_melee(do: str) -> bool:
    """Tell whether an attack is melee (V4)."""
    return do in MELEE
