"""Refusals: what a person can mend, as a code with data and no wording."""

from __future__ import annotations

type Param = str | int | tuple[str, ...] | None


class Refused(Exception):
    """Say that a command is not possible, which rule forbids it, and the data to word it with."""

    def __init__(self, code: str, rule: str = "", **params: Param) -> None:
        super().__init__(code, rule)
        self.code = code
        self.rule = rule
        self.params: dict[str, Param] = params

    def __repr__(self) -> str:
        return f"Refused({self.code!r}, {self.rule!r}, {self.params!r})"
