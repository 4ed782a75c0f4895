"""Draws SVG in a process of its own: run as a script, a request a line on standard input.

A request is a line of JSON (`size`: bytes of SVG that follow; `options`: those of resvg, which answers with a PNG, or
null for CairoSVG, which answers with a PDF), an answer a line of JSON (`size`: bytes that follow, or `error`). It ends
with its standard input, with who started it, and where one drawing takes too long. Where the system has no limit of
memory for a process (Windows), time is the only one.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import signal
import sys
from typing import Any

# Half of what a small machine has; a drawing that needs more ends the process, not the machine.
MOST_MEMORY = 4_000_000_000
# Longer than whoever asks waits.
_SECONDS = 70
_DIE_WITH_PARENT = 1


def main() -> None:
    """Answers until nothing more is asked."""
    # Whoever asks decides when it ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        import resource

        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    while line := requests.readline():
        asked = json.loads(line)
        data = requests.read(asked["size"])
        # A thread of its own, on every system; what draws may hold all of Python's.
        faulthandler.dump_traceback_later(_SECONDS, exit=True)
        try:
            made, error = _drawn(data, asked["options"]), ""
        except BaseException as problem:
            # A fault of the library's is no Exception.
            made, error = b"", str(problem) or type(problem).__name__
        faulthandler.cancel_dump_traceback_later()
        answers.write(json.dumps({"size": len(made), "error": error}).encode() + b"\n" + made)
        answers.flush()


def _drawn(data: bytes, options: dict[str, Any] | None) -> bytes:
    if options is None:
        import cairosvg

        return bytes(cairosvg.svg2pdf(bytestring=data))
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=data.decode(), **options))


if __name__ == "__main__":
    main()
