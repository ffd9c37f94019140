"""What happens in a fight beside its rules: who is there, what lies sealed or reported, how it ends."""

from __future__ import annotations

from dataclasses import dataclass

from referee.kernel.gathering import Report


@dataclass(frozen=True, slots=True)
class Party:
    """A fighter as a person at the fight.

    `standing`: asked (not answered yet), in (with a phone of their own), by (standing by: others' phones go
    on), away (said busy or not me), none (nobody's: unnamed fighters and creatures, played by a referee).
    `confirmed`: whether what happens reaches the sheet. `agreed`: whether the person agreed by PIN, once for
    the fight, that others' phones go on. `dice`: whether own dice come from the server or the table.
    `played`: "hand" where a referee takes each of the turns, else a phone does or the turns are automatic.
    """

    key: str
    seat: int | None
    standing: str
    confirmed: bool
    agreed: bool = False
    dice: str = "server"
    played: str = ""


@dataclass(frozen=True, slots=True)
class Opened:
    """The fight was opened with this state (encoded, as text), by players or by a referee."""

    state: str
    mode: str


@dataclass(frozen=True, slots=True)
class PartyCame:
    """Somebody came into the fight."""

    party: Party


@dataclass(frozen=True, slots=True)
class PartyStands:
    """Somebody's standing changed: accepted, busy, not me, standing by, awake again."""

    key: str
    standing: str


@dataclass(frozen=True, slots=True)
class PartyConfirmed:
    """Somebody's numbers count from now on: accepted, agreed by PIN, or confirmed by a referee."""

    key: str
    how: str


@dataclass(frozen=True, slots=True)
class PartyUnconfirmed:
    """Somebody's numbers wait from now on: another's phone goes on without the PIN."""

    key: str


@dataclass(frozen=True, slots=True)
class PartyNamed:
    """An unnamed fighter turned out to be this seat."""

    key: str
    seat: int


@dataclass(frozen=True, slots=True)
class PartyDice:
    """A fighter's dice come from here from now on: server, or table (V1.5)."""

    key: str
    dice: str


@dataclass(frozen=True, slots=True)
class PartyPlayed:
    """A fighter without a phone is played by a referee's hand, or automatically (empty)."""

    key: str
    played: str


@dataclass(frozen=True, slots=True)
class DiePlaced:
    """One die of an ask that waits for several: typed from the table, or rolled by the server for it."""

    ask: str
    place: int
    face: int
    source: str


@dataclass(frozen=True, slots=True)
class Sealed:
    """Somebody has thrown; what lies sealed is not told (L7)."""

    ask: str
    who: str
    hand: str


@dataclass(frozen=True, slots=True)
class Reported:
    """Somebody reported what came of a throw by hand."""

    ask: str
    report: Report


@dataclass(frozen=True, slots=True)
class WantedAgain:
    """Somebody wants the throw made again, after reports that differ."""

    ask: str
    who: str


@dataclass(frozen=True, slots=True)
class Paused:
    """A command waits for an answer: its running step, with frame, answers so far and command as text.

    `ask` names what is asked: where the rules no longer ask that, the command stops. `begun` tells that
    something has come of the command already, so that players may not leave it for another.
    """

    step: str
    frame: str
    answers: str
    command: str
    ask: str
    begun: bool


@dataclass(frozen=True, slots=True)
class Resumed:
    """The waiting command went on, or was left for another."""


@dataclass(frozen=True, slots=True)
class EndAgreed:
    """Somebody agrees that the fight is over."""

    key: str


@dataclass(frozen=True, slots=True)
class UndoAgreed:
    """Somebody agrees to take the last act back, in a fight that has no referee."""

    key: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The fight is over: agreed (by all fighters), referee, withdrawn (before the first reveal), merged."""

    how: str


@dataclass(frozen=True, slots=True)
class MergedInto:
    """The fighters went on in another fight, which was brought together with this one."""

    code: str


SITE_EVENTS: tuple[type, ...] = (
    Opened,
    PartyCame,
    PartyStands,
    PartyConfirmed,
    PartyUnconfirmed,
    PartyNamed,
    PartyDice,
    PartyPlayed,
    DiePlaced,
    Sealed,
    Reported,
    WantedAgain,
    Paused,
    Resumed,
    EndAgreed,
    UndoAgreed,
    Closed,
    MergedInto,
)
