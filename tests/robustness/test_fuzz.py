"""Broken kits, PDFs and command lines, a small and fixed share of those of `benchmarks/fuzz.py`: never a traceback,
never a half file, always one line that names what is wrong.
"""

from __future__ import annotations

import importlib
import os
import shutil
import signal as signals
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from random import Random
from types import ModuleType

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.errors import InputError, Problem
from printkit.inspect.objects import MAX_DRAWN, MAX_SAVED, refuse_enormous
from printkit.kit.load import load_kit
from tests.tiny_kit import spoil, write_kit


@pytest.fixture(scope="module")
def tools(root):
    """The modules of the benchmark, by their names."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(root / "benchmarks"))
        yield {
            name: importlib.import_module(name)
            for name in ("fuzz", "broken_kits", "broken_pdfs", "broken_words")
        }


@pytest.mark.parametrize(("kind", "count"), [("kits", 8), ("pdfs", 8), ("words", 8)])
def test_a_fixed_share_of_the_broken_ones(root, kind, count):
    done = subprocess.run(
        [sys.executable, "benchmarks/fuzz.py", str(count), "--only", kind, "--first", "12", "--seed", "7"],
        cwd=root, env={**os.environ, "PYTHONPATH": str(root)}, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout.splitlines()[:-2], done.stderr) == (0, [], "")


def test_a_fixed_share_of_spoiled_files_of_starters(root):
    done = subprocess.run(
        [sys.executable, "benchmarks/kit_fuzz.py", "6", "--seed", "7", "--kits", "tokens,tiles"],
        cwd=root, env={**os.environ, "PYTHONPATH": str(root)}, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "0 of 6 went wrong" in done.stdout


@settings(max_examples=40, derandomize=True)
@given(luck=st.randoms(use_true_random=False))
def test_a_kit_spoiled_in_any_way_is_a_kit_or_an_error_with_its_file(tools, tmp_path_factory, luck):
    folder = tmp_path_factory.mktemp("kit")
    kit = write_kit(folder)
    tools["broken_kits"].spoil_kit(kit, luck)
    found: tuple[Problem, ...] = ()
    try:
        load_kit(kit)
    except InputError as error:
        found = error.problems
    assert [problem for problem in found if not problem.file.startswith(kit.as_posix())] == []
    shutil.rmtree(folder)


def test_every_kind_of_value_can_be_written_into_a_kit(tools):
    kits: ModuleType = tools["broken_kits"]
    text = kits.toml_text({"a b": [value for value in kits.VALUES if value == value], "c": {"d": 1, "e": {}}})
    assert tomllib.loads(text)["a b"] == [value for value in kits.VALUES if value == value]


@pytest.mark.parametrize(
    ("code", "err", "left", "complaint"),
    [
        (70, "printkit: error: internal error: KeyError\n", "", "ended with 70"),
        (-14, "", "", "ended with -14"),
        (2, "", "", "exit code 2 without a word"),
        (2, "Traceback (most recent call last):\n", "", "a traceback"),
        (2, "printkit: error: no\n", "", "names no file"),
        (2, "printkit: error: in/x.pdf: no\n", "half.pdf", "left behind: half.pdf"),
        (0, "", ".printkit-x.tmp/a", "left hidden: a"),
        (0, "whatever\n", "", "not a line of ours: whatever"),
    ],
)
def test_what_printkit_must_not_do_is_reported(tools, tmp_path, code, err, left, complaint):
    fuzz = tools["fuzz"]
    if left:
        (tmp_path / left).parent.mkdir(exist_ok=True)
        (tmp_path / left).write_bytes(b"")
    case = fuzz.Case(("check",), "x", tmp_path, Path("in/x.pdf"))
    assert any(each.startswith(complaint) for each in fuzz.complaints(case, fuzz.Outcome(code, "", err, 0.0)))


def _for_ever(words):
    while True:
        pass


@pytest.mark.parametrize(
    ("limit", "does", "signal"),
    [("MOST_SECONDS", _for_ever, "SIGXCPU"), ("MOST_WAIT", lambda words: time.sleep(60), "SIGALRM")],
)
def test_a_run_that_takes_too_much_is_ended(tools, monkeypatch, limit, does, signal):
    fuzz = tools["fuzz"]
    monkeypatch.setattr(fuzz, limit, 1)
    monkeypatch.setattr(fuzz, "printkit", does)
    assert fuzz.run_limited(("check",)).code == -signals.Signals[signal]


def test_a_run_that_says_nothing_ends_once(tools, monkeypatch):
    fuzz = tools["fuzz"]
    monkeypatch.setattr(fuzz, "printkit", lambda words: None)
    assert fuzz.run_limited(("check",)).code == 99


def test_a_run_that_does_well_has_no_complaints(tools, tmp_path):
    fuzz = tools["fuzz"]
    assert fuzz.complaints(fuzz.Case(("list",), "", tmp_path / "out"), fuzz.run_limited(("list",))) == []


# What the fuzzing found, each as it was found.


def test_a_name_in_a_language_the_kit_has_not_is_reported(tmp_path):
    kit = spoil(write_kit(tmp_path), "layout.toml", 'language = "en"', 'language = "é"')
    with pytest.raises(InputError, match=r"layout.toml \[faces.plain.small\[1\]\]: unknown language 'é'"):
        load_kit(kit)


@pytest.fixture
def good(tmp_path, run):
    """A small good PDF."""
    kit = write_kit(tmp_path / "kits")
    assert run("build", "--kit-dir", str(kit), "--out", str(tmp_path / "out")).code == 0
    return tmp_path / "out" / "tiny" / "tiny-deck.pdf"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("six million figures", "a stream is longer than 64000000 bytes"),
        ("80 MB of blanks", "a stream is longer than 64000000 bytes"),
        ("forms in a circle", "a form draws itself"),
        ("forms that draw each other a million million times", f"page 1 draws more than {MAX_DRAWN:,} bytes"),
        ("a pattern of tiny tiles", "a pattern has more than 20,000,000 tiles on a page"),
        ("30 000 pages", "the PDF has 30000 pages"),
    ],
)
def test_a_bomb_is_refused_before_anything_draws_it(tools, good, tmp_path, run, name, words):
    bomb = tmp_path / "bomb.pdf"
    tools["broken_pdfs"].make_bomb(name, good, bomb)
    answer = run("check", str(bomb))
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert f"{bomb}: {words}" in answer.err


def test_a_form_drawn_often_counts_as_often(tools, good):
    with pikepdf.open(good) as pdf:
        refuse_enormous(pdf, "good.pdf")
        form = tools["broken_pdfs"]._form(pdf, b"0 0 1 1 re f\n" * 100_000)
        pdf.pages[0].Resources.XObject = pikepdf.Dictionary(X=form)
        pdf.pages[0].Contents = pdf.make_stream(b"/X Do\n" * 20)
        refuse_enormous(pdf, "good.pdf")
        pdf.pages[0].Contents = pdf.make_stream(b"/X Do\n" * 30)
        with pytest.raises(InputError, match=r"good.pdf: page 1 draws more"):
            refuse_enormous(pdf, "good.pdf")


@pytest.mark.parametrize("place", ["page", "form", "note", "pattern", "letter"])
def test_states_saved_without_end_are_refused_wherever_they_stand(place):
    """H11: 30 kB of them took 2.6 GB."""
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        page = pdf.pages[0].obj
        page.Contents = pdf.make_stream(b"q Q " * MAX_SAVED + b"q " * 500 + b"(q q) Tj /q gs")
        refuse_enormous(pdf, "x.pdf")
        bomb = pdf.make_stream(b"Q " + b"q " * (MAX_SAVED + 1))
        if place == "page":
            page.Contents = pikepdf.Array([pdf.make_stream(b"q\n" * MAX_SAVED), pdf.make_stream(b"q")])
        elif place == "form":
            bomb.Subtype = pikepdf.Name.Form
            page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(X=bomb))
        elif place == "note":
            bomb.Subtype = pikepdf.Name.Form
            page.Annots = pikepdf.Array([pikepdf.Dictionary(AP=pikepdf.Dictionary(N=bomb))])
        elif place == "pattern":
            bomb.PatternType = 1
            page.Resources = pikepdf.Dictionary(Pattern=pikepdf.Dictionary(P=bomb))
        else:
            font = pikepdf.Dictionary(Subtype=pikepdf.Name.Type3, CharProcs=pikepdf.Dictionary(a=bomb))
            page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=pdf.make_indirect(font)))
        with pytest.raises(InputError, match=r"x.pdf: more than 10,000 graphics states are saved"):
            refuse_enormous(pdf, "x.pdf")


PLAIN_FILES = ("kit.toml", "cards.toml", "layout.toml", "text.ja.toml", "tokens.toml")


@pytest.mark.parametrize("name", PLAIN_FILES)
def test_a_pipe_among_a_kits_files_is_refused_in_one_line(tmp_path, name, run):
    kit = write_kit(tmp_path)
    (kit / name).unlink(missing_ok=True)
    os.mkfifo(kit / name)
    answer = run("build", "--kit-dir", str(kit), "--out", str(tmp_path / "out"))
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert f"{kit}/{name}" in answer.err
    assert "is not a plain file" in answer.err
    assert run("check", str(kit)).code == 2
    assert run("new", "mine", "--like", str(kit), "--dir", str(tmp_path / "kits")).code == 2


def test_a_device_as_a_table_or_a_deck_is_refused(tmp_path, run):
    kit = write_kit(tmp_path)
    table = tmp_path / "cards.csv"
    table.symlink_to("/dev/zero")
    for words in (
        ("update", str(kit), str(table)),
        ("new", "mine", "--from", "/dev/zero", "--dir", str(tmp_path / "k")),
    ):
        answer = run(*words)
        assert (answer.code, answer.err.count("\n")) == (2, 1)


def test_luck_is_the_same_each_time(tools, tmp_path):
    said = []
    for name in ("a", "b"):
        kit = write_kit(tmp_path / name)
        said.append((tools["broken_kits"].spoil_kit(kit, Random(5)), (kit / "layout.toml").read_bytes()))
    assert said[0] == said[1]
