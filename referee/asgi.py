"""The one process: http by Django, websockets by channels."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")
# Before anything that imports models.
django.setup()

from channels.routing import ProtocolTypeRouter  # noqa: E402 - needs the apps above

from referee import live  # noqa: E402
from referee.handler import Handler  # noqa: E402
from referee.origin import SameOrigin  # noqa: E402

application = ProtocolTypeRouter({"http": Handler(), "websocket": SameOrigin(live.application)})
