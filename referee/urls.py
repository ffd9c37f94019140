"""Every address of the site. What belongs to an event lies below its slug."""

from django.urls import URLPattern, URLResolver, path

from referee.views import clashes, home, identity, roster

urlpatterns: list[URLPattern | URLResolver] = [
    path("", identity.front, name="front"),
    path("sign-in", identity.sign_in, name="sign_in"),
    path("s/<str:token>", identity.private_link, name="private_link"),
    path("once/<str:token>", identity.one_time_link, name="one_time_link"),
    path("sign-out", identity.sign_out, name="sign_out"),
    path("sign-out-everywhere", identity.sign_out_everywhere, name="sign_out_everywhere"),
    path("account", identity.account, name="account"),
    path("language", identity.set_language, name="set_language"),
    path("b/<str:code>", identity.badge, name="badge"),
    path("e/<slug:slug>/", home.home, name="home"),
    path("e/<slug:slug>/c/<str:code>/", clashes.clash, name="clash"),
    path("e/<slug:slug>/c/<str:code>/act", clashes.act, name="act"),
    path("e/<slug:slug>/c/<str:code>/seen", clashes.seen, name="seen"),
    path("e/<slug:slug>/p/<str:code>", roster.person, name="person"),
    path("e/<slug:slug>/p/<str:code>/sign-out", roster.end_sign_ins, name="end_sign_ins"),
    path("e/<slug:slug>/p/<str:code>/reissue", roster.reissue, name="reissue"),
    path("e/<slug:slug>/p/<str:code>/once", roster.hand_over, name="hand_over"),
    path("e/<slug:slug>/p/<str:code>/on/<str:device>", roster.device, name="device"),
]

handler400 = "referee.views.errors.bad_request"
handler403 = "referee.views.errors.forbidden"
handler404 = "referee.views.errors.not_found"
handler500 = "referee.views.errors.failed"
