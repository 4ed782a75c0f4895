"""All texts of a kit as one table for translators, and back: without loss, whole or not at all."""

from __future__ import annotations

import csv
import io
import shutil
from pathlib import Path

import polib
import pytest

from printkit.errors import InputError
from printkit.interchange.text_tables import TEXT_FORMS, text_files
from printkit.jobs.exchange.export import ExportRequest, export
from printkit.jobs.exchange.update import Update, update_kit
from printkit.kit.find import find_kit, kit_ids
from printkit.kit.load import load_kit
from printkit.paths import templates_dir
from tests.tiny_kit import write_kit


@pytest.fixture
def tiny(tmp_path):
    return write_kit(tmp_path)


def table(kit, folder):
    (file,) = export(ExportRequest("", "texts-csv", kit_dir=kit, out=folder / "out"))
    return file


def bytes_of(kit):
    return {path.name: path.read_bytes() for path in kit.iterdir() if path.is_file()}


def rewritten(file, change, *, column=""):
    """The table with these cells by key and column; None takes the row away; `column` is added as a copy of `en`."""
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8-sig"))))
    for row in rows:
        if column:
            row[column] = f"{row['en']} ({column})"
        row.update(
            {name: text for (key, name), text in change.items() if key == row["key"] and text is not None}
        )
    gone = {key for (key, _), text in change.items() if text is None}
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, rows[0].keys())
    writer.writeheader()
    writer.writerows(row for row in rows if row["key"] not in gone)
    file.write_text(stream.getvalue(), encoding="utf-8", newline="")
    return file


@pytest.mark.parametrize("form", TEXT_FORMS)
@pytest.mark.parametrize("kit_id", kit_ids())
def test_every_shipped_kit_comes_back_unchanged(tmp_path, kit_id, form):
    kit = find_kit(kit_id, ())
    shutil.copytree(templates_dir() / "air", tmp_path / "air")
    copy = Path(shutil.copytree(kit.folder, tmp_path / kit_id))
    before = bytes_of(copy)
    for name, data in text_files(kit, form):
        (tmp_path / name).write_bytes(data)
        assert update_kit(copy, tmp_path / name) == Update((), (), ())
    assert bytes_of(copy) == before


@pytest.mark.parametrize("kit_id", kit_ids())
@pytest.mark.parametrize("form", TEXT_FORMS)
def test_every_text_is_in_the_table(tmp_path, kit_id, form):
    """From emptied files the table alone makes the same texts."""
    kit = find_kit(kit_id, ())
    shutil.copytree(templates_dir() / "air", tmp_path / "air")
    copy = Path(shutil.copytree(kit.folder, tmp_path / kit_id))
    language = kit.languages[-1]
    for name, data in text_files(kit, form):
        (copy / f"text.{language}.toml").write_text("", encoding="utf-8")
        (tmp_path / name).write_bytes(data)
        update_kit(copy, tmp_path / name)
    assert load_kit(copy, ()).texts[language] == kit.texts[language]


def test_the_table_says_where_a_text_stands(tiny, tmp_path):
    rows = {
        row["key"]: row for row in csv.DictReader(io.StringIO(table(tiny, tmp_path).read_text("utf-8-sig")))
    }
    assert rows["card.one.name"]["where"] == "deck: one"
    assert list(rows["card.one.name"]) == ["key", "where", "ja", "en"]


def test_a_changed_text_changes_its_file_alone(tiny, tmp_path):
    before = bytes_of(tiny)
    file = rewritten(table(tiny, tmp_path), {("card.one.name", "en"): 'The "One", first\nand last'})
    assert update_kit(tiny, file) == Update((), (), ("card.one.name",))
    assert load_kit(tiny).text("en", "card.one.name") == 'The "One", first\nand last'
    after = bytes_of(tiny)
    assert {name for name in after if before[name] != after[name]} == {"text.en.toml"}


def test_a_new_language_is_a_column(tiny, tmp_path):
    file = rewritten(table(tiny, tmp_path), {}, column="de")
    with pytest.raises(InputError, match="no language of the kit"):
        update_kit(tiny, file)
    spec = tiny / "kit.toml"
    spec.write_text(spec.read_text(encoding="utf-8").replace('"en"]', '"en", "de"]'), encoding="utf-8")
    update_kit(tiny, file)
    assert load_kit(tiny).text("de", "card.one.name") == f"{load_kit(tiny).text('en', 'card.one.name')} (de)"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({("card.one.name", "key"): "card.uno.name"}, "the kit has no text of this key"),
        ({("card.one.name", "key"): None}, "texts are missing: card.one.name"),
        ({("card.one.name", "en"): ""}, "the text has no words in en"),
        ({("card.one.name", "en"): "{red:"}, "card.one.name, en"),
        ({("card.one.name", "key"): ""}, "the text has no key"),
        ({("card.one.name", "key"): "card.two.name"}, "is here and in row"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_changes(tiny, tmp_path, change, said):
    file = rewritten(table(tiny, tmp_path), change)
    before = bytes_of(tiny)
    with pytest.raises(InputError) as refused:
        update_kit(tiny, file)
    assert said in str(refused.value)
    assert str(file) in str(refused.value)
    assert bytes_of(tiny) == before


def test_a_po_file_is_of_one_language(tiny, tmp_path):
    (file,) = export(ExportRequest("", "texts-po", kit_dir=tiny, out=tmp_path / "out"))
    assert file.name == "tiny-texts.en.po"
    entries = polib.pofile(str(file))
    entry = next(each for each in entries if each.msgctxt == "card.one.name")
    assert entry.msgid == load_kit(tiny).text("ja", "card.one.name")
    entry.msgstr = "Uno"
    entries.save()
    assert update_kit(tiny, file).changed == ("card.one.name",)
    entry.flags.append("fuzzy")
    entries.save()
    with pytest.raises(InputError, match="no words in en"):
        update_kit(tiny, file)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"words of mine", "no PO file"),
        (b'msgid ""\nmsgstr "Language: en\\n"\n\nmsgctxt "a"\nmsgid "a"\nmsgstr "b"\n"c', "no line of a PO"),
        (b"\xff\xfe\x00", "no PO file"),
        (b"", "no language of the kit"),
        (b'msgid ""\nmsgstr "Language: en\\n"\n\nmsgid "a"\nmsgstr "b"\n', "no context"),
    ],
)
def test_a_file_that_is_no_translation_is_refused(tiny, tmp_path, data, said):
    file = tmp_path / "spoilt.po"
    file.write_bytes(data)
    before = bytes_of(tiny)
    with pytest.raises(InputError, match=said):
        update_kit(tiny, file)
    assert bytes_of(tiny) == before
