"""Signing in and out, the badge, the language."""

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from sesame.utils import get_user

from referee import access, devices, live
from referee.forms.identity import NumberForm, PasswordForm
from referee.models import Account, Device, Event, OneTimeLink, Role, Seat
from referee.throttle import Attempts
from referee.views.errors import error


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in by number and PIN, or by login and password."""
    numbers = NumberForm(initial={"event": request.GET.get("event", "")})
    passwords = PasswordForm()
    if request.method == "POST":
        if "login" in request.POST:
            passwords = PasswordForm(request.POST)
            account, how = _by_password(request, passwords), Device.How.PASSWORD
        else:
            numbers = NumberForm(request.POST)
            account, how = _by_number(request, numbers), Device.How.PIN
        if account is not None:
            devices.sign_in(request, account, how)
            return redirect(_next(request))
    context = {"numbers": numbers, "passwords": passwords, "events": Event.on(), "next": _next(request)}
    return render(request, "referee/sign_in.html", context, status=400 if request.method == "POST" else 200)


def _by_number(request: HttpRequest, form: NumberForm) -> Account | None:
    """Return whose number and PIN these are, else note in the form what is wrong."""
    if not form.is_valid():
        return None
    event, number = form.cleaned_data["event"], form.cleaned_data["number"]
    attempts = Attempts(request, f"number {event.pk} {number}")
    seat = access.seat_with_number(event, number)
    if seat is None or not hasattr(seat, "person"):
        form.add_error("number", _("This number is not known here."))
        return None
    account = seat.person.account
    if account.has_usable_password():
        form.add_error("number", _("Staff sign in by login and password."))
        return None
    if not account.is_active or not account.check_pin(form.cleaned_data["pin"]):
        form.add_error("pin", _("The PIN does not fit. It stands on the slip."))
        return None
    attempts.passed()
    return account


def _by_password(request: HttpRequest, form: PasswordForm) -> Account | None:
    """Return whose login and password these are, else note in the form what is wrong."""
    if not form.is_valid():
        return None
    login, password = form.cleaned_data["login"], form.cleaned_data["password"]
    attempts = Attempts(request, f"login {login}")
    account = Account.objects.filter(username=login, is_active=True).first()
    if account is None:
        make_password(password)  # takes as long as a wrong password, so that logins can't be told by time
    elif account.check_password(password):
        attempts.passed()
        return account
    form.add_error("password", _("Login and password do not fit."))
    return None


@never_cache
@require_http_methods(["GET", "POST"])
def private_link(request: HttpRequest, token: str) -> HttpResponse:
    """Sign in by private link. On a phone where somebody else is signed in, ask by one key first."""
    account = get_user(token, update_last_login=False)
    # Staff have passwords; a link that never expires would go around them.
    if not isinstance(account, Account) or account.has_usable_password():
        if at := devices.replaced(token):
            clock = f"{timezone.localtime(at):%H:%M}"
            return error(
                request,
                410,
                _("This link was replaced at %(time)s.") % {"time": clock},
                _("The new one stands on a new slip. A referee or an organizer can issue it again."),
            )
        return error(
            request,
            404,
            _("This sign-in link is not known here."),
            _("Scan the slip again, or sign in by number and PIN."),
        )
    seats = account.seats
    if seats and all(seat.event.over for seat in seats.values()):
        return error(request, 410, _("This event is over."), _("Its sign-in links have ended."))
    # A referee who scans a player's slip must not become that player unawares.
    if request.method == "GET" and request.user.is_authenticated and request.user != account:
        return render(request, "referee/switch.html", {"people": [seat.person for seat in seats.values()]})
    if request.user != account:
        devices.sign_in(request, account, Device.How.LINK)
    return _without_referrer(redirect("front"))


@never_cache
@require_http_methods(["GET", "POST"])
def one_time_link(request: HttpRequest, token: str) -> HttpResponse:
    """Sign in by a one-time link: one key, so that a preview of the link does not use it up."""
    link = OneTimeLink.objects.filter(digest=devices.digest(token)).select_related("account").first()
    if link is None or link.used or link.expires <= timezone.now() or not link.account.is_active:
        return _used(request)
    if request.method == "GET":
        people = link.account.people.all()
        return _without_referrer(render(request, "referee/switch.html", {"people": people, "once": True}))
    # Of two phones that press at once one gets in.
    if not OneTimeLink.objects.filter(pk=link.pk, used=None).update(used=timezone.now()):
        return _used(request)
    devices.sign_in(request, link.account, Device.How.ONCE)
    return _without_referrer(redirect("front"))


def _used(request: HttpRequest) -> HttpResponse:
    return error(
        request, 410, _("This one-time code is used or too old."), _("An organizer can show a new one.")
    )


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out on this phone."""
    account_id = request.user.pk
    devices.end_this(request)
    if account_id is not None:
        live.announce_account(account_id)
    return redirect("sign_in")


@require_POST
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    """Sign out on all phones; link, PIN and password go on working."""
    if isinstance(request.user, Account):
        account_id = request.user.pk
        devices.end_all(request.user)
        devices.end_this(request)
        live.announce_account(account_id)
    return redirect("sign_in")


@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Show the reader's own sign-ins and language."""
    if not isinstance(request.user, Account):
        raise access.SignedOut
    context = {
        "seats": access.seats_of(request).values(),
        "devices": request.user.devices.filter(ended=None).order_by("-since"),
        "this_device": request.session.get("device", ""),
        "languages": settings.LANGUAGES,
    }
    return render(request, "referee/account.html", context)


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Switch the reader's language: the account's, for sockets too; a stranger's browser gets a cookie."""
    chosen = request.POST.get("language", "")
    if chosen not in dict(settings.LANGUAGES):
        return error(request, 400, _("This language is not spoken here."))
    response = redirect(_next(request))
    if isinstance(request.user, Account):
        Account.objects.filter(pk=request.user.pk).update(language=chosen)
        live.announce_account(request.user.pk)
    else:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            chosen,
            max_age=settings.SESSION_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            samesite="Lax",
        )
    return response


@require_safe
def badge(request: HttpRequest, code: str) -> HttpResponse:
    """Open what a badge means to who scans it: a player a fight, staff the person, a stranger a number."""
    seat = get_object_or_404(Seat.objects.select_related("event"), code=code)
    reader = access.seat_of(request, seat.event)
    if reader is not None:
        home = redirect("home", seat.event.slug)
        if reader == seat:
            return home
        if access.may_see_people(reader):
            return redirect("person", seat.event.slug, seat.code)
        if access.has(reader, Role.PLAYER) and seat.number is not None:
            home["Location"] += f"?against={seat.number}"
            return home
    return render(request, "referee/badge.html", {"seat": seat})


def front(request: HttpRequest) -> HttpResponse:
    """Lead to the reader's event; offer a choice among several, and strangers the sign-in page.

    Staff who play nobody come to the referee's board: that is where calls arrive.
    """
    if not request.user.is_authenticated:
        return redirect("sign_in")
    seats = list(access.seats_of(request).values())
    current = [seat for seat in seats if not seat.event.over] or seats
    if len(current) == 1:
        seat = current[0]
        on_duty = access.staff(seat) and not access.has(seat, Role.PLAYER)
        return redirect("overview" if on_duty else "home", seat.event.slug)
    return render(request, "referee/front.html", {"seats": current})


def _next(request: HttpRequest) -> str:
    """Return where to go on: the page asked for, if it is one of ours."""
    asked = request.POST.get("next") or request.GET.get("next") or "/"
    hosts = {request.get_host()}
    ours = url_has_allowed_host_and_scheme(asked, hosts, require_https=request.is_secure())
    return asked if ours and asked.startswith("/") else "/"  # else redirect() takes it for a page's name


def _without_referrer[R: HttpResponse | HttpResponseRedirect](response: R) -> R:
    """Keep the address, which holds a token, from being told to the page that comes next."""
    response["Referrer-Policy"] = "no-referrer"
    return response
