"""The site's own refusals in words; a rule system words its own."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from referee.kernel.refusals import Refused
from referee.system import RuleSystem

WORDS: dict[str, Promise] = {
    "nonce_missing": _("This page is too old. Open it again and repeat it."),
    "nonce_taken": _("This was sent by somebody else already."),
    "stale": _("Something has happened meanwhile. Nothing was entered."),
    "stale_ask": _("This throw is over. Nothing was entered."),
    "closed": _("The fight is over."),
    "not_your_fighter": _("Not your fighter."),
    "not_asked": _("Nothing is asked of this fighter now."),
    "no_such_sign": _("Rock, paper or scissors."),
    "answer_first": _("An answer is waited for first."),
    "already_revealed": _("This throw was revealed before an undo: it stands, or a referee decides."),
    "others_report": _("The throwers report this throw."),
    "nothing_differs": _("The reports do not differ."),
    "referees_only": _("A referee enters this."),
    "nothing_drawn": _("Nothing was thrown for this before."),
    "no_such_answer": _("This answer does not fit the question."),
    "nothing_to_undo": _("Nothing to take back."),
    "nothing_to_redo": _("Nothing to bring back."),
    "referee_undoes": _("A referee takes this back."),
    "words_missing": _("The words are missing."),
    "words_too_long": _("Too long. Letters at most: %(limit)s"),
    "no_such_result": _("This result does not stand in the fight."),
    "no_such_fighter": _("No such fighter here."),
    "yours_is_awake": _("Your own phone is awake."),
    "confirmed_already": _("Confirmed already."),
    "in_this_fight": _("In this fight already."),
    "wrong_pin": _("The PIN is wrong."),
    "no_such_system": _("No such rule system here."),
    "no_such_number": _("Nobody has this number: %(number)s"),
    "oneself": _("This is your own number."),
    "no_sheet": _("No sheet for this rule system: %(number)s"),
    "not_a_number": _("A number is wanted: %(value)s"),
    "fighters_count": _("Fighters: at least 2, at most %(most)s"),
    "one_side_only": _("Two sides are needed."),
    "no_such_call": _("No such call."),
    "call_closed": _("This call is done with."),
    "no_such_place": _("No such place here: %(place)s"),
    "not_fighting": _("Not in an open fight."),
    "number_missing": _("Whose number?"),
    "no_way_in": _("Choose: join, bring in, or part."),
    "twice_in_one_fight": _("Somebody stands in the fight twice."),
    "line_empty": _("Who fights: numbers, v between the sides."),
    "line_word_unknown": _("Not understood: %(word)s"),
    "line_quote_open": _("The closing quote is missing: %(word)s"),
    "line_number_unknown": _("Nobody has this number: %(word)s"),
    "line_no_sheet": _("No sheet for this rule system: %(word)s. In quotes it fights with typed numbers."),
    "line_twice": _("Stands in the line twice: %(word)s"),
    "line_one_side": _("A v between the sides is missing."),
    "line_too_many_sides": _("Too many sides: %(word)s"),
    "referees_dispute": _("The reports differ: a referee decides, or it is thrown again."),
    "order_unfinished": _("The order is not finished: every name once."),
    "not_oneself": _("Not for oneself: another referee does this."),
    "own_fight": _("Not in a fight of one's own: another referee does this."),
    "nothing_changes": _("It stands so already."),
    "undone_already": _("Taken back already."),
    "not_from_here": _("Taken back in the fight that it belongs to."),
    "confirmed_nothing": _("Nothing here waits to be confirmed."),
    "invalid_field": _("This value does not fit: %(field)s %(value)s"),
    "unknown_field": _("No such field: %(field)s"),
    "no_such_face": _("No such face: 1 to %(sides)s"),
    "rolled_already": _("The server has rolled this die."),
    "no_turns": _("This fight takes no turns."),
    "nothing_comes": _("Nothing comes next."),
    "a_person_is_asked": _("A person is asked now."),
}


def explain(refused: Refused, system: RuleSystem | None = None) -> str:
    """Word a refusal in the current language, with its rule."""
    words = WORDS.get(refused.code)
    if words is not None:
        told = str(words) % refused.params if "%(" in str(words) else str(words)
        return f"{told} ({refused.rule})" if refused.rule else told
    if system is not None:
        return system.explain(refused)
    return refused.code
