"""An event: what, where, when, and how it plays."""

from datetime import timedelta

from django.db import models
from django.db.models import QuerySet
from django.utils import timezone

GRACE = timedelta(days=1)  # how long after its end people may still sign in and look


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

    @classmethod
    def on(cls) -> "QuerySet[Event]":
        """Return the events that are not over, the nearest first."""
        return cls.objects.filter(ends__gt=timezone.now() - GRACE).order_by("starts")

    @property
    def over(self) -> bool:
        """Return whether the event and its day of grace are over; private links and PINs end with it."""
        return self.ends + GRACE <= timezone.now()
