"""The append-only ledger. Only `referee.ledger` writes here (L3)."""

from django.db import models
from django.db.models import Q

from .events import Event


class Stream(models.Model):
    """What one clash or one seat went through, in order."""

    class Kind(models.TextChoices):
        """What a stream belongs to."""

        CLASH = "clash"
        SEAT = "seat"

    event = models.ForeignKey(Event, models.CASCADE, related_name="streams")
    kind = models.CharField(max_length=8, choices=Kind)
    head = models.PositiveIntegerField(default=0)  # seq of the last entry, 0 before the first
    chain = models.CharField(max_length=64, blank=True)  # chain value of the last entry

    def __str__(self) -> str:
        """Return kind, id and head."""
        return f"{self.kind} {self.pk} @{self.head}"


class Entry(models.Model):
    """One thing that somebody did, with what it brought about. Never changed, never deleted.

    The state of entry n is the state of entry `after`, evolved by n's events.
    """

    stream = models.ForeignKey(Stream, models.CASCADE, related_name="entries")
    event = models.ForeignKey(Event, models.CASCADE, related_name="+")
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    data = models.TextField()  # canonical JSON
    events = models.TextField()  # canonical JSON
    by = models.ForeignKey("Seat", models.RESTRICT, null=True, related_name="+")
    device = models.CharField(max_length=12, blank=True)
    nonce = models.CharField(max_length=40, blank=True)
    after = models.PositiveIntegerField()
    at = models.DateTimeField()
    rules_version = models.CharField(max_length=40, blank=True)
    chain = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stream", "seq"], name="entry_seq_once_a_stream"),
            models.UniqueConstraint(
                fields=["stream", "nonce"], condition=~Q(nonce=""), name="entry_nonce_once_a_stream"
            ),
        ]
        indexes = [
            models.Index(fields=["device", "at"], name="entry_of_device"),
        ]

    def __str__(self) -> str:
        """Return stream, seq and kind."""
        return f"{self.stream_id}/{self.seq} {self.kind}"


class Aside(models.Model):
    """Personal words beside an entry, erasable; the entry holds their salted hash."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="asides")
    field = models.CharField(max_length=40)
    salt = models.CharField(max_length=32)
    text = models.TextField()
    about = models.ForeignKey("Seat", models.SET_NULL, null=True, related_name="asides")  # whom they name

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "field"], name="aside_field_once_an_entry"),
        ]

    def __str__(self) -> str:
        """Return which field of which entry."""
        return f"{self.entry_id} {self.field}"


class SealedThrow(models.Model):
    """A sign that only its thrower knows until the reveal (L7)."""

    stream = models.ForeignKey(Stream, models.CASCADE, related_name="sealed")
    ask = models.CharField(max_length=200)
    fighter = models.CharField(max_length=20)
    hand = models.CharField(max_length=20)
    sign = models.CharField(max_length=20)
    salt = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stream", "ask", "fighter", "hand"], name="sealed_throw_once_an_ask_and_hand"
            ),
        ]

    def __str__(self) -> str:
        """Return whose it is, never the sign."""
        return f"{self.stream_id} {self.fighter} {self.hand}"
