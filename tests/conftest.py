"""One small event for all tests: Anna (137) and Béla (142) play, Réka referees, Olga organizes.

Sample people; fixtures are their seats, `….person` and `….person.account` beside them.
"""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone, translation

from referee.models import Account, Event, Person, Role, Seat
from tests.toy.fixtures import server_dice, toy  # noqa: F401 - fixtures for all

BROWSER_TESTS = Path(__file__).parent / "browser"

type SignedIn = Callable[..., Client]
type MakeSeat = Callable[..., Seat]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the browser's tests last: once begun, its loop runs in the thread and no other loop can."""
    items.sort(key=lambda item: BROWSER_TESTS in item.path.parents)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker) -> None:
    """The database of all tests, without the ledger's triggers: emptying tables would break on them."""
    from django.apps import apps

    from referee import triggers

    triggers.unwatch(apps.get_app_config("referee"))
    with django_db_blocker.unblock():
        triggers.drop()


@pytest.fixture(autouse=True)
def source_language() -> Iterator[None]:
    """Begin every test in English: a client's last page leaves its reader's language behind."""
    with translation.override("en"):
        yield


@pytest.fixture
def event(db) -> Event:
    """An event that runs now, with both rule systems."""
    now = timezone.now()
    return Event.objects.create(
        slug="sample",
        name="Sample Camp",
        starts=now - timedelta(hours=2),
        ends=now + timedelta(days=2),
        languages=["en", "hu", "ru"],
        systems=["larp_rps", "vex"],
        call_places=["Gate", "Village", "Bridge"],
    )


@pytest.fixture
def make_seat(event: Event) -> MakeSeat:
    """Make somebody: `make_seat("Dóra", 9, "player", language="hu")`; staff may have a password."""

    def make(
        name: str,
        number: int | None,
        *roles: str,
        language: str = "en",
        at: Event = event,
        password: str | None = None,
        username: str = "",
        character: str = "",
    ) -> Seat:
        seat = Seat.objects.seat(at, number, list(roles))
        account = Account.objects.create_user(username, password, language=language)
        Person.objects.create(seat=seat, account=account, name=name, character=character)
        return seat

    return make


@pytest.fixture
def anna(make_seat: MakeSeat) -> Seat:
    """A player, number 137, who reads English."""
    return make_seat("Anna", 137, Role.PLAYER, character="Sample Rogue")


@pytest.fixture
def bela(make_seat: MakeSeat) -> Seat:
    """A player, number 142, who reads Hungarian."""
    return make_seat("Béla", 142, Role.PLAYER, language="hu", character="Sample Knight")


@pytest.fixture
def sergey(make_seat: MakeSeat) -> Seat:
    """A player, number 88, who reads Russian."""
    return make_seat("Сергей", 88, Role.PLAYER, language="ru", character="Sample Mage")


@pytest.fixture
def referee_seat(make_seat: MakeSeat) -> Seat:
    """Réka, who referees and plays nobody."""
    return make_seat("Réka", None, Role.REFEREE, username="reka", password="sample-pass-reka")


@pytest.fixture
def assistant_seat(make_seat: MakeSeat) -> Seat:
    """Látó Lili, an assistant referee."""
    return make_seat("Lili", None, Role.ASSISTANT, username="lili", password="sample-pass-lili")


@pytest.fixture
def organizer_seat(make_seat: MakeSeat) -> Seat:
    """Olga, who organizes."""
    return make_seat("Olga", None, Role.ORGANIZER, username="olga", password="sample-pass-olga")


@pytest.fixture
def other_event(db) -> Event:
    """Another event, whose ids must not work at the first."""
    now = timezone.now()
    return Event.objects.create(
        slug="elsewhere",
        name="Elsewhere",
        starts=now,
        ends=now + timedelta(days=1),
        languages=["en"],
        systems=["larp_rps"],
    )


@pytest.fixture
def stranger(make_seat: MakeSeat, other_event: Event) -> Seat:
    """Somebody of the other event, with Anna's number there."""
    return make_seat("Stranger", 137, Role.PLAYER, at=other_event)


@pytest.fixture
def signed_in() -> SignedIn:
    """Sign somebody in on a new phone: `signed_in(anna)` is a client with a session and a device."""

    def sign_in_as(seat: Seat, **kwargs) -> Client:
        from referee.devices import begin  # imports models, so only once apps are ready

        client = Client(**kwargs)
        client.force_login(seat.person.account, backend="referee.accounts.Backend")
        session = client.session
        session["device"] = begin(seat.person.account, "link").code
        session.save()
        return client

    return sign_in_as


@pytest.fixture
def anna_phone(anna: Seat, signed_in: SignedIn) -> Client:
    """Anna's signed-in phone."""
    return signed_in(anna)


@pytest.fixture
def bela_phone(bela: Seat, signed_in: SignedIn) -> Client:
    """Béla's signed-in phone."""
    return signed_in(bela)


@pytest.fixture
def referee_phone(referee_seat: Seat, signed_in: SignedIn) -> Client:
    """Réka's signed-in phone."""
    return signed_in(referee_seat)


@pytest.fixture
def organizer_phone(organizer_seat: Seat, signed_in: SignedIn) -> Client:
    """Olga's signed-in phone."""
    return signed_in(organizer_seat)
