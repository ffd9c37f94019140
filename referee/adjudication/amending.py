"""Amending the last act: a referee gives one of its rolls another outcome, and the rest is made anew (L5).

Nothing is taken out of the ledger: the amended act is an entry of its own that follows what the act followed.
"""

from __future__ import annotations

from typing import Any

from referee.adjudication.course import Course, Running
from referee.adjudication.desk import Deed, Desk
from referee.adjudication.position import refold
from referee.codec import ANSWERS, by_name, decode, parse
from referee.kernel.asks import Answer, Check, Contest, Dice, dice_needed
from referee.kernel.refusals import Refused
from referee.ledger import link_of
from referee.models import Entry


def last_act(desk: Desk) -> Entry | None:
    """Give the last act on the fight's path, None where nothing has been done."""
    path = desk.folded.path
    acts = [entry for entry in desk.entries if entry.seq in path and link_of(entry).kind == "act"]
    return acts[-1] if acts else None


def amend_die(desk: Desk, seq: int, nth: int, face: int) -> Deed:
    """Give the `nth` roll of the last act another face; rolls after it that still fit keep theirs."""
    desk.must_run()
    if desk.actor.role != "referee":  # it overrules what fell: no assistant's word
        raise Refused("referees_only")
    entry = last_act(desk)
    if entry is None or entry.seq != seq:
        raise Refused("stale", since=seq)
    data = parse(entry.data)
    lines = data.get("answers", [])
    if not 0 <= nth < len(lines) or "command" not in data:
        raise Refused("nothing_to_undo")
    answers: list[Answer] = [decode(ANSWERS, line["answer"]) for line in lines]
    answers[nth] = _with_face(lines[nth], face)
    # What fell after the amended roll falls again wherever the same is asked.
    kept = {line["ask"]: answer for line, answer in zip(lines[nth + 1 :], answers[nth + 1 :], strict=True)}
    before = refold(desk.entries[: entry.after], desk.system)
    running = Running(desk.system, before.position, {**desk.company.drawn, **kept}, desk.company.at_table)
    given = decode(by_name(desk.system.command_types), data["command"])
    running.command(given, answers[: nth + 1])
    course: Course = running.run_on()
    told: dict[str, Any] = {
        "command": data["command"],
        "way": "referee",
        "amends": seq,
        "entered_for": desk.entered_for,
    }
    return Deed("amend", (), told, after=entry.after, course=course)


def _with_face(line: dict[str, Any], face: int) -> Dice:
    """Give the roll's dice so that this face is the one that counts."""
    asked = line.get("asked") or {}
    sides, edge = asked.get("sides", 20), asked.get("edge", 0)
    if asked.get("type") == Check.__name__:
        count = dice_needed(edge)
    elif asked.get("type") == Contest.__name__:
        told = decode(ANSWERS, line["answer"])
        assert isinstance(told, Dice)
        own = dice_needed(edge)
        return _checked((face,) * own + told.faces[own:], sides)
    else:
        raise Refused("no_such_answer")
    return _checked((face,) * count, sides)


def _checked(faces: tuple[int, ...], sides: int) -> Dice:
    if not all(1 <= face <= sides for face in faces):
        raise Refused("no_such_face", sides=sides)
    return Dice(faces, "table")
