"""Slows guessing down, per account and per address; counted in the database, so over all processes."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from referee.models import Attempt

FREE = {"account": 5, "address": 30}  # attempts that may fail before waiting starts
FIRST_WAIT = 30  # seconds; doubles with each further failure
LONGEST_WAIT = 15 * 60
FORGOTTEN = timedelta(hours=1)
DELETED = timedelta(days=1)


class Throttled(Exception):
    """Too many attempts failed; says for how many seconds no other is looked at."""

    def __init__(self, seconds: int) -> None:
        """Keep the seconds."""
        super().__init__(seconds)
        self.seconds = seconds


class Attempts:
    """One attempt of somebody at an account from an address.

    It counts as failed from the start, so that parallel guesses are counted too; `passed` takes that back.
    """

    def __init__(self, request: HttpRequest, account: str) -> None:
        """Count the attempt; raise Throttled where it comes too early."""
        names = {"account": account, "address": address(request)}
        self.keys = {kind: _key(kind, name) for kind, name in names.items()}
        now = timezone.now()
        Attempt.objects.filter(last__lt=now - DELETED).delete()
        with transaction.atomic():
            rows = {
                kind: Attempt.objects.select_for_update().get_or_create(key=key, defaults={"last": now})[0]
                for kind, key in self.keys.items()
            }
            seconds = max(_wait(kind, row, now) for kind, row in rows.items())
            if not seconds:
                for row in rows.values():
                    row.failures = 1 if now - row.last > FORGOTTEN else row.failures + 1
                    row.last = now
                    row.save()
        if seconds:
            raise Throttled(seconds)

    def passed(self) -> None:
        """Take the count back: all of the account's, one of the address's."""
        Attempt.objects.filter(key=self.keys["account"]).update(failures=0)
        Attempt.objects.filter(key=self.keys["address"], failures__gt=0).update(failures=F("failures") - 1)


def address(request: HttpRequest) -> str:
    """Return where a request comes from, by the proxy's word where one is trusted."""
    if settings.TRUST_PROXY:
        # The last hop was written by the proxy itself; what stands before it anybody could have sent.
        return request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR", ""))


def _key(kind: str, name: str) -> str:
    return salted_hmac(f"referee.throttle.{kind}", name, algorithm="sha256").hexdigest()


def _wait(kind: str, row: Attempt, now: datetime) -> int:
    over = row.failures - FREE[kind]
    if over < 0 or now - row.last > FORGOTTEN:
        return 0
    seconds: int = min(FIRST_WAIT * 2 ** min(over, 10), LONGEST_WAIT)
    return max(0, seconds - int((now - row.last).total_seconds()))
