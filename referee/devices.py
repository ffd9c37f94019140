"""Sign-ins and their end: of POSTs at once, of sockets within the second that they are looked at."""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.auth import login, logout
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from sesame.utils import get_token

from referee.models import Account, Device, OneTimeLink, ReplacedLink, Seat
from referee.models.accounts import new_code

BACKEND = "referee.accounts.Backend"
ONCE_LASTS = timedelta(minutes=10)


def begin(account: Account, how: str, label: str = "") -> Device:
    """Record a new sign-in."""
    return Device.objects.create(account=account, how=how, label=label, since=timezone.now())


def sign_in(request: HttpRequest, account: Account, how: str) -> Device:
    """Sign the account in on the phone that asks; whoever was signed in there is signed out."""
    end_this(request)
    login(request, account, backend=BACKEND)
    device = begin(account, how, _label(request.headers.get("User-Agent", "")))
    request.session["device"] = device.code
    return device


def end_this(request: HttpRequest) -> None:
    """Sign out on this phone."""
    Device.objects.filter(code=request.session.get("device", ""), ended=None).update(ended=timezone.now())
    logout(request)


@transaction.atomic
def end_all(account: Account) -> None:
    """Sign the account out everywhere; its link, PIN and password go on working."""
    Account.objects.filter(pk=account.pk).update(generation=F("generation") + 1)
    account.devices.filter(ended=None).update(ended=timezone.now())


@transaction.atomic
def reissue(account: Account) -> str:
    """Replace what the account signs in with, and sign it out everywhere.

    Private link and PIN of a player, who signs in without a password: return "". Staff's password: return
    the new one, which is stored nowhere else.
    """
    password = ""
    if account.has_usable_password():
        password = new_code()
        account.set_password(password)
    else:
        ReplacedLink.objects.get_or_create(
            digest=digest(get_token(account)), defaults={"account": account, "at": timezone.now()}
        )
        account.set_unusable_password()
    account.save(update_fields=["password"])
    end_all(account)
    return password


def hand_over(account: Account, by: Seat) -> tuple[str, datetime]:
    """Make a one-time link for staff: return its token, which is stored nowhere, and when it expires."""
    token = secrets.token_urlsafe(16)
    expires = timezone.now() + ONCE_LASTS
    OneTimeLink.objects.create(digest=digest(token), account=account, made_by=by, expires=expires)
    return token, expires


def replaced(token: str) -> datetime | None:
    """Return when the private link with this token was replaced, or None if it never was one."""
    return ReplacedLink.objects.filter(digest=digest(token)).values_list("at", flat=True).first()


def ended(codes: Iterable[str]) -> set[str]:
    """Return those of the device codes that are no longer signed in. One query."""
    asked = set(codes)
    return asked - set(Device.objects.filter(code__in=asked, ended=None).values_list("code", flat=True))


def digest(token: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def _label(agent: str) -> str:
    """Return the kind of phone and browser from a User-Agent header, as far as people can tell them apart."""
    systems = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")
    browsers = ("Firefox", "SamsungBrowser", "Edg", "Chrome", "Safari")
    found = [next((word for word in words if word in agent), "") for words in (systems, browsers)]
    return " · ".join(filter(None, found))
