"""Who reads at a socket: the session behind its cookie, and what ends it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, load_backend
from django.http.cookie import parse_cookie
from django.utils.crypto import constant_time_compare

from referee.devices import ended
from referee.models import Account

type Stamp = tuple[tuple[Any, ...], ...]
"""What a socket's rights rest on; where it changes, rights are looked at anew."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody at a socket; `account` is None for a stranger."""

    account: Account | None
    language: str
    device: str = ""
    stamp: Stamp = ()


def read(cookies: str, language: str) -> Reader:
    """Give the reader of a cookie header, a stranger who reads `language` where nobody is signed in.

    Changes nothing: a socket can set no cookie, so a session is neither renewed nor flushed here.
    """
    known = dict(settings.LANGUAGES)
    stranger = Reader(None, language if language in known else settings.LANGUAGE_CODE)
    key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME, "")
    if not (key.isascii() and key.isalnum()):
        return stranger
    session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    backend = session.get(BACKEND_SESSION_KEY)
    if backend not in settings.AUTHENTICATION_BACKENDS:
        return stranger
    # Before the account itself: what changes between the two is then noticed.
    pk = Account._meta.pk.to_python(session[SESSION_KEY])
    stamp = stamps({pk}).get(pk)
    account = load_backend(backend).get_user(pk)
    device = session.get("device", "")
    if stamp is None or not isinstance(account, Account) or not _fits(account, session.get(HASH_SESSION_KEY)):
        return stranger
    if device and ended({device}):
        return stranger
    return Reader(account, account.language, device, stamp)


def _fits(account: Account, stored: str | None) -> bool:
    hashes = (account.get_session_auth_hash(), *account.get_session_auth_fallback_hash())  # type: ignore[no-untyped-call]
    return stored is not None and any(constant_time_compare(stored, one) for one in hashes)


def stamps(accounts: Collection[int]) -> dict[int, Stamp]:
    """Give the stamps of the accounts that may still sign in, in one query."""
    rows = Account.objects.filter(pk__in=accounts, is_active=True).values_list(
        "pk", "password", "generation", "language", "people__seat", "people__seat__roles"
    )
    found: dict[int, list[tuple[Any, ...]]] = {}
    for pk, *row in rows.order_by("people__seat"):
        found.setdefault(pk, []).append((*row[:-1], tuple(row[-1] or ())))
    return {pk: tuple(one) for pk, one in found.items()}
