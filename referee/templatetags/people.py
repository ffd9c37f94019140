"""People in pages of fights."""

from collections.abc import Mapping

from django import template

from referee.boards import Who

register = template.Library()


@register.filter
def who(whos: Mapping[str, Who], key: str) -> Who | None:
    """Give who a fighter is as a person at the fight: `{{ whos|who:key }}`."""
    return whos.get(key)
