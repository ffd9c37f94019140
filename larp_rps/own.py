"""A player's own part of a fight: own results and terms, what a throw would bring, and what may be done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from larp_rps import arena, labels
from larp_rps.arena import facing, means
from larp_rps.labels import number, signed
from larp_rps.notes import Named
from larp_rps.results import Teller, results
from larp_rps.rules import situations
from larp_rps.rules.charge import LEAST_CENTIMETRES
from larp_rps.rules.commands import Ambush, Arm, Attack, Charge, Close, Pass, Separate, Tactic
from larp_rps.rules.default import MOST_IDLE, next_attack, refusal, targets
from larp_rps.rules.events import BlowStruck
from larp_rps.rules.preview import pairing_outcomes, preview
from larp_rps.rules.state import TACTICS, Fighter, Held, State
from larp_rps.rules.totals import HARD_AIM, HARD_PARTS, LIGHT_AIM, LIGHT_PARTS
from larp_rps.sums import Row, rows
from referee.kernel.asks import Choice, Throws
from referee.kernel.refusals import Refused
from referee.kernel.terms import settle
from referee.system import View

LOOKED_BACK = 6
"""Results that a player's page holds while the fight goes on."""


@dataclass(frozen=True, slots=True)
class Column:
    """What one result of a throw would bring: a total and what it means, for each striking hand."""

    label: str
    blows: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Outlook:
    """The three results of the throw that is asked for, as this player sees them; or only the own defence."""

    columns: tuple[Column, ...] = ()
    defence: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way in which a throw by hand may have come out: `results` is what is posted for it."""

    label: str
    results: str
    side: str = ""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two hands that meet in a throw, and how it may have come out."""

    first: Named
    second: Named
    hands: str
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that shows a sign: its field, and what it holds."""

    field: str
    label: str
    weapon: str


@dataclass(frozen=True, slots=True)
class Thrower:
    """One of the own fighters of whom a throw is asked."""

    who: Named
    hands: tuple[Hand, ...]
    thrown: bool


@dataclass(frozen=True, slots=True)
class Move:
    """Something that may be done by one tap: its label, the fields that are posted, and what refuses it."""

    key: str
    label: str
    fields: tuple[tuple[str, str], ...]
    rule: str = ""
    refused: str = ""
    on: bool = False


@dataclass(frozen=True, slots=True)
class Strike:
    """How the own attack that is waited for may still be changed, before anything is thrown."""

    who: Named
    at: Named
    aim: str
    aims: tuple[Move, ...]
    knockout: Move
    targets: tuple[Move, ...]
    summary: str
    summary_rule: str


def context(view: View, keys: frozenset[str]) -> dict[str, Any]:
    """Give all that a player's parts are made of, beside what everybody sees."""
    state: State = view.state
    teller = Teller(view, keys)
    striker, target = facing(view)
    fighters = [fighter for fighter in state.fighters if fighter.key in keys]
    me = fighters[0] if fighters else None
    told = results(view, keys)
    by_hand = next((one.way for one in told if one.way), "") == "hand"
    return {
        **arena.context(view),
        "results": tuple(one for one in told if one.mine)[:LOOKED_BACK],
        "story": told,
        "by_hand_last": by_hand,
        "i_strike": striker in keys,
        "i_defend": target in keys,
        "outlook": _outlook(view, teller, keys, striker, target),
        "situation": _situation(state, me) if me else (),
        "strike": strike(view, teller, striker) if striker in keys else None,
        "throwers": tuple(_throwers(view, teller, keys)),
        "meetings": tuple(_meetings(view, teller, keys)),
        "pairings": tuple(_pairings(view, keys)),
        "passing": _passing(state, fighters),
        "stances": tuple(stances(state, me)) if me else (),
        "arms": tuple(arms(state, me)) if me else (),
        "charge": _charge(state, me) if me else None,
        "decisions": tuple(_decisions(view, teller, keys)),
        "reach": _reach(state, me) if me else None,
        "gone": me is not None and not me.present,
    }


def _outlook(view: View, teller: Teller, keys: frozenset[str], striker: str, target: str) -> Outlook | None:
    command = view.command
    if not isinstance(view.ask, Throws) or not isinstance(command, (Attack, Ambush)):
        return None
    if not keys & {striker, target}:
        return None
    try:
        seen = preview(view.state, command)
    except Refused:
        return None
    blows = seen.draw
    if not blows:
        return None
    defence = number(blows[0].defence.total) if teller.sees(target) else ""
    if striker in keys:
        sides = ((_("If you win"), seen.win), (_("Draw"), seen.draw), (_("If you lose"), seen.lose))
    elif teller.sees(striker):
        sides = ((_("If you win"), seen.lose), (_("Draw"), seen.draw), (_("If you lose"), seen.win))
    else:
        return Outlook((), defence)
    return Outlook(tuple(_column(label, found, teller, target) for label, found in sides), defence)


def _column(label: str, blows: tuple[BlowStruck, ...], teller: Teller, target: str) -> Column:
    """Give one column; what it means is left out where the other's numbers are closed."""
    several = len(blows) > 1
    return Column(
        label,
        tuple(
            (
                labels.word(labels.HANDS, blow.hand) if several else "",
                number(blow.attack.total),
                means(blow.hit, blow.suffered, blow.knocked_out) if teller.sees(target) else "",
            )
            for blow in blows
        ),
    )


def _situation(state: State, fighter: Fighter) -> tuple[Row, ...]:
    number_now = state.round if state.running else 0
    return rows(settle(situations.terms(state, fighter, number_now)))


def strike(view: View, teller: Teller, striker: str) -> Strike | None:
    command, state = view.command, view.state
    if not isinstance(command, Attack) or not isinstance(view.ask, Throws):
        return None
    fighter = state.fighter(striker)

    def fields(**changes: str) -> tuple[tuple[str, str], ...]:
        given = {
            "command": "Attack",
            "who": striker,
            "at": command.at,
            "aim": command.aim,
            "knockout": "on" if command.knockout else "",
            **changes,
        }
        return tuple((key, value) for key, value in given.items() if value)

    aims = [Move("", _("not aimed"), fields(aim=""), on=not command.aim)]
    for parts, deduction, rule in ((LIGHT_PARTS, LIGHT_AIM, "R87"), (HARD_PARTS, HARD_AIM, "R88")):
        for part in parts:
            label = f"{labels.word(labels.PARTS, part)} {signed(deduction)}"
            aims.append(Move(part, label, fields(aim=part), rule, on=command.aim == part))
    refused = refusal(state, Attack(striker, command.at, knockout=True))
    knockout = Move(
        "knockout",
        _("Knockout"),
        fields(knockout="" if command.knockout else "on"),
        refused.rule if refused else "R20",
        labels.explain(refused) if refused else "",
        command.knockout,
    )
    others = tuple(
        Move(other.key, teller.named(other.key).name, fields(at=other.key), on=other.key == command.at)
        for other in targets(state, fighter)
    )
    chosen = [labels.word(labels.PARTS, command.aim)] if command.aim else []
    chosen += [_("knockout")] if command.knockout else []
    rule = "R20" if command.knockout else "R87" if command.aim in LIGHT_PARTS else "R88"
    return Strike(
        teller.named(striker),
        teller.named(command.at),
        command.aim,
        tuple(aims),
        knockout,
        others if len(others) > 1 else (),
        " · ".join(chosen),
        rule if chosen else "",
    )


def _throwers(view: View, teller: Teller, keys: frozenset[str]) -> Iterable[Thrower]:
    """Give the own fighters who throw: those who have not yet come first."""
    if not isinstance(view.ask, Throws):
        return
    for key in sorted(view.ask.throwers, key=lambda one: (one in view.answered, one)):
        if key in keys:
            hands = [hand.hand for hand in view.ask.hands if hand.who == key]
            fighter = view.state.fighter(key)
            yield Thrower(
                teller.named(key),
                tuple(
                    Hand(
                        f"sign_{hand}" if len(hands) > 1 else "sign",
                        labels.word(labels.HANDS, hand),
                        labels.weapon(fighter.weapon(hand).id),
                    )
                    for hand in hands
                ),
                key in view.answered,
            )


def _meetings(view: View, teller: Teller, keys: frozenset[str]) -> Iterable[Meeting]:
    """Give who meets whom in the throw, worded from the reader's side where one of them is the reader's."""
    if not isinstance(view.ask, Throws):
        return
    for first, second in view.ask.pairs:
        one, other = view.ask.hands[first], view.ask.hands[second]
        a, b = teller.named(one.who), teller.named(other.who)
        if {one.who, other.who} <= keys or not {one.who, other.who} & keys:
            outcomes = (
                Outcome(_("%(name)s won") % {"name": a.name}, "1", a.side),
                Outcome(_("Draw"), "0"),
                Outcome(_("%(name)s won") % {"name": b.name}, "-1", b.side),
            )
        else:
            won, lost = ("1", "-1") if one.who in keys else ("-1", "1")
            outcomes = (
                Outcome(_("I won"), won, (a if one.who in keys else b).side),
                Outcome(_("Draw"), "0"),
                Outcome(_("I lost"), lost, (b if one.who in keys else a).side),
            )
        several = len(view.ask.pairs) > 1
        hands = f"{labels.word(labels.HANDS, one.hand)} – {labels.word(labels.HANDS, other.hand)}"
        yield Meeting(a, b, hands if several else "", outcomes)


def _pairings(view: View, keys: frozenset[str]) -> Iterable[Move]:
    """Give the defender's choices where two signs meet two, each with what it would cost (R66)."""
    if not isinstance(view.ask, Choice) or view.ask.who not in keys or view.pending is None:
        return
    for option, blows in pairing_outcomes(view.pending):
        against = option.split("+")
        told = " · ".join(
            f"{labels.word(labels.HANDS, blow.hand)} ← {labels.word(labels.HANDS, hand)}"
            for blow, hand in zip(blows, against, strict=False)
        )
        loss = sum(blow.suffered for blow in blows)
        yield Move(option, told or option, (("option", option),), "R66", on=False, refused=signed(-loss))


def _passing(state: State, fighters: Iterable[Fighter]) -> Move | None:
    """Give the pass of the own fighter whose turn is still to come (A5)."""
    for fighter in fighters:
        if refusal(state, Pass(fighter.key)) is None:
            return Move("pass", _("Pass"), (("command", "Pass"), ("who", fighter.key)), "A5")
    return None


def stances(state: State, fighter: Fighter) -> Iterable[Move]:
    """Give the tactics of two-weapon fighting, where two weapons are in hand (A67)."""
    if len(fighter.hands) < 2:
        return
    for tactic in TACTICS:
        refused = refusal(state, Tactic(fighter.key, tactic))
        yield Move(
            tactic,
            labels.word(labels.TACTICS, tactic),
            (("command", "Tactic"), ("who", fighter.key), ("tactic", tactic)),
            "A67",
            labels.explain(refused) if refused else "",
            fighter.stance.tactic == tactic,
        )


def arms(state: State, fighter: Fighter) -> Iterable[Move]:
    """Give what can be taken in hand: each weapon of the sheet, and the two of a two-weapon fighter."""
    ids = [weapon.id for weapon in fighter.sheet.weapons]
    holding: list[tuple[str, ...]] = [(one,) for one in ids]
    if fighter.sheet.two_weapon and len(ids) > 1:
        holding += [(ids[0], ids[1])]
    if len(holding) < 2:
        return
    for held in holding:
        hands = tuple(Held(hand, one) for hand, one in zip(("right", "left"), held, strict=False))
        refused = refusal(state, Arm(fighter.key, hands, fighter.shield_up))
        told = ",".join(f"{one.hand}:{one.weapon}" for one in hands)
        up = "on" if fighter.shield_up else "off"
        yield Move(
            told,
            " + ".join(labels.weapon(one) for one in held),
            (("command", "Arm"), ("who", fighter.key), ("hands", told), ("shield_up", up)),
            refused=labels.explain(refused) if refused else "",
            on=tuple(one.weapon for one in fighter.hands) == held,
        )


def _charge(state: State, fighter: Fighter) -> Move | None:
    """Give the charge, while one may be announced: before a round, from five metres (R83)."""
    foes = state.opponents(fighter)
    if not foes or state.running or fighter.charge_round == state.round + 1:
        return None
    refused = refusal(state, Charge(fighter.key, foes[0].key, LEAST_CENTIMETRES))
    fields = (("command", "Charge"), ("who", fighter.key), ("at", foes[0].key))
    return Move("charge", _("Charge"), fields, "R83", labels.explain(refused) if refused else "")


def _decisions(view: View, teller: Teller, keys: frozenset[str]) -> Iterable[Move]:
    """Give what moves the fight on where it waits for a person's word and not for an answer (L8)."""
    state: State = view.state
    if view.ask is not None:
        return
    if state.parted:
        yield Move("close", _("Within reach again"), (("command", "Close"),), "R5")
        return
    attack = next_attack(state)
    if attack is not None and attack.who in keys:
        label = _("Strike") + f": {teller.named(attack.at).name}"
        yield Move("strike", label, (("command", "Attack"), ("who", attack.who), ("at", attack.at)), "A19")
    elif not state.running and state.contested and state.idle >= MOST_IDLE:
        yield Move("round", _("Next round"), (("command", "Round"),), "R2")


def _reach(state: State, fighter: Fighter) -> Move | None:
    """Give how the own fighter goes out of reach, and how back: of two both part, of more one leaves."""
    if not fighter.present:
        return Move("join", _("Come back"), (("command", "Join"), ("key", fighter.key)), "A8")
    if state.parted:
        return (
            Move("close", _("Within reach again"), (("command", "Close"),), "R5")
            if _can(state, Close())
            else None
        )
    if len([one for one in state.fighters if one.present]) > 2:
        return Move("leave", _("Leave"), (("command", "Leave"), ("who", fighter.key)), "A8")
    return Move("separate", _("Part"), (("command", "Separate"),), "R4") if _can(state, Separate()) else None


def _can(state: State, command: Any) -> bool:
    return refusal(state, command) is None
