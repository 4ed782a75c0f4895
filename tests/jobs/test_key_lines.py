"""Where a key of a problem stands in a kit's file."""

from __future__ import annotations

import time
import tomllib
from pathlib import Path

import pytest

from printkit.jobs.screen.own_kits import line_of

HARBOUR = Path(__file__).parents[1] / "data" / "harbour"
TEXT = """\
id = "a"  # [not.a.table]
kit.title = "A"

[inks]
sea = { srgb = "#123456" }

[[faces.wolf.poker]]
block = "shape"

[[faces.fox.poker]]
block = "shape"

[[faces.wolf.poker]]   # the second
block = "text"
box = [
  1, 2, 3, 4,
]
"""


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("id", 1),
        ("kit.title", 2),
        ("inks", 4),
        ("inks.sea.cmyk", 5),
        ("inks.mud", 4),
        ("faces.wolf.poker[0].em", 7),
        ("faces.wolf.poker[1].box", 15),
        ("faces.wolf.poker[1].box[2]", 15),
        ("faces.wolf.poker[1] card ada", 13),
        ("faces.wolf.poker[2].box", 0),
        ("version", 0),
        ("", 0),
    ],
)
def test_a_key_stands_in_its_line(key, line):
    assert line_of(TEXT, key) == line


def leaves(value, path=""):
    """The keys of all values, as problems name them."""
    if isinstance(value, dict):
        return [key for name, each in value.items() for key in leaves(each, f"{path}.{name}".lstrip("."))]
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [key for at, each in enumerate(value) for key in leaves(each, f"{path}[{at}]")]
    return [path]


@pytest.mark.parametrize("file", ["kit.toml", "layout.toml"])
def test_every_value_of_a_kit_is_found(file):
    text = (HARBOUR / file).read_text(encoding="utf-8")
    rows, keys = text.splitlines(), leaves(tomllib.loads(text))
    assert len(keys) > 20
    for key in keys:
        row = rows[line_of(text, key) - 1]
        assert any(step in row for step in key.split(".")[-2:]), key


@pytest.mark.parametrize("row", ["[{0}", "[{0}]{0}x", "[a{0}b", "{0}x", "{0}=", "[[a{0}]{0}]{0}#"])
def test_a_row_of_blanks_takes_no_longer(row):
    begun = time.process_time()
    assert line_of(row.format(" " * 100_000), "faces.wolf") == 0
    assert time.process_time() - begun < 5.0
