"""Fights of live combat for races and kills: many points, so that they go on, read from the database."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from referee.adjudication.company import Comer
from referee.adjudication.opening import Way, open_clash
from referee.adjudication.position import Folded, load
from referee.ledger import Author, Draft, append_all, writing
from referee.models import Clash, Entry, Event, Seat
from referee.sheets import sheet_set
from referee.system import system_for

SYSTEM = "larp_rps"
WEAPON = {"id": "longsword", "attack": 2, "defence": 3, "max": 3}
SHEET = {"attack": 8, "defence": 7, "dexterity": 5, "hp": 500, "weapons": [WEAPON]}


def nonce() -> str:
    """Give a new nonce."""
    return secrets.token_hex(12)


def give_sheets(*seats: Seat) -> None:
    """Give everybody the sheet."""
    sheet = system_for(SYSTEM).sheet.clean(SHEET)
    with writing():
        append_all(
            [(seat.stream, Draft("sheet", [sheet_set(SYSTEM, sheet)])) for seat in seats], Author(None)
        )


class LiveFight:
    """One fight; what it waits for is read anew at each question."""

    def __init__(self, clash: Clash) -> None:
        self.clash = clash
        self.path = f"/e/{clash.event.slug}/c/{clash.code}/"
        self.act = f"{self.path}act"
        self.socket = f"/live/clash/{clash.code}/"

    @classmethod
    def between(cls, event: Event, opener: Seat, seats: Sequence[Seat], way: Way | None = None) -> LiveFight:
        """Open one, the first against all others, everybody in."""
        sheet = system_for(SYSTEM).sheet.clean(SHEET)
        sides = "AB" if len(seats) == 2 else "ABCDEFGH"
        comers = [
            Comer(side, sheet, seat, standing="in", confirmed=True)
            for side, seat in zip(sides, seats, strict=False)
        ]
        return cls(open_clash(event, SYSTEM, Author(opener), comers, nonce(), way or Way()))

    @property
    def folded(self) -> Folded:
        """The fight as it stands."""
        self.clash.stream.refresh_from_db()
        return load(self.clash.stream, system_for(SYSTEM))

    @property
    def seq(self) -> int:
        """Its last entry."""
        self.clash.stream.refresh_from_db()
        return self.clash.stream.head

    @property
    def ask(self) -> str:
        """What is waited for, "" where nothing is."""
        waiting = self.folded.waiting
        return waiting.ask if waiting else ""

    @property
    def question(self):
        """What is waited for."""
        waiting = self.folded.waiting
        return waiting.pending.ask if waiting else None

    def throws(self) -> dict[str, dict[str, str]]:
        """Give for each fighter who throws now the fields of a throw."""
        asked, question = self.ask, self.question
        return {
            hand.who: {"do": "throw", "ask": asked, "who": hand.who, f"sign_{hand.hand}": "rock"}
            for hand in question.hands
        }

    def decision(self, result: str = "1") -> dict[str, str]:
        """Give the fields of a referee's answer to what is waited for; where nothing is, of an undo.

        `result` "-1" has every blow parried, so that the fight goes on for ever.
        """
        folded = self.folded
        if folded.waiting is None:
            return {"do": "undo", "seen": str(folded.seq)}
        pairs = len(folded.waiting.pending.ask.pairs)
        return {"do": "decide", "ask": folded.waiting.ask, "results": ",".join([result] * pairs)}

    @property
    def entries(self) -> list[Entry]:
        """All entries."""
        return list(Entry.objects.filter(stream=self.clash.stream_id).order_by("seq"))

    def holding(self, *nonces: str) -> list[Entry]:
        """Give the entries with these nonces."""
        return list(Entry.objects.filter(stream=self.clash.stream_id, nonce__in=nonces))
