"""A kit in one language lays out every part, as one in two does (structure 1), by sums no Python rounds otherwise."""

from __future__ import annotations

import builtins
import sys
from itertools import chain
from pathlib import Path

import pytest

from printkit.errors import InputError
from printkit.jobs.check.check_kit import kit_report
from printkit.kit.find import find_kit, kit_ids
from printkit.kit.load import load_kit
from tests.one_language import one_language
from tests.one_size import in_one_size

CUT = tuple(
    chain.from_iterable(((kit, language) for language in find_kit(kit, ()).languages) for kit in kit_ids())
)

# Where what is printed is measured and placed.
PRINTING = tuple(f"printkit.{room}." for room in ("compose", "scene", "sheets", "kit", "backends", "jobs"))


def sum_of_whole_numbers(values, start=0):
    """`sum`, but not of floats where something is printed: from Python 3.12 on it rounds otherwise than before."""
    found = list(values)
    place = sys._getframe(1).f_globals["__name__"]
    if place.startswith(PRINTING) and any(isinstance(value, float) for value in found):
        raise AssertionError(f"{place} adds floats with sum(), which is math.fsum() here")
    return SUM(found, start)


SUM = sum


@pytest.mark.parametrize(("kit_id", "language"), CUT)
def test_a_kit_in_one_of_its_languages_lays_out_every_part(tmp_path, monkeypatch, kit_id, language):
    monkeypatch.setattr(builtins, "sum", sum_of_whole_numbers)
    monkeypatch.setattr("printkit.jobs.check.check_kit.load_kit", in_one_size)
    report = kit_report(one_language(kit_id, language, tmp_path))
    assert report.findings == ()
    assert report.passed.endswith("every part laid out")


@pytest.mark.parametrize(
    ("kit_id", "file", "old", "place"),
    [
        ("youscout", "cards.toml", 'language = "ja"', "card start-ja.language"),
        ("tottarot", "layout.toml", 'language = "ja"\n', "faces.start-"),
        ("mountain-road", "layout.toml", 'language = "ja"\n', "faces.effects-ja.a6["),
    ],
)
def test_a_language_the_kit_does_not_have_is_named(tmp_path, kit_id, file, old, place):
    folder = one_language(kit_id, "ja", tmp_path)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, old.replace("ja", "jp"), 1), encoding="utf-8")
    with pytest.raises(InputError) as refused:
        load_kit(folder)
    problems = [problem for problem in refused.value.problems if problem.message == "unknown language 'jp'"]
    assert {(Path(problem.file).name, problem.key.startswith(place)) for problem in problems} == {
        (file, True)
    }
