"""Everything that is stored, a module per subject."""

from .accounts import Account, Attempt, Device, OneTimeLink, ReplacedLink
from .clashes import Call, Clash, Fighter
from .events import Event
from .ledger import Aside, Entry, SealedThrow, Stream
from .roster import Person, Role, Seat

__all__ = [
    "Account",
    "Aside",
    "Attempt",
    "Call",
    "Clash",
    "Device",
    "Entry",
    "Event",
    "Fighter",
    "OneTimeLink",
    "Person",
    "ReplacedLink",
    "Role",
    "SealedThrow",
    "Seat",
    "Stream",
]
