"""One hub per event loop: it hears what changed, looks after the heads, and has boards painted once."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any

from channels.layers import InMemoryChannelLayer, get_channel_layer

from .boards import Board, Painted, admit, look, render
from .readers import Reader
from .sources import Watch
from .worker import Worker

if TYPE_CHECKING:
    from .sockets import Socket

logger = logging.getLogger(__name__)

ACCOUNT = "account"
"""The kind under which an account is announced; no board has it."""

LOOK = 1.0
"""Seconds between two looks at the heads, which heal what no nudge told."""

LAYER_WAIT = 2.0
"""Seconds that one message to other processes may take, and until what failed is tried again."""

ROUND = 30
"""Looks in which every socket's rights are looked at anew, even where nothing hints at a change."""

GROUP = "referee.live"

_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}
_lock = threading.Lock()


def spread(kind: str, id: int, seq: int, last: str = "") -> None:  # noqa: A002 - a board's id
    """Tell every hub of this process, and through one of them the other processes. From any thread.

    Hubs of this process are called directly, which is safe across threads and loops; an in-memory channel
    layer is neither, and reaches nobody else.
    """
    with _lock:
        hubs = tuple(_hubs.values())
    for number, hub in enumerate(hubs):
        with contextlib.suppress(RuntimeError):  # its loop has just ended
            hub.loop.call_soon_threadsafe(hub.hear, kind, id, seq, last)
            if number == 0:
                hub.loop.call_soon_threadsafe(hub.pass_on, kind, id, seq)


class Hub:
    """The sockets of one event loop. Starts with its first socket and ends with its last."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start looking and listening."""
        self.loop = loop
        self._boards: dict[tuple[str, int], Board] = {}
        self._sockets: dict[Socket, None] = {}  # in the order in which their rights were looked at
        self._outbox: dict[tuple[str, int], int] = {}
        self._to_send = asyncio.Event()
        self._failing: set[str] = set()
        self._unread: set[tuple[str, int]] = set()  # boards that changed, nobody said to what
        # Apart, so that a look at who is signed out never waits behind a painting.
        self._reading = Worker("live-read")
        self._painting = Worker("live-paint")
        self._tasks: set[asyncio.Task[Any]] = set()
        self._start(self._repeat("look", LOOK, self._look))
        layer = get_channel_layer()
        if layer is not None and not isinstance(layer, InMemoryChannelLayer):
            self._start(self._repeat("listen", LAYER_WAIT, lambda: self._listen(layer)))
            self._start(self._repeat("send", 0, lambda: self._send(layer)))

    @staticmethod
    def any() -> Hub | None:
        """Give a hub of this process, from any thread; None where there is no socket."""
        with _lock:
            return next(iter(_hubs.values()), None)

    @classmethod
    def here(cls) -> Hub:
        """Give the hub of the running loop, started if need be."""
        loop = asyncio.get_running_loop()
        with _lock:
            if loop not in _hubs:
                _hubs[loop] = cls(loop)
            return _hubs[loop]

    # Sockets

    def enter(self, socket: Socket) -> None:
        """Take in a socket that has just connected."""
        self._sockets[socket] = None

    async def admit(self, socket: Socket) -> tuple[Reader, tuple[Watch, ...]]:
        """Find out who reads at a socket and what may be watched."""
        return await self._reading.run(
            admit, socket.kind, socket.code, socket.cookies, socket.wanted_language
        )

    async def join(self, socket: Socket, watches: tuple[Watch, ...]) -> None:
        """Put an admitted socket on its board, whose head is then known."""
        place = (watches[0].kind, watches[0].id)
        board = socket.board = self._boards.setdefault(place, Board(*place))
        board.sockets.add(socket)
        # A page ahead of the head heard of may be right, or older than a restored backup.
        if board.head is None or (socket.shown is not None and socket.shown > board.head):
            seen = await self._reading.run(look, [place], set(), set())
            if place not in seen.heads:
                raise seen.failed.get(board.kind) or LookupError(f"{place} has no head")
            board.rise(seen.heads[place])

    def leave(self, socket: Socket) -> None:
        """Forget a socket, and end with the last one."""
        self._sockets.pop(socket, None)
        self._part(socket)
        if not self._sockets:
            with _lock:
                if _hubs.get(self.loop) is self:
                    del _hubs[self.loop]
            for task in self._tasks:
                task.cancel()
            self._reading.stop()
            self._painting.stop()

    def _part(self, socket: Socket) -> None:
        board = socket.board
        if board is not None:
            board.sockets.discard(socket)
            if not board.sockets:
                self._boards.pop((board.kind, board.id), None)

    # Hearing

    def hear(self, kind: str, id: int, seq: int, last: str = "") -> None:  # noqa: A002 - a board's id
        """Take a nudge, in this loop."""
        if kind == ACCOUNT:
            for socket in tuple(self._sockets):
                if socket.account_id == id:
                    self.doubt(socket)
        elif board := self._boards.get((kind, id)):
            if seq:
                self._rise(board, seq, last)
            else:
                self._unread.add((kind, id))
                if len(self._unread) == 1:
                    self._start(self._read_heads())

    def pass_on(self, kind: str, id: int, seq: int) -> None:  # noqa: A002 - a board's id
        """Take a nudge for the other processes, in this loop; the newest of a board stands for all."""
        self._outbox[kind, id] = max(seq, self._outbox.get((kind, id), 0))
        self._to_send.set()

    async def _send(self, layer: Any) -> None:
        await self._to_send.wait()
        self._to_send.clear()
        changes = [(kind, pk, seq) for (kind, pk), seq in self._outbox.items()]
        self._outbox.clear()
        try:
            async with asyncio.timeout(LAYER_WAIT):
                await layer.group_send(GROUP, {"type": "live.changed", "changes": changes})
        except Exception:
            for change in changes:
                self.pass_on(*change)
            raise

    async def _listen(self, layer: Any) -> None:
        try:
            channel = await layer.new_channel()
            await layer.group_add(GROUP, channel)
            self.well("listen")
            while True:
                for change in (await layer.receive(channel))["changes"]:
                    self.hear(*change)
        except asyncio.CancelledError:
            # Not flushed: the loop's next hub may be listening already.
            with contextlib.suppress(Exception):
                await layer.group_discard(GROUP, channel)
            raise
        except Exception:
            # What it half subscribed to would pile up with every try.
            with contextlib.suppress(Exception):
                await layer.flush()
            raise

    # Looking

    async def _read_heads(self) -> None:
        places = tuple(self._unread)
        self._unread.clear()  # before reading: what is announced meanwhile may be newer
        seen = await self._reading.run(look, places, set(), set())
        for place, head in seen.heads.items():
            if board := self._boards.get(place):
                self._rise(board, head)

    async def _look(self) -> None:
        """Heal lost nudges; end who is signed out; doubt whose rights may have changed."""
        before = {place: board.head for place, board in self._boards.items()}
        accounts = {socket.account_id for socket in self._sockets if socket.account_id is not None}
        devices = {socket.device for socket in self._sockets if socket.device}
        seen = await self._reading.run(look, before, accounts, devices)
        for kind, error in seen.failed.items():
            self.ill(f"heads of {kind}", error)
        for place, head in before.items():
            if place[0] not in seen.failed and (board := self._boards.get(place)):
                self._take_head(board, head, seen.heads.get(place))
        due = -(-len(self._sockets) // ROUND)
        for number, socket in enumerate(tuple(self._sockets)):
            if socket.account_id is not None and socket.account_id in accounts:
                stamp = seen.stamps.get(socket.account_id)
                if stamp is None or socket.device in seen.ended:
                    socket.end("signed_out")
                elif stamp != socket.stamp:
                    self.doubt(socket)
            if number < due:
                self._sockets[socket] = self._sockets.pop(socket)
                self.doubt(socket)

    def _take_head(self, board: Board, before: int | None, now: int | None) -> None:
        if now is None:
            for socket in board.sockets:
                self.doubt(socket)
        elif before is not None and now < before:
            # A backup was restored: what pages show never happened.
            board.head = now
            board.painted.clear()
            for socket in board.sockets:
                socket.start_anew()
        else:
            self._rise(board, now)

    def _rise(self, board: Board, seq: int, last: str = "") -> None:
        if board.rise(seq):
            board.wake(last)

    def doubt(self, socket: Socket) -> None:
        """Have a socket's rights looked at anew."""
        if socket.board is not None and not socket.doubted:
            socket.doubted = True
            self._start(self._admit_anew(socket))

    async def _admit_anew(self, socket: Socket) -> None:
        try:
            was = socket.account_id
            reader, watches = await self.admit(socket)
            if socket not in self._sockets:
                return
            if reader.account is None and was is not None:
                socket.end("signed_out")
            elif not watches:
                socket.end("not_found")
            else:
                if watches != socket.watches:
                    self._part(socket)
                    await self.join(socket, watches)
                socket.take(reader, watches)
        except Exception as error:  # rights are looked at again with the next round
            self.ill("admit", error)
        else:
            self.well("admit")
        finally:
            socket.doubted = False

    # Painting

    async def paint(self, board: Board, watch: Watch, language: str, at_least: int) -> Painted:
        """Give a paint no older than a head, rendered once for all who ask at the same time."""
        key = (watch, language)
        held = board.painted.get(key)
        if held is not None and held.seq >= at_least:
            return held
        if running := board.running.get(key):
            painted = await asyncio.shield(running)
            if painted.seq >= at_least:
                return painted
            # That one had begun before the head was known; one that runs now has not.
        task = board.running.get(key) or self._start(self._paint(board, key))
        board.running[key] = task
        return await asyncio.shield(task)

    async def parts(self, watches: tuple[Watch, ...], language: str, at_least: int) -> dict[str, str] | None:
        """Give the parts of these watches for an answer, None where nobody watches the board."""
        board = self._boards.get((watches[0].kind, watches[0].id))
        if board is None:
            return None
        painted = await asyncio.gather(*(self.paint(board, one, language, at_least) for one in watches))
        return {key: html for one in painted for key, html in one.parts.items()}

    async def _paint(self, board: Board, key: tuple[Watch, str]) -> Painted:
        try:
            painted = await self._painting.run(render, *key)
        finally:
            del board.running[key]
        board.painted[key] = painted
        self._rise(board, painted.seq)
        return painted

    # Going on whatever fails

    def _start[T](self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # who waited for it has it

    async def _repeat(self, what: str, pause: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Exception as error:  # tried again
                self.ill(what, error)
                await asyncio.sleep(max(pause, LAYER_WAIT))
            else:
                self.well(what)
                await asyncio.sleep(pause)

    def ill(self, what: str, error: Exception) -> None:
        """Log what fails once, not every second that it goes on."""
        if what not in self._failing:
            self._failing.add(what)
            logger.error("live: %s fails", what, exc_info=error)

    def well(self, what: str) -> None:
        """Log that it works again."""
        if what in self._failing:
            self._failing.discard(what)
            logger.warning("live: %s works again", what)
