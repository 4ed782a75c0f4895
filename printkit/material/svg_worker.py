"""Draws SVG as PNG in a process of its own: run as a script, a request a line on standard input.

A request is a line of JSON (`size`: bytes of SVG that follow, `options`: those of resvg), an answer a line of JSON
(`size`: bytes of PNG that follow, or `error`). It ends with its standard input.
"""

from __future__ import annotations

import contextlib
import json
import signal
import sys

# Half of what a small machine has; a drawing that needs more ends the process, not the machine.
MOST_MEMORY = 4_000_000_000


def main() -> None:
    """Answers until nothing more is asked."""
    # Whoever asks decides when it ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    import resvg_py

    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    while line := requests.readline():
        asked = json.loads(line)
        data = requests.read(asked["size"])
        try:
            png, error = bytes(resvg_py.svg_to_bytes(svg_string=data.decode(), **asked["options"])), ""
        except BaseException as problem:
            # A fault of the library's is no Exception.
            png, error = b"", str(problem) or type(problem).__name__
        answers.write(json.dumps({"size": len(png), "error": error}).encode() + b"\n" + png)
        answers.flush()


if __name__ == "__main__":
    main()
