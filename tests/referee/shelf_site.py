"""A site with one open shelf, for tests of sockets: `python -m tests.referee.shelf_site SERVER PORT`.

A file holds the shelf's seq, so that it outlives the process; GET /announce/<seq> writes it there and
announces it.
"""

import os
import sys
from pathlib import Path

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from referee import live  # noqa: E402 - models need the apps above
from referee.asgi import application  # noqa: E402
from referee.live import hub  # noqa: E402
from tests.referee.shelf import Shelves  # noqa: E402


class FiledShelves(Shelves):
    """Shelves whose seq stands in the file."""

    def heads(self, ids):
        return dict.fromkeys(ids, int(Path(os.environ["SHELF"]).read_text()))

    def paint(self, watch, language):
        self.seqs[watch.id] = self.heads([watch.id])[watch.id]
        return super().paint(watch, language)


async def site(scope, receive, send):
    """Serve sockets as the site does; announce what an address says."""
    if scope["type"] != "http":
        await application(scope, receive, send)
        return
    seq = int(scope["path"].rpartition("/")[2])
    shelf = Path(os.environ["SHELF"])
    fresh = shelf.with_name(f"{shelf.name}.{os.getpid()}")
    fresh.write_text(str(seq))
    fresh.replace(shelf)  # never seen half written
    hub.spread("shelf", 1, seq)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def main(server: str, port: int) -> None:
    """Serve until a signal ends it."""
    live.register("shelf", FiledShelves())
    hub.LOOK = float(os.environ.get("LOOK", hub.LOOK))
    if server == "daphne":
        from daphne.server import Server

        Server(site, endpoints=[f"tcp:port={port}:interface=127.0.0.1"]).run()
    else:
        import uvicorn

        uvicorn.run(site, host="127.0.0.1", port=port, log_level="warning", lifespan="off")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
