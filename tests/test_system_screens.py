"""The screens of every rule system: they render for all audiences and languages and tell no secret (L7)."""

from __future__ import annotations

import importlib.util
import secrets
from collections.abc import Iterator, Mapping
from importlib import import_module
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import override_settings
from django.utils import translation

from referee import boards
from referee.adjudication import throws, turns
from referee.adjudication.company import Comer
from referee.adjudication.opening import Way, open_clash
from referee.kernel.asks import SIGNS, Throws
from referee.ledger import Author
from referee.models import Clash
from referee.system import RuleSystem, Turns, systems
from tests.random_play import answer_to
from tests.toy.fights import Fight

APPS = list(dict.fromkeys(("tests.toy", *settings.RULE_SYSTEMS, "vex")))
LANGUAGES = ("en", "hu", "ru")
ACTS = 15


@pytest.fixture(params=APPS)
def system(request) -> Iterator[RuleSystem]:
    """Each rule system in turn, as the site's only one."""
    app = request.param
    if importlib.util.find_spec(f"{app}.system") is None:
        pytest.skip(f"{app} has no system yet")
    apps = list(dict.fromkeys((*settings.INSTALLED_APPS, "tests.toy")))
    with override_settings(RULE_SYSTEMS=[app], INSTALLED_APPS=apps):
        systems.cache_clear()
        yield import_module(f"{app}.system").system
    systems.cache_clear()


@pytest.fixture
def fight(system, event, anna, bela, sergey, referee_seat) -> Fight:
    """A fight of three people and a creature, open to spectators, with the samples' sheets."""
    event.systems = [system.key]
    event.save()
    samples = [system.sheet.clean(own) for own in system.templates.values()] or [system.sheet.clean({})]
    names = ["", "", "", "Sample Creature"]
    comers = [
        Comer("AB"[place % 2], samples[place % len(samples)], seat, names[place], "in", True)
        for place, seat in enumerate((anna, bela, sergey))
    ]
    comers.append(Comer("B", samples[-1], None, names[3], "none"))
    clash = open_clash(
        event, system.key, Author(referee_seat), comers, secrets.token_hex(8), Way("referee", public=True)
    )
    return Fight(clash)


def play_on(fight: Fight, referee, chance: Random) -> None:
    """Do one act, by a referee: whatever comes next."""
    waiting = fight.folded.waiting
    if waiting is not None:
        fight.decide(referee, answer_to(waiting.pending.ask, chance))
        return
    if isinstance(fight.system, Turns):
        window = turns.window_of(fight.system, fight.folded.position, fight.folded.company)
        if window is not None:
            fight.do(referee, lambda desk: turns.close_window(desk, window.name), role="referee")
        else:
            fight.do(referee, turns.automatic, role="referee")


def painted(fight: Fight) -> dict[str, Mapping[str, str]]:
    """Render what everybody sees, in the active language."""
    board = boards.board_of(Clash.objects.select_related("stream", "event").get(pk=fight.clash.pk))
    shown = {
        audience: boards.parts(board, audience) for audience in ("public", "display", "referee", "assistant")
    }
    shown |= {key: boards.parts(board, "mine", frozenset({key})) for key in ("f1", "f2", "f3")}
    return shown


def test_every_screen_renders_in_every_language_all_through_a_fight(fight, referee_seat):
    chance = Random(7)
    for number in range(ACTS):
        for language in LANGUAGES if number in (0, ACTS - 1) else LANGUAGES[number % 3 :][:1]:
            with translation.override(language):
                for audience, parts in painted(fight).items():
                    assert parts, audience
                    for part, html in parts.items():
                        assert audience == "display" or f'id="{part}"' in html, (audience, part)
        if fight.folded.position.status != "open" or fight.system.over(fight.state):
            break
        play_on(fight, referee_seat, chance)
    assert len(fight.entries) > 2


def test_own_numbers_render_on_the_page_and_on_paper(system):
    for own in system.templates.values():
        shown = system.numbers(system.sheet.clean(own))
        for language in LANGUAGES:
            with translation.override(language):
                for part in (*shown.parts, "printed"):
                    assert render_to_string(f"{shown.template}#{part}", shown.context).strip()


def test_a_sealed_throw_stands_on_no_others_screen(fight, anna, bela, sergey):
    if not isinstance(fight.question, Throws):
        pytest.skip("no throws in this system")
    seats = {"f1": anna, "f2": bela, "f3": sergey}
    thrower = next(hand.who for hand in fight.question.hands if hand.who in seats)
    asked = fight.ask
    seen: list[Any] = []
    for sign in SIGNS:
        signs = {hand.hand: sign for hand in fight.question.hands if hand.who == thrower}
        fight.do(seats[thrower], lambda desk, signs=signs: throws.throw(desk, asked, thrower, signs))
        shown = {audience: parts for audience, parts in painted(fight).items() if audience != thrower}
        seen.append(neutral(shown, fight.folded.seq))
    assert seen[0] == seen[1] == seen[2]


def neutral(shown: Any, seq: int) -> str:
    """Give what is shown without the entry's number, which grows with every sealed throw."""
    return repr(shown).replace(f'data-seq="{seq}"', "").replace(f'value="{seq}"', "")
