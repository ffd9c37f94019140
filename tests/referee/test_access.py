"""Who may do what: every role against every function."""

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import RequestFactory
from django.utils import timezone

from referee import access
from referee.models import Clash, Fighter, Role, Stream

pytestmark = pytest.mark.django_db

ROLES = [role.value for role in Role]

# function -> roles that may; every other role may not
MAY = {
    "staff": {"organizer", "referee", "assistant", "marshal", "head_marshal", "medic"},
    "may_open_for_others": {"referee", "assistant"},
    "may_assist": {"referee", "assistant"},
    "may_referee": {"referee"},
    "may_close": {"referee", "assistant"},
    "may_watch": {"organizer", "referee", "assistant", "marshal", "head_marshal", "medic"},
    "sees_all_terms": {"referee", "assistant"},
    "may_tend": {"referee"},
    "may_take rules": {"referee", "assistant"},
    "may_take hurt": {"organizer", "referee", "assistant", "marshal", "head_marshal", "medic"},
    "may_see_people": {"organizer", "referee", "assistant"},
    "may_end_sign_in of a player": {"organizer", "referee"},
    "may_end_sign_in of staff": {"organizer"},
    "may_hand_over to a player": set(),
    "may_hand_over to staff": {"organizer"},
}


@pytest.fixture
def clash(event, anna, bela):
    """A fight of Anna and Béla."""
    stream = Stream.objects.create(event=event, kind="clash")
    clash = Clash.objects.create(event=event, stream=stream, system="larp_rps", opened=timezone.now())
    for key, side, seat in (("f1", "A", anna), ("f2", "B", bela)):
        Fighter.objects.create(clash=clash, key=key, side=side, seat=seat)
    return clash


def allowed(name, seat, clash, player, staff):
    match name.split():
        case ["may_take", kind]:
            return access.may_take(seat, kind)
        case ["may_tend"]:
            return access.may_tend(seat, player)
        case [("may_end_sign_in" | "may_hand_over") as function, _, *who]:
            return getattr(access, function)(seat, staff if who == ["staff"] else player)
        case [("may_assist" | "may_referee" | "may_close" | "may_watch" | "sees_all_terms") as function]:
            return getattr(access, function)(seat, clash)
        case [function]:
            return getattr(access, function)(seat)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", MAY)
def test_a_role_reaches_just_what_it_is_for(name, role, clash, anna, make_seat, organizer_seat):
    seat = make_seat("Sample", None, role)
    assert allowed(name, seat, clash, anna, organizer_seat) is (role in MAY[name])


@pytest.mark.parametrize("role", ["referee", "assistant"])
@pytest.mark.parametrize("name", ["may_assist", "may_referee", "may_close", "sees_all_terms"])
def test_staff_neither_referee_nor_close_a_fight_of_their_own(name, role, clash, make_seat):
    seat = make_seat("Sample", 7, role, Role.PLAYER)
    Fighter.objects.create(clash=clash, key="f3", side="A", seat=seat, in_fight=False)
    assert getattr(access, name)(seat, clash) is False
    assert access.role_in(seat, clash) == "player"


def test_a_referee_does_not_tend_to_himself(referee_seat):
    assert not access.may_tend(referee_seat, referee_seat)


@pytest.mark.parametrize(
    ("role", "acts_as"),
    [
        ("referee", "referee"),
        ("assistant", "assistant"),
        ("organizer", None),
        ("medic", None),
        ("player", None),
    ],
)
def test_whoever_does_not_fight_acts_by_role(role, acts_as, clash, make_seat):
    assert access.role_in(make_seat("Sample", None, role), clash) == acts_as


def test_spectators_watch_what_was_opened_to_them(clash, make_seat):
    seat = make_seat("Sample", None, Role.SPECTATOR)
    assert not access.may_watch(seat, clash)
    clash.public = True
    assert access.may_watch(seat, clash)


def test_fighters_see_all_terms_where_the_event_opens_them(clash, anna):
    assert not access.sees_all_terms(anna, clash)
    anna.event.open_terms = True
    assert access.sees_all_terms(anna, clash)


def test_a_fight_of_another_event_does_not_exist(clash, stranger, anna):
    assert access.clash_here(anna, clash.code) == clash
    with pytest.raises(Http404):
        access.clash_here(stranger, clash.code)


def test_a_fight_that_is_not_for_the_reader_does_not_exist(clash, sergey):
    with pytest.raises(Http404):
        access.clash_here(sergey, clash.code)


def test_nobody_signed_in_no_seat_and_no_role_are_told_apart(anna, stranger):
    from django.contrib.auth.models import AnonymousUser

    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    with pytest.raises(access.SignedOut):
        access.my_seat(request, "sample")
    request.user = stranger.person.account
    with pytest.raises(Http404):
        access.my_seat(request, "sample")
    request.user = anna.person.account
    assert access.my_seat(request, "sample") == anna
    with pytest.raises(PermissionDenied):
        access.staff_seat(request, "sample")


def test_seats_are_found_by_number_and_code_at_their_event_only(event, other_event, anna, stranger):
    assert access.seat_with_number(event, 137) == anna
    assert access.seat_with_number(other_event, 137) == stranger
    assert access.seat_with_number(event, 999) is None
    with pytest.raises(Http404):
        access.seat_with_code(other_event, anna.code)
