"""Sockets: who may watch, what is sent when, and what a lost nudge, a silent phone or a sign-out does."""

import asyncio
import json
import logging
import threading

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import transaction
from django.utils import timezone

from referee import devices, live
from referee.live import hub, sockets, sources
from referee.models import Role

from .shelf import Shelves

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def shelves(monkeypatch, settings):
    """A kind of board for this test alone; every hub has ended after it."""
    monkeypatch.setattr(sources, "_sources", {})
    monkeypatch.setattr(hub, "LOOK", 60)  # what looking heals is tested where it looks
    found = Shelves()
    live.register("shelf", found)
    yield found
    assert not hub._hubs
    for thread in threading.enumerate():
        if thread.name.startswith("live-"):
            thread.join(5)


@pytest.fixture
def looks(monkeypatch):
    """Looking at the heads twenty times a second."""
    monkeypatch.setattr(hub, "LOOK", 0.05)


class Phone:
    """A page with a socket: `async with Phone("open-1") as phone`."""

    def __init__(self, code, *, client=None, since=None, lang="", kind="shelf"):
        cookie = client.cookies.output(header="", sep=";").strip() if client else ""
        query = f"?lang={lang}" + (f"&since={since}" if since is not None else "")
        path = f"/live/{kind}/{code}/{query}"
        self.wire = WebsocketCommunicator(live.application, path, [(b"cookie", cookie.encode())])

    async def __aenter__(self):
        self.connected, self.code = await self.wire.connect()
        return self

    async def __aexit__(self, *_):
        await self.wire.disconnect()

    async def frame(self):
        """The next frame, not yet answered."""
        while True:
            message = json.loads(await self.wire.receive_from(2))
            if "beat" not in message:
                return message

    async def painted(self):
        """The next frame, answered."""
        frame = await self.frame()
        await self.answer(frame)
        return frame

    async def answer(self, frame):
        await self.wire.send_json_to({"ack": frame["seq"]})

    async def closed(self):
        """The code that the server closes with."""
        output = await self.wire.receive_output(2)
        assert output["type"] == "websocket.close", output
        return output["code"]

    async def quiet(self):
        return await self.wire.receive_nothing(0.15)


def change(shelves, seq, shelf=1):
    shelves.seqs[shelf] = seq
    live.announce("shelf", shelf, seq)


achange = sync_to_async(change)


# --- after the commit ---------------------------------------------------------


@pytest.mark.django_db(transaction=False)
def test_announced_only_after_commit(monkeypatch, django_capture_on_commit_callbacks):
    said = []
    monkeypatch.setattr("referee.live.announcing.spread", lambda *change: said.append(change))
    with django_capture_on_commit_callbacks() as callbacks:
        live.announce("shelf", 1, 2)
        live.announce_account(7)
    assert said == []
    for callback in callbacks:
        callback()
    assert said == [("shelf", 1, 2, ""), ("account", 7, 0)]


def test_what_is_rolled_back_is_not_announced(monkeypatch):
    said = []
    monkeypatch.setattr("referee.live.announcing.spread", lambda *change: said.append(change))
    with transaction.atomic():
        live.announce("shelf", 1, 2)
        transaction.set_rollback(True)
    assert said == []


def test_a_failing_announcement_fails_no_act(monkeypatch, caplog):
    def fail(*_):
        raise ConnectionError

    monkeypatch.setattr("referee.live.announcing.spread", fail)
    with transaction.atomic():
        live.announce("shelf", 1, 2)


# --- frames -------------------------------------------------------------------


async def test_the_current_state_on_connect(shelves):
    async with Phone("open-1") as new, Phone("open-1", since=0) as behind, Phone("open-1", since=1) as up:
        for phone in (new, behind):
            frame = await phone.painted()
            assert frame["seq"] == 1
            assert "public 1" in frame["parts"]["public"]
        assert await up.quiet()
        await achange(shelves, 2)
        assert (await up.painted())["seq"] == 2


async def test_one_frame_in_flight_and_the_newest_wins(shelves):
    async with Phone("open-1") as phone:
        first = await phone.frame()
        for seq in (2, 3, 4):
            await achange(shelves, seq)
        assert await phone.quiet()
        await phone.wire.send_json_to({"ack": 99})  # not what is in flight
        assert await phone.quiet()
        await phone.answer(first)
        assert (await phone.painted())["seq"] == 4
        assert await phone.quiet()


async def test_a_public_part_is_rendered_once_for_all(shelves, anna_phone, bela_phone, referee_phone):
    async with (
        Phone("own-1", client=anna_phone) as anna,
        Phone("own-1", client=bela_phone) as bela,
        Phone("open-1", lang="en") as first,
        Phone("open-1", lang="en") as second,
        Phone("own-1", client=referee_phone) as referee,
    ):
        everybody = (anna, bela, first, second, referee)
        for phone in everybody:
            await phone.painted()
        shelves.painted.clear()
        await achange(shelves, 2)
        frames = [await phone.painted() for phone in everybody]
    assert [sorted(frame["parts"]) for frame in frames] == [
        ["mine", "public"],
        ["mine", "public"],
        ["public"],
        ["public"],
        ["referee"],
    ]
    assert frames[0]["parts"]["mine"] != frames[1]["parts"]["mine"]
    assert sorted((watch.audience[:4], language) for watch, language in shelves.painted) == [
        ("publ", "en"),
        ("publ", "hu"),
        ("refe", "en"),
        ("seat", "en"),
        ("seat", "hu"),
    ]


async def test_a_paint_that_had_begun_before_the_change_is_not_sent_as_the_newest(shelves):
    shelves.hold = threading.Event()
    async with Phone("open-1", since=0) as phone, Phone("open-1", since=1) as other:
        await asyncio.sleep(0.1)  # the first paint holds seq 1 and waits
        await achange(shelves, 2)
        await asyncio.sleep(0.1)
        shelves.hold.set()
        assert (await other.painted())["seq"] == 2
        frame = await phone.painted()
        if frame["seq"] == 1:
            frame = await phone.painted()
        assert frame["seq"] == 2


async def test_a_lost_nudge_is_healed_by_looking(shelves, looks):
    async with Phone("open-1") as phone:
        await phone.painted()
        shelves.seqs[1] = 2
        assert (await phone.painted())["seq"] == 2


async def test_a_change_without_a_seq_is_read(shelves):
    async with Phone("open-1") as phone:
        await phone.painted()
        shelves.seqs[1] = 5
        await sync_to_async(live.announce)("shelf", 1, 0)
        assert (await phone.painted())["seq"] == 5
        await sync_to_async(live.announce)("shelf", 1, 0)
        assert await phone.quiet()


async def test_who_acted_is_painted_after_the_others(shelves, anna, anna_phone, bela_phone):
    async with Phone("own-1", client=anna_phone) as first, Phone("own-1", client=bela_phone) as second:
        for phone in (first, second):
            await phone.painted()
        actor = f"seat:{anna.pk}"
        for seq in range(2, 6):
            await asyncio.sleep(0.05)  # both answers have been taken
            shelves.painted.clear()
            shelves.seqs[1] = seq
            await sync_to_async(live.announce)("shelf", 1, seq, actor)
            for phone in (first, second):
                await phone.painted()
            assert shelves.painted[-1][0].audience == actor


async def test_an_answer_gets_what_is_painted_for_sockets(shelves):
    public = (live.Watch("shelf", 1, "public"),)
    assert await sync_to_async(live.painted)(public, "en", 1) is None
    async with Phone("open-1", lang="en") as phone:
        await phone.painted()
        await achange(shelves, 2)
        parts = await asyncio.to_thread(live.painted, public, "en", 2)
        assert parts == (await phone.painted())["parts"]
        assert shelves.painted.count((public[0], "en")) == 2
        elsewhere = (live.Watch("shelf", 2, "public"),)
        assert await asyncio.to_thread(live.painted, elsewhere, "en", 1) is None
        shelves.broken = True
        assert await asyncio.to_thread(live.painted, public, "en", 3) is None


async def test_other_boards_hear_nothing(shelves):
    async with Phone("open-1", since=1) as phone:
        await achange(shelves, 2, shelf=2)
        assert await phone.quiet()


async def test_a_restored_backup_counts_although_it_is_older(shelves, looks):
    shelves.seqs[1] = 9
    async with Phone("open-1") as phone:
        assert "anew" not in await phone.painted()
        shelves.seqs[1] = 4
        frame = await phone.painted()
        assert (frame["seq"], frame["anew"]) == (4, True)
    async with Phone("open-1", since=9) as phone:
        frame = await phone.painted()
        assert (frame["seq"], frame["anew"]) == (4, True)


async def test_a_board_that_fails_is_logged_once_and_comes_back(shelves, monkeypatch, caplog):
    monkeypatch.setattr(sockets, "AGAIN", 0.05)
    async with Phone("open-1", since=1) as phone:
        shelves.broken = True
        await achange(shelves, 2)
        assert await phone.quiet()
        shelves.broken = False
        assert (await phone.painted())["seq"] == 2
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == [
        "live: paint of shelf 1 fails"
    ]


async def test_every_reader_in_their_own_language(shelves, bela_phone):
    async with Phone("own-1", client=bela_phone, lang="ru") as bela, Phone("open-1", lang="ru") as display:
        frame = await bela.painted()
        assert 'lang="hu"' in frame["parts"]["public"]
        assert "Igen" in frame["parts"]["mine"]
        assert "Да" in (await display.painted())["parts"]["public"]
    async with Phone("open-1", lang="xx") as display:
        assert "Yes" in (await display.painted())["parts"]["public"]


async def test_a_changed_language_reaches_an_open_socket(shelves, looks, anna, anna_phone):
    async with Phone("own-1", client=anna_phone) as phone:
        await phone.painted()
        anna.person.account.language = "hu"
        await anna.person.account.asave(update_fields=["language"])
        frame = await phone.painted()
        assert frame["anew"]
        assert "Igen" in frame["parts"]["mine"]


# --- who may watch --------------------------------------------------------------


@pytest.mark.parametrize("code", ["own-1", "own-9", "open-9", "nothing", "1"])
async def test_a_forged_board_is_refused_without_telling_whether_it_exists(shelves, code):
    async with Phone(code) as phone:
        assert phone.connected
        assert await phone.closed() == 4404


async def test_a_foreign_events_board_is_refused(shelves, stranger, signed_in):
    client = await sync_to_async(signed_in)(stranger)
    async with Phone("own-1", client=client) as phone:
        assert await phone.closed() == 4404


async def test_an_unknown_kind_is_refused(shelves):
    async with Phone("open-1", kind="nothing") as phone:
        assert await phone.closed() == 4404


@pytest.mark.parametrize(
    "path", ["/live/", "/live/shelf/", "/live/shelf/open-1", "/other/", "/live/shelf/a%00/"]
)
async def test_another_address_is_no_socket(shelves, path, caplog):
    wire = WebsocketCommunicator(live.application, path)
    assert await wire.connect() == (False, 1000)
    await wire.wait()
    assert not caplog.records


@pytest.mark.parametrize(
    "query", ["since=x", "since=-1", "since=٣", "since=" + "9" * 99, "&" * 99, "since=%ff"]
)
async def test_garbage_in_the_query_counts_as_missing(shelves, query):
    wire = WebsocketCommunicator(live.application, f"/live/shelf/open-1/?{query}")
    await wire.connect()
    assert json.loads(await wire.receive_from())["seq"] == 1
    await wire.disconnect()


@pytest.mark.parametrize(
    "cookie", [b"sessionid=forged0forged0forged0forged0fo", b"sessionid=\xff\x01;;=", b"=" * 4000]
)
async def test_a_forged_session_is_a_stranger(shelves, cookie, caplog):
    wire = WebsocketCommunicator(live.application, "/live/shelf/own-1/", [(b"cookie", cookie)])
    await wire.connect()
    assert (await wire.receive_output())["code"] == 4404
    await wire.disconnect()
    assert not caplog.records


async def test_signing_out_everywhere_ends_sockets(shelves, looks, anna, anna_phone, bela_phone):
    async with Phone("own-1", client=anna_phone) as phone, Phone("own-1", client=bela_phone) as other:
        await phone.painted()
        await other.painted()
        await sync_to_async(devices.end_all)(anna.person.account)
        assert await phone.frame() == {"gone": "signed_out"}
        assert await phone.closed() == 4401
        assert await other.quiet()
    async with Phone("own-1", client=anna_phone) as phone:
        assert await phone.closed() == 4404


async def test_signing_out_everywhere_is_heard_at_once(shelves, anna, anna_phone):
    async with Phone("own-1", client=anna_phone) as phone:
        await phone.painted()
        await sync_to_async(devices.end_all)(anna.person.account)
        await sync_to_async(live.announce_account)(anna.person.account.pk)
        assert await phone.frame() == {"gone": "signed_out"}


async def test_signing_out_one_phone_leaves_the_other(shelves, looks, anna, anna_phone, signed_in):
    second = await sync_to_async(signed_in)(anna)
    async with Phone("own-1", client=anna_phone) as phone, Phone("own-1", client=second) as other:
        await phone.painted()
        await other.painted()
        device = await sync_to_async(lambda: anna_phone.session["device"])()
        await anna.person.account.devices.filter(code=device).aupdate(ended=timezone.now())
        assert await phone.frame() == {"gone": "signed_out"}
        assert await other.quiet()


async def test_an_erased_account_ends_its_sockets(shelves, looks, anna, anna_phone):
    async with Phone("own-1", client=anna_phone) as phone:
        await phone.painted()
        await sync_to_async(anna.person.account.delete)()
        assert await phone.frame() == {"gone": "signed_out"}


async def test_a_role_that_is_taken_away_ends_its_part(shelves, looks, referee_seat, referee_phone):
    async with Phone("own-1", client=referee_phone) as phone:
        assert list((await phone.painted())["parts"]) == ["referee"]
        referee_seat.roles = [Role.PLAYER]
        await referee_seat.asave(update_fields=["roles"])
        frame = await phone.painted()
        assert frame["anew"]
        assert sorted(frame["parts"]) == ["mine", "public"]
        referee_seat.roles = []
        await referee_seat.asave(update_fields=["roles"])
        assert await phone.frame() == {"gone": "not_found"}
        assert await phone.closed() == 4404


async def test_a_board_that_is_gone_ends(shelves, looks, monkeypatch):
    async with Phone("open-1") as phone:
        await phone.painted()
        monkeypatch.setattr(shelves, "admit", lambda reader, code: ())
        del shelves.seqs[1]
        assert await phone.frame() == {"gone": "not_found"}


# --- what a browser does ----------------------------------------------------------


async def test_a_phone_that_never_answers_costs_one_frame_and_nobody_else_anything(shelves, monkeypatch):
    monkeypatch.setattr(sockets, "BEAT", 0.1)
    monkeypatch.setattr(sockets, "PATIENCE", 0.5)
    async with Phone("open-1") as silent, Phone("open-1") as other:
        assert (await silent.frame())["seq"] == 1
        await other.painted()
        for seq in range(2, 100):
            await achange(shelves, seq)
            assert (await other.painted())["seq"] == seq
        sent = []
        while (output := await silent.wire.receive_output(3))["type"] == "websocket.send":
            sent.append(json.loads(output["text"]))
        assert output["code"] == 4408
        assert all(message == {"beat": 1} for message in sent)


async def test_the_heartbeat_goes_on_while_nothing_happens(shelves, monkeypatch):
    monkeypatch.setattr(sockets, "BEAT", 0.05)
    async with Phone("open-1", since=1) as phone:
        for _ in range(3):
            assert json.loads(await phone.wire.receive_from()) == {"beat": 1}


async def test_garbage_from_a_page_is_ignored(shelves, caplog):
    async with Phone("open-1") as phone:
        frame = await phone.frame()
        for text in ("{", "[]", "null", '{"ack": "1"}', '{"ack": [1]}', "1" * 200, "[" * 200, "\ud800", "{}"):
            await phone.wire.send_to(text_data=text)
        await phone.wire.send_to(bytes_data=b"\x00\xff")
        await achange(shelves, 2)
        assert await phone.quiet()
        await phone.answer(frame)
        assert (await phone.painted())["seq"] == 2
    assert not caplog.records


@pytest.mark.parametrize("size", [{"text_data": "x" * 5000}, {"bytes_data": b"x" * 5000}])
async def test_a_large_message_closes_the_socket(shelves, size):
    async with Phone("open-1", since=1) as phone:
        await phone.wire.send_to(**size)
        assert await phone.closed() == 1009


async def test_a_flood_of_messages_closes_the_socket(shelves):
    async with Phone("open-1", since=1) as phone:
        for _ in range(sockets.JUNK_A_BEAT + 1):
            await phone.wire.send_json_to({"ack": 1})
        assert await phone.closed() == 1008


async def test_a_part_that_is_too_large_is_not_sent(shelves, monkeypatch, caplog):
    monkeypatch.setattr(shelves, "paint", lambda *_: live.Paint(2, {"public": "x" * 1_000_000}))
    async with Phone("open-1") as phone:
        assert await phone.quiet()
    assert "too large a part" in caplog.text


# --- hubs -------------------------------------------------------------------------


def test_hubs_of_two_loops_both_hear(shelves):
    ready = threading.Barrier(3)
    heard = []

    async def stay():
        async with Phone("open-1") as phone:
            await phone.painted()
            await asyncio.to_thread(ready.wait, 5)
            heard.append((await phone.painted())["seq"])

    threads = [threading.Thread(target=asyncio.run, args=(stay(),)) for _ in range(2)]
    for thread in threads:
        thread.start()
    ready.wait(5)
    assert len(hub._hubs) == 2
    change(shelves, 2)
    for thread in threads:
        thread.join(5)
    assert heard == [2, 2]


async def test_one_hub_a_loop_that_ends_with_its_last_socket(shelves):
    async with Phone("open-1"), Phone("open-2"):
        await asyncio.sleep(0)
        assert len(hub._hubs) == 1
    assert not hub._hubs
    async with Phone("open-1") as phone:
        assert (await phone.painted())["seq"] == 1


async def test_a_look_asks_once_for_all(shelves, looks, anna_phone, bela_phone):
    async with (
        Phone("own-1", client=anna_phone) as first,
        Phone("own-2", client=bela_phone) as second,
        Phone("open-2") as third,
    ):
        for phone in (first, second, third):
            await phone.painted()
        asked = []
        heads = shelves.heads
        shelves.heads = lambda ids: asked.append(set(ids)) or heads(ids)
        await asyncio.sleep(0.2)
    assert asked
    assert all(ids == {1, 2} for ids in asked)


async def test_a_database_that_fails_ends_no_socket(shelves, looks, monkeypatch, caplog):
    async with Phone("open-1") as phone:
        await phone.painted()
        heads = shelves.heads

        def fail(ids):
            raise OSError("the disk is full")

        shelves.heads = fail
        await asyncio.sleep(0.3)
        shelves.heads = heads
        shelves.seqs[1] = 2
        assert (await phone.painted())["seq"] == 2
    assert caplog.text.count("live: heads of shelf fails") == 1


async def test_every_socket_is_admitted_anew_in_turn(shelves, looks, monkeypatch):
    monkeypatch.setattr(hub, "ROUND", 2)
    async with Phone("open-1") as first, Phone("open-2") as second:
        await first.painted()
        await second.painted()
        monkeypatch.setattr(shelves, "admit", lambda reader, code: ())
        assert await first.frame() == {"gone": "not_found"}
        assert await second.frame() == {"gone": "not_found"}
