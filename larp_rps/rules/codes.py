"""Every code that these rules put out, so that labels can be tested for completeness. No wording here."""

from __future__ import annotations

RULINGS: dict[str, tuple[str, ...]] = {
    "combat_values": ("attack_defence", "with_initiative"),
    "situations": ("larger", "sum"),
    "ranged_throw": ("throw", "none"),
    "armour": ("after_cap", "before_cap"),
    "maximum": ("charge_then_anatomy", "anatomy_then_charge"),
    "stalled_charge": ("no_attack", "no_bonus"),
    "failed_knockout": ("nothing", "ordinary_damage"),
    "slow_weapon": ("first_round", "second_round"),
    "two_hand_defence": ("per_hand", "both_modifiers"),
    "spell_draw": ("both", "weapon", "caster"),
    "joiner": ("next_round", "at_once"),
    "mixed_pair": ("fast_hand", "both_hands"),
}
"""What a KM may read otherwise: key to values, the default first."""

TERMS: tuple[str, ...] = (
    "aim",
    "aim_number",
    "ambushed_before",
    "anatomy",
    "armour",
    "attack",
    "blind",
    "charge_attack",
    "charge_defence",
    "charge_maximum",
    "damage",
    "defence",
    "dexterity",
    "difference",
    "disturbance",
    "fixed_damage",
    "hindrance",
    "initiative_won",
    "knockout",
    "knockout_special",
    "longer_weapon",
    "no_throw",
    "physique",
    "receiver_maximum",
    "shield",
    "situation_number",
    "surprise",
    "threshold_special",
    "throw_drawn",
    "throw_lost",
    "throw_won",
    "two_weapon_deduction",
    "waived_against",
    "waived_for",
    "weapon_attack",
    "weapon_bonus",
    "weapon_defence",
    "weapon_maximum",
)
"""Lines that add to a total."""

LIMITS: tuple[str, ...] = (
    "aim_floor",
    "loss_needed",
    "maximum",
    "minimum",
    "no_gain",
    "physique_least",
    "points",
)
"""Floors and caps, lines of their own."""

UNMET: tuple[str, ...] = (
    "declined",
    "equal_length",
    "fixed_damage",
    "knockout_special",
    "not_granted",
    "not_the_charged",
    "not_won",
    "race_unknown",
    "shield_down",
    "stalled",
    "surprised",
)
"""Conditions that keep a term out."""

REFUSALS: tuple[str, ...] = (
    "ambush_first",
    "ambushers_only",
    "armour_negative",
    "attacks_too_few",
    "casting",
    "charge_in_round",
    "charge_stalled",
    "charge_too_short",
    "command_unknown",
    "deduction_positive",
    "down",
    "favours_neither",
    "hand_rests",
    "hand_unknown",
    "here_already",
    "himself",
    "km_order_stands",
    "left",
    "level_needed",
    "loss_negative",
    "minimum_over_maximum",
    "named_twice",
    "no_attack_left",
    "no_blow",
    "no_hit_no_loss",
    "no_initiative_of_his",
    "no_order",
    "no_round",
    "not_a_deduction",
    "not_cleared_for_ambush",
    "not_cleared_for_knockout",
    "not_parted",
    "one_attack_only",
    "only_joined",
    "order_by_nobody",
    "order_incomplete",
    "order_stands",
    "part_unknown",
    "parted",
    "penalty_empty",
    "ruling_unknown",
    "situation_unknown",
    "struck_already",
    "tactic_too_late",
    "tactic_unknown",
    "target_fallen",
    "threshold_too_small",
    "turn_over",
    "two_weapons_needed",
    "unconscious",
    "unknown_fighter",
    "weapon_nameless",
    "weapon_negative",
    "weapon_rests",
    "weapon_twice",
    "weapon_unknown",
)
"""Why something is not possible."""

STATUSES: tuple[str, ...] = (
    "acts",
    "casting",
    "charge_announced",
    "charging",
    "down",
    "hasted",
    "hindered",
    "hindered_next",
    "joined",
    "left",
    "longer_weapon",
    "passed",
    "situation",
    "stalled",
    "unconscious",
)
"""How a fighter stands."""

ACTIONS: tuple[str, ...] = (
    "attack",
    "knockout",
    "ambush",
    "charge",
    "spell",
    "tactic_single",
    "tactic_attacking",
    "tactic_feint",
    "tactic_defending",
    "pass",
    "leave",
)
"""What `available` tells of a fighter."""

REASONS: tuple[str, ...] = (
    "first",
    "parted",
    "joined",
    "tie",
)
"""Why initiative is due (R3, R5, R6, R12)."""

FIRSTS: tuple[str, ...] = (
    "caster",
    "weapon",
    "both",
)
"""Who is first between a caster and an opponent (R72)."""

WAYS: tuple[str, ...] = (
    "thrown",
    "waived",
    "ambush",
    "none",
)
"""How the ±6 of an attack came about (R16, A17, R26, A19)."""
