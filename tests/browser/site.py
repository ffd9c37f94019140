"""The site as its own process on a test's database: `python -m tests.browser.site PORT`.

The database is a file that the test and the server share; the environment names it, with the key that signs
sessions and links.
"""

import os
import sys

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"


def main(port: int) -> None:
    """Serve until a signal ends it."""
    import django
    from django.conf import settings

    settings.DATABASES["default"]["NAME"] = os.environ["SITE_DATABASE"]
    if systems := os.environ.get("SITE_SYSTEMS"):
        settings.RULE_SYSTEMS = systems.split(",")
    django.setup()

    from daphne.server import Server

    from referee.asgi import application

    Server(application, endpoints=[f"tcp:port={port}:interface=127.0.0.1"], server_name="referee").run()


if __name__ == "__main__":
    main(int(sys.argv[1]))
