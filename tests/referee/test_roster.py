"""Erasing a person: words and account go, seat and entries stay."""

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from referee.models import Account, Aside, Entry, Person, Seat
from referee.roster import erase

pytestmark = pytest.mark.django_db


@pytest.fixture
def note(anna, bela):
    """A note that Béla wrote in Anna's stream, and one of his own that names her."""

    def entry(stream_of: Seat, by: Seat) -> Entry:
        return Entry.objects.create(
            stream=stream_of.stream, event=by.event, seq=1, kind="note", data="{}", events="[]", by=by,
            after=0, at=timezone.now(), chain="0" * 64,
        )  # fmt: skip

    Aside.objects.create(entry=entry(anna, bela), field="note", salt="s", text="Sample words")
    Aside.objects.create(entry=entry(bela, bela), field="note", salt="s", text="Anna again", about=anna)
    Aside.objects.create(entry=Entry.objects.last(), field="own", salt="s", text="Béla's own words")


def test_erasing_deletes_all_that_is_personal_and_keeps_seat_and_entries(anna, note, anna_phone):
    account = anna.person.account.pk
    call_command("erase_person", "sample", "137")
    assert not Person.objects.filter(name="Anna").exists()
    assert not Account.objects.filter(pk=account).exists()
    assert [aside.text for aside in Aside.objects.all()] == ["Béla's own words"]
    assert Seat.objects.filter(pk=anna.pk).exists()
    assert Entry.objects.count() == 2
    assert anna_phone.get("/e/sample/").status_code == 302  # signed out


def test_an_account_with_another_event_stays(anna, other_event):
    seat = Seat.objects.seat(other_event, 5, ["player"])
    Person.objects.create(seat=seat, account=anna.person.account, name="Anna")
    erase(anna)
    assert Account.objects.filter(pk=seat.person.account_id).exists()
    assert Person.objects.filter(seat=seat).exists()


def test_erasing_twice_or_nobody_says_so(anna):
    call_command("erase_person", "sample", anna.code)
    with pytest.raises(CommandError, match="erased already"):
        call_command("erase_person", "sample", "137")
    with pytest.raises(CommandError, match="No number 999"):
        call_command("erase_person", "sample", "999")
    with pytest.raises(CommandError, match="No number"):
        call_command("erase_person", "elsewhere", "137")


def test_an_erased_persons_page_and_badge_still_open(anna, referee_phone, client):
    erase(anna)
    page = referee_phone.get(f"/e/sample/p/{anna.code}")
    assert page.status_code == 200
    assert "erased" in page.text
    assert client.get(f"/b/{anna.code}").status_code == 200
    assert referee_phone.post(f"/e/sample/p/{anna.code}/reissue").status_code == 404
