"""What moves a fight on, back and to its end: commands, undo and redo, agreeing, closing, notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.adjudication.desk import Deed, Desk
from referee.adjudication.events import Closed, EndAgreed, UndoAgreed
from referee.codec import encode, parse
from referee.kernel.asks import Answer
from referee.kernel.fold import BEGINNING, redo_target, undo_target
from referee.kernel.refusals import Refused
from referee.ledger import Words, link_of

LONGEST_WORDS = 500
"""Letters that a note, a protest or a reason may have."""
BESIDE = frozenset({"note", "protest", "agree", "party", "call"})
"""Kinds of entry in which nobody throws, reports or decides anything."""


def command(desk: Desk, given: Any, answers: Sequence[Answer] = (), reason: str = "") -> Deed:
    """Give a command of the rule system; a referee may give the answers that it asks for along with it."""
    desk.must_run()
    if not (desk.actor.own or desk.actor.referees):
        raise Refused("not_your_fighter")
    desk.system.allow(desk.position.state, given, desk.acting)
    waiting = desk.folded.waiting
    if not desk.actor.referees:
        if answers:
            raise Refused("referees_only")
        if waiting is not None and desk.position.paused is not None and desk.position.paused.begun:
            raise Refused("answer_first")
    running = desk.running()
    running.command(given, answers)
    data: dict[str, Any] = {"command": encode(given), "entered_for": desk.entered_for}
    if answers:
        data["way"] = "referee"
    return Deed("command", (), data, _words("reason", reason), course=running.run_on())


def correct(desk: Desk, key: str, fields: Mapping[str, Any], reason: str = "") -> Deed:
    """Set a fighter's carried fields by hand (L5); a throw that is waited for goes on."""
    desk.must_run()
    if not desk.actor.referees:
        raise Refused("referees_only")
    given = desk.system.correct(key, fields)
    desk.system.allow(desk.position.state, given, desk.acting)
    running = desk.running()
    running.between(given, desk.folded.waiting)
    data = {"command": encode(given), "entered_for": desk.entered_for}
    return Deed("ruling", (), data, _words("reason", reason), course=running.run_on())


def undo(desk: Desk) -> Deed:
    """Take the last act back: a referee at once, fighters together where there is no referee.

    What a fighter entered alone, and nothing was thrown, rolled or chosen for, that fighter takes back alone.
    """
    target = _undo_target(desk)
    if target is None:
        raise Refused("nothing_to_undo")
    if desk.actor.role == "assistant" and _by_referee(desk, target):
        raise Refused("referee_undoes")
    if not desk.actor.referees:
        if not desk.actor.own:
            raise Refused("not_your_fighter")
        if not _alone(desk, target):
            if desk.company.mode == "referee":
                raise Refused("referee_undoes")
            there = {standing.key for standing in desk.system.standings(desk.position.state)}
            if not desk.company.awake & there <= desk.company.undoing | desk.actor.own:
                return Deed("agree", tuple(UndoAgreed(key) for key in sorted(desk.actor.own)))
            if not _theirs(desk, target):
                raise Refused("referee_undoes")
    return Deed("undo", (), {}, after=target)


def _undo_target(desk: Desk) -> int | None:
    """Give the entry that undo leads to: before the last act, and before what lay sealed or reported for it.

    Else the one who threw last would know the others' signs.
    """
    target = undo_target(desk.folded.links)
    links = {link.seq: link for link in desk.folded.links}
    while target is not None and target != BEGINNING and links[target].kind == "aside":
        target = links[target].after
    return None if target == BEGINNING else target


def _by_referee(desk: Desk, target: int) -> bool:
    """Tell whether a referee entered what would be undone: no assistant takes back that word (R80)."""
    undone = [entry for entry in desk.entries if entry.seq > target and entry.seq in desk.folded.path]
    return any(parse(entry.data).get("entered_for") == "referee" for entry in undone)


def _alone(desk: Desk, target: int) -> bool:
    """Tell whether what would be undone is the actor's own, and told nobody anything."""
    seat = desk.actor.author.seat
    undone = [entry for entry in desk.entries if entry.seq > target and entry.seq in desk.folded.path]
    acts = [entry for entry in undone if link_of(entry).kind == "act"]
    return (
        seat is not None
        and all(entry.kind == "command" and entry.by_id == seat.pk for entry in acts)
        and not any(parse(entry.data).get("answers") for entry in acts)
    )


def _theirs(desk: Desk, target: int) -> bool:
    """Tell whether what would be undone came from those alone who agree to it.

    Somebody whose phone others go on for, or who has said no, has not agreed: what that one had a part in,
    and what a referee entered, is not undone without them.
    """
    asleep = [one for one in desk.company.parties if one.seat and one.standing in ("by", "away")]
    if all(party.agreed for party in asleep):
        return True
    awake = {party.seat for party in desk.company.parties if party.key in desk.company.awake}
    undone = [entry for entry in desk.entries if entry.seq > target and entry.seq in desk.folded.path]
    return all(entry.by_id in awake for entry in undone if entry.kind not in BESIDE)


def redo(desk: Desk) -> Deed:
    """Bring back what the last undo took back; what a referee took back, a referee brings back."""
    target = redo_target(desk.folded.links)
    if target is None:
        raise Refused("nothing_to_redo")
    if not desk.actor.referees and desk.company.mode == "referee":
        raise Refused("referee_undoes")
    if not desk.actor.referees and not desk.actor.own:
        raise Refused("not_your_fighter")
    if not desk.actor.referees and not _by_fighter(desk, target + 1):
        raise Refused("referee_undoes")
    return Deed("redo", (), {}, after=target)


def _by_fighter(desk: Desk, seq: int) -> bool:
    """Tell whether a fighter made an entry: the actor, or another one of this fight."""
    fighters = {party.seat for party in desk.company.parties if party.seat}
    if desk.actor.author.seat is not None:
        fighters.add(desk.actor.author.seat.pk)
    return any(entry.seq == seq and entry.by_id in fighters for entry in desk.entries)


def end(desk: Desk) -> Deed:
    """Agree that the fight is over; it is, once every fighter with a phone agrees (L8)."""
    desk.must_run()
    if not desk.actor.own:
        raise Refused("not_your_fighter")
    agreed = desk.company.ending | desk.actor.own
    events = tuple(EndAgreed(key) for key in sorted(desk.actor.own))
    still_there = {
        standing.key for standing in desk.system.standings(desk.position.state) if standing.present
    }
    if desk.company.awake & still_there <= agreed:
        return Deed("closed", (*events, Closed("agreed")), {})
    return Deed("agree", events)


def close(desk: Desk, reason: str = "") -> Deed:
    """End the fight as a referee who is not in it."""
    desk.must_run()
    if not desk.actor.referees:
        raise Refused("referees_only")
    return Deed("closed", (Closed("referee"),), {}, _words("reason", reason))


def withdraw(desk: Desk) -> Deed:
    """Leave the fight unfought, before anything was revealed: either fighter may."""
    desk.must_run()
    if not (desk.actor.own or desk.actor.referees):
        raise Refused("not_your_fighter")
    if desk.position.revealed and not desk.actor.referees:
        raise Refused("already_revealed")
    return Deed("closed", (Closed("withdrawn"),), {})


def note(desk: Desk, words: str) -> Deed:
    """Put a note on the record."""
    if not (desk.actor.own or desk.actor.referees):
        raise Refused("not_your_fighter")
    data = {"who": sorted(desk.actor.own)} if desk.actor.own else {}
    return Deed("note", (), data, _words("note", words, wanted=True))


def protest(desk: Desk, words: str, about: int) -> Deed:
    """Protest against a result, by the number of its entry; words are welcome, not needed."""
    if not desk.actor.own:
        raise Refused("not_your_fighter")
    if not any(told.seq == about for told in desk.folded.told):
        raise Refused("no_such_result")
    return Deed("protest", (), {"about": about, "who": sorted(desk.actor.own)}, _words("protest", words))


def _words(field: str, words: str, *, wanted: bool = False) -> tuple[Words, ...]:
    words = words.strip()
    if wanted and not words:
        raise Refused("words_missing")
    if len(words) > LONGEST_WORDS:
        raise Refused("words_too_long", limit=LONGEST_WORDS)
    return (Words(field, words),) if words else ()
