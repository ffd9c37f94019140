"""What people post in a fight, read strictly: anything unfitting is refused, nothing is guessed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import QueryDict

from referee.adjudication.desk import Desk
from referee.kernel.asks import Ranking, Results, Throws
from referee.kernel.refusals import Refused

_HANDS = ("right", "left")


def number_in(fields: QueryDict, name: str) -> int | None:
    """Read a whole number, None where it is missing; raise Refused where it is none."""
    value = fields.get(name, "").strip().replace("−", "-")
    if not value:
        return None
    if len(value) > 9 or not value.removeprefix("-").isdecimal():
        raise Refused("not_a_number", value=value[:20])
    return int(value)


def signs_in(fields: QueryDict) -> Callable[[Desk], Mapping[str, str]]:
    """Read the signs that were shown: `sign` for whichever hand shows one, else `sign_right`, `sign_left`."""
    by_hand = {hand: str(fields[f"sign_{hand}"]) for hand in _HANDS if fields.get(f"sign_{hand}")}
    one = fields.get("sign", "")

    def signs(desk: Desk) -> Mapping[str, str]:
        if by_hand or not one:
            return by_hand
        waiting = desk.folded.waiting
        asked = waiting.pending.ask if waiting else None
        if not isinstance(asked, Throws):
            return {"right": one}
        own = {fields["who"]} if fields.get("who") else desk.actor.own
        hands = [hand.hand for hand in asked.hands if hand.who in own]
        return {hands[0] if len(hands) == 1 else "right": one}

    return signs


def answer_in(fields: QueryDict) -> Results | Ranking:
    """Read what came of a throw: a result a pair, or `ranking` "f2|f1,f3", in groups.

    The results are `results` "1,0,-1", or a field each: `result_0`, `result_1`, …
    """
    if fields.get("ranking"):
        told = str(fields["ranking"])[:400]
        groups = tuple(tuple(name for name in group.split(",") if name) for group in told.split("|"))
        return Ranking(groups)
    each = [str(fields[f"result_{pair}"]) for pair in range(40) if f"result_{pair}" in fields]
    given = each or str(fields.get("results", "")).replace("−", "-").split(",")
    if len(given) > 40 or any(one not in ("1", "0", "-1") for one in given):
        raise Refused("no_such_answer")
    return Results(tuple(int(one) for one in given))
