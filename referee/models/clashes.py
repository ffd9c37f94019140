"""Clashes, who fights in them, and calls for a referee."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .accounts import new_code
from .events import Event
from .ledger import Stream
from .roster import Seat


class Clash(models.Model):
    """One fight. What stands here beside its stream is a projection that lists need."""

    class Status(models.TextChoices):
        """How far a clash is."""

        ASKED = "asked", _("Asked")
        OPEN = "open", _("Open")
        CLOSED = "closed", _("Closed")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    event = models.ForeignKey(Event, models.CASCADE, related_name="clashes")
    stream = models.OneToOneField(Stream, models.RESTRICT, related_name="clash")
    system = models.CharField(max_length=20)
    code = models.CharField(max_length=12, unique=True, default=new_code)  # in addresses
    public = models.BooleanField(default=False)  # spectators may watch
    practice = models.BooleanField(default=False)  # touches no sheet
    afterwards = models.BooleanField(default=False)  # entered when it was over
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    opened = models.DateTimeField()
    opened_by = models.ForeignKey(Seat, models.RESTRICT, null=True, related_name="+")
    nonce = models.CharField(max_length=40, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event", "nonce"], condition=~Q(nonce=""), name="clash_nonce_once_an_event"
            ),
        ]
        indexes = [models.Index(fields=["event", "status", "-opened"], name="clash_in_progress")]

    def __str__(self) -> str:
        """Return system, code and status."""
        return f"{self.system} {self.code} {self.status}"


class Fighter(models.Model):
    """Somebody in a clash, by the key that the rules use: a seat, somebody unnamed, or a creature."""

    clash = models.ForeignKey(Clash, models.CASCADE, related_name="fighters")
    key = models.CharField(max_length=20)  # f1, f2, …
    seat = models.ForeignKey(Seat, models.RESTRICT, null=True, related_name="fights")
    name = models.CharField(max_length=80, blank=True)  # typed, where there is no seat
    side = models.CharField(max_length=2)
    in_fight = models.BooleanField(default=True)
    unconfirmed = models.BooleanField(default=False)  # the numbers wait for this player's word
    seen = models.PositiveIntegerField(default=0)  # seq of the last result that this player has looked at

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["clash", "key"], name="fighter_key_once_a_clash"),
            models.UniqueConstraint(
                fields=["clash", "seat"], condition=Q(seat__isnull=False), name="fighter_seat_once_a_clash"
            ),
        ]
        indexes = [models.Index(fields=["seat", "in_fight"], name="fighter_now")]

    def __str__(self) -> str:
        """Return clash and key."""
        return f"{self.clash_id} {self.key}"


class Call(models.Model):
    """Somebody asks for a referee, or says that somebody is hurt."""

    class Kind(models.TextChoices):
        """What for."""

        RULES = "rules", _("Rules")
        HURT = "hurt", _("Somebody is hurt")

    event = models.ForeignKey(Event, models.CASCADE, related_name="calls")
    seat = models.ForeignKey(Seat, models.RESTRICT, related_name="calls")
    clash = models.ForeignKey(Clash, models.CASCADE, null=True, related_name="calls")
    kind = models.CharField(max_length=8, choices=Kind)
    place = models.CharField(max_length=80, blank=True)
    nonce = models.CharField(max_length=40, blank=True)
    raised = models.DateTimeField()
    going = models.ForeignKey(Seat, models.RESTRICT, null=True, related_name="+")
    going_at = models.DateTimeField(null=True)
    closed = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(Seat, models.RESTRICT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event", "nonce"], condition=~Q(nonce=""), name="call_nonce_once_an_event"
            ),
        ]
        indexes = [
            models.Index(fields=["event", "raised"], condition=Q(closed__isnull=True), name="call_waiting"),
        ]

    def __str__(self) -> str:
        """Return kind, place and time."""
        return f"{self.kind} {self.place} {self.raised:%H:%M}"
