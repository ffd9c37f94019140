"""The rolls of the rules as asks: what is added, what is rolled against, and what gives two dice."""

from __future__ import annotations

from functools import lru_cache

from referee.kernel.asks import Check, Contest, Order, Roll
from referee.kernel.terms import Limit, Sum, Term
from vex.rules.catalogue import Weapon
from vex.rules.codes import TERMS
from vex.rules.frames import Blow, Deed
from vex.rules.numbers import Part, armour_class, numbers, settled, survival, term
from vex.rules.state import Fighter, State

MULTI = -5  # V9.16
WIDE_MULTI = -7  # V9.16, hammers
STUN = 4  # V9.5
HAMMER_STUN = 6  # V9.5
NARROW = -4  # V8.1
LIGHT = -3  # V3.7
SPIRIT_STRIKE = 5  # V11.4
SUPER = Limit("super_strike", "V11.12", "rounding", 2)


@lru_cache(maxsize=4096)
def edge(code: str, value: int, source: str = "", unmet: str = "") -> Term:
    """Make an advantage (1) or disadvantage (−1) that cites the rule of its code."""
    return Term(code, TERMS[code], value, source, unmet)


def spirit(fighter: Fighter) -> tuple[Term, ...]:
    """Give what the spirit Strike adds to the next d20 that the fighter rolls (V11.4)."""
    return (term("spirit_strike", SPIRIT_STRIKE),) if fighter.runs("strike") else ()


def strain(deed: Deed, unmet: str = "") -> tuple[Term, ...]:
    """Give the light strain of the turn (V3.7, V3.9, V3.10), also where Second wind took it away."""
    if not deed.light:
        return ()
    return (term(deed.light, LIGHT, "", "second_wind" if deed.rested else unmet),)


def overstrain(deed: Deed) -> tuple[Term, ...]:
    """Give the disadvantage of overstrain (V3.7)."""
    if not deed.over:
        return ()
    return (edge("overstrain", -1, "", "second_wind" if deed.rested else ""),)


def multi(fighter: Fighter, deed: Deed, weapon: Weapon | None, unmet: str = "") -> tuple[Term, ...]:
    """Give the multi-target penalty by the number declared, and the Multi-attack master's part (V9.16)."""
    if deed.count < 2:
        return ()
    wide = weapon is not None and "wide_penalty" in weapon.traits
    terms = (term("multi", (WIDE_MULTI if wide else MULTI) * (deed.count - 1), "", unmet),)
    if fighter.has("multi_attack_master"):
        return (*terms, term("multi_attack_master", 5, "", unmet))
    return terms


def weapon_bonus(state: State, weapon: Weapon, parameter: str, unmet: str = "") -> tuple[Term, ...]:
    """Give a weapon's bonus to the parameter that it is for, a spear's in a narrow place lowered (V8.1)."""
    if weapon.parameter != parameter:
        return (term("weapon", weapon.bonus, weapon.id, "darkness"),) if weapon.bonus else ()
    terms = [term("weapon", weapon.bonus, weapon.id, unmet)] if weapon.bonus else []
    if state.narrow and "long" in weapon.traits:
        terms.append(term("narrow", NARROW, weapon.id, unmet))
    return tuple(terms)


def cast_parameter(state: State, fighter: Fighter, weapon: Weapon, kind: str) -> str:
    """Give what a blow is made with: a Fireball with DCS only where that is strictly better (V9.6)."""
    if kind != "fireball":
        return "INT" if kind == "lightning" else weapon.parameter
    by_int = settled((*numbers(state, fighter, "INT"), *weapon_bonus(state, weapon, "INT"))).total
    return "DCS" if settled(numbers(state, fighter, "DCS")).total > by_int else "INT"


def hit_check(state: State, blow: Blow) -> Check:
    """Give a hit roll (V6.1): the blow's own role decides whether strain and penalties count (V4.7)."""
    striker = state.fighter(blow.stroke.who)
    struck = state.fighter(blow.stroke.on)
    weapon = state.weapon(blow.weapon)
    own = blow.stroke.role == "attack"
    parts: list[Part] = [*numbers(state, striker, blow.parameter)]
    parts.extend(weapon_bonus(state, weapon, blow.parameter))
    if blow.kind == "stun":
        hammer = "hammer_stun" in weapon.traits
        parts.append(term("stun", HAMMER_STUN if hammer else STUN, weapon.id))
    if own:
        parts.extend(strain(blow.deed))
        parts.extend(multi(striker, blow.deed, weapon))
    parts.extend(spirit(striker))
    edges = settled(tuple(_hit_edges(striker, struck, weapon, blow, own)))
    return Check(
        "hit",
        striker.key,
        settled(tuple(parts)),
        hit_difficulty(state, struck, weapon, blow.kind, blow.decisive),
        edges.total,
        struck.key,
        "V6.1",
        edges=edges,
    )


def hit_difficulty(state: State, struck: Fighter, weapon: Weapon, kind: str, decisive: bool = False) -> Sum:
    """Give what a hit roll is made against (V6.2 to V6.6); `decisive` is Super strike (V11.12)."""
    against = survival(state, struck) if kind == "lightning" else armour_class(state, struck, weapon)
    return settled((*against, SUPER) if decisive else tuple(against))


def _hit_edges(striker: Fighter, struck: Fighter, weapon: Weapon, blow: Blow, own: bool) -> list[Term]:
    edges: list[Term] = []
    if blow.kind in ("strike", "stun") and striker.has("fighter"):
        edges.append(edge("fighter", 1, striker.key))
    if blow.kind == "shot":
        if striker.has("marksman") and (weapon.bow or "crossbow" in weapon.traits):
            edges.append(edge("marksman", 1, striker.key))
        if striker.engaged:
            unmet = "close_quarters_shooter" if striker.has("close_quarters_shooter") else ""
            edges.append(edge("engaged", -1, striker.key, unmet))
    if blow.kind in ("fireball", "lightning") and striker.has("mage"):
        edges.append(edge("mage", 1, striker.key, "" if blow.parameter == "INT" else "darkness"))
    if struck.has("knight") and blow.kind != "lightning":
        edges.append(edge("knight", -1, struck.key))
    if own:
        edges.extend(overstrain(blow.deed))
    return edges


def trial_check(state: State, blow: Blow) -> Check:
    """Give the trial of death (V6.7, V6.8)."""
    striker = state.fighter(blow.stroke.who)
    struck = state.fighter(blow.stroke.on)
    weapon = state.weapon(blow.weapon)
    unmet = "" if state.rulings.weapon_bonus_in_trial == "yes" else "ruling"
    parts: list[Part] = [*numbers(state, striker, blow.parameter)]
    parts.extend(weapon_bonus(state, weapon, blow.parameter, unmet))
    if blow.stroke.role == "attack":
        parts.extend(strain(blow.deed, "not_to_the_trial"))
        parts.extend(multi(striker, blow.deed, weapon, "not_to_the_trial"))
    parts.extend(spirit(striker))
    edges: list[Term] = []
    if blow.kind in ("strike", "stun") and "trial_advantage" in weapon.traits:
        edges.append(edge("two_handed", 1, weapon.id))
    if blow.kind == "shot" and "ranged" in weapon.traits:
        sniper = weapon.bow and striker.has("sniper")
        edges.append(edge("ranged", -1, weapon.id, "sniper" if sniper else ""))
    if blow.kind == "fireball":
        edges.append(edge("fireball", -1, weapon.id))
    if blow.kind == "lightning":
        plain = state.rulings.lightning_trial == "plain"
        edges.append(edge("lightning", -1, weapon.id, "ruling" if plain else ""))
    if struck.has("tough"):
        edges.append(edge("tough", -1, struck.key))
    against = survival(state, struck)
    net = settled(tuple(edges))
    return Check(
        "trial",
        striker.key,
        settled(tuple(parts)),
        settled((*against, SUPER) if blow.decisive else tuple(against)),
        net.total,
        struck.key,
        "V6.7",
        edges=net,
    )


def _skill(
    state: State,
    fighter: Fighter,
    kind: str,
    rule: str,
    parameter: str,
    dc: Term,
    more: tuple[Term, ...] = (),
    edges: tuple[Term, ...] = (),
    on: str = "",
) -> Check:
    net = settled(edges)
    parts = (*numbers(state, fighter, parameter), *more, *spirit(fighter))
    return Check(kind, fighter.key, settled(parts), settled((dc,)), net.total, on, rule, edges=net)


def evade_check(state: State, fighter: Fighter) -> Check:
    """Give Instinct's roll: a bare d20 against 2 (V11.8)."""
    return Check(
        "evade",
        fighter.key,
        settled(spirit(fighter)),
        settled((term("evade_dc", 2),)),
        rule="V11.8",
    )


def breakthrough_check(state: State, deed: Deed) -> Check:
    """Give an Assault's check against 14 (V9.4)."""
    fighter = state.fighter(deed.who)
    weapon = state.weapon(deed.weapon)
    more = (*weapon_bonus(state, weapon, "ATK"), *strain(deed), *multi(fighter, deed, weapon))
    dc = term("breakthrough_dc", 14)
    return _skill(state, fighter, "breakthrough", "V9.4", "ATK", dc, more, overstrain(deed))


def _mage(fighter: Fighter) -> tuple[Term, ...]:
    return (edge("mage", 1, fighter.key),) if fighter.has("mage") else ()


def _master(fighter: Fighter) -> tuple[Term, ...]:
    return (edge("master", 1, fighter.key),) if fighter.has("master") else ()


def heal_check(state: State, deed: Deed, on: str) -> Check:
    """Give Heal's casting roll against 11 (V9.9)."""
    fighter = state.fighter(deed.who)
    weapon = state.weapon(deed.weapon)
    more = (*weapon_bonus(state, weapon, "INT"), *strain(deed), *multi(fighter, deed, weapon))
    edges = (*_mage(fighter), *overstrain(deed))
    return _skill(state, fighter, "cast", "V9.9", "INT", term("heal_dc", 11), more, edges, on)


def summon_check(state: State, deed: Deed) -> Check:
    """Give Summon's roll against 16: no weapon bonus (V9.10)."""
    fighter = state.fighter(deed.who)
    edges = (*_mage(fighter), *overstrain(deed))
    return _skill(state, fighter, "summon", "V9.10", "INT", term("summon_dc", 16), strain(deed), edges)


def guard_check(state: State, deed: Deed, on: str) -> Check:
    """Give a guard's roll against 10 (V9.13)."""
    fighter = state.fighter(deed.who)
    more = (*strain(deed), *multi(fighter, deed, None))
    dc = term("guard_dc", 10)
    return _skill(state, fighter, "guard", "V9.13", "DEF", dc, more, overstrain(deed), on)


def first_aid_check(state: State, deed: Deed, on: str) -> Check:
    """Give first aid's roll against 10 (V9.14)."""
    fighter = state.fighter(deed.who)
    more = (*strain(deed), *multi(fighter, deed, None))
    edges = (*_master(fighter), *overstrain(deed))
    return _skill(state, fighter, "first_aid", "V9.14", "MST", term("first_aid_dc", 10), more, edges, on)


def search_contest(state: State, deed: Deed, on: str) -> Contest:
    """Give a search: both roll MST, equal finds (V9.12a)."""
    fighter = state.fighter(deed.who)
    hidden = state.fighter(on)
    own = settled((*_master(fighter), *overstrain(deed)))
    other = settled(_master(hidden))
    return Contest(
        "search",
        fighter.key,
        settled((*numbers(state, fighter, "MST"), *strain(deed), *spirit(fighter))),
        settled((*numbers(state, hidden, "MST"), *spirit(hidden))),
        on,
        own.total,
        other.total,
        "V9.12",
        edges=own,
        edges_against=other,
    )


def generic_check(state: State, who: str, param: str, dc: int, advantage: int) -> Check:
    """Give a check of any parameter that a referee calls (V2.6)."""
    fighter = state.fighter(who)
    edges = _master(fighter) if param == "MST" else ()
    if advantage:
        edges = (*edges, edge("referee", advantage))
    return _skill(state, fighter, "check", "V2.6", param, term("check_dc", dc), (), edges)


def initiative(state: State) -> Order:
    """Give the round's initiative: 3 × MST + d20, ties to the higher MST (V3.2, V3.3)."""
    rolls = []
    for fighter in state.fighters:
        if fighter.alive:
            skill = settled(numbers(state, fighter, "MST")).total
            edges = settled((edge("rogue", 1, fighter.key),) if fighter.has("rogue") else ())
            parts = (*numbers(state, fighter, "MST"), term("threefold", 2 * skill), *spirit(fighter))
            rolls.append(Roll(fighter.key, settled(parts), edges.total, skill, edges))
    return Order("initiative", "", tuple(rolls), "V3.2")
