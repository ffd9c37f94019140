#!/usr/bin/env python
"""Run Django's commands for Referee."""

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    """Run the command named on the command line; `demo` gets a database of its own."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")
    if sys.argv[1:2] == ["demo"]:
        os.environ["REFEREE_DEMO"] = "1"
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
