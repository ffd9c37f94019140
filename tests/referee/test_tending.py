"""Between fights: raise, wake, give and take points, each on record and taken back by an opposite entry."""

import secrets

import pytest

from referee import sheets
from referee.adjudication.position import load
from referee.ledger import Author, Draft, append, lock, writing
from referee.models import Entry, Role, Seat
from referee.system import system_for
from tests.toy.fights import SHEET, Fight, comer
from tests.toy.fixtures import toy

__all__ = ["toy"]

HX = {"HX-Request": "true"}


@pytest.fixture
def hurt(toy, event, anna) -> Seat:
    """Anna, with one stone of three."""
    event.systems = ["three_stones"]
    event.save()
    give(anna, sheets.sheet_set("three_stones", {**SHEET, "stones": 1}))
    return anna


def give(seat: Seat, *events) -> None:
    with writing():
        append(lock(seat.stream_id)[seat.stream_id], Author(None), Draft("sheet", events))


def sheet(seat: Seat) -> dict:
    seat.stream.refresh_from_db()
    return sheets.load(seat.stream).sheet("three_stones")


def post(phone, seat: Seat, what: str = "tend", nonce: str = "", headers=HX, **fields):
    """Post an act on somebody."""
    body = {"system": "three_stones", "nonce": nonce or secrets.token_hex(8), **fields}
    return phone.post(f"/e/{seat.event.slug}/p/{seat.code}/{what}", body, headers=headers)


def last(seat: Seat) -> Entry:
    return Entry.objects.filter(stream=seat.stream_id).order_by("-seq").first()


def test_points_go_up_and_down_on_the_record(hurt, referee_seat, referee_phone):
    answer = post(referee_phone, hurt, do="points", by="2", sign="1")
    assert answer.status_code == 200
    assert sheet(hurt)["stones"] == 3
    entry = last(hurt)
    assert (entry.kind, entry.by, bool(entry.device)) == ("tended", referee_seat, True)
    post(referee_phone, hurt, do="points", by="1", sign="-1")
    assert sheet(hurt)["stones"] == 2
    assert "Stones +2" in answer.content.decode()
    assert "Réka" in answer.content.decode()


def test_a_condition_ends_and_begins(hurt, referee_phone):
    post(referee_phone, hurt, do="condition", field="dazed", to="on")
    assert sheet(hurt)["dazed"] is True
    assert sheets.load(hurt.stream).since[("three_stones", "dazed")] == last(hurt).at
    post(referee_phone, hurt, do="condition", field="dazed", to="off")
    assert sheet(hurt)["dazed"] is False
    assert not sheets.load(hurt.stream).since


def test_what_stands_so_already_is_no_entry(hurt, referee_phone):
    before = Entry.objects.count()
    assert post(referee_phone, hurt, do="condition", field="dazed", to="off").status_code == 422
    assert Entry.objects.count() == before


def test_a_permanent_loss_has_its_reason_beside_it(hurt, referee_phone):
    post(referee_phone, hurt, do="loss", field="luck", by="2", reason="Called for nothing.")
    assert sheet(hurt)["luck"] == -2
    aside = last(hurt).asides.get()
    assert aside.text == "Called for nothing."
    assert "Called" not in last(hurt).data


def test_undo_is_an_opposite_entry_and_can_be_undone(hurt, referee_phone):
    post(referee_phone, hurt, do="points", by="2", sign="1")
    seq = last(hurt).seq
    assert post(referee_phone, hurt, "take-back", seq=seq).status_code == 200
    assert sheet(hurt)["stones"] == 1
    assert last(hurt).kind == "taken_back"
    assert post(referee_phone, hurt, "take-back", seq=seq).status_code == 422
    post(referee_phone, hurt, "take-back", seq=last(hurt).seq)
    assert sheet(hurt)["stones"] == 3


@pytest.mark.parametrize("seq", ["1", "99", "x", "", "-1", "9" * 20])
def test_only_what_a_referee_entered_is_taken_back_here(hurt, referee_phone, seq):
    before = Entry.objects.count()
    assert post(referee_phone, hurt, "take-back", seq=seq).status_code == 422
    assert Entry.objects.count() == before


def test_the_same_nonce_counts_once(hurt, referee_phone):
    for _ in range(2):
        assert post(referee_phone, hurt, nonce="n1", do="points", by="1", sign="1").status_code == 200
    assert sheet(hurt)["stones"] == 2
    assert post(referee_phone, hurt, nonce="n1", do="points", by="5", sign="1").status_code == 422
    assert post(referee_phone, hurt, nonce=" ", do="points", by="1", sign="1").status_code in (200, 422)


@pytest.mark.parametrize(
    "role",
    [
        Role.PLAYER,
        Role.MEDIC,
        Role.MARSHAL,
        Role.HEAD_MARSHAL,
        Role.ORGANIZER,
        Role.SPECTATOR,
        Role.ASSISTANT,
    ],
)
def test_nobody_else_tends(hurt, make_seat, signed_in, role):
    phone = signed_in(make_seat("Sample", 900, role))
    before = Entry.objects.count()
    for what in ("tend", "take-back"):
        assert post(phone, hurt, what, do="points", by="1", sign="1", seq="2").status_code == 403
    assert Entry.objects.count() == before


def test_staff_never_tend_themselves(toy, event, make_seat, signed_in):
    event.systems = ["three_stones"]
    event.save()
    both = make_seat("Réka", 77, Role.REFEREE, Role.PLAYER)
    give(both, sheets.sheet_set("three_stones", {**SHEET, "stones": 1}))
    phone = signed_in(both)
    assert post(phone, both, do="points", by="1", sign="1").status_code == 422
    assert sheet(both)["stones"] == 1
    assert "another referee" in phone.get(f"/e/{event.slug}/p/{both.code}").content.decode()


def test_another_events_people_are_out_of_reach(hurt, stranger, referee_phone):
    url = f"/e/{hurt.event.slug}/p/{stranger.code}/tend"
    assert referee_phone.post(url, {"do": "points", "by": "1", "nonce": "n"}).status_code == 404
    url = f"/e/{stranger.event.slug}/p/{stranger.code}/tend"
    assert referee_phone.post(url, {"do": "points", "by": "1", "nonce": "n"}).status_code == 404


def test_in_an_open_fight_it_goes_into_the_fight_and_reaches_the_sheet(hurt, event, bela, referee_phone):
    fight = Fight.between(
        event, bela, [comer(hurt, "A", stones=1, confirmed=True, standing="in"), comer(bela, "B")]
    )
    before = Entry.objects.filter(stream=hurt.stream_id, kind="tended").count()
    answer = post(referee_phone, hurt, do="points", by="2", sign="1")
    assert answer.status_code == 200
    assert fight.state.slinger("f1").stones == 3
    assert sheet(hurt)["stones"] == 3
    assert Entry.objects.filter(stream=hurt.stream_id, kind="tended").count() == before
    entry = Entry.objects.filter(stream=fight.clash.stream_id).order_by("-seq").first()
    assert entry.kind == "command"
    assert f"/c/{fight.clash.code}/act" in answer.content.decode()  # its undo is the fight's


def test_a_repeated_act_stays_where_it_went_although_the_fight_is_over(
    hurt, event, bela, referee_seat, referee_phone
):
    from referee.adjudication import running

    fight = Fight.between(
        event, bela, [comer(hurt, "A", stones=1, confirmed=True, standing="in"), comer(bela, "B")]
    )
    post(referee_phone, hurt, nonce="n1", do="points", by="1", sign="1")
    fight.do(referee_seat, lambda desk: running.close(desk), role="referee")
    assert post(referee_phone, hurt, nonce="n1", do="points", by="1", sign="1").status_code == 200
    assert sheet(hurt)["stones"] == 2


def unagreed(event, opener: Seat, other: Seat) -> Fight:
    """A fight to whose numbers the other has not agreed."""
    comers = [comer(opener, "A", standing="in", confirmed=True), comer(other, "B", stones=1)]
    return Fight.between(event, opener, comers)


def test_a_fight_whose_numbers_wait_leaves_the_act_to_the_sheet(hurt, event, bela, referee_phone):
    fight = Fight.between(
        event, bela, [comer(bela, "A", standing="in", confirmed=True), comer(hurt, "B", stones=1)]
    )
    post(referee_phone, hurt, do="points", by="1", sign="1")
    assert sheet(hurt)["stones"] == 2
    assert fight.state.slinger("f2").stones == 1
    assert last(hurt).kind == "tended"


def test_who_fights_there_tends_nobody_there(toy, event, hurt, make_seat, signed_in):
    both = make_seat("Réka", 77, Role.REFEREE, Role.PLAYER)
    give(both, sheets.sheet_set("three_stones", SHEET))
    Fight.between(event, both, [comer(hurt, "A", confirmed=True, standing="in"), comer(both, "B")])
    assert post(signed_in(both), hurt, do="points", by="1", sign="1").status_code == 422


def test_unconfirmed_numbers_are_confirmed_from_the_persons_page(hurt, event, bela, referee_phone):
    fight = Fight.between(
        event, bela, [comer(bela, "A", standing="in", confirmed=True), comer(hurt, "B", stones=1)]
    )
    page = referee_phone.get(f"/e/{event.slug}/p/{hurt.code}").content.decode()
    assert "Numbers not confirmed" in page
    answer = post(referee_phone, hurt, "confirm", clash=fight.clash.code)
    assert answer.status_code == 200
    assert "Numbers not confirmed" not in answer.content.decode()
    folded = load(fight.folded and fight.clash.stream, system_for("three_stones"))
    assert folded.company.party("f2").confirmed
    assert post(referee_phone, hurt, "confirm", clash=fight.clash.code).status_code == 422
    assert post(referee_phone, hurt, "confirm", clash="nowhere").status_code == 422


def test_an_unconfirmed_fight_of_somebody_else_stays_so(hurt, event, bela, sergey, referee_phone):
    fight = Fight.between(event, bela, [comer(bela, "A"), comer(sergey, "B")])
    assert post(referee_phone, hurt, "confirm", clash=fight.clash.code).status_code == 422


def test_the_board_gets_the_board_back_with_an_undo(hurt, referee_phone):
    answer = post(referee_phone, hurt, do="condition", field="dazed", to="on", **{"from": "overview"})
    page = answer.content.decode()
    assert 'id="overview"' in page
    assert 'class="toast"' in page
    assert answer["X-Seq"]


def test_entries_of_a_device_are_taken_back_from_its_list(
    hurt, event, referee_seat, organizer_phone, referee_phone
):
    post(referee_phone, hurt, do="points", by="2", sign="1")
    code = last(hurt).device
    page = organizer_phone.get(f"/e/{event.slug}/p/{referee_seat.code}/on/{code}").content.decode()
    assert f"/p/{hurt.code}/take-back" not in page  # an organizer does not tend
    page = referee_phone.get(f"/e/{event.slug}/p/{referee_seat.code}/on/{code}").content.decode()
    assert f"/p/{hurt.code}/take-back" in page


@pytest.mark.parametrize("field", ["system", "do", "by", "sign", "field", "to", "reason", "nonce", "from"])
@pytest.mark.parametrize("value", ["", "x" * 3000, "\x00", "-5", "1e9", "0", "stones", "charms", "🐺"])
def test_garbage_is_never_a_fault(hurt, referee_phone, field, value):
    for do in ("points", "condition", "loss"):
        fields = {"do": do, "by": "1", "sign": "1", "field": "dazed", "to": "on", field: value}
        for headers in (HX, {}):
            url = f"/e/{hurt.event.slug}/p/{hurt.code}/tend"
            body = {"system": "three_stones", "nonce": secrets.token_hex(8), **fields}
            assert referee_phone.post(url, body, headers=headers).status_code < 500


def test_a_condition_is_set_on_no_number_and_points_on_no_condition(referee_phone, anna, bela):
    """Found by fuzz: a sheet whose attack is "on" opens no fight any more."""
    before = sheets.load(anna.stream)
    path = f"/e/sample/p/{anna.code}/tend"
    for number, fields in enumerate(
        (
            {"do": "condition", "field": "attack", "to": "on"},
            {"do": "condition", "field": "points", "to": "on"},
            {"do": "loss", "field": "down", "by": "1"},
        )
    ):
        answer = referee_phone.post(path, {**fields, "system": "larp_rps", "nonce": f"n{number}"})
        assert answer.status_code == 422
    anna.stream.refresh_from_db()
    assert sheets.load(anna.stream) == before
