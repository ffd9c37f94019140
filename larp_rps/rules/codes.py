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
