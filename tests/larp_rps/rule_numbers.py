"""The rule numbers of live combat: which there are, and which have no effect that a case could show."""

import re

RULES = frozenset(f"R{number}" for number in range(1, 91))
DECISIONS = frozenset(f"A{number}" for number in range(1, 87))
KNOWN = RULES | DECISIONS

NO_EFFECT = {
    "A69": "a word's meaning",
}
"""Numbers without an effect of their own, each with the reason."""


def cited(text: str) -> frozenset[str]:
    """Give the rule numbers that a text cites, ranges like R87–R90 written out."""
    found = set(re.findall(r"\b[RA]\d+\b", text))
    for letter, first, last in re.findall(r"\b([RA])(\d+)[–-]\1?(\d+)\b", text):
        found |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    return frozenset(found)
