"""Sixty spoiled decks, of every kind of change and saved by other programs, and not one passes `printkit check`."""

from __future__ import annotations

import importlib

import pytest

SEED = 5
# A first number a test, so that tests may run beside each other; together sixty mutants.
STARTS = range(0, 60, 15)


@pytest.fixture(scope="module")
def mutations(root):
    """The benchmark that makes a thousand of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(root / "benchmarks"))
        return importlib.import_module("mutations")


@pytest.fixture(scope="module")
def good(mutations, tmp_path_factory):
    """A deck with nothing wrong."""
    return mutations.make_deck(tmp_path_factory.mktemp("good"))


@pytest.mark.parametrize("start", STARTS)
def test_every_mutant_is_found(mutations, good, start):
    judged = mutations.judge(good, range(start, start + 15), SEED)
    assert [each.mutant.text() for each in judged if each.verdict != "found"] == []
    assert all(each.codes for each in judged)


def test_every_kind_of_change_is_among_them(mutations):
    assert len(mutations.KINDS) <= 60


def test_other_programs_have_saved_some(mutations, good, tmp_path):
    savers = {mutations._made(good.pdf, tmp_path, number, SEED)[1] for number in range(60)}
    assert savers == {"", *mutations.SAVERS}


def test_a_good_deck_saved_anew_is_as_good(mutations, good):
    for saver in mutations.SAVERS:
        assert {code for code, *_ in mutations._good_errors(good, saver)} <= {"card-missing"}


def test_what_prints_and_reads_the_same_is_no_mutant(mutations, good, monkeypatch):
    monkeypatch.setitem(mutations.KINDS, "another digit", lambda deck: "nothing")
    (judged,) = mutations.judge(good, [0], SEED)
    assert judged.verdict == "same"


def test_a_mutant_that_no_check_finds_is_reported(mutations, good, monkeypatch):
    monkeypatch.setattr(mutations, "_errors", lambda paths, kit: {path: mutations.Wrong() for path in paths})
    monkeypatch.setattr(mutations, "_good_errors", lambda good, saver: mutations.Wrong())
    (judged,) = mutations.judge(good, [0], SEED)
    assert judged.verdict == "missed"
    assert next(iter(mutations._missed([judged]))).startswith("missed: 0 another digit: card ")
