"""Every code that the rules put out; labels are tested against these lists. No wording here."""

from __future__ import annotations

PARAMETERS = ("ATK", "SHT", "DEF", "VIT", "INT", "MST", "CHR", "DCS")
"""V2.1, in the order in which sheets hold them."""

PERKS = (
    "masochist",
    "close_quarters_shooter",
    "sniper",
    "armour_master",
    "fire_master",
    "assassin",
    "coward",
    "rogue",
    "double_reaction",
    "counterattack",
    "survivor",
    "multi_attack_master",
    "indomitable",
    "fighter",
    "knight",
    "tough",
    "marksman",
    "mage",
    "master",
    "genius",
)
"""V12.1 to V12.20."""

SPIRITS = {
    "strike": 1,
    "griffin": 1,
    "concentration": 1,
    "interception": 1,
    "instinct": 1,
    "second_wind": 1,
    "berserk": 1,
    "speed": 2,
    "super_strike": 2,
    "assassinate": 2,
    "blood_pact": 2,
    "super_concentration": 2,
    "invulnerability": 3,
}
"""V11.4 to V11.16 with their prices."""

TACTICS = ("predatory", "passive", "chaotic", "stubborn")
STANCES = ("neutral", "attacking", "defensive")
WOUND_KINDS = ("wound", "burn", "bandage")
STATUSES = ("critical", "stunned", "clarity", "hidden", "guarded", "engaged")
RULINGS = {
    "riposte_after_life_lost": ("no", "yes"),
    "reactions_per_attack": ("one_of_each", "one_in_all"),
    "stunned_reacts": ("no", "yes"),
    "weapon_bonus_in_trial": ("yes", "no"),
    "lightning_trial": ("disadvantage", "plain"),
    "fist_wound": ("formula", "always_light"),
}
"""Each ruling's values, the default first."""

ATTACKS = ("strike", "shot", "sniper_shot", "assault", "stun", "fireball", "lightning")
MELEE = ("strike", "stun", "assault")
ACTIONS = (
    *ATTACKS,
    "heal",
    "summon",
    "dismiss",
    "stance",
    "guard",
    "hide",
    "search",
    "first_aid",
    "potion",
    "give",
    "drop",
    "move",
    "reorder",
)
CAMP_ACTIONS = ("first_aid", "potion", "give", "drop", "reorder", "don", "doff")
"""What is done out of combat (V7.3, V9.14)."""

ROLLS = (
    "initiative",
    "tiebreak",
    "evade",
    "hit",
    "trial",
    "cast",
    "breakthrough",
    "guard",
    "first_aid",
    "search",
    "hidden",
    "summon",
    "check",
    "choice",
)
ROLES = ("attack", "counterattack", "riposte", "counter", "intercept")
"""A blow's place in an attack: the attack itself, V4.1, V4.2, V4.6, V9.4."""

TERMS = {
    "base": "V2.1",
    "genius": "V12.20",
    "armour_master": "V12.4",
    "masochist": "V12.1",
    "stance": "V9.11",
    "concentration": "V11.6",
    "super_concentration": "V11.15",
    "wound": "V10.2",
    "burn": "V10.4",
    "bandage": "V10.3",
    "skeletons": "V9.10",
    "threefold": "V3.2",
    "weapon": "V6.1",
    "narrow": "V8.1",
    "stun": "V9.5",
    "light_strain": "V3.7",
    "heavy_strain": "V3.9",
    "two_heavy": "V3.10",
    "multi": "V9.16",
    "multi_attack_master": "V12.12",
    "spirit_strike": "V11.4",
    "armour_class": "V2.3",
    "survival": "V2.3",
    "floor": "V6.2",
    "lowered_floor": "V6.3",
    "super_strike": "V11.12",
    "evade_dc": "V11.8",
    "breakthrough_dc": "V9.4",
    "guard_dc": "V9.13",
    "first_aid_dc": "V9.14",
    "heal_dc": "V9.9",
    "summon_dc": "V9.10",
    "check_dc": "V2.6",
    "two_handed": "V6.8",
    "ranged": "V6.8",
    "fireball": "V6.8",
    "lightning": "V6.8",
    "tough": "V12.16",
    "fighter": "V12.14",
    "knight": "V12.15",
    "marksman": "V12.17",
    "mage": "V12.18",
    "master": "V12.19",
    "rogue": "V12.8",
    "overstrain": "V3.7",
    "engaged": "V5.6",
    "referee": "V2.6",
}
"""Codes of terms, limits and edges with the rule that each cites."""

CONDITIONS = (
    "indomitable",
    "sniper",
    "close_quarters_shooter",
    "second_wind",
    "ruling",
    "darkness",
    "not_to_the_trial",
)
"""Why a listed term does not count."""

REFUSALS = {
    "unknown_action": "V3.5",
    "too_many_ap": "V3.5",
    "too_many_actions": "V3.5",
    "no_target": "V3.5",
    "no_such_target": "V3.5",
    "target_dead": "V3.5",
    "wrong_side": "V3.5",
    "two_heavy_items": "V3.10",
    "not_carried": "V7.2",
    "wrong_order": "V7.2",
    "armour_stays": "V7.3",
    "only_out_of_combat": "V7.3",
    "no_such_armour": "V7.3",
    "no_slot": "V7.4",
    "not_a_sniper": "V8.2",
    "wrong_weapon": "V9.2",
    "not_in_the_rear": "V9.4",
    "no_such_stance": "V9.11",
    "no_such_line": "V5.5",
    "too_little_int": "V9.10",
    "no_skeleton": "V9.10",
    "skeleton_takes_nothing": "V9.10",
    "target_hidden": "V9.12",
    "not_hidden": "V9.12",
    "searched_already": "V9.12",
    "no_kit": "V9.14",
    "no_open_wound": "V9.14",
    "no_potion": "V9.15",
    "no_such_item": "V9.15",
    "another_line": "V9.15",
    "too_many_targets": "V9.16",
    "named_twice": "V9.16",
    "no_such_spirit": "V11.2",
    "too_few_points": "V11.2",
    "wrong_window": "V11.2",
    "stunned_berserk": "V11.10",
    "no_such_fighter": "V3.2",
    "dead": "V2.4",
    "not_your_turn": "V3.2",
    "turns_left": "V3.2",
    "no_round": "V3.2",
    "no_window": "V11.1",
    "nobody_stands": "V3.2",
    "no_such_parameter": "V2.6",
    "bad_number": "V2.6",
    "bad_overrule": "V2.6",
    "key_taken": "V3.2",
    "bad_sheet": "V2.1",
}
"""Refusals and skip reasons with the rule that each cites, unless the place that raises it cites another."""

WRONG_WEAPON = {
    "strike": "V9.2",
    "shot": "V9.3",
    "sniper_shot": "V9.3",
    "assault": "V9.4",
    "stun": "V9.5",
    "fireball": "V9.6",
    "lightning": "V9.7",
    "heal": "V9.9",
    "summon": "V9.10",
}
"""The rule that a weapon which does not fit an action breaks (V14.3)."""

OVERRULES = (
    "lives",
    "line",
    "reactions",
    "charges",
    "points",
    "potions",
    "kit",
    "wounds",
    "weapons",
    "armour",
    "stance",
    "critical",
    "stunned",
    "clarity",
    "hidden",
    "engaged",
    "away",
    "granted_reactions",
    "granted_charges",
    "narrow",
    "order",
    "loot",
)
"""What a referee may set by hand (L5)."""
