"""Live boards: "changed" after a commit, one hub per event loop, and the one websocket (L6).

A screen registers a `Source` for its kind of board. Whoever writes calls `announce` with the board's new
seq; each socket then gets its own board painted. Without a socket a page still works, slower.
"""

from .announcing import announce, announce_account
from .answers import painted
from .readers import Reader
from .sockets import application
from .sources import Paint, Source, Watch, register

__all__ = [
    "Paint",
    "Reader",
    "Source",
    "Watch",
    "announce",
    "announce_account",
    "application",
    "painted",
    "register",
]
