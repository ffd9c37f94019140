"""Events: what has happened, in the past tense, with the numbers and reasons that were shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from larp_rps.rules.state import Fighter, First, Held
from referee.kernel.terms import Sum

type Way = Literal["thrown", "waived", "ambush", "none"]
"""How an attack's ±6 came about: thrown (R16), waived (R18), ambush (R26), or no throw at all (A19)."""


@dataclass(frozen=True, slots=True)
class Initiative:
    """One fighter's Initiative value (R8, R9); `won` tells whether his throw got the +3 (A1)."""

    who: str
    won: bool
    value: Sum


@dataclass(frozen=True, slots=True)
class InitiativeThrown:
    """Initiative was settled: the values, or an order that was told instead (R14), and why it was due.

    `reasons` are first (R3), parted (R5), joined (R6), tie (R12); `round` is the one that it is for.
    """

    round: int
    values: tuple[Initiative, ...]
    groups: tuple[tuple[str, ...], ...]
    told: bool
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PoleFirst:
    """In a charge the one with the pole weapon moved before the other party (R69, A29)."""

    who: str
    before: str
    groups: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """A round began; `opening` is one of ambushers alone, without initiative (A52)."""

    round: int
    groups: tuple[tuple[str, ...], ...]
    opening: bool = False


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round ended; `tie` tells that opponents were level, so that initiative is due (R12).

    `worked` are the casters whose spells went through (A74).
    """

    round: int
    tie: bool
    worked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OrderSet:
    """A KM or Seer overrode the order (R14, R77)."""

    groups: tuple[tuple[str, ...], ...]
    by: str


@dataclass(frozen=True, slots=True)
class FighterJoined:
    """Somebody new came into the fight (R6)."""

    fighter: Fighter


@dataclass(frozen=True, slots=True)
class FighterReturned:
    """One who had left came back, as a joiner (A8)."""

    who: str


@dataclass(frozen=True, slots=True)
class FighterLeft:
    """Somebody went out of reach (A8)."""

    who: str


@dataclass(frozen=True, slots=True)
class PartiesSeparated:
    """The parties moved apart beyond weapon distance (R4)."""


@dataclass(frozen=True, slots=True)
class PartiesClosed:
    """The parties came within weapon distance again (R5)."""


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """A turn was let go: by choice, or because a slower one struck first (A5)."""

    who: str
    overtaken: bool = False


@dataclass(frozen=True, slots=True)
class TurnTaken:
    """Somebody attacked: his how-manieth showing of the round (`wave`), from which place in the order.

    `opens` tells that a new turn began with it: level fighters' blows are judged by how everybody stood
    then (A2). `apart` is an ambush from outside the order (A9). `slow` tells that a slow weapon struck (R41).
    """

    who: str
    at: str
    hands: tuple[str, ...]
    wave: int
    place: int
    opens: bool
    apart: bool
    ambush: bool
    slow: bool


@dataclass(frozen=True, slots=True)
class BlowStruck:
    """One hand's blow and all that it brought about; one event a blow, hit or not.

    `against` is the defending hand, `result` the throw as the attacker sees it (1, 0, −1; None without one),
    `aim` the aimed part (A80). `damage` is capped by `maximum` and floored by the weapon's minimum; `loss`
    is what armour leaves of it, `suffered` what was taken from the points: a knockout costs none (R23).
    `threshold` is what a knockout had to reach (R21). `stalls` the charge of the one hit (R70), `hinders` him
    in the next round (R29), `interrupts` his spell (R76).
    """

    round: int
    who: str
    at: str
    hand: str
    weapon: str
    against: str
    way: Way
    result: int | None
    aim: str
    attack: Sum
    defence: Sum
    hit: bool
    maximum: Sum
    damage: Sum
    loss: Sum
    suffered: int
    hp_before: int
    hp_after: int
    knockout: bool
    threshold: Sum | None
    knocked_out: bool
    down: bool
    stalls: bool
    hinders: bool
    interrupts: bool
    apart: bool


@dataclass(frozen=True, slots=True)
class BlowOverruled:
    """A KM gave a blow of the last showing another outcome; how the one hit stands now follows from it.

    The `was_` fields are what stood on the record before.
    """

    who: str
    at: str
    hand: str
    was_hit: bool
    was_loss: int
    was_knocked_out: bool
    was_hp: int
    hit: bool
    loss: int
    suffered: int
    knocked_out: bool
    hp: int
    unconscious: bool
    down: bool
    stalls: bool
    hinders: bool
    interrupts: bool


@dataclass(frozen=True, slots=True)
class ChargeAnnounced:
    """A charge was announced for the coming round (R83)."""

    who: str
    at: str
    round: int
    centimetres: int


@dataclass(frozen=True, slots=True)
class SpellCast:
    """A spell was begun; who is first between caster and each opponent (R72), and by which rule."""

    who: str
    firsts: tuple[First, ...]
    milliseconds: int
    read: bool
    outrun: bool
    rule: str


@dataclass(frozen=True, slots=True)
class TacticTaken:
    """A fighter took a tactic (A67); `word` tells that a KM let him by without the skill (A68)."""

    who: str
    tactic: str
    strikes_with: str
    defends_with: str
    word: bool = False


@dataclass(frozen=True, slots=True)
class FighterArmed:
    """A fighter took other weapons in hand, or the shield up or down."""

    who: str
    hands: tuple[Held, ...]
    shield_up: bool


@dataclass(frozen=True, slots=True)
class SituationNamed:
    """A KM named a fighter's combat situation (R80)."""

    who: str
    kinds: tuple[str, ...]
    number: int


@dataclass(frozen=True, slots=True)
class LongerGranted:
    """A KM granted the longer weapon's +1 to these and to nobody else (R67)."""

    who: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HasteGiven:
    """Haste gave so many attacks per hand and round, or ended (R48)."""

    who: str
    attacks: int | None


@dataclass(frozen=True, slots=True)
class AllowanceGiven:
    """A KM gave leave for so many attacks per round over both hands, or took it back (A58)."""

    who: str
    attacks: int | None


@dataclass(frozen=True, slots=True)
class FighterRuled:
    """A KM set by hand how a fighter stands (A41, A83).

    `rejoins` tells that he is on his feet again with no place in the order, so that initiative is due (A8).
    """

    who: str
    was_hp: int
    hp: int
    unconscious: bool
    down: bool
    rejoins: bool


@dataclass(frozen=True, slots=True)
class VerdictGiven:
    """A KM judged whether an ambush succeeded (R32)."""

    who: str
    at: str
    succeeded: bool


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """A KM laid a permanent loss of an attribute on somebody (R33)."""

    who: str
    attribute: str
    amount: int


EVENTS: tuple[type, ...] = (
    InitiativeThrown,
    PoleFirst,
    RoundBegun,
    RoundEnded,
    OrderSet,
    FighterJoined,
    FighterReturned,
    FighterLeft,
    PartiesSeparated,
    PartiesClosed,
    TurnPassed,
    TurnTaken,
    BlowStruck,
    BlowOverruled,
    ChargeAnnounced,
    SpellCast,
    TacticTaken,
    FighterArmed,
    SituationNamed,
    LongerGranted,
    HasteGiven,
    AllowanceGiven,
    FighterRuled,
    VerdictGiven,
    PenaltyGiven,
)
"""All events, by whose names the ledger stores them."""
