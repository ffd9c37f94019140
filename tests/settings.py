"""Settings for tests: the same, with quick password hashes and static files straight from their folders."""

import os

from referee.settings import *  # noqa: F403
from referee.settings import CHANNEL_LAYERS, DATABASES, REDIS_URL, STORAGES

ALLOWED_HOSTS = ["*"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
# What survives a power cut is not tested by waiting for the disk.
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
else:
    DATABASES["default"]["OPTIONS"]["options"] = "-c synchronous_commit=off"
if REDIS_URL:
    # Test processes that run beside one another must not hear each other; servers that a test starts do.
    worker = "".join(os.environ.get(f"PYTEST_XDIST_{name}", "") for name in ("TESTRUNUID", "WORKER"))
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = f"referee-test.{worker}"
