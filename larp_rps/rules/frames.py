"""Frames: what a step works on is the command that it resolves, whole."""

from larp_rps.rules.commands import COMMANDS

FRAMES: tuple[type, ...] = COMMANDS
"""All frames, by whose names the ledger stores a resolution that waits."""
