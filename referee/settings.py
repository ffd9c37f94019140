"""Settings, all from the environment; the defaults run an event from a laptop.

`PUBLIC_URL` is what every QR code carries, and its scheme chooses the mode: `https://…` means TLS (secure
cookies, HSTS, redirects), `http://…` a local network without certificates.
"""

import os
import secrets
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP

from referee.databases import postgresql, sqlite

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("REFEREE_DATA", BASE_DIR))
DATA_DIR.mkdir(parents=True, exist_ok=True)
DEMO = os.environ.get("REFEREE_DEMO") == "1"
DEBUG = os.environ.get("DEBUG") == "1"


def _secret_key() -> str:
    """Return the key from the environment, else from a local file that is made once."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    path = DATA_DIR / "secret.key"
    if not path.exists():
        fresh = path.with_name(f"secret.key.{os.getpid()}")
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(64))
        # Two processes may start at once: the first link wins and both read the same key.
        try:
            path.hardlink_to(fresh)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text()


SECRET_KEY = _secret_key()

PUBLIC_URL = os.environ.get("PUBLIC_URL", "http://localhost:8000").rstrip("/")
_public = urlsplit(PUBLIC_URL)
if _public.scheme not in {"http", "https"} or not _public.hostname:
    raise ImproperlyConfigured(f"PUBLIC_URL must be an http or https address, not {PUBLIC_URL!r}")
TLS = _public.scheme == "https"

# A demo answers to whatever name or address it is reached by.
ALLOWED_HOSTS = (
    ["*"] if DEMO else [_public.hostname, *filter(None, os.environ.get("ALLOWED_HOSTS", "").split(","))]
)
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]

# A rule system is an app with an object `<app>.system.system`; adding one is one word here (L9).
RULE_SYSTEMS = ["larp_rps", "vex"]

INSTALLED_APPS = [
    "referee",
    *RULE_SYSTEMS,
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
    "import_export",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "referee.middleware.Language",
    "django.middleware.common.CommonMiddleware",
    "referee.middleware.Answers",
    "referee.middleware.BodyLimit",
    "referee.middleware.NoNul",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "referee.urls"
ASGI_APPLICATION = "referee.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
            ],
        },
    },
]

DATABASE_URL = os.environ.get("DATABASE_URL")
DATABASES: dict[str, dict[str, Any]] = {
    "default": postgresql(DATABASE_URL)
    if DATABASE_URL and not DEMO
    else sqlite(DATA_DIR / ("demo.sqlite3" if DEMO else "referee.sqlite3"))
}

REDIS_URL = os.environ.get("REDIS_URL")
CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        # The processes of one site share its key; another site on the same Redis hears nothing of them.
        "CONFIG": {"hosts": [REDIS_URL], "prefix": f"referee.{sha256(SECRET_KEY.encode()).hexdigest()[:12]}"},
    }
    if REDIS_URL
    else {"BACKEND": "channels.layers.InMemoryChannelLayer"}
}

# Who somebody is
AUTH_USER_MODEL = "referee.Account"
AUTHENTICATION_BACKENDS = ["referee.accounts.Backend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "sign_in"
SESAME_TOKENS = ["sesame.tokens_v2"]
SESSION_COOKIE_AGE = 14 * 24 * 60 * 60  # a sign-in lasts an event
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "referee.views.errors.csrf_failed"

# What a browser may do
SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:", "blob:"],
    "font-src": [CSP.SELF],
    # 'self' covers sockets too, but not in Safari before 15.4. On a local network the host has many names.
    "connect-src": [CSP.SELF, f"wss://{_public.netloc}" if TLS else "ws:"],
    "manifest-src": [CSP.SELF],
    "worker-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
    "base-uri": [CSP.NONE],
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if TLS:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^health$"]  # asked by the proxy, inside
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
else:
    # Plain http on a local address is no secure context: this header would only fill browsers' consoles.
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None

# Set only behind a proxy that overwrites X-Forwarded-Proto and X-Forwarded-For.
TRUST_PROXY = os.environ.get("TRUST_PROXY") == "1"
if TRUST_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# An act is a few hundred bytes; views that take files say so (referee.middleware.takes_files).
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 400
DATA_UPLOAD_MAX_NUMBER_FILES = 4

# Words and time
FORMAT_MODULE_PATH = ["referee.formats"]
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("hu", "Magyar"), ("ru", "Русский")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = TLS
TIME_ZONE = os.environ.get("TZ_NAME", "Europe/Budapest")
USE_TZ = True

# Files that browsers load
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "referee.static_files.Storage"},
}
MEDIA_ROOT = DATA_DIR / "media"

# One JSON line a record; no personal data, no sign-in tokens, no bodies.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"scrub": {"()": "referee.logs.Scrub"}},
    "formatters": {"json": {"()": "referee.logs.Json"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "json", "filters": ["scrub"]},
    },
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL", "WARNING")},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
        "daphne": {"level": "WARNING"},
        "channels_redis": {"level": "CRITICAL"},  # tells each second what the hub tells once
        "uvicorn.access": {"handlers": ["console"], "propagate": False},
    },
}
