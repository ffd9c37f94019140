"""Who is at a fight: being asked into it, standing by, confirming, coming in later, being named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.adjudication.desk import Deed, Desk
from referee.adjudication.events import (
    Party,
    PartyCame,
    PartyConfirmed,
    PartyNamed,
    PartyStands,
    PartyUnconfirmed,
    WantedAgain,
)
from referee.adjudication.position import gathering_of
from referee.adjudication.throws import as_reported
from referee.codec import encode
from referee.kernel.asks import Throws
from referee.kernel.gathering import outlook
from referee.kernel.refusals import Refused
from referee.models import Clash, Fighter, Seat
from referee.system import Entrant

ANSWERS = {"accept": "in", "busy": "away", "not_me": "away"}


@dataclass(frozen=True, slots=True)
class Comer:
    """Somebody who comes into a fight: a seat, or nobody's fighter with a name typed on the spot.

    `sheet` is cleaned and holds what carries over as it is now; with `table` own dice fall there (V1.5).
    """

    side: str
    sheet: Mapping[str, Any]
    seat: Seat | None = None
    name: str = ""
    standing: str = "asked"
    confirmed: bool = False
    table: bool = False

    def party(self, key: str) -> Party:
        """Give the comer as a party of the fight."""
        # Nobody's fighter stands in by no phone, but in practice, where one phone plays both sides.
        standing = self.standing if self.seat or self.standing == "in" else "none"
        dice = "table" if self.table else "server"
        return Party(key, self.seat.pk if self.seat else None, standing, self.confirmed, dice=dice)

    def entrant(self, key: str) -> Entrant:
        """Give the comer as rule systems know it."""
        return Entrant(key, self.side, self.sheet)

    def fighter(self, clash: Clash, key: str) -> Fighter:
        """Give the comer's row."""
        waits = self.seat is not None and not self.confirmed
        return Fighter(
            clash=clash, key=key, seat=self.seat, name=self.name[:80], side=self.side, unconfirmed=waits
        )


def answer_invitation(desk: Desk, key: str, answer: str) -> Deed:
    """Say accept, busy or not me to being asked into a fight; only accepting makes the numbers count.

    That it was not one's own fight may be said after its end too: then its numbers wait no more.
    """
    if key not in desk.actor.own:
        raise Refused("not_your_fighter")
    if answer != "not_me" or key not in desk.company.unconfirmed:
        desk.must_run()
    standing = ANSWERS.get(answer)
    if standing is None:
        raise Refused("no_such_answer")
    events: tuple[Any, ...] = (PartyStands(key, standing),)
    party = desk.company.party(key)
    if answer == "accept":
        events = (*events, PartyConfirmed(key, "accepted"))
    elif party is not None and party.confirmed and not party.agreed:
        # Who says no after a yes is not carried along: what the others enter from here on waits.
        events = (*events, PartyUnconfirmed(key))
    return Deed("party", events, {"answer": answer})


def stand_by(desk: Desk, key: str, agreed: bool) -> Deed:
    """Go on for a fighter whose phone does not: thrown by hand, reported on the other phones.

    `agreed` tells that the fighter agreed with the own PIN (the caller has checked it); once is enough for a
    fight. Without it, entered by another player, the numbers wait until that player or a referee confirms.
    """
    desk.must_run()
    party = desk.company.party(key)
    if party is None or party.standing == "none":
        raise Refused("no_such_fighter")
    if not (desk.actor.own or desk.actor.referees):
        raise Refused("not_your_fighter")
    if key in desk.actor.own:
        raise Refused("yours_is_awake")
    if party.standing == "away" and not (agreed or desk.actor.referees):
        # Who has said no is not brought back by another player.
        raise Refused("not_your_fighter")
    events: tuple[Any, ...] = (PartyStands(key, "by"),)
    if agreed:
        events = (*events, PartyConfirmed(key, "pin"), *_anew(desk))
    elif party.confirmed and not party.agreed and not desk.actor.referees:
        events = (*events, PartyUnconfirmed(key))
    return as_reported(desk, desk.company.awake - {key}, events) or Deed("party", events)


def _anew(desk: Desk) -> tuple[WantedAgain, ...]:
    """One whose report differs hands the phone's part over: both reports go, and it is thrown again."""
    waiting = desk.folded.waiting
    if waiting is None or not isinstance(waiting.pending.ask, Throws):
        return ()
    gathering = gathering_of(desk.position, waiting.ask)
    if outlook(gathering, waiting.pending.ask, desk.company.awake).way != "differing":
        return ()
    return tuple(WantedAgain(waiting.ask, report.by) for report in gathering.reports)


def wake(desk: Desk, key: str) -> Deed:
    """Take the own part again on the own phone."""
    desk.must_run()
    if key not in desk.actor.own:
        raise Refused("not_your_fighter")
    return Deed("party", (PartyStands(key, "in"),))


def confirm(desk: Desk, key: str, how: str = "player") -> Deed:
    """Let a fighter's numbers reach the sheet: that player, or a referee. Also after the end."""
    party = desk.company.party(key)
    if party is None or party.seat is None:
        raise Refused("no_such_fighter")
    if how != "pin" and not (desk.actor.referees or key in desk.actor.own):
        raise Refused("not_your_fighter")
    if party.confirmed:
        raise Refused("confirmed_already")
    return Deed("party", (PartyConfirmed(key, "referee" if desk.actor.referees else how),))


def come_in(desk: Desk, comer: Comer) -> Deed:
    """Bring somebody into a running fight (R6)."""
    desk.must_run()
    known = desk.clash.fighters.filter(seat=comer.seat).first() if comer.seat else None
    if known is not None:
        raise Refused("in_this_fight")
    key = f"f{Fighter.objects.filter(clash=desk.clash).count() + 1}"  # the clash may be older than the lock
    given = desk.system.join(comer.entrant(key))
    running = desk.running()
    state = running.between(given, desk.folded.waiting)
    data: dict[str, Any] = {"command": encode(given), "entered_for": desk.entered_for}
    if any(standing.key == key for standing in desk.system.standings(state)):
        data["carried"] = {key: dict(desk.system.carry(state, key))}
    return Deed(
        "command",
        (PartyCame(comer.party(key)),),
        data,
        course=running.run_on(),
        projections=(lambda clash: comer.fighter(clash, key).save(),),
    )


def name(desk: Desk, key: str, seat: Seat) -> Deed:
    """Tell who an unnamed fighter is; what happened since the opening reaches that sheet."""
    if not desk.actor.referees:
        raise Refused("referees_only")
    party = desk.company.party(key)
    if party is None or party.seat is not None:
        raise Refused("no_such_fighter")
    if desk.clash.fighters.filter(seat=seat).exists():
        raise Refused("in_this_fight")
    return Deed(
        "party",
        (PartyNamed(key, seat.pk), PartyStands(key, "by")),
        projections=(lambda clash: _seat(clash, key, seat),),
    )


def _seat(clash: Clash, key: str, seat: Seat) -> None:
    clash.fighters.filter(key=key).update(seat=seat)
