"""The referee's board: calls first, then fights, then who is down; one tap for what is done about them."""

import secrets

import pytest
from django.utils import timezone

from referee import calls, sheets
from referee.ledger import Author, Draft, append, lock, writing
from referee.models import Call, Clash, Role, Seat
from tests.toy.fights import SHEET, Fight, comer
from tests.toy.fixtures import toy

__all__ = ["toy"]

HX = {"HX-Request": "true"}


@pytest.fixture
def board(event) -> str:
    """The board's address."""
    event.systems = ["three_stones"]
    event.save()
    return f"/e/{event.slug}/fights/"


def give_sheet(seat: Seat, **fields) -> None:
    """Give a sheet of the toy."""
    with writing():
        stream = lock(seat.stream_id)[seat.stream_id]
        append(stream, Author(None), Draft("sheet", [sheets.sheet_set("three_stones", {**SHEET, **fields})]))


def raise_call(seat: Seat, kind: str = "rules", place: str = "Gate") -> Call:
    return calls.raise_call(Author(seat), kind, place, secrets.token_hex(8))


@pytest.mark.parametrize(
    ("role", "status"),
    [
        (Role.REFEREE, 200),
        (Role.ASSISTANT, 200),
        (Role.ORGANIZER, 200),
        (Role.MEDIC, 200),
        (Role.MARSHAL, 200),
        (Role.HEAD_MARSHAL, 200),
        (Role.PLAYER, 403),
        (Role.SPECTATOR, 403),
    ],
)
def test_staff_see_the_board_and_nobody_else(toy, board, make_seat, signed_in, role, status):
    seat = make_seat("Sample", None, role)
    assert signed_in(seat).get(board).status_code == status


def test_a_stranger_of_another_event_sees_nothing(toy, board, stranger, signed_in, client):
    assert signed_in(stranger).get(board).status_code == 404
    assert client.get(board).status_code in (302, 303)


def test_hurt_comes_first_then_by_time(toy, board, anna, bela, referee_phone):
    raise_call(bela, place="Bridge")
    raise_call(anna, "hurt", "Village")
    page = referee_phone.get(board).content.decode()
    assert page.index("Village") < page.index("Bridge")


def test_staff_that_takes_no_rules_calls_sees_the_hurt_alone(toy, board, anna, bela, make_seat, signed_in):
    raise_call(bela, place="Bridge")
    raise_call(anna, "hurt", "Village")
    page = signed_in(make_seat("Mira", None, Role.MEDIC)).get(board).content.decode()
    assert "Village" in page
    assert "Bridge" not in page


def test_i_go_is_one_tap_and_names_who_goes(toy, board, anna, referee_seat, referee_phone):
    call = raise_call(anna)
    answer = referee_phone.post(f"{board}call/{call.pk}/go", {"nonce": "n1"}, headers=HX)
    call.refresh_from_db()
    assert answer.status_code == 200
    assert call.going == referee_seat
    assert "Going: Réka" in answer.content.decode()
    assert referee_phone.post(f"{board}call/{call.pk}/done", {"nonce": "n2"}, headers=HX).status_code == 200
    assert "Gate" not in referee_phone.get(board).content.decode()


def test_a_call_is_taken_by_who_may(toy, board, anna, bela_phone, make_seat, signed_in, other_event):
    call = raise_call(anna)
    medic = signed_in(make_seat("Mira", None, Role.MEDIC))
    assert bela_phone.post(f"{board}call/{call.pk}/go").status_code == 403
    assert medic.post(f"{board}call/{call.pk}/go").status_code == 403
    call.event = other_event
    call.save()
    referee = signed_in(make_seat("Réka", None, Role.REFEREE))
    assert referee.post(f"{board}call/{call.pk}/go").status_code == 404
    assert referee.post(f"{board}call/999999/done").status_code == 404
    call.refresh_from_db()
    assert call.going is None


def test_fights_say_who_round_and_what_somebody_must_look_at(toy, board, event, anna, bela, referee_phone):
    fight = Fight.between(event, anna, [comer(anna, "A"), comer(bela, "B")])
    page = referee_phone.get(board).content.decode()
    assert "137 · 142" in page
    assert "Begins: order" in page
    assert "Not confirmed" in page
    fight.rank(anna, ("f1",), ("f2",))
    fight.rank(bela, ("f2",), ("f1",))
    assert "Two reports differ" in referee_phone.get(board).content.decode()


def test_a_protest_stands_on_the_board_until_a_note_answers_it(toy, board, event, anna, bela, referee_seat):
    from referee.adjudication import running
    from referee.overview import context_of

    fight = Fight.between(event, anna, [comer(anna, "A"), comer(bela, "B")])
    fight.begin(anna, bela)
    about = fight.folded.told[-1].seq
    fight.do(bela, lambda desk: running.protest(desk, "", about))
    assert "protest" in context_of(event, "referee")["fights"][0].cares
    fight.do(referee_seat, lambda desk: running.note(desk, "Heard."), role="referee")
    assert "protest" not in context_of(event, "referee")["fights"][0].cares


def test_practice_is_on_no_board(toy, board, event, anna, bela, referee_phone):
    Fight.between(event, anna, [comer(anna, "A"), comer(bela, "B")], practice=True)
    assert "137 · 142" not in referee_phone.get(board).content.decode()


def test_who_is_down_stands_there_since_when_and_wakes_in_one_tap(toy, board, anna, event, referee_phone):
    give_sheet(anna, stones=0)
    with writing():
        stream = lock(anna.stream_id)[anna.stream_id]
        append(stream, Author(None), Draft("tended", [sheets.ConditionSet("three_stones", "dazed", True)]))
    since = timezone.localtime(stream.entries.order_by("-seq").first().at)
    page = referee_phone.get(board).content.decode()
    assert "Dazed" in page
    assert f"since {since:%H:%M}" in page
    form = {"from": "overview", "system": "three_stones", "do": "condition", "field": "dazed", "to": "off"}
    answer = referee_phone.post(f"/e/{event.slug}/p/{anna.code}/tend", {**form, "nonce": "n1"}, headers=HX)
    assert answer.status_code == 200
    assert "Dazed" not in answer.content.decode()
    assert "take-back" in answer.content.decode()


def test_the_head_rises_with_every_entry_and_call(toy, board, event, anna, bela):
    from referee.overview import head_of

    heads = [head_of(event.pk)]
    give_sheet(anna)
    heads.append(head_of(event.pk))
    Fight.between(event, anna, [comer(anna, "A"), comer(bela, "B")])
    heads.append(head_of(event.pk))
    call = raise_call(anna)
    heads.append(head_of(event.pk))
    calls.go(Author(bela), call, "n1")
    heads.append(head_of(event.pk))
    calls.close(Author(bela), call, "n2")
    heads.append(head_of(event.pk))
    assert heads == sorted(set(heads))


def test_nothing_newer_is_no_content(toy, board, referee_phone):
    page = referee_phone.get(board)
    seq = page.content.decode().split('data-seq="')[1].split('"')[0]
    assert referee_phone.get(f"{board}?since={seq}", headers=HX).status_code == 204
    newer = referee_phone.get(f"{board}?since=999999x", headers=HX)
    assert newer.status_code == 200
    assert newer["X-Seq"] == seq


def test_queries_do_not_grow_with_the_lists(
    toy, board, event, make_seat, referee_phone, django_assert_max_num_queries, monkeypatch
):
    from referee.adjudication import position
    from referee.recent import Recent

    def crowd(start: int, number: int) -> None:
        for nth in range(start, start + number):
            one, other = (make_seat(f"Sample {n}", n, Role.PLAYER) for n in (nth * 2 + 1000, nth * 2 + 1001))
            give_sheet(one, dazed=False)
            with writing():
                stream = lock(one.stream_id)[one.stream_id]
                event_ = sheets.ConditionSet("three_stones", "dazed", True)
                append(stream, Author(None), Draft("tended", [event_]))
            fight = Fight.between(event, one, [comer(one, "A"), comer(other, "B")])
            if nth % 2:
                Clash.objects.filter(pk=fight.clash.pk).update(status="closed")
            raise_call(one)

    def count() -> int:
        monkeypatch.setattr(position, "_folds", Recent(256))
        monkeypatch.setattr(sheets, "_states", Recent(256))
        with django_assert_max_num_queries(40) as captured:
            assert referee_phone.get(board).status_code == 200
        return len(captured)

    crowd(0, 2)
    few = count()
    crowd(2, 10)
    assert count() <= few


def test_the_overview_source_admits_staff_alone(toy, board, event, anna, referee_seat):
    from referee.live.readers import Reader
    from referee.overview import Overviews

    source = Overviews()

    def reader(seat):
        return Reader(seat.person.account, "en", "", ())

    assert source.admit(reader(anna), event.slug) == ()
    assert source.admit(Reader(None, "en", "", ()), event.slug) == ()
    (watch,) = source.admit(reader(referee_seat), event.slug)
    assert (watch.kind, watch.id, watch.audience) == ("overview", event.pk, "referee")
    assert source.admit(reader(referee_seat), "elsewhere") == ()
    painted = source.paint(watch, "en")
    assert painted.seq == source.heads([event.pk])[event.pk]
    assert 'id="overview"' in painted.parts["overview"]
