"""What sockets get of a fight: the same board for all audiences of an entry, and never an older one."""

import secrets

import pytest
from django.core.exceptions import PermissionDenied

from referee.adjudication import meeting
from referee.ledger import Author
from referee.live import Watch
from referee.models import Clash
from referee.watching import Clashes
from tests.referee.players import anna_plays, bela_plays
from tests.toy.fights import Fight

__all__ = ["anna_plays", "bela_plays"]


@pytest.fixture
def fight(anna_plays, bela_plays, django_capture_on_commit_callbacks) -> Fight:
    """A fight of Anna against Béla."""
    with django_capture_on_commit_callbacks(execute=True):
        return Fight(meeting.start(Author(anna_plays, "phone"), bela_plays, secrets.token_hex(8)))


def watch(fight, audience) -> Watch:
    return Watch("clash", fight.clash.pk, audience)


def test_a_further_audience_of_an_entry_costs_one_query(fight, anna_plays, django_assert_num_queries):
    source = Clashes()
    public = source.paint(watch(fight, "public"), "en")
    with django_assert_num_queries(1):
        own = source.paint(watch(fight, f"seat:{anna_plays.pk}"), "en")
    assert own.seq == public.seq


def test_after_an_act_the_board_is_read_anew(fight, anna_plays, bela_plays):
    source = Clashes()
    before = source.paint(watch(fight, "public"), "en")
    fight.begin(anna_plays, bela_plays)
    after = source.paint(watch(fight, "public"), "en")
    assert after.seq == fight.folded.seq > before.seq
    assert after.parts != before.parts


def test_a_fight_that_is_closed_to_spectators_is_closed_at_once(fight):
    source = Clashes()
    Clash.objects.update(public=True)
    assert source.paint(watch(fight, "display"), "en").parts
    Clash.objects.update(public=False)
    with pytest.raises(PermissionDenied):
        source.paint(watch(fight, "display"), "en")


def test_who_is_no_fighter_has_no_part_of_a_player(fight, referee_seat):
    with pytest.raises(PermissionDenied):
        Clashes().paint(watch(fight, f"seat:{referee_seat.pk}"), "en")


def test_a_fight_that_is_none_is_refused(db):
    with pytest.raises(PermissionDenied):
        Clashes().paint(Watch("clash", 999, "public"), "en")
