"""Random fights under any rule system, through its seam alone: sheets, commands and answers from a seed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from referee.codec import encode
from referee.kernel.asks import Answer, Ask, Choice, Chosen, Dice, Ranking, Results, Signs, Throws
from referee.kernel.drivers import faces_wanted, roll_for
from referee.kernel.refusals import Refused
from referee.kernel.steps import Pending, Run, resume, run
from referee.system import Entrant, Field, RuleSystem, Schema, Turns

SIGNS = ("rock", "paper", "scissors")


def value(item: Field, chance: Random) -> Any:
    """Give a value that fits a field, often its default."""
    if item.default is not None and chance.random() < 0.3:
        return item.default
    match item.kind:
        case "int":
            low = -3 if item.minimum is None else item.minimum
            high = low + 12 if item.maximum is None else item.maximum
            return chance.randint(low, min(high, low + 15))
        case "bool":
            return chance.random() < 0.3
        case "choice":
            return chance.choice([choice for choice, _ in item.choices])
        case "choices":
            return [choice for choice, _ in item.choices if chance.random() < 0.2]
        case "text":
            return chance.choice(("", "sword", "Ő", "x" * 200))
        case "rows":
            return [sheet(item.inner or Schema(), chance) for _ in range(chance.randint(0, 2))]


def sheet(schema: Schema, chance: Random) -> dict[str, Any]:
    """Give a sheet whose values fit, each by itself: the rules may still refuse it."""
    return schema.clean({item.key: value(item, chance) for item in schema.fields if chance.random() < 0.8})


def answer_to(ask: Ask[Any], chance: Random) -> Answer:
    """Give an answer that fits an ask."""
    wanted = faces_wanted(ask)
    if wanted is not None:
        count, sides = wanted
        return Dice(
            roll_for(ask, count, lambda number: tuple(chance.randint(1, sides) for _ in range(number)))
        )
    match ask:
        case Choice(options=options):
            return Chosen(chance.choice(options))
        case Throws():
            if ask.rankable and chance.random() < 0.3:
                order = chance.sample(ask.throwers, len(ask.throwers))
                return Ranking(tuple((key,) for key in order))
            if chance.random() < 0.3:
                return Results(tuple(chance.choice((-1, 0, 1)) for _ in ask.pairs))
            return Signs(tuple(chance.choice(SIGNS) for _ in ask.hands))
    raise AssertionError(f"no answer to {ask}")


@dataclass
class Answering:
    """A driver that answers by chance, and at times waits."""

    chance: Random
    waits: float = 0.2
    given: list[tuple[str, Answer]] = field(default_factory=list)

    def answer(self, ask: Ask[Any], fingerprint: str) -> Answer | None:
        if self.chance.random() < self.waits:
            return None
        answer = answer_to(ask, self.chance)
        self.given.append((fingerprint, answer))
        return answer


@dataclass(frozen=True)
class Step:
    """One run of the rules in random play: what it began with, and what came of it.

    `command` is what it belongs to, `begun` whether it began here or was resumed; `given` the answers.
    """

    before: Any
    command: Any
    resumed: Pending[Any] | None
    ran: Run[Any]
    given: tuple[tuple[str, Answer], ...]


class Play:
    """A fight of random people, played on by chance. Refusals are collected; all else fails."""

    def __init__(self, system: RuleSystem, chance: Random) -> None:
        self.system = system
        self.chance = chance
        self.refused: list[Refused] = []
        self.entrants: list[Entrant] = []
        self.opened = self._open()
        self.state = self.opened
        self.pending: Pending[Any] | None = None
        self.command: Any = None

    def _entrant(self, number: int) -> Entrant:
        templates = list(self.system.templates.values())
        own = self.chance.choice(templates) if templates and self.chance.random() < 0.6 else None
        made = sheet(self.system.sheet, self.chance) if own is None else self.system.sheet.clean(own)
        return Entrant(f"f{number}", "AB"[number % 2], made)

    def _open(self) -> Any:
        rulings = {item.key: value(item, self.chance) for item in self.system.rulings.fields}
        while True:
            self.entrants = [self._entrant(number) for number in range(1, self.chance.randint(2, 4) + 1)]
            try:
                return self.system.open(self.entrants, self.system.rulings.clean(rulings))
            except Refused as refused:
                self.refused.append(refused)

    def everybody(self) -> list[str]:
        """Give the keys of everybody in the fight."""
        return [standing.key for standing in self.system.standings(self.state)]

    def _command(self) -> Any | None:
        """Give a command: mostly what comes next by itself, else one of those that the seam can make."""
        system, chance = self.system, self.chance
        usual = system.default(self.state)
        if usual is None and isinstance(system, Turns):
            usual = self._turn(system)
        if usual is not None and chance.random() < 0.8:
            return usual
        key = chance.choice(self.everybody())
        return chance.choice(
            (
                lambda: usual,
                lambda: system.leave(key),
                lambda: system.come_back(key),
                lambda: system.correct(key, self._corrected(key)),
                lambda: self._join(),
                lambda: system.command(self._form(), self.state),
            )
        )()

    def _turn(self, system: Turns) -> Any | None:
        window = system.window(self.state)
        if window is not None and self.chance.random() < 0.8:
            chosen: dict[str, tuple[str, ...]] = {}
            for who in window.who:
                one = (self.chance.choice(window.options),) if self.chance.random() < 0.5 else ()
                try:
                    system.declare(self.state, who, one)
                    chosen[who] = one
                except Refused as refused:
                    self.refused.append(refused)
            return system.declared(self.state, chosen)
        upcoming = system.upcoming(self.state)
        return upcoming.command if upcoming else None

    def _corrected(self, key: str) -> Mapping[str, Any]:
        own = dict(self.system.carry(self.state, key))
        fields = {item.key: item for item in self.system.sheet.fields}
        name = self.chance.choice(self.system.carried)
        return {**own, name: value(fields[name], self.chance)}

    def _join(self) -> Any:
        number = len(self.everybody()) + 1
        if number > 6:
            raise Refused("enough")
        entrant = self._entrant(number)
        if self.chance.random() < 0.3:
            other = Entrant(f"f{number}", "AB"[number % 2], self.entrants[0].sheet)
            return self.system.bring(self.opened, self.entrants[0].key, other)
        return self.system.join(entrant)

    def _form(self) -> dict[str, str]:
        """Give a form as a stranger might post it: the right names, any values."""
        kind = self.chance.choice(self.system.command_types)
        names = [*getattr(kind, "__dataclass_fields__", {}), "command", "do", "what", "who", "at"]
        words = ["", "f1", "f2", "nobody", "1", "-7", "x" * 500, "a,b|c", "on", "💥", *self.everybody()]
        form = {name: self.chance.choice(words) for name in names if self.chance.random() < 0.7}
        return {**form, "command": kind.__name__} if self.chance.random() < 0.7 else form

    def steps(self, count: int, waits: float = 0.2) -> Iterator[Step]:
        """Play on; gives each run of the rules."""
        for _ in range(count):
            driver = Answering(self.chance, waits)
            before, resumed = self.state, self.pending
            try:
                if resumed is not None and self.chance.random() < 0.95:
                    ran = resume(self.system.rules, resumed, driver)
                else:
                    resumed = None
                    command = self._command()
                    if command is None:
                        continue
                    first = self.system.rules.begin(self.state, command)
                    self.command = command
                    ran = run(self.system.rules, self.state, first, driver)
            except Refused as refused:
                self.refused.append(refused)
                assert driver.given == [], "refused after an ask was answered"
                continue
            self.state, self.pending = ran.state, ran.pending
            yield Step(before, self.command, resumed, ran, tuple(driver.given))


def through_text(value_: Any) -> Any:
    """Give a dataclass as it comes back from the ledger's text, still encoded."""
    return json.loads(json.dumps(encode(value_)))
