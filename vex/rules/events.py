"""Events: facts in the past tense. Those of blows are in strokes.py, and stand here too."""

from __future__ import annotations

from dataclasses import dataclass

from vex.rules.state import Fighter, Wound
from vex.rules.strokes import BlowBegun as BlowBegun
from vex.rules.strokes import BlowHit as BlowHit
from vex.rules.strokes import BlowMissed as BlowMissed
from vex.rules.strokes import Collided as Collided
from vex.rules.strokes import LifeLost as LifeLost
from vex.rules.strokes import ReactionSpent as ReactionSpent
from vex.rules.strokes import Redirected as Redirected
from vex.rules.strokes import Stroke as Stroke
from vex.rules.strokes import Stunned as Stunned
from vex.rules.strokes import Unhurt as Unhurt
from vex.rules.strokes import Wounded as Wounded


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A round began: spirits of the last round's window ended, reactions were refilled (V3.2)."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """The order of the round stands, first to act first (V3.3)."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WindowOpened:
    """The window for round-start spirits is open (V3.2)."""


@dataclass(frozen=True, slots=True)
class Intercepted:
    """Interceptors went to the head of the order (V11.7)."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnsOpened:
    """The turns of the round began."""


@dataclass(frozen=True, slots=True)
class SpiritBought:
    """A spirit was paid for and runs, or has acted at once (V11.9, V11.10, V11.14)."""

    who: str
    spirit: str
    window: str
    cost: int


@dataclass(frozen=True, slots=True)
class SpiritUsed:
    """A spirit that waits for its occasion was used up."""

    who: str
    spirit: str


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """A turn began; what lasts to its start ended (V3.4)."""

    who: str


@dataclass(frozen=True, slots=True)
class PlanDeclared:
    """A plan stands, with its AP and the strain of the turn (V3.5)."""

    who: str
    ap: int
    heavy: int
    light: str
    over: bool


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """A turn is over."""

    who: str


@dataclass(frozen=True, slots=True)
class TurnLost:
    """A stunned fighter's turn passed; Clarity began (V9.5a)."""

    who: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """An action, or its part for one target, had become impossible (V3.12)."""

    who: str
    act: int
    action: str
    on: str
    code: str
    rule: str


@dataclass(frozen=True, slots=True)
class Retargeted:
    """A dead target was replaced by the tactic (V13.2)."""

    who: str
    was: str
    on: str
    tactic: str


@dataclass(frozen=True, slots=True)
class Moved:
    """A fighter changed lines (V5.1, V5.5, V12.7)."""

    who: str
    line: int
    rule: str


@dataclass(frozen=True, slots=True)
class Fell:
    """A fighter is dead for good; `dropped` lies on the ground (V2.4)."""

    who: str
    dropped: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hid:
    """A fighter has Stealth: by hiding, or as a Coward (V9.12, V12.7)."""

    who: str
    how: str


@dataclass(frozen=True, slots=True)
class Revealed:
    """A fighter's Stealth ended: found, or by its own act (V9.12a, V9.12b)."""

    who: str
    by: str


@dataclass(frozen=True, slots=True)
class SearchFailed:
    """A search found nobody (V9.12a)."""

    who: str
    on: str


@dataclass(frozen=True, slots=True)
class Guarded:
    """A guard stands (V9.13)."""

    who: str
    on: str


@dataclass(frozen=True, slots=True)
class Failed:
    """A roll of an action failed: breakthrough, cast, guard, first_aid or summon."""

    who: str
    roll: str
    on: str


@dataclass(frozen=True, slots=True)
class BrokeThrough:
    """An Assault reached the rear (V9.4)."""

    who: str


@dataclass(frozen=True, slots=True)
class Healed:
    """A potion or Heal lowered every wound and bandage by 2 (V10.7)."""

    who: str
    on: str
    rule: str


@dataclass(frozen=True, slots=True)
class PotionDrunk:
    """A potion was used up (V9.15)."""

    who: str


@dataclass(frozen=True, slots=True)
class KitUsed:
    """A kit charge was spent on a try (V9.14)."""

    who: str


@dataclass(frozen=True, slots=True)
class Treated:
    """First aid closed a wound: the one at `index`, leaving its bandage or nothing (V9.14)."""

    who: str
    on: str
    index: int
    bandage: bool


@dataclass(frozen=True, slots=True)
class Summoned:
    """A skeleton stands (V9.10)."""

    who: str
    skeleton: Fighter


@dataclass(frozen=True, slots=True)
class Dismissed:
    """A skeleton was dismissed (V9.10b)."""

    who: str
    skeleton: str


@dataclass(frozen=True, slots=True)
class StanceTaken:
    """A stance was taken (V9.11)."""

    who: str
    stance: str


@dataclass(frozen=True, slots=True)
class Reordered:
    """The weapons' order changed (V7.2)."""

    who: str
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Given:
    """An item changed hands (V9.15)."""

    who: str
    on: str
    item: str


@dataclass(frozen=True, slots=True)
class Dropped:
    """An item fell to the ground (V9.15)."""

    who: str
    item: str


@dataclass(frozen=True, slots=True)
class Dressed:
    """Armour went on, or off where it is empty (V7.3)."""

    who: str
    armour: str


@dataclass(frozen=True, slots=True)
class Checked:
    """A generic check was made (V2.6)."""

    who: str
    param: str
    passed: bool


@dataclass(frozen=True, slots=True)
class Joined:
    """A fighter came in: last in the roster, and last in the order until the next roll."""

    fighter: Fighter


@dataclass(frozen=True, slots=True)
class CombatEnded:
    """The battle is over; what lasts to its end ended (V2.5)."""


@dataclass(frozen=True, slots=True)
class Overruled:
    """A referee set something by hand (L5)."""

    who: str
    what: str
    number: int
    words: tuple[str, ...]
    wounds: tuple[Wound, ...]


EVENTS: tuple[type, ...] = (
    RoundStarted,
    Ordered,
    WindowOpened,
    Intercepted,
    TurnsOpened,
    SpiritBought,
    SpiritUsed,
    TurnStarted,
    PlanDeclared,
    TurnEnded,
    TurnLost,
    Skipped,
    Retargeted,
    Redirected,
    Moved,
    ReactionSpent,
    Collided,
    BlowBegun,
    BlowHit,
    BlowMissed,
    Wounded,
    Unhurt,
    LifeLost,
    Fell,
    Stunned,
    Hid,
    Revealed,
    SearchFailed,
    Guarded,
    Failed,
    BrokeThrough,
    Healed,
    PotionDrunk,
    KitUsed,
    Treated,
    Summoned,
    Dismissed,
    StanceTaken,
    Reordered,
    Given,
    Dropped,
    Dressed,
    Checked,
    Joined,
    CombatEnded,
    Overruled,
)
