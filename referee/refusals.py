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
    "already_revealed": _("This throw was revealed before an undo: it stands, or a referee decides."),
    "others_report": _("The throwers report this throw."),
    "nothing_differs": _("The reports do not differ."),
    "referees_only": _("A referee enters this."),
    "nothing_drawn": _("Nothing was thrown for this before."),
    "no_such_answer": _("This answer does not fit the question."),
    "nothing_to_undo": _("Nothing to take back."),
    "nothing_to_redo": _("Nothing to bring back."),
    "referee_undoes": _("A referee runs this fight: ask the referee."),
    "words_missing": _("The words are missing."),
    "words_too_long": _("Too long. Letters at most: %(limit)s"),
    "no_such_result": _("This result does not stand in the fight."),
    "no_such_fighter": _("No such fighter here."),
    "yours_is_awake": _("Your own phone is awake."),
    "confirmed_already": _("Confirmed already."),
    "in_this_fight": _("In this fight already."),
    "wrong_pin": _("The PIN is wrong."),
    "no_such_number": _("Nobody has this number: %(number)s"),
    "oneself": _("This is your own number."),
    "no_sheet": _("No sheet for this rule system: %(number)s"),
    "not_a_number": _("A number is wanted: %(value)s"),
    "fighters_count": _("Fighters: at least 2, at most %(most)s"),
    "one_side_only": _("Two sides are needed."),
    "twice_in_one_fight": _("Somebody stands in the fight twice."),
    "invalid_field": _("This value does not fit: %(field)s %(value)s"),
    "unknown_field": _("No such field: %(field)s"),
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
