"""What the players' screens of live combat show, and to whom: words, sums, and nothing that is another's."""

import re

import pytest
from django.utils.translation import override

from larp_rps import labels
from larp_rps.rules import codes
from larp_rps.rules.commands import Situation, Tactic
from referee import boards
from referee.adjudication import running
from referee.adjudication.company import Comer
from referee.models import Event
from referee.system import system_for
from tests.referee.players import SWORD
from tests.toy.fights import Fight

PLAIN = {
    "attack": 8,
    "defence": 9,
    "dexterity": 5,
    "physique": 6,
    "hp": 10,
    "armour": 1,
    "weapons": [SWORD],
}


def comer(seat, side, **fields) -> Comer:
    own = {key: fields.pop(key) for key in ("standing", "confirmed") if key in fields}
    return Comer(side, system_for("larp_rps").sheet.clean(PLAIN | fields), seat, **own)


@pytest.fixture
def fight(event, anna, bela) -> Fight:
    """Anna against Béla, who throws second; after initiative Anna strikes."""
    comers = [comer(anna, "A", standing="in", confirmed=True), comer(bela, "B", dexterity=4)]
    found = Fight.between(event, anna, comers, "larp_rps")
    found.begin(anna, bela)
    return found


def shown(fight: Fight, audience: str = "public", *keys: str) -> str:
    clash = fight.clash
    clash.refresh_from_db()
    clash.event = Event.objects.get(pk=clash.event_id)
    board = boards.board_of(clash, fight.folded)
    with override("en"):
        return "".join(boards.parts(board, audience, frozenset(keys)).values())


def text(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


# Words for everything (L4)


def test_every_code_of_the_rules_has_its_word():
    assert set(codes.TERMS) | set(codes.LIMITS) <= set(labels.TERMS)
    assert set(codes.UNMET) <= set(labels.REASONS)
    assert set(codes.REFUSALS) <= set(labels.REFUSALS)
    assert set(codes.STATUSES) <= set(labels.STATUSES)
    assert set(codes.REASONS) <= set(labels.INITIATIVE_REASONS)
    assert set(codes.FIRSTS) <= set(labels.FIRSTS)


# A blow with its sum


def test_the_striker_reads_the_own_terms_and_the_outcome(fight, anna, bela):
    fight.throw(anna, "rock")
    fight.throw(bela, "scissors")
    told = text(shown(fight, "mine", "f1"))
    for line in (
        "Attack, sheet A13 8",
        "Longsword, weapon use A13 +2",
        "Throw won R16 +6",
        "Longer weapon not granted R67 0",
        "16 is greater than 12 R17",
        "Difference = damage R37 4",
        "Maximum 6 not reached R38 4",
        "Loss of points 3",
    ):
        assert line in told, line


def test_totals_and_outcome_are_for_both_terms_for_their_owner(fight, anna, bela):
    fight.throw(anna, "rock")
    fight.throw(bela, "scissors")
    striker, defender, public = (shown(fight, *who) for who in (("mine", "f1"), ("mine", "f2"), ("public",)))
    for reader in (striker, defender):
        assert ">16<" in reader
        assert ">12<" in reader
    assert "Attack, sheet" in striker
    assert "Attack, sheet" not in defender
    assert "Defence, sheet" in defender
    assert "Defence, sheet" not in striker
    assert "Armour" not in text(striker)  # the other's armour is the other's term
    assert "Maximum 6" not in text(defender)
    assert "sheet" not in text(public)


def test_an_event_may_open_all_terms(fight, anna, bela, event):
    Event.objects.filter(pk=event.pk).update(open_terms=True)
    fight.throw(anna, "rock")
    fight.throw(bela, "scissors")
    for reader in (("mine", "f1"), ("mine", "f2")):
        told = text(shown(fight, *reader))
        assert "Attack, sheet" in told
        assert "Defence, sheet" in told


@pytest.mark.parametrize(
    ("signs", "words"),
    [
        (("rock", "scissors"), "16 is greater than 12"),
        (("rock", "rock"), "10 is less than 12"),
        (("scissors", "rock"), "4 is less than 12"),
    ],
)
def test_a_miss_says_by_how_the_totals_stand(fight, anna, bela, signs, words):
    fight.throw(anna, signs[0])
    fight.throw(bela, signs[1])
    assert words in text(shown(fight, "mine", "f1"))


# Before the throw


def test_the_striker_sees_the_own_totals_and_not_what_they_would_bring(fight):
    told = text(shown(fight, "mine", "f1"))
    assert "If you win 16" in told
    assert "If you lose 4" in told
    assert "hit" not in told.lower().split("if you win", 1)[1].split("aim", 1)[0]


def test_with_open_numbers_both_see_what_it_would_bring(fight, event):
    Event.objects.filter(pk=event.pk).update(open_terms=True)
    assert "If you win 16 hit · −3" in text(shown(fight, "mine", "f1"))
    assert "If you win 4 no hit" in text(shown(fight, "mine", "f2"))


def test_the_defender_sees_the_own_defence_alone(fight):
    told = text(shown(fight, "mine", "f2"))
    assert "Your Total Defence 12" in told
    assert "16" not in told


def test_nothing_before_the_reveal_depends_on_the_sealed_sign(fight, anna):
    everybody = (("public",), ("mine", "f1"), ("mine", "f2"), ("display",))
    fight.throw(anna, "rock")
    before = [shown(fight, *who) for who in everybody]
    fight.throw(anna, "paper")
    after = [shown(fight, *who) for who in everybody]
    masked = [re.sub(r'name="seen" value="\d+"', "", one) for one in before]
    assert masked == [re.sub(r'name="seen" value="\d+"', "", one) for one in after]


def test_a_frame_holds_no_nonce_and_no_token(fight, anna, bela):
    fight.throw(anna, "rock")
    fight.throw(bela, "scissors")
    for who in (("public",), ("mine", "f1"), ("referee",)):
        html = shown(fight, *who)
        assert "nonce" not in html
        assert "csrf" not in html.lower()


# What is asked


def test_the_block_offers_three_signs_and_by_hand_my_own_view(fight):
    html = shown(fight, "mine", "f2")
    assert [f'name="sign" value="{sign}"' in html for sign in ("rock", "paper", "scissors")] == [True] * 3
    # Béla's "I won" is −1 for the pair, whose first hand is Anna's.
    assert re.search(r'name="results" value="-1"[^>]*>.*?I won', html, re.S)


def test_differing_reports_come_back_in_names_with_times(fight, anna, bela):
    fight.report(anna, 1)
    fight.report(bela, -1)
    for key in ("f1", "f2"):
        told = text(shown(fight, "mine", key))
        assert "Sample Rogue I won Reported" in told
        assert "Sample Knight I won Reported" in told
        assert "Throw again" in told


def test_a_second_report_by_hand_is_one_tap_away(fight, anna):
    fight.report(anna, 1)
    html = shown(fight, "mine", "f2")
    assert html.index('name="results"') > html.index('id="keys"')


def test_what_was_thrown_before_an_undo_stands(fight, anna, bela):
    fight.throw(anna, "rock")
    fight.throw(bela, "scissors")
    fight.undo(anna)
    fight.undo(bela)
    html = shown(fight, "mine", "f1")
    assert 'value="take"' in html
    assert 'name="sign"' not in html


def test_a_situation_stands_with_its_rule(fight, referee_seat):
    fight.command(referee_seat, Situation("f1", ("disturbance",)), role="referee")
    told = text(shown(fight, "public"))
    assert "Disturbance −3 R78" in told
    assert "If you win 13" in text(shown(fight, "mine", "f1"))


def test_three_fighters_see_sides_and_order(event, anna, bela, sergey):
    comers = [
        comer(anna, "A", standing="in", confirmed=True),
        comer(bela, "B", standing="in", confirmed=True),
        comer(sergey, "B", standing="in", confirmed=True),
    ]
    fight = Fight.between(event, anna, comers, "larp_rps")
    assert "data-ranking" in shown(fight, "mine", "f1")
    for seat in (anna, bela, sergey):
        fight.rank(seat, ("f2",), ("f1", "f3"))
    told = text(shown(fight, "public"))
    assert "Side A" in told
    assert "Side B" in told
    assert "B 142" in told.replace("  ", " ") or "142" in told


def test_two_weapons_throw_with_both_hands(event, anna, bela):
    knife = {**SWORD, "id": "dagger", "category": "dagger"}
    both = comer(
        anna,
        "A",
        standing="in",
        confirmed=True,
        weapons=[SWORD, knife],
        right="longsword",
        left="dagger",
        two_weapon=1,
    )
    fight = Fight.between(event, anna, [both, comer(bela, "B", dexterity=1)], "larp_rps")
    fight.command(anna, Tactic("f1", "attacking"))
    fight.begin(anna, bela)
    html = shown(fight, "mine", "f1")
    assert 'name="sign_right"' in html
    assert 'name="sign_left"' in html
    assert 'name="result_0"' in html
    assert 'name="result_1"' in html


def test_two_signs_against_two_are_paired_by_the_defender(event, anna, bela):
    knife = {**SWORD, "id": "dagger", "category": "dagger"}
    held = {"weapons": [SWORD, knife], "right": "longsword", "left": "dagger", "two_weapon": 3}
    comers = [
        comer(anna, "A", standing="in", confirmed=True, **held),
        comer(bela, "B", standing="in", confirmed=True, dexterity=1, **held),
    ]
    fight = Fight.between(event, anna, comers, "larp_rps")
    fight.command(anna, Tactic("f1", "attacking"))
    fight.command(bela, Tactic("f2", "defending"))
    fight.begin(anna, bela)
    fight.report(anna, 1, 0, -1, 1)
    fight.report(bela, 1, 0, -1, 1)
    html = shown(fight, "mine", "f2")
    assert html.count('name="option"') == 4
    assert "R66" in html
    assert 'name="option"' not in shown(fight, "mine", "f1")


def test_what_others_did_is_not_on_top_of_my_page(event, anna, bela, sergey):
    comers = [
        comer(seat, side, standing="in", confirmed=True)
        for seat, side in ((anna, "A"), (bela, "B"), (sergey, "B"))
    ]
    fight = Fight.between(event, anna, comers, "larp_rps")
    for seat in (anna, bela, sergey):
        fight.rank(seat, ("f2",), ("f1",), ("f3",))
    fight.clash.fighters.update(seen=fight.folded.seq)
    fight.report(bela, 1)
    fight.report(anna, 1)
    assert "unseen" in shown(fight, "mine", "f1")
    watching = shown(fight, "mine", "f3")
    assert "unseen" not in watching
    assert "Seen, go on" not in watching


def test_the_end_tells_each_blow_with_its_sum(fight, anna, bela):
    fight.throw(anna, "rock")
    fight.throw(bela, "scissors")
    fight.do(anna, running.end)
    fight.do(bela, running.end)
    told = text(shown(fight, "mine", "f1"))
    assert "16 : 12" in told
    assert "Attack, sheet" in told
    assert "It is not over" in told
