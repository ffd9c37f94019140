"""Who is at a fight, how it is opened, and what of it reaches whose sheet."""

import secrets

import pytest

from referee import sheets
from referee.adjudication import company, running
from referee.adjudication.opening import Way, open_clash
from referee.kernel.asks import Ranking, Results
from referee.kernel.refusals import Refused
from referee.ledger import Author, Draft, append, lock, writing
from referee.models import Clash, Entry, Stream
from tests.toy.fights import SHEET, Fight, comer
from tests.toy.rules import Part


def refusal(code: str):
    return pytest.raises(Refused, match=f"'{code}'")


def give_sheet(seat, **fields) -> None:
    with writing():
        stream = lock(seat.stream_id)[seat.stream_id]
        append(stream, Author(seat), Draft("sheet", [sheets.sheet_set("three_stones", {**SHEET, **fields})]))


def sheet_of(seat) -> dict:
    return sheets.load(Stream.objects.get(pk=seat.stream_id)).sheet("three_stones")


def carried(seat) -> int:
    return Entry.objects.filter(stream=seat.stream_id, kind="carried").count()


@pytest.fixture
def sheeted(toy, anna, bela, sergey) -> None:
    """Everybody has a sheet."""
    for seat in (anna, bela, sergey):
        give_sheet(seat)


@pytest.fixture
def fight(sheeted, event, anna, bela, referee_seat) -> Fight:
    """Anna and Béla under a referee, Anna first. Dice decide at once who loses."""
    event.rulings = {"three_stones": {"mercy": "never"}}
    event.save()
    comers = [
        comer(anna, "A", standing="in", confirmed=True),
        comer(bela, "B", standing="in", confirmed=True),
    ]
    fight = Fight.between(event, referee_seat, comers, mode="referee")
    fight.begin(anna, bela)
    return fight


def lose(fight: Fight, referee, first_wins: int, dice) -> None:
    """Let one lose a stone: the second of the throwers, or the first where `first_wins` is −1."""
    dice(1)
    fight.decide(referee, Results((first_wins,)))


# What reaches the sheet


def test_sheets_follow_every_blow(fight, anna, bela, referee_seat, server_dice):
    lose(fight, referee_seat, 1, server_dice)
    assert (sheet_of(bela)["stones"], sheet_of(bela)["dazed"]) == (2, True)
    lose(fight, referee_seat, 1, server_dice)
    assert (sheet_of(anna)["stones"], sheet_of(bela)["stones"]) == (2, 2)


def test_a_blow_without_a_loss_writes_no_sheet(fight, anna, bela, referee_seat):
    fight.decide(referee_seat, Results((0,)))
    assert (carried(anna), carried(bela)) == (0, 0)


def test_undo_and_redo_carry_too(fight, bela, referee_seat, server_dice):
    lose(fight, referee_seat, 1, server_dice)
    fight.undo(referee_seat, "referee")
    assert (sheet_of(bela)["stones"], sheet_of(bela)["dazed"]) == (3, False)
    fight.redo(referee_seat, "referee")
    assert (sheet_of(bela)["stones"], sheet_of(bela)["dazed"]) == (2, True)


def test_what_happened_between_fights_stays(fight, bela, referee_seat, server_dice):
    lose(fight, referee_seat, 1, server_dice)
    with writing():
        stream = lock(bela.stream_id)[bela.stream_id]
        append(
            stream, Author(referee_seat), Draft("healed", [sheets.NumberMoved("three_stones", "stones", 5)])
        )
    fight.undo(referee_seat, "referee")
    assert sheet_of(bela)["stones"] == 8


def test_practice_touches_no_sheet(sheeted, event, anna, bela, referee_seat, server_dice):
    event.rulings = {"three_stones": {"mercy": "never"}}
    comers = [
        comer(anna, "A", standing="in", confirmed=True),
        comer(bela, "B", standing="in", confirmed=True),
    ]
    fight = Fight.between(event, anna, comers, practice=True)
    fight.begin(anna, bela)
    lose(fight, referee_seat, 1, server_dice)
    assert fight.state.slinger("f2").stones == 2
    assert sheet_of(bela)["stones"] == 3


def test_unconfirmed_numbers_wait_until_that_player_confirms(fight, anna, bela, referee_seat, server_dice):
    fight.stand_by(anna, "f2")
    lose(fight, referee_seat, 1, server_dice)
    assert sheet_of(bela)["stones"] == 3
    with refusal("not_your_fighter"):
        fight.do(anna, lambda desk: company.confirm(desk, "f2"))
    fight.do(bela, lambda desk: company.confirm(desk, "f2"))
    assert sheet_of(bela)["stones"] == 2


def test_a_referee_confirms_too_even_after_the_end(fight, anna, referee_seat, bela, server_dice):
    fight.stand_by(anna, "f2")
    lose(fight, referee_seat, 1, server_dice)
    fight.do(referee_seat, running.close, role="referee")
    fight.do(referee_seat, lambda desk: company.confirm(desk, "f2"), role="referee")
    assert sheet_of(bela)["stones"] == 2
    with refusal("confirmed_already"):
        fight.do(referee_seat, lambda desk: company.confirm(desk, "f2"), role="referee")


def test_the_pin_agrees_once_for_a_fight(fight, anna, bela, referee_seat, server_dice):
    fight.stand_by(anna, "f2", agreed=True)
    lose(fight, referee_seat, 1, server_dice)
    assert sheet_of(bela)["stones"] == 2
    fight.do(bela, lambda desk: company.wake(desk, "f2"))
    folded = fight.stand_by(anna, "f2")
    assert folded.company.party("f2").confirmed


def test_a_referees_word_needs_no_pin(fight, bela, referee_seat):
    assert fight.stand_by(referee_seat, "f2", role="referee").company.party("f2").confirmed


def test_a_fight_that_begins_with_a_loss_carries_it_with_the_next_act(toy, event, anna, bela, referee_seat):
    give_sheet(bela, stones=3)
    comers = [comer(anna, "A", standing="in", confirmed=True), comer(bela, "B", confirmed=True)]
    fight = Fight.between(event, referee_seat, comers, mode="referee")
    assert fight.folded.company.carried["f2"] == {"stones": 3, "dazed": False}


# Being asked


@pytest.fixture
def asked(sheeted, event, anna, bela) -> Fight:
    """Anna has asked Béla."""
    return Fight.between(event, anna, [comer(anna, "A", standing="in", confirmed=True), comer(bela, "B")])


def test_accepting_makes_the_numbers_count(asked, bela):
    folded = asked.do(bela, lambda desk: company.answer_invitation(desk, "f2", "accept"))
    party = folded.company.party("f2")
    assert (party.standing, party.confirmed) == ("in", True)


@pytest.mark.parametrize("answer", ["busy", "not_me"])
def test_who_says_no_is_in_no_fight(asked, bela, answer):
    folded = asked.do(bela, lambda desk: company.answer_invitation(desk, "f2", answer))
    assert folded.company.party("f2").standing == "away"
    assert not asked.clash.fighters.get(seat=bela).in_fight
    asked.do(bela, lambda desk: company.answer_invitation(desk, "f2", "accept"))
    assert asked.clash.fighters.get(seat=bela).in_fight


@pytest.mark.parametrize("answer", ["busy", "not_me"])
def test_who_says_no_after_a_yes_is_not_carried_along(fight, bela, referee_seat, answer, server_dice):
    fight.do(bela, lambda desk: company.answer_invitation(desk, "f2", answer))
    lose(fight, referee_seat, 1, server_dice)
    assert (fight.state.slinger("f2").stones, sheet_of(bela)["stones"]) == (2, 3)
    fight.do(bela, lambda desk: company.answer_invitation(desk, "f2", "accept"))
    assert sheet_of(bela)["stones"] == 2


@pytest.mark.parametrize("answer", ["busy", "not_me"])
def test_no_other_player_goes_on_for_who_has_said_no(asked, anna, bela, referee_seat, answer):
    asked.do(bela, lambda desk: company.answer_invitation(desk, "f2", answer))
    with refusal("not_your_fighter"):
        asked.stand_by(anna, "f2")
    assert not asked.clash.fighters.get(seat=bela).in_fight
    assert asked.stand_by(anna, "f2", agreed=True).company.party("f2").standing == "by"


def test_nobody_answers_for_another(asked, anna):
    with refusal("not_your_fighter"):
        asked.do(anna, lambda desk: company.answer_invitation(desk, "f2", "accept"))
    with refusal("no_such_answer"):
        asked.do(anna, lambda desk: company.answer_invitation(desk, "f1", "perhaps"))


def test_who_leaves_by_the_rules_is_in_no_fight(fight, anna):
    fight.command(anna, Part("f1"))
    assert not fight.clash.fighters.get(seat=anna).in_fight


# Coming in


def test_somebody_joins_a_running_fight(fight, sergey, referee_seat):
    come = comer(sergey, "B", stones=2, standing="in", confirmed=True)
    folded = fight.do(referee_seat, lambda desk: company.come_in(desk, come), role="referee")
    assert [one.key for one in folded.position.state.slingers] == ["f1", "f2", "f3"]
    assert folded.company.party("f3").seat == sergey.pk
    assert folded.company.carried["f3"] == {"stones": 2, "dazed": False}
    assert fight.clash.fighters.get(seat=sergey).key == "f3"
    assert carried(sergey) == 0
    with refusal("in_this_fight"):
        fight.do(referee_seat, lambda desk: company.come_in(desk, come), role="referee")


def test_a_throw_that_is_waited_for_goes_on_when_somebody_joins(asked, anna, bela, sergey):
    asked.begin(anna, bela)
    asked.begin(anna, bela)
    assert asked.question.kind == "mercy"
    come = comer(sergey, "B", standing="in", confirmed=True)
    asked.do(sergey, lambda desk: company.come_in(desk, come))
    assert (asked.question.kind, asked.question.who) == ("mercy", "f1")
    asked.choose(anna, "spare")
    assert asked.question.kind == "order"


def test_what_the_joiner_loses_reaches_the_sheet(asked, anna, bela, sergey, server_dice):
    come = comer(sergey, "B", standing="in", confirmed=True)
    asked.do(sergey, lambda desk: company.come_in(desk, come))
    for seat in (anna, bela, sergey):
        asked.rank(seat, ("f1",), ("f3",), ("f2",))
    server_dice(1)
    asked.command(anna, asked.folded.waiting.command.__class__("f1", "f3"))
    for seat in (anna, sergey):
        asked.report(seat, 1)
    asked.choose(anna, "take")
    asked.choose(sergey, "black")
    assert sheet_of(sergey)["stones"] == 2


def test_an_undone_join_leaves_the_sheet_alone(asked, sergey, referee_seat):
    come = comer(sergey, "B", standing="in", confirmed=True)
    asked.do(sergey, lambda desk: company.come_in(desk, come))
    folded = asked.undo(referee_seat, "referee")
    assert folded.position.state.slinger("f3") is None
    assert not asked.clash.fighters.get(seat=sergey).in_fight
    assert carried(sergey) == 0


def test_an_unnamed_fighter_is_named_later_and_the_losses_reach_that_sheet(
    sheeted, event, anna, sergey, referee_seat, server_dice
):
    event.rulings = {"three_stones": {"mercy": "never"}}
    comers = [comer(anna, "A", standing="in", confirmed=True), comer(None, "B", name="red hood")]
    fight = Fight.between(event, referee_seat, comers, mode="referee")
    fight.decide(referee_seat, Ranking((("f1",), ("f2",))))
    lose(fight, referee_seat, 1, server_dice)
    folded = fight.do(referee_seat, lambda desk: company.name(desk, "f2", sergey), role="referee")
    assert sheet_of(sergey)["stones"] == 2
    party = folded.company.party("f2")
    assert (party.seat, party.standing, party.confirmed) == (sergey.pk, "by", True)
    assert fight.clash.fighters.get(key="f2").seat == sergey
    with refusal("no_such_fighter"):
        fight.do(referee_seat, lambda desk: company.name(desk, "f2", anna), role="referee")


def test_nobody_is_named_twice_in_one_fight(sheeted, event, anna, referee_seat):
    comers = [comer(anna, "A"), comer(None, "B", name="red hood")]
    fight = Fight.between(event, referee_seat, comers, mode="referee")
    with refusal("in_this_fight"):
        fight.do(referee_seat, lambda desk: company.name(desk, "f2", anna), role="referee")
    with refusal("referees_only"):
        fight.do(anna, lambda desk: company.name(desk, "f2", anna))


# Opening


def opening(event, author, comers, nonce="n1", system="three_stones", **way) -> Clash:
    return open_clash(event, system, Author(author), comers, nonce, Way(**way))


def test_the_same_nonce_opens_one_fight(toy, event, anna, bela):
    comers = [comer(anna, "A"), comer(bela, "B")]
    assert opening(event, anna, comers) == opening(event, anna, comers)
    assert Clash.objects.count() == 1
    with refusal("nonce_taken"):
        opening(event, bela, comers)
    with refusal("nonce_taken"):
        opening(event, anna, [comer(anna, "B"), comer(bela, "A")])
    for nonce in ("", "x" * 41):
        with refusal("nonce_missing"):
            opening(event, anna, comers, nonce)


@pytest.mark.parametrize(
    ("code", "sides"), [("fighters_count", "A"), ("one_side_only", "AA"), ("fighters_count", "AB" * 21)]
)
def test_a_fight_has_two_sides_and_not_too_many(toy, event, anna, code, sides):
    with refusal(code):
        opening(event, anna, [comer(None, side, name=str(i)) for i, side in enumerate(sides)])
    assert not Stream.objects.filter(kind="clash").exists()


def test_nobody_fights_oneself(toy, event, anna):
    with refusal("twice_in_one_fight"):
        opening(event, anna, [comer(anna, "A"), comer(anna, "B")])


def test_a_sheet_that_cannot_fight_is_refused_by_the_rules(toy, event, anna, bela):
    with refusal("too_many_stones"):
        opening(event, anna, [comer(anna, "A", stones=9), comer(bela, "B")])
    assert Clash.objects.count() == 0


def test_a_fight_that_runs_already_takes_the_order_as_tapped(toy, event, anna, bela, sergey, referee_seat):
    comers = [comer(anna, "A"), comer(bela, "B", stones=1), comer(sergey, "A")]
    clash = opening(event, referee_seat, comers, mode="referee", running=((2,), (1, 3)))
    fight = Fight(clash)
    assert fight.state.order == (("f2",), ("f1", "f3"))
    assert fight.state.slinger("f2").stones == 1
    assert fight.question.kind == "duel"
    assert not fight.folded.position.revealed


@pytest.mark.parametrize("places", [((1,),), ((1,), (3,)), ((1,), (1,)), ((0,), (1,))])
def test_an_order_tapped_wrong_opens_nothing(toy, event, anna, bela, referee_seat, places):
    with refusal("no_such_answer"):
        opening(event, referee_seat, [comer(anna, "A"), comer(bela, "B")], mode="referee", running=places)
    assert Clash.objects.count() == 0


def test_the_opening_is_marked(toy, event, anna, bela, referee_seat):
    clash = opening(event, referee_seat, [comer(anna, "A"), comer(bela, "B")], afterwards=True, public=True)
    assert (clash.afterwards, clash.public) == (True, True)
    assert '"afterwards":true' in Fight(clash).entries[0].data


def test_entries_name_seats_and_no_people(fight, anna, bela, referee_seat, server_dice):
    lose(fight, referee_seat, 1, server_dice)
    fight.do(referee_seat, lambda desk: running.note(desk, "Anna limps"), role="referee")
    for entry in Entry.objects.all():
        told = entry.data + entry.events
        assert not [seat.person.name for seat in (anna, bela, referee_seat) if seat.person.name in told]


def test_two_fights_of_one_seat_both_reach_the_sheet(fight, event, bela, sergey, referee_seat, server_dice):
    comers = [comer(bela, "A", standing="in", confirmed=True), comer(sergey, "B", confirmed=True)]
    second = Fight(
        open_clash(event, "three_stones", Author(referee_seat), comers, secrets.token_hex(8), Way("referee"))
    )
    second.decide(referee_seat, Ranking((("f2",), ("f1",))))
    lose(fight, referee_seat, 1, server_dice)
    lose(second, referee_seat, 1, server_dice)
    assert sheet_of(bela)["stones"] == 1
