"""Log lines: JSON, without sign-in tokens."""

import json
import logging
import re
from datetime import UTC, datetime

# Private links, one-time links: whatever follows is a key to somebody's account.
_TOKEN = re.compile(r"(/(?:s|once)/)[^/\s?\"'#]+")


def scrubbed(text: str) -> str:
    """Return `text` with the tokens of sign-in links left out."""
    return _TOKEN.sub(r"\1…", text)


class Scrub(logging.Filter):
    """Leaves the tokens of sign-in links out of every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Scrub the finished message and keep the record."""
        record.msg = scrubbed(record.getMessage())
        record.args = None
        return True


class Json(logging.Formatter):
    """Writes one JSON object a line: time, level, logger, message, traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["traceback"] = scrubbed(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)
