"""A fight on a phone: its page, and every act in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_GET, require_POST

from referee import access, boards, ledger, live, sheets
from referee.adjudication import company, running, throws
from referee.adjudication.desk import Actor, Deed, Desk, actor_for, perform
from referee.adjudication.position import Folded
from referee.forms.clashes import answer_in, number_in, signs_in
from referee.kernel.refusals import Refused
from referee.ledger import Author, Draft
from referee.models import Clash, Fighter, Seat, Stream
from referee.refusals import explain
from referee.system import system_for
from referee.throttle import Attempts
from referee.views import home
from referee.views.turns import JUDGED_BY_ASK, TURN_ACTS

NEVER_STALE = JUDGED_BY_ASK | {
    "note", "protest", "throw", "report", "again", "decide", "take", "choose", "party"
}  # fmt: skip
"""Acts that are judged by the ask they name, or change nothing that was fought out."""

LOOKS = frozenset({"throw", "report", "command", "take", "automatic", "play_on"})
"""Acts of a player who has looked at what came before."""


@require_GET
def clash(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show a fight: a fighter's own page, a referee's console, or what spectators see.

    With `?since=` and the header HX-Request it answers 204 while nothing is newer, else the parts alone.
    """
    seat = access.my_seat(request, slug)
    found = _clash(seat, code)
    if request.headers.get("HX-Request") and request.GET.get("since", "").split(".")[0] == str(
        found.stream.head
    ):
        return HttpResponse(status=204)
    audience, keys = audience_of(seat, found, request.GET.get("as", ""))
    if keys:
        _look(found, keys, Author(seat, request.session.get("device", "")))
    board = boards.board_of(found)
    parts = boards.page_parts(board, audience, keys)
    if request.headers.get("HX-Request"):
        return painted(parts, board.seq)
    context = {
        "event": seat.event,
        "seat": seat,
        "clash": found,
        "system": board.system,
        "parts": parts,
        "seq": board.seq,
        "audience": audience,
        "heading": parts.pop("heading", ""),
        "absent": _absent(board.fighters, seat) if keys and not board.folded.position.revealed else [],
    }
    return render(request, "referee/clash.html", context)


def _absent(rows: Sequence[Fighter], seat: Seat) -> list[str]:
    """Give the numbers of fighters who are not checked in, where the reader is: a warning, no more."""
    seats = [row.seat for row in rows if row.seat is not None]
    streams = {stream.pk: stream for stream in Stream.objects.filter(seat__in=seats)}
    states = sheets.load_many(list(streams.values()))
    if seat.stream_id not in states or not states[seat.stream_id].here:
        return []
    return [str(one) for one in seats if not states[one.stream_id].here]


def audience_of(seat: Seat, found: Clash, wanted: str = "") -> tuple[str, frozenset[str]]:
    """Tell as what a seat looks at a fight, and which fighters there are its own."""
    keys = access.own_keys(seat, found)
    if keys:
        return "mine", keys
    role = access.role_in(seat, found)
    if role in ("referee", "assistant") and wanted != "public":
        return role, frozenset()
    return "public", frozenset()


def _clash(seat: Seat, code: str) -> Clash:
    found = access.clash_here(seat, code)
    found.event = seat.event
    return found


def _look(found: Clash, keys: frozenset[str], author: Author) -> None:
    """Note that a fighter has the fight on the screen: the others see that their asking came through."""
    if not any(row.seen == 0 for row in found.fighters.all() if row.key in keys):
        return
    with ledger.writing():
        stream = ledger.lock(found.stream_id)[found.stream_id]
        first = Fighter.objects.filter(clash=found, key__in=keys, seen=0).update(seen=1)
        if first and author.seat is not None and found.opened_by_id != author.seat.pk:
            ledger.append(stream, author, Draft("party", (), {"looked": sorted(keys)}))
            live.announce("clash", found.pk, stream.head)
        found.stream = stream


@require_POST
@sensitive_post_parameters("sign", "sign_right", "sign_left")
@sensitive_variables("fields", "request_body")
def act(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Do one act in a fight: 200 with the board, 409 with it where the screen was too old, 422 refused."""
    seat = access.my_seat(request, slug)
    found = _clash(seat, code)
    role = access.role_in(seat, found)
    fields = request.POST
    done = ACTS.get(fields.get("do", ""))
    if done is None:
        raise Http404
    if role is None:
        access.demand(False)
        raise Http404
    actor = actor_for(found, seat, request.session.get("device", ""), role)
    request_body = {key: fields.getlist(key) for key in sorted(fields) if key not in ("nonce", "seen")}
    try:
        decide = done(fields, found, actor, request)
        seen = None if fields["do"] in NEVER_STALE else number_in(fields, "seen")
        if actor.own and fields["do"] in LOOKS:
            decide = _looking(decide, found, actor)
        _entry, folded = perform(found, actor, fields.get("nonce", ""), request_body, decide, seen)
    except Refused as refused:
        return _refuse(request, seat, found, refused)
    return _answer(request, seat, found, folded)


@sensitive_variables()
def _looking(decide: Callable[[Desk], Deed], found: Clash, actor: Actor) -> Callable[[Desk], Deed]:
    """Note with an act that what came before it was looked at; what the act itself brings is not yet."""

    def decided(desk: Desk) -> Deed:
        see(found, actor.own, desk.folded.seq)
        return decide(desk)

    return decided


@require_POST
def seen(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Note that a player has looked at a result: it leaves the top of the page."""
    seat = access.my_seat(request, slug)
    found = _clash(seat, code)
    keys = access.own_keys(seat, found)
    see(found, keys, number_in(request.POST, "result") or 0)
    return _answer(request, seat, found, None)


def see(found: Clash, keys: frozenset[str], seq: int) -> None:
    """Note up to which entry these fighters' player has looked."""
    Fighter.objects.filter(clash=found, key__in=keys, seen__lt=seq).update(seen=seq)


def _answer(request: HttpRequest, seat: Seat, found: Clash, folded: Folded | None) -> HttpResponse:
    """Answer an act with the board as it is now, or with the own page where it was done from there.

    From a page beside the fight it leads back to the fight.
    """
    if request.POST.get("on") == "home":
        return home.painted(seat) if request.headers.get("HX-Request") else redirect("home", seat.event.slug)
    if not request.headers.get("HX-Request"):
        return redirect("clash", seat.event.slug, found.code)
    if request.POST.get("on") == "beside":
        back = reverse("clash", args=(seat.event.slug, found.code))
        return HttpResponse(status=204, headers={"HX-Redirect": back})
    if folded is None:
        found.stream.refresh_from_db()
    audience, keys = audience_of(seat, found)
    if folded is not None:
        names = ("public", f"seat:{seat.pk}") if keys else (audience,)
        watches = tuple(live.Watch("clash", found.pk, name) for name in names)
        if parts := live.painted(watches, get_language(), folded.seq):
            return painted(parts, folded.seq)
    board = boards.board_of(found, folded)
    return painted(boards.page_parts(board, audience, keys), board.seq)


def painted(parts: Mapping[str, str], seq: int, status: int = 200) -> HttpResponse:
    """Answer with rendered parts and the entry that they show."""
    response = HttpResponse("".join(parts.values()), status=status)
    response["X-Seq"] = str(seq)
    return response


def _refuse(request: HttpRequest, seat: Seat, found: Clash, refused: Refused) -> HttpResponse:
    """Say why not: at the control, or with the fresh board where the screen was too old."""
    system = system_for(found.system)
    why = explain(refused, system)
    stale = refused.code in ("stale", "stale_ask")
    if not request.headers.get("HX-Request"):
        context = {"what": why, "then": "", "status": 409 if stale else 422, "back": request.path}
        return render(request, "referee/error.html", context, status=409 if stale else 422)
    if not stale or request.POST.get("on") == "home":
        return render(request, "referee/clash.html#refusal", {"why": why, "rule": refused.rule}, status=422)
    found.stream.refresh_from_db()
    board = boards.board_of(found)
    parts = boards.page_parts(board, *audience_of(seat, found))
    notice = render(request, "referee/clash.html#notice", {"why": why}).content.decode()
    return painted({**parts, "notice": notice}, board.seq, status=409)


# What each act makes of its form: a function that decides at the desk


type Fields = QueryDict
type Act = Callable[[Fields, Clash, Actor, HttpRequest], Callable[[Desk], Deed]]


@sensitive_variables()
def _throw(fields: Fields, found: Clash, actor: Actor, request: HttpRequest) -> Callable[[Desk], Deed]:
    who = _own(fields, actor)
    signs = signs_in(fields)
    ask = fields.get("ask", "")
    return lambda desk: throws.throw(desk, ask, who, signs(desk))


def _report(fields: Fields, found: Clash, actor: Actor, request: HttpRequest) -> Callable[[Desk], Deed]:
    who = _own(fields, actor)
    answer = answer_in(fields)
    return lambda desk: throws.report(desk, fields.get("ask", ""), who, answer)


def _again(fields: Fields, found: Clash, actor: Actor, request: HttpRequest) -> Callable[[Desk], Deed]:
    who = _own(fields, actor)
    return lambda desk: throws.again(desk, fields.get("ask", ""), who)


def _decide(fields: Fields, found: Clash, actor: Actor, request: HttpRequest) -> Callable[[Desk], Deed]:
    answer = answer_in(fields)
    return lambda desk: throws.decide(desk, fields.get("ask", ""), answer)


def _take(fields: Fields, found: Clash, actor: Actor, request: HttpRequest) -> Callable[[Desk], Deed]:
    return lambda desk: throws.take(desk, fields.get("ask", ""))


def _choose(fields: Fields, found: Clash, actor: Actor, request: HttpRequest) -> Callable[[Desk], Deed]:
    return lambda desk: throws.choose(desk, fields.get("ask", ""), fields.get("option", ""))


def _command(fields: Fields, found: Clash, actor: Actor, request: HttpRequest) -> Callable[[Desk], Deed]:
    data: dict[str, str] = {key: ",".join(fields.getlist(key)) for key in fields}
    answers = [answer_in(fields)] if fields.get("results") or fields.get("ranking") else []
    reason = fields.get("reason", "")

    def decide(desk: Desk) -> Deed:
        given = desk.system.command(data, desk.position.state)
        return running.command(desk, given, answers, reason)

    return decide


def _party(fields: Fields, found: Clash, actor: Actor, request: HttpRequest) -> Callable[[Desk], Deed]:
    key = fields.get("who", "")
    match fields.get("answer", ""):
        case "stand_by":
            agreed = _pin_agrees(fields.get("pin", ""), found, key, request)
            return lambda desk: company.stand_by(desk, key, agreed)
        case "wake":
            return lambda desk: company.wake(desk, key)
        case "confirm":
            agreed = bool(fields.get("pin")) and _pin_agrees(fields.get("pin", ""), found, key, request)
            return lambda desk: company.confirm(desk, key, "pin" if agreed else "player")
        case "name":
            seat = _seat_by_number(fields, found)
            return lambda desk: company.name(desk, key, seat)
        case answer:
            return lambda desk: company.answer_invitation(desk, key, answer)


def _pin_agrees(pin: str, found: Clash, key: str, request: HttpRequest) -> bool:
    """Check a PIN typed on another's phone; raise Refused where it is wrong, False where none was typed."""
    if not pin:
        return False
    row = Fighter.objects.filter(clash=found, key=key).select_related("seat__person__account").first()
    if row is None or row.seat is None or not hasattr(row.seat, "person"):
        raise Refused("no_such_fighter")
    attempts = Attempts(request, f"number {found.event_id} {row.seat.number}")
    if not row.seat.person.account.check_pin(pin):
        raise Refused("wrong_pin")
    attempts.passed()
    return True


def _seat_by_number(fields: Fields, found: Clash) -> Seat:
    number = number_in(fields, "number")
    seat = access.seat_with_number(found.event, number) if number is not None else None
    if seat is None:
        raise Refused("no_such_number", number=number)
    return seat


def _undo(fields: Fields, found: Clash, actor: Actor, request: HttpRequest) -> Callable[[Desk], Deed]:
    return running.undo


def _redo(fields: Fields, found: Clash, actor: Actor, request: HttpRequest) -> Callable[[Desk], Deed]:
    return running.redo


def _end(fields: Fields, found: Clash, actor: Actor, request: HttpRequest) -> Callable[[Desk], Deed]:
    return running.end


def _close(fields: Fields, found: Clash, actor: Actor, request: HttpRequest) -> Callable[[Desk], Deed]:
    return lambda desk: running.close(desk, fields.get("reason", ""))


def _withdraw(fields: Fields, found: Clash, actor: Actor, request: HttpRequest) -> Callable[[Desk], Deed]:
    return running.withdraw


def _note(fields: Fields, found: Clash, actor: Actor, request: HttpRequest) -> Callable[[Desk], Deed]:
    return lambda desk: running.note(desk, fields.get("words", ""))


def _protest(fields: Fields, found: Clash, actor: Actor, request: HttpRequest) -> Callable[[Desk], Deed]:
    about = number_in(fields, "about") or 0
    return lambda desk: running.protest(desk, fields.get("words", ""), about)


def _own(fields: Fields, actor: Actor) -> str:
    """Give the fighter who acts: the one named, or the only one of this player."""
    return fields.get("who") or min(actor.own, default="")


ACTS: Mapping[str, Act] = {
    "throw": _throw,
    "report": _report,
    "again": _again,
    "decide": _decide,
    "take": _take,
    "choose": _choose,
    "command": _command,
    "party": _party,
    "undo": _undo,
    "redo": _redo,
    "end": _end,
    "close": _close,
    "withdraw": _withdraw,
    "note": _note,
    "protest": _protest,
    **TURN_ACTS,
}
