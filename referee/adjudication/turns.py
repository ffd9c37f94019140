"""Fights of turns: windows in which several declare at once, automatic turns, playing on to the next human.

Each function decides one act; it gets the desk and gives the deed, or raises Refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any

from django.views.decorators.debug import sensitive_variables

from referee.adjudication.desk import Deed, Desk, Seal
from referee.adjudication.events import Sealed
from referee.adjudication.position import Company, Position, gathering_of
from referee.codec import encode
from referee.kernel.chain import commitment, digest
from referee.kernel.refusals import Refused
from referee.ledger import secret_salt
from referee.system import RuleSystem, Turns, Window

MOST_ON = 100
"""Commands that one tap may play on."""
SEALED_AS = "declaration"
LONGEST = 20
"""Options that one fighter may declare: what lies sealed is a letter each."""


@dataclass(frozen=True, slots=True)
class OpenWindow:
    """The window that is open: its name, who declares what in it, for whom it waits and who has declared."""

    name: str
    window: Window
    waits: frozenset[str]
    ready: frozenset[str]


def turns_of(system: RuleSystem) -> Turns | None:
    """Give a rule system as one of turns, None where it is none."""
    return system if isinstance(system, Turns) else None


def _turns(desk: Desk) -> Turns:
    found = turns_of(desk.system)
    if found is None:
        raise Refused("no_turns")
    return found


def window_of(system: RuleSystem, position: Position, company: Company) -> OpenWindow | None:
    """Give the window that is open in a fight, None where none is.

    It waits for those who are asked and have a person to answer; others have declared nothing when it closes.
    """
    turns = turns_of(system)
    if turns is None or position.status != "open" or position.state is None or position.paused is not None:
        return None
    window = turns.window(position.state)
    if window is None:
        return None
    name = f"window {digest(position.state)[:24]}"
    ready = gathering_of(position, name).thrown
    return OpenWindow(name, window, frozenset(window.who) & company.human, ready)


def _open(desk: Desk, name: str) -> OpenWindow:
    desk.must_run()
    found = window_of(desk.system, desk.position, desk.company)
    if found is None or found.name != name:
        raise Refused("stale_ask")
    return found


@sensitive_variables("chosen", "seal")
def declare(desk: Desk, name: str, who: str, chosen: Sequence[str]) -> Deed:
    """Declare in a window: sealed until all have whom it waits for, then revealed together."""
    opened = _open(desk, name)
    if not desk.actor.referees and who not in desk.speaks:
        raise Refused("not_your_fighter")
    options = opened.window.options
    if who not in opened.window.who or len(chosen) > LONGEST or not set(chosen) <= set(options):
        raise Refused("not_asked")
    _turns(desk).declare(desk.position.state, who, chosen)
    if opened.waits <= opened.ready | {who}:
        return _reveal(desk, opened, {who: tuple(chosen)})
    letters = "".join(ascii_lowercase[options.index(one)] for one in chosen)
    seal = Seal(name, who, SEALED_AS, letters, secret_salt())
    data = {"ask": name, "who": who, "bound": {SEALED_AS: commitment(seal.salt, seal.sign)}}
    return Deed("sealed", (Sealed(name, who, SEALED_AS),), data, seals=[seal])


def close_window(desk: Desk, name: str) -> Deed:
    """Close a window: those silent have declared nothing. A referee does, or anyone if nobody is asked."""
    opened = _open(desk, name)
    if not desk.actor.referees and not (desk.actor.own and opened.waits <= opened.ready):
        raise Refused("referees_only")
    return _reveal(desk, opened, {})


@sensitive_variables("last", "lying", "chosen")
def _reveal(desk: Desk, opened: OpenWindow, last: Mapping[str, Sequence[str]]) -> Deed:
    lying = desk.sealed(opened.name)
    chosen: dict[str, Sequence[str]] = {}
    salts: dict[str, str] = {}
    signs: dict[str, str] = {}
    for (who, hand), row in lying.items():
        if who in opened.ready and who not in last:
            chosen[who] = tuple(opened.window.options[ascii_lowercase.index(letter)] for letter in row.sign)
            salts[f"{who} {hand}"] = row.salt
            signs[f"{who} {hand}"] = row.sign
    chosen.update(last)
    command = _turns(desk).declared(desk.position.state, chosen)
    running = desk.running()
    running.command(command)
    data: dict[str, Any] = {
        "command": encode(command),
        "way": "phones",
        "ask": opened.name,
        "salts": salts,
        "signs": signs,
        "silent": sorted(set(opened.window.who) - set(chosen)),
        "entered_for": desk.entered_for,
    }
    return Deed("answer", (), data, course=running.run_on())


def automatic(desk: Desk) -> Deed:
    """Let the turn that comes next be taken automatically: by whose it is, or by a referee for anyone."""
    desk.must_run()
    upcoming = _turns(desk).upcoming(desk.position.state)
    if upcoming is None:
        raise Refused("nothing_comes")
    _may_go_on(desk)
    owners = {key.partition(".")[0] for key in upcoming.who}
    if not desk.actor.referees and not owners <= desk.speaks:
        raise Refused("not_your_fighter")
    running = desk.running()
    running.command(upcoming.command)
    data = {"command": encode(upcoming.command), "entered_for": desk.entered_for, "automatic": True}
    return Deed("command", (), data, course=running.run_on())


def play_on(desk: Desk) -> Deed:
    """Play automatic turns up to the next human, the next throw of a table die, or the round's end."""
    desk.must_run()
    turns = _turns(desk)
    if not (desk.actor.own or desk.actor.referees):
        raise Refused("not_your_fighter")
    _may_go_on(desk)
    running = desk.running()
    played = 0
    data: dict[str, Any] = {"entered_for": desk.entered_for, "automatic": True}
    while played < MOST_ON and not running.paused:
        upcoming = turns.upcoming(running.state)
        if upcoming is None or (upcoming.begins and played) or desk.system.over(running.state):
            break
        if not desk.company.human.isdisjoint(upcoming.who):
            break
        running.command(upcoming.command)
        played += 1
        data["command"] = encode(upcoming.command)
    if not played:
        raise Refused("a_person_is_asked")
    if played > 1:
        del data["command"]
    return Deed("command", (), data, course=running.run_on())


def _may_go_on(desk: Desk) -> None:
    if desk.position.paused is not None:
        raise Refused("answer_first")
