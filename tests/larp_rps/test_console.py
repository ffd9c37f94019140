"""The referee's console of live combat: keys that say what a tap brings, and roles (R14, R18, R32)."""

import pytest

from larp_rps.rules.events import BlowStruck, InitiativeThrown
from referee import boards
from referee.adjudication import throws
from referee.adjudication.desk import actor_for, perform
from referee.kernel.asks import Results
from referee.models import Clash, Role
from tests.larp_rps.consoles import (
    HX,
    RUNNING,
    act,
    address,
    assistant,
    camp,
    context,
    decide,
    folded,
    last_blow,
    referee,
    state,
)

__all__ = ["assistant", "camp", "referee"]


@pytest.mark.parametrize("result", [1, 0, -1])
def test_a_key_says_what_its_tap_brings(camp, referee, result):
    """L1: the steps that the key looks ahead by are those that resolve the blow (R16, R17, R37, R22)."""
    clash = camp.fight((137,), (142,))
    decide(referee, clash, 1)
    (hand,) = context(clash)["hands"]
    key = next(one for one in hand.keys if one.result == str(result))
    decide(referee, clash, result)
    blow = last_blow(clash)
    assert key.total == str(blow.attack.total).replace("-", "−")
    assert key.means == (f"hit · −{blow.suffered}" if blow.hit else "no hit")


def test_the_attackers_key_is_left_and_the_keys_carry_the_sides(camp, referee):
    clash = camp.fight((137,), (142,))
    decide(referee, clash, 1)
    (hand,) = context(clash)["hands"]
    assert [key.who.side if key.who else "" for key in hand.keys] == ["A", "", "B"]
    decide(referee, clash, -1)
    (hand,) = context(clash)["hands"]
    assert [key.who.side if key.who else "" for key in hand.keys] == ["B", "", "A"]


@pytest.mark.parametrize(
    ("result", "values", "first"), [(1, "8 : 4", 137), (0, "5 : 4", 137), (-1, "5 : 7", 142)]
)
def test_the_keys_of_initiative_say_values_and_who_is_first(camp, referee, result, values, first):
    """E1 with Dexterity 5 and 4: R8, R9, R11."""
    clash = camp.fight((137,), (142,))
    (hand,) = context(clash)["hands"]
    key = next(one for one in hand.keys if one.result == str(result))
    assert (key.total, key.means) == (values, f"first: {first}")
    decide(referee, clash, result)
    assert f"f{1 if first == 137 else 2}" == state(clash).order[0][0]


def test_three_and_more_are_put_in_order_by_tapping_names(camp, referee):
    clash = camp.fight((137, 9), (142,))
    assert [who.number for who in context(clash)["ranking"]] == [137, 9, 142]
    act(referee, clash, "decide", ask=folded(clash).waiting.ask, ranking="f3|f1,f2")
    assert state(clash).order == (("f3",), ("f1", "f2"))
    thrown = next(event for event in folded(clash).told[-1].trail if isinstance(event, InitiativeThrown))
    assert thrown.told


def test_two_hands_have_a_row_of_keys_each(camp, referee):
    """R62: the value of each hand is its own; one tap a hand, both posted together."""
    clash = camp.fight((12,), (137,))
    act(referee, clash, "command", command="Arm", who="f1", hands="right:shortsword,left:dagger")
    act(referee, clash, "command", command="Tactic", who="f1", tactic="attacking")
    decide(referee, clash, 1)
    hands = context(clash)["hands"]
    assert [hand.label for hand in hands] == ["Right hand", "Left hand"]
    decide(referee, clash, 1, -1)
    trail = folded(clash).told[-1].trail
    blows = {event.hand: event for event in trail if isinstance(event, BlowStruck)}
    assert {hand: blow.result for hand, blow in blows.items()} == {"right": 1, "left": -1}
    assert hands[0].keys[0].total == str(blows["right"].attack.total)
    assert hands[1].keys[2].total == str(blows["left"].attack.total).replace("-", "−")


def test_where_all_three_are_alike_one_key_goes_on(camp, referee):
    clash = camp.fight((137,), (142,))
    act(referee, clash, "command", command="Ruling", who="f2", hp="0", down="on")
    act(referee, clash, "command", command="Ruling", who="f2", hp="9", down="off")
    decide(referee, clash, 1)
    assert not context(clash)["alike"]
    act(referee, clash, "command", command="Situation", who="f1", number="-60")
    assert context(clash)["alike"] == "no hit"
    page = referee.get(address(clash)).content.decode()
    assert "Go on without a throw" in page
    decide(referee, clash, 0)
    assert not last_blow(clash).hit


def test_a_tap_on_a_name_turns_to_that_target(camp, referee):
    clash = camp.fight((137, 9, 12), (142, 88), running=RUNNING)
    assert folded(clash).waiting.command.at == "f1"
    places = {place.member.who.key: place.aim for _, ones in context(clash)["columns"] for place in ones}
    assert not places["f1"]
    assert not places["f4"]
    act(referee, clash, "command", **dict(places["f3"]))
    assert (folded(clash).waiting.command.who, folded(clash).waiting.command.at) == ("f4", "f3")
    decide(referee, clash, 1)
    assert last_blow(clash).at == "f3"


def test_two_taps_exchange_two_in_the_order(camp, referee, assistant):
    """R14: a referee's and an assistant's word; values stay."""
    clash = camp.fight((137, 9, 12), (142, 88), running=RUNNING)
    assert context(clash)["order"] == "f4|f1|f2|f3|f5"
    act(assistant, clash, "command", command="Order", by="seer", groups="f1|f4|f2|f3|f5")
    assert folded(clash).waiting.command.who == "f1"
    act(referee, clash, "command", command="Order", by="km", groups="f2|f4|f1|f3|f5")
    assert folded(clash).waiting.command.who == "f2"
    act(assistant, clash, "command", status=422, command="Order", by="km", groups="f1|f4|f2|f3|f5")


def test_a_waived_throw_favours_one_side(camp, referee):
    """R18, E15: as if the favoured one had won."""
    clash = camp.fight((137,), (142,))
    decide(referee, clash, 1)
    (favoured, posted), (other, _) = context(clash)["waive"]
    assert (favoured.total, other.total) == ("16", "4")
    act(referee, clash, "command", **dict(posted))
    assert (last_blow(clash).way, last_blow(clash).attack.total) == ("waived", 16)


def test_one_who_lies_is_struck_by_a_referees_word_alone(camp, referee, assistant):
    """A84: the rules offer no such target; a referee may say so, on the record."""
    clash = camp.fight((137, 9, 12), (142, 88), running=RUNNING)
    act(referee, clash, "command", 204, on="beside", command="Ruling", who="f2", hp="0", state="down")
    assert state(clash).fighter("f2").down
    places = {place.member.who.key: place.aim for _, ones in context(clash)["columns"] for place in ones}
    assert not places["f2"]
    (move,) = context(clash)["lying"]
    assert "A84" in referee.get(address(clash)).content.decode()
    assert "A84" not in assistant.get(address(clash)).content.decode()
    act(assistant, clash, "command", 422, **dict(move.fields))
    act(referee, clash, "command", **dict(move.fields))
    assert folded(clash).waiting.command.at == "f2"


def test_a_row_that_is_no_target_leads_to_the_person(camp, referee):
    clash = camp.fight((137,), (142,))
    assert f"/p/{camp.players[137].code}" in referee.get(address(clash)).content.decode()


def test_pass_is_one_tap(camp, referee):
    clash = camp.fight((137, 9, 12), (142, 88), running=RUNNING)
    act(referee, clash, "command", **dict(context(clash)["passing"].fields))
    assert folded(clash).waiting.command.who == "f1"


def test_the_weapons_bonus_is_for_one(camp, referee):
    """R10: +1 for one of the parties, in the initiative that is waited for."""
    clash = camp.fight((137,), (142,))
    _, second = context(clash)["bonus"]
    act(referee, clash, "command", **dict(second.fields))
    assert [move.on for move in context(clash)["bonus"]] == [False, True]
    (hand,) = context(clash)["hands"]
    assert hand.keys[1].total == "5 : 5"
    act(referee, clash, "command", **dict(context(clash)["bonus"][1].fields))
    assert not any(move.on for move in context(clash)["bonus"])


def test_undo_and_redo_are_one_tap_each(camp, referee):
    clash = camp.fight((137,), (142,))
    decide(referee, clash, 1)
    before = state(clash)
    decide(referee, clash, 1)
    after = state(clash)
    act(referee, clash, "undo")
    assert state(clash) == before
    act(referee, clash, "redo")
    assert state(clash) == after


def test_reports_that_differ_lie_before_the_referee_alone(camp, referee, assistant, signed_in):
    """R32, L8: both stand in names; an assistant does not decide between them."""
    clash = camp.fight((137,), (142,), standing="in", mode="referee")
    ask = folded(clash).waiting.ask
    for number, results in ((137, "1"), (142, "-1")):
        key = clash.fighters.get(seat=camp.players[number]).key
        act(signed_in(camp.players[number]), clash, "report", ask=ask, who=key, results=results)
    page = referee.get(address(clash)).content.decode()
    assert page.count("I won") == 2
    assert 'name="results"' in page
    closed = assistant.get(address(clash)).content.decode()
    assert 'name="results"' not in closed
    assert "R32" in closed
    decide(assistant, clash, 1, status=422)
    decide(referee, clash, 1)
    assert state(clash).order[0] == ("f1",)


def test_who_has_thrown_is_seen_and_never_what(camp, referee, signed_in):
    """L7: the console is the same, whichever sign lies sealed."""
    seen = set()
    for sign in ("rock", "paper", "scissors"):
        clash = camp.fight((137,), (142,), standing="in")
        ask = folded(clash).waiting.ask
        act(signed_in(camp.players[137]), clash, "throw", ask=ask, who="f1", sign=sign)
        clash.stream.refresh_from_db()
        parts = boards.parts(boards.board_of(clash), "referee")
        text = "".join(parts.values()).replace(clash.code, "").replace(folded(clash).waiting.ask, "")
        assert "thrown" in text
        seen.add(text)
    assert len(seen) == 1


def test_the_referee_may_decide_while_phones_throw(camp, referee, signed_in):
    clash = camp.fight((137,), (142,), standing="in")
    ask = folded(clash).waiting.ask
    act(signed_in(camp.players[137]), clash, "throw", ask=ask, who="f1", sign="rock")
    decide(referee, clash, -1)
    assert state(clash).order[0] == ("f2",)
    assert "rock" not in folded(clash).told[-1].trail.__repr__()


ASSISTANT_MAY_NOT = [
    {"command": "Situation", "who": "f1", "kinds": "blind"},
    {"command": "Longer", "who": "f1"},
    {"command": "Ruling", "who": "f1", "hp": "3"},
    {"command": "Overrule", "hit": "off"},
    {"command": "Attack", "who": "f1", "at": "f2", "waived": "f1"},
    {"command": "Attack", "who": "f1", "at": "f2", "word": "on"},
    {"command": "Verdict", "who": "f1", "at": "f2", "succeeded": "on"},
    {"command": "Penalty", "who": "f1", "attribute": "attack", "amount": "1"},
    {"command": "Haste", "who": "f1", "attacks": "3"},
]


@pytest.mark.parametrize("fields", ASSISTANT_MAY_NOT, ids=lambda fields: fields["command"])
def test_an_assistant_is_refused_what_a_referee_says(camp, referee, assistant, fields):
    clash = camp.fight((137,), (142,))
    decide(referee, clash, 1)
    decide(referee, clash, 1)
    before = folded(clash).seq
    act(assistant, clash, "command", 422, **fields)
    assert folded(clash).seq == before


def test_an_assistants_console_is_dashed_where_it_may_not(camp, referee, assistant):
    clash = camp.fight((137,), (142,))
    decide(assistant, clash, 1)
    decide(assistant, clash, 1)
    page = assistant.get(address(clash)).content.decode()
    assert "/override" not in page
    assert "waived" not in page
    assert "R18" in page
    assert assistant.get(address(clash, "override")).status_code == 403
    assert "Ezt a KM mondja ki. (R80)" in assistant.get(address(clash, "more")).content.decode()
    assert "/override" in referee.get(address(clash)).content.decode()


@pytest.mark.parametrize(
    ("role", "console"),
    [
        (Role.REFEREE, True),
        (Role.ASSISTANT, True),
        (Role.ORGANIZER, False),
        (Role.MEDIC, False),
        (Role.MARSHAL, False),
        (Role.PLAYER, None),
        (Role.SPECTATOR, None),
    ],
)
def test_the_console_is_for_referees_and_assistants(camp, make_seat, signed_in, role, console):
    clash = camp.fight((137,), (142,))
    phone = signed_in(make_seat("Sample", None, role, at=camp.event))
    answer = phone.get(address(clash))
    assert answer.status_code == (404 if console is None else 200)
    assert ('id="consolekeys"' in answer.content.decode()) == bool(console)
    for what in ("override", "more"):
        allowed = phone.get(address(clash, what)).status_code in (200, 302)
        assert allowed == (console is True and (what == "more" or role == Role.REFEREE))


def test_staff_who_fight_have_no_console_there(camp, signed_in):
    camp.players[137].roles = [Role.PLAYER, Role.REFEREE]
    camp.players[137].save()
    clash = camp.fight((137,), (142,), standing="in")
    phone = signed_in(camp.players[137])
    assert 'id="consolekeys"' not in phone.get(address(clash)).content.decode()
    for what in ("override", "more"):
        assert phone.get(address(clash, what)).status_code == 403
    decide(phone, clash, 1, status=422)
    act(phone, clash, "close", 422)
    assert phone.post(address(clash, "spectators"), {"public": "on"}).status_code == 403
    answer = phone.post(address(clash, "add"), {"line": "9", "side": "A", "nonce": "n"}, headers=HX)
    assert answer.status_code == 403


def test_a_closed_fight_has_its_story_and_no_keys(camp, referee):
    clash = camp.fight((137,), (142,))
    decide(referee, clash, 1)
    decide(referee, clash, 1)
    act(referee, clash, "close")
    page = referee.get(address(clash)).content.decode()
    assert 'name="results"' not in page
    assert "The fight is over." in page
    assert "Initiative" in page
    assert referee.get(address(clash, "override")).status_code == 302
    assert referee.get(address(clash, "more")).status_code == 200
    act(referee, clash, "undo")
    assert folded(clash).position.status == "open"


def test_queries_do_not_grow_with_the_fighters(camp, referee, django_assert_max_num_queries):
    few = camp.fight((137,), (142,))
    many = camp.fight((137, 9, 12, 23, 51), (142, 88, 64, 71, 95))
    counts = []
    for clash in (few, many):
        for what in ("", "more"):
            with django_assert_max_num_queries(20) as captured:
                assert referee.get(address(clash, what)).status_code == 200
            counts.append(len(captured))
    assert counts[0] == counts[2]
    assert counts[1] == counts[3]


def test_an_adjudication_takes_at_most_eight_queries(camp, referee, django_assert_max_num_queries):
    clash = camp.fight((137,), (142,))
    decide(referee, clash, 1)
    clash = Clash.objects.select_related("stream", "event").get(pk=clash.pk)
    actor = actor_for(clash, camp.referee, "", "referee")
    ask = folded(clash).waiting.ask
    with django_assert_max_num_queries(10):  # BEGIN and COMMIT apart
        perform(clash, actor, "n1", {}, lambda desk: throws.decide(desk, ask, Results((0,))))
