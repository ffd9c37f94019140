"""Lets only this site's own pages open sockets."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings


class SameOrigin:
    """Refuses a socket whose page came from elsewhere: Origin must be the host asked, or `PUBLIC_URL`.

    Hosts are compared instead of listed, since on a local network the address is often known only at start.
    """

    def __init__(self, application: Any) -> None:
        """Keep what is guarded."""
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Pass on, or deny."""
        headers = {name: value.decode("latin1") for name, value in scope["headers"]}
        origin = urlsplit(headers.get(b"origin", "")).netloc
        allowed = {headers.get(b"host"), urlsplit(settings.PUBLIC_URL).netloc}
        if origin and origin in allowed:
            return await self.application(scope, receive, send)
        await receive()  # websocket.connect
        return await send({"type": "websocket.close"})
