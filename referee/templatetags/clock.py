"""Clock times in pages."""

from datetime import datetime

from django import template
from django.utils import timezone

register = template.Library()


@register.filter
def clock(moment: str, form: str = "%H:%M:%S") -> str:
    """Write a stored moment (ISO 8601) as the clock shows it here; what is none stays as it is."""
    try:
        return timezone.localtime(datetime.fromisoformat(moment)).strftime(form)
    except (TypeError, ValueError):
        return moment
