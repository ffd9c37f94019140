"""The seam: what a rule system is to the site, and how the site finds it (L9).

The site knows people, fights and the ledger, and no rule. A rule system is a folder whose `system` module
has one object, `system`, that is a `RuleSystem`; settings.RULE_SYSTEMS names the folders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

from django.conf import settings

from referee.kernel.refusals import Refused

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

    from referee.adjudication.dice import Slot
    from referee.adjudication.position import Company
    from referee.adjudication.turns import OpenWindow
    from referee.kernel.asks import Answer, Ask, Hand
    from referee.kernel.steps import Pending, Rules

type Words = "_StrOrPromise"
type Sheet = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a schema: forms, imports, weapon checks and exports are made from it.

    `kind` "rows" is a list of values of the inner schema (a sheet's weapons).
    """

    key: str
    kind: Literal["int", "bool", "choice", "choices", "text", "rows"]
    label: Words
    rule: str = ""
    default: Any = None
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[tuple[str, Words], ...] = ()
    inner: Schema | None = None
    hint: Words = ""
    default_from: str = ""
    """The field whose value stands in where none is given."""


@dataclass(frozen=True, slots=True)
class Schema:
    """The fields that a system asks for, in the order in which people fill them in."""

    fields: tuple[Field, ...] = ()

    def clean(self, data: Mapping[str, Any]) -> Sheet:
        """Check plain data and fill in defaults.

        Raise Refused("invalid_field", field=…, value=…) on the first value that does not fit, and on an
        unknown key.
        """
        known = {item.key: item for item in self.fields}
        for key in data:
            if key not in known:
                raise Refused("unknown_field", field=str(key))
        cleaned = {item.key: _clean(item, data.get(item.key, item.default)) for item in self.fields}
        for item in self.fields:
            if item.default_from and cleaned[item.key] is None:
                cleaned[item.key] = cleaned[item.default_from]
        return cleaned


LARGEST = 1_000_000
"""The largest number that any field takes: more is a slip or an attack."""


def _clean(item: Field, value: Any) -> Any:
    def refuse() -> Refused:
        return Refused("invalid_field", item.rule, field=item.key, value=str(value)[:80])

    if value is None:
        if item.default is None:
            return None
        value = item.default
    allowed = tuple(choice for choice, _ in item.choices)
    match item.kind:
        case "int":
            if type(value) is not int or abs(value) > LARGEST:
                raise refuse()
            if (item.minimum is not None and value < item.minimum) or (
                item.maximum is not None and value > item.maximum
            ):
                raise refuse()
            return value
        case "bool":
            if type(value) is not bool:
                raise refuse()
            return value
        case "choice":
            if value not in allowed:
                raise refuse()
            return value
        case "choices":
            if not isinstance(value, (list, tuple)) or not all(one in allowed for one in value):
                raise refuse()
            return list(value)
        case "text":
            if not isinstance(value, str) or len(value) > 200:
                raise refuse()
            return value
        case "rows":
            if not isinstance(value, (list, tuple)) or item.inner is None or len(value) > 50:
                raise refuse()
            if not all(isinstance(row, Mapping) for row in value):
                raise refuse()
            return [item.inner.clean(row) for row in value]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A fighter as he enters a fight: the id that rules use, his side, and his cleaned sheet.

    `sheet` holds what carries over too (points, conditions) as it is now.
    """

    key: str
    side: str
    sheet: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a fighter stands, for lists that know no rule: overview, display, who is down."""

    key: str
    side: str
    points: int
    maximum: int
    down: bool = False
    unconscious: bool = False
    acting: bool = False
    acted: bool = False
    present: bool = True


@dataclass(frozen=True, slots=True)
class Acting:
    """Who acts: a role, and the fighters that the actor speaks for (the own, and those standing by)."""

    role: Literal["player", "assistant", "referee"]
    keys: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Heard:
    """An answer as the ledger keeps it: what kind of ask it was given to, by whose hands, and what it said.

    `drawn` tells that chance or sealed hands gave it, not a person's report; `ask` is what was rolled for.
    """

    kind: str
    who: str
    hands: tuple[Hand, ...]
    answer: Answer
    drawn: bool
    ask: Ask[Any] | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """One resolved thing: the number of its entry, when, what happened, and who entered it.

    `trail` holds rule events and Heard lines in order; `way` is how its throw came in: phones, hand
    (reported by the fighters), referee; "" where nothing was thrown. `by` is the key of the fighter or the
    role (referee, assistant) that entered it, `command` the command that it gave, as the ledger keeps it.
    """

    seq: int
    at: str
    trail: tuple[Any, ...]
    way: str = ""
    by: str = ""
    command: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class View:
    """A fight as a system's screen gets it. Nothing in it is secret: a sealed sign stands nowhere here (L7).

    `names` gives fighters' names, `numbers` their numbers. `ask` is what is waited for, with `answered` the
    throwers who have thrown; `pending` is the resolution that it belongs to, for looking ahead under the same
    rules (L1). `told` is what has happened lately, `company` who is there, `slots` the dice of the open
    ask, `window` the window that is open; `seq` the entry that is shown, `status` whether the fight runs.
    """

    state: Any
    ask: Ask[Any] | None
    command: Any | None
    names: Mapping[str, str]
    numbers: Mapping[str, int | None]
    answered: frozenset[str] = frozenset()
    told: tuple[Told, ...] = ()
    open_terms: bool = False
    pending: Pending[Any] | None = None
    company: Company | None = None
    slots: tuple[Slot, ...] = ()
    window: OpenWindow | None = None
    seq: int = 0
    status: str = "open"


@dataclass(frozen=True, slots=True)
class Screen:
    """What one audience gets: partials of a template, and their context.

    Each part is a partial whose root element has the part's name as its id.
    """

    template: str
    parts: tuple[str, ...]
    context: dict[str, Any] = field(default_factory=dict)


class RuleSystem(Protocol):
    """A rule system, as the site sees it."""

    key: str
    title: Words
    rules_version: str
    rules: Rules[Any]
    state_type: type
    event_types: tuple[type, ...]
    command_types: tuple[type, ...]
    frame_types: tuple[type, ...]
    """The dataclasses that the ledger stores, decoded by their names: names stay what they are."""

    sheet: Schema
    gear: Schema
    rulings: Schema
    carried: tuple[str, ...]
    """The sheet's fields that a fight changes (points, conditions), written to the sheet as they change."""

    templates: Mapping[str, Mapping[str, Any]]
    """Creatures that a referee adds by name: key to sheet."""

    creatures: Mapping[str, Words]
    """What each of these creatures is called."""

    def open(self, entrants: Sequence[Entrant], rulings: Mapping[str, str]) -> Any:
        """Give the state that a fight opens with; raise Refused where a sheet cannot fight."""

    def join(self, entrant: Entrant) -> Any:
        """Give the command that brings a fighter into a running fight."""

    def leave(self, key: str) -> Any:
        """Give the command that takes a fighter out of the fight."""

    def come_back(self, key: str) -> Any:
        """Give the command that brings back one who left."""

    def bring(self, state: Any, key: str, entrant: Entrant) -> Any:
        """Give the command that brings in a fighter of another fight as `entrant`, with his state there."""

    def correct(self, key: str, fields: Mapping[str, Any]) -> Any:
        """Give the command by which a referee sets these carried fields by hand (L5); the others stay."""

    def default(self, state: Any) -> Any | None:
        """Give the command that comes next when nobody says otherwise, filled from order and last blow.

        None where the fight waits for a person's decision. What it starts runs on until an ask.
        """

    def allow(self, state: Any, command: Any, acting: Acting) -> None:
        """Raise Refused where this actor may not give this command; legality is judged by the rules."""

    def command(self, data: Mapping[str, str], state: Any) -> Any:
        """Turn a posted form into a command; raise Refused where it is none."""

    def carry(self, state: Any, key: str) -> Mapping[str, Any]:
        """Give the carried fields of a fighter as they are now."""

    def standings(self, state: Any) -> tuple[Standing, ...]:
        """Give how everybody stands, in roster order."""

    def round(self, state: Any) -> int:
        """Give the number of the running round, 0 before the first."""

    def over(self, state: Any) -> bool:
        """Tell whether at most one side still stands: a hint to end, never an end by itself (L5, L8)."""

    def public(self, view: View) -> Screen:
        """Give what everybody at the fight may see.

        A part called heading stands in the top bar. The template also has a partial `display`, of the same
        context, for a fight on a projector.
        """

    def mine(self, view: View, keys: frozenset[str]) -> Screen:
        """Give what only the players of these fighters see: own terms, own keys.

        Its first part stands above the public one: what this player has not seen yet.
        """

    def console(self, view: View) -> Screen:
        """Give what referees see and act on."""

    def numbers(self, sheet: Sheet) -> Screen:
        """Give *my numbers*: what an ordinary blow of this sheet needs.

        The parts are for the own page and need no ids; the template also has a partial `printed`, of the same
        context, for paper.
        """

    def explain(self, refused: Refused) -> str:
        """Word a refusal in the current language, with its rule."""


@dataclass(frozen=True, slots=True)
class Upcoming:
    """What comes next in a fight of turns, done automatically: the command, and whom it may be taken for.

    `who` are the fighters whose turn or choice it is; `begins` tells that a round begins with it.
    """

    command: Any
    who: tuple[str, ...] = ()
    begins: bool = False


@dataclass(frozen=True, slots=True)
class Window:
    """A moment in which several declare at once, each any of these options (at most 26) or nothing."""

    who: tuple[str, ...]
    options: tuple[str, ...]


@runtime_checkable
class Turns(Protocol):
    """What a rule system adds whose fighters take turns that they plan."""

    def upcoming(self, state: Any) -> Upcoming | None:
        """Give what comes next when nobody says otherwise; None where nothing does."""

    def window(self, state: Any) -> Window | None:
        """Give the window that is open, None where none is."""

    def declare(self, state: Any, who: str, chosen: Sequence[str]) -> None:
        """Judge what a fighter declares in the open window; raise Refused."""

    def declared(self, state: Any, chosen: Mapping[str, Sequence[str]]) -> Any:
        """Give the command that closes the window with what each fighter declared."""

    def page(self, name: str, view: View, acting: Acting, data: Mapping[str, str]) -> Screen | None:
        """Give a page beside the board, on which a command is put together from the fields so far.

        Nothing is written by it. None where there is no such page for who looks. Its first part is what
        changes with the fields.
        """


@runtime_checkable
class Pages(Protocol):
    """What a rule system adds that has pages beside the board, for referees (override, more) or players."""

    def page(self, name: str, view: View, acting: Acting, data: Mapping[str, str]) -> Screen | None:
        """Give a page beside the board, with the fields so far.

        Nothing is written by it. None where there is no such page for who looks. Its first part is what
        changes with the fields.
        """


@runtime_checkable
class Builds(Protocol):
    """What a rule system adds that lets a referee build a fighter on the spot, on its page `build`."""

    def sheet_in(self, data: Mapping[str, str]) -> Sheet:
        """Make a cleaned sheet of the fields of that page; raise Refused."""


@cache
def systems() -> Mapping[str, RuleSystem]:
    """Give the rule systems of this site by key."""
    found: dict[str, RuleSystem] = {}
    for app in settings.RULE_SYSTEMS:
        system: RuleSystem = import_module(f"{app}.system").system
        found[system.key] = system
    return found


def system_for(key: str) -> RuleSystem:
    """Give one rule system; raise LookupError where the site has none of that key."""
    return systems()[key]
