"""The referee's console of live combat: everything of a fight on one screen, and one tap a hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from django.utils.translation import gettext as _

from larp_rps import arena, labels, own
from larp_rps.arena import means
from larp_rps.labels import number
from larp_rps.notes import Named
from larp_rps.own import Move
from larp_rps.results import Teller, results
from larp_rps.rules.commands import Attack, Close, Pass, Round
from larp_rps.rules.default import MOST_IDLE, next_attack, refusal, targets
from larp_rps.rules.engine import RULES
from larp_rps.rules.events import BlowStruck, Initiative, InitiativeThrown
from larp_rps.rules.preview import Preview, pairing_outcomes, preview
from larp_rps.rules.state import State
from referee.kernel.asks import Choice, Results, Throws
from referee.kernel.drivers import Given
from referee.kernel.refusals import Refused
from referee.kernel.steps import resume
from referee.system import Screen, View

TEMPLATE = "larp_rps/console.html"

type Posted = tuple[tuple[str, str], ...]
"""The fields that one tap posts."""


@dataclass(frozen=True, slots=True)
class Key:
    """A result key: what is posted, whose it is (nobody's for a draw), its total, and what it would mean."""

    result: str
    who: Named | None
    total: str = ""
    means: str = ""


@dataclass(frozen=True, slots=True)
class Hand:
    """The keys of one pair of hands, the first hand's left; `label` names the hands where several meet."""

    label: str
    keys: tuple[Key, Key, Key]


@dataclass(frozen=True, slots=True)
class Facing:
    """What is known of the blow that is waited for: defence, maximum, armour and weapon of its first hand."""

    defence: str
    maximum: str
    armour: str
    weapon: str


@dataclass(frozen=True, slots=True)
class Place:
    """A fighter in the columns, and what a tap on him posts: another target; nothing where he can be none."""

    member: arena.Member
    aim: Posted


@dataclass(frozen=True, slots=True)
class Chip:
    """A place in the order, with the Initiative value that was thrown for it."""

    who: Named
    state: str
    level: bool
    value: str


def console(view: View) -> Screen:
    """Give what referees see and act on."""
    return Screen(TEMPLATE, ("heading", "console", "consolekeys"), context(view))


def context(view: View) -> dict[str, Any]:
    """Give all that the console's parts are made of."""
    state: State = view.state
    teller = Teller(view, None)
    base = arena.context(view)
    told = results(view, None)
    striker, _target = arena.facing(view)
    seen = _preview(view)
    hands = _hands(view, teller, seen)
    last = next((one for one in told if one.blows), None)
    return {
        **base,
        "title": _title(view, base["camps"]),
        "chips": _chips(view, base["turns"], striker),
        "order": _order(state),
        "columns": _columns(view, base["camps"]),
        "lying": tuple(_lying(view, teller)),
        "facing_now": _facing(view, seen),
        "hands": hands,
        "alike": _alike(seen),
        "ranking": _ranking(view, teller),
        "options": tuple(_options(view)),
        "decisions": tuple(_decisions(view, teller)),
        "waive": tuple(_waive(view, teller, seen)),
        "passing": _passing(view),
        "strike": own.strike(view, teller, striker) if striker else None,
        "arms": tuple(own.arms(state, state.fighter(striker))) if striker else (),
        "bonus": tuple(_bonus(view, teller)),
        "latest": last or (told[0] if told else None),
        "last": last.blows[0] if last else None,
    }


def _title(view: View, camps: Sequence[arena.Camp]) -> str:
    """Give what a fight is called: its people's numbers, of a side's several the first and how many more."""
    names = []
    for camp in camps:
        first = camp.members[0].who
        more = len(camp.members) - 1
        names.append(f"{first.number or first.name}{f' +{more}' if more else ''}")
    return " · ".join(names)


def _preview(view: View) -> Preview | None:
    """Give what the attack that is waited for would bring on each throw."""
    if not isinstance(view.command, Attack) or not isinstance(view.ask, Throws):
        return None
    try:
        return preview(view.state, view.command)
    except Refused:
        return None


def _hands(view: View, teller: Teller, seen: Preview | None) -> tuple[Hand, ...]:
    """Give the three keys of each pair of hands that meets in the throw that is asked for."""
    question = view.ask
    if not isinstance(question, Throws):
        return ()
    if question.kind == "initiative":
        return (_initiative(view, teller),) if len(question.pairs) == 1 else ()
    found = []
    for first, second in question.pairs:
        one, other = question.hands[first], question.hands[second]
        a, b = teller.named(one.who), teller.named(other.who)
        several = len(question.pairs) > 1
        blows = _blows_of(seen, one.hand) if len({pair[1] for pair in question.pairs}) == 1 else None
        label = ""
        if several and question.kind == "spell":
            label = f"{a.name} – {b.name}"
        elif several:
            label = labels.word(labels.HANDS, one.hand)
            if blows is None:
                label = f"{label} – {labels.word(labels.HANDS, other.hand)}"
        brought = blows or (None, None, None)
        found.append(
            Hand(label, (_key("1", a, brought[0]), _key("0", None, brought[1]), _key("-1", b, brought[2])))
        )
    return tuple(found)


def _blows_of(seen: Preview | None, hand: str) -> tuple[BlowStruck, BlowStruck, BlowStruck] | None:
    if seen is None:
        return None
    found = [
        next((blow for blow in blows if blow.hand == hand), None)
        for blows in (seen.win, seen.draw, seen.lose)
    ]
    win, draw, lose = found
    return (win, draw, lose) if win and draw and lose else None


def _key(result: str, who: Named | None, blow: BlowStruck | None) -> Key:
    if blow is None:
        return Key(result, who)
    return Key(result, who, number(blow.attack.total), means(blow.hit, blow.suffered, blow.knocked_out))


def _initiative(view: View, teller: Teller) -> Hand:
    """Give the keys of a duel's initiative, with the values that each result would make (R8, R9)."""
    assert isinstance(view.ask, Throws)
    first, second = (teller.named(view.ask.hands[place].who) for place in view.ask.pairs[0])
    keys = []
    for result, who in ((1, first), (0, None), (-1, second)):
        values, groups = _thrown(view, result)
        total = f"{values.get(first.key, '–')} : {values.get(second.key, '–')}"
        ahead = groups[0] if groups else ()
        leader = teller.named(ahead[0]) if len(ahead) == 1 else None
        means_ = _("first") + f": {leader.number or leader.name}" if leader else _("level")
        keys.append(Key(str(result), who, total, means_))
    return Hand("", (keys[0], keys[1], keys[2]))


def _thrown(view: View, result: int) -> tuple[dict[str, str], tuple[tuple[str, ...], ...]]:
    if view.pending is None:
        return {}, ()
    ran = resume(RULES, view.pending, Given((Results((result,)),)))
    thrown = next((event for event in ran.trail if isinstance(event, InitiativeThrown)), None)
    if thrown is None:
        return {}, ()
    return {one.who: number(one.value.total) for one in thrown.values}, ran.state.order or thrown.groups


def _alike(seen: Preview | None) -> str:
    """Give what a blow would bring where all three results bring the same; empty where the throw decides."""
    if seen is None:
        return ""
    told = {
        tuple((blow.hand, blow.hit, blow.suffered, blow.knocked_out) for blow in blows)
        for blows in (seen.win, seen.draw, seen.lose)
    }
    if len(told) != 1 or not seen.draw:
        return ""
    return " · ".join(means(blow.hit, blow.suffered, blow.knocked_out) for blow in seen.draw)


def _ranking(view: View, teller: Teller) -> tuple[Named, ...]:
    """Give whose order is wanted, where it can be told by tapping names (R14)."""
    question = view.ask
    if not isinstance(question, Throws) or not question.rankable or len(question.pairs) == 1:
        return ()
    return tuple(teller.named(key) for key in question.throwers)


def _options(view: View) -> Iterable[Move]:
    """Give the options of a choice: a defender's pairings, each with what it would cost (R66)."""
    if not isinstance(view.ask, Choice) or view.pending is None:
        return
    for option, blows in pairing_outcomes(view.pending):
        told = " · ".join(
            f"{labels.word(labels.HANDS, blow.hand)} ← {labels.word(labels.HANDS, hand)}"
            for blow, hand in zip(blows, option.split("+"), strict=False)
        )
        brought = " · ".join(means(blow.hit, blow.suffered, blow.knocked_out) for blow in blows)
        yield Move(option, f"{told or option}: {brought}", (("option", option),), "R66")


def _facing(view: View, seen: Preview | None) -> Facing | None:
    if seen is None or not seen.draw:
        return None
    blow, best = seen.draw[0], seen.win[0]
    state: State = view.state
    weapon = state.fighter(blow.who).weapon(blow.hand)
    most = weapon.maximum if weapon.fixed is None else weapon.fixed
    return Facing(
        number(blow.defence.total),
        number(best.maximum.total if best.hit else most),
        number(state.fighter(blow.at).sheet.armour),
        " + ".join(labels.weapon(one.weapon) for one in seen.draw),
    )


def _posted(command: Attack, **changes: str) -> Posted:
    """Give the fields that post an attack anew, with changes; what has its default stays away."""
    plain = Attack("", "")
    given: dict[str, str] = {"command": "Attack"}
    for item in fields(command):
        value = getattr(command, item.name)
        if value != getattr(plain, item.name):
            given[item.name] = (
                ",".join(value) if isinstance(value, tuple) else "on" if value is True else str(value)
            )
    return tuple((given | changes).items())


def _columns(view: View, camps: Sequence[arena.Camp]) -> tuple[tuple[arena.Camp, tuple[Place, ...]], ...]:
    aims = dict(_targets(view))
    return tuple(
        (camp, tuple(Place(member, aims.get(member.who.key, ())) for member in camp.members))
        for camp in camps
    )


def _targets(view: View) -> Iterable[tuple[str, Posted]]:
    """Give at whom the striker may turn instead, with what is posted for it."""
    command = view.command
    if not isinstance(command, Attack) or not isinstance(view.ask, Throws):
        return
    for other in targets(view.state, view.state.fighter(command.who)):
        if other.key != command.at:
            yield other.key, _posted(command, at=other.key, waived="")


def _lying(view: View, teller: Teller) -> Iterable[Move]:
    """Give whom the striker may strike though they lie, which is the KM's word (A84)."""
    command = view.command
    if not isinstance(command, Attack) or not isinstance(view.ask, Throws):
        return
    side = view.state.fighter(command.who).side
    for other in view.state.fighters:
        if other.side != side and other.present and other.fallen:
            who, on = teller.named(other.key), other.key == command.at
            posted = _posted(command, at=other.key, waived="", word="on")
            yield Move(other.key, f"{who.number or ''} {who.name}".strip(), posted, "A84", on=on)


def _waive(view: View, teller: Teller, seen: Preview | None) -> Iterable[tuple[Key, Posted]]:
    """Give whom a referee may favour instead of a throw, and what that would bring (R18)."""
    command = view.command
    if not isinstance(command, Attack) or seen is None:
        return
    for key, blows in ((command.who, seen.win), (command.at, seen.lose)):
        brought = " · ".join(means(blow.hit, blow.suffered, blow.knocked_out) for blow in blows)
        total = number(blows[0].attack.total) if blows else ""
        yield Key("", teller.named(key), total, brought), _posted(command, waived=key)


def _passing(view: View) -> Move | None:
    """Give the pass of whoever's turn it is (A5)."""
    command = view.command if isinstance(view.command, Attack) else next_attack(view.state)
    if command is None or refusal(view.state, Pass(command.who)) is not None:
        return None
    return Move("pass", _("Pass"), (("command", "Pass"), ("who", command.who)), "A5")


def _bonus(view: View, teller: Teller) -> Iterable[Move]:
    """Give to whom a referee may grant the weapon's +1 in the initiative that is waited for (R10)."""
    if not isinstance(view.ask, Throws) or view.ask.kind != "initiative":
        return
    given = view.command.weapon_bonus if isinstance(view.command, Round) else ""
    for key in view.ask.throwers:
        wanted = "" if key == given else key
        fields_ = (("command", "Round"), *((("weapon_bonus", wanted),) if wanted else ()))
        who = teller.named(key)
        yield Move(key, str(who.number or who.name), fields_, "R10", on=key == given)


def _decisions(view: View, teller: Teller) -> Iterable[Move]:
    """Give what moves the fight on where it waits for a person's word and not for an answer (L8)."""
    state: State = view.state
    if view.ask is not None:
        return
    if state.parted:
        if refusal(state, Close()) is None:
            yield Move("close", _("Within reach again"), (("command", "Close"),), "R5")
        return
    attack = next_attack(state)
    if attack is not None:
        label = _("Strike") + f": {teller.named(attack.who).name} → {teller.named(attack.at).name}"
        yield Move("strike", label, _posted(attack), "A19")
    elif not state.running and state.contested and state.idle >= MOST_IDLE:
        yield Move("round", _("Next round"), (("command", "Round"),), "R2")


def _chips(view: View, turns: Sequence[arena.Turn], striker: str) -> tuple[Chip, ...]:
    values = _values(view)
    return tuple(
        Chip(turn.who, _place(view, turn, striker), turn.level, values.get(turn.who.key, ""))
        for turn in turns
    )


def _place(view: View, turn: arena.Turn, striker: str) -> str:
    """Give how a place in the order stands for who adjudicates: now is whose blow is waited for."""
    if turn.state == "out":
        return "out"
    if turn.who.key == striker:
        return "now"
    fighter = view.state.fighter(turn.who.key)
    return "done" if view.state.running and (fighter.showings or fighter.passed) else ""


def _values(view: View) -> Mapping[str, str]:
    """Give the Initiative values that the running order comes from; none where people told it (R14)."""
    for told in reversed(view.told):
        for event in reversed(told.trail):
            if isinstance(event, InitiativeThrown):
                thrown: tuple[Initiative, ...] = event.values
                return {one.who: number(one.value.total) for one in thrown}
    return {}


def _order(state: State) -> str:
    """Give the order as it is posted: groups "f2|f1,f3"."""
    return "|".join(",".join(group) for group in state.order)
