"""Kits spoiled by chance: `check KIT` refuses whatever `build` refuses, in the same words; neither breaks or hangs."""

from __future__ import annotations

import importlib
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from printkit.errors import PrintkitError
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check_kit import kit_report

ROOT = Path(__file__).parents[2]
KITS = (*(ROOT / "templates" / "starters").iterdir(), ROOT / "tests" / "data" / "harbour")
# Numbers and words as authors mistype them, and lines of spreadsheets and drawings that broke on their way.
NUMBERS = ("0", "-1", "3.5", "250", "1e6", "1e-6", "99999")
VALUES = (
    "-1",
    "nan",
    '""',
    '"x"',
    "[]",
    "{}",
    "true",
    '"-5mm"',
    '"#ff-00x"',
    '"{id}"',
    '"**"',
    f'"{"word " * 99}"',
)
TAILS = ('"', ",,,", "{icon:none}", "**", "W" * 300, "日本", "\0", "<")


@pytest.fixture(scope="module")
def broken_kits():
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "benchmarks"))
        return importlib.import_module("broken_kits")


def spoil(kit, luck):
    """Change one line of one file."""
    files = sorted(file for file in kit.rglob("*.*") if file.suffix in (".toml", ".csv", ".svg", ".md"))
    file = luck.choice([each for each in files if "schema" not in each.parts])
    lines = file.read_text(encoding="utf-8").split("\n")
    at = luck.randrange(len(lines))
    key, sign, value = lines[at].partition("=")
    ways: list[Callable[[], str]] = [
        lambda: lines[at] + luck.choice(TAILS),
        lambda: re.sub(r"-?[0-9.]+", lambda match: luck.choice(NUMBERS), lines[at], count=1),
        lambda: "",
    ]
    if sign and file.suffix == ".toml":
        ways += [lambda: f"{key}= {luck.choice(VALUES)}", lambda: f"{key.strip()}x ={value}"]
    lines[at] = luck.choice(ways)()
    file.write_text("\n".join(lines), encoding="utf-8")


def refused(work):
    """The problems the work ends with; anything but these is a bug and comes out."""
    try:
        work()
    except PrintkitError as error:
        return sorted(str(problem) for problem in error.problems)
    return []


@pytest.mark.parametrize("base", KITS, ids=lambda path: path.name)
def test_check_refuses_what_build_refuses(base, broken_kits, tmp_path):
    answers = []
    for number in range(14):
        luck = Random(number)
        kit = tmp_path / str(number) / base.name
        shutil.copytree(base, kit)
        if number % 3:
            spoil(kit, luck)
        else:
            broken_kits.spoil_kit(kit, luck)
        request = BuildRequest(kit_dir=kit, out=tmp_path / "out")
        built = refused(lambda request=request: build(request))  # type: ignore[misc]
        assert refused(lambda kit=kit: kit_report(kit)) == built  # type: ignore[misc]
        answers.append(bool(built))
    assert {True, False} == set(answers), "some are refused and some are not"
