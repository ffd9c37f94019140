"""A fight driven by hand, as the views drive it: one `Fight` plays all phones."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from copy import replace
from typing import Any

from referee.adjudication import company, running, throws
from referee.adjudication.company import Comer
from referee.adjudication.desk import Decide, actor_for, perform
from referee.adjudication.opening import Way, open_clash
from referee.adjudication.position import Folded, load
from referee.kernel.asks import Answer, Ranking, Results, Throws
from referee.ledger import Author
from referee.models import Clash, Entry, Event, Seat
from referee.system import system_for

SHEET = {"stones": 3, "most": 3, "luck": 0, "dazed": False, "charms": []}
"""A plain sheet."""


def comer(seat: Seat | None, side: str, *, name: str = "", **fields: Any) -> Comer:
    """Give somebody who comes in: invited if there is a seat; fields are of the sheet or of the comer."""
    own = {key: fields.pop(key) for key in ("standing", "confirmed") if key in fields}
    return Comer(side, {**SHEET, **fields}, seat, name, **own)


class Fight:
    """One fight and everybody's phones at it."""

    def __init__(self, clash: Clash) -> None:
        self.clash = clash
        self.system = system_for(clash.system)
        self.last: Entry | None = None

    @classmethod
    def between(
        cls, event: Event, opener: Seat, comers: Sequence[Comer], system: str = "three_stones", **way: Any
    ) -> Fight:
        """Open a fight."""
        nonce = secrets.token_hex(8)
        return cls(open_clash(event, system, Author(opener, "device0"), comers, nonce, Way(**way)))

    @property
    def folded(self) -> Folded:
        """The fight as it stands."""
        self.clash.stream.refresh_from_db()
        return load(self.clash.stream, self.system)

    @property
    def state(self) -> Any:
        """The rules' state."""
        return self.folded.position.state

    @property
    def ask(self) -> str:
        """The name of what is waited for."""
        waiting = self.folded.waiting
        assert waiting is not None, "nothing is asked"
        return waiting.ask

    @property
    def question(self) -> Any:
        """What is waited for."""
        waiting = self.folded.waiting
        return waiting.pending.ask if waiting else None

    @property
    def entries(self) -> list[Entry]:
        """All entries."""
        return list(Entry.objects.filter(stream=self.clash.stream_id).order_by("seq"))

    def key(self, seat: Seat) -> str:
        """The key of a seat's fighter."""
        return str(self.clash.fighters.get(seat=seat).key)

    def do(
        self,
        seat: Seat,
        decide: Decide,
        *,
        role: str = "player",
        nonce: str = "",
        request: Mapping[str, Any] | None = None,
        seen: int | None = None,
        device: str = "phone",
    ) -> Folded:
        """Do one act and give the fight after it."""
        clash = Clash.objects.get(pk=self.clash.pk)
        actor = actor_for(clash, seat, device, role)  # type: ignore[arg-type]
        nonce = nonce or secrets.token_hex(8)
        self.last, folded = perform(clash, actor, nonce, request or {"n": nonce}, decide, seen)
        return folded

    def throw(self, seat: Seat, sign: str, **kwargs: Any) -> Folded:
        """Throw on the own phone."""
        key, asked = self.key(seat), self.ask
        request = {"do": "throw", "ask": asked, "sign": sign}
        signs = {hand.hand: sign for hand in self.question.hands if hand.who == key}
        return self.do(
            seat, lambda desk: throws.throw(desk, asked, key, signs), **{"request": request, **kwargs}
        )

    def report(self, seat: Seat, *results: int, **kwargs: Any) -> Folded:
        """Report results by hand, as the ask's pairs have them."""
        key, asked = self.key(seat), self.ask
        return self.do(seat, lambda desk: throws.report(desk, asked, key, Results(results)), **kwargs)

    def rank(self, seat: Seat, *groups: tuple[str, ...], **kwargs: Any) -> Folded:
        """Report an order by hand."""
        key, asked = self.key(seat), self.ask
        return self.do(seat, lambda desk: throws.report(desk, asked, key, Ranking(groups)), **kwargs)

    def again(self, seat: Seat, who: str = "") -> Folded:
        """Want the throw made again."""
        key, asked = who or self.key(seat), self.ask
        return self.do(seat, lambda desk: throws.again(desk, asked, key))

    def choose(self, seat: Seat, option: str, **kwargs: Any) -> Folded:
        """Choose an option."""
        asked = self.ask
        return self.do(seat, lambda desk: throws.choose(desk, asked, option), **kwargs)

    def take(self, seat: Seat, **kwargs: Any) -> Folded:
        """Let stand what was thrown before an undo."""
        asked = self.ask
        return self.do(seat, lambda desk: throws.take(desk, asked), **kwargs)

    def decide(self, seat: Seat, answer: Answer, role: str = "referee", **kwargs: Any) -> Folded:
        """Enter an answer as a referee."""
        asked = self.ask
        return self.do(seat, lambda desk: throws.decide(desk, asked, answer), role=role, **kwargs)

    def command(
        self, seat: Seat, given: Any, answers: Sequence[Answer] = (), role: str = "player", **kwargs: Any
    ) -> Folded:
        """Give a command."""
        return self.do(seat, lambda desk: running.command(desk, given, answers), role=role, **kwargs)

    def undo(self, seat: Seat, role: str = "player") -> Folded:
        """Take the last act back, or agree to it."""
        return self.do(seat, running.undo, role=role)

    def redo(self, seat: Seat, role: str = "player") -> Folded:
        """Bring it back."""
        return self.do(seat, running.redo, role=role)

    def stand_by(self, seat: Seat, key: str, agreed: bool = False, role: str = "player") -> Folded:
        """Go on for somebody."""
        return self.do(seat, lambda desk: company.stand_by(desk, key, agreed), role=role)

    def begin(self, *seats: Seat) -> Folded:
        """Have the order reported by these seats: the earlier in the list wins over the later."""
        pairs = len(self.question.pairs)
        assert isinstance(self.question, Throws)
        folded = self.folded
        for seat in seats:
            folded = self.report(seat, *([1] * pairs))
        return folded


def without_times(folded: Folded) -> Folded:
    """Give a fold without what differs between two runs of the same fight: when, and the chain over it."""
    told = tuple(replace(one, at="") for one in folded.told)
    return replace(folded, chain="", told=told)
