"""The tag of a rule number: one place that makes it lead to the open rules."""

from functools import cache

from django import template
from django.urls import get_script_prefix, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from referee.rulebook import OpenRules
from referee.system import systems

register = template.Library()


@register.filter
def rule(numbers: str, system: str) -> SafeString:
    """Give the tag of each of these numbers: a link where it stands in the system's open rules."""
    return _tags(numbers, system, get_script_prefix())


@cache
def _open(system: str) -> frozenset[str]:
    book = systems().get(system)
    if not isinstance(book, OpenRules):
        return frozenset()
    return frozenset(one.number for section in book.open_rules for one in section.rules)


@cache
def _tags(numbers: str, system: str, prefix: str) -> SafeString:
    return format_html_join(" ", "{}", ((_tag(number, system),) for number in numbers.split()))


def _tag(number: str, system: str) -> SafeString:
    if number not in _open(system):
        return format_html('<span class="rule">{}</span>', number)
    return format_html(
        '<a class="rule" href="{}#{}">{}</a>', reverse("rules", args=(system,)), number, number
    )
