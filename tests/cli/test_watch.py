"""`build --watch`: builds again when a file is saved, shows what is wrong and goes on, ends at Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from typing import Any

import pikepdf
import pytest

from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.paths import fonts_dir
from tests.tiny_kit import spoil, write_kit

PATIENCE = 60.0


class Watching:
    """The command at work: what it has said so far."""

    def __init__(self, process, said):
        self.process, self.said = process, said

    def wait_for(self, words, times=1):
        """What was said once these words have been, so many times."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            text = self.said.read_text(encoding="utf-8")
            if text.count(words) >= times:
                return text
            assert self.process.poll() is None, text
            time.sleep(0.05)
        raise AssertionError(f"{words!r} never came: {self.said.read_text(encoding='utf-8')}")


@pytest.fixture
def watching(tmp_path):
    kit = write_kit(tmp_path)
    said = tmp_path / "said.txt"
    command: list[Any] = [sys.executable, "-m", "printkit", "build", "--watch", "--only", "deck"]
    # The output lies in the watched folder, as where an author works in it.
    command += ["--kit-dir", kit, "--out", kit / "output"]
    with said.open("w", encoding="utf-8") as stream:
        process = _started(command, stream)
        try:
            yield Watching(process, said)
        finally:
            process.kill()
            process.wait()


def _started(command, stream):
    # A shell that runs the tests in the background has them ignore Ctrl-C.
    return subprocess.Popen(
        command,
        stdout=stream,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def test_a_saved_file_is_built_a_mistake_shown_and_ctrl_c_ends_it(watching, tmp_path):
    kit, file = tmp_path / "tiny", tmp_path / "tiny" / "output" / "tiny" / "tiny-deck.pdf"
    watching.wait_for("Ctrl-C ends it")
    first = file.read_bytes()
    spoil(kit, "layout.toml", "width = 30", "width = 3")
    watching.wait_for("changed: layout.toml")
    text = watching.wait_for("Ctrl-C ends it", 2)
    assert "printkit: error:" in text
    assert "Traceback" not in text
    assert file.read_bytes() == first
    spoil(kit, "layout.toml", "width = 3", "width = 30")
    watching.wait_for("Ctrl-C ends it", 3)
    # A picture that is saved again is read again.
    spoil(kit, "art/one.svg", "#231f20", "#c64033")
    text = watching.wait_for("Ctrl-C ends it", 4)
    assert file.read_bytes() != first
    time.sleep(0.3)
    assert text.count("changed:") == 3
    watching.process.send_signal(signal.SIGINT)
    assert watching.process.wait(timeout=PATIENCE) == 130
    assert "Traceback" not in watching.said.read_text(encoding="utf-8")


def test_a_font_saved_anew_is_printed(tmp_path):
    """It is written over in place, as some programs do, while the last build has it in use."""
    kit = write_kit(tmp_path)
    (kit / "fonts").mkdir()
    own = kit / "fonts" / "my-sans.ttf"
    own.write_bytes((fonts_dir() / "lato-bold.ttf").read_bytes())
    spoil(kit, "kit.toml", "shippori-mincho-extrabold", "my-sans")
    for language in ("ja", "en"):
        spoil(kit, f"text.{language}.toml", "one.name =", 'one.name = "Same" #')
        spoil(kit, f"text.{language}.toml", "two.name =", 'two.name = "Other" #')
        file = kit / f"text.{language}.toml"
        file.write_text(file.read_text(encoding="utf-8").replace("小", "Tiny").replace("剣", "Sword"))
    faces = []
    for font in ("lato-bold", "caladea-bold"):
        with own.open("r+b") as stream:
            stream.truncate(0)
            stream.write((fonts_dir() / f"{font}.ttf").read_bytes())
        (made,) = build(BuildRequest(kit_dir=kit, only=("deck",), out=tmp_path / "out"))
        with pikepdf.open(made.file) as pdf:
            names = {
                str(found.BaseFont)
                for found in pdf.objects
                if isinstance(found, pikepdf.Dictionary) and "/BaseFont" in found
            }
        faces.append({name.partition("+")[2] for name in names})
    assert "Lato-Bold" in faces[0]
    assert "Caladea-Bold" in faces[1]
    assert "Lato-Bold" not in faces[1]
