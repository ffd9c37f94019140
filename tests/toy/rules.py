"""The rules of three stones. Pure, like every rule package (L2); numbers T1…T9 are the toy's own.

T1 the order is thrown by all, once, and again when somebody joins. T2 who acts throws with one other. T3 on a
draw nothing happens. T4 the winner takes or spares. T5 of several stones the loser gives the one he chooses.
T6 a d20 with luck against 12 keeps the stone. T7 nobody has less than none. T8 who rests finds a stone on a
six. T9 who has none is down.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import replace
from dataclasses import dataclass
from typing import Any

from referee.kernel.asks import Check, Choice, Hand, Pick, Throws, ask
from referee.kernel.refusals import Refused
from referee.kernel.steps import Next, Scene, Step, Steps
from referee.kernel.terms import Limit, Sum, Term, settle


@dataclass(frozen=True, slots=True)
class Slinger:
    """A fighter: stones in hand, at most so many, and luck."""

    key: str
    side: str
    stones: int
    most: int
    luck: int = 0
    dazed: bool = False
    here: bool = True


@dataclass(frozen=True, slots=True)
class Aim:
    """At whom somebody threw last."""

    who: str
    at: str


@dataclass(frozen=True, slots=True)
class Stones:
    """The state of a fight."""

    slingers: tuple[Slinger, ...]
    mercy: str = "asked"
    round: int = 0
    order: tuple[tuple[str, ...], ...] = ()
    due: bool = True
    acted: tuple[str, ...] = ()
    aims: tuple[Aim, ...] = ()

    def slinger(self, key: str) -> Slinger | None:
        return next((one for one in self.slingers if one.key == key), None)

    @property
    def standing(self) -> tuple[Slinger, ...]:
        return tuple(one for one in self.slingers if one.here and one.stones > 0)

    def turn(self) -> str:
        """Whose turn it is, nobody's once all have acted."""
        standing = {one.key for one in self.standing}
        for key in (key for group in self.order for key in group):
            if key in standing and key not in self.acted:
                return key
        return ""

    def foes(self, key: str) -> tuple[Slinger, ...]:
        own = self.slinger(key)
        return tuple(one for one in self.standing if own and one.side != own.side)


# Commands


@dataclass(frozen=True, slots=True)
class Begin:
    """Begin the next round."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Throw with somebody."""

    who: str
    at: str


@dataclass(frozen=True, slots=True)
class Rest:
    """Look for a stone."""

    who: str


@dataclass(frozen=True, slots=True)
class Part:
    """Leave the fight."""

    who: str


@dataclass(frozen=True, slots=True)
class Join:
    """Come in."""

    slinger: Slinger


@dataclass(frozen=True, slots=True)
class Return:
    """Come back."""

    who: str


@dataclass(frozen=True, slots=True)
class Put:
    """Set by hand how somebody stands; what is None stays as it is."""

    who: str
    stones: int | None = None
    dazed: bool | None = None


# Frames


@dataclass(frozen=True, slots=True)
class Pair:
    """Who throws with whom; later: who won over whom."""

    who: str
    at: str


# Events


@dataclass(frozen=True, slots=True)
class RoundBegan:
    order: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Thrown:
    who: str
    at: str
    result: int


@dataclass(frozen=True, slots=True)
class Spared:
    who: str
    at: str


@dataclass(frozen=True, slots=True)
class Kept:
    who: str
    total: Sum
    dc: Sum


@dataclass(frozen=True, slots=True)
class StoneLost:
    who: str
    stone: str
    left: Sum


@dataclass(frozen=True, slots=True)
class Rested:
    who: str
    found: bool


@dataclass(frozen=True, slots=True)
class Parted:
    who: str


@dataclass(frozen=True, slots=True)
class Returned:
    who: str


@dataclass(frozen=True, slots=True)
class Joined:
    slinger: Slinger


@dataclass(frozen=True, slots=True)
class WasPut:
    who: str
    stones: int
    dazed: bool


COMMANDS = (Begin, Duel, Rest, Part, Return, Join, Put)
FRAMES = (Pair,)
EVENTS = (RoundBegan, Thrown, Spared, Kept, StoneLost, Rested, Parted, Returned, Joined, WasPut)


def saving(slinger: Slinger) -> Sum:
    """What a slinger adds to the die that keeps a stone (T6)."""
    return settle(
        (
            Term("luck", "T6", slinger.luck, slinger.key),
            Term("dazed", "T6", -2, slinger.key, unmet="" if slinger.dazed else "not_dazed"),
        )
    )


def left(slinger: Slinger) -> Sum:
    """The stones after losing one (T7)."""
    return settle(
        (
            Term("stones", "T7", slinger.stones, slinger.key),
            Term("lost", "T5", -1, slinger.key),
            Limit("none", "T7", "floor", 0),
        )
    )


def order(scene: Scene[Stones], frame: None) -> Steps:
    """Throw for the order where it is due, else keep it (T1)."""
    state = scene.state
    if not state.due:
        scene.emit(RoundBegan(state.order))
        return None
    keys = [one.key for one in state.standing]
    pairs = tuple((a, b) for a in range(len(keys)) for b in range(a + 1, len(keys)))
    question = Throws("order", keys[0], tuple(Hand(key) for key in keys), pairs, rankable=True, rule="T1")
    outcome = yield from ask(question)
    if outcome.ranking:
        scene.emit(RoundBegan(outcome.ranking))
        return None
    won = dict.fromkeys(keys, 0)
    for (a, b), result in zip(pairs, outcome.results, strict=True):
        won[keys[a]] += result
        won[keys[b]] -= result
    values = sorted(set(won.values()), reverse=True)
    scene.emit(RoundBegan(tuple(tuple(key for key in keys if won[key] == value) for value in values)))
    return None


def duel(scene: Scene[Stones], frame: Pair) -> Steps:
    """One throw of two (T2, T3)."""
    hands = (Hand(frame.who), Hand(frame.at))
    outcome = yield from ask(Throws("duel", frame.who, hands, ((0, 1),), rule="T2"))
    result = outcome.results[0]
    scene.emit(Thrown(frame.who, frame.at, result))
    if result == 0:
        return None
    winner, loser = (frame.who, frame.at) if result > 0 else (frame.at, frame.who)
    return Next("mercy", Pair(winner, loser))


def mercy(scene: Scene[Stones], frame: Pair) -> Steps:
    """The winner takes or spares (T4), the loser chooses what to give (T5): two asks in one step."""
    if scene.state.mercy == "never":
        return Next("save", frame)
    if (yield from ask(Choice("mercy", frame.who, ("take", "spare"), rule="T4"))) == "spare":
        scene.emit(Spared(frame.who, frame.at))
        return None
    loser = scene.state.slinger(frame.at)
    assert loser is not None
    if (
        loser.stones > 1
        and (yield from ask(Choice("stone", frame.at, ("black", "white"), rule="T5"))) == "white"
    ):
        return Next("save_white", frame)
    return Next("save", frame)


def _save(scene: Scene[Stones], frame: Pair, stone: str) -> Steps:
    loser = scene.state.slinger(frame.at)
    assert loser is not None
    dc = settle((Term("hold", "T6", 12),))
    total = saving(loser)
    if (yield from ask(Check("save", frame.at, total, dc, rule="T6"))):
        scene.emit(Kept(frame.at, total, dc))
    else:
        scene.emit(StoneLost(frame.at, stone, left(loser)))
    return None


def save(scene: Scene[Stones], frame: Pair) -> Steps:
    """A die may keep the stone (T6)."""
    return (yield from _save(scene, frame, "black"))


def save_white(scene: Scene[Stones], frame: Pair) -> Steps:
    """The same, of a white one."""
    return (yield from _save(scene, frame, "white"))


def rest(scene: Scene[Stones], frame: Pair) -> Steps:
    """Look for a stone (T8)."""
    face = yield from ask(Pick("rest", frame.who, 6, rule="T8"))
    scene.emit(Rested(frame.who, face == 6))
    return None


def _at_once(scene: Scene[Stones], frame: Any) -> Steps:
    scene.emit(frame)
    return None
    yield


class StoneRules:
    """The toy's rules for the kernel."""

    steps: Mapping[str, Step[Stones]] = {
        "order": order,
        "duel": duel,
        "mercy": mercy,
        "save": save,
        "save_white": save_white,
        "rest": rest,
        "at_once": _at_once,
    }

    def begin(self, state: Stones, command: Any) -> Next:
        match command:
            case Begin():
                if state.turn() and not state.due:
                    raise Refused("round_runs", "T1")
                if len({one.side for one in state.standing}) < 2:
                    raise Refused("nobody_to_throw_with", "T9")
                return Next("order")
            case Duel(who=who, at=at):
                self._turn(state, who)
                if at not in {one.key for one in state.foes(who)}:
                    raise Refused("no_foe", "T2", who=who, at=at)
                return Next("duel", Pair(who, at))
            case Rest(who=who):
                self._turn(state, who)
                return Next("rest", Pair(who, who))
            case Part(who=who):
                own = state.slinger(who)
                if own is None or not own.here:
                    raise Refused("not_here", "T2", who=who)
                return Next("at_once", Parted(who))
            case Return(who=who):
                own = state.slinger(who)
                if own is None or own.here:
                    raise Refused("here_already", "T1", who=who)
                return Next("at_once", Returned(who))
            case Join(slinger=slinger):
                if state.slinger(slinger.key) is not None:
                    raise Refused("here_already", "T1", who=slinger.key)
                return Next("at_once", Joined(slinger))
            case Put(who=who, stones=stones, dazed=dazed):
                own = state.slinger(who)
                if own is None or not 0 <= (stones or 0) <= own.most:
                    raise Refused("no_such_stones", "T7", who=who)
                stones = own.stones if stones is None else stones
                return Next("at_once", WasPut(who, stones, own.dazed if dazed is None else dazed))
        raise Refused("no_such_command")

    @staticmethod
    def _turn(state: Stones, who: str) -> None:
        if state.due or state.turn() != who:
            raise Refused("not_your_turn", "T1", who=who)

    def evolve(self, state: Stones, event: Any) -> Stones:
        match event:
            case RoundBegan(order=groups):
                return replace(state, round=state.round + 1, order=groups, due=False, acted=())
            case Thrown(who=who, at=at):
                aims = tuple(aim for aim in state.aims if aim.who != who)
                return replace(state, acted=(*state.acted, who), aims=(*aims, Aim(who, at)))
            case StoneLost(who=who, left=total):
                return _changed(state, who, stones=total.total, dazed=True)
            case Rested(who=who, found=found):
                own = state.slinger(who)
                more = 1 if found and own and own.stones < own.most else 0
                state = replace(state, acted=(*state.acted, who))
                return _changed(state, who, stones=(own.stones if own else 0) + more, dazed=False)
            case Parted(who=who):
                return _changed(state, who, here=False)
            case Returned(who=who):
                return replace(_changed(state, who, here=True), due=True)
            case Joined(slinger=slinger):
                return replace(state, slingers=(*state.slingers, slinger), due=True)
            case WasPut(who=who, stones=stones, dazed=dazed):
                return _changed(state, who, stones=stones, dazed=dazed)
        return state


def _changed(state: Stones, key: str, **changes: Any) -> Stones:
    slingers = tuple(replace(one, **changes) if one.key == key else one for one in state.slingers)
    return replace(state, slingers=slingers)
