"""Which database an event runs on: SQLite in a file, or PostgreSQL by an address."""

import os
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

POOL = 20
"""Connections that one process keeps at most: as many acts wait for the database, the others for them."""


def sqlite(file: Path) -> dict[str, Any]:
    """Return the settings of a SQLite file.

    WAL lets sockets read while an act writes; FULL survives a power cut; IMMEDIATE takes the write lock at
    BEGIN, so that a reader is never refused half-way.
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": file,
        # A connection is a file handle of its thread, and opening one costs more than a query.
        "CONN_MAX_AGE": 60,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
        # A file, since live servers and threads share it; one per process, so that two runs don't meet.
        "TEST": {"NAME": str(Path(tempfile.gettempdir()) / f"referee-test-{os.getpid()}.sqlite3")},
    }


def postgresql(address: str) -> dict[str, Any]:
    """Return the settings of `postgresql://user:password@host:port/name`, with Django's pool.

    `?pool=N` sets how many connections a process keeps, `?host=` a socket's folder; whatever else is asked
    goes to libpq. Raise ImproperlyConfigured where it is no such address.
    """
    url = urlsplit(address)
    asked = dict(parse_qsl(url.query))
    name = unquote(url.path.removeprefix("/"))
    size = asked.pop("pool", str(POOL))
    try:
        port = url.port
    except ValueError:
        port = -1
    if url.scheme not in {"postgresql", "postgres"} or not name or port == -1 or not size.isdecimal():
        # Not the address itself: it holds a password.
        raise ImproperlyConfigured("DATABASE_URL must be postgresql://user:password@host:port/name")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": asked.pop("host", unquote(url.hostname or "")),
        "PORT": str(port or ""),
        "OPTIONS": {
            # Every connection is asked whether it still lives: the database may have been started anew.
            "pool": {"min_size": 1, "max_size": max(1, int(size)), "timeout": 20},
            "application_name": "referee",
            **asked,
        },
        "CONN_HEALTH_CHECKS": True,
    }
