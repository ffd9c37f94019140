"""Every number of a blow explains itself: lines, rules, and what did not count with its reason (L4)."""

from dataclasses import replace

from larp_rps.rules.commands import Ambush, Attack, Longer, Round, Situation
from larp_rps.rules.events import BlowStruck, InitiativeThrown, TurnPassed
from referee.kernel.asks import Results
from referee.kernel.terms import Sum
from tests.larp_rps.made import ANNA, BELA, after, began, did, fight, struck, with_weapon


def lines(total: Sum) -> list[tuple[str, str, int]]:
    """Give what counts: code, rule, value."""
    return [(line.code, line.rule, line.counted) for line in total.lines if line.standing == "applied"]


def left_out(total: Sum) -> list[tuple[str, str, int, str]]:
    """Give what doesn't: code, rule, value, reason."""
    return [(line.code, line.rule, line.value, line.by) for line in total.lines if line.by]


def test_e8_line_by_line():
    blow = struck(began(fight()))
    assert lines(blow.attack) == [("attack", "A13", 8), ("weapon_attack", "A13", 2), ("throw_won", "R16", 6)]
    assert lines(blow.defence) == [("defence", "A13", 9), ("weapon_defence", "A13", 3)]
    assert lines(blow.damage) == [("difference", "R37", 4)]
    assert lines(blow.loss) == [("damage", "R37", 4), ("armour", "R22", -1)]
    assert (blow.hp_before, blow.suffered, blow.hp_after) == (10, 3, 7)


def test_the_longer_weapon_that_nobody_granted_says_so_r67():
    blow = struck(began(fight()))
    assert ("longer_weapon", "R67", 1, "not_granted") in left_out(blow.attack)
    assert ("longer_weapon", "R67", 1, "not_granted") in left_out(blow.defence)


def test_equal_length_says_so_a82():
    state = after(began(fight()), Longer(("anna", "bela")))
    assert ("longer_weapon", "R67", 1, "equal_length") in left_out(struck(state).attack)


def test_surprise_leaves_weapon_and_shield_out_r27():
    state = fight(with_weapon(ANNA, ambush=True), replace(BELA, shield=2))
    blow = next(one for one in did(state, Ambush("anna", "bela")).events if isinstance(one, BlowStruck))
    assert lines(blow.defence) == [("defence", "A13", 9)]
    assert left_out(blow.defence) == [
        ("weapon_defence", "A13", 3, "surprised"),
        ("shield", "A13", 2, "surprised"),
        ("longer_weapon", "R67", 1, "surprised"),
    ]
    assert ("anatomy", "R28", 2, "race_unknown") in left_out(blow.maximum)


def test_a_declined_six_stays_visible_a15():
    blow = struck(began(fight()), Attack("anna", "bela", decline=True))
    assert ("throw_won", "R16", 6, "declined") in left_out(blow.attack)


def test_the_smaller_situation_is_beaten_a11():
    state = after(began(fight()), Situation("anna", ("disturbance", "hindrance")))
    blow = struck(state)
    assert ("hindrance", "R79", -6) in lines(blow.attack)
    assert ("disturbance", "R78", -3, "hindrance") in left_out(blow.attack)


def test_aiming_beyond_nine_is_floored_on_its_own_line_r90():
    blow = struck(began(fight()), Attack("anna", "bela", aim_number=-11))
    found = [(line.code, line.standing, line.value, line.counted) for line in blow.attack.lines[:2]]
    assert found == [("aim_number", "applied", -11, -11), ("aim_floor", "floor", -9, 2)]


def test_own_knockout_modifier_stands_for_the_six_r25():
    state = began(fight(replace(with_weapon(ANNA, knockout=True), knockout_modifier=-2)))
    blow = struck(state, Attack("anna", "bela", knockout=True))
    assert ("knockout", "R20", -6, "knockout_special") in left_out(blow.attack)
    assert ("knockout_special", "R25", -2) in lines(blow.attack)


def test_maximum_and_minimum_are_lines_with_their_limit_r38():
    blow = struck(began(fight(with_weapon(ANNA, maximum=3), BELA)))
    assert [(line.code, line.value, line.counted) for line in blow.damage.lines] == [
        ("difference", 4, 4),
        ("maximum", 3, -1),
        ("minimum", 0, 0),
    ]
    assert lines(blow.maximum) == [("weapon_maximum", "R35", 3)]


def test_fixed_damage_leaves_the_difference_out_r39():
    blow = struck(began(fight(with_weapon(ANNA, fixed=5))))
    assert left_out(blow.damage) == [("difference", "R37", 4, "fixed_damage")]
    assert lines(blow.damage) == [("fixed_damage", "R39", 5)]


def test_a_threshold_says_what_it_is_made_of_r21():
    state = began(fight(with_weapon(ANNA, knockout=True), replace(BELA, physique=12, hp=7)))
    blow = struck(state, Attack("anna", "bela", knockout=True))
    assert blow.threshold is not None
    assert blow.threshold.total == 7
    assert [(line.code, line.counted) for line in blow.threshold.lines] == [
        ("physique", 12),
        ("physique_least", 0),
        ("points", -5),
        ("loss_needed", 0),
    ]


def test_initiative_shows_the_three_that_was_not_won_r8():
    thrown = next(
        event
        for event in did(fight(), Round("bela"), Results((1,))).events
        if isinstance(event, InitiativeThrown)
    )
    anna, bela = thrown.values
    assert lines(anna.value) == [("dexterity", "R9", 5), ("initiative_won", "R8", 3)]
    assert left_out(anna.value) == [("weapon_bonus", "R10", 1, "not_granted")]
    assert lines(bela.value) == [("dexterity", "R9", 3), ("weapon_bonus", "R10", 1)]
    assert left_out(bela.value) == [("initiative_won", "R8", 3, "not_won")]
    assert thrown.reasons == ("first",)
    assert (anna.won, bela.won) == (True, False)


def test_who_is_overtaken_is_told_a5():
    events = did(began(fight()), Attack("bela", "anna"), Results((0,))).events
    assert [event for event in events if isinstance(event, TurnPassed)] == [
        TurnPassed("anna", overtaken=True)
    ]
