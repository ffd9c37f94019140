"""The links that QR codes carry."""

from django.conf import settings
from django.urls import reverse
from sesame.utils import get_token

from referee.models import Account, Seat


def public(name: str, *args: str) -> str:
    """Return the address of a named page as other phones reach it."""
    return settings.PUBLIC_URL + reverse(name, args=args)


def private_link(account: Account) -> str:
    """Return the link that signs the account in; it lasts until it is reissued."""
    return public("private_link", get_token(account))


def badge_link(seat: Seat) -> str:
    """Return what the badge's code carries; it only identifies."""
    return public("badge", seat.code)
