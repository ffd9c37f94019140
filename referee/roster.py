"""What becomes of people: erasing one leaves a seat, and a ledger that still verifies."""

from django.db import transaction
from django.db.models import Q

from referee.models import Aside, Seat


@transaction.atomic
def erase(seat: Seat) -> bool:
    """Delete who sits there: person, account (unless it is another event's too), all personal words.

    Seat and entries stay: entries hold only the salted hash of what is deleted. Return whether anybody was
    there.
    """
    person = getattr(seat, "person", None)
    Aside.objects.filter(Q(about=seat) | Q(entry__by=seat) | Q(entry__stream=seat.stream_id)).delete()
    if person is None:
        return False
    account = person.account
    person.delete()
    if not account.people.exists():
        account.delete()
    return True
