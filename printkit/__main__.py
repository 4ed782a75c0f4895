"""`python -m printkit`, and the command: ready to be interrupted before anything else is loaded."""

from __future__ import annotations

import gc
import os
import sys

try:
    from printkit.leaving import INTERRUPTED, clear, leave_if_interrupted, listen
except KeyboardInterrupt:
    # What a shell says of Ctrl-C; nothing is there yet that could say it otherwise.
    os._exit(130)

# Frozen values hold no circles to speak of: looking for them seldom saves a tenth of the time, imports included.
_COLLECTED = (200_000, 20, 100)


def run() -> int:
    """Run the command of this process and return its exit code."""
    listen()
    gc.set_threshold(*_COLLECTED)
    # Our tables are read as they are written: no package that lies beside us may join in, nor is one looked for.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
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
