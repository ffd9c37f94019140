"""Pages beside the console: another outcome on record, who comes in, who it was; garbage breaks nothing."""

import secrets

import pytest

from referee.models import Clash, Role
from tests.larp_rps.consoles import (
    HX,
    act,
    address,
    assistant,
    camp,
    decide,
    folded,
    referee,
    state,
)

__all__ = ["assistant", "camp", "referee"]


def overrule(phone, clash: Clash, status: int = 204, **fields):
    """Put another outcome on record, from the page for it."""
    return act(phone, clash, "command", status, on="beside", command="Overrule", **fields)


@pytest.mark.parametrize(
    ("fields", "hp", "lies"),
    [
        ({"hit": "on", "loss": "5", "hp": "5", "state": "stands"}, 5, ""),
        ({"hit": "off", "loss": "0", "hp": "10", "state": "stands"}, 10, ""),
        ({"hit": "on", "loss": "10", "hp": "0", "state": "down"}, 0, "down"),
        ({"hit": "on", "loss": "12", "hp": "−2", "state": "stands"}, -2, ""),
        ({"hit": "on", "loss": "3", "hp": "10", "state": "unconscious"}, 10, "unconscious"),
        ({"hit": "on", "loss": "3"}, 7, ""),
    ],
)
def test_another_outcome_is_put_on_record(camp, referee, fields, hp, lies):
    clash = camp.fight((137,), (142,))
    decide(referee, clash, 1)
    decide(referee, clash, 1)
    page = referee.get(address(clash, "override")).content.decode()
    assert "10 → 7" in page
    overrule(referee, clash, hand="right", reason="blow from behind", **fields)
    fighter = state(clash).fighter("f2")
    assert (fighter.hp, "unconscious" if fighter.unconscious else "down" if fighter.down else "") == (
        hp,
        lies,
    )
    assert clash.stream.entries.order_by("-seq").first().asides.get().text == "blow from behind"


def test_a_word_that_only_lays_somebody_down_says_so(camp, referee):
    clash = camp.fight((137,), (142,))
    decide(referee, clash, 1)
    decide(referee, clash, 0)
    overrule(referee, clash, hand="right", hit="off", loss="0", hp="10", state="down")
    act(referee, clash, "close")
    told = " ".join(referee.get(address(clash)).content.decode().split())
    assert "no hit → no hit, down" in told
    assert "No hit, down" in told


def test_the_line_as_all_will_read_it_follows_the_controls(camp, referee):
    clash = camp.fight((137,), (142,))
    decide(referee, clash, 1)
    decide(referee, clash, 1)
    fields = {"hit": "on", "loss": "9", "hp": "1", "state": "stands"}
    told = referee.get(address(clash, "override"), fields, headers=HX).content.decode()
    assert "10 → 1" in told
    assert "KM" in told
    assert "<html" not in told


def test_people_come_in_are_named_and_spectators_let_in(camp, referee):
    clash = camp.fight((137,), (142,), running=((1,), (2,)))
    body = {"line": '9 wolf*2 "red hood"', "side": "B", "nonce": "n1"}
    for _ in range(2):  # the same nonce brings nobody twice
        assert referee.post(address(clash, "add"), body, headers=HX).status_code == 204
    assert list(clash.fighters.order_by("pk").values_list("side", flat=True)) == [
        "A",
        "B",
        "B",
        "B",
        "B",
        "B",
    ]
    act(referee, clash, "party", 204, on="beside", answer="name", who="f6", number="12")
    assert clash.fighters.get(key="f6").seat == camp.players[12]
    referee.post(address(clash, "spectators"), {"public": "on"}, headers=HX)
    clash.refresh_from_db()
    assert clash.public


@pytest.mark.parametrize(
    ("line", "side", "why"),
    [
        ("137", "A", "fight already"),
        ("999", "A", "999"),
        ("dragon", "A", "dragon"),
        ("", "A", "numbers"),
        ("9", "", "field"),
        ("9", "Q", "field"),
        ("9", "AB", "field"),
    ],
)
def test_who_cannot_come_in_is_said(camp, referee, line, side, why):
    clash = camp.fight((137,), (142,))
    before = folded(clash).seq
    body = {"line": line, "side": side, "nonce": "n1"}
    answer = referee.post(address(clash, "add"), body, headers=HX)
    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert folded(clash).seq == before
    assert clash.fighters.count() == 2


def test_half_a_line_brings_nobody_in(camp, referee):
    clash = camp.fight((137,), (142,))
    answer = referee.post(address(clash, "add"), {"line": "9 137", "side": "A", "nonce": "n"}, headers=HX)
    assert answer.status_code == 422
    assert clash.fighters.count() == 2


def test_a_foreign_fight_is_nowhere(camp, referee, event, make_seat, signed_in):
    clash = camp.fight((137,), (142,))
    phone = signed_in(make_seat("Sample", None, Role.REFEREE))
    for what in ("", "override", "more"):
        assert phone.get(f"/e/{event.slug}/c/{clash.code}/{what}").status_code == 404
        assert phone.get(address(clash, what)).status_code == 404
    assert phone.post(address(clash, "add"), {"line": "9", "side": "A"}).status_code == 404
    assert clash.fighters.count() == 2


FIELDS = "command who at groups by hit loss hp state hand waived hands ask results ranking seen option words"


@pytest.mark.parametrize("value", ["", "x" * 3000, "\x00", "f99", "-9", "f1,f1|f2", "🐺", "+-5"])
def test_garbage_is_never_a_fault(camp, referee, value):
    clash = camp.fight((137,), (142,))
    decide(referee, clash, 1)
    decide(referee, clash, 1)
    base = {"who": "f1", "at": "f2", "ask": "x", "results": "1", "hit": "on", "loss": "1", "answer": "name"}
    for field in FIELDS.split():
        for do in ("Attack", "Order", "Overrule", "Ruling", "Arm", "decide", "choose", "party", "note"):
            act_ = {"do": "command", "command": do} if do[0].isupper() else {"do": do}
            body = {**base, **act_, field: value, "nonce": secrets.token_hex(8)}
            assert referee.post(address(clash, "act"), body, headers=HX).status_code < 500
        assert referee.get(address(clash, "override"), {field: value}).status_code < 500
