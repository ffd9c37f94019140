"""What an entry tells people: what it resolved and how, what it marks, what was drawn for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.adjudication.events import SITE_EVENTS
from referee.codec import ANSWERS, by_name, decode, parse
from referee.kernel.asks import Answer, Check, Contest, Hand, Order
from referee.models import Entry
from referee.system import Heard, Told

_ROLLS = by_name((Check, Contest, Order))


@dataclass(frozen=True, slots=True)
class Mark:
    """A protest, a note or a call on the record: its words lie beside the entry."""

    seq: int
    kind: str
    at: str
    about: int
    who: tuple[str, ...]


def tell(entry: Entry, events: Sequence[Any]) -> Told | None:
    """Give what an entry resolved, with what was thrown or rolled for it; None where it resolved nothing."""
    data = parse(entry.data)
    happened: list[Any] = [event for event in events if not isinstance(event, SITE_EVENTS)]
    answers = data.get("answers", ())
    if not happened and not answers and entry.kind != "opened":
        return None
    for line in reversed(answers):
        hands = tuple(Hand(who, hand) for who, hand in line["hands"])
        asked = decode(_ROLLS, line["asked"]) if "asked" in line else None
        heard = Heard(line["kind"], line["who"], hands, decode(ANSWERS, line["answer"]), line["drawn"], asked)
        happened.insert(line["before"], heard)
    return Told(
        entry.seq,
        entry.at.isoformat(),
        tuple(happened),
        data.get("way", ""),
        data.get("entered_for", ""),
        data.get("command"),
    )


def marks_in(entry: Entry) -> tuple[Mark, ...]:
    """Give what an entry marks for people to look at: a protest, a note, a call."""
    if entry.kind not in ("protest", "note", "call"):
        return ()
    data = parse(entry.data)
    who = tuple(data.get("who", ()))
    return (Mark(entry.seq, entry.kind, entry.at.isoformat(), data.get("about", 0), who),)


def drawn_in(entry: Entry) -> dict[str, Answer]:
    """Give the answers of an entry that chance or sealed hands gave, by their ask."""
    return {
        line["ask"]: decode(ANSWERS, line["answer"])
        for line in parse(entry.data).get("answers", ())
        if line["drawn"]
    }
