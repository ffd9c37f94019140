"""The contract of a rule system: what the site relies on, for every registered system and the toy (L9)."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from copy import replace
from dataclasses import FrozenInstanceError, fields, is_dataclass
from functools import reduce
from importlib import import_module
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from referee.adjudication.events import SITE_EVENTS
from referee.adjudication.position import decode_frame
from referee.codec import by_name, decode, encode, text
from referee.kernel.asks import Answer
from referee.kernel.chain import canonical, digest
from referee.kernel.refusals import Refused
from referee.kernel.steps import Answered, Next, run
from referee.refusals import WORDS, explain
from referee.system import Acting, Field, RuleSystem, Schema, Standing, systems
from tests.random_play import Answering, Play, sheet, through_text

APPS = list(dict.fromkeys(("tests.toy", *settings.RULE_SYSTEMS, "vex")))
SEEDS = st.integers(0, 2**32 - 1)
STEPS = 200

quick = hypothesis_settings(
    deadline=None, max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(params=APPS)
def system(request) -> Iterator[RuleSystem]:
    """Each rule system in turn, registered with all others."""
    app = request.param
    if importlib.util.find_spec(f"{app}.system") is None:
        pytest.skip(f"{app} has no system yet")
    apps = [*settings.INSTALLED_APPS, "tests.toy"]
    there = [one for one in APPS if importlib.util.find_spec(f"{one}.system") is not None]
    with override_settings(RULE_SYSTEMS=there, INSTALLED_APPS=apps):
        systems.cache_clear()
        yield import_module(f"{app}.system").system
    systems.cache_clear()


# What it declares


def test_it_is_found_by_its_key_and_says_what_it_is_called(system):
    assert systems()[system.key] is system
    assert system.key.isidentifier()
    assert str(system.title)
    assert system.rules_version
    assert len(system.rules_version) <= 40


def test_what_the_ledger_stores_has_a_name_of_its_own(system):
    for kinds in (system.event_types, system.command_types, system.frame_types):
        names = [kind.__name__ for kind in kinds]
        assert len(set(names)) == len(names)
        for kind in kinds:
            assert is_dataclass(kind)
            assert "type" not in {field.name for field in fields(kind)}
    site = {kind.__name__ for kind in SITE_EVENTS}
    assert not site & {kind.__name__ for kind in system.event_types}


def test_values_are_frozen_and_small(system):
    for kind in (system.state_type, *system.event_types, *system.command_types, *system.frame_types):
        assert kind.__dataclass_params__.frozen, kind
        assert "__slots__" in kind.__dict__, kind


def test_carried_fields_stand_on_the_sheet(system):
    assert set(system.carried) <= {item.key for item in system.sheet.fields}
    assert system.carried


# Schemas


SCHEMAS = ("sheet", "gear", "rulings")
GARBAGE: list[Any] = [
    None, True, -1, 10**30, 1.5, "", "x" * 300, "no such choice", [], [1], [[]], [{}], {}, {"a": 1}, b"x",
    object(),
]  # fmt: skip


def every_field(schema: Schema) -> Iterator[Field]:
    for item in schema.fields:
        yield item
        if item.inner is not None:
            yield from every_field(item.inner)


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_cleans_its_own_defaults(system, name):
    schema = getattr(system, name)
    clean = schema.clean({})
    assert schema.clean(clean) == clean
    assert set(clean) == {item.key for item in schema.fields}
    assert json.loads(canonical(clean)) == clean


@pytest.mark.parametrize("name", SCHEMAS)
@quick
@given(seed=SEEDS)
def test_what_fits_stays_as_it_is(system, name, seed):
    schema = getattr(system, name)
    clean = sheet(schema, Random(seed))
    assert schema.clean(clean) == clean
    assert json.loads(canonical(clean)) == clean


def cleaned(schema: Schema, data: Any) -> tuple[Refused | None, Any]:
    try:
        return None, schema.clean(data)
    except Refused as refused:
        return refused, None


@pytest.mark.parametrize("name", SCHEMAS)
def test_garbage_is_refused_in_words_and_with_the_field(system, name):
    schema = getattr(system, name)
    for item in schema.fields:
        for garbage in GARBAGE:
            refused, clean = cleaned(schema, {item.key: garbage})
            if refused is None:
                assert schema.clean(clean) == clean
            else:
                assert refused.code in ("invalid_field", "unknown_field")
                assert refused.params["field"]
                assert explain(refused, system)
    for data in ({"no such field": 1}, {1: 2}, {None: None}):
        with pytest.raises(Refused, match="unknown_field"):
            schema.clean(data)


@pytest.mark.parametrize("name", SCHEMAS)
def test_fields_are_labelled_and_in_order(system, name):
    schema = getattr(system, name)
    keys = [item.key for item in schema.fields]
    assert len(set(keys)) == len(keys)
    for item in every_field(schema):
        assert str(item.label), item
        assert item.kind != "rows" or item.inner is not None
        assert bool(item.choices) == (item.kind in ("choice", "choices")), item
        assert all(str(label) for _, label in item.choices), item


def test_rulings_are_choices_with_a_default(system):
    for item in system.rulings.fields:
        assert item.kind == "choice"
        assert item.default == item.choices[0][0]


def test_creatures_have_sheets_that_fit_and_names(system):
    assert set(system.creatures) == set(system.templates)
    for key, own in system.templates.items():
        assert system.sheet.clean(own)
        assert str(system.creatures[key])


# Random play


@quick
@given(seed=SEEDS)
def test_random_play_keeps_the_laws(system, seed):
    play = Play(system, Random(seed))
    check_stored(system, play.opened)
    names: set[str] = set()
    for step in play.steps(STEPS):
        for event in step.ran.events:
            assert type(event) in system.event_types
        assert reduce(system.rules.evolve, step.ran.events, step.before) == step.ran.state
        for name, _ in step.given:
            assert name not in names, "an answered ask came up again under its own name"
            names.add(name)
        check_standings(system, step.ran.state)
    for refused in play.refused:
        check_words(system, refused)


@quick
@given(seed=SEEDS)
def test_everything_comes_back_from_the_ledgers_text(system, seed):
    play = Play(system, Random(seed))
    for step in play.steps(STEPS // 2):
        check_stored(system, step.ran.state)
        assert decode(by_name(system.command_types), through_text(step.command)) == step.command
        for event in step.ran.events:
            assert decode(by_name(system.event_types), through_text(event)) == event
        check_pending(system, step)


@quick
@given(seed=SEEDS)
def test_not_pausing_gives_the_same_and_evolve_never_refuses(system, seed):
    """Answers that were given one by one, given at once; and the whole log folded from the opening."""
    play = Play(system, Random(seed))
    log: list[Any] = []
    chain: tuple[Any, Any, list[Answer]] | None = None
    for step in play.steps(STEPS // 2, waits=0.5):
        log += step.ran.events
        if step.resumed is None:
            chain = (step.before, step.command, [])
        before, command, given_ = chain  # type: ignore[misc]
        given_ += [answer for _, answer in step.given]
        if step.ran.pending is None:
            script = [*given_]
            driver = Scripted(script)
            ran = run(system.rules, before, system.rules.begin(before, command), driver)
            assert (ran.pending, script) == (None, [])
            assert digest(ran.state) == digest(step.ran.state)
    assert reduce(system.rules.evolve, log, play.opened) == play.state


class Scripted:
    """A driver that gives answers in order."""

    def __init__(self, left: list[Answer]) -> None:
        self._left = left

    def answer(self, ask: Any, fingerprint: str) -> Answer | None:
        return self._left.pop(0) if self._left else None


@quick
@given(seed=SEEDS)
def test_what_comes_by_itself_comes_to_an_ask_or_an_end(system, seed):
    """With dice rolled, the default commands stop at a person's ask, at nothing to do, or go on by rounds."""
    play = Play(system, Random(seed))
    state = play.opened
    seen: set[str] = set()
    for _ in range(50):
        command = system.default(state)
        if command is None:
            return
        ran = run(system.rules, state, system.rules.begin(state, command), Answering(Random(seed), 0))
        assert digest(ran.state) not in seen, "the default commands run in a circle"
        seen.add(digest(ran.state))
        state = ran.state


def check_stored(system: RuleSystem, state: Any) -> None:
    assert isinstance(state, system.state_type)
    assert hash(state) is not None
    stored = through_text(state)
    back = decode(by_name((system.state_type,)), stored)
    assert back == state
    assert digest(back) == digest(state)
    with pytest.raises((FrozenInstanceError, AttributeError)):
        setattr(state, fields(state)[0].name, None)


def check_pending(system: RuleSystem, step: Any) -> None:
    pending = step.ran.pending
    if pending is None:
        return
    frame = decode_frame(text(None if pending.frame is None else encode(pending.frame)), system)
    assert frame == pending.frame
    state = decode(by_name((system.state_type,)), through_text(pending.state))
    again = run(system.rules, state, Next(pending.step, frame), Answering(Random(0), 1), pending.answers)
    assert again.pending is not None
    assert again.pending.fingerprint == pending.fingerprint
    assert sum(isinstance(line, Answered) for line in step.ran.partial) == len(pending.answers)


def without_limits(schema: Schema) -> Schema:
    """Give a schema of the same kinds: a fight may bring a number lower than anybody would type it."""
    return Schema(tuple(replace(item, minimum=None, maximum=None) for item in schema.fields))


def check_standings(system: RuleSystem, state: Any) -> None:
    standings = system.standings(state)
    assert all(isinstance(one, Standing) for one in standings)
    keys = [one.key for one in standings]
    assert len(set(keys)) == len(keys)
    for key in keys:
        own = dict(system.carry(state, key))
        assert set(own) <= set(system.carried), key
        assert json.loads(canonical(own)) == own
        without_limits(system.sheet).clean(own)
    assert isinstance(system.over(state), bool)
    assert system.round(state) >= 0


def check_words(system: RuleSystem, refused: Refused) -> None:
    if refused.code == "enough":
        return
    told = explain(refused, system)
    assert told, refused
    assert told != refused.code, refused
    assert "%(" not in told, refused
    if refused.rule and refused.code not in WORDS:
        assert refused.rule in told, refused


# Who may


@quick
@given(seed=SEEDS)
def test_a_player_gives_no_command_for_another_and_corrects_nothing(system, seed):
    play = Play(system, Random(seed))
    for _ in play.steps(10):
        pass
    key = play.chance.choice(play.everybody())
    nobody = Acting("player", frozenset())
    for command in (system.leave(key), system.correct(key, system.carry(play.state, key))):
        with pytest.raises(Refused) as refused:
            system.allow(play.state, command, nobody)
        check_words(system, refused.value)
    system.allow(play.state, system.leave(key), Acting("player", frozenset({key})))
    system.allow(play.state, system.correct(key, system.carry(play.state, key)), Acting("referee"))


@quick
@given(seed=SEEDS)
def test_a_correction_to_what_stands_changes_nothing_that_is_carried(system, seed):
    play = Play(system, Random(seed))
    for _ in play.steps(20):
        pass
    for key in play.everybody():
        own = dict(system.carry(play.state, key))
        try:
            first = system.rules.begin(play.state, system.correct(key, own))
        except Refused as refused:
            check_words(system, refused)
            continue
        ran = run(system.rules, play.state, first, Answering(Random(seed), 0))
        assert dict(system.carry(ran.state, key)) == own
