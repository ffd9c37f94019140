"""The fold: which entries a state is made of, and where undo and redo lead.

Nothing is taken out of a ledger (L3). Each entry names the entry whose state it follows (`after`); an undo
is an entry that follows an earlier one, a redo one that follows the entry before the undo. The last entry is
always the head.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

BEGINNING = 0
"""What the first entry of a stream follows."""


@dataclass(frozen=True, slots=True)
class Link:
    """An entry's place: its number (from 1, without gaps), the entry it follows, and what it is to undo.

    `kind` is undo, redo, act (changes state, can be undone) or aside (notes, protests, single sealed signs).
    """

    seq: int
    after: int
    kind: str


def path(links: Sequence[Link]) -> tuple[int, ...]:
    """Give the numbers of the entries that the head's state is made of, oldest first."""
    by_seq = {link.seq: link for link in links}
    numbers: list[int] = []
    seq = links[-1].seq if links else BEGINNING
    while seq != BEGINNING:
        numbers.append(seq)
        seq = by_seq[seq].after
    return tuple(reversed(numbers))


def _stacks(links: Iterable[Link]) -> tuple[list[Link], list[Link]]:
    done: list[Link] = []
    undone: list[Link] = []
    for link in links:
        if link.kind == "act":
            # What follows an earlier entry stands instead of the acts after that one.
            while done and done[-1].seq > link.after:
                done.pop()
            done.append(link)
            undone.clear()
        elif link.kind == "undo" and done:
            done.pop()
            undone.append(link)
        elif link.kind == "redo" and undone:
            undo = undone.pop()
            done.append(Link(undo.seq, undo.after, "act"))
    return done, undone


def undo_target(links: Sequence[Link]) -> int | None:
    """Give the entry that an undo now would follow, that before the last act; None if there is none."""
    done, _ = _stacks(links)
    return done[-1].after if done else None


def redo_target(links: Sequence[Link]) -> int | None:
    """Give the entry that a redo now would follow, that before the last undo; None if there is none."""
    _, undone = _stacks(links)
    return undone[-1].seq - 1 if undone else None


def fold[S, E](start: S, events: Iterable[E], evolve: Callable[[S, E], S]) -> S:
    """Apply events in order."""
    state = start
    for event in events:
        state = evolve(state, event)
    return state
