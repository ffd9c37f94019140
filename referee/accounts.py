"""How accounts are found and ended."""

from sesame.backends import ModelBackend

from referee.models import Account, Person


class Backend(ModelBackend):
    """Signs in by password and by private link; loads an account together with its seats in one query."""

    def get_user(self, user_id: int) -> Account | None:
        """Return the account with `seats`, its seats by event slug, or None."""
        people = list(
            Person.objects.filter(account=user_id, account__is_active=True).select_related(
                "account", "seat__event", "seat__stream"
            )
        )
        if not people:
            return Account.objects.filter(pk=user_id, is_active=True).first()
        account = people[0].account
        for person in people:
            person.account = account
            person.seat.person = person
        account.seats = {person.seat.event.slug: person.seat for person in people}
        return account
