"""The referee's console of live combat: everything of a fight on one screen, and one tap a hand."""

from __future__ import annotations

from larp_rps import arena
from referee.system import Screen, View

TEMPLATE = "larp_rps/console.html"


def console(view: View) -> Screen:
    """Give what referees see and act on."""
    return Screen(TEMPLATE, ("heading", "console", "consolekeys"), arena.context(view))
