"""The open rules: public, searchable, and where every rule tag of a result leads."""

from pathlib import Path

import pytest
from django.template import Context, Template

from larp_rps.open_decisions import DECISIONS
from larp_rps.open_rules import RULES
from referee.rulebook import folded, search
from referee.system import system_for
from tests.larp_rps.rule_numbers import KNOWN, NO_EFFECT, cited
from tests.larp_rps.test_cases import CASES, GIVEN

ROOT = Path(__file__).parents[2]
OPEN = [one for section in (*RULES, *DECISIONS) for one in section.rules]
NUMBERS = [one.number for one in OPEN]


def found(query):
    return [one.number for section in search((*RULES, *DECISIONS), query) for one in section.rules]


def test_every_number_with_an_effect_stands_there_once():
    assert sorted(NUMBERS) == sorted(KNOWN - set(NO_EFFECT))


def test_every_number_that_is_cited_stands_there():
    """Whatever code, labels, templates and cases of live combat cite."""
    files = [*(ROOT / "larp_rps").rglob("*.py"), *(ROOT / "templates/larp_rps").glob("*.html")]
    text = "\n".join(path.read_text("utf-8") for path in files)
    shown = cited(text) | {rule for case in (*GIVEN, *CASES) for rule in case["rules"] if rule[0] in "RA"}
    assert sorted(shown - set(NUMBERS) - set(NO_EFFECT)) == []


def test_a_rule_is_one_sentence_or_two():
    for one in OPEN:
        assert str(one.text).endswith("."), one.number
        assert len(str(one.text)) <= 160, one.number
    assert len({str(one.text) for one in OPEN}) == len(OPEN)


def test_the_page_is_open_to_everybody_and_has_anchors(db, client):
    page = client.get("/rules/larp_rps")
    assert page.status_code == 200
    for number in NUMBERS:
        assert f'id="{number}"' in page.text
    assert client.get("/rules/", follow=True).redirect_chain[0][0] == "/rules/larp_rps"
    assert 'href="/rules/"' in page.text


def test_there_are_no_rules_of_what_there_is_not(db, client):
    assert client.get("/rules/chess").status_code == 404
    assert client.post("/rules/larp_rps").status_code == 405


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("R16", ["R16"]),
        ("r1", ["R1"]),
        ("R69", ["R69", "R85"]),
        ("stalls charge", ["R70", "R86"]),
        ("KNOCKOUT announced", ["R19", "A42"]),
        ("unfindable", []),
    ],
)
def test_search_finds_all_words_and_whole_numbers(query, numbers):
    assert found(query) == numbers


def test_search_needs_no_accents_and_no_capitals():
    assert folded("Orvtámadás Ő Ё") == folded("orvtamadas o е")


def test_the_page_searches_without_scripts(db, client):
    page = client.get("/rules/larp_rps", {"q": "Anatomy  AMBUSH"})
    assert 'id="R28"' in page.text
    assert 'id="R16"' not in page.text
    assert 'value="Anatomy  AMBUSH"' in page.text
    none = client.get("/rules/larp_rps", {"q": "<b>nothing</b>" * 20})
    assert "<b>nothing" not in none.text


def tag(numbers, system="larp_rps"):
    return Template("{% load rulebook %}{{ n|rule:s }}").render(Context({"n": numbers, "s": system}))


def test_a_rule_tag_leads_to_its_anchor():
    assert tag("R16") == '<a class="rule" href="/rules/larp_rps#R16">R16</a>'
    assert tag("R11 R14").count("<a ") == 2
    assert tag("KM") == '<span class="rule">KM</span>'
    assert tag("<b>") == '<span class="rule">&lt;b&gt;</span>'
    assert tag("R16", "chess") == '<span class="rule">R16</span>'


def test_every_line_of_a_result_leads_there():
    """No template of results writes a rule's tag by itself."""
    for name in ("terms", "blow", "happening"):
        assert 'class="rule"' not in (ROOT / f"templates/larp_rps/{name}.html").read_text("utf-8")
    assert system_for("larp_rps").open_rules
