"""The screens of a battle: what each reader gets, and that every act on them works."""

import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from referee.adjudication import dice, turns
from tests.toy.fights import Fight
from tests.vex.test_system import referee, through_window
from vex.forms import read_plan
from vex.rules.frames import Action, StartRound, TakeTurn


def page_of(client, battle: Fight, name: str = "", **query) -> str:
    where = f"/e/sample/c/{battle.clash.code}/" + (f"at/{name}" if name else "")
    answer = client.get(f"{where}?{urlencode(query)}" if query else where)
    assert answer.status_code == 200, answer.content.decode()[:400]
    return answer.content.decode()


def post(client, battle: Fight, **fields):
    fields = {"nonce": f"n{len(battle.entries)}", **fields}
    return client.post(f"/e/sample/c/{battle.clash.code}/act", fields, headers={"HX-Request": "true"})


def test_the_board_shows_both_sides_to_fighter_referee_and_display(
    battle, anna_phone, referee_phone, referee_seat, server_dice
):
    for client in (anna_phone, referee_phone):
        html = page_of(client, battle)
        assert "Marauder" in html
        assert "Vanguard" in html
        assert "Begin round" in html
    server_dice(20, 1, 2, *[10] * 30)
    through_window(battle, referee_seat)
    assert "Plan the turn" in page_of(anna_phone, battle)
    from referee import boards

    board = boards.board_of(battle.clash)
    assert "Marauder" in boards.parts(board, "display")["display"]


def test_only_those_who_are_asked_see_the_window_and_only_themselves(
    vex, battle, anna_phone, bela_phone, anna, referee_seat
):
    referee(battle, referee_seat, StartRound(window=True))
    mine = page_of(anna_phone, battle)
    assert 'value="concentration"' in mine
    his = page_of(bela_phone, battle)
    assert 'value="concentration"' not in his
    name = turns.window_of(vex, battle.folded.position, battle.folded.company).name
    answer = post(anna_phone, battle, do="declare", ask=name, who="f1", chosen=["griffin"])
    assert answer.status_code == 200, answer.content
    assert battle.state.fighter("f1").runs("griffin")


def test_the_builder_shows_ap_strain_landing_difficulty_and_chances(
    battle, anna_phone, referee_seat, server_dice
):
    server_dice(20, 1, 2, *[10] * 30)
    through_window(battle, referee_seat)
    html = page_of(anna_phone, battle, "plan", who="f1", plan="strike@master_sword>f3;potion>f1")
    assert "No potion" in html
    assert "V9.15" in html
    html = page_of(anna_phone, battle, "plan", who="f1", plan="strike@master_sword>f3")
    assert "V5.2" in html
    assert "Marauder" in html
    assert "Confirm the plan" in html
    assert 'class="chances"' in html
    html = page_of(anna_phone, battle, "plan", who="f1")
    assert "What next?" in html
    assert "V9.4" not in html.split("Assault")[0][-200:]


def test_the_chances_shown_before_are_the_engines_odds(battle, anna_phone, referee_seat, server_dice):
    from vex.outlook import percent
    from vex.rules.chances import chances

    server_dice(20, 1, 2, *[10] * 30)
    through_window(battle, referee_seat)
    plan = read_plan("strike@master_sword>f2")
    odds = chances(battle.state, TakeTurn("f1", plan), lambda sides: 1)
    assert odds.exact
    life = next(one for one in odds.blows if one.stroke.role == "attack").chance("life")
    html = page_of(anna_phone, battle, "plan", who="f1", plan="strike@master_sword>f2")
    assert f"<b>{percent(life)} %</b>" in html
    assert f"{float(life) * 100:.2f}\N{NO-BREAK SPACE}%" in html


def test_every_link_of_the_builder_leads_to_a_plan(battle, referee_phone, referee_seat, server_dice):
    server_dice(20, 1, 2, *[10] * 30)
    through_window(battle, referee_seat)
    seen, todo = set(), [{"who": "f1"}, {"who": "f1", "plan": "strike@master_sword>f2", "at": "0"}]
    while todo and len(seen) < 60:
        query = todo.pop(0)
        html = page_of(referee_phone, battle, "plan", **query)
        for found in re.findall(r'href="(\?who=[^"]+)"', html):
            link = found.replace("&amp;", "&")
            if link not in seen:
                seen.add(link)
                todo.append({key: values[0] for key, values in parse_qs(urlsplit(link).query).items()})
    assert len(seen) > 20


def test_confirming_leads_back_to_the_board_and_the_roll_is_told(
    battle, anna_phone, referee_seat, server_dice
):
    server_dice(20, 1, 2, 15, 3, *[10] * 30)
    through_window(battle, referee_seat)
    answer = post(
        anna_phone,
        battle,
        do="command",
        command="TakeTurn",
        who="f1",
        plan="strike@master_sword>f2",
        on="beside",
    )
    assert answer.status_code == 204, answer.content
    assert answer.headers["HX-Redirect"].endswith(f"/c/{battle.clash.code}/")
    html = page_of(anna_phone, battle)
    assert "Hit roll" in html
    assert "Trial of death" in html
    assert "Master sword" in html


def test_a_stale_plan_is_refused_in_words(battle, anna_phone, referee_seat, server_dice):
    server_dice(20, 1, 2, *[10] * 30)
    through_window(battle, referee_seat)
    answer = post(
        anna_phone, battle, do="command", command="TakeTurn", who="f1", plan="strike@hunting_bow>f2"
    )
    assert answer.status_code == 422
    assert "V7.2" in answer.content.decode()
    answer = post(anna_phone, battle, do="command", command="TakeTurn", who="f1", plan="garbage!!")
    assert answer.status_code == 422


def test_last_plan_comes_back_without_the_dead(battle, anna, anna_phone, referee_seat, server_dice):
    server_dice(20, 1, 2, 1, 1, 1, *[10] * 60)
    through_window(battle, referee_seat)
    battle.command(anna, TakeTurn("f1", (Action("strike", "master_sword", ("f2",)),)))
    referee(battle, referee_seat, TakeTurn(battle.state.waiting[0]))
    referee(battle, referee_seat, TakeTurn(battle.state.waiting[0]))
    server_dice(20, 1, 2, *[10] * 30)
    through_window(battle, referee_seat)
    assert "Last plan" in page_of(anna_phone, battle)


def test_twenty_buttons_one_tap_a_die(battle, anna, anna_phone, referee_seat, server_dice):
    server_dice(20, 1, 2, *[10] * 30)
    through_window(battle, referee_seat)
    battle.do(anna, lambda desk: dice.set_dice(desk, "f1", "table"))
    battle.command(anna, TakeTurn("f1", (Action("strike", "master_sword", ("f2",)),)))
    html = page_of(anna_phone, battle)
    assert html.count('name="face"') == 20
    assert "reaches" in html
    answer = post(anna_phone, battle, do="die", ask=battle.ask, place="0", face="19")
    assert answer.status_code == 200
    assert "Trial of death" in answer.content.decode()
    answer = post(anna_phone, battle, do="retype")
    assert answer.status_code == 200
    assert battle.question.kind == "hit"
    answer = post(anna_phone, battle, do="roll", ask=battle.ask, who="f1")
    assert answer.status_code == 200


@pytest.mark.parametrize("name", ["fighter", "check", "history"])
def test_pages_beside_the_board(battle, referee_phone, referee_seat, server_dice, name):
    server_dice(20, 1, 2, *[10] * 30)
    through_window(battle, referee_seat)
    html = page_of(referee_phone, battle, name, who="f2")
    assert "<h1>" in html


def test_a_player_finds_no_referees_tools(battle, anna_phone, anna, referee_seat, server_dice):
    server_dice(20, 1, 2, *[10] * 30)
    through_window(battle, referee_seat)
    assert 'value="Overrule"' not in page_of(anna_phone, battle, "fighter", who="f2")
    assert anna_phone.get(f"/e/sample/c/{battle.clash.code}/at/check").status_code == 404
    assert anna_phone.get(f"/e/sample/c/{battle.clash.code}/at/plan?who=f3").status_code == 404
    assert anna_phone.get(f"/e/sample/c/{battle.clash.code}/at/nothing").status_code == 404


def test_a_referee_overrules_from_a_fighters_page(battle, referee_phone, referee_seat, server_dice):
    server_dice(20, 1, 2, *[10] * 30)
    through_window(battle, referee_seat)
    answer = post(
        referee_phone,
        battle,
        do="command",
        command="Overrule",
        who="f2",
        what="wounds",
        wounds="wound:2,burn:2",
    )
    assert answer.status_code == 200, answer.content
    assert len(battle.state.fighter("f2").wounds) == 2
    html = page_of(referee_phone, battle)
    assert "Wound −2" in html
    answer = post(referee_phone, battle, do="undo")
    assert answer.status_code == 200
    assert battle.state.fighter("f2").wounds == ()


@pytest.mark.parametrize(
    "query", ["plan=%00", "plan=strike%3Ef9", "who=f9", "at=999999", "step=pick&do=x", "spirits=x"]
)
def test_bad_queries_get_an_answer(battle, referee_phone, referee_seat, server_dice, query):
    server_dice(20, 1, 2, *[10] * 30)
    through_window(battle, referee_seat)
    who = "" if "who=" in query else "who=f1&"
    answer = referee_phone.get(f"/e/sample/c/{battle.clash.code}/at/plan?{who}{query}")
    assert answer.status_code in (200, 400, 404, 422)


def test_the_history_steps_through_the_battle_as_it_looked(
    battle, anna, anna_phone, referee_seat, server_dice
):
    server_dice(20, 1, 2, 19, 19, *[10] * 30)
    through_window(battle, referee_seat)
    before = len(battle.entries)
    battle.command(anna, TakeTurn("f1", (Action("strike", "master_sword", ("f2",)),)))
    here = f"/e/sample/c/{battle.clash.code}/history/"
    assert "Dead" in anna_phone.get(here + "0").content.decode()
    assert "Dead" not in anna_phone.get(f"{here}{before}").content.decode()
    assert anna_phone.get(here + "999").status_code == 404


def test_a_battle_exports_as_a_scenario_that_opens_to_the_same_fighters(battle, anna_phone):
    import html as markup

    from vex.rules.scenario import parse_scenario

    page = page_of(anna_phone, battle, "scenario")
    text = markup.unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.S)[1])
    found = parse_scenario(text, "export")
    assert found.state.fighters == battle.state.fighters
    assert [name for _, name in found.names][1] == "Marauder"


def test_a_referee_builds_a_fighter_with_hints_and_brings_it_in(battle, referee_phone, anna_phone):
    html = page_of(referee_phone, battle, "build", **{"from": "knight"})
    assert "Into the battle" in html
    where = f"/e/sample/c/{battle.clash.code}/at/build"
    fields = {"built": "1", "from": "knight", "name": "Sample Giant", "side": "B", "ATK": "9"}
    hx = {"HX-Request": "true"}
    hint = referee_phone.get(where, {**fields, "first": "battle_two_handed", "armour": "heavy"}, headers=hx)
    assert "V3.10" in hint.content.decode()
    hint = referee_phone.get(
        where, {**fields, "first": "battle_two_handed", "second": "master_spear"}, headers=hx
    )
    assert "V7.4" in hint.content.decode()
    assert anna_phone.get(where).status_code == 404
    built = {**fields, "do": "build", "first": "master_sword", "perks": ["fighter", "tough"], "line": "2"}
    assert post(anna_phone, battle, **built).status_code == 422
    answer = post(referee_phone, battle, **built)
    assert answer.status_code == 200, answer.content
    fighter = battle.state.fighter("f4")
    assert (fighter.sheet.params[0], fighter.sheet.perks, fighter.line) == (9, ("fighter", "tough"), 2)
    assert "Sample Giant" in page_of(referee_phone, battle)


def test_a_finished_battle_asks_for_numbers_and_conditions_alone(vex, battle, referee_phone):
    query = {"when": "finished", "system": "vex", "line": "swordsman v skeleton"}
    html = referee_phone.get("/e/sample/fights/new", query).content.decode()
    assert 'name="e.1.lives"' in html
    assert 'name="e.1.weapons"' not in html
