"""The one process: http by Django, websockets by channels."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")
# Before anything that imports models.
http = get_asgi_application()

from channels.routing import ProtocolTypeRouter  # noqa: E402 - needs the apps above

from referee import live  # noqa: E402
from referee.origin import SameOrigin  # noqa: E402

application = ProtocolTypeRouter({"http": http, "websocket": SameOrigin(live.application)})
