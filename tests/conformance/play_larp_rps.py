"""Plays conformance cases of the live combat on its rules.

Beyond the format, for what fights export besides: the steps `pass`, `arm`, `allowance`, `verdict`, `penalty`
and `ruling` (a fighter's points and state, or with `hit` the last blow's other outcome); `results` (a list of
1, 0, −1) or `ranking` in place of signs; and `word`, the KM's.
"""

from dataclasses import dataclass, field
from typing import Any

from larp_rps.rules import commands as asked
from larp_rps.rules import events as told
from larp_rps.rules.engine import RULES
from larp_rps.rules.judge import attacks_left
from larp_rps.rules.opening import enter, open_fight
from larp_rps.rules.situations import in_force
from larp_rps.rules.state import Fighter, FighterSheet, Held, Rulings, State, Weapon
from referee.kernel.asks import Answer, Ask, Choice, Chosen, Ranking, Results, Signs, Throws
from referee.kernel.refusals import Refused
from referee.kernel.steps import run
from tests.conformance.cases_in import BadCase, only

SHEET = ("attack", "defence", "dexterity", "physique", "hp", "armour", "shield", "race", "two_weapon")
FIGHTER = (*SHEET, "name", "side", "anatomy", "knockout_special", "weapons", "hands")
WEAPON = {
    "id": "id",
    "attack": "attack",
    "defence": "defence",
    "max": "maximum",
    "min": "minimum",
    "fixed": "fixed",
    "category": "category",
    "slow": "slow",
    "pole": "pole",
    "ranged": "ranged",
    "knockout": "knockout",
    "ambush": "ambush",
    "attacks": "attacks",
    "deduction": "deduction",
}
EXPECT = ("rounds", "attacks", "spells", "final")
FINAL = ("hp", "unconscious", "down", "situation", "attacks_left")


def play(case: dict[str, Any]) -> None:
    """Play a case; AssertionError where it comes out otherwise, BadCase where it is miswritten."""
    only(case, "id", "system", "rules", "about", "rulings", "fighters", "script", "expect")
    expect = only(case["expect"], *EXPECT)
    fight = Fight(open_fight(map(fighter, case["fighters"]), Rulings(**case.get("rulings", {}))))
    for number, step in enumerate(case["script"], 1):
        fight.step(step, f"step {number} of {case['id']}: {step}")
    for key in ("rounds", "attacks", "spells"):
        if key in expect:
            assert getattr(fight, key) == expect[key], f"{key} of {case['id']}"
    for name, wanted in expect.get("final", {}).items():
        assert fight.final(name, wanted) == wanted, f"final of {name} in {case['id']}"


def fighter(given: dict[str, Any]) -> Fighter:
    """Make a fighter from a case's; his name is his key."""
    only(given, *FIGHTER)
    special = only(given.get("knockout_special") or {}, "modifier", "threshold")
    hands = only(given.get("hands", {}), "right", "left")
    sheet = FighterSheet(
        **{key: given[key] for key in SHEET if key in given},
        anatomy=tuple(given.get("anatomy", ())),
        knockout_modifier=special.get("modifier"),
        knockout_threshold=special.get("threshold"),
        weapons=tuple(
            Weapon(**{WEAPON[key]: value for key, value in only(weapon, *WEAPON).items()})
            for weapon in given.get("weapons", ())
        ),
        **hands,
    )
    return enter(given["name"], given["side"], sheet)


@dataclass
class Answers:
    """Answers of one step, used up as they are asked for."""

    signs: dict[tuple[str, str], str] | None
    results: tuple[int, ...] | None
    ranking: tuple[tuple[str, ...], ...] | None
    pairing: dict[str, str] | None
    striking: tuple[str, ...] = ()

    def answer(self, ask: Ask[Any], fingerprint: str) -> Answer | None:
        if isinstance(ask, Choice):
            pairing, self.pairing = self.pairing, None
            assert pairing is not None, "a pairing is asked for"
            assert sorted(pairing) == sorted(self.striking), "a hand for each striking hand"
            return Chosen("+".join(pairing[hand] for hand in self.striking))
        assert isinstance(ask, Throws)
        self.striking = tuple(hand.hand for hand in ask.hands if hand.who == ask.who)
        if self.ranking is not None:
            ranking, self.ranking = self.ranking, None
            return Ranking(ranking)
        if self.results is not None:
            results, self.results = self.results, None
            return Results(results)
        assert self.signs is not None, f"signs of {ask.hands} are asked for"
        signs, self.signs = self.signs, None
        bare = ask.kind != "attack"
        wanted = [(hand.who, "" if bare else hand.hand) for hand in ask.hands]
        assert sorted(wanted) == sorted(signs), f"signs of {wanted} are asked for, {sorted(signs)} are there"
        return Signs(tuple(signs[hand] for hand in wanted))

    @property
    def left(self) -> bool:
        """Tell whether something was not asked for."""
        return any(one is not None for one in (self.signs, self.results, self.ranking, self.pairing))


@dataclass
class Fight:
    """A fight in play, and what a case compares."""

    state: State
    rounds: list[dict[str, Any]] = field(default_factory=list)
    attacks: list[dict[str, Any]] = field(default_factory=list)
    spells: list[dict[str, Any]] = field(default_factory=list)
    casting: int = 0
    thrown: dict[str, int] | None = None

    def step(self, step: dict[str, Any], where: str) -> None:
        refused = step.get("refused")
        given = {key: value for key, value in step.items() if key != "refused"}
        refusal: Refused | None = None
        try:
            first = RULES.begin(self.state, COMMANDS[given["do"]](given))
        except Refused as one:
            refusal = one
        assert (refusal and refusal.rule) == refused, f"{where}: {refusal!r}"
        if refusal:
            return
        answers = answers_in(given)
        ran = run(RULES, self.state, first, answers)
        assert ran.pending is None, f"{where} still waits for {ran.pending and ran.pending.ask}"
        assert not answers.left, f"{where} gives what nobody asked for"
        for event in ran.events:
            self.state = RULES.evolve(self.state, event)
            self.hear(event)
        assert self.state == ran.state

    def hear(self, event: Any) -> None:
        match event:
            case told.InitiativeThrown(values=values, groups=groups):
                self.thrown = {one.who: one.value.total for one in values} or None
                if self.state.running:
                    self.rounds.append({"initiative": self.thrown, "order": _groups(groups)})
                    self.thrown = None
            case told.RoundBegun(groups=groups, opening=False):
                self.rounds.append({"initiative": self.thrown, "order": _groups(groups)})
                self.thrown = None
            case told.OrderSet(groups=groups) | told.PoleFirst(groups=groups):
                if self.rounds and self.state.running and not self.state.opening:
                    self.rounds[-1]["order"] = _groups(groups)
            case told.BlowStruck():
                self.attacks.append(
                    {
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
                )
            case told.SpellCast(who=who, firsts=firsts):
                first: Any = {one.who: one.first for one in firsts}
                if len(firsts) == 1:
                    first = firsts[0].first
                self.spells.append({"who": who, "first": first, "interrupted": False})
        if isinstance(event, told.RoundBegun):
            self.casting = len(self.spells)
        if isinstance(event, (told.BlowStruck, told.BlowOverruled)):
            for spell, casting in zip(self.spells[self.casting :], self.state.castings, strict=True):
                spell["interrupted"] = casting.interrupted

    def final(self, name: str, wanted: dict[str, Any]) -> dict[str, Any]:
        only(wanted, *FINAL)
        one = self.state.fighter(name)
        whole: dict[str, Any] = {
            "hp": one.hp,
            "unconscious": one.unconscious,
            "down": one.down,
            "situation": in_force(self.state, one),
            "attacks_left": {
                hand: attacks_left(self.state, one, hand) for hand in wanted.get("attacks_left", ())
            },
        }
        return {key: whole[key] for key in wanted}


def _groups(groups: Any) -> list[list[str]]:
    return [list(group) for group in groups]


def _tuples(groups: Any) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(group) for group in groups)


def answers_in(step: dict[str, Any]) -> Answers:
    """Give the answers that a step holds."""
    signs: dict[tuple[str, str], str] | None = None
    if "throws" in step:
        signs = {}
        for who, shown in step["throws"].items():
            if isinstance(shown, str):
                signs[who, ""] = shown
            else:
                signs |= {(who, hand): sign for hand, sign in shown.items()}
    results = tuple(step["results"]) if "results" in step else None
    ranking = _tuples(step["ranking"]) if "ranking" in step else None
    return Answers(signs, results, ranking, step.get("pairing"))


def _aim(step: dict[str, Any]) -> dict[str, Any]:
    aim = step.get("aim")
    if aim is None:
        return {}
    return {"aim_number": aim} if isinstance(aim, int) else {"aim": aim}


def _attack(step: dict[str, Any]) -> asked.Attack:
    only(
        step,
        *("do", "who", "at", "throws", "results", "waived", "hand", "pairing", "aim", "knockout"),
        *("decline", "word", "suspicious"),
    )
    hands: tuple[str, ...] = ()
    if "throws" in step:
        hands = tuple(step["throws"].get(step["who"], ()))
    elif "hand" in step:
        hands = (step["hand"],)
    return asked.Attack(
        step["who"],
        step["at"],
        hands,
        knockout=step.get("knockout", False),
        waived=step.get("waived") or "",
        decline=step.get("decline", False),
        word=step.get("word", False),
        **_aim(step),
    )


def _ambush(step: dict[str, Any]) -> asked.Attack | asked.Ambush:
    if step.get("suspicious"):
        return _attack(step)
    only(step, "do", "who", "at", "hand", "aim", "knockout", "word", "suspicious")
    return asked.Ambush(
        step["who"],
        step["at"],
        step.get("hand", ""),
        knockout=step.get("knockout", False),
        word=step.get("word", False),
        **_aim(step),
    )


def _round(step: dict[str, Any]) -> asked.Round:
    only(step, "do", "throws", "results", "ranking", "weapon_bonus")
    return asked.Round(step.get("weapon_bonus") or "")


def _join(step: dict[str, Any]) -> asked.Join:
    only(step, "do", "fighter", "throws", "results", "ranking")
    if isinstance(step["fighter"], str):
        return asked.Join(key=step["fighter"])
    return asked.Join(fighter(step["fighter"]))


def _situation(step: dict[str, Any]) -> asked.Situation:
    only(step, "do", "who", "value")
    value = step["value"]
    if isinstance(value, int):
        return asked.Situation(step["who"], number=value)
    kinds = tuple(value) if isinstance(value, list) else (value,)
    return asked.Situation(step["who"], () if kinds == ("none",) else kinds)


def _tactic(step: dict[str, Any]) -> asked.Tactic:
    only(step, "do", "who", "tactic", "strikes_with", "defends_with", "word")
    return asked.Tactic(
        step["who"],
        step["tactic"],
        step.get("strikes_with", ""),
        step.get("defends_with", ""),
        step.get("word", False),
    )


def _charge(step: dict[str, Any]) -> asked.Charge:
    only(step, "do", "who", "at", "metres", "word")
    return asked.Charge(step["who"], step["at"], round(step["metres"] * 100), step.get("word", False))


def _spell(step: dict[str, Any]) -> asked.Spell:
    only(step, "do", "who", "against", "seconds", "read", "throws", "results", "word")
    return asked.Spell(
        step["who"],
        tuple(step["against"]),
        round(step["seconds"] * 1000),
        step.get("read", False),
        step.get("word", False),
    )


def _longer(step: dict[str, Any]) -> asked.Longer:
    who = only(step, "do", "who")["who"]
    return asked.Longer(tuple(who) if isinstance(who, list) else (who,) if who else ())


def _arm(step: dict[str, Any]) -> asked.Arm:
    only(step, "do", "who", "hands", "shield_up")
    hands = tuple(Held(hand, weapon) for hand, weapon in step["hands"].items())
    return asked.Arm(step["who"], hands, step.get("shield_up", True))


def _plain(kind: type, *keys: str) -> Any:
    def make(step: dict[str, Any]) -> Any:
        return kind(**{key: value for key, value in only(step, "do", *keys).items() if key != "do"})

    return make


def _ruling(step: dict[str, Any]) -> Any:
    if "hit" in step:
        return _plain(asked.Overrule, "hit", "loss", "knocked_out", "hand", "hp", "down")(step)
    return _plain(asked.Ruling, "who", "hp", "unconscious", "down")(step)


def _order(step: dict[str, Any]) -> asked.Order:
    only(step, "do", "order", "by")
    return asked.Order(_tuples(step["order"]), step["by"])


class _Commands(dict):
    def __missing__(self, key: str) -> Any:
        raise BadCase(f"unknown step {key!r}")


COMMANDS = _Commands(
    {
        "round": _round,
        "order": _order,
        "end_round": _plain(asked.EndRound),
        "join": _join,
        "leave": _plain(asked.Leave, "who"),
        "separate": _plain(asked.Separate),
        "close": _plain(asked.Close),
        "tactic": _tactic,
        "situation": _situation,
        "longer": _longer,
        "haste": _plain(asked.Haste, "who", "attacks"),
        "charge": _charge,
        "attack": _attack,
        "ambush": _ambush,
        "spell": _spell,
        "pass": _plain(asked.Pass, "who"),
        "arm": _arm,
        "allowance": _plain(asked.Allowance, "who", "attacks"),
        "ruling": _ruling,
        "verdict": _plain(asked.Verdict, "who", "at", "succeeded"),
        "penalty": _plain(asked.Penalty, "who", "attribute", "amount"),
    }
)
