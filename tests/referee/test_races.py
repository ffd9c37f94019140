"""Races: acts in one instant from threads at two server processes. RACES sets how many (nightly 10000).

Never a lost or doubled entry, never a fault, never a fight that is stuck; the ledger verifies afterwards.
"""

import os
import random
from collections import Counter

import pytest

from referee.adjudication.opening import Way
from referee.audit import audit
from referee.models import Call, Clash, Entry, Role
from referee.sheets import load as load_sheet
from referee.system import system_for
from tests.processes import Phone, Processes, at_once
from tests.referee.live_fights import SYSTEM, LiveFight, give_sheets, nonce

RACES = int(os.environ.get("RACES", "110"))

pytestmark = pytest.mark.django_db(transaction=True)


class Field:
    """An event with people, each with a phone at either process."""

    def __init__(self, event, make_seat, processes):
        self.event, self.processes = event, processes
        self.players = [make_seat(f"Sample {n}", n, Role.PLAYER) for n in range(1, 9)]
        give_sheets(*self.players)
        self.referees = [
            make_seat(f"Referee {n}", None, Role.REFEREE, username=f"ref{n}", password="x") for n in (1, 2)
        ]
        self.phones = {
            seat.pk: [Phone(seat, port) for port in processes.ports]
            for seat in (*self.players, *self.referees)
        }
        self.again = {pk: [phone.twin() for phone in phones] for pk, phones in self.phones.items()}
        self.told = Counter()
        self.chance = random.Random(20261130)

    def race(self, *acts):
        """Do (phone, path, fields) in one instant; give the answers. No answer is a fault."""
        answers = at_once(*(lambda a=act: a[0].post_until_answered(a[1], **a[2]) for act in acts))
        for answer, act in zip(answers, acts, strict=True):
            assert answer.status < 500, (act[1:], answer.text[:500], self.processes.log[-3000:])
            self.told[answer.status] += 1
        return answers

    def phone(self, seat, place=0):
        return self.phones[seat.pk][place]

    def four(self, seat):
        """Four connections of one person, two at each process."""
        return [*self.phones[seat.pk], *self.again[seat.pk]]

    def pair(self):
        return self.chance.sample(self.players, 2)


@pytest.fixture
def field(event, make_seat, tmp_path):
    with Processes(tmp_path) as processes:
        yield Field(event, make_seat, processes)
    assert "Traceback" not in processes.log, processes.log[-4000:]


def one_new(fight, before, answers, *nonces):
    """Of acts that exclude each other exactly one stands, and that one was told so."""
    assert Counter(answer.status for answer in answers)[200] == 1, [answer.status for answer in answers]
    held = fight.holding(*nonces)
    assert len(held) == 1
    assert fight.seq == before + 1 == held[0].seq


def double_tap(field):
    """One act twice, from two phones of one person at two processes: once in the log, both are told."""
    anna, bela = field.pair()
    fight = LiveFight.between(field.event, anna, (anna, bela))
    fields = {**fight.throws()["f1"], "nonce": nonce()}
    answers = field.race(*((phone, fight.act, fields) for phone in field.four(anna)))
    assert [answer.status for answer in answers] == [200] * 4
    assert len(fight.holding(fields["nonce"])) == 1
    assert fight.seq == 2
    return fight


def same_nonce_opens_once(field):
    """Starting a fight twice at two processes opens one."""
    anna, bela = field.pair()
    fields = {"number": bela.number, "nonce": nonce(), "way": "new"}
    answers = field.race(*((phone, "/e/sample/start", fields) for phone in field.four(anna)))
    targets = {answer.headers["HX-Redirect"] for answer in answers}
    assert len(targets) == 1, [(answer.status, answer.text[:200]) for answer in answers]
    found = Clash.objects.select_related("event", "stream").filter(nonce=fields["nonce"])
    assert len(found) == 1
    return LiveFight(found[0])


def two_referees_answer(field):
    """Two referees with one screen answer one ask: one stands, the other learns that it was too late."""
    fight = LiveFight.between(field.event, field.referees[0], field.pair(), Way("referee"))
    before, fields = fight.seq, fight.decision()
    nonces = [nonce(), nonce()]
    answers = field.race(
        *(
            (field.phone(seat, place), fight.act, {**fields, "nonce": nonces[place]})
            for place, seat in enumerate(field.referees)
        )
    )
    one_new(fight, before, answers, *nonces)
    assert {answer.status for answer in answers} == {200, 409}
    return fight


def stale_screens(field):
    """Four commands from one screen's state: one stands, the others are told that it was too old."""
    fight = LiveFight.between(field.event, field.referees[0], field.pair(), Way("referee"))
    before = fight.seq
    nonces = [nonce() for _ in range(4)]
    fields = {"do": "command", "command": "Order", "groups": "f1|f2", "who": "f1", "seen": before}
    answers = field.race(
        *(
            (phone, fight.act, {**fields, "nonce": nonces[place]})
            for place, phone in enumerate(field.four(field.referees[0]))
        )
    )
    stood = [answer for answer in answers if answer.status == 200]
    assert len(stood) <= 1, [answer.status for answer in answers]
    assert len(fight.holding(*nonces)) == len(stood)
    return fight


def throws_in_one_instant(field):
    """All fighters throw at once: none is lost, the last one reveals, and each is told so."""
    count = field.chance.choice((2, 3, 4))
    seats = field.chance.sample(field.players, count)
    fight = LiveFight.between(field.event, seats[0], seats)
    thrown = fight.throws()
    before, nonces = fight.seq, {key: nonce() for key in thrown}
    answers = field.race(
        *(
            (field.phone(seats[int(key[1:]) - 1], n % 2), fight.act, {**fields, "nonce": nonces[key]})
            for n, (key, fields) in enumerate(thrown.items())
        )
    )
    assert [answer.status for answer in answers] == [200] * len(thrown)
    kinds = Counter(entry.kind for entry in fight.holding(*nonces.values()))
    assert kinds == {"sealed": len(thrown) - 1, "answer": 1}
    assert fight.seq == before + len(thrown)
    return fight


def undo_against_an_act(field):
    """An undo and a new act from one screen: whichever comes first stands, the other is told."""
    fight = LiveFight.between(field.event, field.referees[0], field.pair(), Way("referee"))
    field.phone(field.referees[0]).post_until_answered(fight.act, **fight.decision(), nonce=nonce())
    before, nonces = fight.seq, [nonce(), nonce()]
    answers = field.race(
        (field.phone(field.referees[0], 0), fight.act, {"do": "undo", "seen": before, "nonce": nonces[0]}),
        (field.phone(field.referees[1], 1), fight.act, {**fight.decision(), "nonce": nonces[1]}),
    )
    stood = sum(answer.status == 200 for answer in answers)
    assert stood >= 1
    assert len(fight.holding(*nonces)) == stood
    assert fight.seq == before + stood
    return fight


def closing_against_a_blow(field):
    """Closing and a blow at once: no blow after the end."""
    fight = LiveFight.between(field.event, field.referees[0], field.pair(), Way("referee"))
    nonces = [nonce(), nonce()]
    closing, blow = field.race(
        (
            field.phone(field.referees[0], 0),
            fight.act,
            {"do": "close", "seen": fight.seq, "nonce": nonces[0]},
        ),
        (field.phone(field.referees[1], 1), fight.act, {**fight.decision(), "nonce": nonces[1]}),
    )
    entries = fight.entries
    closed = [entry.seq for entry in entries if entry.kind == "closed"]
    assert bool(closed) == (closing.status == 200)
    assert not closed or closed == [entries[-1].seq]
    assert len(fight.holding(nonces[1])) == (blow.status == 200)
    return fight


def two_fights_carry_to_one_seat(field):
    """Blows of two fights reach one sheet at once: it loses what both took."""
    anna, bela, other = field.chance.sample(field.players, 3)
    fights = [
        LiveFight.between(field.event, field.referees[0], pair, Way("referee"))
        for pair in ((anna, bela), (other, anna))
    ]
    for fight in fights:
        field.phone(field.referees[0]).post_until_answered(fight.act, **fight.decision(), nonce=nonce())
    before = points(anna)
    for _ in range(2):
        field.race(
            *(
                (field.phone(field.referees[n], n), fight.act, {**fight.decision(), "nonce": nonce()})
                for n, fight in enumerate(fights)
            )
        )
    lost = [500 - standing(fight, anna) for fight in fights]
    assert points(anna) == before - sum(lost)
    return fights[0], fights[1]


def standing(fight, seat) -> int:
    key = fight.clash.fighters.get(seat=seat).key
    found = fight.folded.position.state
    return next(one.points for one in system_for(SYSTEM).standings(found) if one.key == key)


def each_brings_the_others_fight(field):
    """Two players bring each other's fight in at once: neither waits for the other for ever."""
    anna, bela, one, two = field.chance.sample(field.players, 4)
    fights = [LiveFight.between(field.event, a, (a, b)) for a, b in ((anna, one), (bela, two))]
    answers = field.race(
        *(
            (field.phone(me, n), "/e/sample/start", {"number": them.number, "way": "bring", "nonce": nonce()})
            for n, (me, them) in enumerate(((anna, bela), (bela, anna)))
        )
    )
    assert any(answer.status in (204, 302) for answer in answers), [answer.status for answer in answers]
    assert any(fight.folded.position.status == "open" for fight in fights)
    return tuple(fights)


def two_referees_tend_one_person(field):
    """Two referees give points to one person at once: both stand, each once."""
    anna = field.chance.choice(field.players)
    path = f"/e/sample/p/{anna.code}/tend"
    fields = {"do": "points", "by": "1", "sign": "-1", "system": SYSTEM}
    before = points(anna)
    nonces = [nonce(), nonce()]
    answers = field.race(
        *(
            (field.phones[seat.pk][place], path, {**fields, "nonce": nonces[n]})
            for n, seat in enumerate(field.referees)
            for place in (0, 1)  # each of them taps twice
        )
    )
    assert [answer.status for answer in answers] == [200] * 4, [answer.text[:200] for answer in answers]
    assert Entry.objects.filter(nonce__in=nonces).count() == 2
    assert points(anna) == before - 2
    return ()


def points(seat) -> int:
    seat.stream.refresh_from_db()
    sheet = load_sheet(seat.stream).sheet(SYSTEM)
    return sheet["hp"] if sheet["points"] is None else sheet["points"]


def help_is_called_twice(field):
    """Two taps on the button for help raise one call."""
    anna = field.chance.choice(field.players)
    fields = {"kind": "hurt", "place": "Gate", "on": "home"}
    answers = field.race(
        *((phone, "/e/sample/call", {**fields, "nonce": nonce()}) for phone in field.phones[anna.pk])
    )
    assert [answer.status for answer in answers] == [200, 200]
    assert Call.objects.filter(seat=anna, closed=None).count() == 1
    return ()


SCENES = [
    double_tap,
    same_nonce_opens_once,
    two_referees_answer,
    stale_screens,
    throws_in_one_instant,
    undo_against_an_act,
    closing_against_a_blow,
    two_fights_carry_to_one_seat,
    each_brings_the_others_fight,
    two_referees_tend_one_person,
    help_is_called_twice,
]


def test_acts_in_one_instant_lose_and_double_nothing(field):
    for n in range(RACES):
        scene = SCENES[n % len(SCENES)]
        if os.environ.get("ONLY", scene.__name__) != scene.__name__:
            continue
        try:
            found = scene(field)
            for fight in found if isinstance(found, tuple) else (found,):
                ends(field, fight)
        except BaseException as error:
            error.add_note(f"race {n}: {scene.__name__}")
            raise
    assert [str(found) for found in audit().breaks if found.stream] == []


def ends(field, fight):
    """It is not stuck: whatever stands, a referee ends it."""
    close = {"do": "close", "seen": fight.seq, "nonce": nonce()}
    answer = field.phone(field.referees[0]).post_until_answered(fight.act, **close)
    assert fight.folded.position.status in ("closed", "withdrawn"), (answer.status, answer.text[:300])
