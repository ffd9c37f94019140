"""The one process: http by Django, websockets by channels."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")
# Before anything that imports models.
http = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402 - needs the apps above
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from django.urls import URLPattern  # noqa: E402

from referee.origin import SameOrigin  # noqa: E402

websocket_urlpatterns: list[URLPattern] = []

application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": SameOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
