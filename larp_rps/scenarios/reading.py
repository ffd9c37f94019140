"""From a scenario's form to the rules: fighters, commands, and the answers that a step holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import replace
from dataclasses import dataclass, fields
from typing import Any

import msgspec

from larp_rps.rules import commands as asked
from larp_rps.rules.codes import RULINGS
from larp_rps.rules.opening import enter
from larp_rps.rules.state import Fighter, FighterSheet, Held, Rulings, Weapon
from larp_rps.scenarios import form
from referee.kernel.asks import Answer, Ask, Choice, Chosen, Ranking, Results, Signs, Throws
from referee.kernel.chain import plain
from referee.scenarios import BadScenario

SHEET = ("attack", "defence", "dexterity", "physique", "hp", "armour", "shield", "race", "two_weapon")
"""Keys that a fighter's form and his sheet have in common."""
WEAPON = {"max": "maximum", "min": "minimum"}
"""Keys of a weapon that the rules know by another name."""
NOW = tuple(one.name for one in fields(Fighter) if one.name not in ("key", "side", "sheet"))
"""What `now` may say of a fighter."""


def fighter(given: form.FighterForm) -> Fighter:
    """Make a fighter; his name is his key. Raise Refused where his sheet cannot fight (A21)."""
    special = given.knockout_special or form.Special()
    weapons = (msgspec.structs.asdict(weapon) for weapon in given.weapons)
    sheet = FighterSheet(
        **{key: getattr(given, key) for key in SHEET},
        anatomy=tuple(given.anatomy),
        knockout_modifier=special.modifier,
        knockout_threshold=special.threshold,
        weapons=tuple(
            Weapon(**{WEAPON.get(key, key): value for key, value in weapon.items()}) for weapon in weapons
        ),
        right=given.hands.right,
        left=given.hands.left,
    )
    entered = enter(given.name, given.side, sheet)
    return _now(entered, given.now) if given.now else entered


def _now(entered: Fighter, now: Mapping[str, Any]) -> Fighter:
    """Give the fighter as he stands now; raise BadScenario where that is no way to stand."""
    for key in now:
        if key not in NOW:
            raise BadScenario(f"now.{key[:40]}", "unknown key")
    if "hp" in now and "before" not in now:
        now = {**now, "before": {**plain(entered.before), "hp": now["hp"]}}
    try:
        return msgspec.convert({**plain(entered), **now}, Fighter)
    except msgspec.ValidationError as error:
        raise BadScenario("now", str(error)) from None


def rulings(given: Mapping[str, str]) -> Rulings:
    """Make the rulings; raise BadScenario where there is none of that name or value."""
    for key, value in given.items():
        if value not in RULINGS.get(key, ()):
            raise BadScenario(f"rulings.{key[:40]}", f"no such ruling: {value[:40]}")
    return Rulings(**given)


@dataclass(slots=True)
class Answers:
    """The answers of one step, used up as they are asked for; raise BadScenario where one does not fit."""

    signs: dict[tuple[str, str], str] | None = None
    results: tuple[int, ...] | None = None
    ranking: tuple[tuple[str, ...], ...] | None = None
    pairing: Mapping[str, str] | None = None
    waits: bool = False
    _striking: tuple[str, ...] = ()

    def answer(self, ask: Ask[Any], fingerprint: str) -> Answer | None:
        """Answer an ask; None where the step says that it waits."""
        if isinstance(ask, Choice):
            return self._pairing(ask)
        if not isinstance(ask, Throws):
            raise BadScenario("", f"{ask.kind}: no scenario answers this")
        self._striking = tuple(hand.hand for hand in ask.hands if hand.who == ask.who)
        if self.ranking is not None:
            ranking, self.ranking = self.ranking, None
            return Ranking(ranking)
        if self.results is not None:
            results, self.results = self.results, None
            return Results(results)
        bare = ask.kind != "attack"
        wanted = [(hand.who, "" if bare else hand.hand) for hand in ask.hands]
        if self.signs is None:
            if self.waits:
                return None
            raise BadScenario("throws", f"missing: {_listed(wanted)}")
        signs, self.signs = self.signs, None
        if sorted(wanted) != sorted(signs):
            raise BadScenario("throws", f"wanted: {_listed(wanted)}; given: {_listed(signs)}")
        return Signs(tuple(signs[hand] for hand in wanted))

    def _pairing(self, ask: Choice) -> Chosen:
        pairing, self.pairing = self.pairing, None
        if pairing is None:
            raise BadScenario("pairing", f"missing: {ask.who}")
        if sorted(pairing) != sorted(self._striking):
            raise BadScenario("pairing", f"a hand for each of {', '.join(self._striking)} is wanted")
        return Chosen("+".join(pairing[hand] for hand in self._striking))

    @property
    def left(self) -> str:
        """Name what nobody asked for, empty where all was."""
        found: dict[str, Any] = {"throws": self.signs, "results": self.results, "ranking": self.ranking}
        found["pairing"] = self.pairing
        return ", ".join(key for key, value in found.items() if value is not None)


def _listed(hands: Any) -> str:
    return ", ".join(" ".join(filter(None, hand)) for hand in hands)


def answers_in(step: form.Step) -> Answers:
    """Give the answers that a step holds."""
    signs: dict[tuple[str, str], str] | None = None
    throws = getattr(step, "throws", None)
    if throws is not None:
        signs = {}
        for who, shown in throws.items():
            each = {"": shown} if isinstance(shown, str) else shown
            signs |= {(who, hand): sign for hand, sign in each.items()}
    results, ranking = getattr(step, "results", None), getattr(step, "ranking", None)
    return Answers(
        signs,
        None if results is None else tuple(results),
        None if ranking is None else _tuples(ranking),
        getattr(step, "pairing", None),
        getattr(step, "waits", False),
    )


def command(step: form.Step) -> Any:
    """Give the command of a step; raise Refused where a joiner's sheet cannot fight."""
    return _COMMANDS[type(step)](step)


def _tuples(groups: Any) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(group) for group in groups)


def _aim(step: form.AttackStep) -> dict[str, Any]:
    if isinstance(step.aim, int):
        if step.aim_number:
            raise BadScenario("aim_number", "the aim is a number already")
        return {"aim_number": step.aim}
    return {"aim": step.aim or "", "aim_number": step.aim_number}


def hands_shown(step: form.AttackStep) -> tuple[str, ...]:
    """Give the striking hands that a step names by its keys of the common format."""
    if step.throws is not None:
        return tuple(step.throws.get(step.who, ()))
    return (step.hand,) if step.hand else ()


def _attack(step: form.AttackStep) -> asked.Attack:
    return asked.Attack(
        step.who,
        step.at,
        hands_shown(step) if step.hands is None else tuple(step.hands),
        knockout=step.knockout,
        waived=step.waived or "",
        decline=step.decline,
        word=step.word,
        **_aim(step),
    )


def _ambush(step: form.AmbushStep) -> asked.Attack | asked.Ambush:
    if step.suspicious:
        return _attack(step)
    for key in ("throws", "results", "waived", "hands", "pairing", "decline"):
        if getattr(step, key):
            raise BadScenario(key, "unknown key of an ambush")
    return asked.Ambush(
        step.who, step.at, step.hand or "", knockout=step.knockout, word=step.word, **_aim(step)
    )


def _join(step: form.JoinStep) -> asked.Join:
    if isinstance(step.fighter, str):
        return asked.Join(key=step.fighter)
    return asked.Join(fighter(step.fighter))


def _situation(step: form.SituationStep) -> asked.Situation:
    if isinstance(step.value, int):
        return asked.Situation(step.who, number=step.value)
    kinds = (step.value,) if isinstance(step.value, str) else tuple(step.value)
    return asked.Situation(step.who, () if kinds == ("none",) else kinds)


def _longer(step: form.LongerStep) -> asked.Longer:
    who = step.who
    return asked.Longer((who,) if isinstance(who, str) else tuple(who or ()))


def _ruling(step: form.RulingStep) -> asked.Ruling | asked.Overrule:
    if step.hit is None:
        for key in ("loss", "knocked_out", "hand"):
            if getattr(step, key):
                raise BadScenario(key, "goes with hit")
        if step.who is None:
            raise BadScenario("who", "missing: who, or hit")
        return asked.Ruling(step.who, step.hp, step.unconscious, step.down)
    if step.who is not None or step.unconscious is not None:
        raise BadScenario("hit", "the last blow's: goes with neither who nor unconscious")
    return asked.Overrule(step.hit, step.loss, step.knocked_out, step.hand, step.hp, step.down)


def _charge(step: form.ChargeStep) -> asked.Charge:
    return asked.Charge(step.who, step.at, round(step.metres * 100), step.word)


def _spell(step: form.SpellStep) -> asked.Spell:
    return asked.Spell(step.who, tuple(step.against), round(step.seconds * 1000), step.read, step.word)


def _arm(step: form.ArmStep) -> asked.Arm:
    return asked.Arm(
        step.who, tuple(Held(hand, weapon) for hand, weapon in step.hands.items()), step.shield_up
    )


def _plain(kind: type) -> Callable[[Any], Any]:
    names = [one.name for one in fields(kind)]
    return lambda step: kind(**{name: getattr(step, name) for name in names})


_COMMANDS: Mapping[type[form.Step], Callable[[Any], Any]] = {
    form.RoundStep: lambda step: asked.Round(step.weapon_bonus or ""),
    form.OrderStep: lambda step: asked.Order(_tuples(step.order), step.by),
    form.EndRoundStep: _plain(asked.EndRound),
    form.JoinStep: _join,
    form.LeaveStep: _plain(asked.Leave),
    form.SeparateStep: _plain(asked.Separate),
    form.CloseStep: _plain(asked.Close),
    form.PassStep: _plain(asked.Pass),
    form.TacticStep: _plain(asked.Tactic),
    form.ArmStep: _arm,
    form.SituationStep: _situation,
    form.LongerStep: _longer,
    form.HasteStep: _plain(asked.Haste),
    form.AllowanceStep: _plain(asked.Allowance),
    form.ChargeStep: _charge,
    form.AttackStep: _attack,
    form.AmbushStep: _ambush,
    form.SpellStep: _spell,
    form.RulingStep: _ruling,
    form.VerdictStep: _plain(asked.Verdict),
    form.PenaltyStep: _plain(asked.Penalty),
}


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Give a state or fighter under other names: those that fighters are known by, wherever they stand."""
    found: dict[str, Any] = {}
    for one in fields(value):
        held = getattr(value, one.name)
        if one.name in _NAMED:
            found[one.name] = _names_in(held, names)
        elif isinstance(held, tuple) and held and hasattr(held[0], "__dataclass_fields__"):
            found[one.name] = tuple(renamed(item, names) for item in held)
    return replace(value, **found)


_NAMED = frozenset({"key", "who", "at", "charge_at", "last_target", "order", "longer"})
"""Fields of a state that name fighters."""


def _names_in(held: Any, names: Mapping[str, str]) -> Any:
    if isinstance(held, tuple):
        return tuple(_names_in(item, names) for item in held)
    return names.get(held, held)
