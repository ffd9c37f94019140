"""A fight from one line, as a referee types it: `137 142 9 v 88 "red hood" wolf*3`.

Numbers are people, words in quotes are fighters without a number, other words are creatures of the rule
system, as many as `*n` says. `v`, `vs` or a dash stands between the sides; two alone are two sides.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from referee import sheets
from referee.adjudication.company import Comer
from referee.adjudication.opening import MOST_FIGHTERS
from referee.boards import seat_name
from referee.kernel.refusals import Refused
from referee.models import Event, Seat
from referee.system import RuleSystem, Words

LONGEST = 300
"""Letters that a line may have."""

SIDES = "ABCDEFGH"
_BETWEEN = frozenset({"v", "vs", "v.", "vs.", "-", "–", "—", "−", "в", "к"})
_QUOTES = {'"': '"', "“": "”", "”": "”", "„": '”“"', "«": "»", "»": "«", "‘": "’", "'": "'"}
_TIMES = re.compile(r"(?:(?P<before>\d{1,2})[*×xх])?(?P<word>.+?)(?:[*×xх](?P<after>\d{1,2}))?")
_TIMES_ALONE = re.compile(r"[*×xх](\d{1,2})")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the line as it was typed, and whether it stood in quotes."""

    text: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Mention:
    """One fighter that the line names: somebody's number, a name in quotes, or a creature's key."""

    side: str
    kind: Literal["number", "name", "creature"]
    word: str
    nth: int = 0


@dataclass(frozen=True, slots=True)
class Problem:
    """A word that is not understood, with the code of the reason; `word` is empty for the line as a whole."""

    code: str
    word: str = ""

    def refused(self) -> Refused:
        """Give the problem as a refusal."""
        return Refused(self.code, word=self.word, most=MOST_FIGHTERS)


@dataclass(frozen=True, slots=True)
class Place:
    """A fighter of the line, found: a seat, or nobody's fighter with the sheet to start from."""

    side: str
    name: str
    sheet: Mapping[str, Any]
    seat: Seat | None = None
    word: str = ""

    def comer(self, standing: str = "asked", side: str = "") -> Comer:
        """Give the fighter as one who comes in; a referee's word makes the numbers count."""
        return Comer(side or self.side, self.sheet, self.seat, "" if self.seat else self.name, standing, True)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a line says: fighters in their order, and what is not understood."""

    places: tuple[Place, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def sides(self) -> dict[str, list[tuple[int, Place]]]:
        """Give the fighters by side, each with the place in the line, from 1."""
        found: dict[str, list[tuple[int, Place]]] = {}
        for number, place in enumerate(self.places, 1):
            found.setdefault(place.side, []).append((number, place))
        return found

    @property
    def ready(self) -> bool:
        """Tell whether a fight can be opened from it."""
        return bool(self.places) and not self.problems


def words_in(line: str) -> tuple[list[Word], list[Problem]]:
    """Split a line into words, those in quotes whole."""
    words: list[Word] = []
    rest = line[:LONGEST].replace(",", " ").replace(";", " ").replace("+", " ").strip()
    while rest:
        end = _QUOTES.get(rest[0])
        if end is not None:
            stop = next((place for place, sign in enumerate(rest[1:], 1) if sign in end), None)
            if stop is None:
                return words, [Problem("line_quote_open", rest[:40])]
            words.append(Word(" ".join(rest[1:stop].split())[:80], quoted=True))
            rest = rest[stop + 1 :].lstrip()
        else:
            head, _, tail = rest.partition(" ")
            for place, sign in enumerate(head):
                if place and sign in _QUOTES and sign not in "'’":
                    head, tail = rest[:place], rest[place:]
                    break
            words.append(Word(head))
            rest = tail.lstrip()
    return words, []


def mentions_in(line: str, creatures: Mapping[str, Sequence[str]]) -> tuple[list[Mention], list[Problem]]:
    """Read who stands in a line and on which side, without looking anybody up.

    `creatures` gives what each creature may be called.
    """
    words, problems = words_in(line)
    found: list[Mention] = []
    side = 0
    named: dict[tuple[str, str], int] = {}
    for place, word in enumerate(words):
        text = word.text.casefold()
        if not word.quoted and text in _BETWEEN:
            if any(mention.side == SIDES[side] for mention in found):
                side += 1
            if side >= len(SIDES):
                return found, [*problems, Problem("line_too_many_sides", word.text)]
            continue
        if not word.quoted and (alone := _TIMES_ALONE.fullmatch(text)):
            if place == 0 or not found or found[-1].kind == "number":
                problems.append(Problem("line_word_unknown", word.text[:40]))
            else:
                last = found[-1]
                _add(found, named, last.side, last.kind, last.word, int(alone[1]) - 1)
            continue
        kind, key, times = _read(word, creatures)
        if kind is None:
            problems.append(Problem("line_word_unknown", word.text[:40]))
        elif not 1 <= times <= MOST_FIGHTERS:
            problems.append(Problem("fighters_count", word.text[:40]))
        else:
            _add(found, named, SIDES[side], kind, key, times)
    if len(found) > MOST_FIGHTERS:
        return [], [Problem("fighters_count")]
    if len(found) == 2 and side == 0:
        found[1] = Mention("B", found[1].kind, found[1].word, found[1].nth)
    return found, problems


def _read(
    word: Word, creatures: Mapping[str, Sequence[str]]
) -> tuple[Literal["number", "name", "creature"] | None, str, int]:
    if word.quoted:
        return ("name", word.text, 1) if word.text else (None, "", 1)
    text = word.text.casefold()
    if text.isascii() and text.isdecimal() and len(text) <= 6:
        return "number", str(int(text)), 1
    told = _TIMES.fullmatch(text)
    if told is None:
        return None, "", 1
    name = told["word"]
    keys = [key for key, names in creatures.items() if name in names]
    if not keys and len(name) > 2:
        keys = [key for key, names in creatures.items() if any(one.startswith(name) for one in names)]
    if len(keys) != 1:
        return None, "", 1
    return "creature", keys[0], int(told["before"] or told["after"] or 1)


def _add(
    found: list[Mention],
    named: dict[tuple[str, str], int],
    side: str,
    kind: Literal["number", "name", "creature"],
    word: str,
    times: int,
) -> None:
    for _ in range(times):
        nth = named[kind, word] = named.get((kind, word), 0) + 1
        found.append(Mention(side, kind, word, nth))


def read(event: Event, system: RuleSystem, line: str, alone: bool = False) -> Meaning:
    """Say what a line means at an event, in two queries whatever its length.

    `alone` takes a line without sides: people who come into a fight that has them already.
    """
    creatures = system.templates
    called = {key: str(words) for key, words in creatures_of(system)}
    names = {key: (key.casefold(), word.casefold()) for key, word in called.items()}
    mentions, problems = mentions_in(line, names)
    numbers = {int(mention.word) for mention in mentions if mention.kind == "number"}
    seats = _seats(event, numbers)
    states = sheets.load_many([seat.stream for seat in seats.values()])
    start = next(iter(creatures.values()), None)
    often = Counter((mention.kind, mention.word) for mention in mentions)
    places: list[Place] = []
    for mention in mentions:
        several = often[mention.kind, mention.word] > 1
        if mention.kind == "name":
            name = f"{mention.word} {mention.nth}" if several else mention.word
            places.append(Place(mention.side, name, dict(start or system.sheet.clean({})), word=mention.word))
        elif mention.kind == "creature":
            title = called[mention.word]
            name = f"{title} {mention.nth}" if several else title
            places.append(Place(mention.side, name, dict(creatures[mention.word]), word=mention.word))
        else:
            seat = seats.get(int(mention.word))
            sheet = states[seat.stream_id].sheet(system.key) if seat else None
            if seat is None:
                problems.append(Problem("line_number_unknown", mention.word))
            elif sheet is None:
                problems.append(Problem("line_no_sheet", mention.word))
            elif mention.nth > 1:
                problems.append(Problem("line_twice", mention.word))
            else:
                places.append(Place(mention.side, seat_name(seat), sheet, seat, mention.word))
    if not alone and not problems and places and len({place.side for place in places}) < 2:
        problems.append(Problem("line_one_side"))
    return Meaning(tuple(places), tuple(problems))


def creatures_of(system: RuleSystem) -> list[tuple[str, Words]]:
    """Give the creatures of a rule system: what is typed for each, and what it is called."""
    return [(key, system.creatures.get(key, key)) for key in system.templates]


def _seats(event: Event, numbers: set[int]) -> dict[int, Seat]:
    rows = Seat.objects.filter(event=event, number__in=numbers).select_related("stream", "person")
    return {row.number: row for row in rows if row.number is not None}
