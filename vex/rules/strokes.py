"""Events of blows and reactions: each blow's carry its Stroke, by which chances are tallied."""

from __future__ import annotations

from dataclasses import dataclass

from vex.rules.state import Wound


@dataclass(frozen=True, slots=True)
class Stroke:
    """A blow's place: action of the plan, target of that action (from 1), role, and how many-th of it."""

    act: int
    n: int
    role: str
    nth: int
    who: str
    on: str


@dataclass(frozen=True, slots=True)
class Redirected:
    """A melee attack lands on another (V5.2, V9.13)."""

    who: str
    was: str
    on: str
    rule: str


@dataclass(frozen=True, slots=True)
class ReactionSpent:
    """A reaction point, a charge, or nothing (free, V11.5) was spent for a reaction."""

    who: str
    resource: str
    role: str
    rule: str


@dataclass(frozen=True, slots=True)
class Collided:
    """A counterattack met a resource of the attacker: both are spent, neither strikes (V4.5)."""

    who: str
    resource: str
    on: str
    against: str


@dataclass(frozen=True, slots=True)
class BlowBegun:
    """A blow is struck; `melee` blows engage (V5.6)."""

    stroke: Stroke
    weapon: str
    kind: str
    melee: bool


@dataclass(frozen=True, slots=True)
class BlowHit:
    """A blow hit (V6.4)."""

    stroke: Stroke


@dataclass(frozen=True, slots=True)
class BlowMissed:
    """A blow did not hit: missed (V6.4), evaded (V11.8) or failed (V11.16)."""

    stroke: Stroke
    why: str


@dataclass(frozen=True, slots=True)
class Wounded:
    """A blow left a wound or a burn (V6.9, V6.10)."""

    stroke: Stroke
    wound: Wound
    rule: str


@dataclass(frozen=True, slots=True)
class Unhurt:
    """A blow hit and left no wound (V6.9)."""

    stroke: Stroke


@dataclass(frozen=True, slots=True)
class LifeLost:
    """A blow took a life, by the trial or without one (V6.7, V11.13)."""

    stroke: Stroke
    rule: str


@dataclass(frozen=True, slots=True)
class Stunned:
    """A blow stunned; `changed` is false on one who is stunned or has Clarity (V9.5a)."""

    stroke: Stroke
    changed: bool
