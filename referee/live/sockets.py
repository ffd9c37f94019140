"""The one websocket: /live/<kind>/<code>/?since=SEQ&lang=xx.

The server sends `{"seq": 13, "parts": {id: html, …}}`, `{"beat": 1}` and, before it closes what it had
admitted, `{"gone": reason}`. The page answers a frame with `{"ack": 13}` once it has painted it. One frame
is in flight; the next goes out after the answer and is the newest then. A frame with `"anew": true` counts
although it is no newer than what the page shows: a backup was restored, or a role or language changed.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs

from django.core.exceptions import PermissionDenied

from .boards import Board
from .hub import Hub
from .readers import Reader, Stamp
from .sources import Watch

type Scope = dict[str, Any]
type Receive = Callable[[], Awaitable[dict[str, Any]]]
type Send = Callable[[dict[str, Any]], Awaitable[None]]

logger = logging.getLogger(__name__)

BEAT = 5.0
"""Seconds between two signs of life."""

PATIENCE = 30.0
"""Seconds that a page may take to answer a frame, and a network to take one."""

CLOSING = 5.0
"""Seconds for a browser to take leave after a close."""

AGAIN = 1.0
"""Seconds until a painting that failed is tried again."""

MESSAGE_LIMIT = 256
JUNK_A_BEAT = 64

CODES = {
    "signed_out": 4401,
    "not_found": 4404,
    "refused": 4404,
    "silent": 4408,
    "flood": 1008,
    "too_big": 1009,
    "failed": 1011,
}
TOLD = {"signed_out", "not_found"}
"""Reasons that a page is told, and loads anew. Never one that was not admitted: it would load for ever."""

_PATH = re.compile(r"/live/([a-z_]{1,20})/([A-Za-z0-9_-]{1,64})/")


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one websocket (ASGI)."""
    await receive()  # websocket.connect
    found = _PATH.fullmatch(scope["path"])
    if not found:
        await send({"type": "websocket.close"})
        return
    # Accepted before it is known who reads: only then does a browser learn the code that it is closed with.
    await send({"type": "websocket.accept"})
    await Socket(scope, *found.groups()).serve(receive, send)


def _asked(scope: Scope) -> tuple[int | None, str]:
    """Give `since` and `lang` of the query; what is none counts as missing."""
    try:
        query = parse_qs(scope["query_string"].decode("ascii"), max_num_fields=8)
    except ValueError:
        return None, ""
    since = query.get("since", [""])[0]
    # int() would take other scripts' digits, and any length.
    known = since.isascii() and since.isdecimal() and len(since) < 16
    return int(since) if known else None, query.get("lang", [""])[0]


class Socket:
    """One open page and the board it shows."""

    def __init__(self, scope: Scope, kind: str, code: str) -> None:
        """Keep what was asked for."""
        self.kind, self.code = kind, code
        self.cookies = "; ".join(
            value.decode("latin1") for name, value in scope["headers"] if name.lower() == b"cookie"
        )
        self.shown, self.wanted_language = _asked(scope)
        self.hub = Hub.here()
        self.hub.enter(self)
        self.reader: Reader | None = None
        self.watches: tuple[Watch, ...] = ()
        self.board: Board | None = None
        self.doubted = False
        self._anew = False  # shows what is not its own any more, or never happened
        self._ending = ""
        self._unanswered: int | None = None
        self._sent_at = 0.0
        self._junk = 0  # messages since the last beat that answer nothing
        self._wake = asyncio.Event()

    @property
    def account_id(self) -> int | None:
        """Give whose socket it is, None before that is known and for a stranger."""
        return self.reader.account.pk if self.reader and self.reader.account else None

    @property
    def device(self) -> str:
        """Give the code of the device that is signed in here."""
        return self.reader.device if self.reader else ""

    @property
    def stamp(self) -> Stamp:
        """Give what its rights rest on."""
        return self.reader.stamp if self.reader else ()

    # What the hub tells

    def wake(self) -> None:
        """Look whether there is something to send."""
        self._wake.set()

    def end(self, reason: str) -> None:
        """Close soon, for a reason of CODES; the first one counts."""
        self._ending = self._ending or reason
        self._wake.set()

    def start_anew(self) -> None:
        """Show the board as it is, though it is older than what is shown."""
        self.shown, self._anew = None, True
        self._wake.set()

    def take(self, reader: Reader, watches: tuple[Watch, ...]) -> None:
        """Watch these parts for this reader from now on."""
        language = self.reader.language if self.reader else reader.language
        if self.watches and (watches, reader.language) != (self.watches, language):
            self._anew = True
        self.reader, self.watches = reader, watches
        self._wake.set()

    # Its life

    async def serve(self, receive: Receive, send: Send) -> None:
        """Stay until either side closes."""
        reading = asyncio.create_task(self._read(receive))
        writing = asyncio.create_task(self._write(send))
        try:
            await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({reading}, timeout=CLOSING)
        finally:
            reading.cancel()
            writing.cancel()
            self.hub.leave(self)

    async def _read(self, receive: Receive) -> None:
        while (message := await receive())["type"] != "websocket.disconnect":
            text = message.get("text")
            if len(text or message.get("bytes") or "") > MESSAGE_LIMIT:
                self.end("too_big")
            elif not (text and self._answers(text)):
                self._junk += 1
                if self._junk > JUNK_A_BEAT:
                    self.end("flood")

    def _answers(self, text: str) -> bool:
        """Take an answer to the frame in flight; tell whether it was one."""
        try:
            message = json.loads(text)
        except ValueError:  # 256 characters nest too little for a RecursionError
            return False
        if self._unanswered is None or message != {"ack": self._unanswered}:
            return False
        self._unanswered = None
        self._wake.set()
        return True

    async def _write(self, send: Send) -> None:
        try:
            await self._enter()
            loop = asyncio.get_running_loop()
            beat_at = loop.time() + BEAT
            while not self._ending:
                try:
                    async with asyncio.timeout_at(beat_at):
                        await self._wake.wait()
                except TimeoutError:
                    beat_at = loop.time() + BEAT
                    self._junk = 0
                    if self._unanswered is not None and loop.time() - self._sent_at > PATIENCE:
                        self.end("silent")
                    else:
                        await self._say(send, '{"beat":1}')
                else:
                    self._wake.clear()
                    if not self._ending and (frame := await self._frame()):
                        self._sent_at = loop.time()
                        await self._say(send, frame)
            if self._ending in TOLD:
                await self._say(send, json.dumps({"gone": self._ending}))
            async with asyncio.timeout(CLOSING):
                await send({"type": "websocket.close", "code": CODES[self._ending]})
        except OSError:
            return  # the browser went away, or its network takes nothing any more (TimeoutError)

    async def _say(self, send: Send, text: str) -> None:
        async with asyncio.timeout(PATIENCE):
            await send({"type": "websocket.send", "text": text})

    async def _enter(self) -> None:
        """Find out who reads, and join the board; close where there is no right to it."""
        try:
            reader, watches = await self.hub.admit(self)
            if watches:
                await self.hub.join(self, watches)
                self.take(reader, watches)
            else:
                self.end("refused")
        except Exception as error:  # told to the log once; the page tries again
            self.hub.ill("admit", error)
            self.end("failed")

    async def _frame(self) -> str | None:
        """Paint what the page lacks; give None where it lacks nothing, or still owes an answer."""
        board, watches, reader = self.board, self.watches, self.reader
        if board is None or reader is None or self._unanswered is not None:
            return None
        head = board.head or 0
        if self.shown is not None and head < self.shown:
            self.start_anew()
        elif head == self.shown and not self._anew:
            return None
        try:
            painted = await asyncio.gather(
                *(self.hub.paint(board, watch, reader.language, head) for watch in watches)
            )
        except PermissionDenied:
            self.hub.doubt(self)
            return None
        except Exception as error:  # tried again soon, and the other boards go on
            self.hub.ill(f"paint of {board.kind} {board.id}", error)
            asyncio.get_running_loop().call_later(AGAIN, self.wake)
            return None
        self.hub.well(f"paint of {board.kind} {board.id}")
        if self._ending or watches != self.watches or reader is not self.reader:
            self._wake.set()  # for somebody else, or for less, than is now right
            return None
        seq = min(one.seq for one in painted)
        anew = '"anew":true,' if self._anew else ""
        self.shown, self._unanswered, self._anew = max(seq, head), seq, False
        return f'{{"seq":{seq},{anew}"parts":{{{",".join(one.members for one in painted)}}}}}'
