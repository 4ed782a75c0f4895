"""`python -m printkit`, and the command: ready to be interrupted before anything else is loaded."""

from __future__ import annotations

import os
import sys

try:
    from printkit.leaving import INTERRUPTED, clear, leave_if_interrupted, listen
except KeyboardInterrupt:
    # What a shell says of Ctrl-C; nothing is there yet that could say it otherwise.
    os._exit(130)


def run() -> int:
    """Run the command of this process and return its exit code."""
    listen()
    try:
        from printkit.cli.app import main

        code = main()
    finally:
        clear()
    if code == INTERRUPTED:
        leave_if_interrupted()
    return code


if __name__ == "__main__":
    sys.exit(run())
