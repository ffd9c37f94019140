"""L7: until the reveal a sealed throw is known to its thrower alone; that somebody has thrown is public."""

import json
import logging
from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, transaction
from django.test import override_settings
from django.urls import reverse
from django.utils import translation
from django.views.debug import ExceptionReporter

from referee import boards, watching
from referee.adjudication import running
from referee.adjudication.desk import Seal
from referee.kernel.asks import SIGNS
from referee.ledger import MASK, masked
from referee.live import Watch
from referee.models import Clash, Entry, SealedThrow
from tests.toy.fights import Fight, comer, without_times


@pytest.fixture
def fight(toy, event, anna, bela, sergey, referee_seat, monkeypatch) -> Fight:
    """Anna and Béla, open to spectators, at a time that stands still."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(2026, 7, 1, 12, tzinfo=UTC))
    event.systems = ["three_stones"]
    event.starts = event.ends = datetime(2026, 7, 2, tzinfo=UTC)
    event.save()
    comers = [
        comer(anna, "A", standing="in", confirmed=True),
        comer(bela, "B", standing="in", confirmed=True),
    ]
    return Fight.between(event, referee_seat, comers, mode="referee", public=True)


class Undo(Exception):
    """Ends a trial: everything in it is rolled back."""


def trial(sign: str, do, look):
    """Do something with a sign, give what is seen after it, and take it all back."""
    seen = None
    try:
        with transaction.atomic():
            do(sign)
            seen = look()
            raise Undo
    except Undo:
        return seen


def the_same_for_all_signs(do, look):
    first, *others = [trial(sign, do, look) for sign in SIGNS]
    for other in others:
        assert other == first
    return first


def test_entries_and_the_fight_tell_nobody_which_sign(fight, anna):
    def look():
        return [masked(entry) for entry in fight.entries], without_times(fight.folded)

    entries, folded = the_same_for_all_signs(lambda sign: fight.throw(anna, sign, nonce="n"), look)
    assert folded.position.gathering.thrown == {"f1"}
    assert entries[-1]["data"] == {
        "ask": folded.waiting.ask,
        "bound": {"right": MASK},
        "request": MASK,
        "who": "f1",
    }
    assert "rock" not in json.dumps(entries, default=str)


def test_what_is_masked_hangs_on_nothing_but_salts_and_keys(fight, anna):
    def look():
        data = json.loads(fight.entries[-1].data)
        return data["bound"]["right"], data["request"]

    seen = [trial("rock", lambda sign: fight.throw(anna, sign, nonce="n"), look) for _ in range(2)]
    assert seen[0][0] != seen[1][0]  # salted anew
    assert seen[0][1] == seen[1][1]  # keyed: without the key no sign is tried against it
    with override_settings(SECRET_KEY="another"):
        assert trial("rock", lambda sign: fight.throw(anna, sign, nonce="n"), look)[1] != seen[0][1]


def test_boards_and_frames_of_all_others_are_the_same(fight, anna, bela, sergey):
    def look():
        clash = Clash.objects.get(pk=fight.clash.pk)
        painted = {}
        for language in ("en", "hu", "ru"):
            with translation.override(language):
                board = boards.board_of(clash)
                for audience in ("public", "referee", "assistant", "display"):
                    painted[language, audience] = boards.parts(board, audience)
                    context = boards.screen(board, audience)[0].context
                    painted[language, audience, "context"] = repr(context)
                painted[language, "mine"] = boards.parts(board, "mine", frozenset({"f2"}))
                for watched in ("public", "referee", f"seat:{bela.pk}"):
                    paint = watching.Clashes().paint(Watch("clash", clash.pk, watched), language)
                    painted[language, watched, "frame"] = (paint.seq, paint.parts)
        return painted

    the_same_for_all_signs(lambda sign: fight.throw(anna, sign, nonce="n"), look)


def test_pages_responses_and_logs_are_the_same(
    fight, event, sergey, anna_phone, bela_phone, referee_phone, signed_in, caplog
):
    others = [bela_phone, referee_phone, signed_in(sergey)]
    act = reverse("act", args=[event.slug, fight.clash.code])
    caplog.set_level(logging.DEBUG)

    def do(sign):
        caplog.clear()
        fields = {"do": "throw", "ask": fight.ask, "sign": sign, "nonce": "n"}
        assert anna_phone.post(act, fields, headers={"HX-Request": "true"}).status_code == 200
        # a second, impatient tap on another sign under the same nonce
        assert anna_phone.post(act, {**fields, "sign": "lizard"}).status_code == 422

    def look():
        logged = [record.getMessage() for record in caplog.records]
        page = reverse("clash", args=[event.slug, fight.clash.code])
        pages = [(phone.get(page).status_code, without_tokens(phone.get(page))) for phone in others]
        assert {status for status, _ in pages} == {200}
        return logged, pages

    the_same_for_all_signs(do, look)


def without_tokens(response) -> str:
    """Give a page without what is fresh on every page: the token against forged posts."""
    token = response.context["csrf_token"] if response.context and "csrf_token" in response.context else ""
    return response.content.decode().replace(str(token), "") if token else response.content.decode()


def failing(error: Exception):
    def fail(*args, **kwargs):
        raise error

    return fail


@pytest.mark.parametrize(
    "where",
    [
        "referee.adjudication.throws.outlook",
        "referee.adjudication.desk._keep_sealed",
        "referee.models.SealedThrow.objects.bulk_create",
        "referee.adjudication.desk._project",
        "referee.models.Entry.save",
    ],
)
@pytest.mark.parametrize("sign", SIGNS)
def test_an_error_report_of_a_failed_throw_does_not_tell_the_sign(
    fight, event, anna_phone, monkeypatch, caplog, where, sign
):
    telling = IntegrityError(f"Failing row contains ({sign})")  # as PostgreSQL would say it
    asked = fight.ask
    monkeypatch.setattr(where, failing(telling if "bulk_create" in where else IntegrityError("broken")))
    anna_phone.raise_request_exception = False
    act = reverse("act", args=[event.slug, fight.clash.code])
    response = anna_phone.post(act, {"do": "throw", "ask": asked, "sign": sign, "nonce": "n"})
    assert response.status_code == 500
    record = next(record for record in caplog.records if record.exc_info)
    reporter = ExceptionReporter(record.request, *record.exc_info)
    for report in (reporter.get_traceback_text(), reporter.get_traceback_html()):
        assert "IntegrityError" in report
        assert f"({sign})" not in report
        assert f"'{sign}'" not in report
        assert f"&#x27;{sign}&#x27;" not in report
    assert sign not in caplog.text
    assert Entry.objects.filter(kind="sealed").count() == 0


def test_what_stands_for_a_sealed_sign_does_not_show_it(fight, anna):
    fight.throw(anna, "rock")
    row = SealedThrow.objects.get()
    assert row.sign == "rock"
    assert "rock" not in repr(row)
    seal = Seal("a", "f1", "right", "rock", "salt")
    assert "rock" not in repr(seal)


def test_after_the_reveal_all_is_told_and_can_be_checked(fight, anna, bela):
    fight.throw(anna, "rock")
    fight.throw(bela, "paper")
    told = masked(fight.entries[-1])
    assert told["data"]["answers"][0]["answer"]["signs"] == ["rock", "paper"]
    assert set(told["data"]["salts"]) == {"f1 right"}


def test_a_sealed_sign_that_was_never_revealed_is_thrown_away_with_the_end(fight, anna, referee_seat):
    fight.throw(anna, "rock")
    fight.do(referee_seat, running.close, role="referee")
    assert not SealedThrow.objects.exists()
