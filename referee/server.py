"""The server in one process: http, websockets and static files by daphne, without an access log.

An access log would hold the tokens of private links; what an operator needs to know is in the app's log.
"""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management import call_command
from django.db import connection

PREPARING = 0x5265_6665  # the name of a lock in the database


class PortTaken(Exception):
    """Another program listens on the port."""


def prepare() -> None:
    """Bring the database to the current tables, and collect what browsers load."""
    with _one_at_a_time():
        call_command("migrate", verbosity=0, interactive=False)
        call_command("collectstatic", verbosity=0, interactive=False)


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Let the processes of one PostgreSQL, which often start together, do this one after the other."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [PREPARING])
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [PREPARING])


def check_port(port: int) -> None:
    """Raise PortTaken where nothing can listen on the port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
        except OSError as error:
            raise PortTaken(f"Port {port}: {error.strerror}. Another one: --port {port + 1}") from error


def serve(port: int, tls: tuple[Path, Path] | None = None, ready: Callable[[], None] | None = None) -> None:
    """Serve on every interface until interrupted; `tls` is the PEM pair of certificate and key."""
    # Importing daphne installs Twisted's reactor, which nothing but a server should do.
    from daphne.server import Server

    from referee.asgi import application

    where = f"port={port}:interface=0.0.0.0"
    endpoint = f"ssl:{where}:certKey={tls[0]}:privateKey={tls[1]}" if tls else f"tcp:{where}"
    Server(application, endpoints=[endpoint], ready_callable=ready, server_name="referee").run()


def local_address() -> str:
    """Return this machine's address on the local network, as phones reach it; without one 127.0.0.1."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; only asks which interface would
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
