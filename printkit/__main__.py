"""`python -m printkit`, and the command: ready to be interrupted before anything else is loaded."""

from __future__ import annotations

import sys

from printkit.leaving import clear, listen


def run() -> int:
    """Run the command of this process and return its exit code."""
    listen()
    try:
        from printkit.cli.app import main

        return main()
    finally:
        clear()


if __name__ == "__main__":
    sys.exit(run())
