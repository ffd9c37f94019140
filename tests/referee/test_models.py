"""The site's models: what the database itself refuses."""

import pytest
from django.core.management import call_command
from django.db import IntegrityError

from referee.models import Seat


@pytest.mark.django_db
def test_migrations_are_complete():
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


def test_a_number_is_given_once_an_event(anna, event):
    with pytest.raises(IntegrityError):
        Seat.objects.seat(event, anna.number, ["player"])


def test_staff_need_no_number(referee_seat, organizer_seat):
    assert referee_seat.number is None
    assert organizer_seat.number is None


def test_foreign_events_reuse_numbers(anna, stranger):
    assert anna.number == stranger.number
    assert anna.code != stranger.code
