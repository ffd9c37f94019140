"""On, back, and to the end: undo and redo, ending, closing, withdrawing, notes, protests."""

import pytest

from referee.adjudication import company, running
from referee.kernel.asks import Results
from referee.kernel.chain import digest
from referee.kernel.refusals import Refused
from referee.models import Aside, Clash, SealedThrow
from tests.toy.fights import Fight, comer
from tests.toy.rules import Part, Rest


@pytest.fixture
def fight(toy, event, anna, bela) -> Fight:
    """Anna and Béla, no referee; Anna throws first."""
    comers = [
        comer(anna, "A", standing="in", confirmed=True),
        comer(bela, "B", standing="in", confirmed=True),
    ]
    fight = Fight.between(event, anna, comers)
    fight.begin(anna, bela)
    return fight


@pytest.fixture
def refereed(toy, event, anna, bela, referee_seat) -> Fight:
    """The same, opened by a referee."""
    comers = [
        comer(anna, "A", standing="in", confirmed=True),
        comer(bela, "B", standing="in", confirmed=True),
    ]
    fight = Fight.between(event, referee_seat, comers, mode="referee")
    fight.begin(anna, bela)
    return fight


def refusal(code: str):
    return pytest.raises(Refused, match=f"'{code}'")


def at(fight: Fight) -> str:
    return digest(fight.state)


# Undo and redo


def test_a_referee_takes_back_and_brings_back(refereed, anna, bela, referee_seat):
    before = at(refereed)
    refereed.throw(anna, "rock")
    refereed.throw(bela, "rock")
    after = at(refereed)
    folded = refereed.undo(referee_seat, "referee")
    assert at(refereed) == before
    assert folded.position.gathering.thrown == frozenset()
    refereed.redo(referee_seat, "referee")
    assert at(refereed) == after
    refereed.undo(referee_seat, "referee")
    assert at(refereed) == before


def test_undo_goes_back_to_the_opening_and_no_further(refereed, anna, bela, referee_seat):
    digests = [at(refereed)]
    for _ in range(2):
        refereed.decide(referee_seat, Results((0,)))
        digests.append(at(refereed))
    for wanted in reversed(digests[:-1]):
        refereed.undo(referee_seat, "referee")
        assert at(refereed) == wanted
    refereed.undo(referee_seat, "referee")
    assert refereed.state.round == 0
    with refusal("nothing_to_undo"):
        refereed.undo(referee_seat, "referee")
    for wanted in digests:
        refereed.redo(referee_seat, "referee")
        assert at(refereed) == wanted
    with refusal("nothing_to_redo"):
        refereed.redo(referee_seat, "referee")


def test_a_new_act_ends_what_redo_could_bring_back(refereed, referee_seat):
    refereed.decide(referee_seat, Results((0,)))
    refereed.undo(referee_seat, "referee")
    refereed.decide(referee_seat, Results((0,)))
    with refusal("nothing_to_redo"):
        refereed.redo(referee_seat, "referee")


def test_players_ask_the_referee_of_a_refereed_fight_to_undo(refereed, anna, bela):
    with refusal("referee_undoes"):
        refereed.undo(anna)
    with refusal("nothing_to_redo"):
        refereed.redo(anna)


def test_an_assistant_takes_back_no_referees_word(refereed, referee_seat, assistant_seat):
    refereed.decide(referee_seat, Results((0,)))
    with refusal("referee_undoes"):
        refereed.undo(assistant_seat, "assistant")
    refereed.undo(referee_seat, "referee")
    before = at(refereed)
    refereed.decide(assistant_seat, Results((0,)), role="assistant")
    refereed.undo(assistant_seat, "assistant")
    assert at(refereed) == before


def test_who_never_came_in_is_not_asked_about_undoing(fight, anna, bela, sergey, referee_seat):
    fight.report(anna, 0)
    fight.report(bela, 0)
    newcomer = comer(sergey, "B", standing="in", confirmed=True)
    fight.do(sergey, lambda desk: company.come_in(desk, newcomer))
    fight.undo(referee_seat, "referee")
    after = at(fight)
    fight.undo(anna)
    fight.undo(bela)
    assert at(fight) != after


def test_what_was_revealed_is_undone_by_all_fighters_together(fight, anna, bela):
    before = at(fight)
    fight.throw(anna, "rock")
    fight.throw(bela, "rock")
    after = at(fight)
    folded = fight.undo(anna)
    assert (at(fight), folded.company.undoing) == (after, {"f1"})
    folded = fight.undo(bela)
    assert (at(fight), folded.company.undoing) == (before, frozenset())


def test_who_stands_by_is_not_waited_for(fight, anna, bela):
    before = at(fight)
    fight.stand_by(anna, "f2")
    fight.report(anna, 0)
    fight.undo(anna)
    assert at(fight) == before


@pytest.mark.parametrize("way", ["phones", "hand", "referee"])
@pytest.mark.parametrize("gone", ["stand_by", "busy", "not_me"])
def test_nobody_undoes_alone_what_another_had_a_part_in(way, gone, fight, anna, bela, referee_seat):
    match way:
        case "phones":
            fight.throw(bela, "rock")
            fight.throw(anna, "rock")
        case "hand":
            fight.report(bela, 0)
            fight.report(anna, 0)
        case "referee":
            fight.decide(referee_seat, Results((0,)))
    after = at(fight)
    if gone == "stand_by":
        fight.stand_by(anna, "f2")
    else:
        fight.do(bela, lambda desk: company.answer_invitation(desk, "f2", gone))
    with refusal("referee_undoes"):
        fight.undo(anna)
    assert at(fight) == after
    fight.undo(referee_seat, "referee")
    assert at(fight) != after


def test_who_agreed_by_pin_is_not_asked_about_undoing(fight, anna, bela):
    before = at(fight)
    fight.report(bela, 0)
    fight.report(anna, 0)
    fight.stand_by(anna, "f2", agreed=True)
    fight.undo(anna)
    assert at(fight) == before


def test_what_a_referee_took_back_no_fighter_brings_back(fight, anna, bela, referee_seat):
    fight.report(anna, 0)
    fight.report(bela, 0)
    after = at(fight)
    fight.undo(referee_seat, "referee")
    for seat in (anna, bela):
        with refusal("referee_undoes"):
            fight.redo(seat)
    fight.redo(referee_seat, "referee")
    assert at(fight) == after


def test_what_fighters_took_back_together_a_fighter_brings_back(fight, anna, bela):
    fight.report(anna, 0)
    fight.report(bela, 0)
    after = at(fight)
    fight.undo(anna)
    fight.undo(bela)
    fight.redo(anna)
    assert at(fight) == after


def test_agreeing_to_undo_ends_with_the_next_act(fight, anna, bela):
    fight.report(anna, 0)
    fight.report(bela, 0)
    fight.undo(anna)
    fight.report(anna, 0)
    folded = fight.report(bela, 0)
    assert folded.company.undoing == frozenset()


def test_dice_that_fell_are_not_taken_back_by_one_alone(fight, anna, bela, server_dice):
    server_dice(6)
    fight.command(anna, Rest("f1"))
    rested = at(fight)
    fight.undo(anna)
    assert at(fight) == rested
    fight.undo(bela)
    assert at(fight) != rested


@pytest.mark.parametrize("mode", ["fight", "refereed"])
def test_what_told_nobody_anything_is_taken_back_by_who_entered_it(mode, request, anna):
    one = request.getfixturevalue(mode)
    before = at(one)
    one.command(anna, Part("f1"))
    assert at(one) != before
    one.undo(anna)
    assert at(one) == before


def test_but_not_by_the_other_alone(fight, anna, bela):
    before = at(fight)
    fight.command(anna, Part("f1"))
    fight.undo(bela)
    assert at(fight) != before
    assert fight.folded.company.undoing == {"f2"}


def test_onlookers_undo_nothing(fight, sergey):
    with refusal("not_your_fighter"):
        fight.undo(sergey)


def test_a_report_that_lies_is_gone_with_what_came_before_it(fight, anna, bela):
    fight.throw(anna, "rock")
    fight.throw(bela, "rock")
    fight.report(bela, 1)
    fight.undo(anna)
    folded = fight.undo(bela)
    assert folded.position.gathering.thrown == frozenset()
    assert folded.waiting.ask in folded.company.drawn


# What was drawn belongs to its ask


def test_undone_signs_belong_to_their_ask(fight, anna, bela):
    fight.throw(anna, "rock")
    fight.throw(bela, "rock")
    after = at(fight)
    fight.undo(anna)
    fight.undo(bela)
    with refusal("already_revealed"):
        fight.throw(anna, "paper")
    with refusal("already_revealed"):
        fight.report(anna, 1)
    folded = fight.take(bela)
    assert at(fight) == after
    assert folded.told[-1].trail[0].drawn
    assert folded.company.drawn == {}


def test_a_referee_may_decide_otherwise_on_the_record(fight, anna, bela, referee_seat):
    fight.throw(anna, "rock")
    fight.throw(bela, "rock")
    fight.undo(referee_seat, "referee")
    fight.decide(referee_seat, Results((1,)))
    assert '"drawn_before":true' in fight.entries[-1].data


def test_nothing_is_taken_that_was_not_drawn(fight, anna):
    with refusal("nothing_drawn"):
        fight.take(anna)


def test_the_same_command_gets_its_dice_back_and_another_rolls_anew(
    fight, referee_seat, anna, bela, server_dice
):
    left = server_dice(6, 3)
    fight.command(anna, Rest("f1"))
    rested = at(fight)
    fight.undo(referee_seat, "referee")
    fight.command(anna, Rest("f1"))
    assert (at(fight), left) == (rested, [3])
    fight.command(bela, Rest("f2"))
    assert left == []


def test_dice_that_were_used_are_not_used_again(fight, referee_seat, anna, server_dice):
    left = server_dice(6, 6, 3)
    fight.command(anna, Rest("f1"))
    fight.undo(referee_seat, "referee")
    fight.command(anna, Rest("f1"))
    assert fight.folded.company.drawn == {}
    fight.undo(referee_seat, "referee")
    assert len(fight.folded.company.drawn) == 1
    assert len(left) == 2


# Ending


def test_two_players_end_their_fight_together(fight, anna, bela):
    folded = fight.do(anna, running.end)
    assert (folded.position.status, folded.company.ending) == ("open", {"f1"})
    folded = fight.do(bela, running.end)
    assert folded.position.status == "closed"
    fight.clash.refresh_from_db()
    assert fight.clash.status == Clash.Status.CLOSED
    assert not fight.clash.fighters.filter(in_fight=True).exists()


def test_who_has_parted_or_stands_by_is_not_asked_to_end(fight, anna, bela):
    fight.stand_by(anna, "f2")
    assert fight.do(anna, running.end).position.status == "closed"


def test_agreeing_to_end_ends_with_the_next_act(fight, anna, bela):
    fight.do(anna, running.end)
    fight.report(anna, 0)
    fight.report(bela, 0)
    assert fight.folded.company.ending == frozenset()


def test_a_referee_closes_and_the_reason_lies_beside(refereed, referee_seat, anna):
    refereed.throw(anna, "rock")
    folded = refereed.do(referee_seat, lambda desk: running.close(desk, "Rain"), role="referee")
    assert (folded.position.status, folded.waiting) == ("closed", None)
    assert "Rain" not in refereed.entries[-1].data
    assert Aside.objects.get().text == "Rain"
    assert SealedThrow.objects.count() == 0


def test_a_closed_fight_is_reopened_by_undo(refereed, referee_seat, anna):
    before = refereed.folded.position
    refereed.do(referee_seat, running.close, role="referee")
    with refusal("stale_ask"):
        refereed.do(anna, lambda desk: desk.waiting("x"))
    with refusal("closed"):
        refereed.command(anna, Part("f1"))
    refereed.undo(referee_seat, "referee")
    assert refereed.folded.position == before
    assert refereed.clash.fighters.filter(in_fight=True).count() == 2
    assert Clash.objects.get(pk=refereed.clash.pk).status == Clash.Status.OPEN


def test_players_do_not_close_alone(fight, anna, sergey):
    with refusal("referees_only"):
        fight.do(anna, running.close)
    with refusal("not_your_fighter"):
        fight.do(sergey, running.end)
    with refusal("not_your_fighter"):
        fight.do(sergey, running.withdraw)


def test_either_may_withdraw_before_the_first_reveal(toy, event, anna, bela):
    fight = Fight.between(event, anna, [comer(anna, "A", standing="in", confirmed=True), comer(bela, "B")])
    fight.throw(anna, "rock")
    folded = fight.do(bela, running.withdraw)
    assert folded.position.status == "withdrawn"
    assert Clash.objects.get(pk=fight.clash.pk).status == Clash.Status.WITHDRAWN


def test_after_a_reveal_nobody_withdraws(fight, bela):
    with refusal("already_revealed"):
        fight.do(bela, running.withdraw)


# On the record


def test_a_note_needs_words_and_a_protest_does_not(fight, anna, sergey):
    with refusal("words_missing"):
        fight.do(anna, lambda desk: running.note(desk, "  "))
    with refusal("words_too_long"):
        fight.do(anna, lambda desk: running.note(desk, "x" * 501))
    with refusal("not_your_fighter"):
        fight.do(sergey, lambda desk: running.note(desk, "I saw it"))
    about = fight.folded.told[-1].seq
    folded = fight.do(anna, lambda desk: running.protest(desk, "", about))
    assert [(mark.kind, mark.about, mark.who) for mark in folded.marks] == [("protest", about, ("f1",))]
    with refusal("no_such_result"):
        fight.do(anna, lambda desk: running.protest(desk, "", 99))


def test_notes_and_protests_leave_the_fight_as_it_was(fight, anna):
    before = fight.folded.position
    fight.do(anna, lambda desk: running.note(desk, "Cut above the eye"))
    assert fight.folded.position == before
    assert "Cut" not in fight.entries[-1].data


def test_a_referee_corrects_a_number_and_a_waiting_throw_goes_on(refereed, anna, bela, referee_seat):
    refereed.begin(anna, bela)
    assert refereed.question.kind == "mercy"
    refereed.choose(anna, "take")
    assert refereed.question.kind == "stone"
    folded = refereed.do(
        referee_seat,
        lambda desk: running.correct(desk, "f1", {"stones": 1, "dazed": True}, "Counted wrong"),
        role="referee",
    )
    assert folded.position.state.slinger("f1").stones == 1
    assert (refereed.question.kind, refereed.folded.waiting.pending.answers[0].option) == ("stone", "take")
    assert folded.told[-1].by == "referee"


def test_a_correction_may_take_the_ask_away_and_the_chain_goes_on(refereed, anna, bela, referee_seat):
    refereed.begin(anna, bela)
    refereed.choose(anna, "take")
    folded = refereed.do(
        referee_seat,
        lambda desk: running.correct(desk, "f2", {"stones": 1, "dazed": False}),
        role="referee",
    )
    assert folded.position.paused is None
    assert any(getattr(line, "kind", "") == "save" for line in folded.told[-1].trail)


def test_only_referees_correct(fight, anna):
    with refusal("referees_only"):
        fight.do(anna, lambda desk: running.correct(desk, "f1", {"stones": 3, "dazed": False}))
