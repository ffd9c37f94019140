"""Commands, and the frames that live between steps: frozen values, so that equal ones merge in odds."""

from __future__ import annotations

from dataclasses import dataclass

from referee.kernel.values import replaced
from vex.rules.events import Stroke
from vex.rules.state import Fighter, Wound


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a plan. Which fields it reads depends on `do`; `wound` is −1 where none is named."""

    do: str
    weapon: str = ""
    targets: tuple[str, ...] = ()
    stance: str = ""
    item: str = ""
    line: int = 0
    order: tuple[str, ...] = ()
    wound: int = -1


@dataclass(frozen=True, slots=True)
class Purchase:
    """The spirits that one fighter buys, in order."""

    who: str
    spirits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StartRound:
    """Begin a round (V3.2). With `window` it stops after initiative, for spirits to be bought one by one."""

    spirits: tuple[Purchase, ...] = ()
    window: bool = False


@dataclass(frozen=True, slots=True)
class BuySpirits:
    """Buy spirits in the open window of the round's start (V11.1)."""

    who: str
    spirits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CloseWindow:
    """Close the window: Berserk attacks, then turns (V3.2)."""

    spirits: tuple[Purchase, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """Take a turn by a plan (V3.5)."""

    who: str
    plan: tuple[Action, ...] = ()
    spirits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AutoTurn:
    """Take a turn by the tactic: one 2-AP attack with the first weapon that reaches, no spirits (V13.1)."""

    who: str


@dataclass(frozen=True, slots=True)
class CallCheck:
    """Call a generic check (V2.6); `advantage` is a net number."""

    who: str
    param: str
    dc: int
    advantage: int = 0


@dataclass(frozen=True, slots=True)
class Camp:
    """Do something out of combat (V7.3, V9.14); `don` names armour in `item`."""

    who: str
    action: Action


@dataclass(frozen=True, slots=True)
class Join:
    """Bring a fighter into the battle: last in the roster and, until the next roll, in the order."""

    fighter: Fighter


@dataclass(frozen=True, slots=True)
class EndCombat:
    """End the battle."""


@dataclass(frozen=True, slots=True)
class Overrule:
    """Set something by hand, as one of OVERRULES (L5): a number, words (weapons, armour, stance), wounds."""

    who: str
    what: str
    number: int = 0
    words: tuple[str, ...] = ()
    wounds: tuple[Wound, ...] = ()


@dataclass(frozen=True, slots=True)
class Correct:
    """Set several things of one fighter by hand, all or none."""

    who: str
    overrules: tuple[Overrule, ...]


COMMANDS: tuple[type, ...] = (
    StartRound,
    BuySpirits,
    CloseWindow,
    TakeTurn,
    AutoTurn,
    CallCheck,
    Camp,
    Join,
    EndCombat,
    Overrule,
    Correct,
)


@dataclass(frozen=True, slots=True)
class Opening:
    """The start of a round, or of its window's end."""

    spirits: tuple[Purchase, ...] = ()
    window: bool = False


@dataclass(frozen=True, slots=True)
class Nothing:
    """The frame of steps that need none: the state tells them all."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A plan under way: `at` is the next action; `light` the code of light strain or "", `over` overstrain.

    `rested` tells that Second wind took the strain away (V11.9).
    """

    who: str
    plan: tuple[Action, ...]
    at: int = 0
    light: str = ""
    over: bool = False
    rested: bool = False

    __replace__ = replaced


@dataclass(frozen=True, slots=True)
class Deed:
    """An action with targets under way, of a plan or (without `turn`) a berserker's.

    `left` are the targets still named, `had` those it has had, `count` how many were declared (V9.16);
    `interceptors` are still to strike, `intercepted` have struck (V9.4).
    """

    who: str
    do: str
    weapon: str
    left: tuple[str, ...]
    count: int
    act: int = 0
    had: tuple[str, ...] = ()
    interceptors: tuple[str, ...] = ()
    intercepted: int = 0
    wound: int = -1
    light: str = ""
    over: bool = False
    rested: bool = False
    turn: Turn | None = None

    __replace__ = replaced


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack on the fighter on whom it lands, with what V4.4, V2.5 and V12.7 must remember of it.

    `n` is the target's number, from 1. `parted` tells that a Coward has fled from the exchange, `ended` that
    it was the attacker.
    """

    deed: Deed
    on: str
    n: int
    counters: int = 0
    ripostes: int = 0
    life_lost: bool = False
    parted: bool = False
    ended: bool = False

    __replace__ = replaced


@dataclass(frozen=True, slots=True)
class Blow:
    """A blow under way. `kind` is strike, stun, shot, fireball or lightning; V9.4's has no `attack`."""

    stroke: Stroke
    weapon: str
    kind: str
    deed: Deed
    attack: Attack | None = None
    parameter: str = ""
    decisive: bool = False

    __replace__ = replaced


FRAMES: tuple[type, ...] = (
    Opening,
    Nothing,
    Turn,
    Deed,
    Attack,
    Blow,
    TakeTurn,
    AutoTurn,
    CallCheck,
    Camp,
    Correct,
    Join,
    BuySpirits,
)
