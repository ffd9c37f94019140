"""A bare Django between two phones: what the real path's time stands beside.

`python -m tests.load.bare PORT` serves, under daphne and from its own database with FULL commits, one view
behind what a new Django project comes with (session, sign-in, CSRF, messages): it inserts one row, and once
that is committed both phones' sockets get one frame, a small template rendered once, by the shortest way.
"""

import asyncio
import json
import os
import sys
from pathlib import Path

import django
from django.conf import settings

DATABASE = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": Path(os.environ.get("BARE_DATA", ".")) / "bare.sqlite3",
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    },
}


def configure() -> None:
    """Set Django up with nothing but what such a view needs."""
    settings.configure(
        SECRET_KEY="sample",
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF=__name__,
        DATABASES={"default": DATABASE},
        INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions"],
        MIDDLEWARE=[
            "django.middleware.security.SecurityMiddleware",
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
            "django.middleware.clickjacking.XFrameOptionsMiddleware",
        ],
        TEMPLATES=[
            {"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [Path(__file__).parent]}
        ],
        USE_TZ=True,
    )
    django.setup()


configure()

from django.contrib.auth import get_user_model, login  # noqa: E402 - needs the settings above
from django.contrib.auth.decorators import login_required  # noqa: E402
from django.core.asgi import get_asgi_application  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, models, transaction  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.template.loader import render_to_string  # noqa: E402
from django.urls import path  # noqa: E402
from django.views.decorators.csrf import ensure_csrf_cookie  # noqa: E402


class Row(models.Model):
    """What a POST inserts."""

    who = models.CharField(max_length=10)
    text = models.TextField()

    class Meta:
        app_label = "bare"


PEOPLE = (
    {"name": "Anna", "number": 137, "points": 7, "maximum": 10},
    {"name": "Béla", "number": 142, "points": 9, "maximum": 10},
)
"""Whom the template shows: as many as fight in the real path."""

_waiting: dict[str, tuple[asyncio.AbstractEventLoop, asyncio.Queue[str]]] = {}


@ensure_csrf_cookie
def enter(request, who):
    """Sign somebody in."""
    login(request, get_user_model().objects.create_user(who))
    return HttpResponse()


@login_required
def act(request):
    """Insert a row; tell everybody once it is committed."""
    with transaction.atomic():
        row = Row.objects.create(who=request.user.username, text=request.POST["text"])
    board = render_to_string("bare.html", {"row": row, "people": PEOPLE})
    tell(row.pk, board)
    response = HttpResponse(board)
    response["X-Seq"] = str(row.pk)
    return response


def tell(seq: int, board: str) -> None:
    """Hand a frame to everybody's socket."""
    frame = json.dumps({"seq": seq, "parts": {"public": board}})
    for loop, queue in _waiting.values():
        loop.call_soon_threadsafe(queue.put_nowait, frame)


urlpatterns = [path("enter/<str:who>", enter), path("act", act)]
http = get_asgi_application()


async def application(scope, receive, send):
    """Serve http by Django and sockets by hand."""
    if scope["type"] == "http":
        await http(scope, receive, send)
        return
    who = scope["path"].rpartition("/")[2]
    queue: asyncio.Queue[str] = asyncio.Queue()
    await receive()
    await send({"type": "websocket.accept"})
    _waiting[who] = (asyncio.get_running_loop(), queue)
    sending = asyncio.create_task(_pour(queue, send))
    while (await receive())["type"] != "websocket.disconnect":
        pass
    sending.cancel()
    del _waiting[who]


async def _pour(queue, send):
    while True:
        await send({"type": "websocket.send", "text": await queue.get()})


def main(port: int) -> None:
    """Make the tables and serve."""
    call_command("migrate", verbosity=0)
    with connection.schema_editor() as editor:
        editor.create_model(Row)
    connection.close()
    from daphne.server import Server

    Server(application, endpoints=[f"tcp:port={port}:interface=127.0.0.1"]).run()


if __name__ == "__main__":
    main(int(sys.argv[1]))
