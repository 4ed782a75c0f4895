"""Any SVG as pixels, drawn by resvg in a process of its own, which has a limit of time and of memory."""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
import threading
from functools import lru_cache
from pathlib import Path
from typing import Any

from printkit.errors import InputError
from printkit.material.drawings import natural_size
from printkit.material.svg_tree import SvgTree, read_svg
from printkit.paths import fonts_dir

__all__ = ["EDGE_PIXELS", "svg_pixels"]

# 600 dpi on a card of 120 mm.
EDGE_PIXELS = 2835
SECONDS = 30.0
_FAMILIES = {
    "font_family": "Caladea", "serif_family": "Caladea", "sans_serif_family": "Lato", "monospace_family": "Lato",
    "cursive_family": "Caladea", "fantasy_family": "Lato",
}  # fmt: skip


def svg_pixels(data: bytes, file: str, edge: int = 0) -> bytes:
    """A PNG of an SVG, its longer edge that many pixels (0: `EDGE_PIXELS`), on no ground.

    Letters are set in printkit's fonts, whatever this machine has. InputError: what `read_svg` refuses, a drawing that
    cannot be drawn, or not within 30 s and 4 GB.
    """
    return _drawn(data, file, edge or EDGE_PIXELS)


@lru_cache(maxsize=8)
def _drawn(data: bytes, file: str, edge: int) -> bytes:
    tree = read_svg(data, file)
    size = natural_size(tree.root)
    options: dict[str, Any] = {"skip_system_fonts": True, "languages": ["en"], "dpi": 96}
    if tree.has("text"):
        options |= {"font_dirs": [str(fonts_dir())], **_FAMILIES}
    if size is not None:
        return _WORKER.png(tree, file, {**options, "width" if size[0] >= size[1] else "height": edge})
    # Without a size it is as large as what is in it, which only drawing shows.
    first = _WORKER.png(tree, file, options)
    longest = max(int.from_bytes(first[at : at + 4], "big") for at in (16, 20))
    return _WORKER.png(tree, file, {**options, "zoom": edge / max(longest, 1)})


class _Worker:
    """The process that draws, begun when it is first needed, and anew after it had to be ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._turn = threading.Lock()
        atexit.register(self.end)

    def png(self, tree: SvgTree, file: str, options: dict[str, Any]) -> bytes:
        """What it answers; InputError where it cannot draw."""
        data = tree.text.encode()
        with self._turn:
            process = self._ready()
            assert process.stdin
            assert process.stdout
            late = threading.Event()
            watch = threading.Timer(SECONDS, _stop, (process, late))
            watch.start()
            try:
                process.stdin.write(
                    json.dumps({"size": len(data), "options": options}).encode() + b"\n" + data
                )
                process.stdin.flush()
                answer = json.loads(process.stdout.readline())
                png = process.stdout.read(answer["size"])
            except (OSError, ValueError):
                # It is gone: with the time it had, or for want of memory.
                self.end()
                answer, png = {"error": "too much memory"}, b""
            except BaseException:
                # Ctrl-C: half an answer must not be the next one's.
                self.end()
                raise
            finally:
                watch.cancel()
        if late.is_set():
            raise InputError(
                f"takes longer than {SECONDS:g} s to draw", file=file, hint="simplify it, or add a PNG of it"
            )
        if answer["error"]:
            raise InputError(f"cannot be drawn ({answer['error'][:80]})", file=file, hint="add a PNG of it")
        return png

    def _ready(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            script = Path(__file__).with_name("svg_worker.py")
            self._process = subprocess.Popen(
                [sys.executable, str(script)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        return self._process

    def end(self) -> None:
        """Ends the process, whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream:
                    stream.close()
            self._process = None


def _stop(process: subprocess.Popen[bytes], late: threading.Event) -> None:
    late.set()
    process.kill()


_WORKER = _Worker()
