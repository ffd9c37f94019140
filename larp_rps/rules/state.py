"""The state of a fight: who stands how, what the round has seen, and what a KM has granted."""

from __future__ import annotations

from copy import replace
from dataclasses import dataclass
from typing import Any

HANDS = ("right", "left")
TACTICS = ("single", "attacking", "feint", "defending")
FAST_CATEGORIES = ("dagger", "throwing")
"""Categories within which a weapon is fast (R42)."""


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon as the weapon check has it; nothing of it is built in (R40).

    `fixed` is the damage of an aiming weapon (R39), `attacks` a KM's leave per hand and round (R49),
    `deduction` (≤ 0) what this weapon's hand costs in two-weapon fighting (A63).
    """

    id: str
    attack: int = 0
    defence: int = 0
    maximum: int = 6
    minimum: int = 0
    fixed: int | None = None
    category: str = "sword"
    slow: bool = False
    pole: bool = False
    ranged: bool = False
    knockout: bool = False
    ambush: bool = False
    attacks: int | None = None
    deduction: int = 0


BARE_HAND = Weapon("")
"""What shows and strikes where no weapon is held."""


@dataclass(frozen=True, slots=True)
class FighterSheet:
    """What a character brings to a fight: inputs, never computed here (A13).

    `armour` is SFÉ, `two_weapon` the level of that skill. The two knockout fields are the Knockout Special
    Attack's own modifier and threshold (R25, A43). `right` and `left` name the weapons that are held; with
    neither, the first weapon is held in the right hand.
    """

    attack: int = 0
    defence: int = 0
    dexterity: int = 0
    physique: int = 0
    hp: int = 10
    armour: int = 0
    shield: int = 0
    race: str = "human"
    anatomy: tuple[str, ...] = ()
    two_weapon: int = 0
    knockout_modifier: int | None = None
    knockout_threshold: int | None = None
    weapons: tuple[Weapon, ...] = ()
    right: str = ""
    left: str = ""


@dataclass(frozen=True, slots=True)
class Held:
    """A hand and the id of the weapon in it."""

    hand: str
    weapon: str


@dataclass(frozen=True, slots=True)
class Stance:
    """The tactic of two-weapon fighting that holds until it is changed (A67), and its two hands."""

    tactic: str = "single"
    strikes_with: str = ""
    defends_with: str = ""


@dataclass(frozen=True, slots=True)
class Before:
    """How a fighter stood when the present turn began: what level fighters' blows are judged by (A2)."""

    hp: int
    unconscious: bool = False
    down: bool = False
    stalled: bool = False


@dataclass(frozen=True, slots=True)
class Fighter:
    """A fighter in a fight: the sheet, how he stands now, and what he has done in this round.

    `joined` waits for new initiative (R6); `waiting` also may not act until then (A6). `situations` and
    `situation_number` are the KM's word (R80, R82), `hindered` the rounds of R29's Hindrance. `allowance` is
    a KM's leave over both hands (A58). The slow weapon's rest counts from `slow_round` and `first_round`.
    """

    key: str
    side: str
    sheet: FighterSheet
    hp: int
    before: Before
    unconscious: bool = False
    down: bool = False
    present: bool = True
    joined: bool = False
    waiting: bool = False
    hands: tuple[Held, ...] = ()
    shield_up: bool = True
    stance: Stance = Stance()
    situations: tuple[str, ...] = ()
    situation_number: int = 0
    hindered: tuple[int, ...] = ()
    haste: int | None = None
    allowance: int | None = None
    charge_at: str = ""
    charge_round: int = 0
    stalled: bool = False
    slow_round: int = 0
    first_round: int = 0
    showings: int = 0
    blows: int = 0
    passed: bool = False
    ambusher: bool = False
    cast: bool = False
    last_target: str = ""

    @property
    def fallen(self) -> bool:
        """Tell whether he can't act now: unconscious (R23) or down (A83)."""
        return self.unconscious or self.down

    @property
    def stands(self) -> bool:
        """Tell whether he is in the fight and on his feet."""
        return self.present and not self.fallen

    @property
    def now(self) -> Before:
        """Give how he stands now, in the form of A2's snapshot."""
        return Before(self.hp, self.unconscious, self.down, self.stalled)

    def weapon(self, hand: str) -> Weapon:
        """Give the weapon in a hand, or the bare hand."""
        return self.own(next((item.weapon for item in self.hands if item.hand == hand), ""))

    def own(self, weapon_id: str) -> Weapon:
        """Give one of his weapons, held or not; the bare hand for an id that is none."""
        return next((weapon for weapon in self.sheet.weapons if weapon.id == weapon_id), BARE_HAND)

    @property
    def hand_names(self) -> tuple[str, ...]:
        """Give the hands that hold a weapon, right first; without weapons the right hand."""
        return tuple(item.hand for item in self.hands) or (HANDS[0],)

    def hand_or_first(self, hand: str) -> str:
        """Give the hand if it holds a weapon, else the right, or the only one."""
        return hand if hand in self.hand_names else self.hand_names[0]

    @property
    def striking_hand(self) -> str:
        """Give the hand that strikes where one does (A64)."""
        return self.hand_or_first(self.stance.strikes_with)

    @property
    def defending_hand(self) -> str:
        """Give the hand that defends where one does (A62)."""
        return self.hand_or_first(self.stance.defends_with)

    @property
    def holds_pole(self) -> bool:
        """Tell whether he holds a pole weapon (R69)."""
        return any(self.weapon(hand).pole for hand in self.hand_names)


@dataclass(frozen=True, slots=True)
class First:
    """Who is first between a caster and one opponent: caster, weapon or both (R72)."""

    who: str
    first: str


@dataclass(frozen=True, slots=True)
class Casting:
    """A spell of this round. `outrun` tells that it is too long or read, so that any weapon is first."""

    who: str
    firsts: tuple[First, ...]
    outrun: bool
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class Blow:
    """A blow of the last showing with what it brought about, which a KM may overrule."""

    round: int
    who: str
    at: str
    hand: str
    weapon: str
    ambush: bool
    apart: bool
    hit: bool
    loss: int
    suffered: int
    knocked_out: bool
    stalls: bool
    hinders: bool
    interrupts: bool
    was_unconscious: bool
    was_down: bool


@dataclass(frozen=True, slots=True)
class Rulings:
    """How an event's KMs read what the text leaves open; the defaults come first in RULINGS."""

    combat_values: str = "attack_defence"
    situations: str = "larger"
    ranged_throw: str = "throw"
    armour: str = "after_cap"
    maximum: str = "charge_then_anatomy"
    stalled_charge: str = "no_attack"
    failed_knockout: str = "nothing"
    slow_weapon: str = "first_round"
    two_hand_defence: str = "per_hand"
    spell_draw: str = "both"
    joiner: str = "next_round"
    mixed_pair: str = "fast_hand"


@dataclass(frozen=True, slots=True)
class State:
    """A whole fight. Fighters stand in roster order.

    `order` holds groups of level fighters; `wave` and `place` are the turn that is open: the how-manieth
    attacks, and the group. `opening` is a round of A52. `tie` remembers a round that ended level (R12),
    `parted_since` a parting since the last initiative (R5), `idle` the rounds without any attack or spell.
    """

    fighters: tuple[Fighter, ...]
    rulings: Rulings = Rulings()
    round: int = 0
    running: bool = False
    opening: bool = False
    settled: bool = False
    order: tuple[tuple[str, ...], ...] = ()
    order_by: str = ""
    parted: bool = False
    parted_since: bool = False
    tie: bool = False
    wave: int = 0
    place: int = -1
    struck: bool = False
    idle: int = 0
    longer: tuple[str, ...] = ()
    castings: tuple[Casting, ...] = ()
    last: tuple[Blow, ...] = ()

    def find(self, key: str) -> Fighter | None:
        """Give a fighter by key, or nobody."""
        return next((fighter for fighter in self.fighters if fighter.key == key), None)

    def fighter(self, key: str) -> Fighter:
        """Give a fighter who is known to be there."""
        found = self.find(key)
        if found is None:
            raise LookupError(key)
        return found

    @property
    def standing(self) -> tuple[Fighter, ...]:
        """Give all who are in the fight and on their feet."""
        return tuple(fighter for fighter in self.fighters if fighter.stands)

    @property
    def contested(self) -> bool:
        """Tell whether at least two sides still stand."""
        return len({fighter.side for fighter in self.standing}) > 1

    def opponents(self, fighter: Fighter) -> tuple[Fighter, ...]:
        """Give the standing fighters of other sides."""
        return tuple(other for other in self.standing if other.side != fighter.side)

    def level(self, key: str) -> int:
        """Give the place of the fighter's group in the order, −1 where he has none."""
        return next((place for place, group in enumerate(self.order) if key in group), -1)

    def changed(self, key: str, **changes: Any) -> State:
        """Give the state with one fighter changed."""
        fighters = tuple(
            replace(fighter, **changes) if fighter.key == key else fighter for fighter in self.fighters
        )
        return replace(self, fighters=fighters)
