"""Seats and the people who sit on them."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from .accounts import Account, new_code
from .events import Event
from .ledger import Stream


class Role(models.TextChoices):
    """What somebody is at an event; a seat may hold several."""

    ORGANIZER = "organizer", _("Organizer")
    REFEREE = "referee", _("Referee")
    ASSISTANT = "assistant", _("Assistant referee")
    MARSHAL = "marshal", _("Gear marshal")
    HEAD_MARSHAL = "head_marshal", _("Head marshal")
    MEDIC = "medic", _("Medic")
    PLAYER = "player", _("Player")
    SPECTATOR = "spectator", _("Spectator")


class SeatManager(models.Manager["Seat"]):
    """Makes seats."""

    def seat(self, event: Event, number: int | None, roles: list[str], **fields: Any) -> "Seat":
        """Create a seat together with its stream."""
        stream = Stream.objects.create(event=event, kind=Stream.Kind.SEAT)
        return self.create(event=event, number=number, roles=roles, stream=stream, **fields)


class Seat(models.Model):
    """A place at an event: a person's character or duty. Stays when the person is erased."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="seats")
    number = models.PositiveIntegerField(null=True)
    code = models.CharField(max_length=12, unique=True, default=new_code)  # on the badge, public
    roles = models.JSONField(default=list)  # of Role values
    stream = models.OneToOneField(Stream, models.RESTRICT, related_name="seat")

    objects = SeatManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="seat_number_once_an_event"),
        ]

    def __str__(self) -> str:
        """Return the number, or the badge code of a seat without one."""
        return str(self.number) if self.number is not None else self.code


class Person(models.Model):
    """Who sits there. Everything personal is here or in asides, so that erasing is deleting a row."""

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="person")
    account = models.ForeignKey(Account, models.CASCADE, related_name="people")
    name = models.CharField(max_length=80)
    character = models.CharField(max_length=80, blank=True)

    def __str__(self) -> str:
        """Return the person's name."""
        return self.name
