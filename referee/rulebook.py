"""Open rules at the seam: what a number cited on a screen says, for everybody to read and search."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from referee.system import RuleSystem, Words, systems

NUMBER = re.compile(r"[a-z]\d+(\.\d+)?[a-z]?")
"""A word of a search that is a rule's number."""


@dataclass(frozen=True, slots=True)
class OpenRule:
    """A rule by its number, in a sentence or two."""

    number: str
    text: Words


@dataclass(frozen=True, slots=True)
class Section:
    """Rules that belong together, under a heading."""

    title: Words
    rules: tuple[OpenRule, ...]


@runtime_checkable
class OpenRules(Protocol):
    """What a rule system adds whose rules stand open: its results' rule tags lead there."""

    open_rules: Sequence[Section]


def rulebooks() -> Mapping[str, RuleSystem]:
    """Give the rule systems whose rules stand open, by key."""
    return {key: system for key, system in systems().items() if isinstance(system, OpenRules)}


def folded(text: str) -> str:
    """Give a text as it is searched: without accents and capitals."""
    apart = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).casefold()


def search(sections: Sequence[Section], query: str) -> Iterator[Section]:
    """Give what fits all words of a query; a number is meant whole: R1 is not R16."""
    words = folded(query).split()
    for section in sections:
        title = folded(str(section.title))
        rules = tuple(rule for rule in section.rules if _fits(rule, title, words))
        if rules:
            yield Section(section.title, rules)


def _fits(rule: OpenRule, title: str, words: Sequence[str]) -> bool:
    text = folded(f"{rule.text}")
    cited = {rule.number.casefold(), *(found.group() for found in NUMBER.finditer(text))}
    return all(word in cited if NUMBER.fullmatch(word) else word in text or word in title for word in words)
