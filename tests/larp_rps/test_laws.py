"""Laws of live combat over whole random fights."""

from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from larp_rps.rules import commands as asked
from larp_rps.rules import events as told
from larp_rps.rules.attacks import limit
from larp_rps.rules.commands import COMMANDS
from larp_rps.rules.default import MOST_IDLE, available, default, next_attack, refusal
from larp_rps.rules.engine import RULES
from larp_rps.rules.events import EVENTS
from larp_rps.rules.judge import attacks_left
from larp_rps.rules.preview import preview
from larp_rps.rules.state import State
from larp_rps.rules.statuses import statuses
from referee.codec import by_name, decode, encode, parse, text
from referee.kernel.asks import Results, Throws
from referee.kernel.chain import digest
from referee.kernel.drivers import Given, Waiting
from referee.kernel.steps import resume, run
from referee.kernel.terms import Sum
from tests.larp_rps.fights import Drawn, fights, give, openings

FIGHT = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def sums(blow):
    return [
        one
        for one in (blow.attack, blow.defence, blow.maximum, blow.damage, blow.loss, blow.threshold)
        if one
    ]


@FIGHT
@given(fights())
def test_a_blow_keeps_its_bounds(fight):
    _, records = fight
    for record in records:
        for state, event in record.steps:
            if not isinstance(event, told.BlowStruck):
                continue
            weapon = state.fighter(event.who).weapon(event.hand)
            assert event.hit == (event.attack.total > event.defence.total), "R17, A18"
            assert event.hp_after == event.hp_before - event.suffered
            assert 0 <= event.suffered <= event.loss.total, "A23"
            if not event.hit:
                assert (event.damage.total, event.loss.total, event.knocked_out) == (0, 0, False)
            elif weapon.fixed is not None:
                assert event.damage.total == weapon.fixed, "R39"
            else:
                assert weapon.minimum <= event.damage.total <= max(event.maximum.total, weapon.minimum), "R38"
                assert event.maximum.total <= (3 * weapon.maximum) // 2 + 3, "R84, R28"
            if event.knocked_out:
                assert event.knockout
                assert event.suffered == 0, "R23"
            assert event.stalls <= (event.hit and weapon.pole), "A30"
            assert event.interrupts <= (event.suffered > 0 or event.knocked_out), "R76"


@FIGHT
@given(fights())
def test_every_line_has_a_rule_and_the_lines_add_up(fight):
    _, records = fight
    for record in records:
        for event in record.events:
            found: list[Sum] = []
            if isinstance(event, told.BlowStruck):
                found = sums(event)
            elif isinstance(event, told.InitiativeThrown):
                found = [one.value for one in event.values]
            for total in found:
                assert all(line.rule and line.code for line in total.lines)
                assert sum(line.counted for line in total.lines) == total.total
                assert all(bool(line.by) == (line.standing in ("not_met", "beaten")) for line in total.lines)


@FIGHT
@given(fights())
def test_nobody_acts_who_lies(fight):
    _, records = fight
    for record in records:
        for state, event in record.steps:
            if isinstance(event, told.TurnTaken):
                striker = state.fighter(event.who)
                level = not event.opens and not event.apart
                assert striker.present
                assert level or not striker.fallen, "R23, A83; level fighters: A2"
                assert not (level and (striker.before.unconscious or striker.before.down))
            if isinstance(event, told.SpellCast):
                assert not state.fighter(event.who).fallen


@FIGHT
@given(fights())
def test_attacks_keep_their_number(fight):
    _, records = fight
    blows: Counter[tuple[str, str]] = Counter()
    for record in records:
        for state, event in record.steps:
            if isinstance(event, told.RoundBegun):
                blows.clear()
            if isinstance(event, told.BlowStruck):
                blows[event.who, event.hand] += 1
                striker = state.fighter(event.who)
                assert blows[event.who, event.hand] <= limit(state, striker, event.hand), "R47"
                if striker.allowance is not None:
                    assert striker.blows < striker.allowance, "A58"


@FIGHT
@given(fights())
def test_an_order_is_of_those_who_stand_each_once(fight):
    _, records = fight
    for record in records:
        for state, event in record.steps:
            if isinstance(event, (told.InitiativeThrown, told.PoleFirst, told.RoundBegun, told.OrderSet)):
                keys = [key for group in event.groups for key in group]
                assert len(set(keys)) == len(keys)
                assert all(event.groups)
            if isinstance(event, told.InitiativeThrown):
                assert set(keys) == {fighter.key for fighter in state.standing}
            if isinstance(event, told.RoundBegun) and not event.opening:
                assert set(keys) <= {fighter.key for fighter in state.standing}


@FIGHT
@given(fights())
def test_what_is_said_to_be_possible_is(fight):
    _, records = fight
    for record in records[-4:]:
        state = record.after
        for fighter in state.fighters:
            statuses(state, fighter)
            for possible in available(state, fighter.key):
                assert possible.ok == (refusal(state, possible.command) is None)
            left = {hand: attacks_left(state, fighter, hand) for hand in fighter.hand_names}
            assert all(count >= 0 for count in left.values())
            if any(left.values()) and not fighter.passed:
                for other in state.opponents(fighter):
                    assert refusal(state, asked.Attack(fighter.key, other.key)) is None


@FIGHT
@given(fights(), st.sampled_from((1, 0, -1)))
def test_a_preview_is_what_happens_b103_b112(fight, result):
    _, records = fight
    for record in records[-3:]:
        state = record.after
        attack = next_attack(state)
        if attack is None:
            continue
        before = digest(state)
        shown = {1: "win", 0: "draw", -1: "lose"}[result]
        blows = getattr(preview(state, attack), shown)
        assert digest(state) == before

        class Same(Waiting):
            def answer(self, ask, fingerprint):
                return Results((result,) * len(ask.pairs)) if isinstance(ask, Throws) else None

        ran = run(RULES, state, RULES.begin(state, attack), Same())
        if ran.pending is None:
            assert tuple(event for event in ran.events if isinstance(event, told.BlowStruck)) == blows


@FIGHT
@given(fights(length=15), st.data())
def test_resuming_at_an_ask_is_not_pausing(fight, data):
    opening, records = fight
    state = records[-1].after if records else opening
    command = default(state)
    if command is None:
        return
    paused = run(RULES, state, RULES.begin(state, command), Waiting())
    answers = []
    while paused.pending is not None:
        stored = decode(by_name(COMMANDS), parse(text(encode(paused.pending.frame))))
        assert stored == paused.pending.frame
        answer = Drawn(data).answer(paused.pending.ask, paused.pending.fingerprint)
        answers.append(answer)
        paused = resume(RULES, paused.pending, Given([answer]))
    whole = run(RULES, state, RULES.begin(state, command), Given(answers))
    assert digest(whole.state) == digest(paused.state)


@FIGHT
@given(fights())
def test_all_comes_back_from_json(fight):
    opening, records = fight
    states = by_name((State,))
    assert decode(states, parse(text(encode(opening)))) == opening
    for record in records:
        assert decode(by_name(COMMANDS), parse(text(encode(record.command)))) == record.command
        assert decode(states, parse(text(encode(record.after)))) == record.after
        for event in record.events:
            assert decode(by_name(EVENTS), parse(text(encode(event)))) == event


@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(openings(), st.data())
def test_a_fight_left_to_itself_ends_or_waits_for_a_person(state, data):
    answered = 0
    by_itself = 0
    while answered < 25:
        command = default(state)
        if command is None:
            break
        paused = run(RULES, state, RULES.begin(state, command), Waiting()).pending is not None
        answered += paused
        by_itself = 0 if paused else by_itself + 1
        assert by_itself <= 2 * MOST_IDLE + 2, "rounds would follow one another with nobody there (L8)"
        record = give(state, command, Drawn(data))
        assert record is not None
        state = record.after
    else:
        return
    waits = next_attack(state) is not None or state.idle >= MOST_IDLE
    assert waits or not state.contested or state.parted
