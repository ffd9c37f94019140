"""Who signs in: accounts, their devices, one-time links and failed attempts."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.functional import cached_property

if TYPE_CHECKING:
    from .roster import Seat


def new_code() -> str:
    """Return a random public code of some 59 bits, in signs that are not mistaken for one another."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(12))


class AccountManager(BaseUserManager["Account"]):
    """Makes accounts."""

    def create_user(self, username: str = "", password: str | None = None, **fields: Any) -> Account:
        """Create an account: unnamed it gets a random name, without a password only links and PINs work."""
        account = self.model(username=username or f"p-{new_code()}", **fields)
        account.set_password(password)
        account.save(using=self._db)
        return account


class Account(AbstractBaseUser):
    """Somebody who signs in. Erased with the person; nothing in the ledger points here."""

    username = models.CharField(max_length=64, unique=True)
    language = models.CharField(max_length=8, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE)
    is_active = models.BooleanField(default=True)
    # Raised to end every session while password, link and PIN stay.
    generation = models.PositiveIntegerField(default=0)

    objects: ClassVar[AccountManager] = AccountManager()

    USERNAME_FIELD = "username"

    def __str__(self) -> str:
        """Return the sign-in name."""
        return self.username

    def get_session_auth_hash(self) -> str:
        """Return what a session must match: it changes with password, link, PIN and generation."""
        return salted_hmac(
            "referee.session", f"{self.password}:{self.generation}", algorithm="sha256"
        ).hexdigest()

    def get_session_auth_fallback_hash(self):  # type: ignore[no-untyped-def]
        """Yield what a session may still match while the secret key is being replaced."""
        for key in settings.SECRET_KEY_FALLBACKS:
            yield salted_hmac(
                "referee.session", f"{self.password}:{self.generation}", secret=key, algorithm="sha256"
            ).hexdigest()

    @cached_property
    def seats(self) -> dict[str, Seat]:
        """Return the account's seats by event slug. A query, unless `referee.accounts.Backend` did it."""
        people = self.people.select_related("seat__event", "seat__stream")
        return {person.seat.event.slug: person.seat for person in people}

    @property
    def pin(self) -> str:
        """Return the 4-digit PIN: derived, like the private link, so that slips can be printed again."""
        digest = salted_hmac("referee.pin", f"{self.pk}:{self.password}", algorithm="sha256").digest()
        return f"{int.from_bytes(digest[:8]) % 10_000:04}"

    def check_pin(self, pin: str) -> bool:
        """Return whether `pin` is this account's; the caller counts attempts."""
        return constant_time_compare(self.pin, pin)


class Device(models.Model):
    """One sign-in on one phone. Entries name it by code, so that what was done on it is found and undone."""

    class How(models.TextChoices):
        """By what means somebody signed in."""

        LINK = "link"
        PIN = "pin"
        PASSWORD = "password"  # noqa: S105 - a means of signing in, no password
        ONCE = "once"

    code = models.CharField(max_length=12, unique=True, default=new_code)
    account = models.ForeignKey(Account, models.CASCADE, related_name="devices")
    how = models.CharField(max_length=8, choices=How)
    label = models.CharField(max_length=60, blank=True)
    since = models.DateTimeField()
    ended = models.DateTimeField(null=True)

    def __str__(self) -> str:
        """Return the device's label and code."""
        return f"{self.label} {self.code}"


class OneTimeLink(models.Model):
    """A sign-in for staff that works once, within minutes, handed over by an organizer."""

    digest = models.CharField(max_length=64, unique=True)
    account = models.ForeignKey(Account, models.CASCADE, related_name="+")
    made_by = models.ForeignKey("Seat", models.CASCADE, related_name="+")
    expires = models.DateTimeField()
    used = models.DateTimeField(null=True)

    def __str__(self) -> str:
        """Return whose it is and when it expires."""
        return f"{self.account} {self.expires:%H:%M}"


class ReplacedLink(models.Model):
    """A private link that was replaced, so that who still scans it is told so."""

    digest = models.CharField(max_length=64, unique=True)
    account = models.ForeignKey(Account, models.CASCADE, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        """Return whose it was and when it was replaced."""
        return f"{self.account} {self.at:%H:%M}"


class Attempt(models.Model):
    """Failed sign-ins of one account or address. Keys are hashes; rows of a day ago are deleted."""

    key = models.CharField(max_length=64, primary_key=True)
    failures = models.PositiveIntegerField(default=0)
    last = models.DateTimeField()

    def __str__(self) -> str:
        """Return how many failed."""
        return f"{self.failures}"
