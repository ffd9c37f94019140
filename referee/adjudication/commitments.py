"""Commitments: what lay sealed is bound in the log by salted hashes, and checked once it is revealed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from referee.codec import parse
from referee.kernel.chain import commitment
from referee.models import Entry


@dataclass(frozen=True, slots=True)
class Opening:
    """A sealed sign as it was revealed: `bound` is the entry that binds it, `kept` whether it is the same."""

    who: str
    hand: str
    sign: str
    salt: str
    bound: int
    kept: bool


def openings(entries: Iterable[Entry]) -> dict[int, tuple[Opening, ...]]:
    """Give what each revealing entry opened, by its number, with the outcome of the check.

    Whoever holds the entries checks it: the salted hash of sign and salt must stand in the latest entry by
    which that fighter sealed that ask. Who throws last binds nothing: that throw is revealed at once.
    """
    found: dict[int, tuple[Opening, ...]] = {}
    sealed: dict[tuple[str, str, str], tuple[int, str]] = {}
    for entry in entries:
        data = parse(entry.data)
        if entry.kind == "sealed":
            for hand, bound in data["bound"].items():
                sealed[(data["ask"], data["who"], hand)] = (entry.seq, bound)
        elif data.get("salts"):
            found[entry.seq] = tuple(_openings(data, sealed))
    return found


def _openings(data: dict[str, Any], sealed: dict[tuple[str, str, str], tuple[int, str]]) -> Iterator[Opening]:
    signs = data.get("signs") or _thrown(data)
    for place, salt in data["salts"].items():
        who, _, hand = place.partition(" ")
        seq, bound = sealed.get((data["ask"], who, hand), (0, ""))
        kept = place in signs and commitment(salt, signs[place]) == bound
        yield Opening(who, hand, signs.get(place, ""), salt, seq, kept)


def _thrown(data: dict[str, Any]) -> dict[str, str]:
    lines = [line for line in data.get("answers", ()) if line["ask"] == data["ask"]]
    return {
        f"{who} {hand}": sign
        for line in lines
        for (who, hand), sign in zip(line["hands"], line["answer"]["signs"], strict=True)
    }
