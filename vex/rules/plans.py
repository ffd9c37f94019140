"""What a plan costs and strains (V3.6 to V3.10), and whether it may be declared (V3.5, V14.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from referee.kernel.refusals import Param, Refused
from vex.rules.catalogue import FISTS, Weapon, armours, weapons
from vex.rules.codes import ACTIONS, ATTACKS, MELEE, REFUSALS, WRONG_WEAPON
from vex.rules.frames import Action
from vex.rules.numbers import RESERVE, STANCES, value
from vex.rules.state import Fighter, State, skeletons, suit

MOST_AP = 4
MOST_ACTIONS = 100
"""Actions that one plan may hold: free ones cost nothing, and work must be bounded."""
SLOTS = 3  # V7.1
HEAVY_VIT = 2  # V3.8
COSTS = dict.fromkeys(ACTIONS, 2) | dict.fromkeys(
    ("stance", "move", "drop", "dismiss", "reorder", "search"), 0
)
SINGLE = ("potion", "give", "search")  # V9.16
WEAPON_USES = tuple(WRONG_WEAPON)


def refuse(code: str, rule: str = "", **params: Param) -> Refused:
    """Make a refusal that cites the rule of its code, or another."""
    return Refused(code, rule or REFUSALS[code], **params)


def cost(who: str, action: Action, speedy: bool) -> int:
    """Give an action's AP (V3.6); Speed halves it, rounded up (V11.11)."""
    ap = COSTS.get(action.do, 0)
    if action.do == "give" or (action.do in ("potion", "heal") and action.targets == (who,)):
        ap = 1
    return (ap + 1) // 2 if speedy else ap


@dataclass(frozen=True, slots=True)
class Strain:
    """The strain of a turn: the code of its light strain or "", and whether it is overstrained."""

    ap: int
    heavy: int
    light: str
    over: bool
    rested: bool


def heavy_items(state: State, fighter: Fighter) -> int:
    """Count heavy items: weapons carried and armour worn (V3.8)."""
    carried = sum(1 for name in fighter.weapons if "heavy" in state.weapon(name).traits)
    return carried + (1 if suit(fighter).heavy else 0)


def strain(state: State, who: str, plan: tuple[Action, ...]) -> Strain:
    """Give the strain of a plan as it is declared, after the turn's spirits (V3.7 to V3.10)."""
    fighter = state.fighter(who)
    ap = sum(cost(who, action, fighter.runs("speed")) for action in plan)
    heavy = heavy_items(state, fighter)
    light = ""
    if heavy > 1:
        light = "two_heavy"
    elif heavy == 1 and value(state, fighter, "VIT") < HEAVY_VIT:
        light = "heavy_strain"
    elif ap == 3:
        light = "light_strain"
    return Strain(ap, heavy, light, ap >= MOST_AP, fighter.runs("second_wind"))


def judge_plan(state: State, who: str, plan: tuple[Action, ...]) -> Strain:
    """Judge a plan against the state of that moment, own line followed; raise Refused (V3.5a)."""
    if len(plan) > MOST_ACTIONS:
        raise refuse("too_many_actions", number=len(plan))
    line = state.fighter(who).line
    searched: list[str] = []
    for action in plan:
        judge_action(state, who, action, line, tuple(searched))
        if action.do == "search":
            searched.extend(action.targets)
        if action.do in MELEE:
            line = 1
        elif action.do == "move":
            line = action.line
    made = strain(state, who, plan)
    if made.ap > MOST_AP:
        raise refuse("too_many_ap", ap=made.ap)
    if made.heavy > 1 and made.ap > 2:
        raise refuse("two_heavy_items", ap=made.ap)
    return made


def judge_action(
    state: State, who: str, action: Action, line: int, searched: tuple[str, ...] = (), running: bool = False
) -> None:
    """Judge one action; raise Refused.

    When its turn to run comes (`running`) only what has nothing to do with single targets is judged here:
    those are looked at one by one (V3.12).
    """
    fighter = state.fighter(who)
    if action.do not in ACTIONS:
        raise refuse("unknown_action", action=action.do)
    if action.do in WEAPON_USES:
        _judge_weapon(state, fighter, action)
    match action.do:
        case "stance":
            if action.stance not in STANCES and action.stance != "neutral":
                raise refuse("no_such_stance", stance=action.stance)
        case "move":
            if action.line not in (1, 2):
                raise refuse("no_such_line", line=action.line)
        case "reorder":
            if sorted(action.order) != sorted(fighter.weapons):
                raise refuse("wrong_order", order=action.order)
        case "drop":
            _judge_item(state, fighter, action)
        case "give":
            _judge_item(state, fighter, action)
        case "summon":
            judge_summon(state, fighter)
        case "dismiss":
            _judge_dismiss(state, fighter, action, any if running else all)
        case "first_aid" if fighter.kit < 1:
            raise refuse("no_kit")
        case "potion" if fighter.potions < 1:
            raise refuse("no_potion")
    if not running and action.do in (*ATTACKS, "heal", "guard", "search", "first_aid", "potion", "give"):
        _judge_targets(state, who, action, line, searched)


def _judge_weapon(state: State, fighter: Fighter, action: Action) -> None:
    if action.weapon != FISTS and action.weapon not in fighter.weapons:
        raise refuse("not_carried", weapon=action.weapon)
    weapon = state.weapon(action.weapon)
    wanted = {"stun": "strike", "sniper_shot": "sniper_shot"}.get(action.do, action.do)
    if wanted not in weapon.actions:
        raise refuse("wrong_weapon", WRONG_WEAPON[action.do], weapon=action.weapon, action=action.do)
    if action.do == "sniper_shot" and not fighter.has("sniper"):
        raise refuse("not_a_sniper")


def _judge_item(state: State, fighter: Fighter, action: Action) -> None:
    if fighter.skeleton:
        raise refuse("skeleton_takes_nothing")
    if action.item and action.item in armours():
        raise refuse("armour_stays", item=action.item)
    there = {"potion": fighter.potions > 0, "kit": fighter.kit > 0}
    if not there.get(action.item, action.item in fighter.weapons):
        raise refuse("no_such_item", item=action.item)


def judge_summon(state: State, fighter: Fighter) -> None:
    """Judge whether a summoner has the INT for a reserved skeleton (V9.10a); raise Refused."""
    if not next_is_free(state, fighter) and value(state, fighter, "INT") < RESERVE:
        raise refuse("too_little_int", int=value(state, fighter, "INT"))


def next_is_free(state: State, fighter: Fighter) -> bool:
    """Tell whether the next skeleton is free: fewer free ones stand than runes are carried (V9.10a)."""
    runes = sum(1 for name in fighter.weapons if "summon" in state.weapon(name).actions)
    return sum(1 for one in skeletons(state, fighter.key) if one.sheet.free) < runes


def _judge_dismiss(
    state: State, fighter: Fighter, action: Action, wanted: Callable[[Iterable[bool]], bool]
) -> None:
    own = [one.key for one in skeletons(state, fighter.key)]
    if len(set(action.targets)) != len(action.targets):
        raise refuse("named_twice")
    if not own or (action.targets and not wanted(name in own for name in action.targets)):
        raise refuse("no_skeleton")


def _judge_targets(state: State, who: str, action: Action, line: int, searched: tuple[str, ...]) -> None:
    if not action.targets:
        raise refuse("no_target", action=action.do)
    if action.do in SINGLE and len(action.targets) > 1:
        raise refuse("too_many_targets", action=action.do)
    if len(set(action.targets)) != len(action.targets):
        raise refuse("named_twice", action=action.do)
    for name in action.targets:
        judge_target(state, who, action, name, line, searched)


def judge_target(
    state: State, who: str, action: Action, name: str, line: int, searched: tuple[str, ...] = ()
) -> None:
    """Judge one target of an action; raise Refused."""
    if not state.has(name):
        raise refuse("no_such_target", target=name)
    fighter, target = state.fighter(who), state.fighter(name)
    if not target.alive:
        raise refuse("target_dead", target=name)
    if action.do in ATTACKS or action.do == "search":
        if target.side == fighter.side:
            raise refuse("wrong_side", target=name)
        if action.do == "search":
            _judge_search(target, searched)
        elif target.hidden and name not in searched:
            raise refuse("target_hidden", target=name)
        if action.do == "assault" and target.line != 2:
            raise refuse("not_in_the_rear", target=name)
        return
    if target.side != fighter.side or (action.do in ("guard", "give") and name == who):
        raise refuse("wrong_side", target=name)
    if action.do == "first_aid" and open_wound(target, action.wound) is None:
        raise refuse("no_open_wound", target=name)
    if action.do == "give":
        _judge_receiver(state, target, action, line)


def _judge_search(target: Fighter, searched: tuple[str, ...]) -> None:
    if target.key in searched:
        raise refuse("searched_already", target=target.key)
    if not target.hidden:
        raise refuse("not_hidden", target=target.key)


def _judge_receiver(state: State, target: Fighter, action: Action, line: int) -> None:
    if target.skeleton:
        raise refuse("skeleton_takes_nothing", target=target.key)
    if target.line != line:
        raise refuse("another_line", target=target.key)
    if action.item not in ("potion", "kit"):
        used = slots_used(state.items, target.weapons)
        if used + state.weapon(action.item).slots > SLOTS:
            raise refuse("no_slot", target=target.key)


def slots_used(items: tuple[Weapon, ...], names: tuple[str, ...]) -> int:
    """Count the slots that weapons take (V7.1); `items` are the event's own."""
    return sum(weapons(items)[name].slots for name in names)


def open_wound(target: Fighter, named: int) -> int | None:
    """Give the index of the wound that first aid closes: the named one, else the worst (V9.14)."""
    wounds = target.wounds
    if named >= 0:
        return named if named < len(wounds) and wounds[named].open else None
    found = [index for index, wound in enumerate(wounds) if wound.open]
    return max(found, key=lambda index: (wounds[index].severity, -index), default=None)
