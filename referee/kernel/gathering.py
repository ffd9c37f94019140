"""Gathering: how several phones bring in one throw, by sealed signs, by reports, or by a referee's word.

Where two ways meet for one throw nothing counts until all use one. Agreeing reports stand; disagreeing ones
decide nothing (L8). Knows who has thrown, never what (L7).
"""

from __future__ import annotations

from copy import replace
from dataclasses import dataclass
from typing import Literal

from referee.kernel.asks import Throws

type Way = Literal["missing", "waiting", "mixed", "differing", "reveal", "agreed"]


@dataclass(frozen=True, slots=True)
class Report:
    """What one fighter's phone says came of a throw by hand: results for the ask's pairs, or an order."""

    by: str
    results: tuple[int, ...] = ()
    ranking: tuple[tuple[str, ...], ...] = ()
    at: str = ""


@dataclass(frozen=True, slots=True)
class Gathering:
    """What has come in for one open ask, named by its fingerprint.

    `sealed` lists (fighter, hand) that lie sealed; `reports` the latest of each reporter; `again` who wants
    another throw after reports that differ; `times` counts the throws made anew.
    """

    ask: str = ""
    sealed: tuple[tuple[str, str], ...] = ()
    reports: tuple[Report, ...] = ()
    again: tuple[str, ...] = ()
    times: int = 0

    def seal(self, who: str, hand: str) -> Gathering:
        """Add a sealed sign; it replaces what this fighter reported."""
        others = tuple(report for report in self.reports if report.by != who)
        hands = (*(one for one in self.sealed if one != (who, hand)), (who, hand))
        return replace(self, sealed=hands, reports=others, again=_without(self.again, who))

    def report(self, report: Report) -> Gathering:
        """Add or correct a report; it replaces what this fighter had sealed."""
        others = tuple(one for one in self.reports if one.by != report.by)
        sealed = tuple(one for one in self.sealed if one[0] != report.by)
        return replace(self, reports=(*others, report), sealed=sealed, again=_without(self.again, report.by))

    def want_again(self, who: str, reporters: frozenset[str]) -> Gathering:
        """Note that a fighter wants to throw again; once all reporters do, everything is thrown anew."""
        again = (*_without(self.again, who), who)
        if reporters <= set(again):
            return Gathering(ask=self.ask, times=self.times + 1)
        return replace(self, again=again)

    @property
    def thrown(self) -> frozenset[str]:
        """The fighters from whom something has come in, by whichever way."""
        return frozenset(who for who, _ in self.sealed) | frozenset(report.by for report in self.reports)


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(one for one in names if one != name)


@dataclass(frozen=True, slots=True)
class Outlook:
    """How a gathering stands: its way, and the fighters it still waits for."""

    way: Way
    waiting: tuple[str, ...] = ()


def reporters(ask: Throws, awake: frozenset[str]) -> frozenset[str]:
    """Tell whose reports decide: the throwers with an awake phone; if none has one, anybody's who has.

    So that a fight never needs more than one awake phone.
    """
    own = frozenset(ask.throwers) & awake
    return own or awake


def outlook(gathering: Gathering, ask: Throws, awake: frozenset[str]) -> Outlook:
    """Tell what the contributions amount to; `awake` are the fighters with a phone of their own in use."""
    deciding = reporters(ask, awake)
    if gathering.sealed and gathering.reports:
        return Outlook("mixed", tuple(sorted(deciding)))
    if gathering.reports:
        told = {report.by: (report.results, report.ranking) for report in gathering.reports}
        if len(set(told.values())) > 1:
            return Outlook("differing", tuple(sorted(told)))
        own = frozenset(ask.throwers) & awake
        missing = own - set(told)
        return Outlook("waiting", tuple(sorted(missing))) if missing else Outlook("agreed")
    if gathering.sealed:
        lying = set(gathering.sealed)
        missing = frozenset(hand.who for hand in ask.hands if (hand.who, hand.hand) not in lying)
        return Outlook("waiting", tuple(sorted(missing))) if missing else Outlook("reveal")
    return Outlook("missing", tuple(ask.throwers))
