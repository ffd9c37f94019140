"""The catalogue is data: V8 as it stands, an event's own items, and load errors with file and line."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.kernel.drivers import Script
from referee.kernel.steps import Answered, run
from vex.rules.catalogue import CatalogueError, armours, parse_armour, parse_weapons, weapons
from vex.rules.engine import RULES
from vex.rules.frames import Action, StartRound, TakeTurn
from vex.rules.scenario import ScenarioError, parse_scenario

TABLE = {
    "ordinary_sword": (1, 3, 2),
    "master_sword": (1, 3, 4),
    "ordinary_two_handed": (2, 4, 1),
    "battle_two_handed": (2, 4, 2),
    "master_two_handed": (2, 4, 3),
    "ordinary_hammer": (1, 3, 2),
    "battle_hammer": (1, 3, 3),
    "master_hammer": (1, 3, 4),
    "ordinary_spear": (2, 3, 2),
    "master_spear": (2, 3, 4),
    "hunting_bow": (1, 3, 2),
    "magic_rune": (1, 2, 2),
    "battle_rune": (1, 2, 3),
    "lightning_rune": (1, 0, 0),
    "skeleton_rune": (1, 0, 0),
    "fists": (0, 1, 0),
}


def test_the_table_of_weapons():
    found = {key: (one.slots, one.power, one.bonus) for key, one in weapons().items()}
    assert found == TABLE
    assert {key for key, one in weapons().items() if "heavy" in one.traits} == {
        "ordinary_two_handed",
        "battle_two_handed",
        "master_two_handed",
    }


def test_the_table_of_armour():
    found = {key: (one.level, one.floor, one.heavy) for key, one in armours().items()}
    assert found == {
        "": (0, 11, False),
        "light": (1, 13, False),
        "medium": (1, 15, False),
        "heavy": (2, 17, True),
    }


DARTS = """
[[fighters]]
name = "Gorn"
side = "A"
params = { SHT = 3 }
perks = ["marksman"]
weapons = ["darts", "crossbow"]

[[fighters]]
name = "Diego"
side = "B"

[items.darts]
slots = 1
power = 2
parameter = "SHT"
bonus = 1
actions = ["shot"]

[items.crossbow]
slots = 2
power = 3
parameter = "SHT"
bonus = 2
actions = ["shot"]
traits = ["crossbow", "ranged"]
"""


def test_an_event_adds_items_of_its_own_as_data():
    state = parse_scenario(DARTS, "darts.toml").state
    state = run(RULES, state, RULES.begin(state, StartRound()), Script([20, 1])).state
    plan = tuple(Action("shot", weapon, ("f2",)) for weapon in ("darts", "crossbow"))
    dice = Script([10, 9, 2, 9, 2, 1])
    came = run(RULES, state, RULES.begin(state, TakeTurn("f1", plan)), dice)
    dice.finish()
    asks = [item.ask for item in came.trail if isinstance(item, Answered)]
    # Darts: SHT, no Marksman (V12.17), no ranged trial; power 2. Crossbow: Marksman against overstrain.
    assert [(one.kind, one.modifier.total, one.edge) for one in asks] == [
        ("hit", 4, -1),
        ("trial", 4, 0),
        ("hit", 5, 0),
        ("trial", 5, -1),
    ]
    assert came.state.fighter("f2").wounds[0].severity == 2


WHOLE = "[a]\nslots = 1\npower = 3\nparameter = 'ATK'\nbonus = 1\nactions = ['strike']\n"


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("[a]\nslots = 1\n", 1, "missing"),
        (WHOLE.replace("'ATK'", "'ATX'"), 4, "unknown id 'ATX'"),
        (WHOLE.replace("['strike']", "['bite']"), 6, "unknown id 'bite'"),
        (WHOLE + "traits = ['wet']\n", 7, "unknown id 'wet'"),
        (WHOLE.replace("slots = 1", "slots = 9"), 2, "0 to 3"),
        (WHOLE.replace("slots = 1", "slots = true"), 2, "int wanted"),
        ("[a]\nweight = 1\n", 2, "unknown key"),
        ("\n\n[a\n", 3, ""),
        ("a = 1\n", 1, "table"),
    ],
)
def test_what_does_not_fit_is_told_with_its_line(text, line, said):
    with pytest.raises(CatalogueError) as caught:
        parse_weapons(text, "own.toml")
    assert (caught.value.source, caught.value.line) == ("own.toml", line)
    assert said in caught.value.reason


def test_armour_is_checked_too():
    with pytest.raises(CatalogueError, match=r"own\.toml:2"):
        parse_armour("[mail]\nlevel = 'two'\nfloor = 1\n", "own.toml")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (("[items.darts]", "[items.ordinary_sword]"), "items"),
        (('side = "B"', "side = 1"), "fighters[2]"),
        (('name = "Diego"', 'name = "Gorn"'), "fighters[2].name"),
        (("SHT = 3", "SHT = 300"), "fighters[1]"),
        (('"marksman"', '"flying"'), "fighters[1]"),
        (('weapons = ["darts", "crossbow"]', 'weapons = ["crossbow", "crossbow"]'), "fighters[1]"),
        (("[[fighters]]", "[[fighter]]"), "fighter"),
    ],
)
def test_a_scenario_is_refused_with_its_place(change, place):
    text = DARTS.replace(*change)
    with pytest.raises((ScenarioError, CatalogueError)) as caught:
        parse_scenario(text, "darts.toml")
    if isinstance(caught.value, ScenarioError):
        assert caught.value.place.startswith(place)
    assert str(caught.value).startswith("darts.toml")


def read(text):
    """Give a scenario or its load error."""
    try:
        return parse_scenario(text, "fuzz.toml"), ""
    except (ScenarioError, CatalogueError) as error:
        return None, error


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 8))
def test_mutated_scenarios_give_a_battle_or_a_load_error(seed, changes):
    chance = random.Random(seed)
    text = list(DARTS)
    for _ in range(changes):
        at = chance.randrange(len(text))
        kind = chance.choice(["drop", "swap", "add", "cut", "twice"])
        if kind == "drop":
            del text[at]
        elif kind == "swap":
            other = chance.randrange(len(text))
            text[at], text[other] = text[other], text[at]
        elif kind == "add":
            text.insert(at, chance.choice("[]{}=\"',.#-+0123456789eE\n\x00я€"))
        elif kind == "cut" and len(text) > 40:
            del text[at : at + 20]
        else:
            text[at:at] = text[at : at + 30]
    scenario, error = read("".join(text))
    if scenario is None:
        assert str(error).startswith("fuzz.toml")
    else:
        assert 1 <= len(scenario.state.fighters) <= 100


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=300))
def test_any_text_gives_a_battle_or_a_load_error(text):
    scenario, error = read(text)
    assert (scenario is None) == bool(str(error))
