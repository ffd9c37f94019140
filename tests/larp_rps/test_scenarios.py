"""Scenario files: what they may hold, what is told of a bad one, and what an export says."""

import copy
import json
from copy import replace
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.utils.translation import override

from larp_rps.rules import commands as asked
from larp_rps.rules.engine import RULES
from larp_rps.rules.events import EVENTS, PoleFirst, RoundBegun
from larp_rps.rules.opening import enter
from larp_rps.rules.state import State
from larp_rps.scenarios import recalling
from larp_rps.scenarios.desk import export, outcome, play
from larp_rps.scenarios.telling import as_heard
from larp_rps.system import system
from referee.adjudication import running
from referee.adjudication.company import Comer
from referee.exports import recorded, told_apart
from referee.kernel.asks import Results
from referee.kernel.drivers import Given
from referee.kernel.steps import Next, run
from referee.scenarios import BadScenario, Recorded, Scenarios
from tests.larp_rps.made import ANNA, did, fight
from tests.larp_rps.test_cases import CASES, GIVEN
from tests.toy.fights import Fight

CASE = {
    "id": "e8",
    "system": "larp_rps",
    "fighters": [
        {"name": "Anna", "side": "A", "attack": 8, "weapons": [{"id": "longsword", "attack": 2}]},
        {"name": "Bela", "side": "B", "defence": 9, "armour": 1, "weapons": [{"id": "sword", "defence": 3}]},
    ],
    "script": [
        {"do": "round", "throws": {"Anna": "rock", "Bela": "scissors"}},
        {
            "do": "attack",
            "who": "Anna",
            "at": "Bela",
            "throws": {"Anna": {"right": "rock"}, "Bela": {"right": "scissors"}},
        },
    ],
    "expect": {"final": {"Bela": {"hp": 7}}},
}


def changed(**changes):
    return copy.deepcopy(CASE) | changes


def file_of(tmp_path, text):
    path = tmp_path / "fight.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def test_live_combat_has_scenarios():
    assert isinstance(system, Scenarios)


@pytest.mark.parametrize("case", [*GIVEN[::15], *CASES[::15]], ids=lambda case: case["id"])
def test_every_line_that_is_told_has_a_rule(case):
    lines = play(case).lines
    assert lines
    assert all(line.rule and line.label for line in lines)


def test_play_prints_every_line_with_its_rule(tmp_path, capsys):
    call_command("play", file_of(tmp_path, json.dumps(CASE)))
    told = capsys.readouterr().out
    for line in ("Total Attack", "16", "Throw won", "+6", "R16", "Armour (SFÉ)", "R22", "10 → 7"):
        assert line in told


def test_play_tells_it_in_the_current_language(tmp_path, capsys):
    with override("hu"):
        call_command("play", file_of(tmp_path, json.dumps(CASE)))
    assert "Teljes Támad" in capsys.readouterr().out


def test_play_prints_json(tmp_path, capsys):
    call_command("play", file_of(tmp_path, json.dumps([CASE, CASE])), "--json")
    first, second = json.loads(capsys.readouterr().out)
    assert first == second
    assert first["final"]["Bela"]["hp"] == 7
    assert {"step": 2, "depth": 2, "label": "Throw won", "value": "+6", "rule": "R16"} in first["lines"]


def test_play_names_what_came_otherwise_with_exit_code_1(tmp_path):
    case = changed(expect={"final": {"Bela": {"hp": 6}}, "attacks": []})
    with pytest.raises(CommandError, match="final Bela hp: 6 expected, 7 came") as raised:
        call_command("play", file_of(tmp_path, json.dumps(case)))
    assert raised.value.returncode == 1


STEP = CASE["script"][1]
BAD = {
    "no JSON": ("{", "line 1, column 2: no JSON"),
    "nothing": ("", "no JSON"),
    "bytes": (b"\xff\xfe\x00", "byte 1: no UTF-8"),
    "a number": ("7", "scenario 1: an object is wanted"),
    "an empty list": ("[]", "no scenario in it"),
    "deep": ("[" * 100_000, "no JSON"),
    "another system": (changed(system="chess"), "e8: system: no such rule system: chess"),
    "VEX": (changed(system="vex"), "e8: system: plays no scenarios"),
    "unknown key": (changed(comment=1), "unknown field `comment`"),
    "no fighters": (changed(fighters=[]), "fighters"),
    "wrong number": (
        changed(fighters=[{"name": "a", "side": "A", "hp": "many"}]),
        "fighter 1, hp: Expected `int`",
    ),
    "a sheet that cannot fight": (
        changed(fighters=[{"name": "a", "side": "A", "weapons": [{"id": "x", "min": 9, "max": 1}]}]),
        "fighter 1: refused by A21: minimum_over_maximum",
    ),
    "one name twice": (changed(fighters=[CASE["fighters"][0]] * 2), "fighters: refused by R6"),
    "no way to stand": (
        changed(fighters=[{"name": "a", "side": "A", "now": {"hp": "low"}}]),
        "fighter 1: now: Expected `int`",
    ),
    "no such ruling": (changed(rulings={"armour": "thick"}), "rulings.armour: no such ruling: thick"),
    "unknown step": (changed(script=[{"do": "dance"}]), "step 1, do: Invalid value 'dance'"),
    "unknown sign": (changed(script=[{"do": "round", "throws": {"Anna": "stone"}}]), "step 1, throws"),
    "a throw too few": (
        changed(script=[CASE["script"][0], {key: STEP[key] for key in ("do", "who", "at")}]),
        "step 2: throws: missing: Anna right, Bela right",
    ),
    "a throw too many": (
        changed(script=[*CASE["script"], {"do": "round", "throws": {"Anna": "rock", "Bela": "rock"}}]),
        "step 3: throws: nobody asked for it",
    ),
    "another's throw": (
        changed(script=[{"do": "round", "throws": {"Anna": "rock", "Cili": "rock"}}]),
        "step 1: throws: wanted: Anna, Bela; given: Anna, Cili",
    ),
    "not foretold": (changed(script=[STEP]), "step 1: refused by R3: no_round"),
    "foretold in vain": (
        changed(script=[CASE["script"][0] | {"refused": "R3"}]),
        "step 1: refused: not refused by R3",
    ),
    "nobody": (
        changed(script=[{"do": "leave", "who": "Nobody"}]),
        "step 1: refused by R4: unknown_fighter (who Nobody)",
    ),
    "expects of nobody": (changed(expect={"final": {"Nobody": {"hp": 1}}}), "expect.final.Nobody"),
}


@pytest.mark.parametrize("bad", BAD)
def test_play_says_where_a_file_is_bad_and_why_with_exit_code_2(bad, tmp_path):
    given, said = BAD[bad]
    path = file_of(tmp_path, given if isinstance(given, (str, bytes)) else json.dumps(given))
    with pytest.raises(CommandError) as raised:
        call_command("play", path)
    assert said in str(raised.value)
    assert "fight.json: " in str(raised.value)
    assert raised.value.returncode == 2


def test_play_says_that_there_is_no_file(tmp_path):
    with pytest.raises(CommandError, match="No such file") as raised:
        call_command("play", str(tmp_path / "none.json"))
    assert raised.value.returncode == 2


def values(chance):
    """Things that stand in no scenario, or not there."""
    return chance.choice(
        (
            None,
            True,
            -1,
            10**30,
            1.5,
            "",
            "Anna",
            "right",
            "x" * 300,
            [],
            [1],
            ["Anna"],
            {},
            {"Anna": 1},
            [[]],
        )
    )


def spoil(node, chance):
    """Change one thing somewhere in a case."""
    while isinstance(node, (dict, list)) and node:
        key = chance.choice(list(node) if isinstance(node, dict) else range(len(node)))
        if chance.random() < 0.3 or not isinstance(node[key], (dict, list)) or not node[key]:
            if isinstance(node, dict) and chance.random() < 0.3:
                del node[key]
            else:
                node[key] = values(chance)
            return
        node = node[key]


@pytest.mark.parametrize("seed", range(10))
def test_a_spoilt_scenario_plays_or_is_answered(seed):
    chance, answered = Random(seed), set()
    for _ in range(60):
        case = copy.deepcopy(chance.choice((*GIVEN, *CASES)))
        spoil(case, chance)
        try:
            outcome(case)
        except BadScenario as bad:
            answered.add(bad.reason)
    assert "" not in answered
    assert len(answered) > 5


FOLLOWS = {"InitiativeThrown", "TurnTaken", "BlowStruck", "SpellCast", "FighterJoined", "FighterReturned"}
"""Events that the export tells by more than one deed's own fields."""


def test_every_event_is_told_by_a_step_of_an_export():
    for kind in EVENTS:
        if kind.__name__ in FOLLOWS or kind in (PoleFirst, RoundBegun):
            continue
        assert kind.__name__ in recalling._deed.__code__.co_names, kind.__name__


def export_of(opening: State, *runs):
    trail = tuple(as_heard(item) for ran in runs for item in ran.trail)
    return export(Recorded(opening, trail, runs[-1].state, {}), "x")


def test_an_export_expects_all_that_came_and_cites_its_rules():
    first = did(fight(), asked.Round(), Results((1,)))
    case = export_of(fight(), first, did(first.state, asked.Attack("anna", "bela"), Results((1,))))
    assert case["expect"]["final"]["bela"]["hp"] == 7
    assert [one["loss"] for one in case["expect"]["attacks"]] == [3]
    assert {"R8", "R16", "R17", "R22", "A13"} <= set(case["rules"])
    assert case["script"] == [
        {"do": "round", "results": [1]},
        {"do": "attack", "who": "anna", "at": "bela", "results": [1], "hand": "right"},
    ]


def test_an_overrule_exports_as_a_ruling():
    first = did(fight(), asked.Round(), Results((0,)))
    struck = did(first.state, asked.Attack("anna", "bela"), Results((1,)))
    ruled = did(struck.state, asked.Overrule(hit=False))
    case = export_of(fight(), first, struck, ruled)
    assert case["script"][-1]["do"] == "ruling"
    assert case["script"][-1]["hit"] is False
    assert case["expect"]["final"]["bela"]["hp"] == 10


def test_what_a_word_forbids_that_came_in_between_goes_on_as_begun():
    first = did(fight(), asked.Round(), Results((1,)))
    down = did(first.state, asked.Ruling("anna", hp=0))
    spell = asked.Spell("anna", ("bela",), 3000)
    cast = run(RULES, down.state, Next("cast", spell), Given([Results((0,))]))
    case = export_of(fight(), first, down, cast)
    assert case["script"][-1] == {
        "do": "spell",
        "who": "anna",
        "against": ["bela"],
        "seconds": 3.0,
        "results": [0],
        "begun": True,
    }
    with pytest.raises(BadScenario, match="refused by A83"):
        outcome(case | {"script": [*case["script"][:-1], case["script"][-1] | {"begun": False}]})


def test_a_joiner_whose_initiative_is_open_waits_a6():
    opening = fight(joiner="at_once")
    first = did(opening, asked.Round(), Results((1,)))
    joined = did(first.state, asked.Join(enter("cili", "B", ANNA)))
    assert joined.pending is not None
    waiting = export_of(opening, first, joined)
    assert waiting["script"][-1]["waits"] is True
    ruled = did(joined.state, asked.Haste("bela", 2))
    ordered = run(RULES, ruled.state, Next("join_order", asked.Join()), Given([Results((1, 1))]))
    whole = export_of(opening, first, joined, ruled, ordered)
    assert [step["do"] for step in whole["script"]] == ["round", "join", "haste", "join"]
    assert whole["script"][-1] == {"do": "join", "fighter": "cili", "results": [1, 1], "begun": True}


def test_one_who_comes_in_hurt_stands_so():
    hurt = replace(enter("cili", "B", ANNA), hp=2, unconscious=True)
    ran = did(fight(), asked.Join(replace(hurt, before=hurt.now)))
    case = export_of(fight(), ran)
    assert case["script"][0]["fighter"]["now"]["hp"] == 2
    assert outcome(case).outcome["final"]["cili"]["unconscious"] is True


def test_one_name_of_two_people_is_told_apart():
    assert told_apart({"f1": "Anna", "f2": "Anna", "f3": ""}) == {"f1": "Anna", "f2": "Anna 2", "f3": "f3"}


@pytest.fixture
def live(event, anna, bela, referee_seat):
    """A fight in the ledger: initiative thrown on the phones, then one sign of a blow lies sealed."""
    sheet = system.sheet.clean({"attack": 8, "defence": 3, "dexterity": 5, "weapons": [{"id": "sword"}]})
    comers = [
        Comer(side, dict(sheet), seat, standing="in", confirmed=True)
        for side, seat in zip("AB", (anna, bela), strict=True)
    ]
    played = Fight.between(event, anna, comers, "larp_rps")
    played.throw(anna, "rock")
    played.throw(bela, "scissors")
    played.do(referee_seat, lambda desk: running.note(desk, "A word about Anna"), role="referee")
    played.throw(anna, "paper")
    return played


def test_an_export_holds_no_sealed_sign_and_nothing_beside_l7(live, anna):
    names = {"f1": "A1", "f2": "B1"}
    case = system.export(recorded(live.clash.stream, system, names), "x")
    assert case["script"] == [{"do": "round", "throws": {"A1": "rock", "B1": "scissors"}}]
    text = json.dumps(case, ensure_ascii=False)
    for secret in ("paper", "Sample", "request", "bound", "salt", "word about"):
        assert secret not in text


def test_a_word_in_between_stands_though_what_waited_is_possible_no_longer_l5(live, referee_seat):
    live.command(referee_seat, asked.Attack("f1", "f2", aim="head"), role="referee")
    fields = {"points": 0, "unconscious": False, "down": True}
    live.do(referee_seat, lambda desk: running.correct(desk, "f1", fields), role="referee")
    assert live.state.fighter("f1").down
    assert getattr(live.folded.waiting, "command", None) != asked.Attack("f1", "f2", aim="head")


def test_export_clash_prints_what_play_plays(live, tmp_path, capsys):
    for given in (live.clash.code, str(live.clash.pk)):
        call_command("export_clash", given, "--names", "replace")
        text = capsys.readouterr().out
        assert "Sample" not in text
        call_command("play", file_of(tmp_path, text))
        capsys.readouterr()
    call_command("export_clash", live.clash.code)
    assert "Sample Rogue" in capsys.readouterr().out


def test_export_clash_names_no_fight_where_there_is_none(db):
    for given in ("nothing", "99999999", "٣", "9" * 40):
        with pytest.raises(CommandError, match="No such fight") as raised:
            call_command("export_clash", given)
        assert raised.value.returncode == 2


def test_a_referee_downloads_a_fight_without_names(live, signed_in, referee_seat, tmp_path):
    client = signed_in(referee_seat)
    path = f"/e/sample/c/{live.clash.code}/"
    assert f"{path}export" in client.get(f"{path}more").text
    answer = client.get(f"{path}export")
    assert answer["Content-Disposition"] == f'attachment; filename="{live.clash.code}.json"'
    assert "no-store" in answer["Cache-Control"]
    assert "Sample" not in answer.text
    (case,) = answer.json()
    assert outcome(case).otherwise == ()
    assert "Sample Rogue" in client.get(f"{path}export?names=keep").text


def test_nobody_else_downloads_a_fight(live, signed_in, anna, sergey, client):
    path = f"/e/sample/c/{live.clash.code}/export"
    assert signed_in(anna).get(path).status_code == 403
    assert signed_in(sergey).get(path).status_code == 404
    assert client.get(path).status_code in (302, 401, 403)
