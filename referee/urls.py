"""Every address of the site. What belongs to an event lies below its slug."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []

handler400 = "referee.views.errors.bad_request"
handler403 = "referee.views.errors.forbidden"
handler404 = "referee.views.errors.not_found"
handler500 = "referee.views.errors.failed"
