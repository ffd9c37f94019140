"""The KM's hand on the record: how people stand, and what a blow's other outcome brings with it."""

from dataclasses import replace

import pytest

from larp_rps.rules.commands import (
    Allowance,
    Ambush,
    Arm,
    Attack,
    Charge,
    EndRound,
    Haste,
    Join,
    Leave,
    Order,
    Overrule,
    Round,
    Ruling,
    Spell,
    Tactic,
)
from larp_rps.rules.events import BlowOverruled, FighterRuled, RoundEnded
from larp_rps.rules.opening import enter, open_fight
from larp_rps.rules.state import State
from referee.kernel.asks import Results
from referee.kernel.refusals import Refused
from tests.larp_rps.made import ANNA, BELA, LONGSWORD, after, began, did, fight, struck, with_weapon

STRONG = replace(ANNA, attack=20)
TWO_HANDS = replace(STRONG, two_weapon=1, right="longsword", left="longsword")


def overruled(state: State, command: Overrule) -> BlowOverruled:
    """Give what an overrule makes of the last blow."""
    (event,) = did(state, command).events
    assert isinstance(event, BlowOverruled)
    return event


def hit() -> State:
    """A fight in which Anna has struck Béla for 5."""
    return after(began(fight(STRONG)), Attack("anna", "bela"), Results((1,)))


def hit_twice() -> State:
    """A fight in which Anna has struck Béla with both hands, for 5 each."""
    state = after(fight(TWO_HANDS, replace(BELA, hp=9)), Tactic("anna", "attacking"))
    return after(began(state), Attack("anna", "bela"), Results((1, 1)))


def test_an_overrule_says_what_stood_before():
    event = overruled(hit(), Overrule(hit=True, loss=2))
    assert (event.was_hit, event.was_loss, event.was_knocked_out, event.was_hp) == (True, 5, False, 5)
    assert (event.hit, event.loss, event.suffered, event.hp) == (True, 2, 2, 8)


def test_a_knockout_by_the_kms_word_costs_no_points_r23():
    event = overruled(hit(), Overrule(hit=True, loss=5, knocked_out=True))
    assert (event.loss, event.suffered, event.hp, event.unconscious) == (5, 0, 10, True)


@pytest.mark.parametrize("command", [Overrule(hit=False, loss=1), Overrule(hit=False, knocked_out=True)])
def test_without_a_hit_nothing_follows_r17(command):
    with pytest.raises(Refused, match="no_hit_no_loss"):
        did(hit(), command)


def test_points_and_lying_may_be_set_outright():
    event = overruled(hit(), Overrule(hit=True, loss=5, hp=0))
    assert (event.hp, event.down) == (0, True)
    event = overruled(hit(), Overrule(hit=True, loss=5, hp=1))
    assert (event.hp, event.down) == (1, False)
    event = overruled(hit(), Overrule(hit=True, loss=5, hp=-1, down=False))
    assert (event.hp, event.down) == (-1, False)


def test_the_other_hand_s_blow_keeps_what_it_did():
    state = hit_twice()
    assert state.fighter("bela").hp == -1
    event = overruled(state, Overrule(hit=False, hand="right"))
    assert (event.hp, event.down) == (4, False)
    state = after(state, Overrule(hit=True, loss=1, knocked_out=True, hand="left"))
    event = overruled(state, Overrule(hit=False, hand="right"))
    assert event.unconscious, "the left hand knocked him out"
    event = overruled(state, Overrule(hit=False, hand="left"))
    assert not event.unconscious


def test_who_lay_before_a_blow_lies_after_it():
    state = after(began(fight(STRONG)), Ruling("bela", unconscious=True, down=True))
    state = after(state, Attack("anna", "bela", word=True), Results((1,)))
    event = overruled(state, Overrule(hit=False))
    assert (event.unconscious, event.down, event.hp) == (True, True, 10)


def test_a_spell_goes_on_or_stops_with_the_outcome_r76():
    state = after(began(fight(STRONG)), Spell("bela", ("anna",), 4000))
    state = after(state, Attack("anna", "bela"), Results((1,)))
    assert state.castings[0].interrupted
    assert not after(state, Overrule(hit=True, loss=0)).castings[0].interrupted
    assert after(state, Overrule(hit=True, loss=1)).castings[0].interrupted
    assert after(state, Overrule(hit=True, loss=4, knocked_out=True)).castings[0].interrupted
    missed = after(state, Overrule(hit=False))
    assert after(missed, Overrule(hit=True, loss=1)).castings[0].interrupted


def test_a_wound_interrupts_the_wounded_one_s_spell_alone_r76():
    fighters = [enter("anna", "A", STRONG), enter("bela", "B", BELA), enter("cili", "B", BELA)]
    state = after(open_fight(fighters), Round(), Results((0, 0)))
    for caster in ("cili", "bela"):
        state = after(state, Spell(caster, ("anna",), 4000))
    state = after(state, Attack("anna", "bela"), Results((1,)))
    assert [(casting.who, casting.interrupted) for casting in state.castings] == [
        ("cili", False),
        ("bela", True),
    ]
    state = after(state, Overrule(hit=False))
    assert not any(casting.interrupted for casting in state.castings)


def test_the_other_hand_s_wound_keeps_a_spell_interrupted_r76():
    state = after(fight(TWO_HANDS), Tactic("anna", "attacking"))
    state = after(began(state), Spell("bela", ("anna",), 4000))
    state = after(state, Attack("anna", "bela"), Results((1, 1)))
    assert after(state, Overrule(hit=False, hand="right")).castings[0].interrupted
    state = after(state, Overrule(hit=False, hand="left"))
    assert not after(state, Overrule(hit=False, hand="right")).castings[0].interrupted
    knocked = after(state, Overrule(hit=True, knocked_out=True, hand="left"))
    assert after(knocked, Overrule(hit=False, hand="right")).castings[0].interrupted


def test_the_end_of_a_round_says_whose_spells_worked_a74():
    state = after(began(fight(STRONG)), Spell("bela", ("anna",), 4000))
    (event,) = did(state, EndRound()).events
    assert event == RoundEnded(1, tie=False, worked=("bela",))
    wounded = after(state, Attack("anna", "bela"), Results((1,)))
    (event,) = did(wounded, EndRound()).events
    assert event == RoundEnded(1, tie=False, worked=())


def test_a_hindrance_goes_and_comes_with_the_outcome_r29():
    state = after(fight(with_weapon(ANNA, ambush=True)), Ambush("anna", "bela"))
    assert state.fighter("bela").hindered == (2,)
    missed = after(state, Overrule(hit=False))
    assert missed.fighter("bela").hindered == ()
    assert after(missed, Overrule(hit=True, loss=1)).fighter("bela").hindered == (2,)
    assert after(missed, Overrule(hit=True, hp=0)).fighter("bela").hindered == ()


def test_a_stall_goes_and_comes_with_the_outcome_r70():
    state = after(fight(ANNA, with_weapon(replace(BELA, attack=20), pole=True)), Charge("anna", "bela", 500))
    state = after(began(state), Attack("bela", "anna"), Results((1,)))
    assert state.fighter("anna").stalled
    missed = after(state, Overrule(hit=False))
    assert not missed.fighter("anna").stalled
    assert after(missed, Overrule(hit=True)).fighter("anna").stalled


def test_an_outsider_s_blow_is_seen_at_once_also_when_overruled_a9():
    state = began(fight())
    stabber = enter("zoli", "A", with_weapon(replace(STRONG, weapons=(LONGSWORD,)), ambush=True))
    state = after(after(state, Join(stabber)), Ambush("zoli", "bela"))
    assert state.fighter("bela").before.hp == state.fighter("bela").hp == 5
    state = after(state, Overrule(hit=True, loss=1))
    assert state.fighter("bela").before.hp == state.fighter("bela").hp == 9


@pytest.mark.parametrize("first", ["anna", "bela"])
def test_who_is_woken_in_his_place_keeps_it_a8(first):
    state = after(began(fight(), 0), Order((("anna",), ("bela",))))
    state = after(state, Ruling(first, unconscious=True))
    (event,) = did(state, Ruling(first, unconscious=False)).events
    assert isinstance(event, FighterRuled)
    assert not event.rejoins


def test_who_has_lost_his_place_rejoins_only_when_he_stands_a8():
    fighters = [enter("anna", "A", ANNA), enter("bela", "B", BELA), enter("cili", "B", BELA)]
    state = after(open_fight(fighters), Round(), Results((0, 0)))
    state = after(state, Ruling("bela", down=True))
    state = after(after(state, EndRound()), Round())
    (event,) = did(state, Ruling("bela", hp=2, down=True)).events
    assert isinstance(event, FighterRuled)
    assert not event.rejoins
    (event,) = did(state, Ruling("bela", hp=2)).events
    assert isinstance(event, FighterRuled)
    assert (event.was_hp, event.hp, event.down, event.rejoins) == (10, 2, False, True)


def test_points_alone_tell_who_is_down_a83():
    state = began(fight())
    assert [after(state, Ruling("bela", hp=hp)).fighter("bela").down for hp in (1, 0, -1)] == [
        False,
        True,
        True,
    ]


@pytest.mark.parametrize("kind", [Haste, Allowance])
def test_the_least_number_of_attacks_is_one(kind):
    state = began(fight())
    after(state, kind("anna", 1))
    after(state, kind("anna", None))
    with pytest.raises(Refused, match="attacks_too_few"):
        did(state, kind("anna", 0))


def test_a_round_s_plus_one_waits_for_the_tie_of_the_running_one_r10_r12():
    level = fight(replace(ANNA, dexterity=3))
    state = began(level)
    ran = did(state, Round("bela"), Results((0,)))
    assert ran.state.order == (("bela",), ("anna",))
    with pytest.raises(Refused, match="order_stands"):
        did(began(fight()), Round("bela"))
    gone = after(after(state, EndRound()), Leave("bela"))
    with pytest.raises(Refused, match="order_stands"):
        did(gone, Round("bela"))
    with pytest.raises(Refused, match="no_initiative_of_his"):
        did(fight(), Round("nobody"))


def test_a_blow_keeps_its_weapon_when_it_is_overruled():
    state = after(fight(ANNA, with_weapon(replace(BELA, attack=20), pole=True)), Charge("anna", "bela", 500))
    state = after(began(state), Attack("bela", "anna"), Results((1,)))
    state = after(state, Arm("bela", ()))
    assert after(state, Overrule(hit=True)).fighter("anna").stalled


def test_a_blow_is_struck_from_how_the_turn_began_a2():
    level = fight(replace(ANNA, dexterity=3, attack=30), replace(BELA, hp=4, attack=10))
    state = after(began(level), Attack("anna", "bela"), Results((1,)))
    assert state.fighter("bela").down
    assert struck(state, Attack("bela", "anna"), 0).hit
