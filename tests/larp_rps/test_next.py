"""What comes next by itself, what is possible, and what a blow would bring."""

from dataclasses import replace

import pytest

from larp_rps.rules.commands import Arm, Attack, EndRound, Haste, Leave, Pass, Round, Ruling, Separate, Tactic
from larp_rps.rules.default import available, default, next_attack, targets
from larp_rps.rules.opening import check, enter, open_fight
from larp_rps.rules.preview import numbers, pairing_outcomes, preview
from larp_rps.rules.state import FighterSheet, Held, Rulings, Weapon
from larp_rps.rules.statuses import statuses
from referee.kernel.asks import Choice, Results
from referee.kernel.refusals import Refused
from tests.larp_rps.made import ANNA, BELA, LONGSWORD, SWORD, after, began, did, fight, with_weapon

TWO = replace(ANNA, two_weapon=3, weapons=(LONGSWORD, SWORD), right="longsword", left="sword")


def test_a_fight_comes_along_by_itself():
    state = fight()
    assert default(state) == Round()
    state = began(state)
    assert default(state) == Attack("anna", "bela")
    state = after(state, Attack("anna", "bela"), Results((0,)))
    assert default(state) == Attack("bela", "anna")
    state = after(state, Attack("bela", "anna"), Results((0,)))
    assert default(state) == EndRound()
    assert default(after(state, EndRound())) == Round()


def test_one_who_passed_is_left_out():
    assert default(after(began(fight()), Pass("anna"))) == Attack("bela", "anna")


def test_a_second_attack_comes_at_the_end_r44():
    state = began(fight(with_weapon(ANNA, category="dagger")))
    for who, at in (("anna", "bela"), ("bela", "anna"), ("anna", "bela")):
        assert default(state) == Attack(who, at)
        state = after(state, Attack(who, at), Results((-1,)))
    assert default(state) == EndRound()


@pytest.mark.parametrize(
    "command", [Separate(), Leave("bela"), Ruling("bela", down=True), Ruling("anna", unconscious=True)]
)
def test_nothing_comes_where_nobody_can_act(command):
    assert default(after(began(fight()), command)) is None


def test_the_last_target_is_kept_until_it_falls():
    fighters = [enter("anna", "A", ANNA), enter("bela", "B", BELA), enter("cili", "B", BELA)]
    state = after(open_fight(fighters), Round(), Results((0, 0)))
    assert next_attack(state) == Attack("anna", "bela")
    state = after(state, Attack("anna", "cili"), Results((0,)))
    state = after(after(state, EndRound()), Round())
    assert next_attack(state) == Attack("anna", "cili")
    assert next_attack(after(state, Ruling("cili", down=True))) == Attack("anna", "bela")


def test_an_attack_without_a_throw_is_its_strikers_own_a19():
    state = began(fight(with_weapon(ANNA, ranged=True), ranged_throw="none"))
    assert default(state) is None
    assert next_attack(state) == Attack("anna", "bela")


def test_rounds_do_not_follow_one_another_with_nobody_there():
    state = after(began(fight()), EndRound())
    assert default(state) == Round()
    state = after(after(state, Round()), EndRound())
    assert default(state) is None
    assert default(after(after(after(state, Round()), Pass("anna")), EndRound())) == Round()


def test_the_unconscious_are_no_targets():
    fighters = [enter("anna", "A", ANNA), enter("bela", "B", BELA), enter("cili", "B", BELA)]
    state = after(after(open_fight(fighters), Round(), Results((0, 0))), Ruling("bela", unconscious=True))
    assert [one.key for one in targets(state, state.fighter("anna"))] == ["cili"]
    assert not next(one.ok for one in available(state, "anna", "bela"))
    assert next(one for one in available(state, "anna", "cili")).ok


def test_a_hand_holds_one_weapon_that_is_his():
    state = fight(TWO)
    for hands in ((Held("right", "sword"), Held("right", "longsword")), (Held("tail", "sword"),)):
        with pytest.raises(Refused, match="hand_unknown"):
            did(state, Arm("anna", hands))
    both = (Held("left", "sword"), Held("right", "longsword"))
    assert after(state, Arm("anna", both)).fighter("anna").hand_names == ("right", "left")


def test_what_is_not_possible_says_why():
    state = began(fight())
    found = {
        one.action: one.refused and (one.refused.code, one.refused.rule) for one in available(state, "anna")
    }
    assert found == {
        "attack": None,
        "knockout": ("not_cleared_for_knockout", "R24"),
        "ambush": ("not_cleared_for_ambush", "R34"),
        "charge": ("charge_in_round", "R83"),
        "spell": None,
        "tactic_single": None,
        "tactic_attacking": ("two_weapons_needed", "R50"),
        "tactic_feint": ("two_weapons_needed", "R54"),
        "tactic_defending": ("two_weapons_needed", "R58"),
        "pass": None,
        "leave": None,
    }


def test_a_preview_gives_all_three_throws_e8_e9():
    seen = preview(began(fight()), Attack("anna", "bela"))
    assert [blows[0].attack.total for blows in (seen.win, seen.draw, seen.lose)] == [16, 10, 4]
    assert [blows[0].suffered for blows in (seen.win, seen.draw, seen.lose)] == [3, 0, 0]


def test_a_preview_pairs_two_signs_as_suits_the_defender_r66():
    defender = replace(
        BELA, two_weapon=3, weapons=(SWORD, LONGSWORD), right="sword", left="longsword", defence=0
    )
    state = after(after(fight(TWO, defender), Tactic("anna", "attacking")), Tactic("bela", "defending"))
    seen = preview(began(state), Attack("anna", "bela"))
    assert [blow.against for blow in seen.win] == ["right", "right"]


def test_each_pairing_shows_what_it_brings_e33():
    long = Weapon("long", attack=3, defence=3, maximum=7, deduction=-1)
    short = Weapon("short", attack=2, defence=2, maximum=7, deduction=-2)
    sheet = FighterSheet(attack=9, defence=9, dexterity=5, two_weapon=3, hp=40, weapons=(long, short))
    sheet = replace(sheet, right="long", left="short")
    state = fight(sheet, replace(sheet, dexterity=3))
    state = began(after(after(state, Tactic("anna", "attacking")), Tactic("bela", "defending")))
    # Right rock, left paper against right scissors, left rock.
    waiting = did(state, Attack("anna", "bela"), Results((1, 0, -1, 1))).pending
    assert waiting is not None
    assert isinstance(waiting.ask, Choice)
    assert waiting.ask.who == "bela"
    lost = {option: sum(blow.suffered for blow in blows) for option, blows in pairing_outcomes(waiting)}
    assert lost == {"right+left": 12, "left+right": 2, "right+right": 6, "left+left": 8}


def test_my_numbers_are_those_of_a_blow():
    dagger = Weapon("dagger", attack=1, defence=-1, maximum=4, category="dagger")
    sheet = replace(ANNA, defence=7, shield=2, weapons=(LONGSWORD, dagger))
    found = [
        (one.weapon.id, one.win.total, one.draw.total, one.lose.total, one.defence.total, one.attacks)
        for one in numbers(sheet)
    ]
    assert found == [("longsword", 16, 10, 4, 12, 1), ("dagger", 15, 9, 3, 8, 2)]


def test_my_numbers_do_not_rest_and_know_the_rulings():
    slow = with_weapon(ANNA, slow=True, ranged=True)
    (found,) = numbers(replace(slow, hp=0), Rulings(slow_weapon="second_round", ranged_throw="none"))
    assert (found.win.total, found.lose.total) == (10, 10)


def test_statuses_have_their_rules():
    state = after(began(fight()), Ruling("bela", hp=0))
    state = after(state, Haste("anna", 2))
    assert [(one.code, one.rule) for one in statuses(state, state.fighter("bela"))] == [("down", "A83")]
    assert [one.code for one in statuses(state, state.fighter("anna"))] == ["hasted", "acts"]


@pytest.mark.parametrize(
    ("sheet", "code", "rule"),
    [
        (with_weapon(ANNA, minimum=7), "minimum_over_maximum", "A21"),
        (with_weapon(ANNA, deduction=1), "deduction_positive", "A63"),
        (with_weapon(ANNA, maximum=-1, minimum=-2), "weapon_negative", "R35"),
        (with_weapon(ANNA, id=""), "weapon_nameless", "R40"),
        (replace(ANNA, weapons=(LONGSWORD, replace(LONGSWORD, attack=9))), "weapon_twice", "A13"),
        (replace(ANNA, left="spoon"), "weapon_unknown", "R40"),
        (replace(ANNA, armour=-1), "armour_negative", "R22"),
        (replace(ANNA, knockout_threshold=0), "threshold_too_small", "A43"),
    ],
)
def test_a_sheet_that_cannot_fight_is_refused(sheet, code, rule):
    with pytest.raises(Refused) as refused:
        check(sheet)
    assert (refused.value.code, refused.value.rule) == (code, rule)


def test_unknown_rulings_and_double_keys_are_refused():
    anna = enter("anna", "A", ANNA)
    with pytest.raises(Refused, match="ruling_unknown"):
        open_fight([anna], Rulings(armour="never"))
    with pytest.raises(Refused, match="here_already"):
        open_fight([anna, anna])


def test_who_enters_without_points_is_down_a83():
    assert enter("anna", "A", replace(ANNA, hp=0)).down
    assert enter("anna", "A", ANNA, unconscious=True).before.unconscious
