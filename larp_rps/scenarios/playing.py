"""Plays a scenario on the rules, strictly: the steps of a live fight, no throw missing, none left over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from larp_rps.rules import commands as asked
from larp_rps.rules import events as told
from larp_rps.rules.engine import RULES
from larp_rps.rules.judge import attacks_left
from larp_rps.rules.opening import open_fight
from larp_rps.rules.situations import in_force
from larp_rps.rules.state import State
from larp_rps.scenarios import form
from larp_rps.scenarios.reading import answers_in, command, fighter, renamed, rulings
from referee.kernel.asks import BadAnswer
from referee.kernel.chain import digest
from referee.kernel.refusals import Refused
from referee.kernel.steps import Next, Run, run
from referee.scenarios import BadScenario

BEGUN: Mapping[type, str] = {asked.Round: "round", asked.Join: "join_order", asked.Spell: "cast"}
"""The step at which a command goes on, whatever came in between; an attack is judged anew."""


def state_digest(state: State) -> str:
    """Give the digest of a state, whatever its fighters are called: by place they are f1, f2, …"""
    names = {one.key: f"f{place}" for place, one in enumerate(state.fighters, 1)}
    return digest(renamed(state, names))


@dataclass(frozen=True, slots=True)
class Took:
    """A step as it came out: its number, the state after it, what happened, or why it was refused."""

    number: int
    before: State
    after: State
    trail: tuple[Any, ...] = ()
    refused: Refused | None = None


@dataclass
class Fight:
    """A fight in play, and what a scenario compares."""

    state: State
    rounds: list[dict[str, Any]] = field(default_factory=list)
    attacks: list[dict[str, Any]] = field(default_factory=list)
    spells: list[dict[str, Any]] = field(default_factory=list)
    _casting: int = 0
    _thrown: dict[str, int] | None = None

    def take(self, number: int, step: form.Step) -> Took:
        """Take one step; raise BadScenario where it does not go as the scenario says."""
        before = self.state
        answers = answers_in(step)
        try:
            given = command(step)
            first = Next(BEGUN[type(given)], given) if _begun(step) else RULES.begin(before, given)
            ran: Run[State] = run(RULES, before, first, answers, fingerprints=False)
        except Refused as refused:
            if refused.rule != step.refused:
                raise BadScenario("", _against(refused, step.refused)) from None
            return Took(number, before, before, refused=refused)
        except (BadAnswer, KeyError) as error:
            raise BadScenario("", str(error)) from None
        if step.refused is not None:
            raise BadScenario("refused", f"not refused by {step.refused}")
        if answers.left:
            raise BadScenario(answers.left, "nobody asked for it")
        if (ran.pending is not None) != answers.waits:
            raise BadScenario("waits", "it waits for nothing")
        for event in ran.events:
            self.state = RULES.evolve(self.state, event)
            self._hear(event)
        return Took(number, before, self.state, ran.trail)

    def _hear(self, event: Any) -> None:
        match event:
            case told.InitiativeThrown(values=values, groups=groups):
                self._thrown = {one.who: one.value.total for one in values} or None
                if self.state.running:
                    self.rounds.append({"initiative": self._thrown, "order": _lists(groups)})
                    self._thrown = None
            case told.RoundBegun(groups=groups, opening=False):
                self.rounds.append({"initiative": self._thrown, "order": _lists(groups)})
                self._thrown = None
            case told.OrderSet(groups=groups) | told.PoleFirst(groups=groups):
                if self.rounds and self.state.running and not self.state.opening:
                    self.rounds[-1]["order"] = _lists(groups)
            case told.BlowStruck():
                self.attacks.append(_attack(event))
            case told.SpellCast(who=who, firsts=firsts):
                first: Any = {one.who: one.first for one in firsts}
                if len(firsts) == 1:
                    first = firsts[0].first
                self.spells.append({"who": who, "first": first, "interrupted": False})
        if isinstance(event, told.RoundBegun):
            self._casting = len(self.spells)
        if isinstance(event, (told.BlowStruck, told.BlowOverruled)):
            for spell, casting in zip(self.spells[self._casting :], self.state.castings, strict=True):
                spell["interrupted"] = casting.interrupted

    def final(self, name: str, hands: Iterable[str] | None = None) -> dict[str, Any]:
        """Give how a fighter stands in the end; `attacks_left` of these hands, or of all he holds."""
        one = self.state.fighter(name)
        left = one.hand_names if hands is None else hands
        return {
            "hp": one.hp,
            "unconscious": one.unconscious,
            "down": one.down,
            "situation": in_force(self.state, one),
            "attacks_left": {str(hand): attacks_left(self.state, one, hand) for hand in left},
        }

    def outcome(self) -> dict[str, Any]:
        """Give all that came of it, in the form of a scenario's `expect`."""
        return {
            "rounds": self.rounds,
            "attacks": self.attacks,
            "spells": self.spells,
            "final": {one.key: self.final(one.key) for one in self.state.fighters},
            "digest": state_digest(self.state),
        }

    def otherwise(self, case: form.CaseForm, written: Mapping[str, Any]) -> Iterator[str]:
        """Name what was expected otherwise; `written` is `expect` as it stands in the file."""
        expect = case.expect
        for key in ("rounds", "attacks", "spells"):
            wanted, came = getattr(expect, key), getattr(self, key)
            if wanted is None:
                continue
            for place in range(max(len(wanted), len(came))):
                expected = wanted[place] if place < len(wanted) else None
                got = came[place] if place < len(came) else None
                if expected != got:
                    yield f"{key} {place + 1}: {expected} expected, {got} came"
        for name, final in expect.final.items():
            if self.state.find(name) is None:
                raise BadScenario(f"expect.final.{name}", "no such fighter")
            for key, wanted in written["final"][name].items():
                got = self.final(name, final.attacks_left)[key]
                if got != wanted:
                    yield f"final {name} {key}: {wanted} expected, {got} came"
        if expect.digest is not None and expect.digest != state_digest(self.state):
            yield f"digest: {expect.digest} expected, {state_digest(self.state)} came"


def opened(case: form.CaseForm) -> Fight:
    """Open a scenario's fight; raise BadScenario where a fighter cannot fight."""
    listed = []
    for number, one in enumerate(case.fighters, 1):
        try:
            listed.append(fighter(one))
        except BadScenario as bad:
            raise bad.within(f"fighter {number}") from None
        except Refused as refused:
            raise BadScenario(f"fighter {number}", _against(refused, None)) from None
    try:
        return Fight(open_fight(listed, rulings(case.rulings)))
    except Refused as refused:
        raise BadScenario("fighters", _against(refused, None)) from None


def steps(fight: Fight, case: form.CaseForm) -> Iterator[Took]:
    """Take all steps; raise BadScenario with the number of one that does not go."""
    for number, step in enumerate(case.script, 1):
        try:
            yield fight.take(number, step)
        except BadScenario as bad:
            raise bad.within(f"step {number}") from None


def _begun(step: form.Step) -> bool:
    return bool(getattr(step, "begun", False))


def _against(refused: Refused, expected: str | None) -> str:
    params = ", ".join(f"{key} {value}" for key, value in refused.params.items())
    told_why = f"refused by {refused.rule}: {refused.code}" + (f" ({params})" if params else "")
    return told_why if expected is None else f"{told_why}; {expected} expected"


def _lists(groups: Any) -> list[list[str]]:
    return [list(group) for group in groups]


def _attack(event: told.BlowStruck) -> dict[str, Any]:
    return {
        "who": event.who,
        "at": event.at,
        "hand": event.hand,
        "total_attack": event.attack.total,
        "total_defence": event.defence.total,
        "hit": event.hit,
        "damage": event.damage.total,
        "loss": event.loss.total,
        "knocked_out": event.knocked_out,
    }
