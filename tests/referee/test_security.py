"""Every address × every reader × every method: who gets in, from one table; a new address needs a row."""

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone

from referee import triggers
from referee.accounts import Backend
from referee.devices import begin
from referee.live import Reader
from referee.live.sources import _sources
from referee.models import Call, Role
from tests.referee.live_fights import LiveFight, give_sheets, nonce

pytestmark = pytest.mark.django_db

ROLES = [role.value for role in Role]
STAFF = {"organizer", "referee", "assistant", "marshal", "head_marshal", "medic"}
JUDGES = {"referee", "assistant"}
READERS = [*ROLES, "fighter", "caller", "elsewhere", "stranger"]
FIGHTING = {"fighter", "caller"}  # the caller fights too
HERE = {*ROLES, *FIGHTING}
ANYBODY = set(READERS)
SIGNED_IN = ANYBODY - {"stranger"}
WATCHING = STAFF | FIGHTING
PEOPLE = {"organizer", "referee", "assistant"}

# address -> method -> readers who get in. All others are led to signing in, or get 401, 403, 404.
TABLE = {
    "front": {"GET": ANYBODY, "POST": ANYBODY},
    "health": {"GET": ANYBODY},
    "rules_front": {"GET": ANYBODY},
    "rules": {"GET": ANYBODY},
    "sign_in": {"GET": ANYBODY, "POST": ANYBODY},
    "private_link": {"GET": set(), "POST": set()},  # a token that is none
    "one_time_link": {"GET": ANYBODY, "POST": ANYBODY},  # told that it is used or too old
    "sign_out": {"POST": ANYBODY},
    "sign_out_everywhere": {"POST": ANYBODY},
    "account": {"GET": SIGNED_IN},
    "set_language": {"POST": ANYBODY},
    "badge": {"GET": ANYBODY},
    "home": {"GET": HERE},
    "numbers": {"GET": HERE},
    "scan": {"GET": HERE},
    "start": {"GET": HERE, "POST": HERE},
    "call": {"POST": HERE},
    "call_change": {"POST": {"caller"}},
    "practice": {"GET": HERE, "POST": HERE},
    "display": {"GET": set()},  # a fight that no referee opened to spectators
    "overview": {"GET": STAFF},
    "brawl": {"GET": JUDGES},
    "brawl_meaning": {"GET": JUDGES},
    "open_fight": {"POST": JUDGES},
    "call_go": {"POST": STAFF},
    "call_done": {"POST": STAFF},
    "clash": {"GET": WATCHING},
    "act": {"POST": JUDGES | FIGHTING},
    "fight_override": {"GET": {"referee"}},
    "fight_more": {"GET": JUDGES},
    "fight_export": {"GET": {"referee"}},
    "fight_add": {"POST": JUDGES},
    "fight_spectators": {"POST": JUDGES},
    "seen": {"POST": WATCHING},
    "fight_page": {"GET": set()},  # this rule system has none
    "fight_history": {"GET": WATCHING},
    "person": {"GET": PEOPLE},
    "tend": {"POST": {"referee"}},
    "take_back": {"POST": {"referee"}},
    "confirm_numbers": {"POST": JUDGES},
    "end_sign_ins": {"POST": {"organizer", "referee"}},
    "reissue": {"POST": {"organizer", "referee"}},
    "hand_over": {"POST": set()},  # for staff only, and this is a player's
    "device": {"GET": PEOPLE},
}

# kind of board -> readers who get a socket; the fight is none that spectators may watch.
SOCKETS = {"clash": WATCHING, "display": set(), "home": {"caller"}, "overview": STAFF}


def patterns():
    return {found.name: found for found in get_resolver().url_patterns if isinstance(found, URLPattern)}


@pytest.fixture
def places(event, make_seat, other_event):
    """A fight of two, a call, readers of every kind: what fills addresses in, and the readers' seats."""
    anna, bela = make_seat("Anna", 137, Role.PLAYER), make_seat("Béla", 142, Role.PLAYER)
    give_sheets(anna, bela)
    fight = LiveFight.between(event, anna, (anna, bela))
    call = Call.objects.create(event=event, seat=bela, kind="hurt", raised=timezone.now())
    seats = {role: make_seat(role, None if role in STAFF else 300 + n, role) for n, role in enumerate(ROLES)}
    seats |= {"fighter": anna, "caller": bela}
    seats["elsewhere"] = make_seat("Stranger", 1, Role.ORGANIZER, Role.REFEREE, at=other_event)
    device = begin(bela.person.account, "link").code
    return {
        "fight": fight,
        "seats": seats,
        "c": {"code": fight.clash.code},
        "p": {"code": bela.code},
        "d": {"code": fight.clash.code},
        "b": {"code": bela.code},
        "call": {"call": call.pk},
        "token": {"token": "AAAA"},
        "device": {"device": device},
        "name": {"name": "plan"},
        "seq": {"seq": 1},
        "system": {"system": "larp_rps"},
    }


def address(name, places):
    pattern = patterns()[name].pattern
    wanted = pattern.converters
    route = str(pattern)
    kwargs = {}
    for key in wanted:
        if key == "slug":
            kwargs[key] = "sample"
        elif key == "code":
            kwargs[key] = places[route.split("<str:code>")[0].rstrip("/").rpartition("/")[2]]["code"]
        else:
            kwargs[key] = places[key][key]
    return reverse(name, kwargs=kwargs)


def phone_of(reader, places, signed_in):
    if reader == "stranger":
        return Client()
    return signed_in(places["seats"][reader])


def got_in(answer):
    if answer.status_code == 302 and answer.headers["Location"].startswith("/sign-in?"):
        return False
    return answer.status_code not in (401, 403, 404)


def asked(name, method, reader, places, signed_in):
    """Ask as a reader, and take back whatever it did."""
    with transaction.atomic():
        phone = phone_of(reader, places, signed_in)
        where = address(name, places)
        fields = {**FIELDS, "nonce": nonce()} if method == "POST" else {}
        answer = getattr(phone, method.lower())(where, fields)
        transaction.set_rollback(True)
    return answer


FIELDS = {"do": "note", "words": "sample", "kind": "hurt", "number": "137"}


@pytest.mark.parametrize("name", sorted(patterns()))
def test_every_address_lets_in_whom_its_row_names(name, places, signed_in):
    assert name in TABLE, "a new address needs a row"
    for method in ("GET", "POST", "PUT", "DELETE"):
        if method not in TABLE[name]:
            answer = asked(name, method, "organizer", places, signed_in)
            assert answer.status_code == 405 or name == "front", method
            continue
        answers = {reader: asked(name, method, reader, places, signed_in) for reader in READERS}
        entered = {reader for reader, answer in answers.items() if got_in(answer)}
        told = {reader: answer.status_code for reader, answer in answers.items()}
        assert entered == TABLE[name][method], (method, told)


def test_health_tells_whether_the_ledger_is_protected(client):
    assert client.get("/health").status_code == 503
    triggers.install()
    answer = client.get("/health")
    assert (answer.status_code, answer.json()["ok"]) == (200, True)
    triggers.drop()


def test_no_row_is_left_of_an_address_that_is_gone():
    assert set(TABLE) == set(patterns())


@pytest.mark.parametrize("kind", sorted(_sources))
def test_every_kind_of_board_lets_in_whom_its_row_names(kind, places):
    assert kind in SOCKETS, "a new kind of board needs a row"
    codes = {"overview": "sample", "home": places["seats"]["caller"].code}
    code = codes.get(kind, places["fight"].clash.code)
    entered = set()
    for reader in READERS:
        account = (
            None if reader == "stranger" else Backend().get_user(places["seats"][reader].person.account_id)
        )
        if _sources[kind].admit(Reader(account, "en"), code):
            entered.add(reader)
        assert not _sources[kind].admit(Reader(account, "en"), "nothing")
    assert entered == SOCKETS[kind]
