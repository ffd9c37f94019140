"""Random people at a random fight: whatever they tap, the laws hold and nobody is stuck."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from referee import sheets
from referee.adjudication import company, position, running, throws
from referee.adjudication.position import refold
from referee.audit import audit
from referee.kernel.asks import SIGNS, Choice, Ranking, Results, Signs, Throws
from referee.kernel.chain import digest
from referee.kernel.refusals import Refused
from referee.ledger import Author, Draft, append_all, writing
from referee.models import Entry, Fighter, SealedThrow, Seat, Stream
from tests.toy.fights import SHEET, Fight, comer
from tests.toy.rules import Duel, Part, Rest, Return

ACTS = 60
SEEDS = range(6)


class Crowd:
    """Four people with phones and a referee, tapping at random."""

    def __init__(self, fight: Fight, seats: list[Seat], referee: Seat, chance: Random) -> None:
        self.fight = fight
        self.seats = seats
        self.referee = referee
        self.chance = chance
        self.refused: list[str] = []

    def tap(self) -> str:
        """Do one random act by somebody; give its name."""
        name, who = self.chance.choice(self.names), self.seats
        if self.fight.folded.position.status != "open" and self.chance.random() < 0.5:
            name = "reopen"
        elif self.chance.random() < 0.6:
            name, who = self._wanted()
        role = "referee" if name in self.by_referee or self.chance.random() < 0.1 else "player"
        seat = self.referee if role == "referee" else self.chance.choice(who)
        try:
            getattr(self, f"_{name}")(seat, role)
        except Refused as refused:
            self.refused.append(refused.code)
        return name

    names = (
        *["throw"] * 12, *["report"] * 8, *["choose"] * 6, *["decide"] * 3, *["take"] * 3, "again", "again",
        *["command"] * 4, *["undo"] * 4, *["redo"] * 2, "stand_by", "wake", "confirm", "answer", "join",
        "end", "note", "protest", "correct", "close",
    )  # fmt: skip
    by_referee = ("decide", "correct", "close", "reopen")

    def _wanted(self) -> tuple[str, list[Seat]]:
        """What the fight waits for, and those whose it is."""
        question = self.fight.question
        keys = getattr(question, "throwers", (question.who,) if question else ())
        rows = self.fight.clash.fighters.filter(key__in=keys, seat__isnull=False).select_related("seat")
        kind = "choose" if isinstance(question, Choice) else self.chance.choice(("throw", "throw", "report"))
        return kind, [row.seat for row in rows] or self.seats

    def _key(self, seat: Seat) -> str:
        row = self.fight.clash.fighters.filter(seat=seat).first()
        return row.key if row else "f1"

    def _any_key(self) -> str:
        return self.chance.choice(list(self.fight.clash.fighters.values_list("key", flat=True)))

    def _do(self, seat: Seat, decide: Callable[[Any], Any], role: str) -> None:
        self.fight.do(seat, decide, role=role)

    def _throw(self, seat: Seat, role: str) -> None:
        asked, key, sign = self._ask(), self._key(seat), self.chance.choice(SIGNS)
        self._do(seat, lambda desk: throws.throw(desk, asked, key, {"right": sign}), role)

    def _report(self, seat: Seat, role: str) -> None:
        asked, key = self._ask(), self._key(seat)
        pairs = len(getattr(self.fight.question, "pairs", ()))
        # Mostly they agree: all say that the first one won.
        result = 1 if self.chance.random() < 0.7 else self.chance.choice((-1, 0, 1))
        self._do(seat, lambda desk: throws.report(desk, asked, key, Results((result,) * pairs)), role)

    def _ask(self) -> str:
        waiting = self.fight.folded.waiting
        return waiting.ask if waiting else "none"

    def _choose(self, seat: Seat, role: str) -> None:
        asked = self._ask()
        option = self.chance.choice(getattr(self.fight.question, "options", ("take",)))
        self._do(seat, lambda desk: throws.choose(desk, asked, option), role)

    def _decide(self, seat: Seat, role: str) -> None:
        asked, question = self._ask(), self.fight.question
        if isinstance(question, Throws):
            signs = Signs(tuple(self.chance.choice(SIGNS) for _ in question.hands))
            self._do(seat, lambda desk: throws.decide(desk, asked, signs), role)

    def _take(self, seat: Seat, role: str) -> None:
        asked = self._ask()
        self._do(seat, lambda desk: throws.take(desk, asked), role)

    def _again(self, seat: Seat, role: str) -> None:
        asked, key = self._ask(), self._key(seat)
        self._do(seat, lambda desk: throws.again(desk, asked, key), role)

    def _command(self, seat: Seat, role: str) -> None:
        key = self._key(seat)
        given = self.chance.choice((Rest(key), Duel(key, self._any_key()), Part(key), Return(key)))
        self._do(seat, lambda desk: running.command(desk, given), role)

    def _undo(self, seat: Seat, role: str) -> None:
        self._do(seat, running.undo, role)

    def _reopen(self, seat: Seat, role: str) -> None:
        self._do(seat, running.undo, role)

    def _redo(self, seat: Seat, role: str) -> None:
        self._do(seat, running.redo, role)

    def _stand_by(self, seat: Seat, role: str) -> None:
        key, agreed = self._any_key(), self.chance.random() < 0.4
        self._do(seat, lambda desk: company.stand_by(desk, key, agreed), role)

    def _wake(self, seat: Seat, role: str) -> None:
        key = self._key(seat)
        self._do(seat, lambda desk: company.wake(desk, key), role)

    def _confirm(self, seat: Seat, role: str) -> None:
        key = self._key(seat)
        self._do(seat, lambda desk: company.confirm(desk, key), role)

    def _answer(self, seat: Seat, role: str) -> None:
        key, answer = self._key(seat), self.chance.choice(("accept", "accept", "busy", "not_me"))
        self._do(seat, lambda desk: company.answer_invitation(desk, key, answer), role)

    def _join(self, seat: Seat, role: str) -> None:
        who = self.chance.choice(self.seats)
        come = comer(who, self.chance.choice("AB"), standing="in", confirmed=True)
        self._do(seat, lambda desk: company.come_in(desk, come), role)

    def _end(self, seat: Seat, role: str) -> None:
        self._do(seat, running.end, role)

    def _note(self, seat: Seat, role: str) -> None:
        self._do(seat, lambda desk: running.note(desk, "Hm"), role)

    def _protest(self, seat: Seat, role: str) -> None:
        told = self.fight.folded.told
        about = self.chance.choice(told).seq if told else 0
        self._do(seat, lambda desk: running.protest(desk, "", about), role)

    def _correct(self, seat: Seat, role: str) -> None:
        key, stones = self._any_key(), self.chance.randint(0, 3)
        fields = {"stones": stones, "dazed": False}
        self._do(seat, lambda desk: running.correct(desk, key, fields), role)

    def _close(self, seat: Seat, role: str) -> None:
        self._do(seat, running.close, role)


@pytest.fixture(params=SEEDS)
def crowd(request, toy, event, anna, bela, sergey, make_seat, referee_seat) -> Crowd:
    """A fight of three, or of two with one to join, by players or by a referee."""
    chance = Random(request.param)
    event.rulings = {"three_stones": {"mercy": chance.choice(("asked", "never"))}}
    event.save()
    seats = [anna, bela, sergey, make_seat("Dóra", 9, "player")]
    with writing():
        given = sheets.sheet_set("three_stones", SHEET)
        append_all([(seat.stream, Draft("sheet", [given])) for seat in seats], Author(None))
    comers = [comer(seats[0], "A", standing="in", confirmed=True), comer(seats[1], "B")]
    comers += [comer(seats[2], "A")] * chance.randint(0, 1)
    mode = chance.choice(("players", "referee"))
    fight = Fight.between(event, anna if mode == "players" else referee_seat, comers, mode=mode)
    return Crowd(fight, seats, referee_seat, chance)


def test_whatever_people_tap_the_laws_hold(crowd):
    fight = crowd.fight
    for _ in range(ACTS):
        crowd.tap()
        folded = fight.folded
        assert refold(fight.entries, fight.system) == folded
        check_sheets(fight, crowd.seats)
        check_projections(fight, folded)
        assert not SealedThrow.objects.exists() or folded.position.status == "open"
    assert [one for one in audit().breaks if one.stream] == []


def check_sheets(fight: Fight, seats: list[Seat]) -> None:
    """Sheets of the confirmed are as the fight has it, those of others as they were when it last told."""
    folded = fight.folded
    there = {standing.key for standing in fight.system.standings(folded.position.state)}
    for party in folded.company.parties:
        seat = next(seat for seat in seats if seat.pk == party.seat)
        sheet = sheets.load(Stream.objects.get(pk=seat.stream_id)).sheet("three_stones")
        told = folded.company.carried[party.key]
        assert {name: sheet[name] for name in told} == dict(told)
        if party.confirmed and party.key in there:
            assert dict(fight.system.carry(folded.position.state, party.key)) == dict(told)


def check_projections(fight: Fight, folded: Any) -> None:
    fight.clash.refresh_from_db()
    assert fight.clash.status == folded.position.status
    rows = Fighter.objects.filter(clash=fight.clash)
    standings = {one.key: one for one in fight.system.standings(folded.position.state)}
    for row in rows:
        party = folded.company.party(row.key)
        there = row.key in standings and standings[row.key].present and party.standing != "away"
        assert row.in_fight == (there and folded.position.status == "open"), row.key
        assert row.unconfirmed == (row.key in folded.company.unconfirmed), row.key


def test_a_referee_undoes_to_every_point_and_brings_all_back(crowd):
    fight = crowd.fight
    for _ in range(ACTS // 2):
        crowd.tap()
    states = [digest(fight.state)]
    while True:
        try:
            fight.undo(crowd.referee, "referee")
        except Refused:
            break
        states.append(digest(fight.state))
        check_sheets(fight, crowd.seats)
    assert fight.folded.position.state.round == 0
    for wanted in reversed(states[:-1]):
        fight.redo(crowd.referee, "referee")
        assert digest(fight.state) == wanted
        check_sheets(fight, crowd.seats)


def test_one_awake_phone_can_always_go_on(crowd):
    """L8: from wherever it stands, one fighter's phone alone brings the fight on, and to its end."""
    fight = crowd.fight
    for _ in range(ACTS // 3):
        crowd.tap()
    folded = fight.folded
    own = next((party for party in folded.company.parties if party.standing != "away"), None)
    if folded.position.status != "open" or own is None:
        return
    seat = next(seat for seat in crowd.seats if seat.pk == own.seat)
    if own.standing != "in":
        fight.do(seat, lambda desk: company.wake(desk, own.key))
    for party in fight.folded.company.parties:
        if party.key != own.key:
            fight.stand_by(seat, party.key)
    for _ in range(8):
        asked = fight.folded.waiting
        if asked is None:
            break
        for _ in range(2):  # where a sign lies sealed by who stands by now, both ways meet once
            go_on(fight, seat, own.key)
            now = fight.folded.waiting
            if now is None or now.ask != asked.ask:
                break
        else:
            pytest.fail("nothing moved")
    fight.do(seat, running.end)
    assert fight.folded.position.status == "closed"


def go_on(fight: Fight, seat: Seat, key: str) -> None:
    question, company_ = fight.question, fight.folded.company
    asked = fight.ask
    if asked in company_.drawn:
        fight.take(seat)
    elif isinstance(question, Choice):
        fight.choose(seat, question.options[0])
    elif isinstance(question, Throws):
        gathering = position.gathering_of(fight.folded.position, asked)
        for report in gathering.reports if differing(fight) else ():
            fight.again(seat, report.by)
        groups = tuple((one,) for one in question.throwers)
        answer = Ranking(groups) if question.rankable else Results((1,) * len(question.pairs))
        fight.do(seat, lambda desk: throws.report(desk, asked, key, answer))


def differing(fight: Fight) -> bool:
    gathering = fight.folded.position.gathering
    look = throws.outlook(gathering, fight.question, fight.folded.company.awake)
    return look.way in ("differing", "mixed")


def test_the_crowd_does_all_kinds_of_things(crowd):
    for _ in range(ACTS):
        crowd.tap()
    kinds = set(Entry.objects.filter(stream=crowd.fight.clash.stream_id).values_list("kind", flat=True))
    assert len(kinds) >= 4, kinds
