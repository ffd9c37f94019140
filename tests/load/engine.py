"""How fast the VEX engine is: `python -m tests.load.engine` prints JSON. One core; there is no other path.

Times are the process's own, so that what else the machine does counts as little as it can.
"""

from __future__ import annotations

import json
import platform
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import d20
import icepool

from referee.kernel.chain import digest
from referee.kernel.drivers import Live
from referee.kernel.fold import fold
from referee.kernel.odds import explore
from referee.kernel.steps import Answered, run
from vex.rules.battles import fight
from vex.rules.chances import chances
from vex.rules.duel import duel
from vex.rules.engine import RULES
from vex.rules.evolve import evolve
from vex.rules.frames import Action, StartRound, TakeTurn
from vex.rules.opening import open_battle
from vex.rules.state import State

AIMS = {
    "battles_per_second": 150,
    "odds_one_target_p95_ms": 5,
    "odds_two_targets_p95_ms": 30,
    "odds_four_targets_p95_ms": 250,
    "duel_worst_s": 1,
    "replay_500_events_ms": 20,
}


def sheet(side: str, weapons: str, armour: str | None, perks: str = "", line: int = 1, **params: int) -> dict:
    return {
        "side": side,
        "weapons": weapons.split(),
        "armour": armour,
        "perks": perks.split(),
        "line": line,
        "params": params,
    }


FOUR_A_SIDE = [
    ("a1", sheet("A", "ordinary_sword", "medium", ATK=4, DEF=2, VIT=3, MST=2)),
    ("a2", sheet("A", "ordinary_spear", "light", "counterattack", ATK=3, DEF=3, VIT=2, MST=3)),
    (
        "a3",
        sheet("A", "hunting_bow ordinary_sword", "light", "marksman", 2, SHT=4, ATK=1, DEF=1, VIT=1, MST=3),
    ),
    ("a4", sheet("A", "magic_rune", None, "mage", 2, INT=4, DEF=1, VIT=1, MST=2)),
    ("b1", sheet("B", "ordinary_two_handed", "heavy", ATK=4, DEF=1, VIT=4, MST=1)),
    ("b2", sheet("B", "ordinary_hammer", "medium", "knight", ATK=4, DEF=2, VIT=3, MST=2)),
    ("b3", sheet("B", "hunting_bow ordinary_sword", "light", "sniper", 2, SHT=3, ATK=2, DEF=2, VIT=1, MST=3)),
    ("b4", sheet("B", "battle_rune", None, "", 2, INT=4, DEF=1, VIT=2, MST=2)),
]
DUELS = {
    "sword and sword": [
        sheet("A", "ordinary_sword", "light", ATK=3, DEF=2, VIT=2, MST=1),
        sheet("B", "ordinary_sword", "light", ATK=3, DEF=2, VIT=2, MST=1),
    ],
    "counterattack and spear": [
        sheet("A", "ordinary_sword", "medium", "counterattack", ATK=3, DEF=2, VIT=3, MST=1),
        sheet("B", "ordinary_spear", "heavy", ATK=4, DEF=2, VIT=2, MST=1),
    ],
    "bow and hammer": [
        sheet("A", "hunting_bow ordinary_sword", "light", SHT=3, ATK=3, DEF=2, VIT=3, MST=1),
        sheet("B", "ordinary_hammer", "medium", "counterattack double_reaction", ATK=4, DEF=2, VIT=2, MST=1),
    ],
    "plate and two hands": [
        sheet("A", "battle_two_handed", "heavy", "tough", ATK=4, DEF=2, VIT=4, MST=2),
        sheet("B", "master_sword", "heavy", "fighter", ATK=4, DEF=3, VIT=4, MST=1),
    ],
}


def timed(act: Callable[[], Any]) -> float:
    started = time.process_time()
    act()
    return time.process_time() - started


def p95(times: list[float]) -> float:
    return sorted(times)[int(0.95 * (len(times) - 1) + 0.5)]


def battles(seconds: float) -> dict[str, float]:
    state = open_battle(FOUR_A_SIDE)
    chance = random.Random(1)
    count = rolls = rounds = 0

    def told(trail: tuple[Any, ...]) -> None:
        nonlocal rolls
        rolls += sum(isinstance(item, Answered) for item in trail)

    started = time.process_time()
    while time.process_time() - started < seconds:
        rounds += fight(state, lambda sides: chance.randint(1, sides), told=told).rounds
        count += 1
    took = time.process_time() - started
    return {
        "battles_per_second": round(count / took, 1),
        "rolls_per_second": round(rolls / took),
        "rolls_per_battle": round(rolls / count, 1),
        "rounds_per_battle": round(rounds / count, 2),
    }


def reacting(chance: random.Random) -> State:
    """Give four against four where whoever is struck reacts as often as the rules let anybody."""

    def one(side: str) -> dict[str, Any]:
        weapon = chance.choice(["ordinary_sword", "ordinary_spear", "ordinary_two_handed", "ordinary_hammer"])
        perks = chance.sample(["double_reaction", "fighter", "knight", "tough", "masochist", "coward"], 2)
        armour = chance.choice([None, "light", "medium", "heavy"])
        params = {name: chance.randint(0, 4) for name in ("DEF", "VIT", "MST")}
        return sheet(side, weapon, armour, " ".join(perks), ATK=chance.randint(4, 16), **params) | {
            "reactions": chance.randint(1, 2),
            "charges": chance.randint(0, 2),
            "lives": chance.choice([1, 2]),
        }

    state = open_battle([(f"{side}{number}", one(side.upper())) for side in "ab" for number in range(4)])
    driver = Live(lambda sides: chance.randint(1, sides))
    return run(RULES, state, RULES.begin(state, StartRound()), driver).state


def odds(targets: int, plans: int) -> dict[str, float]:
    chance = random.Random(targets)
    times, sampled = [], 0
    for _ in range(plans):
        state = reacting(chance)
        who = state.waiting[0]
        foes = [one.key for one in state.fighters if one.side != state.fighter(who).side][:targets]
        command = TakeTurn(who, (Action("strike", state.fighter(who).weapons[0], tuple(foes)),))
        started = time.process_time()
        found = chances(state, command, lambda sides: chance.randint(1, sides))
        times.append(time.process_time() - started)
        sampled += not found.exact
    return {
        "median_ms": round(1000 * statistics.median(times), 2),
        "p95_ms": round(1000 * p95(times), 2),
        "worst_ms": round(1000 * max(times), 2),
        "sampled_share": round(sampled / plans, 3),
    }


def duels() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, sides in DUELS.items():
        state = open_battle(list(zip(("a", "b"), sides, strict=True)))
        started = time.process_time()
        exact = duel(state)
        found[name] = {
            "s": round(time.process_time() - started, 3),
            "states": exact.states,
            "steps": exact.work,
            "first_wins": round(float(exact.ends.get(("A",), 0)), 4),
        }
    return found


def replay() -> dict[str, float]:
    chance = random.Random(3)
    tough = [(key, one | {"lives": 9}) for key, one in FOUR_A_SIDE]
    start = state = open_battle(tough)
    events: list[Any] = []

    def told(trail: tuple[Any, ...]) -> None:
        events.extend(item for item in trail if not isinstance(item, Answered))

    while len(events) < 500:
        state = fight(state, lambda sides: chance.randint(1, sides), most_rounds=1, told=told).state
    events = events[:500]
    times = [timed(lambda: digest(fold(start, events, evolve))) for _ in range(50)]
    return {"median_ms": round(1000 * statistics.median(times), 2), "p95_ms": round(1000 * p95(times), 2)}


def per_second(act: Callable[[], Any], seconds: float) -> float:
    count = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        act()
        count += 1
    return round(count / (time.process_time() - started), 1)


def beside(seconds: float) -> dict[str, float]:
    """Measure other libraries in the same run: rolls of a hit's expression, and the exact pool of a blow."""
    expression = "2d20kh1 + 4 + 2 - 3 - 5"
    state = open_battle([("a", FOUR_A_SIDE[0][1]), ("b", FOUR_A_SIDE[4][1] | {"reactions": 0})])
    blow = TakeTurn("a", (Action("strike", "ordinary_sword", ("b",)),))
    faces = iter([20, 1])
    begun = run(RULES, state, RULES.begin(state, StartRound()), Live(lambda sides: next(faces))).state

    def pool() -> None:
        hit = icepool.d(20) + 6
        trial = icepool.d(20) + 6
        icepool.map(lambda a, b: 0 if a < 17 else 1 if b < 15 else 2, hit, trial).probability("==", 2)

    return {
        "d20_rolls_per_second": per_second(lambda: d20.roll(expression), seconds),
        "icepool_blows_per_second": per_second(pool, seconds),
        "our_exact_blows_per_second": per_second(
            lambda: explore(RULES, begun, RULES.begin(begun, blow)), seconds
        ),
    }


def main() -> None:
    battle = battles(5)
    one, two, four = odds(1, 200), odds(2, 200), odds(4, 100)
    exact = duels()
    replayed = replay()
    measured = {
        "battles_per_second": battle["battles_per_second"],
        "odds_one_target_p95_ms": one["p95_ms"],
        "odds_two_targets_p95_ms": two["p95_ms"],
        "odds_four_targets_p95_ms": four["p95_ms"],
        "duel_worst_s": max(found["s"] for found in exact.values()),
        "replay_500_events_ms": replayed["p95_ms"],
    }
    report = {
        "python": platform.python_version(),
        "battles": battle,
        "odds": {"one target": one, "two targets": two, "four targets": four},
        "duels": exact,
        "replay": replayed,
        "beside": beside(2),
        "aims": {
            name: {
                "aim": aim,
                "measured": measured[name],
                "met": measured[name] >= aim if name == "battles_per_second" else measured[name] <= aim,
            }
            for name, aim in AIMS.items()
        },
    }
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
