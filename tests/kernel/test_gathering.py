"""Gathering: one throw from several phones. Nothing decides by silence, by mixing or by disagreement (L8)."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.asks import Hand, Throws
from referee.kernel.gathering import Gathering, Report, outlook, reporters

ASK = Throws("duel", "f1", (Hand("f1"), Hand("f1", "left"), Hand("f2")), ((0, 2), (1, 2)))
ALL = ("f1", "f2", "f3", "f4")
AWAKE = st.frozensets(st.sampled_from(ALL), min_size=1)
RESULTS = st.tuples(*[st.sampled_from((-1, 0, 1))] * 2)
DEEDS = st.lists(
    st.one_of(
        st.tuples(st.just("seal"), st.sampled_from([(hand.who, hand.hand) for hand in ASK.hands])),
        st.tuples(st.just("report"), st.sampled_from(ALL), RESULTS),
        st.tuples(st.just("again"), st.sampled_from(ALL)),
    ),
    max_size=10,
)


def gather(deeds) -> Gathering:
    gathering = Gathering("a")
    for deed in deeds:
        match deed:
            case ("seal", (who, hand)):
                gathering = gathering.seal(who, hand)
            case ("report", who, results):
                gathering = gathering.report(Report(who, results))
            case ("again", who):
                told = frozenset(report.by for report in gathering.reports)
                gathering = gathering.want_again(who, told) if told else gathering
    return gathering


@given(DEEDS, AWAKE)
def test_nothing_resolves_while_two_ways_meet(deeds, awake):
    gathering = gather(deeds)
    way = outlook(gathering, ASK, awake).way
    assert (way == "mixed") == bool(gathering.sealed and gathering.reports)


@given(DEEDS, AWAKE)
def test_a_reveal_has_every_sign_and_nothing_else(deeds, awake):
    gathering = gather(deeds)
    if outlook(gathering, ASK, awake).way == "reveal":
        assert set(gathering.sealed) == {(hand.who, hand.hand) for hand in ASK.hands}
        assert gathering.reports == ()


@given(DEEDS, AWAKE)
def test_disagreement_never_resolves(deeds, awake):
    gathering = gather(deeds)
    if len({report.results for report in gathering.reports}) > 1:
        assert outlook(gathering, ASK, awake).way in ("differing", "mixed")


@given(AWAKE, RESULTS)
def test_agreeing_reports_resolve_once_all_who_decide_have_reported(awake, results):
    gathering = Gathering("a")
    deciding = sorted(reporters(ASK, awake))
    own = frozenset(ASK.throwers) & awake
    for place, who in enumerate(deciding, 1):
        gathering = gathering.report(Report(who, results))
        complete = place == len(deciding) or not own
        assert (outlook(gathering, ASK, awake).way == "agreed") == complete


@given(st.sampled_from(ALL), RESULTS)
def test_one_awake_phone_is_always_enough(who, results):
    gathering = Gathering("a").report(Report(who, results))
    assert who in reporters(ASK, frozenset({who}))
    assert outlook(gathering, ASK, frozenset({who})).way == "agreed"


@given(DEEDS, AWAKE)
def test_more_phones_falling_out_never_undo_an_agreement(deeds, awake):
    gathering = gather(deeds)
    if outlook(gathering, ASK, awake).way == "agreed":
        for fewer in itertools.combinations(sorted(awake), max(len(awake) - 1, 1)):
            assert outlook(gathering, ASK, frozenset(fewer)).way == "agreed"


@given(DEEDS)
def test_each_has_one_contribution_the_latest(deeds):
    gathering = gather(deeds)
    told = [report.by for report in gathering.reports]
    assert len(set(told)) == len(told)
    assert len(set(gathering.sealed)) == len(gathering.sealed)
    assert not set(told) & {who for who, _ in gathering.sealed}


@given(DEEDS, AWAKE)
def test_who_is_waited_for_has_not_done_it(deeds, awake):
    gathering = gather(deeds)
    look = outlook(gathering, ASK, awake)
    if look.way == "waiting" and gathering.reports:
        assert not set(look.waiting) & {report.by for report in gathering.reports}
        assert set(look.waiting) <= awake
    if look.way == "missing":
        assert look.waiting == ASK.throwers


def test_a_throw_is_made_again_once_all_who_reported_want_it():
    gathering = gather([("report", "f1", (1, 1)), ("report", "f2", (0, 0)), ("again", "f1")])
    assert gathering.again == ("f1",)
    assert gather([("report", "f1", (1, 1)), ("report", "f2", (0, 0)), ("again", "f1"), ("again", "f2")]) == (
        Gathering("a", times=1)
    )


@pytest.mark.parametrize("deed", [("report", "f1", (0, 0)), ("seal", ("f1", "right"))])
def test_who_contributes_anew_no_longer_wants_another_throw(deed):
    gathering = gather([("report", "f1", (1, 1)), ("report", "f2", (0, 0)), ("again", "f1"), deed])
    assert gathering.again == ()
