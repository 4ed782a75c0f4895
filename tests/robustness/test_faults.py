"""Whatever the files, options, streams and signals are: one clear line or none, a proper exit code, nothing left."""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import tracemalloc
import zlib
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest
from PIL import Image

from printkit.cli.app import main
from printkit.cli.commands import COMMANDS
from printkit.errors import InputError
from printkit.files import open_plain, parse_json, read_plain, scratch_folder, staging
from printkit.interchange.tables import read_table, table_bytes
from printkit.kit.raw import KitFile, read_toml
from printkit.material.bitmaps import read_bitmap
from printkit.scene.source import read_source
from tests.cli.test_hostile import png_bomb
from tests.tiny_kit import write_kit

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 20


def started(*words, **named):
    return subprocess.run(
        [sys.executable, "-m", "printkit", *words],
        cwd=ROOT, env={**os.environ, **named.pop("variables", {})},  # type: ignore[dict-item]
        stdout=named.pop("stdout", subprocess.PIPE), stderr=named.pop("stderr", subprocess.PIPE),
        text=True, timeout=60, check=False,
        **named,
    )  # fmt: skip


def one_line(answer):
    return answer.returncode == 2 and answer.stderr.count("\n") == 1 and "printkit: error: " in answer.stderr


def quickly(act, *words):
    """What an action raises, in a thread, because a pipe would hold it for ever."""
    raised: list[BaseException | None] = []

    def run():
        try:
            act(*words)
            raised.append(None)
        except (OSError, InputError) as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(SECONDS)
    assert raised, "it hangs"
    return raised[0]


@pytest.fixture
def special(tmp_path):
    """Places that are no plain files."""
    os.mkfifo(tmp_path / "pipe")
    door = socket.socket(socket.AF_UNIX)
    door.bind(os.path.relpath(tmp_path / "door"))
    yield tmp_path / "pipe", tmp_path / "door", Path("/dev/zero")
    door.close()


def test_a_small_file_takes_little_memory_whatever_its_limit(tmp_path):
    file, most = tmp_path / "kit.toml", 32_000_000
    file.write_bytes(b"name")
    tracemalloc.start()
    assert read_plain(file, most) == read_source(file, file=file.name, root=None, limit=most) == b"name"
    assert tracemalloc.get_traced_memory()[1] < most / 100
    tracemalloc.stop()


def test_a_file_that_tells_less_than_it_has_is_read_to_its_limit():
    told = Path("/proc/self/maps")
    assert told.stat().st_size == 0
    assert len(read_plain(told)) > 1000
    with pytest.raises(OSError, match="larger than 1,000 bytes"):
        read_plain(told, 1000)


def test_only_plain_files_are_read_and_replaced(special, tmp_path):
    for place in special:
        assert "not a plain file" in str(quickly(open_plain, place))
    for place in special[:2]:

        def write(place=place):
            with staging(place.parent) as stage:
                stage.write(place.name, b"")

        assert "not a plain file" in str(quickly(write))
        assert not place.is_file()


def test_a_pipe_in_the_way_of_a_build_is_no_wait(tmp_path, run):
    kit = write_kit(tmp_path / "kits")
    out = tmp_path / "out" / "tiny"
    out.mkdir(parents=True)
    os.mkfifo(out / ".printkit-x.tmp")
    assert quickly(lambda: main(["build", "--kit-dir", str(kit), "--out", str(out.parent)])) is None
    (out / "manifest.json").unlink()
    os.mkfifo(out / "manifest.json")
    answer = run("build", "--kit-dir", str(kit), "--out", str(out.parent))
    assert answer.code == 2
    assert "manifest.json" in answer.err


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "PIPE"),
        ("position", "youscout", "PIPE"),
        ("check", "FOLDER"),
        ("certify", "youscout", "--games", "1", "--resume", "PIPE"),
        ("build", "youscout", "--changed-since", "PIPE"),
        ("build", "youscout", "--press", "x4", "--icc", "PIPE"),
    ],
    ids=lambda words: words[0],
)
def test_no_command_waits_for_a_pipe(words, tmp_path):
    (tmp_path / "seen").mkdir()
    os.mkfifo(tmp_path / "seen" / "a.pdf")
    names = {"PIPE": str(tmp_path / "seen" / "a.pdf"), "FOLDER": str(tmp_path / "seen")}
    answer = started(*(names.get(word, word) for word in words))
    assert one_line(answer), answer.stderr


@pytest.mark.parametrize("number", ["9" * 5000, "0x" + "f" * 5000, "-" + "9" * 5000, "nan", "inf"])
def test_a_number_without_bounds_in_toml_is_refused(number, tmp_path):
    (tmp_path / "kit.toml").write_text(f"id = {number}\n", encoding="utf-8")
    with pytest.raises(InputError):
        KitFile.read(read_toml(tmp_path / "kit.toml", "kit.toml"), "kit.toml")


@pytest.mark.parametrize(
    "text", ["[" * 200_000, "[" + "9" * 5000 + "]", "NaN", "-Infinity", "1e999", '{"a":']
)
def test_json_that_cannot_be_used_is_a_value_error(text):
    with pytest.raises(ValueError, match=r"."):
        parse_json(text)


def test_deep_json_is_refused_by_every_reader(tmp_path, run, monkeypatch):
    file = tmp_path / "deep.json"
    file.write_text("[" * 200_000, encoding="utf-8")
    config = tmp_path / "config"
    config.mkdir()
    (config / "printers.json").write_text("[" * 200_000, encoding="utf-8")
    monkeypatch.setenv("PRINTKIT_CONFIG_DIR", str(config))
    positions = tmp_path / "deep.jsonl"
    positions.write_text('{"a":' * 200_000, encoding="utf-8")
    for words in (
        ("certify", "youscout", "--games", "1", "--resume", str(file)),
        ("build", "youscout", "--changed-since", str(file)),
        ("build", "youscout", "--printer", "mine"),
        ("position", "youscout", str(positions)),
    ):
        answer = run(*words)
        assert (answer.code, answer.err.count("\n")) == (2, 1), answer.err


@pytest.mark.parametrize("number", ["nan", "inf", "-inf"])
@pytest.mark.parametrize(
    "words",
    [
        ("certify", "youscout", "--minutes"),
        ("certify", "youscout", "--until"),
        ("equilibrium", "tottarot", "--gap"),
        ("balance", "youscout", "--points"),
        ("export", "youscout", "--as", "png", "--dpi"),
    ],
    ids=lambda words: words[-1],
)
def test_options_are_finite_numbers(words, number, run):
    answer = run(*words, number)
    assert (answer.code, answer.err.count("\n")) == (2, 1), answer.err


def deck(folder, picture, more=""):
    (folder / "h1200" / "major_arcana").mkdir(parents=True)
    (folder / "h1200" / "major_arcana" / "00.png").write_bytes(picture)
    (folder / "deck.toml").write_text(
        f'[deck]\nid = "d"\nname = "D"\nversion = "1.0"\nschema_version = "1.0"\n{more}', encoding="utf-8"
    )
    return folder


def picture(form="PNG"):
    stream = io.BytesIO()
    Image.effect_noise((300, 500), 50).save(stream, form)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "more"),
    [
        (png_bomb(), ""),
        (png_bomb().replace(b"\0\0\x75\x30" * 2, b"\0\0\xea\x60" * 2), ""),
        (picture()[:20_000], ""),
        (picture()[:-30], ""),
    ],
    ids=["bomb", "broken bomb", "half", "without its end"],
)
def test_a_deck_with_an_unusable_picture_is_refused(data, more, tmp_path, run):
    answer = run(
        "new", "mine", "--from", str(deck(tmp_path / "d", data, more)), "--dir", str(tmp_path / "kits")
    )
    assert (answer.code, answer.err.count("\n")) == (2, 1), answer.err
    assert "00.png" in answer.err
    assert not (tmp_path / "kits" / "mine").exists()


@pytest.mark.parametrize("value", ["5", "true", '"x"', "[1, [2]]", "{ a = 1 }"])
def test_cards_a_deck_leaves_out_may_be_anything(value, tmp_path, run):
    source = deck(tmp_path / "d", picture(), f"[deck.excluded_cards]\ncards = {value}\n")
    answer = run("new", "mine", "--from", str(source), "--dir", str(tmp_path / "kits"))
    assert answer.code == 0, answer.err


@pytest.mark.parametrize("form", ["PNG", "WEBP", "JPEG"])
def test_a_picture_of_too_many_pixels_names_the_most(form, recwarn, monkeypatch):
    stream = io.BytesIO()
    Image.new("L", (12_000, 9_000)).save(stream, form)
    monkeypatch.setattr("printkit.material.bitmaps.MAX_DECLARED", 100_000_000)
    with pytest.raises(InputError, match="at most 400 million"):
        read_bitmap(stream.getvalue(), "a picture")
    with pytest.raises(InputError, match=r"a picture: "):
        read_bitmap(stream.getvalue()[:100], "a picture")
    assert list(recwarn) == []


@pytest.mark.parametrize("sign", ["\0", "\x07", "\x1b", "\x7f", "\x85", "\uffff"])
def test_control_characters_of_a_table_reach_no_kit(sign, tmp_path, run):
    kit = write_kit(tmp_path / "kits")
    before = {path: path.read_bytes() for path in kit.rglob("*") if path.is_file()}
    table = tmp_path / "cards.csv"
    table.write_bytes(table_bytes(kit, "csv").replace(b"Two", f"T{sign}wo".encode()))
    answer = run("update", str(kit), str(table))
    assert answer.code == 2
    assert f"U+{ord(sign):04X}" in answer.err
    assert {path: path.read_bytes() for path in kit.rglob("*") if path.is_file()} == before


def test_half_a_pair_in_a_workbook_is_refused(tmp_path):
    import openpyxl

    kit = write_kit(tmp_path / "kits")
    book = openpyxl.Workbook()
    book.active.append(["id", "_xD800_"])
    book.save(tmp_path / "cards.xlsx")
    with pytest.raises(InputError, match=r"U\+D800"):
        read_table(tmp_path / "cards.xlsx", KitFile.read(read_toml(kit / "kit.toml", "kit.toml"), "kit.toml"))


@pytest.mark.parametrize("descriptor", [0, 1, 2])
@pytest.mark.parametrize("words", [("list",), ("solve", "-"), ("play", "youscout", "--player", "human")])
def test_closed_streams_are_no_bug(descriptor, words):
    command = "[sys.executable, '-m', 'printkit', *sys.argv[1:]]"
    script = f"import os, sys; os.close({descriptor}); os.execv(sys.executable, {command})"
    done = subprocess.run(
        [sys.executable, "-c", script, *words],
        cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode in (0, 2), done.stderr
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr
    if descriptor == 1:
        assert one_line(done)


class FullDisk(io.StringIO):
    """Takes what is written, and finds no room for it."""

    def flush(self):
        if self.getvalue():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


FULL = "printkit: error: the standard output: cannot be written: No space left on device"
# What writes its result to the standard output, or says there what it has written.
WRITERS = [
    ("list", "--json"),
    ("--version",),
    ("schema", "cards"),
    ("deal", "31Z7-35VZ"),
    ("position", "mountain-road"),
    ("replay", str(ROOT / "templates/youscout/first-game.txt"), "--json"),
    ("simulate", "mountain-road", "--games", "2", "--json"),
    ("export", "throwing-sticks", "--as", "csv"),
    ("new", "a-game", "--blank"),
    ("calibrate",),
]


@pytest.mark.parametrize("words", [*WRITERS, *((command, "--help") for command in COMMANDS)], ids=" ".join)
def test_a_full_disk_behind_the_output_is_named(words, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with FullDisk() as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert main(list(words)) == 2
    assert capsys.readouterr().err == f"{FULL} (make room, or send it to another place)\n"


def test_a_full_disk_behind_the_output_is_one_line():
    with open("/dev/full", "w") as full:
        assert one_line(started("list", stdout=full))


@pytest.mark.parametrize("words", [("lst",), ("position", "no-such-game"), ("check", "no-such-file.pdf")])
def test_a_full_disk_behind_the_errors_changes_no_exit_code(words):
    with open("/dev/full", "w") as full:
        assert started(*words, stderr=full).returncode == 2


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        ImportError("x.so: failed to map segment from shared object"),
        RuntimeError("can't start new thread"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_too_little_memory_is_one_line(error, run, monkeypatch):
    def fail(words):
        raise error

    monkeypatch.setattr("printkit.cli.app.run_command", fail)
    answer = run("list")
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "not enough memory" in answer.err


def test_a_process_that_ended_is_named_and_its_likely_cause(run, monkeypatch):
    """It may have been killed for want of memory, or have failed: nobody knows."""

    def fail(words):
        raise BrokenProcessPool("ended")

    monkeypatch.setattr("printkit.cli.app.run_command", fail)
    answer = run("list")
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert "a process that did part of this ended" in answer.err


def test_a_number_of_too_many_digits_is_one_line_wherever_it_is_read(run, monkeypatch):
    monkeypatch.setattr("printkit.cli.app.run_command", lambda words: int("9" * 5000))
    answer = run("list")
    assert (answer.code, answer.err) == (2, "printkit: error: a number has too many digits\n")


@pytest.mark.parametrize(
    "variables",
    [
        {"RL_useA85": "maybe"},
        *({"SOURCE_DATE_EPOCH": epoch} for epoch in ("x", "9" * 30, "9" * 18, "-" + "9" * 17)),
    ],
    ids=str,
)
def test_settings_that_cannot_be_read_are_one_line(variables, tmp_path):
    answer = started("build", "youscout", "--cards", "major-00", "--out", str(tmp_path), variables=variables)
    assert one_line(answer), answer.stderr
    assert next(iter(variables)).partition("_")[0] in answer.stderr


def test_numba_without_its_compiler_is_one_line():
    answer = started("simulate", "youscout", "--games", "2", variables={"NUMBA_DISABLE_JIT": "1"})
    assert one_line(answer), answer.stderr
    assert "unset NUMBA_DISABLE_JIT" in answer.stderr


def png(*chunks):
    """A PNG of these chunks, each with its right sum."""
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
        for kind, data in chunks
    )


PALETTE = ((b"IHDR", struct.pack(">IIBBBBB", 2, 2, 8, 3, 0, 0, 0)), (b"PLTE", b"\0\0\0\xff\xff\xff"))
PIXELS = (b"IDAT", zlib.compress(b"\0\0\x09" * 2))


DAMAGED = {
    "a profile of no bytes": (*PALETTE, PIXELS, (b"iCCP", b"")),
    "a chunk cut short": (*PALETTE, PIXELS, (b"pHYs", b"\0")),
}


@pytest.mark.parametrize("chunks", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_picture_is_no_bug(chunks, tmp_path):
    """H10: the library raises whatever it stumbles over."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.png").write_bytes(png(*chunks))
    answer = started("sheets", str(tmp_path / "in"), "--out", str(tmp_path / "out"))
    assert one_line(answer), answer.stderr
    assert "a.png: is not a readable image" in answer.stderr


# A shell that starts the tests in the background has Ctrl-C ignored, and nohup SIGHUP.
AS_AT_A_TERMINAL = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
"""

INTERRUPTING = (
    AS_AT_A_TERMINAL
    + """
import os, signal, sys
wanted, *words = sys.argv[1:]
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == wanted:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
from printkit.__main__ import run
sys.argv = ["printkit", *words]
sys.exit(run())
"""
)


@pytest.mark.parametrize(
    "module",
    [
        "printkit.leaving",
        "typer",
        "printkit.cli.app",
        "printkit.cli.build",
        "uharfbuzz",
        "pypdfium2",
        "reportlab",
        "PIL.Image",
    ],
)
def test_ctrl_c_while_a_module_is_imported_says_nothing(module, tmp_path):
    words = ("build", "youscout", "--cards", "major-00", "--out", str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTING, module, *words],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
    assert list(tmp_path.iterdir()) == []


SWALLOWING = (
    AS_AT_A_TERMINAL
    + """
import os, signal, sys
from printkit.fonts import find_font
from printkit.leaving import listen
def hear(*values):
    os.kill(os.getpid(), signal.SIGINT)
    sum(range(9))
listen()
"""
)
# What Python calls where no exception passes, and what a library does that prints it first.
SWALLOWED = {
    "destructor": "type('Falling', (), {'__del__': hear})()",
    "outline of a letter": """
import uharfbuzz
functions = uharfbuzz.DrawFuncs()
functions.set_line_to_func(hear)
find_font("lato-regular")._font.draw_glyph(40, functions, None)
""",
}


@pytest.mark.parametrize("words", SWALLOWED.values(), ids=SWALLOWED)
def test_ctrl_c_where_no_exception_passes_ends_it_too(words):
    done = subprocess.run(
        [sys.executable, "-c", SWALLOWING + words],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


HOLDING = (
    AS_AT_A_TERMINAL
    + """
import sys, time
from pathlib import Path
from printkit.files import scratch_folder, staging
from printkit.leaving import listen
listen()
with staging(Path(sys.argv[1])) as stage:
    stage.write("half", b"half")
    try:
        print("ready", flush=True)
        time.sleep(60)
    except KeyboardInterrupt:
        print("again", flush=True)
        time.sleep(60)
"""
)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_leaves_no_hidden_folder(name, tmp_path):
    number = getattr(signal, name)
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(tmp_path)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    assert len(list(tmp_path.iterdir())) == 1
    process.send_signal(number)
    if name == "SIGINT":
        assert process.stdout.readline() == "again\n"
        process.send_signal(number)
    _, said = process.communicate(timeout=SECONDS)
    assert (process.returncode, said) == (130 if name == "SIGINT" else -number, "")
    assert list(tmp_path.iterdir()) == []


def test_what_a_person_sees_between_choices(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))
    answer = run("play", "youscout", "--player", "human", "--seed", "1")
    assert answer.code == 0
    between = [line for line in answer.err.split("> ")[1].splitlines() if line.startswith("draw ")]
    assert between
    assert all(": " in line for line in between)


def test_certify_stops_near_its_time(monkeypatch):
    from printkit.lab.youscout import certificate

    slow = threading.Event()

    def maker(question, stop):
        def make(first, count):
            if count:
                while not stop[0]:
                    time.sleep(0.01)
                slow.set()
            return [], [], [], 0

        return make

    monkeypatch.setattr(certificate, "_chunk_maker", maker)
    begun = time.monotonic()
    done = certificate.certify(None, enough=lambda boards: time.monotonic() - begun > 0.5)  # type: ignore[arg-type]
    assert done.gains == ()
    assert slow.is_set()
    assert time.monotonic() - begun < 5


def test_a_scratch_folder_is_forgotten_when_it_is_gone(tmp_path):
    from printkit import leaving

    before = dict(leaving._held)
    with scratch_folder(tmp_path) as scratch:
        assert str(scratch) in leaving._held
    assert leaving._held == before
    assert json.dumps(sorted(tmp_path.iterdir())) == "[]"
