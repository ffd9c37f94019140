"""Random fights of live combat through the ledger: sealed throws, hand reports, a referee's word, undo."""

from __future__ import annotations

from random import Random
from typing import Any

from larp_rps.rules import commands as asked
from larp_rps.rules.default import next_attack
from larp_rps.rules.state import HANDS, TACTICS, Held
from referee.adjudication import company, running, throws
from referee.adjudication.company import Comer
from referee.kernel.asks import SIGNS, Choice, Chosen, Ranking, Results, Signs, Throws
from referee.kernel.refusals import Refused
from referee.models import Event, Seat
from referee.system import system_for
from tests.toy.fights import Fight

SYSTEM = "larp_rps"
RULINGS = {
    "joiner": ("next_round", "at_once"),
    "ranged_throw": ("throw", "none"),
    "failed_knockout": ("nothing", "ordinary_damage"),
}


def weapon(name: str, chance: Random) -> dict[str, Any]:
    return {
        "id": name,
        "attack": chance.randint(0, 4),
        "defence": chance.randint(0, 4),
        "max": chance.randint(2, 8),
        "category": chance.choice(("sword", "dagger")),
        "deduction": -chance.randint(0, 2),
        **{key: chance.random() < 0.4 for key in ("slow", "pole", "ranged", "knockout", "ambush")},
    }


def sheet(chance: Random) -> dict[str, Any]:
    weapons = [weapon(name, chance) for name in ("first", "second")[: chance.randint(1, 2)]]
    given = {
        **{key: chance.randint(1, 9) for key in ("attack", "defence", "dexterity", "physique")},
        "hp": chance.randint(6, 40),
        "armour": chance.randint(0, 3),
        "two_weapon": chance.randint(0, 3),
        "weapons": weapons,
        "right": "first",
        "left": "second" if len(weapons) > 1 else "",
    }
    return dict(system_for(SYSTEM).sheet.clean(given))


class RandomFight:
    """A fight of two or three with phones; a fourth may come in. Refusals are what people live with."""

    def __init__(self, event: Event, seats: list[Seat], referee: Seat, chance: Random) -> None:
        self.seats, self.referee, self.chance = seats, referee, chance
        event.rulings = {SYSTEM: {key: chance.choice(values) for key, values in RULINGS.items()}}
        event.save()
        comers = [self._comer(seat, side) for seat, side in zip(seats[:3], "ABA", strict=False)]
        mode = chance.choice(("players", "referee"))
        self.fight = Fight.between(event, referee, comers[: chance.randint(2, 3)], SYSTEM, mode=mode)

    def _comer(self, seat: Seat, side: str) -> Comer:
        return Comer(side, sheet(self.chance), seat, standing="in", confirmed=True)

    def act(self) -> None:
        """Let somebody do something."""
        question, chance = self.fight.question, self.chance
        try:
            if question is not None and chance.random() < 0.75:
                self._answer(question)
            elif chance.random() < 0.15:
                chance.choice((self.fight.undo, self.fight.redo))(self.referee, "referee")
            elif chance.random() < 0.15:
                self._between()
            else:
                self.fight.command(self.referee, self._command(), role="referee")
        except Refused:
            pass

    def _answer(self, question: Any) -> None:
        ask, chance = self.fight.ask, self.chance
        if isinstance(question, Choice):
            self.fight.decide(self.referee, Chosen(chance.choice(question.options)))
            return
        assert isinstance(question, Throws)
        results = Results(tuple(chance.choice((-1, 0, 1)) for _ in question.pairs))
        match chance.randint(0, 4):
            case 0:
                answer: Any = results
                if question.rankable and chance.random() < 0.5:
                    answer = Ranking(
                        tuple((key,) for key in chance.sample(question.throwers, len(question.throwers)))
                    )
                self.fight.decide(self.referee, answer)
            case 1:
                self.fight.decide(self.referee, Signs(tuple(chance.choice(SIGNS) for _ in question.hands)))
            case _:
                for key in question.throwers:
                    self._phone(ask, key, results if chance.random() < 0.1 else None)

    def _phone(self, ask: str, key: str, results: Results | None) -> None:
        seat = self.fight.clash.fighters.get(key=key).seat
        signs = (
            {hand.hand: self.chance.choice(SIGNS) for hand in self.fight.question.hands if hand.who == key}
            if self.fight.question
            else {}
        )
        if results is not None:
            self.fight.do(seat, lambda desk: throws.report(desk, ask, key, results))
        else:
            self.fight.do(seat, lambda desk: throws.throw(desk, ask, key, signs))

    def _between(self) -> None:
        """Bring in what comes from outside while something is waited for."""
        chance = self.chance
        key = chance.choice([one.key for one in self.fight.state.fighters])
        if chance.random() < 0.3:
            comer = self._comer(self.seats[3], chance.choice("AB"))
            self.fight.do(self.referee, lambda desk: company.come_in(desk, comer), role="referee")
            return
        points = chance.randint(-1, 20)
        fields = {"points": points, "unconscious": chance.random() < 0.1, "down": points <= 0}
        self.fight.do(self.referee, lambda desk: running.correct(desk, key, fields), role="referee")

    def _command(self) -> Any:
        chance, state = self.chance, self.fight.state
        keys = [one.key for one in state.fighters]
        key, other = chance.sample(keys, 2)
        some = lambda share: chance.random() < share  # noqa: E731 - reads like the odds it is
        attack = next_attack(state)
        who, at = (attack.who, attack.at) if attack and some(0.8) else (key, other)
        strike = asked.Attack(
            who,
            at,
            aim=chance.choice(("", "", "arm", "head")),
            aim_number=chance.choice((0, 0, 0, -4, -11)),
            knockout=some(0.2),
            waived=chance.choice(("", "", who, at)),
            decline=some(0.2),
            word=some(0.3),
        )
        held = chance.choice(((Held("right", "first"),), (Held("right", "first"), Held("left", "second"))))
        order = [(one,) for one in chance.sample(keys, len(keys))]
        return chance.choice(
            (
                *[strike] * 4,
                asked.Ambush(who, at, knockout=some(0.3), word=some(0.3)),
                asked.Charge(key, other, chance.choice((500, 720)), word=some(0.2)),
                asked.Spell(key, (other,), chance.choice((800, 3000, 4500)), read=some(0.2)),
                asked.Tactic(key, chance.choice(TACTICS), chance.choice(("", *HANDS)), word=some(0.5)),
                asked.Arm(key, held, some(0.7)),
                asked.Situation(key, chance.choice(((), ("disturbance",), ("blind",)))),
                asked.Situation(key, number=-4),
                asked.Longer((key,)),
                asked.Haste(key, chance.choice((None, 3))),
                asked.Allowance(key, chance.choice((None, 3))),
                asked.Overrule(some(0.7), chance.randint(0, 4), hand=chance.choice(("", "left"))),
                asked.Verdict(key, other, some(0.5)),
                asked.Penalty(key, "dexterity", 1),
                asked.Round(chance.choice(("", key))),
                asked.EndRound(),
                asked.Pass(key),
                asked.Order(tuple(order)),
                asked.Separate(),
                asked.Close(),
                asked.Leave(key),
                asked.Join(key=key),
            )
        )
