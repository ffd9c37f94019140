"""The display: a public fight for anybody, characters' names only."""

import secrets

import pytest
from django.core.exceptions import PermissionDenied

from referee.adjudication import meeting
from referee.ledger import Author
from referee.live import Reader
from referee.models import Clash
from referee.watching import Clashes, Displays
from tests.referee.players import anna_plays, bela_plays
from tests.toy.fights import Fight

__all__ = ["anna_plays", "bela_plays"]

STRANGER = Reader(None, "en")


@pytest.fixture
def fight(anna_plays, bela_plays) -> Fight:
    """A fight of Anna against Béla that a referee opened to spectators."""
    clash = meeting.start(Author(anna_plays, "phone"), bela_plays, secrets.token_hex(8))
    Clash.objects.filter(pk=clash.pk).update(public=True)
    return Fight(clash)


def page(client, fight):
    return client.get(f"/e/sample/d/{fight.clash.code}/")


def test_anybody_sees_a_public_fight_night_first(client, fight):
    answer = page(client, fight)
    assert answer.status_code == 200
    assert 'data-start="night"' in answer.content.decode()


def test_a_number_shows_a_characters_name_only(client, fight, anna_plays):
    shown = page(client, fight).content.decode()
    assert "Sample Rogue" in shown
    assert "Anna" not in shown
    assert "Béla" not in shown


def test_who_has_no_character_is_a_number(client, fight, anna_plays):
    anna_plays.person.character = ""
    anna_plays.person.save()
    shown = page(client, fight).content.decode()
    assert "Anna" not in shown
    assert "137" in shown


def test_totals_and_outcome_are_shown_and_no_terms(client, fight, anna_plays, bela_plays):
    fight.begin(anna_plays, bela_plays)
    fight.throw(anna_plays, "rock")
    fight.throw(bela_plays, "scissors")
    shown = page(client, fight).content.decode()
    assert "<span>16</span><span>:</span><span>12</span>" in shown
    assert "Hit" in shown
    assert "weapon use" not in shown


def test_before_the_reveal_nothing_depends_on_the_sign(client, fight, anna_plays):
    def parts() -> str:
        return client.get(f"/e/sample/d/{fight.clash.code}/", headers={"HX-Request": "true"}).content.decode()

    fight.throw(anna_plays, "rock")
    first = parts()
    fight.throw(anna_plays, "paper")  # changed, still sealed
    assert parts() == first


@pytest.mark.parametrize("fields", [{"public": False}, {"practice": True}])
def test_what_is_not_public_is_not_there(client, fight, referee_phone, fields):
    Clash.objects.filter(pk=fight.clash.pk).update(**fields)
    assert page(client, fight).status_code == 404
    assert page(referee_phone, fight).status_code == 404
    assert Displays().admit(STRANGER, fight.clash.code) == ()


def test_another_events_address_is_not_there(client, fight, other_event):
    assert client.get(f"/e/elsewhere/d/{fight.clash.code}/").status_code == 404


def test_sockets_watch_the_fight_and_stop_when_it_is_closed_to_spectators(fight):
    (watch,) = Displays().admit(STRANGER, fight.clash.code)
    assert (watch.kind, watch.id, watch.audience) == ("clash", fight.clash.pk, "display")
    paint = Clashes().paint(watch, "en")
    assert set(paint.parts) == {"display"}
    Clash.objects.filter(pk=fight.clash.pk).update(public=False)
    with pytest.raises(PermissionDenied):
        Clashes().paint(watch, "en")
