"""Three ways to throw, mixed freely: sealed on the phones, reported by hand, or by a referee for anyone.

Each function decides one act; it gets the desk and gives the deed, or raises Refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from referee.adjudication.desk import Deed, Desk, Seal
from referee.adjudication.events import PartyConfirmed, PartyStands, Reported, Sealed, WantedAgain
from referee.adjudication.position import Waiting, gathering_of
from referee.kernel.asks import SIGNS, Answer, BadAnswer, Choice, Chosen, Ranking, Results, Signs, Throws
from referee.kernel.chain import commitment
from referee.kernel.gathering import Gathering, Report, outlook, reporters
from referee.kernel.refusals import Refused
from referee.ledger import secret_salt


@sensitive_variables("signs", "seals")
def throw(desk: Desk, ask: str, who: str, signs: Mapping[str, str]) -> Deed:
    """Throw on the own phone: the sign lies sealed until all are in, then all are revealed together.

    `signs` has a sign for each hand that `who` shows. Throwing says yes to a fight that one was asked into.
    """
    waiting = desk.waiting(ask)
    question = _throws(waiting)
    if who not in desk.actor.own:
        raise Refused("not_your_fighter")
    hands = [hand.hand for hand in question.hands if hand.who == who]
    if not hands:
        raise Refused("not_asked")
    if set(signs) != set(hands) or any(sign not in SIGNS for sign in signs.values()):
        raise Refused("no_such_sign")
    if ask in desk.company.drawn:
        raise Refused("already_revealed")
    present = _arrive(desk, who)
    gathering = gathering_of(desk.position, ask)
    for hand in hands:
        gathering = gathering.seal(who, hand)
    awake = desk.company.awake | {who}
    if outlook(gathering, question, awake).way == "reveal":
        return _reveal(desk, waiting, question, who, signs, present)
    seals = [Seal(ask, who, hand, signs[hand], secret_salt()) for hand in hands]
    bound = {seal.hand: commitment(seal.salt, seal.sign) for seal in seals}
    events = (*present, *(Sealed(ask, who, hand) for hand in hands))
    return Deed("sealed", events, {"ask": ask, "who": who, "bound": bound}, seals=seals)


@sensitive_variables("signs", "shown", "lying", "salts", "row")
def _reveal(
    desk: Desk,
    waiting: Waiting,
    question: Throws,
    last: str,
    signs: Mapping[str, str],
    present: tuple[Any, ...],
) -> Deed:
    lying = desk.sealed(waiting.ask)
    shown: list[str] = []
    salts: dict[str, str] = {}
    for hand in question.hands:
        if hand.who == last:
            shown.append(signs[hand.hand])
        else:
            row = lying[(hand.who, hand.hand)]
            shown.append(row.sign)
            salts[f"{hand.who} {hand.hand}"] = row.salt
    running = desk.running()
    running.answer(waiting, [Signs(tuple(shown))], drawn=True)
    data = {"way": "phones", "ask": waiting.ask, "salts": salts}
    return Deed("answer", present, data, course=running.run_on())


def report(desk: Desk, ask: str, who: str, answer: Results | Ranking) -> Deed:
    """Report what came of a throw made by hand; the outcome counts once all who decide report the same."""
    waiting = desk.waiting(ask)
    question = _throws(waiting)
    if who not in desk.actor.own:
        raise Refused("not_your_fighter")
    present = _arrive(desk, who)
    awake = desk.company.awake | {who}
    if who not in reporters(question, awake):
        raise Refused("others_report")
    _fitting(question, answer)
    if ask in desk.company.drawn:
        raise Refused("already_revealed")
    at = timezone.now().isoformat(timespec="seconds")
    gathering = gathering_of(desk.position, ask)
    told: list[Reported] = []
    # One phone that plays several (in practice) reports for all of them at once.
    for by in (who, *sorted((desk.actor.own & reporters(question, awake)) - {who})):
        match answer:
            case Results(results):
                one = Report(by, results=results, at=at)
            case Ranking(groups):
                one = Report(by, ranking=groups, at=at)
        gathering = gathering.report(one)
        told.append(Reported(ask, one))
    if outlook(gathering, question, awake).way == "agreed":
        running = desk.running()
        running.answer(waiting, [answer], drawn=False)
        events = (*present, *told)
        data = {"way": "hand", "ask": ask, "entered_for": who}
        return Deed("answer", events, data, course=running.run_on())
    return Deed("report", (*present, *told), {"ask": ask})


def as_reported(desk: Desk, awake: frozenset[str], events: tuple[Any, ...]) -> Deed | None:
    """Give the answer that lying reports come to with these phones in use, None where they come to nothing.

    Somebody who is no longer waited for stands by; the others' reports agree already.
    """
    waiting = desk.folded.waiting
    if waiting is None or not isinstance(waiting.pending.ask, Throws) or waiting.ask in desk.company.drawn:
        return None
    gathering = gathering_of(desk.position, waiting.ask)
    if outlook(gathering, waiting.pending.ask, awake).way != "agreed":
        return None
    told = gathering.reports[0]
    running = desk.running()
    answer = Ranking(told.ranking) if told.ranking else Results(told.results)
    running.answer(waiting, [answer], drawn=False)
    data = {"way": "hand", "ask": waiting.ask, "entered_for": told.by}
    return Deed("answer", events, data, course=running.run_on())


def again(desk: Desk, ask: str, who: str) -> Deed:
    """Want the throw made again, after reports that differ; it is, once all who reported want it.

    For who reported and stands by now, the others' phones say it.
    """
    waiting = desk.waiting(ask)
    gathering = gathering_of(desk.position, ask)
    if who not in desk.speaks:
        raise Refused("not_your_fighter")
    if outlook(gathering, _throws(waiting), desk.company.awake).way not in ("differing", "mixed"):
        raise Refused("nothing_differs")
    return Deed("report", (WantedAgain(ask, who),), {"ask": ask})


def decide(desk: Desk, ask: str, answer: Answer) -> Deed:
    """Enter an answer as a referee, for anyone, at any moment; what lies sealed for it is not looked at.

    Where reports differ it is a dispute, and no assistant's word.
    """
    waiting = desk.waiting(ask)
    if not desk.actor.referees:
        raise Refused("referees_only")
    question = waiting.pending.ask
    _fitting(question, answer)
    gathering = gathering_of(desk.position, ask)
    if (
        desk.actor.role == "assistant"
        and isinstance(question, Throws)
        and outlook(gathering, question, desk.company.awake).way == "differing"
    ):
        raise Refused("referees_dispute")
    running = desk.running()
    running.answer(waiting, [answer], drawn=False)
    data: dict[str, Any] = {"way": "referee", "ask": ask, "entered_for": desk.entered_for}
    if gathering.reports:
        data["over"] = len(gathering.reports)
    if ask in desk.company.drawn:
        data["drawn_before"] = True
    return Deed("answer", (), data, course=running.run_on())


def take(desk: Desk, ask: str) -> Deed:
    """Let stand what was thrown for this very ask before an undo: undone answers belong to their ask."""
    waiting = desk.waiting(ask)
    drawn = desk.company.drawn.get(ask)
    if drawn is None:
        raise Refused("nothing_drawn")
    if not (desk.actor.referees or desk.actor.own):
        raise Refused("not_your_fighter")
    running = desk.running()
    running.answer(waiting, [drawn], drawn=True)
    data = {"way": "phones", "ask": ask, "taken": True, "entered_for": desk.entered_for}
    return Deed("answer", (), data, course=running.run_on())


def choose(desk: Desk, ask: str, option: str) -> Deed:
    """Choose an option, for the fighter who is asked, or as a referee."""
    waiting = desk.waiting(ask)
    question = waiting.pending.ask
    if not isinstance(question, Choice):
        raise Refused("stale_ask")
    if not desk.actor.referees and question.who not in desk.speaks:
        raise Refused("not_your_fighter")
    answer = Chosen(option)
    _fitting(question, answer)
    running = desk.running()
    running.answer(waiting, [answer], drawn=False)
    data = {"ask": ask, "entered_for": desk.entered_for}
    return Deed("answer", (), data, course=running.run_on())


def seen_gathering(desk: Desk) -> Gathering:
    """Give what has come in for the open ask."""
    waiting = desk.folded.waiting
    return gathering_of(desk.position, waiting.ask) if waiting else Gathering()


def _throws(waiting: Waiting) -> Throws:
    question = waiting.pending.ask
    if not isinstance(question, Throws):
        raise Refused("stale_ask")
    return question


def _fitting(question: Any, answer: Answer) -> None:
    try:
        question.read(answer)
    except BadAnswer:
        raise Refused("no_such_answer") from None


def _arrive(desk: Desk, who: str) -> tuple[Any, ...]:
    """Acting on the own phone says that one is in: asked into the fight, or standing by until now."""
    party = desk.company.party(who)
    if party is None or party.standing == "in":
        return ()
    # What others entered while one stood by is confirmed by a tap of its own, not by the way.
    confirmed = party.confirmed or party.standing == "by"
    return (PartyStands(who, "in"), *(() if confirmed else (PartyConfirmed(who, "accepted"),)))
