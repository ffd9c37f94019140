"""Random fights: strategies for sheets, rulings, commands and answers, and a runner that keeps the record."""

from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import strategies as st

from larp_rps.rules import commands as asked
from larp_rps.rules.codes import RULINGS
from larp_rps.rules.default import next_attack
from larp_rps.rules.engine import RULES
from larp_rps.rules.opening import enter, open_fight
from larp_rps.rules.state import TACTICS, FighterSheet, Held, Rulings, State, Weapon
from referee.kernel.asks import SIGNS, Answer, Ask, Choice, Chosen, Signs, Throws
from referee.kernel.refusals import Refused
from referee.kernel.steps import run

NAMES = ("anna", "bela", "cili", "dani")
STRANGER = "nobody"

STABBER = FighterSheet(attack=9, weapons=(Weapon("knife", category="dagger", ambush=True, knockout=True),))

small = st.integers(-3, 12)
deductions = st.integers(-3, 0)


@st.composite
def weapons(draw: st.DrawFn, name: str) -> Weapon:
    maximum = draw(st.integers(0, 9))
    return Weapon(
        name,
        attack=draw(st.integers(-2, 4)),
        defence=draw(st.integers(-2, 4)),
        maximum=maximum,
        minimum=draw(st.integers(0, maximum)),
        fixed=draw(st.none() | st.integers(0, 6)),
        category=draw(st.sampled_from(["sword", "dagger", "throwing", "bow"])),
        slow=draw(st.booleans()),
        pole=draw(st.booleans()),
        ranged=draw(st.booleans()),
        knockout=draw(st.booleans()),
        ambush=draw(st.booleans()),
        attacks=draw(st.none() | st.integers(1, 3)),
        deduction=draw(deductions),
    )


@st.composite
def sheets(draw: st.DrawFn) -> FighterSheet:
    held = draw(st.integers(0, 2))
    owned = tuple(draw(weapons(name)) for name in ("first", "second")[:held])
    return FighterSheet(
        attack=draw(small),
        defence=draw(small),
        dexterity=draw(st.integers(0, 6)),
        physique=draw(st.integers(0, 8)),
        hp=draw(st.integers(1, 14)),
        armour=draw(st.integers(0, 4)),
        shield=draw(st.integers(0, 3)),
        race=draw(st.sampled_from(["human", "orc"])),
        anatomy=draw(st.sampled_from([(), ("orc",), ("human", "orc")])),
        two_weapon=draw(st.integers(0, 3)),
        knockout_modifier=draw(st.none() | st.integers(-3, 2)),
        knockout_threshold=draw(st.none() | st.integers(1, 5)),
        weapons=owned,
        right=owned[0].id if owned else "",
        left=owned[1].id if held == 2 else "",
    )


rulings = st.builds(Rulings, **{key: st.sampled_from(values) for key, values in RULINGS.items()})


@st.composite
def openings(draw: st.DrawFn) -> State:
    names = NAMES[: draw(st.integers(2, 4))]
    sides = [draw(st.sampled_from("AB")) if place > 1 else "AB"[place] for place in range(len(names))]
    fighters = [enter(name, side, draw(sheets())) for name, side in zip(names, sides, strict=True)]
    return open_fight(fighters, draw(rulings))


who = st.sampled_from((*NAMES, STRANGER))
hands = st.sampled_from(["", "right", "left", "tail"])
flags = st.booleans()
rare = st.sampled_from([False, False, False, True])
aims = st.sampled_from(["", "", "", "arm", "head", "ear"])
numbers = st.sampled_from([0, 0, 0, -2, -11, 3])
kinds = st.lists(st.sampled_from(["disturbance", "hindrance", "blind", "drunk"]), max_size=2).map(tuple)
counts = st.none() | st.integers(0, 4)

attacks = st.builds(
    asked.Attack,
    who=who,
    at=who,
    hands=st.lists(hands.filter(bool), max_size=2).map(tuple),
    aim=aims,
    aim_number=numbers,
    knockout=rare,
    waived=st.sampled_from(["", "", "", *NAMES]),
    decline=rare,
    word=rare,
)
plain_attacks = st.builds(asked.Attack, who=st.sampled_from(NAMES), at=st.sampled_from(NAMES))
rounds = st.builds(asked.Round, st.sampled_from(["", "", "", *NAMES]))

commands: st.SearchStrategy[Any] = st.one_of(
    rounds,
    st.just(asked.Round()),
    plain_attacks,
    plain_attacks,
    plain_attacks,
    attacks,
    attacks,
    st.just(asked.EndRound()),
    st.builds(
        asked.Order,
        st.permutations(NAMES).flatmap(
            lambda listed: st.integers(0, 4).map(
                lambda cut: tuple(group for group in (tuple(listed[:cut]), tuple(listed[cut:])) if group)
            )
        ),
        st.sampled_from(["km", "seer", "crowd"]),
    ),
    st.builds(asked.Join, key=who),
    sheets().map(lambda sheet: asked.Join(enter("dani", "B", sheet))),
    st.builds(asked.Leave, who),
    st.just(asked.Separate()),
    st.just(asked.Close()),
    st.builds(asked.Pass, who),
    st.builds(asked.Ambush, who, who, hands, aims, numbers, rare, rare, rare),
    st.builds(asked.Charge, who, who, st.sampled_from([490, 500, 900]), rare),
    st.builds(
        asked.Spell, who, st.lists(who, max_size=2).map(tuple), st.sampled_from([500, 3000, 3100]), rare, rare
    ),
    st.builds(asked.Tactic, who, st.sampled_from((*TACTICS, "dance")), hands, hands, rare),
    st.builds(
        asked.Arm,
        who,
        st.lists(
            st.builds(Held, hands.filter(bool), st.sampled_from(["first", "second", "spoon"])), max_size=2
        ).map(tuple),
        flags,
    ),
    st.builds(asked.Situation, who, kinds, numbers),
    st.builds(asked.Longer, st.lists(who, max_size=2).map(tuple)),
    st.builds(asked.Haste, who, counts),
    st.builds(asked.Allowance, who, counts),
    st.builds(asked.Ruling, who, st.none() | st.integers(-3, 12), st.none() | flags, st.none() | flags),
    st.builds(
        asked.Overrule,
        flags,
        st.integers(-1, 6),
        rare,
        hands,
        st.none() | st.integers(-3, 9),
        st.none() | flags,
    ),
    st.builds(asked.Verdict, who, who, flags),
    st.builds(asked.Penalty, who, st.sampled_from(["dexterity", "attack", "charm", ""]), st.integers(0, 2)),
)


class Drawn:
    """Answers every ask by drawn data."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def answer(self, ask: Ask[Any], fingerprint: str) -> Answer | None:
        if isinstance(ask, Choice):
            return Chosen(self._data.draw(st.sampled_from(ask.options), label=ask.kind))
        assert isinstance(ask, Throws)
        return Signs(tuple(self._data.draw(st.sampled_from(SIGNS), label=ask.kind) for _ in ask.hands))


@dataclass
class Record:
    """One accepted command: the states around it, and what happened, each event with the state before it."""

    command: Any
    before: State
    after: State
    events: tuple[Any, ...]
    steps: tuple[tuple[State, Any], ...] = field(default=())
    trail: tuple[Any, ...] = field(default=())


def give(state: State, command: Any, driver: Any) -> Record | None:
    """Give a command; None where it is refused. Anything but Refused is a failure."""
    try:
        first = RULES.begin(state, command)
    except Refused:
        return None
    ran = run(RULES, state, first, driver, fingerprints=False)
    assert ran.pending is None
    steps, folded = [], state
    for event in ran.events:
        steps.append((folded, event))
        folded = RULES.evolve(folded, event)
    assert folded == ran.state
    return Record(command, state, ran.state, ran.events, tuple(steps), ran.trail)


@st.composite
def likely(draw: st.DrawFn, state: State) -> Any:
    """Draw a command that this state probably takes."""
    key = draw(st.sampled_from([fighter.key for fighter in state.fighters]))
    opponents = state.opponents(state.fighter(key))
    other = draw(st.sampled_from(opponents)).key if opponents else key
    if state.parted:
        return asked.Close()
    if not state.running:
        return draw(
            st.sampled_from(
                [
                    *[asked.Round()] * 4,
                    asked.Charge(key, other, 500),
                    asked.Tactic(key, draw(st.sampled_from(TACTICS)), word=True),
                    asked.Ambush(key, other),
                    asked.Longer((key,)),
                ]
            )
        )
    attack = next_attack(state)
    if attack is None:
        rest: list[Any] = [
            asked.EndRound(),
            asked.EndRound(),
            asked.Ruling(key, unconscious=False, down=False),
        ]
        return draw(st.sampled_from([*rest, asked.Join(key=key), asked.Ambush(key, other)]))
    ambush = asked.Ambush(attack.who, attack.at, knockout=draw(rare))
    comer: Any = asked.Join(enter(NAMES[-1], "A", STABBER))
    if any(fighter.waiting and not fighter.showings for fighter in state.standing):
        comer = asked.Ambush(next(fighter.key for fighter in state.standing if fighter.waiting), other)
    return draw(
        st.sampled_from(
            [
                *[attack] * 5,
                replace(attack, knockout=True),
                replace(attack, aim="head", decline=True),
                replace(attack, waived=attack.who),
                ambush,
                ambush,
                comer,
                asked.Spell(attack.at, (attack.who,), draw(st.sampled_from([500, 4000]))),
                asked.Situation(key, ("hindrance",)),
                asked.Overrule(draw(flags), 0),
            ]
        )
    )


@st.composite
def fights(draw: st.DrawFn, length: int = 30) -> tuple[State, tuple[Record, ...]]:
    """Draw a whole fight: its opening and everything that was accepted; mostly likely commands."""
    opening = draw(openings())
    driver = Drawn(draw(st.data()))
    state, records = opening, []
    for _ in range(draw(st.integers(5, length))):
        wild = draw(st.integers(0, 4)) == 0
        record = give(state, draw(commands if wild else likely(state)), driver)
        if record is not None:
            records.append(record)
            state = record.after
    return opening, tuple(records)
