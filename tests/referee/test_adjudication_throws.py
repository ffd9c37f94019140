"""Three ways to throw in one fight: sealed on the phones, reported by hand, by a referee for anyone."""

import pytest

from referee.adjudication import throws
from referee.kernel.asks import Ranking, Results, Signs
from referee.kernel.refusals import Refused
from referee.models import SealedThrow
from tests.toy.fights import Fight, comer
from tests.toy.rules import Duel, Rest


@pytest.fixture
def fight(toy, event, anna, bela) -> Fight:
    """Anna has asked Béla into a fight; the order is thrown next."""
    comers = [comer(anna, "A", standing="in", confirmed=True), comer(bela, "B")]
    return Fight.between(event, anna, comers)


@pytest.fixture
def brawl(toy, event, anna, bela, sergey, referee_seat) -> Fight:
    """A referee has opened a fight of three with their phones, and an imp."""
    comers = [
        comer(anna, "A", standing="in", confirmed=True),
        comer(bela, "B", standing="in", confirmed=True),
        comer(sergey, "A", standing="in", confirmed=True),
        comer(None, "B", name="Imp", stones=1, most=1),
    ]
    return Fight.between(event, referee_seat, comers, mode="referee")


def refusal(code: str):
    return pytest.raises(Refused, match=f"'{code}'")


def way(fight: Fight) -> str:
    gathering = fight.folded.position.gathering
    return throws.outlook(gathering, fight.question, fight.folded.company.awake).way


# On the phones


def test_signs_lie_sealed_until_all_are_in_and_are_revealed_together(fight, anna, bela):
    folded = fight.throw(anna, "rock")
    assert folded.position.gathering.sealed == (("f1", "right"),)
    assert folded.position.state.round == 0
    folded = fight.throw(bela, "paper")
    assert folded.position.state.order == (("f2",), ("f1",))
    heard = folded.told[-1].trail[0]
    assert (heard.answer, heard.drawn, folded.told[-1].way) == (Signs(("rock", "paper")), True, "phones")


def test_a_sign_may_be_changed_until_the_reveal(fight, anna, bela):
    fight.throw(anna, "rock")
    fight.throw(anna, "scissors")
    assert SealedThrow.objects.count() == 1
    folded = fight.throw(bela, "paper")
    assert folded.position.state.order == (("f1",), ("f2",))


def test_throwing_says_yes_to_a_fight_one_was_asked_into(fight, anna, bela):
    assert fight.folded.company.party("f2").standing == "asked"
    folded = fight.throw(bela, "paper")
    assert folded.company.party("f2").standing == "in"
    assert folded.company.party("f2").confirmed


def test_the_default_command_runs_on_to_the_next_ask(fight, anna, bela):
    fight.throw(anna, "rock")
    fight.throw(bela, "paper")
    assert (fight.question.kind, fight.question.throwers) == ("duel", ("f2", "f1"))


@pytest.mark.parametrize("sign", ["lizard", "", "ROCK"])
def test_no_such_sign(fight, anna, sign):
    with refusal("no_such_sign"):
        fight.throw(anna, sign)
    assert len(fight.entries) == 1


def test_nobody_throws_for_another(fight, anna, bela):
    asked = fight.ask
    with refusal("not_your_fighter"):
        fight.do(anna, lambda desk: throws.throw(desk, asked, "f2", {"right": "rock"}))


def test_onlookers_do_not_throw(brawl, sergey, referee_seat):
    brawl.decide(referee_seat, Ranking((("f2",), ("f1",), ("f3",), ("f4",))))
    assert brawl.question.throwers == ("f2", "f1")
    asked = brawl.ask
    with refusal("not_asked"):
        brawl.do(sergey, lambda desk: throws.throw(desk, asked, "f3", {"right": "rock"}))


def test_a_throw_for_a_closed_ask_is_stale(fight, anna, bela):
    asked = fight.ask
    fight.throw(anna, "rock")
    fight.throw(bela, "paper")
    with refusal("stale_ask"):
        fight.do(bela, lambda desk: throws.throw(desk, asked, "f2", {"right": "rock"}))


# By hand


def test_agreeing_reports_stand_and_no_sign_is_invented(fight, anna, bela):
    folded = fight.report(anna, 1)
    assert (way(fight), folded.position.state.round) == ("waiting", 0)
    folded = fight.report(bela, 1)
    assert folded.position.state.order == (("f1",), ("f2",))
    heard = folded.told[-1].trail[0]
    assert (heard.answer, heard.drawn, folded.told[-1].way) == (Results((1,)), False, "hand")


def test_disagreeing_reports_decide_nothing_and_name_who_said_what(fight, anna, bela):
    fight.report(anna, 1)
    folded = fight.report(bela, -1)
    assert folded.position.state.round == 0
    assert way(fight) == "differing"
    assert {one.by: one.results for one in folded.position.gathering.reports} == {"f1": (1,), "f2": (-1,)}


def test_each_may_correct_the_own_report(fight, anna, bela):
    fight.report(anna, 1)
    fight.report(bela, -1)
    assert fight.report(anna, -1).position.state.order == (("f2",), ("f1",))


def test_both_may_agree_to_throw_again(fight, anna, bela):
    fight.report(anna, 1)
    fight.report(bela, -1)
    folded = fight.again(anna)
    assert folded.position.gathering.again == ("f1",)
    folded = fight.again(bela)
    assert (folded.position.gathering.reports, folded.position.gathering.times) == ((), 1)
    fight.report(anna, 0)
    assert fight.report(bela, 0).position.state.order == (("f1", "f2"),)


def test_throwing_again_needs_reports_that_differ(fight, anna):
    fight.report(anna, 1)
    with refusal("nothing_differs"):
        fight.again(anna)


def test_a_referee_decides_with_both_reports_before_them(fight, anna, bela, referee_seat):
    fight.report(anna, 1)
    fight.report(bela, -1)
    folded = fight.decide(referee_seat, Results((-1,)))
    assert folded.position.state.order == (("f2",), ("f1",))
    assert (folded.told[-1].way, folded.told[-1].by) == ("referee", "referee")


def test_an_order_of_three_and_more_is_told_by_names(brawl, anna, bela, sergey):
    groups = (("f4",), ("f2", "f1"), ("f3",))
    for seat in (anna, bela, sergey):
        folded = brawl.rank(seat, *groups)
    assert folded.position.state.order == groups


@pytest.mark.parametrize(
    "groups", [(("f1",), ("f2",)), (("f1",), ("f1",), ("f3",), ("f4",)), ((), ("f1", "f2", "f3", "f4"))]
)
def test_an_order_names_everybody_once(brawl, anna, groups):
    with refusal("no_such_answer"):
        brawl.rank(anna, *groups)


@pytest.mark.parametrize("results", [(), (1, 1), (2,)])
def test_results_fit_the_pairs(fight, anna, results):
    with refusal("no_such_answer"):
        fight.report(anna, *results)


# Two ways at once


def test_nothing_counts_while_two_ways_meet(fight, anna, bela):
    fight.throw(anna, "rock")
    folded = fight.report(bela, 1)
    assert (way(fight), folded.position.state.round) == ("mixed", 0)
    folded = fight.throw(bela, "scissors")
    assert folded.position.state.order == (("f1",), ("f2",))


def test_the_other_may_come_over_to_reporting(fight, anna, bela):
    fight.throw(anna, "rock")
    fight.report(bela, 1)
    folded = fight.report(anna, 1)
    assert folded.told[-1].way == "hand"
    assert not any(isinstance(line.answer, Signs) for line in folded.told[-1].trail[:1])


def test_a_mixed_throw_may_be_made_again_by_who_reported(fight, anna, bela):
    fight.throw(anna, "rock")
    fight.report(bela, 1)
    folded = fight.again(bela)
    assert folded.position.gathering.thrown == frozenset()


# By a referee


def test_a_referee_enters_a_throw_for_anyone_at_any_moment(fight, anna, referee_seat):
    fight.throw(anna, "rock")
    folded = fight.decide(referee_seat, Results((1,)))
    assert folded.position.state.order == (("f1",), ("f2",))


def test_players_do_not_decide(fight, anna):
    with refusal("referees_only"):
        fight.decide(anna, Results((1,)), role="player")


def test_staff_do_not_referee_a_fight_of_their_own(fight, anna):
    with refusal("referees_only"):
        fight.decide(anna, Results((1,)), role="referee")


def test_a_referee_gives_answers_along_with_a_command(fight, anna, bela, referee_seat):
    fight.begin(anna, bela)
    command = fight.folded.waiting.command
    folded = fight.command(referee_seat, command, [Results((0,))], role="referee")
    assert folded.position.state.acted == ("f1",)
    assert (folded.told[-1].way, folded.told[-1].by) == ("referee", "referee")


@pytest.mark.parametrize("answers", [[Results((0, 0))], [Signs(("rock",))], [Results((0,)), Results((0,))]])
def test_answers_that_do_not_fit_the_command_are_refused(fight, anna, bela, referee_seat, answers):
    fight.begin(anna, bela)
    before = fight.folded
    with refusal("no_such_answer"):
        fight.command(referee_seat, before.waiting.command, answers, role="referee")
    assert fight.folded == before


# One awake phone


def test_for_who_stands_by_the_other_phone_goes_on(fight, anna, bela):
    fight.stand_by(anna, "f2")
    folded = fight.report(anna, 1)
    assert folded.position.state.order == (("f1",), ("f2",))
    assert not folded.company.party("f2").confirmed


def test_a_report_that_waited_for_a_dead_phone_counts_once_that_one_stands_by(fight, anna, bela):
    fight.report(anna, 1)
    folded = fight.stand_by(anna, "f2")
    assert folded.position.state.order == (("f1",), ("f2",))
    assert folded.told[-1].way == "hand"


def test_a_whole_fight_goes_on_one_phone(brawl, anna, referee_seat):
    for key in ("f2", "f3"):
        brawl.stand_by(anna, key)
    brawl.rank(anna, ("f2",), ("f4",), ("f1",), ("f3",))
    assert brawl.question.throwers == ("f2", "f1")
    brawl.report(anna, 0)
    assert brawl.question.throwers == ("f4", "f1")
    brawl.report(anna, 0)
    brawl.report(anna, 0)
    assert brawl.question.throwers == ("f3", "f2")
    brawl.report(anna, 0)  # none of the throwers has a phone in use
    assert brawl.state.round == 2


def test_choices_of_who_stands_by_are_made_on_the_other_phone(fight, anna, bela):
    fight.stand_by(anna, "f2")
    fight.report(anna, -1)
    fight.report(anna, 1)
    assert (fight.question.kind, fight.question.who) == ("mercy", "f2")
    assert fight.choose(anna, "spare").position.state.acted == ("f2",)


def test_nobody_chooses_for_a_fighter_with_a_phone_in_use(fight, anna, bela):
    fight.begin(bela, anna)
    fight.begin(anna, bela)
    with refusal("not_your_fighter"):
        fight.choose(bela if fight.question.who == "f1" else anna, "spare")


def test_acting_on_the_own_phone_ends_standing_by_but_confirms_nothing(fight, anna, bela):
    fight.stand_by(anna, "f2")
    folded = fight.throw(bela, "rock")
    party = folded.company.party("f2")
    assert (party.standing, party.confirmed) == ("in", False)


def test_disagreeing_reports_stay_when_one_phone_falls_out(fight, anna, bela):
    fight.report(anna, 1)
    fight.report(bela, -1)
    folded = fight.stand_by(anna, "f2")
    assert (way(fight), folded.position.state.round) == ("differing", 0)
    fight.again(anna)
    folded = fight.again(anna, "f2")
    assert folded.position.gathering.reports == ()
    assert fight.report(anna, 1).position.state.round == 1


def test_who_hands_the_part_over_by_pin_with_a_differing_report_has_it_thrown_again(fight, anna, bela):
    fight.report(anna, 1)
    fight.report(bela, -1)
    folded = fight.stand_by(anna, "f2", agreed=True)
    assert folded.position.gathering.reports == ()
    assert folded.company.party("f2").confirmed


def test_nobody_is_put_to_standing_by_on_the_own_phone(fight, anna):
    with refusal("yours_is_awake"):
        fight.stand_by(anna, "f1")


# Chains of steps


def test_a_chain_pauses_at_each_ask_and_dice_fall_by_themselves(fight, anna, bela):
    fight.begin(anna, bela)
    fight.begin(anna, bela)
    assert (fight.question.kind, fight.question.who) == ("mercy", "f1")
    folded = fight.choose(anna, "take")
    assert (fight.question.kind, fight.question.who) == ("stone", "f2")
    assert folded.position.paused.begun
    folded = fight.choose(bela, "white")
    kinds = [getattr(line, "kind", type(line).__name__) for line in folded.told[-1].trail]
    assert kinds[:2] == ["stone", "save"]
    assert kinds[2] in ("Kept", "StoneLost")
    assert fight.question.throwers == ("f2", "f1")


def test_players_answer_before_they_give_another_command(fight, anna, bela, toy):
    fight.begin(anna, bela)
    fight.begin(anna, bela)
    with refusal("answer_first"):
        fight.command(bela, Rest("f2"))


def test_before_anything_has_come_of_a_command_it_may_be_left_for_another(fight, anna, bela):
    fight.begin(anna, bela)
    fight.throw(anna, "rock")
    fight.command(anna, Duel("f1", "f2"))
    assert fight.folded.waiting.explicit
    folded = fight.command(anna, Rest("f1"))
    assert folded.position.paused is None
    assert folded.position.state.acted == ("f1",)


def test_the_rules_refusals_come_through_and_change_nothing(fight, anna, bela):
    fight.begin(anna, bela)
    before = fight.folded
    with refusal("not_your_turn"):
        fight.command(bela, Duel("f2", "f1"))
    with refusal("not_yours"):
        fight.command(bela, Duel("f1", "f2"))
    assert fight.folded == before
