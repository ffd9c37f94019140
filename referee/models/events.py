"""An event: what, where, when, and how it plays."""

from django.db import models


class Event(models.Model):
    """One event. Only a whole event is ever erased, by command."""

    slug = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=120)
    place = models.CharField(max_length=120, blank=True)
    starts = models.DateTimeField()
    ends = models.DateTimeField()
    languages = models.JSONField(default=list)  # of language codes
    systems = models.JSONField(default=list)  # of rule system keys
    rulings = models.JSONField(default=dict)  # system key -> {ruling: value}
    open_terms = models.BooleanField(default=False)  # players see each other's terms after a blow
    call_places = models.JSONField(default=list)  # of names that a call for a referee may carry

    def __str__(self) -> str:
        """Return the event's name."""
        return self.name
