"""The state of a battle: frozen values keyed by id, and how to look into them."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

from referee.kernel.values import replaced
from vex.rules.catalogue import Armour, Weapon, armours, weapons
from vex.rules.codes import PARAMETERS

INDEX = {name: index for index, name in enumerate(PARAMETERS)}


@dataclass(frozen=True, slots=True)
class Rulings:
    """An event's readings of the rules (the table at the top of the rules), defaults first there."""

    riposte_after_life_lost: str = "no"
    reactions_per_attack: str = "one_of_each"
    stunned_reacts: str = "no"
    weapon_bonus_in_trial: str = "yes"
    lightning_trial: str = "disadvantage"
    fist_wound: str = "formula"


@dataclass(frozen=True, slots=True)
class Wound:
    """A wound, a burn (V10.4) or a bandage (V10.3) with its severity."""

    kind: str
    severity: int

    def __hash__(self) -> int:
        return self.severity

    @property
    def open(self) -> bool:
        """Tell whether it is open: not yet bandaged."""
        return self.kind != "bandage"


@dataclass(frozen=True, slots=True)
class Running:
    """A spirit that runs, and its window: round or turn (V11.1)."""

    id: str
    window: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a battle does not change: `params` in the order of PARAMETERS, what each round grants (V3.1).

    `lives` are those that he came with. A skeleton has its summoner in `owner` and knows whether it is `free`
    (V9.10a). States are hashed all the time when odds are merged: here and below the hash takes in what tells
    most states apart, and no more.
    """

    key: str
    side: str
    params: tuple[int, ...] = (0, 0, 0, 0, 0, 0, 0, 0)
    perks: tuple[str, ...] = ()
    tactic: str = "predatory"
    reactions: int = 1
    charges: int = 0
    owner: str = ""
    free: bool = False
    lives: int = 1

    def __hash__(self) -> int:
        return hash((self.key, self.params))


@dataclass(frozen=True, slots=True)
class Fighter:
    """A fighter as he stands.

    `hidden` is "", "hide" or "coward" (V12.7), `guardian` who guards him, `clashed` what V5.6 asks of the
    time since the start of his last turn, `clashed_before` of the turn before the running one.
    """

    sheet: Sheet
    lives: int = 1
    line: int = 1
    reactions: int = 1
    charges: int = 0
    points: int = 0
    wounds: tuple[Wound, ...] = ()
    weapons: tuple[str, ...] = ()
    armour: str = ""
    potions: int = 0
    kit: int = 0
    stance: str = "neutral"
    spirits: tuple[Running, ...] = ()
    critical: bool = False
    stunned: bool = False
    clarity: bool = False
    hidden: str = ""
    guardian: str = ""
    clashed: bool = False
    clashed_before: bool = False
    summoned: int = 0
    away: bool = False

    __replace__ = replaced

    def __hash__(self) -> int:
        return hash((self.sheet.key, self.lives, self.reactions, self.charges, len(self.wounds), self.line))

    @property
    def key(self) -> str:
        """Give the fighter's id."""
        return self.sheet.key

    @property
    def side(self) -> str:
        """Give the fighter's side."""
        return self.sheet.side

    @property
    def alive(self) -> bool:
        """Tell whether the fighter lives and is in the battle."""
        return self.lives > 0 and not self.away

    @property
    def skeleton(self) -> bool:
        """Tell whether it is a summoned skeleton (V9.10)."""
        return self.sheet.owner != ""

    @property
    def engaged(self) -> bool:
        """Tell whether V5.6 holds."""
        return self.clashed or self.clashed_before

    def has(self, perk: str) -> bool:
        """Tell whether the fighter has a perk."""
        return perk in self.sheet.perks

    def runs(self, spirit: str) -> bool:
        """Tell whether a spirit runs."""
        return any(running.id == spirit for running in self.spirits)

    @property
    def wounded(self) -> bool:
        """Tell whether the fighter has an open wound."""
        return any(wound.open for wound in self.wounds)


@dataclass(frozen=True, slots=True)
class State:
    """A battle. `order` is this round's, first to act first; `waiting` are those whose turn is to come.

    `phase` is camp (out of combat), window (V3.2's for spirits) or turns. The round's number is shown and
    read by no rule.
    """

    fighters: tuple[Fighter, ...] = ()
    order: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    acting: str = ""
    round: int = 0
    phase: str = "camp"
    narrow: bool = False
    ground: tuple[str, ...] = ()
    rulings: Rulings = Rulings()
    items: tuple[Weapon, ...] = ()

    __replace__ = replaced

    def __hash__(self) -> int:
        return hash((self.fighters, self.waiting))

    def fighter(self, key: str) -> Fighter:
        """Give a fighter by id; raise KeyError."""
        for fighter in self.fighters:
            if fighter.sheet.key == key:
                return fighter
        raise KeyError(key)

    def has(self, key: str) -> bool:
        """Tell whether there is such a fighter."""
        return any(fighter.sheet.key == key for fighter in self.fighters)

    def weapon(self, name: str) -> Weapon:
        """Give a weapon by id; raise KeyError."""
        return weapons(self.items)[name]


def change(state: State, key: str, **changes: Any) -> State:
    """Give the state with one fighter changed."""
    return copy.replace(
        state,
        fighters=tuple(
            copy.replace(fighter, **changes) if fighter.sheet.key == key else fighter
            for fighter in state.fighters
        ),
    )


def suit(fighter: Fighter) -> Armour:
    """Give the armour that a fighter wears."""
    return armours()[fighter.armour]


def skeletons(state: State, owner: str) -> tuple[Fighter, ...]:
    """Give the standing skeletons of a summoner, oldest first."""
    return tuple(one for one in state.fighters if one.sheet.owner == owner and one.alive)


def reserved(state: State, key: str) -> int:
    """Give how many of a summoner's standing skeletons reserve INT (V9.10a)."""
    return sum(1 for one in state.fighters if one.sheet.owner == key and one.lives > 0 and not one.sheet.free)


def enemies(state: State, key: str) -> tuple[Fighter, ...]:
    """Give the living of other sides, in roster order."""
    side = state.fighter(key).sheet.side
    return tuple(one for one in state.fighters if one.sheet.side != side and one.alive)


def statuses(fighter: Fighter) -> tuple[str, ...]:
    """Give the statuses of a fighter by name, sorted."""
    if not fighter.alive:
        return ()
    held = {
        "critical": fighter.critical,
        "stunned": fighter.stunned,
        "clarity": fighter.clarity,
        "hidden": fighter.hidden != "",
        "guarded": fighter.guardian != "",
        "engaged": fighter.engaged,
    }
    return tuple(sorted(name for name, holds in held.items() if holds))


def loot(fighter: Fighter) -> tuple[str, ...]:
    """Give what falls to the ground with a dead fighter (V2.4); a skeleton's sword is none (V9.10b)."""
    if fighter.skeleton:
        return ()
    return (
        *fighter.weapons,
        *([fighter.armour] if fighter.armour else []),
        *["potion"] * fighter.potions,
        *(["kit"] if fighter.kit > 0 else []),
    )
