"""Sample fights for tests: Anna against Béla, with the numbers of E8 where nothing else is said."""

from dataclasses import replace
from typing import Any

from larp_rps.rules.commands import Attack, Round
from larp_rps.rules.engine import RULES
from larp_rps.rules.events import BlowStruck
from larp_rps.rules.opening import enter, open_fight
from larp_rps.rules.state import FighterSheet, Rulings, State, Weapon
from referee.kernel.asks import Answer, Results
from referee.kernel.drivers import Given
from referee.kernel.steps import Run, run

LONGSWORD = Weapon("longsword", attack=2, defence=3, maximum=6)
SWORD = Weapon("sword", defence=3)
ANNA = FighterSheet(attack=8, dexterity=5, weapons=(LONGSWORD,))
BELA = FighterSheet(defence=9, dexterity=3, armour=1, weapons=(SWORD,))


def fight(anna: FighterSheet = ANNA, bela: FighterSheet = BELA, **rulings: str) -> State:
    """Open a fight of two."""
    return open_fight([enter("anna", "A", anna), enter("bela", "B", bela)], Rulings(**rulings))


def did(state: State, command: Any, *answers: Answer) -> Run[State]:
    """Run a command; what it waits for afterwards is the run's."""
    given = Given(answers)
    ran = run(RULES, state, RULES.begin(state, command), given)
    given.finish()
    return ran


def after(state: State, command: Any, *answers: Answer) -> State:
    """Give the state after a command that is answered whole."""
    ran = did(state, command, *answers)
    assert ran.pending is None, ran.pending.ask
    return ran.state


def began(state: State, result: int = 0) -> State:
    """Begin the first round; `result` is the initiative throw as the first fighter sees it."""
    return after(state, Round(), Results((result,)))


def struck(state: State, attack: Attack | None = None, result: int = 1) -> BlowStruck:
    """Strike, Anna at Béla unless told, and give the blow."""
    ran = did(state, attack or Attack("anna", "bela"), Results((result,)))
    return next(event for event in ran.events if isinstance(event, BlowStruck))


def with_weapon(sheet: FighterSheet, **changes: Any) -> FighterSheet:
    """Give a sheet whose first weapon differs."""
    return replace(sheet, weapons=(replace(sheet.weapons[0], **changes), *sheet.weapons[1:]))
