"""Table dice (V1.5): typed by the roller or by a referee, one tap a die, beside those that the server rolls.

What is asked for stands in slots, one a die. An ask is answered once its last slot is filled; the server's
dice fall only then. Each function decides one act; it gets the desk and gives the deed, or raises Refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.adjudication import course
from referee.adjudication.desk import Deed, Desk
from referee.adjudication.events import DiePlaced, PartyDice, PartyPlayed
from referee.adjudication.position import Position, Waiting
from referee.codec import parse
from referee.kernel.asks import Ask, Contest, Dice, Order, dice_needed
from referee.kernel.drivers import faces_wanted
from referee.kernel.fold import BEGINNING
from referee.kernel.refusals import Refused
from referee.ledger import link_of

SOURCES = ("server", "table")


@dataclass(frozen=True, slots=True)
class Slot:
    """One die of an ask: its place among them, who rolls it, and what fell, if anything has."""

    place: int
    who: str
    sides: int
    face: int = 0
    source: str = ""
    tiebreak: bool = False


def slots_of(ask: Ask[Any], placed: Iterable[DiePlaced] = ()) -> tuple[Slot, ...]:
    """Give the dice of an ask, those that break ties once they are known; none where it takes no dice."""
    wanted = faces_wanted(ask)
    if wanted is None:
        return ()
    known = {die.place: die for die in placed}
    sides = wanted[1]
    names = _rollers(ask)
    found = [_slot(place, who, sides, known) for place, who in enumerate(names)]
    while isinstance(ask, Order) and all(slot.face for slot in found):
        more = ask.awaited(tuple(slot.face for slot in found))
        if not more:
            break
        start = len(found)
        found += [_slot(start + nth, who, sides, known, tiebreak=True) for nth, who in enumerate(more)]
    return tuple(found)


def _rollers(ask: Ask[Any]) -> list[str]:
    """Tell whose the dice of an ask are at first, one name a die."""
    if isinstance(ask, Contest):
        return [ask.who] * dice_needed(ask.edge) + [ask.on] * dice_needed(ask.edge_against)
    if isinstance(ask, Order):
        return [roll.who for roll in ask.rolls for _ in range(dice_needed(roll.edge))]
    wanted = faces_wanted(ask)
    return [ask.who] * (wanted[0] if wanted else 0)


def _slot(
    place: int, who: str, sides: int, known: Mapping[int, DiePlaced], *, tiebreak: bool = False
) -> Slot:
    die = known.get(place)
    if die is None:
        return Slot(place, who, sides, tiebreak=tiebreak)
    return Slot(place, who, sides, die.face, die.source, tiebreak)


def placed_for(position: Position, ask: str) -> tuple[DiePlaced, ...]:
    """Give the dice that lie already for an ask."""
    return tuple(die for die in position.dice if die.ask == ask)


def place_die(desk: Desk, ask: str, place: int, face: int) -> Deed:
    """Type one die that fell on the table; as long as others are missing it can be typed anew."""
    waiting = desk.waiting(ask)
    slot = _open_slot(desk, waiting, place)
    if not 1 <= face <= slot.sides:
        raise Refused("no_such_face", sides=slot.sides)
    return _fill(desk, waiting, [DiePlaced(ask, place, face, "table")])


def roll_dice(desk: Desk, ask: str, who: str = "") -> Deed:
    """Let the server roll the missing dice of one roller, or of all that the actor speaks for."""
    waiting = desk.waiting(ask)
    slots = slots_of(waiting.pending.ask, placed_for(desk.position, ask))
    mine = [slot for slot in slots if not slot.face and who in ("", slot.who) and _may(desk, slot.who)]
    if not mine:
        raise Refused("not_your_fighter" if slots else "stale_ask")
    return _fill(desk, waiting, [_rolled(desk, ask, slot) for slot in mine])


def _open_slot(desk: Desk, waiting: Waiting, place: int) -> Slot:
    slots = slots_of(waiting.pending.ask, placed_for(desk.position, waiting.ask))
    slot = next((one for one in slots if one.place == place), None)
    if slot is None:
        raise Refused("stale_ask")
    if not _may(desk, slot.who):
        raise Refused("not_your_fighter")
    if slot.source == "server":
        raise Refused("rolled_already")
    return slot


def _may(desk: Desk, who: str) -> bool:
    # What a fighter has brought in (a summoned one) has a key below the own one.
    return desk.actor.referees or who.partition(".")[0] in desk.speaks


def _fill(desk: Desk, waiting: Waiting, fresh: Sequence[DiePlaced]) -> Deed:
    """Add dice; once only the server's are missing it rolls them, and the ask is answered."""
    ask, question = waiting.ask, waiting.pending.ask
    replaced = {die.place for die in fresh}
    lying = [die for die in placed_for(desk.position, ask) if die.place not in replaced]
    dice = [*lying, *fresh]
    slots = slots_of(question, dice)
    while not any(not slot.face and slot.who in desk.company.at_table for slot in slots):
        missing = [slot for slot in slots if not slot.face]
        if not missing:
            break
        dice += [_rolled(desk, ask, slot) for slot in missing]
        slots = slots_of(question, dice)
    if not all(slot.face for slot in slots):
        # A tie that a table die breaks: what the server has rolled for it stands.
        return Deed("die", tuple(dice[len(lying) :]), {"ask": ask})
    sources = [slot.source for slot in slots]
    source = sources[0] if len(set(sources)) == 1 else ",".join(sources)
    answer = Dice(tuple(slot.face for slot in slots), source)
    running = desk.running()
    # Mixed with typed ones, the server's dice are kept too: who types anew gets the same beside it.
    running.answer(waiting, [answer], drawn="server" in sources)
    way = "table" if "table" in sources else "server"
    data = {"way": way, "ask": ask, "entered_for": desk.entered_for}
    return Deed("answer", tuple(fresh), data, course=running.run_on())


def _rolled(desk: Desk, ask: str, slot: Slot) -> DiePlaced:
    """Roll one die on the server; one that fell for this very ask before an undo falls again."""
    before = desk.company.drawn.get(ask)
    if isinstance(before, Dice) and slot.place < len(before.faces):
        sources = before.source.split(",")
        source = sources[slot.place] if len(sources) > 1 else sources[0]
        if source == "server":
            return DiePlaced(ask, slot.place, before.faces[slot.place], "server")
    return DiePlaced(ask, slot.place, course.roll(slot.sides), "server")


def correct_last(desk: Desk) -> Deed:
    """Take the last typed die back, to type it anew: who typed it, or a referee."""
    desk.must_run()
    target = last_typed(desk)
    if target is None:
        raise Refused("nothing_to_undo")
    return Deed("undo", (), {"die": True}, after=target)


def last_typed(desk: Desk) -> int | None:
    """Give the entry before the last typed die, where nothing but what it brought about has come since."""
    path = desk.folded.path
    acts = [entry for entry in desk.entries if entry.seq in path and link_of(entry).kind == "act"]
    if not acts or acts[-1].kind != "answer" or parse(acts[-1].data).get("way") != "table":
        return None
    seat = desk.actor.author.seat
    mine = seat is not None and acts[-1].by_id == seat.pk
    return acts[-1].after if (mine or desk.actor.referees) and acts[-1].after != BEGINNING else None


def set_dice(desk: Desk, key: str, dice: str) -> Deed:
    """Say where a fighter's dice come from: the fighter, or a referee for anyone; without a key for all."""
    desk.must_run()
    if dice not in SOURCES:
        raise Refused("no_such_answer")
    if not key and desk.actor.referees:
        return Deed("party", tuple(PartyDice(party.key, dice) for party in desk.company.parties))
    if not (desk.actor.referees or key in desk.actor.own):
        raise Refused("not_your_fighter")
    if desk.company.party(key) is None:
        raise Refused("no_such_fighter")
    return Deed("party", (PartyDice(key, dice),), {"who": key})


def set_played(desk: Desk, key: str, played: str) -> Deed:
    """Say whether a referee takes the turns of a fighter without a phone, or they are automatic."""
    desk.must_run()
    if played not in ("", "hand"):
        raise Refused("no_such_answer")
    if not desk.actor.referees:
        raise Refused("referees_only")
    if desk.company.party(key) is None:
        raise Refused("no_such_fighter")
    return Deed("party", (PartyPlayed(key, played),), {"who": key})
