"""Requests at the server: one thread each from start to end, nothing left behind for the next."""

import asyncio
import os
import threading

import pytest
from asgiref.testing import ApplicationCommunicator
from django.db import connection, connections
from django.http import HttpResponse
from django.urls import path
from django.utils import translation

from referee.handler import THREADS, Handler

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.urls(__name__)]

seen: list[tuple[str, int, str]] = []
together = threading.Barrier(THREADS)


def note(where: str) -> None:
    seen.append((where, threading.get_ident(), translation.get_language()))


class Noting:
    """Middleware that notes where it runs."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        note("in")
        response = self.get_response(request)
        note("out")
        return response


def view(request, language):
    note("view")
    translation.activate(language)
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse(f"{language} {id(connection.connection)}")


def fail(request):
    raise RuntimeError("as tests want it")


def meet(request):
    together.wait(5)
    return HttpResponse("met")


urlpatterns = [path("say/<str:language>", view), path("fail", fail), path("meet", meet)]


@pytest.fixture
def handler(settings):
    settings.MIDDLEWARE = [f"{__name__}.Noting"]
    seen.clear()
    found = Handler()
    found._threads._max_workers = 1
    yield found
    found._threads.submit(connections.close_all).result()
    found._threads.shutdown()


async def get(handler, where):
    """The status and the text of a page."""
    scope = {"type": "http", "method": "GET", "path": where, "headers": [], "query_string": b""}
    wire = ApplicationCommunicator(handler, scope)
    await wire.send_input({"type": "http.request", "body": b"", "more_body": False})
    start = await wire.receive_output(5)
    body = await wire.receive_output(5)
    await wire.wait()
    return start["status"], body["body"].decode()


async def test_middleware_and_view_share_a_thread_that_is_not_the_loops(handler):
    await get(handler, "/say/hu")
    assert [where for where, _, _ in seen] == ["in", "view", "out"]
    assert len({thread for _, thread, _ in seen}) == 1
    assert seen[0][1] != threading.get_ident()


async def test_a_language_does_not_reach_the_next_request(handler):
    await get(handler, "/say/hu")
    await get(handler, "/say/ru")
    assert [language for _, _, language in seen] == ["en", "en", "hu", "en", "en", "ru"]
    assert translation.get_language() == "en"


@pytest.mark.skipif(bool(os.environ.get("DATABASE_URL")), reason="the pool hands connections out anew")
async def test_a_connection_stays_with_its_thread(handler):
    first = await get(handler, "/say/en")
    assert await get(handler, "/say/en") == first


async def test_a_failing_view_leaves_the_thread_to_the_next(handler, caplog):
    status, _ = await get(handler, "/fail")
    assert status == 500
    assert (await get(handler, "/say/en"))[0] == 200


async def test_requests_run_at_the_same_time(settings):
    settings.MIDDLEWARE = []
    handler = Handler()
    answers = await asyncio.gather(*(get(handler, "/meet") for _ in range(THREADS)))
    assert answers == [(200, "met")] * THREADS
    handler._threads.shutdown()
