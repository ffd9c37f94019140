"""Whether the web process beside this answers that it can work: for the container's health check."""

import os
import sys
import urllib.request
from urllib.parse import urlsplit

port = sys.argv[1] if sys.argv[1:] else "8000"
host = urlsplit(os.environ.get("PUBLIC_URL", "http://localhost")).netloc
asked = urllib.request.Request(f"http://127.0.0.1:{port}/health", headers={"Host": host})
try:
    with urllib.request.urlopen(asked, timeout=5) as answer:  # noqa: S310 - fixed
        sys.exit(0 if answer.status == 200 else 1)
except OSError:
    sys.exit(1)
