"""The rule numbers of live combat: which there are, and which have no effect that a case could show."""

import re

RULES = frozenset(f"R{number}" for number in range(1, 91))
DECISIONS = frozenset(f"A{number}" for number in range(1, 87))
KNOWN = RULES | DECISIONS

NO_EFFECT = {
    "R40": "a cross-reference; weapons are data",
    "R68": "how a KM judges length, outside the app",
    "R71": "psi is a spell: the same command",
    "R81": "examples",
    "A16": "a draw is a result: there is nothing that would ask again",
    "A41": "a KM wakes people by a ruling, in the app's own step",
    "A44": "the garrotte is an ambush like any other",
    "A69": "a word's meaning",
    "A76": "silent psi is a spell whose time the KM sets",
    "A80": "the aimed place is on record, without effect",
}
"""Numbers without an effect of their own, each with the reason."""


def cited(text: str) -> frozenset[str]:
    """Give the rule numbers that a text cites, ranges like R87–R90 written out."""
    found = set(re.findall(r"\b[RA]\d+\b", text))
    for letter, first, last in re.findall(r"\b([RA])(\d+)[–-]\1?(\d+)\b", text):
        found |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    return frozenset(found)
