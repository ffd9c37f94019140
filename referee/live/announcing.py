"""Saying "changed" after a commit, from any thread."""

from functools import partial

from django.db import transaction

from .hub import ACCOUNT, spread


def announce(kind: str, id: int, seq: int, last: str = "") -> None:  # noqa: A002 - a board's id
    """Tell all who watch a board that it stands at `seq`, once the running transaction is committed.

    `seq` 0 is for who does not know it: the head is then read. Never fails and never waits: what is lost on
    the way is found by the next look at the heads. The audience `last` is painted after the others: who acted
    has an answer already.
    """
    transaction.on_commit(partial(spread, kind, id, seq, last), robust=True)


def announce_account(account_id: int) -> None:
    """Have the sockets of an account looked at anew, once committed: sign-out, roles, language."""
    transaction.on_commit(partial(spread, ACCOUNT, account_id, 0), robust=True)
