"""The form of a scenario: which keys there are and what may stand in them (docs/scenarios.md).

A key that is not here is an error, never skipped. What fits the form may still be refused by the rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from referee.scenarios import BadScenario
from referee.system import LARGEST

type Number = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
type Count = Annotated[int, Meta(ge=0, le=LARGEST)]
type Measure = Annotated[float, Meta(ge=0, le=LARGEST)]
type Name = Annotated[str, Meta(min_length=1, max_length=200)]
type Word = Annotated[str, Meta(max_length=200)]
type Sign = Literal["rock", "paper", "scissors"]
type Result = Literal[1, 0, -1]
type Hand = Literal["right", "left"]
type Groups = list[list[Name]]
type Signs = dict[Name, Sign]
type HandSigns = dict[Name, dict[Hand, Sign]]

MOST_STEPS = 20_000
"""Steps of a scenario: more is no fight."""
MOST_FIGHTERS = 200
"""Fighters of a scenario."""


class Strict(Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """An object without other keys than these."""


class WeaponForm(Strict, frozen=True):
    """A weapon; what is left out has its default."""

    id: Word
    attack: Number = 0
    defence: Number = 0
    max: Number = 6
    min: Number = 0
    fixed: Number | None = None
    category: Word = "sword"
    slow: bool = False
    pole: bool = False
    ranged: bool = False
    knockout: bool = False
    ambush: bool = False
    attacks: Number | None = None
    deduction: Number = 0


class Special(Strict, frozen=True):
    """The Knockout Special Attack (A43)."""

    modifier: Number | None = None
    threshold: Number | None = None


class HandsForm(Strict, frozen=True):
    """What is held in which hand."""

    right: Word = ""
    left: Word = ""


class FighterForm(Strict, frozen=True):
    """A fighter; `now` is how he stands where that is not as his sheet says."""

    name: Name
    side: Name
    attack: Number = 0
    defence: Number = 0
    dexterity: Number = 0
    physique: Number = 0
    hp: Number = 10
    armour: Number = 0
    shield: Number = 0
    race: Word = "human"
    anatomy: list[Word] = []
    two_weapon: Number = 0
    knockout_special: Special | None = None
    weapons: list[WeaponForm] = []
    hands: HandsForm = HandsForm()
    now: dict[str, Any] = {}


class Step(Strict, frozen=True, kw_only=True, tag_field="do"):
    """One step. `refused` is the rule that must forbid it."""

    refused: str | None = None


class RoundStep(Step, frozen=True, tag="round"):
    """A round begins (R3, R10)."""

    throws: Signs | None = None
    results: list[Result] | None = None
    ranking: Groups | None = None
    weapon_bonus: Name | None = None
    begun: bool = False


class OrderStep(Step, frozen=True, tag="order"):
    """The order is overridden (R14)."""

    order: Groups
    by: Word


class EndRoundStep(Step, frozen=True, tag="end_round"):
    """The round ends."""


class JoinStep(Step, frozen=True, tag="join"):
    """Somebody joins, or comes back by name (R6, A8); `waits` for his initiative, which `begun` brings."""

    fighter: FighterForm | Name
    throws: Signs | None = None
    results: list[Result] | None = None
    ranking: Groups | None = None
    waits: bool = False
    begun: bool = False


class LeaveStep(Step, frozen=True, tag="leave"):
    """Somebody leaves (A8)."""

    who: Name


class SeparateStep(Step, frozen=True, tag="separate"):
    """The parties part (R4)."""


class CloseStep(Step, frozen=True, tag="close"):
    """The parties come together again (R5)."""


class PassStep(Step, frozen=True, tag="pass"):
    """A turn is let go (A5)."""

    who: Name


class TacticStep(Step, frozen=True, tag="tactic"):
    """A tactic is taken (A67)."""

    who: Name
    tactic: Word
    strikes_with: Word = ""
    defends_with: Word = ""
    word: bool = False


class ArmStep(Step, frozen=True, tag="arm"):
    """Other weapons, or the shield up or down."""

    who: Name
    hands: dict[Word, Word]
    shield_up: bool = True


class SituationStep(Step, frozen=True, tag="situation"):
    """A situation is named (R80)."""

    who: Name
    value: Word | Number | list[Word]


class LongerStep(Step, frozen=True, tag="longer"):
    """The longer weapon is granted (R67)."""

    who: Name | list[Name] | None


class HasteStep(Step, frozen=True, tag="haste"):
    """Haste begins or ends (R48)."""

    who: Name
    attacks: Number | None


class AllowanceStep(Step, frozen=True, tag="allowance"):
    """Leave for attacks over both hands begins or ends (A58)."""

    who: Name
    attacks: Number | None


class ChargeStep(Step, frozen=True, tag="charge"):
    """A charge is announced (R83)."""

    who: Name
    at: Name
    metres: Measure
    word: bool = False


class AttackStep(Step, frozen=True, tag="attack"):
    """An attack (R15); `results` in place of throws where the signs are not known."""

    who: Name
    at: Name
    throws: HandSigns | None = None
    results: list[Result] | None = None
    waived: Name | None = None
    hand: Hand | None = None
    hands: list[Hand] | None = None
    pairing: dict[Hand, Hand] | None = None
    aim: Word | Number | None = None
    aim_number: Number = 0
    knockout: bool = False
    decline: bool = False
    word: bool = False


class AmbushStep(AttackStep, frozen=True, tag="ambush"):
    """An ambush (R26); `suspicious` makes it an attack in every respect (A48)."""

    suspicious: bool = False


class SpellStep(Step, frozen=True, tag="spell"):
    """A spell against those who attack the caster (R72)."""

    who: Name
    seconds: Measure
    against: list[Name] = []
    read: bool = False
    throws: Signs | None = None
    results: list[Result] | None = None
    word: bool = False
    begun: bool = False


class RulingStep(Step, frozen=True, tag="ruling"):
    """An overrule: how `who` stands, or with `hit` the last blow's other outcome (L5)."""

    who: Name | None = None
    hit: bool | None = None
    loss: Number = 0
    knocked_out: bool = False
    hand: Word = ""
    hp: Number | None = None
    unconscious: bool | None = None
    down: bool | None = None


class VerdictStep(Step, frozen=True, tag="verdict"):
    """A verdict on an ambush (R32)."""

    who: Name
    at: Name
    succeeded: bool


class PenaltyStep(Step, frozen=True, tag="penalty"):
    """A permanent loss (R33)."""

    who: Name
    attribute: Word
    amount: Number


type AnyStep = (
    RoundStep
    | OrderStep
    | EndRoundStep
    | JoinStep
    | LeaveStep
    | SeparateStep
    | CloseStep
    | PassStep
    | TacticStep
    | ArmStep
    | SituationStep
    | LongerStep
    | HasteStep
    | AllowanceStep
    | ChargeStep
    | AttackStep
    | AmbushStep
    | SpellStep
    | RulingStep
    | VerdictStep
    | PenaltyStep
)


class Final(Strict, frozen=True):
    """Which of a fighter's values are under test; what they must be is compared as it is written."""

    hp: Any = None
    unconscious: Any = None
    down: Any = None
    situation: Any = None
    attacks_left: dict[Hand, Any] = {}


class Expect(Strict, frozen=True):
    """What must come out; `digest` is that of the state at the end."""

    rounds: list[Any] | None = None
    attacks: list[Any] | None = None
    spells: list[Any] | None = None
    final: dict[Name, Final] = {}
    digest: str | None = None


class CaseForm(Strict, frozen=True):
    """A whole scenario."""

    system: Literal["larp_rps"]
    fighters: Annotated[list[FighterForm], Meta(min_length=1, max_length=MOST_FIGHTERS)]
    script: Annotated[list[AnyStep], Meta(max_length=MOST_STEPS)]
    id: str = ""
    rules: list[str] = []
    about: str = ""
    rulings: dict[str, str] = {}
    expect: Expect = Expect()


def formed(case: Mapping[str, Any]) -> CaseForm:
    """Check a scenario's form; raise BadScenario with the place of the first thing that does not fit."""
    try:
        return msgspec.convert(case, CaseForm)
    except msgspec.ValidationError as error:
        raise _bad(error) from None
    except RecursionError:
        raise BadScenario("", "nested too deeply") from None


def _bad(error: msgspec.ValidationError) -> BadScenario:
    """Say in the file's own terms where a form is not kept: steps and fighters count from 1."""
    reason, _, path = str(error).partition(" - at `$")
    place = path.rstrip("`").lstrip(".")
    for key, word in (("script", "step"), ("fighters", "fighter")):
        found = re.match(rf"{key}\[(\d+)\]\.?", place)
        if found:
            rest = place[found.end() :]
            place = f"{word} {int(found.group(1)) + 1}" + (f", {rest}" if rest else "")
    return BadScenario(place, reason)
