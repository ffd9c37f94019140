"""The rule numbers of VEX: which there are, and which no case can show."""

import re
from pathlib import Path

LAST = {1: 6, 2: 6, 3: 12, 4: 10, 5: 6, 6: 10, 7: 4, 8: 3, 9: 16, 10: 7, 11: 16, 12: 21, 13: 2, 14: 3, 15: 9}
LETTERED = (
    ["V1.6a", "V3.3a", "V3.5a", "V5.2a", "V9.4a", "V9.5a", "V9.10a", "V9.10b", "V9.12a", "V9.12b", "V13.2a"]
)  # fmt: skip
KNOWN = frozenset(
    {f"V{part}.{number}" for part, last in LAST.items() for number in range(1, last + 1)} | {*LETTERED}
)
"""Every number of the rules' page."""

WITHOUT_CASE = {
    "V1.5": "where dice come from is the driver's: tests/vex/test_dice.py",
    "V8.3": "an event's own items are no part of a case: tests/vex/test_catalogue.py",
    "V14.1": "what is shown before: tests/vex/test_preview.py",
    "V14.2": "what is shown after: tests/vex/test_explained.py",
    "V14.3": "the table of refusals: tests/vex/test_refusals.py",
    "V15.1": "a stance that there is not",
    "V15.2": "a word without a rule: sides say who is whose enemy",
    "V15.3": "parameters without a number: V2.6",
    "V15.8": "an action that there is not: V2.6",
}
"""Numbers that no case can show, each with the reason."""


def cited(text: str) -> frozenset[str]:
    """Give the rule numbers that a text cites."""
    return frozenset(re.findall(r"\bV\d+\.\d+[ab]?\b", text))


SOURCE = Path(__file__).parents[2] / "vex"
