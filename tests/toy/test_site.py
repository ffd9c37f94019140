"""L9: with a rule system that the site has never heard of, everything that is not rules works."""

import secrets

import pytest

from referee import sheets
from referee.ledger import Author, Draft, append_all, writing
from referee.models import Clash, Stream
from tests.toy.fights import SHEET, Fight


@pytest.fixture
def camp(toy, event, anna, bela, sergey):
    """The event plays three stones, and everybody has a sheet."""
    event.systems = ["three_stones"]
    event.save()
    with writing():
        rows = [
            (seat.stream, Draft("sheet", [sheets.sheet_set("three_stones", SHEET)]))
            for seat in (anna, bela, sergey)
        ]
        append_all(rows, Author(None))
    return event


def url(event, rest: str = "") -> str:
    return f"/e/{event.slug}/{rest}"


def post(phone, address: str, status: int = 302, **fields):
    response = phone.post(address, {"nonce": secrets.token_hex(8), **fields})
    assert response.status_code == status, response.content[:2000]
    return response


def text(phone, address: str) -> str:
    response = phone.get(address)
    assert response.status_code == 200, address
    return response.content.decode()


@pytest.fixture
def fight(camp, anna_phone, bela_phone, anna, bela) -> Fight:
    """Anna has started a fight with Béla by his number."""
    post(anna_phone, url(camp, "start"), number=bela.number)
    return Fight(Clash.objects.get())


def test_a_fight_is_started_by_number_and_thrown_on_two_phones(camp, fight, anna_phone, bela_phone):
    act = url(camp, f"c/{fight.clash.code}/act")
    for phone, sign in ((anna_phone, "rock"), (bela_phone, "paper")):
        post(phone, act, do="throw", ask=fight.ask, sign=sign)
    assert fight.state.order == (("f2",), ("f1",))


def test_everybody_has_a_page(camp, fight, anna_phone, bela_phone, referee_phone, sergey, signed_in):
    page = url(camp, f"c/{fight.clash.code}/")
    assert 'id="mine"' in text(anna_phone, page)
    assert 'id="console"' in text(referee_phone, page)
    Clash.objects.update(public=True)
    assert 'id="mine"' not in text(signed_in(sergey), page)
    assert 'id="display"' in text(signed_in(sergey), url(camp, f"d/{fight.clash.code}/"))


@pytest.mark.parametrize("page", ["", "numbers"])
def test_home_and_numbers_show_the_sheet(camp, anna_phone, page):
    assert text(anna_phone, url(camp, page))


def test_a_command_of_the_rules_is_posted_like_any_other(camp, fight, anna, bela, anna_phone):
    fight.begin(anna, bela)
    act = url(camp, f"c/{fight.clash.code}/act")
    seen = fight.folded.seq
    post(anna_phone, act, do="command", what="rest", who="f1", seen=seen)
    assert fight.state.acted == ("f1",)
    response = post(anna_phone, act, 422, do="command", what="rest", who="f1", seen=fight.folded.seq)
    assert "Not the turn of: f1 (T1)" in response.content.decode()


def test_a_referee_opens_a_fight_from_one_line(camp, referee_phone, anna, bela, sergey):
    for page in ("fights/", "fights/new"):
        assert text(referee_phone, url(camp, page))
    post(
        referee_phone, url(camp, "fights/open"), line=f"{anna.number} {sergey.number} v {bela.number} imp",
        system="three_stones",
    )  # fmt: skip
    fight = Fight(Clash.objects.get())
    assert [one.side for one in fight.state.slingers] == ["A", "A", "B", "B"]
    assert fight.state.slingers[3].luck == -2


def test_practice_plays_the_samples(camp, anna_phone, anna):
    assert "Imp" in text(anna_phone, url(camp, "practice"))


def test_between_fights_a_referee_tends_the_carried_fields(camp, referee_phone, anna):
    assert text(referee_phone, url(camp, f"p/{anna.code}"))
    tend = url(camp, f"p/{anna.code}/tend")
    post(referee_phone, tend, do="points", system="three_stones", by=1, sign="-1")
    assert sheets.load(Stream.objects.get(pk=anna.stream_id)).sheet("three_stones")["stones"] == 2
