"""A fight of live combat as everybody at it sees it: who stands where, whose turn it is, what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from larp_rps import labels
from larp_rps.labels import number, signed
from larp_rps.notes import Named
from larp_rps.results import Teller, results
from larp_rps.rules import situations
from larp_rps.rules.commands import Ambush, Attack
from larp_rps.rules.default import next_attack
from larp_rps.rules.state import Fighter, State
from larp_rps.rules.statuses import statuses
from larp_rps.rules.totals import total_defence
from larp_rps.sums import Row, maximum_of, pips, rows
from referee.kernel.asks import Throws
from referee.kernel.terms import settle
from referee.system import View

MARKED = frozenset(
    {"casting", "charge_announced", "charging", "hasted", "hindered_next", "longer_weapon", "stalled"}
)
"""Statuses that a screen says in words; the others it shows by itself."""

SECONDS = 10
"""Seconds of a round: ten segments (R2)."""


@dataclass(frozen=True, slots=True)
class Member:
    """A fighter as everybody sees him. `role` is striker, target or nothing; `fallen` says how he lies.

    `marks` are what else holds of him, each with its rule.
    """

    who: Named
    points: int
    maximum: int
    pips: tuple[str, ...]
    weapon: str
    role: str
    acting: bool
    acted: bool
    fallen: str
    gone: bool
    joined: bool
    situation: tuple[Row, ...]
    defence: str = ""
    marks: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Camp:
    """One side and its fighters; `standing` are those on their feet."""

    side: str
    members: tuple[Member, ...]

    @property
    def standing(self) -> int:
        """How many of the side stand."""
        return sum(1 for member in self.members if not member.fallen and not member.gone)


@dataclass(frozen=True, slots=True)
class Turn:
    """A place in the order: whose, and whether it is now, done, out, or level with the one before."""

    who: Named
    state: str
    level: bool


def context(view: View) -> dict[str, Any]:
    """Give what the public part, the display and the console have in common: nobody's terms, unless open."""
    state: State = view.state
    teller = Teller(view, frozenset())
    striker, target = facing(view)
    members = tuple(_member(view, teller, one, striker, target) for one in state.fighters)
    told = results(view, frozenset())
    following = next_attack(state)
    return {
        "round_number": state.round,
        "seconds": state.round * SECONDS,
        "parted": state.parted,
        "members": members,
        "duel": len(members) == 2,
        "camps": _camps(members),
        "turns": tuple(_turns(state, teller)),
        "striker": teller.named(striker) if striker else None,
        "target": teller.named(target) if target else None,
        "following": teller.named(following.who) if following else None,
        "following_at": teller.named(following.at) if following else None,
        "lately": next((one for one in told if one.blows), told[0] if told else None),
        "story": told,
        "question": _question(view),
    }


def facing(view: View) -> tuple[str, str]:
    """Give who strikes at whom in what is waited for; empty where nobody does."""
    if isinstance(view.command, (Attack, Ambush)):
        return view.command.who, view.command.at
    return "", ""


def _member(view: View, teller: Teller, fighter: Fighter, striker: str, target: str) -> Member:
    state: State = view.state
    role = "striker" if fighter.key == striker else "target" if fighter.key == target else ""
    held = [fighter.weapon(hand).id for hand in fighter.hand_names]
    number_now = state.round if state.running else 0
    placed = state.order[state.place] if 0 <= state.place < len(state.order) else ()
    return Member(
        who=teller.named(fighter.key),
        points=fighter.hp,
        maximum=maximum_of(fighter),
        pips=pips(fighter.hp, fighter.hp, maximum_of(fighter)),
        weapon=" + ".join(labels.weapon(one) for one in held),
        role=role,
        acting=fighter.key in placed or role == "striker",
        acted=fighter.showings > 0 or fighter.passed,
        fallen=_("Down") if fighter.down else _("Unconscious") if fighter.unconscious else "",
        gone=not fighter.present,
        joined=fighter.joined,
        situation=rows(settle(situations.terms(state, fighter, number_now))),
        defence=_defence(view, fighter, striker) if role == "target" and teller.sees(fighter.key) else "",
        marks=tuple(
            (labels.word(labels.STATUSES, one.code), one.rule)
            for one in statuses(state, fighter)
            if one.code in MARKED
        ),
    )


def _defence(view: View, fighter: Fighter, striker: str) -> str:
    state: State = view.state
    total = total_defence(
        state, fighter, state.fighter(striker), fighter.defending_hand, surprised=False, per_hand=False
    )
    return number(total.total)


def _camps(members: Sequence[Member]) -> tuple[Camp, ...]:
    sides = dict.fromkeys(sorted(member.who.side for member in members))
    return tuple(Camp(side, tuple(one for one in members if one.who.side == side)) for side in sides)


def _turns(state: State, teller: Teller) -> Iterable[Turn]:
    for place, group in enumerate(state.order):
        for index, key in enumerate(group):
            fighter = state.find(key)
            if fighter is None:
                continue
            if fighter.fallen or not fighter.present:
                stands = "out"
            elif place == state.place:
                stands = "now"
            else:
                stands = "done" if fighter.showings or fighter.passed else ""
            yield Turn(teller.named(key), stands, index > 0)


def _question(view: View) -> str:
    """Give what is asked of the throwers, as a heading."""
    if not isinstance(view.ask, Throws):
        return ""
    match view.ask.kind:
        case "initiative":
            return _("Initiative")
        case "spell":
            return _("Spell or weapon first")
    return _("Show your sign")


def means(hit: bool, suffered: int, knocked_out: bool = False) -> str:
    """Give what a blow would bring, in a few words."""
    if knocked_out:
        return _("knocked out")
    if not hit:
        return _("no hit")
    return _("hit") + f" · {signed(-suffered)}"
