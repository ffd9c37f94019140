"""The demo event: sample people with sheets, from `demo.toml` here and in the folder of each rule system."""

import tomllib
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from referee import devices, ledger, links
from referee.ledger import Author, Draft
from referee.models import Account, Event, Person, Role, Seat
from referee.sheets import CheckedIn, sheet_set
from referee.system import systems


@transaction.atomic
def make() -> Event:
    """Make the demo event and its people, or bring one that stands up to today."""
    data = tomllib.loads(Path(__file__).with_name("demo.toml").read_text(encoding="utf-8"))
    now = timezone.now()
    fields = data["event"] | {"systems": settings.RULE_SYSTEMS}
    event, new = Event.objects.get_or_create(
        slug=fields["slug"], defaults=fields | {"starts": now, "ends": now}
    )
    event.ends = now + timedelta(days=3)
    event.save(update_fields=["ends"])
    if new:
        players = [_seat(event, row, roles=row.get("roles", [Role.PLAYER])) for row in data["people"]]
        _give_sheets(players)
        for row in data["staff"]:
            _seat(event, row, roles=row["roles"], username=row["login"], password=password(row["login"]))
    return event


def _give_sheets(players: list[Seat]) -> None:
    """Check everybody in, with each system's sample sheets by number.

    A row that is only a name (a weapon) stands below `arms` of the samples.
    """
    happened: dict[Seat, list[Any]] = {seat: [CheckedIn(True)] for seat in players}
    for key, system in systems().items():
        path = Path(settings.BASE_DIR) / key / "demo.toml"
        if not path.exists():
            continue
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        rows = {field.key for field in system.sheet.fields if field.kind == "rows"}
        for seat in players:
            sheet = data["sheets"].get(str(seat.number))
            if sheet is None:
                continue
            named = {
                name: [{"id": row, **data["arms"][row]} for row in sheet[name]]
                for name in rows & sheet.keys()
            }
            happened[seat].append(sheet_set(key, system.sheet.clean(sheet | named)))
    with ledger.writing():
        drafts = [(seat.stream, Draft("sheet", events)) for seat, events in happened.items()]
        ledger.append_all(drafts, Author(None))


def password(login: str) -> str:
    """Return a sample password: derived, so that a second start can print it again."""
    return salted_hmac("referee.demo", login, algorithm="sha256").hexdigest()[:10]


def people(event: Event) -> list[dict[str, Any]]:
    """Return who signs in by link: name, role, number, link, PIN."""
    return [
        {
            "name": seat.person.name,
            "role": seat.roles[0],
            "number": seat.number,
            "link": links.private_link(seat.person.account),
            "pin": seat.person.account.pin,
        }
        for seat in _seats(event)
        if not seat.person.account.has_usable_password()
    ]


def staff(event: Event) -> list[dict[str, Any]]:
    """Return who signs in by password: name, role, login, password."""
    return [
        {
            "name": seat.person.name,
            "role": seat.roles[0],
            "login": seat.person.account.username,
            "password": password(seat.person.account.username),
        }
        for seat in _seats(event)
        if seat.person.account.has_usable_password()
    ]


def one_time_link(event: Event, login: str) -> str:
    """Return a fresh one-time link for a member of staff."""
    account = Account.objects.get(username=login)
    organizer = next(seat for seat in _seats(event) if Role.ORGANIZER in seat.roles)
    return links.public("one_time_link", devices.hand_over(account, organizer)[0])


def _seats(event: Event) -> list[Seat]:
    return list(event.seats.filter(person__isnull=False).select_related("person__account").order_by("pk"))


def _seat(event: Event, row: dict[str, Any], roles: list[str], **account: Any) -> Seat:
    seat = Seat.objects.seat(event, row.get("number"), roles)
    Person.objects.create(
        seat=seat,
        account=Account.objects.create_user(language=row["language"], **account),
        name=row["name"],
        character=row.get("character", ""),
    )
    return seat
