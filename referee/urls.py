"""Every address of the site. What belongs to an event lies below its slug."""

from django.urls import URLPattern, URLResolver, path

from referee.views import (
    beside,
    brawl,
    calls,
    clashes,
    display,
    exports,
    health,
    history,
    home,
    identity,
    overview,
    practice,
    roster,
    start,
    tending,
    turns,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", identity.front, name="front"),
    path("health", health.health, name="health"),
    path("sign-in", identity.sign_in, name="sign_in"),
    path("s/<str:token>", identity.private_link, name="private_link"),
    path("once/<str:token>", identity.one_time_link, name="one_time_link"),
    path("sign-out", identity.sign_out, name="sign_out"),
    path("sign-out-everywhere", identity.sign_out_everywhere, name="sign_out_everywhere"),
    path("account", identity.account, name="account"),
    path("language", identity.set_language, name="set_language"),
    path("b/<str:code>", identity.badge, name="badge"),
    path("e/<slug:slug>/", home.home, name="home"),
    path("e/<slug:slug>/numbers", home.numbers, name="numbers"),
    path("e/<slug:slug>/scan", home.scan, name="scan"),
    path("e/<slug:slug>/start", start.start, name="start"),
    path("e/<slug:slug>/call", calls.call, name="call"),
    path("e/<slug:slug>/call/<int:call>", calls.change, name="call_change"),
    path("e/<slug:slug>/practice", practice.practice, name="practice"),
    path("e/<slug:slug>/d/<str:code>/", display.display, name="display"),
    path("e/<slug:slug>/fights/", overview.overview, name="overview"),
    path("e/<slug:slug>/fights/new", brawl.brawl, name="brawl"),
    path("e/<slug:slug>/fights/line", brawl.meaning, name="brawl_meaning"),
    path("e/<slug:slug>/fights/open", brawl.open_fight, name="open_fight"),
    path("e/<slug:slug>/fights/call/<int:call>/go", overview.call_go, name="call_go"),
    path("e/<slug:slug>/fights/call/<int:call>/done", overview.call_done, name="call_done"),
    path("e/<slug:slug>/c/<str:code>/", clashes.clash, name="clash"),
    path("e/<slug:slug>/c/<str:code>/act", clashes.act, name="act"),
    path("e/<slug:slug>/c/<str:code>/override", beside.override, name="fight_override"),
    path("e/<slug:slug>/c/<str:code>/more", beside.more, name="fight_more"),
    path("e/<slug:slug>/c/<str:code>/export", exports.export, name="fight_export"),
    path("e/<slug:slug>/c/<str:code>/add", beside.add, name="fight_add"),
    path("e/<slug:slug>/c/<str:code>/spectators", beside.spectators, name="fight_spectators"),
    path("e/<slug:slug>/c/<str:code>/seen", clashes.seen, name="seen"),
    path("e/<slug:slug>/c/<str:code>/at/<slug:name>", turns.page, name="fight_page"),
    path("e/<slug:slug>/c/<str:code>/history/<int:seq>", history.history, name="fight_history"),
    path("e/<slug:slug>/p/<str:code>", roster.person, name="person"),
    path("e/<slug:slug>/p/<str:code>/tend", tending.tend, name="tend"),
    path("e/<slug:slug>/p/<str:code>/take-back", tending.take_back, name="take_back"),
    path("e/<slug:slug>/p/<str:code>/confirm", tending.confirm, name="confirm_numbers"),
    path("e/<slug:slug>/p/<str:code>/sign-out", roster.end_sign_ins, name="end_sign_ins"),
    path("e/<slug:slug>/p/<str:code>/reissue", roster.reissue, name="reissue"),
    path("e/<slug:slug>/p/<str:code>/once", roster.hand_over, name="hand_over"),
    path("e/<slug:slug>/p/<str:code>/on/<str:device>", roster.device, name="device"),
]

handler400 = "referee.views.errors.bad_request"
handler403 = "referee.views.errors.forbidden"
handler404 = "referee.views.errors.not_found"
handler500 = "referee.views.errors.failed"
