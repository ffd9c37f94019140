"""Who is who on which phone: links, PINs, passwords, badges, and the end of sign-ins."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from referee import devices, links
from referee.models import Account, Attempt, Device, OneTimeLink, Role

pytestmark = pytest.mark.django_db


def path(url: str) -> str:
    """Return the path of an address that a QR code carries."""
    return "/" + url.split("/", 3)[3]


def signed_in_as(client: Client) -> Account | None:
    """Return who the phone's session belongs to."""
    user = client.get("/account").wsgi_request.user
    return user if user.is_authenticated else None


# Private links


def test_a_private_link_signs_in_and_leads_home(client, anna):
    answer = client.get(path(links.private_link(anna.person.account)), follow=True)
    assert answer.redirect_chain[-1][0] == "/e/sample/"
    assert signed_in_as(client) == anna.person.account
    assert anna.person.account.devices.get().how == "link"


def test_a_private_link_tells_its_address_to_no_other_page(client, anna):
    answer = client.get(path(links.private_link(anna.person.account)))
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]


def test_the_same_link_again_makes_no_second_sign_in(client, anna):
    for _ in range(2):
        client.get(path(links.private_link(anna.person.account)))
    assert Device.objects.count() == 1


def test_a_referee_who_scans_a_slip_does_not_become_that_player_unawares(referee_phone, referee_seat, anna):
    link = path(links.private_link(anna.person.account))
    answer = referee_phone.get(link)
    assert answer.status_code == 200
    assert "Anna" in answer.text
    assert signed_in_as(referee_phone) == referee_seat.person.account
    referee_phone.post(link)
    assert signed_in_as(referee_phone) == anna.person.account


def test_a_replaced_link_says_so_and_when(client, anna):
    old = path(links.private_link(anna.person.account))
    devices.reissue(anna.person.account)
    answer = client.get(old)
    assert answer.status_code == 410
    assert f"replaced at {timezone.localtime():%H:}" in answer.text
    assert signed_in_as(client) is None


@pytest.mark.parametrize("token", ["x", "AAAA", "é", "x" * 5000, "AAAAAAAAAAEAAAAAAAAAAAAA"])
def test_a_forged_link_is_answered_clearly(client, anna, token):
    answer = client.get(f"/s/{token}")
    assert answer.status_code == 404
    assert "not known" in answer.text
    assert signed_in_as(client) is None


@pytest.mark.parametrize(
    ("language", "words"), [("hu", 'lang="hu"'), ("ru", 'lang="ru"'), ("en", "not known here")]
)
def test_a_bad_link_is_answered_in_the_browsers_language(client, db, language, words):
    assert words in client.get("/s/x", headers={"Accept-Language": language}).text


def test_links_end_with_the_event(client, anna, event):
    event.ends = timezone.now() - timedelta(days=2)
    event.save()
    answer = client.get(path(links.private_link(anna.person.account)))
    assert answer.status_code == 410
    assert signed_in_as(client) is None


# Number and PIN


def sign_in(client, number, pin, **more):
    return client.post("/sign-in", {"event": "sample", "number": number, "pin": pin} | more)


def test_number_and_pin_sign_in(client, anna):
    answer = sign_in(client, 137, anna.person.account.pin)
    assert answer.status_code == 302
    assert signed_in_as(client) == anna.person.account


def test_a_wrong_pin_does_not_and_says_where_the_pin_stands(client, anna):
    wrong = f"{(int(anna.person.account.pin) + 1) % 10_000:04}"
    answer = sign_in(client, 137, wrong)
    assert answer.status_code == 400
    assert "stands on the slip" in answer.text
    assert wrong not in answer.text
    assert signed_in_as(client) is None


@pytest.mark.parametrize("number", ["999", "", "-1", "x", "9" * 400, "1e3", "١٣٧"])
@pytest.mark.parametrize("pin", ["", "1", "12345", "--"])
def test_garbage_is_answered_at_the_field(client, anna, number, pin):
    answer = sign_in(client, number, pin)
    assert answer.status_code == 400
    assert "wrong-word" in answer.text
    assert signed_in_as(client) is None


def test_an_unknown_number_is_answered_clearly(client, anna):
    answer = sign_in(client, 999, "1234")
    assert answer.status_code == 400
    assert "not known here" in answer.text


def test_a_number_means_somebody_else_at_another_event(client, anna, stranger):
    answer = sign_in(client, 137, anna.person.account.pin, event="elsewhere")
    assert answer.status_code == 400
    sign_in(client, 137, stranger.person.account.pin, event="elsewhere")
    assert signed_in_as(client) == stranger.person.account


def test_one_account_is_throttled_after_five_wrong_pins_and_its_link_is_not(client, anna, bela):
    wrong = f"{(int(anna.person.account.pin) + 1) % 10_000:04}"
    for _ in range(5):
        assert sign_in(client, 137, wrong).status_code == 400
    answer = sign_in(client, 137, anna.person.account.pin)
    assert answer.status_code == 429
    assert 25 <= int(answer["Retry-After"]) <= 30
    assert "Too many attempts" in answer.text
    # From another address too, for it is the account that is guessed at.
    assert sign_in(Client(REMOTE_ADDR="10.0.0.9"), 137, anna.person.account.pin).status_code == 429
    assert sign_in(client, 142, bela.person.account.pin).status_code == 302
    client.get(path(links.private_link(anna.person.account)))
    client.post(path(links.private_link(anna.person.account)))
    assert signed_in_as(client) == anna.person.account


def test_waiting_ends_the_throttling(client, anna):
    wrong = f"{(int(anna.person.account.pin) + 1) % 10_000:04}"
    for _ in range(6):
        sign_in(client, 137, wrong)
    Attempt.objects.update(last=timezone.now() - timedelta(seconds=31))
    assert sign_in(client, 137, anna.person.account.pin).status_code == 302


def test_one_address_is_throttled_over_all_numbers(client, anna):
    for number in range(1000, 1030):
        assert sign_in(client, number, "1234").status_code == 400
    assert sign_in(client, 137, anna.person.account.pin).status_code == 429
    assert sign_in(Client(REMOTE_ADDR="10.0.0.9"), 137, anna.person.account.pin).status_code == 302


def test_many_people_sign_in_behind_one_address(client, make_seat):
    for number in range(40):
        seat = make_seat("Sample", 500 + number, Role.PLAYER)
        assert sign_in(Client(), 500 + number, seat.person.account.pin).status_code == 302


def test_attempts_store_no_address_and_no_number(client, anna):
    sign_in(client, 137, "0000")
    assert all(len(key) == 64 for key in Attempt.objects.values_list("key", flat=True))


# Staff


def test_staff_sign_in_by_password(client, referee_seat):
    answer = client.post("/sign-in", {"login": "reka", "password": "sample-pass-reka", "next": "/account"})
    assert answer["Location"] == "/account"
    assert signed_in_as(client) == referee_seat.person.account


def test_unknown_login_and_wrong_password_get_the_same_answer(client, referee_seat):
    answers = [
        client.post("/sign-in", {"login": login, "password": "wrong"}, headers={"Cookie": ""})
        for login in ("reka", "nobody")
    ]
    assert [answer.status_code for answer in answers] == [400, 400]
    assert all("do not fit" in answer.text for answer in answers)


def test_an_unknown_login_takes_as_long_as_a_wrong_password(client, referee_seat, monkeypatch):
    hashed = []
    monkeypatch.setattr("referee.views.identity.make_password", lambda password: hashed.append(password))
    client.post("/sign-in", {"login": "nobody", "password": "wrong"})
    assert hashed == ["wrong"]


def test_after_signing_in_nobody_is_led_to_another_site(client, anna):
    answer = sign_in(client, 137, anna.person.account.pin, next="https://elsewhere.example/")
    assert answer["Location"] == "/"


def test_staff_with_a_number_sign_in_by_password_not_by_pin_or_link(client, make_seat):
    seat = make_seat("Sample", 7, Role.REFEREE, Role.PLAYER, username="both", password="sample-pass-both")
    answer = sign_in(client, 7, seat.person.account.pin)
    assert answer.status_code == 400
    assert "login and password" in answer.text
    assert client.get(path(links.private_link(seat.person.account))).status_code == 404
    assert signed_in_as(client) is None


def test_an_organizer_gives_staff_a_new_password(client, organizer_phone, referee_seat):
    slip = organizer_phone.post(reverse("reissue", args=["sample", referee_seat.code]))
    assert "/s/" not in slip.text
    for password, status in (("sample-pass-reka", 400), (slip.context["password"], 302)):
        assert client.post("/sign-in", {"login": "reka", "password": password}).status_code == status


def test_a_one_time_link_signs_staff_in_once_by_a_key(client, organizer_phone, referee_seat):
    page = organizer_phone.post(reverse("hand_over", args=["sample", referee_seat.code]))
    link = path(page.context["link"])
    assert client.get(link).status_code == 200
    assert signed_in_as(client) is None  # a preview does not use it up
    assert client.post(link).status_code == 302
    assert signed_in_as(client) == referee_seat.person.account
    again = Client().post(link)
    assert again.status_code == 410
    assert "used or too old" in again.text


def test_a_one_time_link_expires_in_ten_minutes(client, organizer_phone, referee_seat):
    page = organizer_phone.post(reverse("hand_over", args=["sample", referee_seat.code]))
    left = OneTimeLink.objects.get().expires - timezone.now()
    assert timedelta(minutes=9) < left <= timedelta(minutes=10)
    OneTimeLink.objects.update(expires=timezone.now())
    assert client.post(path(page.context["link"])).status_code == 410
    assert signed_in_as(client) is None


def test_a_one_time_link_is_stored_as_its_digest(organizer_phone, referee_seat):
    page = organizer_phone.post(reverse("hand_over", args=["sample", referee_seat.code]))
    assert OneTimeLink.objects.get().digest not in page.context["link"]


@pytest.mark.parametrize("phone", ["referee_phone", "anna_phone"])
def test_only_organizers_make_one_time_links(request, phone, assistant_seat):
    answer = request.getfixturevalue(phone).post(reverse("hand_over", args=["sample", assistant_seat.code]))
    assert answer.status_code == 403
    assert not OneTimeLink.objects.exists()


def test_players_get_no_one_time_link(organizer_phone, anna):
    assert organizer_phone.post(reverse("hand_over", args=["sample", anna.code])).status_code == 403


# The end of sign-ins


def test_signing_out_ends_this_phone_alone(anna, signed_in):
    here, there = signed_in(anna), signed_in(anna)
    code = here.session["device"]
    here.post("/sign-out")
    assert signed_in_as(here) is None
    assert signed_in_as(there) == anna.person.account
    assert devices.ended([code, there.session["device"]]) == {code}


def test_signing_out_everywhere_ends_all_phones_and_leaves_link_and_pin(anna, signed_in, client):
    here, there = signed_in(anna), signed_in(anna)
    codes = {here.session["device"], there.session["device"]}
    pin = anna.person.account.pin
    here.post("/sign-out-everywhere")
    assert signed_in_as(here) is None
    assert signed_in_as(there) is None
    assert devices.ended(codes) == codes
    assert sign_in(client, 137, pin).status_code == 302


def test_a_referee_signs_a_player_out_everywhere(referee_phone, anna_phone, anna):
    code = anna_phone.session["device"]
    referee_phone.post(reverse("end_sign_ins", args=["sample", anna.code]))
    assert devices.ended([code]) == {code}
    answer = anna_phone.post("/e/sample/")
    assert signed_in_as(anna_phone) is None
    assert answer.status_code != 200


def test_an_act_from_a_signed_out_phone_says_that_nothing_was_entered(anna, anna_phone, referee_phone):
    devices.end_all(anna.person.account)
    answer = anna_phone.post(reverse("end_sign_ins", args=["sample", anna.code]))
    assert answer.status_code == 401
    assert "Nothing was entered" in answer.text


def test_a_page_from_a_signed_out_phone_leads_to_signing_in_and_back(client, anna):
    answer = client.get("/e/sample/?against=142")
    assert answer["Location"] == "/sign-in?next=%2Fe%2Fsample%2F%3Fagainst%3D142"


def test_reissue_takes_two_taps_and_replaces_link_pin_and_sessions(referee_phone, anna_phone, anna, client):
    old_link, old_pin = path(links.private_link(anna.person.account)), anna.person.account.pin
    page = referee_phone.get(reverse("person", args=["sample", anna.code]))
    assert reverse("reissue", args=["sample", anna.code]) in page.text  # tap one opens, tap two is this:
    slip = referee_phone.post(reverse("reissue", args=["sample", anna.code]))
    assert signed_in_as(anna_phone) is None
    assert client.get(old_link).status_code == 410
    anna.person.account.refresh_from_db()
    assert slip.context["pin"] == anna.person.account.pin
    assert anna.person.account.pin in slip.text
    assert "no-store" in slip["Cache-Control"]
    client.get(path(slip.context["link"]))
    assert signed_in_as(client) == anna.person.account
    assert not anna.person.account.has_usable_password()
    assert old_pin != anna.person.account.pin or old_link != path(slip.context["link"])


def test_no_referee_locks_an_organizer_out(referee_phone, organizer_seat):
    for name in ("reissue", "end_sign_ins"):
        assert referee_phone.post(reverse(name, args=["sample", organizer_seat.code])).status_code == 403


def test_people_of_another_event_do_not_exist_here(referee_phone, stranger):
    for slug in ("sample", "elsewhere"):
        assert referee_phone.get(reverse("person", args=[slug, stranger.code])).status_code == 404
        assert referee_phone.post(reverse("reissue", args=[slug, stranger.code])).status_code == 404


def test_a_device_lists_its_entries(referee_phone, anna_phone, anna, bela_phone):
    from referee.models import Entry

    code = anna_phone.session["device"]
    Entry.objects.create(
        stream=anna.stream, event=anna.event, seq=1, kind="note", data="{}", events="[]", by=anna,
        device=code, after=0, at=timezone.now(), chain="0" * 64,
    )  # fmt: skip
    person = referee_phone.get(reverse("person", args=["sample", anna.code]))
    assert "Entries: 1" in person.text
    page = referee_phone.get(reverse("device", args=["sample", anna.code, code]))
    assert "note 1" in page.text
    other = reverse("device", args=["sample", anna.code, bela_phone.session["device"]])
    assert referee_phone.get(other).status_code == 404


# The badge


def test_a_badge_tells_a_stranger_a_number_only(client, anna):
    page = client.get(reverse("badge", args=[anna.code]))
    assert "137" in page.text
    assert "Anna" not in page.text
    assert "Sample Rogue" not in page.text


def test_a_badge_opens_a_fight_for_a_player(bela_phone, anna):
    assert bela_phone.get(reverse("badge", args=[anna.code]))["Location"] == "/e/sample/?against=137"


def test_the_own_badge_leads_home(anna_phone, anna):
    assert anna_phone.get(reverse("badge", args=[anna.code]))["Location"] == "/e/sample/"


def test_a_badge_opens_the_person_for_a_referee(referee_phone, anna):
    assert referee_phone.get(reverse("badge", args=[anna.code]))["Location"] == f"/e/sample/p/{anna.code}"


def test_a_badge_of_another_event_is_a_number_to_anybody(referee_phone, stranger):
    page = referee_phone.get(reverse("badge", args=[stranger.code]))
    assert page.status_code == 200
    assert "Stranger" not in page.text


def test_a_badge_signs_nobody_in(client, anna):
    client.get(reverse("badge", args=[anna.code]))
    assert signed_in_as(client) is None
    assert client.get("/b/nothing").status_code == 404


# Language


def test_the_language_is_the_accounts_on_every_phone(anna, signed_in):
    here, there = signed_in(anna), signed_in(anna)
    here.post("/language", {"language": "hu"})
    assert 'lang="hu"' in there.get("/account", headers={"Accept-Language": "ru"}).text


def test_a_strangers_language_stays_with_the_browser(client, db):
    client.post("/language", {"language": "ru"})
    assert 'lang="ru"' in client.get("/sign-in").text


def test_a_language_that_is_not_spoken_is_refused(anna_phone, anna):
    assert anna_phone.post("/language", {"language": "xx"}).status_code == 400
    anna.person.account.refresh_from_db()
    assert anna.person.account.language == "en"


# The front door


def test_somebody_at_two_events_chooses(anna, other_event, make_seat, signed_in):
    from referee.models import Person, Seat

    seat = Seat.objects.seat(other_event, 9, [Role.PLAYER])
    Person.objects.create(seat=seat, account=anna.person.account, name="Anna")
    page = signed_in(anna).get("/")
    assert "Sample Camp" in page.text
    assert "Elsewhere" in page.text


def test_an_account_and_its_seats_take_one_query_a_request(anna_phone, django_assert_num_queries):
    with django_assert_num_queries(2):  # the session, the account with its seats
        assert anna_phone.get("/e/elsewhere/").status_code == 404
