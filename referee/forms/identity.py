"""What signing in asks for."""

from django import forms
from django.utils.translation import gettext_lazy as _

from referee.models import Event


class NumberForm(forms.Form):
    """A number at an event and the PIN of its slip."""

    event = forms.ModelChoiceField(Event.objects.none(), to_field_name="slug", label=_("Event"))
    number = forms.IntegerField(min_value=1, max_value=999_999, label=_("Number"))
    pin = forms.RegexField(
        r"^\d{4}$", label=_("PIN"), strip=True, error_messages={"invalid": _("Four digits")}
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Offer the events that are on."""
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["event"].queryset = Event.on()  # type: ignore[attr-defined]


class PasswordForm(forms.Form):
    """A staff sign-in."""

    login = forms.CharField(max_length=64, label=_("Login"))
    password = forms.CharField(max_length=128, strip=False, label=_("Password"))
