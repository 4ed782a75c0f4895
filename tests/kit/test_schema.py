"""JSON Schema: every file of the shipped kits fits its schema, spoilt ones do not, and editors find them."""

from __future__ import annotations

import copy
import subprocess
import sys
import tomllib

import pytest
from jsonschema import Draft202012Validator

from printkit.errors import InputError
from printkit.jobs.schema import schemas, write_schemas
from printkit.kit.schema import FILES, kind_of, schema_of, schema_text
from printkit.paths import templates_dir

SHIPPED = sorted(templates_dir().glob("*/*.toml"))
every_kind = pytest.mark.parametrize("kind", FILES)
every_file = pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")


def mistakes(kind, table):
    """The errors of a validator that is not ours."""
    return [error.message for error in Draft202012Validator(schema_of(kind)).iter_errors(table)]


def read(path):
    return tomllib.loads(path.read_text(encoding="utf-8"))


@every_kind
def test_every_schema_is_one(kind):
    Draft202012Validator.check_schema(schema_of(kind))


@every_kind
def test_the_schema_beside_the_kits_is_the_one_the_models_give(kind):
    """Else: `printkit schema --out templates/schema`."""
    assert (templates_dir() / "schema" / f"{kind}.schema.json").read_text(encoding="utf-8") == schema_text(
        kind
    )


def test_every_kind_of_file_is_shipped():
    assert {kind_of(path.name) for path in SHIPPED} == set(FILES)


@every_file
def test_shipped_files_fit_and_name_their_schema(path):
    kind = kind_of(path.name)
    assert mistakes(kind, read(path)) == []
    assert path.read_text(encoding="utf-8").startswith(f"#:schema ../schema/{kind}.schema.json\n")


@every_file
def test_a_key_too_many_is_a_mistake(path):
    spoilt = 7 if path.name.startswith("text") else "word"
    assert mistakes(kind_of(path.name), read(path) | {"no-such-key": spoilt})


def _set(*steps):
    """Put the last step where the others lead."""
    *path, last, value = steps

    def spoil(table):
        for step in path:
            table = table[step]
        table[last] = value

    return spoil


SPOILT = [
    ("kit", _set("id", "Youscout!")),
    ("kit", _set("languages", [])),
    ("kit", _set("suits", "sword", "code", 7)),
    ("kit", _set("fields", "number", "type", "number")),
    ("cards", _set("card", 3, "copies", 0)),
    ("cards", _set("card", 3, "art", [])),
    ("cards", _set("card", 3, "sword", [1, 2, 3])),
    ("layout", _set("sizes", "tarot", "width", "25 furlongs")),
    ("layout", _set("sizes", "tarot", "width", 2000)),
    ("layout", _set("sizes", "tarot", "widht", 70)),
    ("layout", _set("faces", "major", "tarot", 0, "block", "pictur")),
    ("layout", _set("faces", "major", "tarot", 0, "box", [0, 0, 70])),
    ("layout", _set("faces", "major", "tarot", [])),
    ("text", _set("kit", "title", "")),
    ("mat", _set("places", 0, "kind", "river")),
    ("tokens", _set("tokens", 0, "size", 5)),
    ("box", _set("arms", 2.5)),
    ("labels", _set("grid", "avery-l7160", "rows", "seven")),
    ("rules", _set("row", 0, "move", "foreward")),
    ("rules", _set("row", 0, "greater", "card")),
    ("booklet", _set("shown", ["first"])),
    ("problems", _set("problems", 0, "grade", "hard")),
    ("puzzles", _set("puzzle", 0, "start", 7)),
    ("walkthrough", _set("games", [7])),
    ("board", _set("boards", 0, "panels", 0, "panel", "hand")),
    ("board", _set("boards", 0, "square", 5)),
    ("glyphs", _set("glyphs", "船", "small", 7)),
    ("leaflets", _set("leaflets", 0, "pages", 1)),
    ("guide", _set("games", "youscout", "rules", {"lay": "2 1"})),
    ("shelf", _set("games", "youscout", "minutes", [10])),
    ("sticks", _set("copies", 0)),
    ("tuned", _set("sentence", 0, "book", "rulez")),
]


@pytest.mark.parametrize(("kind", "spoil"), SPOILT)
def test_a_spoilt_file_fits_no_longer(kind, spoil):
    name = "text.en.toml" if kind == "text" else f"{kind}.toml"
    folders = ("youscout", "cetkaik", "air")
    path = next(path for folder in folders if (path := templates_dir() / folder / name).is_file())
    table = read(path)
    assert mistakes(kind, table) == []
    spoil(table)
    assert mistakes(kind, table)


def test_every_kind_is_spoilt_once():
    assert {kind for kind, _ in SPOILT} == set(FILES)


@pytest.mark.parametrize("length", ["70mm", "2.75in", " 7 cm", "198.4pt", 70, 70.5])
def test_lengths_are_numbers_or_texts_with_a_unit(length):
    table = copy.deepcopy(read(templates_dir() / "youscout/layout.toml"))
    table["sizes"]["tarot"]["width"] = length
    assert mistakes("layout", table) == []


def test_all_schemas_are_shown_or_written(tmp_path):
    assert schemas("kit") == schemas()["kit"]
    assert {path.name for path in write_schemas(tmp_path / "new")} == {
        f"{kind}.schema.json" for kind in FILES
    }
    (one,) = write_schemas(tmp_path, "mat")
    assert one.read_text(encoding="utf-8") == schema_text("mat")


def test_an_unknown_kind_is_named_with_the_nearest():
    with pytest.raises(InputError, match=r"'cadrs'.*did you mean 'cards'"):
        schemas("cadrs")


@pytest.mark.parametrize("words", [["--help"], ["--version"]])
def test_help_waits_for_no_models(words):
    code = (
        f"import sys; from printkit.cli.app import main; main({words}); sys.exit('pydantic' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
