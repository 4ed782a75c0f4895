"""Bytecode of the page's Python, made by that Python itself under Node.js: it halves the time a page starts in."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

from printkit.errors import InputError
from printkit.files import temporary_folder
from printkit.site.archive import Files, files_of, tar
from printkit.site.assets import SECONDS, kept, lock_text, node

__all__ = ["compiled"]

_COMPILER = Path(__file__).with_name("compile.mjs")


def compiled(files: Files, interpreter: Files) -> dict[str, bytes]:
    """The same files with `.pyc` in the place of `.py`; kept in the cache by their content.

    InputError where Node.js is missing or the interpreter refuses a source.
    """
    sources = {name: data for name, data in files.items() if name.endswith(".py")}
    if not sources:
        return dict(files)
    key = hashlib.sha256(lock_text().encode() + _COMPILER.read_bytes() + tar(sources))
    code = kept(f"{key.hexdigest()[:32]}.tar", lambda: tar(_compile(sources, interpreter)))
    return {name: data for name, data in files.items() if name not in sources} | files_of(code)


def _compile(sources: Files, interpreter: Files) -> Files:
    with temporary_folder("printkit-site-") as folder:
        engine, code = folder / "engine", folder / "code"
        _unpack(interpreter, engine)
        _unpack(sources, code)
        command = [node(), str(_COMPILER), str(engine), str(code)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise InputError(f"node could not compile the page: {error}", hint="try again") from None
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise InputError(
                f"node could not compile the page: {last[:200]}", hint="Node.js 20 or newer does"
            )
        return {file.relative_to(code).as_posix(): file.read_bytes() for file in code.rglob("*.pyc")}


def _unpack(files: Files, folder: Path) -> None:
    for name, data in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
