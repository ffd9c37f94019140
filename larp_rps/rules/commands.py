"""Commands: what people at a fight may want. Data only; judging them is the rules' work.

`word` marks the KM's word, which lifts what only a KM may lift; each such entry stands on the record.
"""

from __future__ import annotations

from dataclasses import dataclass

from larp_rps.rules.state import Fighter, Held


@dataclass(frozen=True, slots=True)
class Round:
    """Begin the next round; where initiative is due, `weapon_bonus` names who gets the KM's +1 (R10)."""

    weapon_bonus: str = ""


@dataclass(frozen=True, slots=True)
class EndRound:
    """End the running round (R2)."""


@dataclass(frozen=True, slots=True)
class Order:
    """Override the order of initiative by a new one in groups; `by` is km or seer (R14, R77)."""

    groups: tuple[tuple[str, ...], ...]
    by: str = "km"


@dataclass(frozen=True, slots=True)
class Join:
    """Bring in a new fighter, or back one who left, by his key (R6, A8)."""

    fighter: Fighter | None = None
    key: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """Take a fighter out of reach (A8)."""

    who: str


@dataclass(frozen=True, slots=True)
class Separate:
    """Say that the parties have moved apart beyond weapon distance (R4)."""


@dataclass(frozen=True, slots=True)
class Close:
    """Say that the parties are within weapon distance again (R5)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Let the turn of this round go (A5)."""

    who: str


@dataclass(frozen=True, slots=True)
class Attack:
    """Strike (R15). Without `hands` those of the tactic strike.

    `aim` is a body part, `aim_number` a KM's or Seer's number (≤ 0) that stands above it (R89). `waived`
    names whom the KM favours instead of a throw (R18); `decline` does without a won +6 (A15).
    """

    who: str
    at: str
    hands: tuple[str, ...] = ()
    aim: str = ""
    aim_number: int = 0
    knockout: bool = False
    waived: str = ""
    decline: bool = False
    word: bool = False


@dataclass(frozen=True, slots=True)
class Ambush:
    """Strike by surprise, with one weapon and no throw (R26); a suspicious target makes it an Attack (R30).

    Outside a round it opens one of its own (A52).
    """

    who: str
    at: str
    hand: str = ""
    aim: str = ""
    aim_number: int = 0
    knockout: bool = False
    suspicious: bool = False
    word: bool = False


@dataclass(frozen=True, slots=True)
class Charge:
    """Announce a charge for the coming round (R83)."""

    who: str
    at: str
    centimetres: int
    word: bool = False


@dataclass(frozen=True, slots=True)
class Spell:
    """Cast a spell, psi included (R71), against all who attack the caster in this round (R72)."""

    who: str
    against: tuple[str, ...] = ()
    milliseconds: int = 0
    read: bool = False
    word: bool = False


@dataclass(frozen=True, slots=True)
class Tactic:
    """Choose a tactic of two-weapon fighting and its hands (A67). The KM's word lets by the level (A68)."""

    who: str
    tactic: str
    strikes_with: str = ""
    defends_with: str = ""
    word: bool = False


@dataclass(frozen=True, slots=True)
class Arm:
    """Take other weapons in hand, or the shield up or down."""

    who: str
    hands: tuple[Held, ...]
    shield_up: bool = True


@dataclass(frozen=True, slots=True)
class Situation:
    """Name a fighter's combat situation (R80): disturbance, hindrance, blind, or the KM's number (R82).

    It replaces the KM's earlier word; nothing named ends it.
    """

    who: str
    kinds: tuple[str, ...] = ()
    number: int = 0


@dataclass(frozen=True, slots=True)
class Longer:
    """Grant the +1 of the longer weapon to these, and to nobody else (R67)."""

    who: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Haste:
    """Say how many attacks per hand and round haste gives (R48); None ends it."""

    who: str
    attacks: int | None


@dataclass(frozen=True, slots=True)
class Allowance:
    """Give leave for so many attacks per round over both hands: the KM's word (A58); None ends it."""

    who: str
    attacks: int | None


@dataclass(frozen=True, slots=True)
class Ruling:
    """Set by hand how a fighter stands; what is None stays as it is (A41, A83)."""

    who: str
    hp: int | None = None
    unconscious: bool | None = None
    down: bool | None = None


@dataclass(frozen=True, slots=True)
class Overrule:
    """Give another outcome to a blow of the last showing; `hp` and `down` set outright what else follows."""

    hit: bool
    loss: int = 0
    knocked_out: bool = False
    hand: str = ""
    hp: int | None = None
    down: bool | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Record a KM's verdict on whether an ambush succeeded (R32)."""

    who: str
    at: str
    succeeded: bool


@dataclass(frozen=True, slots=True)
class Penalty:
    """Record a permanent loss of an attribute, free in kind and size (R33, A49)."""

    who: str
    attribute: str
    amount: int


COMMANDS: tuple[type, ...] = (
    Round,
    EndRound,
    Order,
    Join,
    Leave,
    Separate,
    Close,
    Pass,
    Attack,
    Ambush,
    Charge,
    Spell,
    Tactic,
    Arm,
    Situation,
    Longer,
    Haste,
    Allowance,
    Ruling,
    Overrule,
    Verdict,
    Penalty,
)
"""All commands, by whose names the ledger stores them."""
