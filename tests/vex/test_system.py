"""VEX at the seam: sheets, a battle through the ledger, windows, table dice, what reaches sheets."""

import pytest
from django.conf import settings

from referee import sheets
from referee.adjudication import amending, company, dice, running, turns
from referee.adjudication.position import refold
from referee.kernel.asks import Dice
from referee.kernel.refusals import Refused
from referee.models import Seat
from referee.system import Pages, Turns
from tests.toy.fights import Fight
from vex.forms import read_plan, write_plan
from vex.rules.frames import AutoTurn, CallCheck, EndCombat, Overrule, StartRound, TakeTurn
from vex.rules.state import Wound


def referee(battle: Fight, seat: Seat, given):
    return battle.command(seat, given, role="referee")


def test_the_system_declares_everything_that_the_seam_asks_for(vex):
    assert isinstance(vex, Turns)
    assert isinstance(vex, Pages)
    known = {field.key for field in vex.sheet.fields}
    assert set(vex.carried) <= known
    for name, fields in vex.templates.items():
        assert name in vex.creatures
        assert set(fields) == known
    for group in (vex.event_types, vex.command_types, vex.frame_types):
        assert len({kind.__name__ for kind in group}) == len(group)


def test_every_refusal_term_and_ruling_of_the_rules_has_words(vex):
    from vex import labels, words
    from vex.rules import codes

    assert set(codes.REFUSALS) <= set(labels.REFUSALS)
    assert set(codes.TERMS) <= set(labels.TERMS)
    assert set(codes.CONDITIONS) <= set(labels.REASONS)
    assert set(codes.PERKS) == set(words.PERKS)
    assert set(codes.SPIRITS) == set(words.SPIRITS)
    assert set(codes.ACTIONS) <= set(words.ACTIONS)
    assert set(codes.ROLLS) == set(words.ROLLS)
    assert set(codes.STATUSES) == set(words.STATUSES)
    assert {
        field.key: tuple(value for value, _ in field.choices) for field in vex.rulings.fields
    } == codes.RULINGS


def test_a_plan_is_text_and_back():
    text = "stance=attacking;strike@ordinary_sword>f2,f3.1;move=2;give@potion>f4;first_aid>f1#2;reorder=a,b"
    assert write_plan(read_plan(text)) == text
    for bad in ("strike@Ordinary", "x" * 30, "move=", "strike>f1>f2", "'; drop"):
        with pytest.raises(Refused):
            read_plan(bad)


def test_a_battle_opens_out_of_combat_and_the_first_round_opens_the_window(vex, battle, referee_seat):
    assert battle.state.phase == "camp"
    folded = referee(battle, referee_seat, StartRound(window=True))
    assert folded.position.state.phase == "window"
    assert len(folded.position.state.order) == 3


def test_declarations_lie_sealed_and_are_revealed_together(vex, battle, anna, referee_seat, server_dice):
    referee(battle, referee_seat, StartRound(window=True))
    name = turns.window_of(vex, battle.folded.position, battle.folded.company).name
    opened = turns.window_of(vex, battle.folded.position, battle.folded.company)
    assert opened.waits == {"f1"}
    battle.do(anna, lambda desk: turns.declare(desk, name, "f1", ["concentration"]))
    assert battle.state.phase == "turns"
    assert battle.state.fighter("f1").runs("concentration")
    assert battle.state.fighter("f1").points == 2


def test_a_referee_closes_the_window_and_the_silent_have_declared_nothing(vex, battle, referee_seat, anna):
    referee(battle, referee_seat, StartRound(window=True))
    name = turns.window_of(vex, battle.folded.position, battle.folded.company).name
    with pytest.raises(Refused, match="referees_only"):
        battle.do(anna, lambda desk: turns.close_window(desk, name))
    battle.do(referee_seat, lambda desk: turns.close_window(desk, name), role="referee")
    assert battle.state.phase == "turns"
    assert '"silent":["f1"]' in battle.last.data


def through_window(battle: Fight, seat: Seat) -> None:
    system = battle.system
    referee(battle, seat, StartRound(window=True))
    opened = turns.window_of(system, battle.folded.position, battle.folded.company)
    if opened:
        battle.do(seat, lambda desk: turns.close_window(desk, opened.name), role="referee")


def test_playing_on_stops_at_the_next_human(vex, battle, referee_seat, server_dice):
    server_dice(1, 20, 2, *[1] * 60)
    through_window(battle, referee_seat)
    assert battle.state.waiting[0] == "f2"
    battle.do(referee_seat, turns.play_on, role="referee")
    assert battle.state.waiting[0] != "f2"
    with pytest.raises(Refused, match="a_person_is_asked"):
        battle.do(referee_seat, turns.play_on, role="referee")


def test_table_dice_are_typed_by_the_roller_and_the_server_rolls_the_rest(
    vex, battle, anna, bela, referee_seat, server_dice
):
    battle.do(anna, lambda desk: dice.set_dice(desk, "f1", "table"))
    left = server_dice(5, 6, 1, 1, 1)
    referee(battle, referee_seat, StartRound(window=True))
    assert battle.question.kind == "initiative"
    ask = battle.ask
    with pytest.raises(Refused, match="not_your_fighter"):
        battle.do(bela, lambda desk: dice.place_die(desk, ask, 0, 12))
    with pytest.raises(Refused, match="no_such_face"):
        battle.do(anna, lambda desk: dice.place_die(desk, ask, 0, 21))
    battle.do(anna, lambda desk: dice.place_die(desk, ask, 0, 12))
    assert battle.state.phase == "window"
    assert left == [1, 1, 1]
    stored = battle.last.data
    assert '"faces":[12,5,6],"source":"table,server,server"' in stored


def test_the_last_typed_die_can_be_corrected_and_the_servers_dice_stay(
    vex, battle, anna, referee_seat, server_dice
):
    battle.do(anna, lambda desk: dice.set_dice(desk, "f1", "table"))
    server_dice(5, 6, 19, 18, 17)
    referee(battle, referee_seat, StartRound(window=True))
    battle.do(anna, lambda desk: dice.place_die(desk, battle.ask, 0, 12))
    battle.do(anna, dice.correct_last)
    ask = battle.ask
    battle.do(anna, lambda desk: dice.place_die(desk, ask, 0, 13))
    assert '"faces":[13,5,6]' in battle.last.data


def test_the_server_rolls_for_a_table_roller_who_asks_for_it(vex, battle, anna, referee_seat, server_dice):
    battle.do(anna, lambda desk: dice.set_dice(desk, "f1", "table"))
    server_dice(5, 6, 7)
    referee(battle, referee_seat, StartRound(window=True))
    ask = battle.ask
    battle.do(anna, lambda desk: dice.roll_dice(desk, ask, "f1"))
    assert '"faces":[5,6,7],"source":"server"' in battle.last.data


def test_a_turn_waits_at_each_table_die_and_survives_anything_between(
    vex, battle, anna, referee_seat, server_dice
):
    server_dice(20, 1, 2, *[10] * 30)
    through_window(battle, referee_seat)
    battle.do(anna, lambda desk: dice.set_dice(desk, "f1", "table"))
    plan = read_plan("strike@master_sword>f2")
    battle.command(anna, TakeTurn("f1", plan))
    assert battle.question.kind == "hit"
    assert refold(battle.entries, vex).waiting.ask == battle.ask  # a restart in the middle of a plan
    battle.do(anna, lambda desk: dice.place_die(desk, battle.ask, 0, 15))
    assert battle.question.kind == "trial"
    assert refold(battle.entries, vex).waiting.ask == battle.ask
    battle.do(anna, lambda desk: dice.place_die(desk, battle.ask, 0, 20))
    assert battle.state.fighter("f2").lives == 0
    told = battle.folded.told
    asked = [item.ask.kind for one in told for item in one.trail if getattr(item, "ask", None)]
    assert asked == ["initiative", "hit", "trial"]


def test_wounds_lives_items_and_points_reach_the_sheet(vex, battle, anna, bela, referee_seat, server_dice):
    server_dice(20, 1, 2, 1, *[20] * 40)
    through_window(battle, referee_seat)
    battle.command(anna, TakeTurn("f1", read_plan("assault@master_sword>f3"), ("strike",)))
    mine = sheets.load(anna.stream.__class__.objects.get(pk=anna.stream_id)).sheet("vex")
    his = sheets.load(bela.stream.__class__.objects.get(pk=bela.stream_id)).sheet("vex")
    assert mine["spirit_points"] == 2
    assert battle.state.fighter("f3").lives == 0
    assert his["lives"] == 0
    assert his["weapons"] == []


def test_players_act_for_themselves_alone(vex, battle, anna, bela, referee_seat, server_dice):
    server_dice(20, 1, 2, *[10] * 30)
    through_window(battle, referee_seat)
    for given in (
        TakeTurn("f1"),
        AutoTurn("f1"),
        Overrule("f1", "lives", 9),
        CallCheck("f1", "MST", 10),
        EndCombat(),
    ):
        with pytest.raises(Refused):
            battle.command(bela, given)


def test_a_referee_overrules_anything_and_undoes_it(vex, battle, referee_seat, server_dice):
    server_dice(20, 1, 2, *[10] * 30)
    through_window(battle, referee_seat)
    for what, number, words in (
        ("lives", 3, ()), ("line", 2, ()), ("stunned", 1, ()), ("points", 7, ()), ("reactions", 0, ()),
        ("order", 0, ("f3", "f2", "f1")), ("weapons", 0, ("ordinary_spear",)), ("critical", 1, ()),
    ):  # fmt: skip
        before = battle.state
        referee(battle, referee_seat, Overrule("f1", what, number, words))
        assert battle.state != before
    assert battle.state.order == ("f3", "f2", "f1")
    before = battle.state
    referee(battle, referee_seat, Overrule("f1", "lives", 5))
    battle.undo(referee_seat, role="referee")
    assert battle.state == before


def test_a_referee_enters_a_die_of_his_own(vex, battle, referee_seat, server_dice):
    server_dice(20, 1, 2, 1, 1, 1)
    through_window(battle, referee_seat)
    given = CallCheck("f1", "MST", 30)
    battle.do(
        referee_seat,
        lambda desk: running.command(desk, given, [Dice((20,), "table")]),
        role="referee",
    )
    assert '"faces":[20]' in battle.last.data


def test_the_same_refusals_have_words_in_the_readers_language(vex):
    told = vex.explain(Refused("too_many_ap", "V3.5", ap=5))
    assert told == "AP 5 of 4 (V3.5)"
    assert settings.RULE_SYSTEMS == ["vex"]


def test_a_referee_overrules_a_die_and_the_rest_falls_again(vex, battle, anna, referee_seat, server_dice):
    server_dice(20, 1, 2, 1, 1, *[10] * 30)
    through_window(battle, referee_seat)
    battle.command(anna, TakeTurn("f1", read_plan("strike@master_sword>f2")))
    assert battle.state.fighter("f2").lives == 1
    seq = battle.last.seq
    server_dice(20, 10, 10, 10)
    for seat, role in ((anna, "player"), (referee_seat, "assistant")):
        with pytest.raises(Refused, match="referees_only"):
            battle.do(seat, lambda desk: amending.amend_die(desk, seq, 0, 19), role=role)
    battle.do(referee_seat, lambda desk: amending.amend_die(desk, seq, 0, 19), role="referee")
    assert battle.state.fighter("f2").lives == 0
    assert refold(battle.entries, vex).position == battle.folded.position
    battle.undo(referee_seat, role="referee")
    assert battle.state.fighter("f2").lives == 1
    assert battle.state.waiting[0] == "f1"


def test_dice_of_several_who_roll_on_the_table_come_in_one_by_one(
    vex, battle, anna, bela, referee_seat, server_dice
):
    battle.do(anna, lambda desk: dice.set_dice(desk, "f1", "table"))
    battle.do(bela, lambda desk: dice.set_dice(desk, "f3", "table"))
    server_dice(7)
    referee(battle, referee_seat, StartRound(window=True))
    ask = battle.ask
    battle.do(bela, lambda desk: dice.place_die(desk, ask, 2, 4))
    assert battle.question.kind == "initiative"
    battle.do(bela, lambda desk: dice.place_die(desk, ask, 2, 5))  # a slip, typed anew
    battle.do(anna, lambda desk: dice.place_die(desk, ask, 0, 12))
    assert '"faces":[12,7,5],"source":"table,server,table"' in battle.last.data


def test_a_tie_between_table_rollers_keeps_what_the_server_rolled(
    vex, battle, anna, bela, referee_seat, server_dice
):
    battle.do(anna, lambda desk: dice.set_dice(desk, "f1", "table"))
    battle.do(bela, lambda desk: dice.set_dice(desk, "f3", "table"))
    referee(battle, referee_seat, Overrule("f3", "wounds", 0, (), (Wound("wound", 1),)))
    server_dice(7)
    referee(battle, referee_seat, StartRound(window=True))
    ask = battle.ask
    battle.do(bela, lambda desk: dice.place_die(desk, ask, 2, 10))
    battle.do(anna, lambda desk: dice.place_die(desk, ask, 0, 10))
    assert [slot.who for slot in dice.slots_of(battle.question, battle.folded.position.dice)][3:] == [
        "f1",
        "f3",
    ]
    battle.do(anna, lambda desk: dice.place_die(desk, ask, 3, 3))
    battle.do(bela, lambda desk: dice.place_die(desk, ask, 4, 9))
    assert battle.state.order == ("f3", "f1", "f2")


def test_a_referee_puts_everybodys_dice_on_the_table_at_once(vex, battle, anna, referee_seat):
    battle.do(referee_seat, lambda desk: dice.set_dice(desk, "", "table"), role="referee")
    assert battle.folded.company.at_table == {"f1", "f2", "f3"}
    with pytest.raises(Refused):
        battle.do(anna, lambda desk: dice.set_dice(desk, "", "server"))


def test_of_two_who_confirm_in_one_instant_the_first_counts_and_the_other_is_told(
    vex, battle, anna, referee_seat, server_dice
):
    server_dice(20, 1, 2, *[10] * 30)
    through_window(battle, referee_seat)
    shown = battle.folded.seq
    battle.command(anna, TakeTurn("f1", read_plan("stance=defensive")), seen=shown)
    with pytest.raises(Refused, match="stale"):
        battle.command(referee_seat, TakeTurn("f1", read_plan("move=2")), role="referee", seen=shown)
    assert battle.state.fighter("f1").stance == "defensive"
    assert battle.state.fighter("f1").line == 1


def test_a_phone_dead_in_its_own_turn_holds_nobody_up(vex, battle, anna, bela, referee_seat, server_dice):
    server_dice(20, 1, 2, *[10] * 60)
    through_window(battle, referee_seat)
    assert battle.state.waiting[0] == "f1"
    with pytest.raises(Refused, match="a_person_is_asked"):
        battle.do(bela, turns.play_on)
    # Another player goes on for who does not answer: the turn is automatic then.
    battle.do(bela, lambda desk: company.stand_by(desk, "f1", agreed=False))
    battle.do(bela, turns.automatic)
    assert "f1" not in battle.state.waiting


def test_an_enemys_automatic_turn_is_one_act_and_a_typed_die_is_one(
    vex, battle, anna, referee_seat, server_dice
):
    server_dice(1, 20, 2, *[1] * 60)
    through_window(battle, referee_seat)
    before = battle.folded.seq
    battle.do(referee_seat, turns.play_on, role="referee")
    assert battle.folded.seq == before + 1
