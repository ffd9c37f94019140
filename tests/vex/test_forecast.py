"""manage.py forecast: exact where it is small enough, else sampled with intervals; bad input is told."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

DUEL = """
[[fighters]]
name = "Gorn"
side = "A"
weapons = ["ordinary_sword"]
params = { ATK = 3 }

[[fighters]]
name = "Diego"
side = "B"
weapons = ["ordinary_sword"]
params = { ATK = 3 }
"""
THIRD = """
[[fighters]]
name = "Lester"
side = "B"
"""


def forecast(tmp_path, text, *options):
    path = tmp_path / "duel.toml"
    path.write_text(text, "utf-8")
    said = StringIO()
    call_command("forecast", str(path), *options, stdout=said)
    return said.getvalue()


def test_a_duel_is_exact(tmp_path):
    found = json.loads(forecast(tmp_path, DUEL, "--json"))
    assert found["exact"]
    assert found["turns"] == "automatic"
    assert {tuple(end["standing"]): end["fraction"] for end in found["ends"]} == {
        ("A",): "1/2",
        ("B",): "1/2",
    }


def test_never_is_an_end(tmp_path):
    text = DUEL.replace("ATK = 3", "ATK = -20")
    found = json.loads(forecast(tmp_path, text, "--json"))
    assert [(end["end"], end["chance"]) for end in found["ends"]] == [("never", 1.0)]


def test_a_larger_battle_is_sampled_with_intervals(tmp_path):
    found = json.loads(forecast(tmp_path, DUEL + THIRD, "--json", "--battles", "200", "--seed", "1"))
    assert not found["exact"]
    assert found["battles"] == 200
    assert sum(end["chance"] for end in found["ends"]) == pytest.approx(1)
    assert all(end["low"] <= end["chance"] <= end["high"] for end in found["ends"])
    again = json.loads(forecast(tmp_path, DUEL + THIRD, "--json", "--battles", "200", "--seed", "1"))
    assert again == found


def test_in_words_it_says_that_turns_are_automatic(tmp_path):
    said = forecast(tmp_path, DUEL)
    assert "V13.1" in said
    assert "50.00%" in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "duel.toml: fighters: no_fighters"),
        ("[[fighters]", "duel.toml: 1: no_toml"),
        (DUEL.replace("ordinary_sword", "spoon"), "duel.toml: fighters[1] (Gorn): bad_sheet V7.2"),
        (DUEL.replace("ATK", "ATX"), "bad_sheet V2.1"),
        (DUEL + "\n[items.spoon]\nslots = 1\n", "duel.toml:14: items.spoon: 'power' is missing"),
    ],
)
def test_bad_files_are_told_with_file_place_and_reason(tmp_path, text, said):
    with pytest.raises(CommandError) as caught:
        forecast(tmp_path, text)
    assert said in str(caught.value)


def test_bad_numbers_and_files_that_are_none(tmp_path):
    with pytest.raises(CommandError):
        forecast(tmp_path, DUEL, "--battles", "0")
    with pytest.raises(CommandError):
        call_command("forecast", str(tmp_path / "none.toml"))
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CommandError):
        call_command("forecast", str(tmp_path / "bytes.toml"))
