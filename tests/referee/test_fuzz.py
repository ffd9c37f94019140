"""Fuzz: every POST and socket message, with fields that look right and fields that don't.

FUZZ sets how many (CI 2,000, nightly 100,000), FUZZ_SEED repeats a run. Whatever comes, the answer is a
refusal, a 404 or a result: never a fault, never a hang; and the ledger verifies afterwards.
"""

import dataclasses
import json
import os
import random
import re
import string
import time
from collections import Counter
from pathlib import Path
from urllib.parse import quote

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.db import transaction
from django.urls import reverse

from referee import live
from referee.adjudication.company import Comer
from referee.adjudication.opening import Way, open_clash
from referee.adjudication.position import load
from referee.audit import audit
from referee.ledger import Author, Draft, append_all, writing
from referee.models import Call, Clash, Entry, Role, Seat
from referee.sheets import sheet_set
from referee.system import system_for, systems
from referee.views.clashes import ACTS
from referee.views.turns import TURN_ACTS
from tests.referee.test_security import TABLE, patterns

FUZZ = int(os.environ.get("FUZZ", "2000"))
SEED = int(os.environ.get("FUZZ_SEED", "20261130"))
HANG = 20

ROOT = Path(settings.BASE_DIR)
LETTERS = ["\x00", "a\x00b", "\ud800", "\u202e", "ő\u0301", "١٣٧", "−1", "１２", "NaN", "1e9"]
LISTS = ["f1|f2,f3", "|||", ",,,,", "1,0,-1", "f1:f2", "right:longsword", "{}", "[]", "null"]
ATTACKS = ["' OR 1=1 --", "<script>alert(1)</script>", "{{ 7|add:7 }}", "%s%d", "../../x"]
MESSAGES = ['{"ack": 1}', '{"ack": "x"}', "[[[[", json.dumps({"seq": 10**30})]
ENDS_FIGHTS = {"end", "close", "withdraw"}
TURN_FIELDS = ("ask", "seen", "who", "place", "face", "dice", "played", "chosen", "about", "nth")
DEEDS = {
    "throw": ("ask", "who", "sign"),
    "report": ("ask", "who", "results"),
    "again": ("ask", "who"),
    "decide": ("ask", "results"),
    "take": ("ask",),
    "choose": ("ask", "option"),
    "command": ("seen",),
    "party": ("who", "answer", "pin", "number", "seen"),
    "undo": ("seen",),
    "redo": ("seen",),
    "end": ("seen",),
    "close": ("seen", "reason"),
    "withdraw": ("seen",),
    "note": ("words",),
    "protest": ("about", "words"),
    **dict.fromkeys(TURN_ACTS, ("ask", "seen", "who", "face", "window", "seq", "option")),
}
"""The fields of each act in a fight."""

FORMS = {
    "sign_in": ("event", "number", "pin"),
    "set_language": ("language", "next"),
    "start": ("number", "way", "side"),
    "call": ("kind", "place", "on"),
    "call_change": ("do", "place", "on"),
    "practice": ("system", "A", "B"),
    "open_fight": ("system", "line", "when", "order"),
    "fight_add": ("line", "seen"),
    "fight_spectators": ("public",),
    "seen": ("result",),
    "tend": ("system", "do", "by", "sign", "field", "to", "reason", "from"),
    "take_back": ("seq",),
    "confirm_numbers": ("clash",),
}
"""The fields of the other forms."""

STANDING = ("in", "by", "asked")
FORM = "application/x-www-form-urlencoded"
ENDS_SIGN_INS = {"sign_out", "sign_out_everywhere", "end_sign_ins", "reissue"}


def names_in_templates() -> list[str]:
    """Give every field name that some form of the site has."""
    found: set[str] = set()
    for path in (ROOT / "templates").rglob("*.html"):
        found |= set(re.findall(r'name="([a-z_0-9]+)"', path.read_text()))
    return sorted(found)


def commands() -> dict[str, list[str]]:
    """Give every command of every rule system with the names of its fields."""
    from larp_rps.rules.commands import COMMANDS
    from vex.rules.frames import COMMANDS as VEX

    return {kind.__name__: [one.name for one in dataclasses.fields(kind)] for kind in (*COMMANDS, *VEX)}


class Chance:
    """Makes fields: mostly such as pages send, some that no page sends."""

    def __init__(self, seed: int, known: dict[str, list[str]]) -> None:
        self.random = random.Random(seed)
        self.known = known
        self.names = names_in_templates()
        self.commands = commands()
        assert set(DEEDS) >= set(ACTS), "a new act needs its fields here"

    def garbage(self) -> str:
        one = self.random
        match one.randrange(9):
            case 0:
                return ""
            case 1:
                return str(one.choice([0, -1, 1, 10**9, -(10**12), 10**40, 2**31, 2**63, 0.5]))
            case 2:
                return "".join(one.choice(string.printable) for _ in range(one.randrange(40)))
            case 3:
                return one.choice(
                    ["\x00", "a\x00b", "\ud800", "\u202e", "ő́", "١٣٧", "−1", "１２", "NaN", "1e9"]
                )
            case 4:
                return "x" * one.choice([41, 200, 5000])
            case 5:
                return one.choice(
                    ["f1|f2,f3", "|||", ",,,,", "1,0,-1", "f1:f2", "right:longsword", "{}", "[]", "null"]
                )
            case 6:
                return one.choice(
                    ["' OR 1=1 --", "<script>alert(1)</script>", "{{ 7|add:7 }}", "%s%d", "../../x"]
                )
            case 7:
                return one.choice(["on", "off", "true", "yes", "1", "0"])
            case _:
                return chr(one.randrange(1, 0x11000))

    def value(self, name: str) -> str:
        pool = self.known.get(name)
        if pool and self.random.random() < 0.9:
            return self.random.choice(pool)
        if self.random.random() < 0.5:
            return self.random.choice(self.random.choice(list(self.known.values())) or [""])
        return self.garbage()

    def fields(self, name: str) -> dict[str, list[str]]:
        """Make a form that fits, then often spoil it."""
        one = self.random
        found: dict[str, list[str]] = {}
        if name == "act":
            do = one.choice(list(DEEDS))
            if do in ENDS_FIGHTS and one.random() < 0.8:
                do = one.choice(("throw", "decide", "command"))
            found["do"] = [do]
            wanted = DEEDS[do]
            if do == "command":
                command = one.choice(list(self.commands))
                found["command"] = [command]
                wanted = (*wanted, *(field for field in self.commands[command] if one.random() < 0.8))
        else:
            wanted = FORMS.get(name, ())
        for field in (*wanted, "nonce"):
            found[field] = [self.value(field)]
        for _ in range(one.choice((0, 0, 0, 1, 2))):
            match one.randrange(4):
                case 0:
                    found[one.choice(self.names)] = [self.garbage()]
                case 1:
                    found[one.choice(list(found))] = [self.garbage()]
                case 2:
                    found.pop(one.choice(list(found)))
                case _:
                    found[one.choice([*found, self.garbage()])] = [self.garbage() for _ in range(3)]
            if not found:
                break
        return found


class Place:
    """An event under fuzz: people of every role, fights of every system, a call."""

    def __init__(self, event, make_seat, signed_in, chance: Chance) -> None:
        self.event, self.chance, self.signed_in = event, chance, signed_in
        self.players = [make_seat(f"Sample {n}", n, Role.PLAYER) for n in range(1, 7)]
        self.staff = [
            make_seat(f"Staff {role}", None, role, username=f"staff-{role}", password="x")
            for role in (Role.REFEREE, Role.ASSISTANT, Role.ORGANIZER, Role.MEDIC)
        ]
        self.sheets = {}
        for key in event.systems:
            template = next(iter(system_for(key).templates.values()))
            self.sheets[key] = system_for(key).sheet.clean(template)
        with writing():
            given = [sheet_set(key, sheet) for key, sheet in self.sheets.items()]
            append_all([(seat.stream, Draft("sheet", given)) for seat in self.players], Author(None))
        self.fights: list[Clash] = []
        self.begin_anew()

    def begin_anew(self) -> None:
        """Sign everybody in, and open a fight of each system."""
        everybody = Seat.objects.filter(event=self.event).select_related("person__account")
        self.phones = {seat.pk: self.signed_in(seat) for seat in everybody}
        one = self.chance.random
        self.fights = []
        for key in self.event.systems:
            people = one.sample(self.players, one.choice((2, 3, 4)))
            for seat in people:
                seat.stream.refresh_from_db()
            comers = [
                Comer(
                    "ABCD"[n % 2],
                    self.sheets[key],
                    seat,
                    standing=one.choice(("in", "by", "asked")),
                    confirmed=True,
                )
                for n, seat in enumerate(people)
            ]
            way = Way(one.choice(("players", "referee")), public=one.random() < 0.3)
            opened = open_clash(self.event, key, Author(people[0]), comers, f"{one.random()}", way)
            self.fights.append(Clash.objects.select_related("stream", "event").get(pk=opened.pk))

    def learn(self) -> None:
        """Read what pages would send now."""
        fight = self.chance.random.choice(self.fights)
        fight.stream.refresh_from_db()
        system = system_for(fight.system)
        folded = load(fight.stream, system)
        asks = [folded.waiting.ask] if folded.waiting else []
        self.fight = fight
        one = self.chance.random
        question = folded.waiting.pending.ask if folded.waiting else None
        pairs = getattr(question, "pairs", ())
        self.chance.known |= {
            "ask": asks or ["none"],
            "results": [",".join(one.choice(("1", "-1")) for _ in pairs)] if pairs else ["1"],
            "option": list(getattr(question, "options", ())) or ["yes"],
            "window": asks or ["none"],
            "seen": [str(folded.seq)],
            "number": [str(seat.number) for seat in self.players],
            "about": [str(told.seq) for told in folded.told][-3:] or ["1"],
            "seq": [str(n) for n in range(1, 4)],
            "result": [str(folded.seq)],
            "clash": [fight.code for fight in self.fights],
            "on": ["home", *(fight.code for fight in self.fights)],
        }

    def phone(self, who: str):
        """Give the phone of the fighter named, of a referee, or of anybody."""
        one = self.chance.random
        row = self.fight.fighters.filter(key=who if who in self.chance.known["who"] else "").first()
        if row is not None and row.seat_id and one.random() < 0.6:
            return self.phones[row.seat_id]
        if one.random() < 0.7:
            return self.phones[self.staff[0].pk]
        return one.choice(list(self.phones.values()))

    def address(self, name: str) -> str:
        one, pattern = self.chance.random, patterns()[name].pattern
        seat = one.choice([*self.players, *self.staff])
        filled = {
            "slug": "sample" if one.random() < 0.98 else "elsewhere",
            "code": self.fight.code if "/c/" in str(pattern) else seat.code,
            "token": "AAAA",
            "device": "nothing",
            "name": one.choice(("plan", "fighter", "check", "x")),
            "call": one.choice([*Call.objects.values_list("pk", flat=True)[:3], 1, 10**30]),
            "seq": one.choice((*range(9), 2**31, 10**30)),
            "system": one.choice(("larp_rps", "vex", "chess")),
        }
        return reverse(name, kwargs={key: filled[key] for key in pattern.converters})


@pytest.fixture
def chance():
    fighters = [f"f{n}" for n in range(1, 6)]
    names = ["f1", "f2", "f3", "longsword", "rock", "A", "B"]
    known = {
        "do": [*ACTS, "points", "condition", "loss", "back"],
        "who": fighters,
        "target": fighters,
        "striker": fighters,
        "by": [*fighters, "1", "km"],
        "to": ["on", "off", *fighters],
        "key": fighters,
        "sign": ["rock", "paper", "scissors", "1", "-1"],
        "sign_right": ["rock", "paper", "scissors"],
        "results": ["1", "1", "-1", "1,1", "0"],
        "ranking": ["f1|f2", "f2|f1", "f1,f2", "f1|f2|f3"],
        "groups": ["f1|f2", "f2|f1", "f1,f2", "f1|f2|f3"],
        "answer": ["accept", "busy", "not_me", "stand_by", "wake", "confirm", "name"],
        "way": ["", "new", "join", "bring", "part"],
        "side": ["A", "B", "C"],
        "kind": ["rules", "hurt", *names],
        "place": ["Gate", "Village", "", "0", "1"],
        "system": list(systems()),
        "language": ["en", "hu", "ru"],
        "line": ["1 2 v 3 4", "1 v 2 3 goblin", "1 v red hood", "1 1 v 1", "v", "1 v 2 v 3 v 4"],
        "when": ["now", "running", "finished"],
        "order": ["1|2", "1,2", "2|1|3"],
        "option": ["yes", "no", "x"],
        "field": ["points", "down", "unconscious", "hp", "attack"],
        "nonce": [f"nonce-{n:05}" for n in range(20_000)],
        "words": ["sample words"],
        "reason": ["", "sample reason"],
        "from": ["", "overview", "device"],
        "pin": ["0000", "1234"],
        "dice": ["server", "table"],
        "played": ["hand", "phone", "automatic"],
        "nth": ["0", "1"],
        "face": [str(n) for n in range(1, 21)],
    }
    return Chance(SEED, known)


@pytest.mark.django_db
def test_whatever_is_posted_is_answered(event, make_seat, signed_in, chance):
    place = Place(event, make_seat, signed_in, chance)
    posts = sorted(name for name, row in TABLE.items() if "POST" in row and name not in ENDS_SIGN_INS)
    told: dict[int, int] = {}
    for number in range(FUZZ):
        if number % 60 == 59:
            place.begin_anew()
        place.learn()
        # Half of all go into fights: most of what can go wrong is there.
        name = "act" if chance.random.random() < 0.5 else chance.random.choice(posts)
        fields, where = chance.fields(name), place.address(name)
        phone = place.phone(fields.get("who", [""])[0])
        headers = {"HX-Request": "true"} if chance.random.random() < 0.8 else {}
        begun = time.monotonic()
        try:
            with transaction.atomic():
                answer = phone.post(where, encoded(fields), FORM, headers=headers)
        except Exception as error:
            error.add_note(f"FUZZ_SEED={SEED}, {number}: POST {where} {fields!r}")
            raise
        assert answer.status_code < 500, (number, where, fields)
        assert time.monotonic() - begun < HANG, (number, where, fields)
        told[answer.status_code] = told.get(answer.status_code, 0) + 1
    assert [str(found) for found in audit().breaks if found.stream] == []
    if os.environ.get("FUZZ_TELL"):
        print(told, Counter(Entry.objects.values_list("kind", flat=True)))
    # It went deep: results, refusals and screens that were too old were all among the answers.
    assert {200, 422} <= set(told), told


def encoded(fields: dict[str, list[str]]) -> str:
    def quoted(text: str) -> str:
        return quote(text.encode("utf-8", "surrogatepass"))

    return "&".join(f"{quoted(name)}={quoted(value)}" for name, values in fields.items() for value in values)


@pytest.mark.django_db
def test_whatever_is_asked_for_is_answered(event, make_seat, signed_in, chance):
    place = Place(event, make_seat, signed_in, chance)
    gets = sorted(name for name, row in TABLE.items() if "GET" in row and name != "health")
    for number in range(max(1, FUZZ // 8)):
        place.learn()
        name = chance.random.choice(gets)
        where, query = place.address(name), encoded(chance.fields(name))
        headers = {"HX-Request": "true"} if chance.random.random() < 0.5 else {}
        try:
            answer = place.phone("f1").get(f"{where}?{query}", headers=headers)
        except Exception as error:
            error.add_note(f"FUZZ_SEED={SEED}, {number}: GET {where}?{query}")
            raise
        assert answer.status_code < 500, (number, where, query)


@pytest.mark.django_db(transaction=True)
async def test_whatever_a_socket_is_told_it_goes_on_or_closes(chance):
    one = chance.random
    for _ in range(max(1, FUZZ // 40)):
        kind = one.choice(["clash", "overview", "home", "display", "x", "Ő", "../x"])
        code = one.choice(["nothing", "sample", "a" * 70, "%00", "-"])
        query = f"since={chance.garbage()}&lang={chance.garbage()}".encode("utf-8", "replace")
        cookies = f"sessionid={chance.garbage()}".encode("latin1", "replace")
        socket = WebsocketCommunicator(
            live.application, f"/live/{kind}/{code}/", headers=[(b"cookie", cookies)]
        )
        socket.scope["query_string"] = query
        accepted, _ = await socket.connect(timeout=HANG)
        for _ in range(one.randrange(6) if accepted else 0):
            text = one.choice(
                [chance.garbage(), '{"ack": 1}', '{"ack": "x"}', "[[[[", json.dumps({"seq": 10**30})]
            )
            if not text or one.random() < 0.2:
                await socket.send_to(bytes_data=text.encode("utf-8", "replace") or b"x")
            else:
                await socket.send_to(text_data=text)
        await socket.disconnect(timeout=HANG)
