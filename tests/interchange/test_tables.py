"""Card data as CSV and XLSX: what is written reads back the same, what is no table is reported by row and column."""

from __future__ import annotations

import io
import zipfile

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.errors import InputError
from printkit.interchange.tables import TABLE_FORMS, card_rows, read_table, table_bytes
from printkit.jobs.exchange.export import ExportRequest, export
from printkit.kit.raw import KitFile, read_toml
from printkit.paths import templates_dir
from printkit.spreadsheet import read_rows, workbook_bytes
from tests.tiny_kit import write_kit

forms = pytest.mark.parametrize("form", TABLE_FORMS)
shipped = pytest.mark.parametrize("kit", ["youscout", "tottarot"])

# Whatever a text can hold: no halves of surrogate pairs and no control characters.
SIGNS = st.characters(
    exclude_categories=["Cs", "Cc"], include_characters="\t\n\r", exclude_characters="\ufffe\uffff"
)
TEXTS = st.text(SIGNS, min_size=1, max_size=12) | st.sampled_from(
    [
        "=1+1",
        "'",
        "'=",
        "+1",
        "-",
        "@x",
        "\r\n",
        "a,b;c\td",
        '"',
        "_x0041_",
        "#N/A",
        "TRUE",
        "007",
        " ",
    ]
)
SPEC = KitFile.read(
    {
        "id": "k", "version": "1", "languages": ["ja", "en"], "size": "s", "fonts": {}, "components": {"deck": {}},
        "fields": {"number": {"type": "integer"}, "sword": {"type": "pair"}, "word": {"type": "text"},
                   "face-up": {"type": "flag"}},
    }
)  # fmt: skip
NAMES = ("id", "art", "number", "sword", "word", "face-up", "name.ja", "name.en")
ROWS = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "art": TEXTS.filter(lambda name: not name.startswith("["))
            | st.lists(TEXTS, min_size=1, max_size=3),
            "number": st.integers(-(10**15), 10**15),
            "sword": st.lists(st.integers(-99, 99), min_size=2, max_size=2),
            "word": TEXTS,
            "face-up": st.booleans(),
            "name.ja": TEXTS,
            "name.en": TEXTS,
        },
    ),
    min_size=1,
    max_size=5,
)


def _table(tmp_path, name, data):
    file = tmp_path / name
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    return read_table(file, SPEC)


def test_of_several_sheets_one_is_named(tmp_path):
    """As the error of a workbook without one called `cards` says."""
    (tmp_path / "cards.xlsx").write_bytes(_book(("id", "word"), ("a", "x"), more=("other",)))
    table = read_table(tmp_path / "cards.xlsx#Sheet", SPEC)
    assert [row["id"] for _, row in table.rows] == ["a"]
    with pytest.raises(InputError, match=r"has no sheet 'Shet' \(did you mean 'Sheet'"):
        read_table(tmp_path / "cards.xlsx#Shet", SPEC)


def _problems(tmp_path, name, data):
    with pytest.raises(InputError) as caught:
        _table(tmp_path, name, data)
    return [str(problem).removeprefix(str(tmp_path) + "/") for problem in caught.value.problems]


def _book(*rows, more=()):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for name in more:
        book.create_sheet(name)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _spoiled(data, member, old, new):
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as source,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made,
    ):
        for name in source.namelist():
            content = source.read(name)
            assert name != member or old in content
            made.writestr(name, content.replace(old, new, 1) if name == member else content)
    return stream.getvalue()


@forms
@given(rows=ROWS)
def test_every_value_reads_back_as_it_was_written(tmp_path_factory, form, rows):
    import json

    def cell(value):
        return json.dumps(value, ensure_ascii=False) if isinstance(value, list) else value

    wanted = [{"id": f"card-{at}", **row} for at, row in enumerate(rows)]
    data = TABLE_FORMS[form]([NAMES, *([cell(row.get(name)) for name in NAMES] for row in wanted)])
    read = _table(tmp_path_factory.mktemp("table"), f"cards.{form}", data)
    assert [row for _, row in read.rows] == wanted
    assert [number for number, _ in read.rows] == list(range(2, len(rows) + 2))


@shipped
@forms
def test_a_shipped_kit_reads_back_as_its_own_cards(tmp_path, kit, form):
    folder = templates_dir() / kit
    spec = KitFile.read(read_toml(folder / "kit.toml", "kit.toml"), "kit.toml")
    file = tmp_path / f"cards.{form}"
    file.write_bytes(table_bytes(folder, form))
    table = read_table(file, spec)
    entries = [{key: row[key] for key in table.keys if key in row} for _, row in table.rows]
    assert entries == read_toml(folder / "cards.toml", "cards.toml")["card"]


@forms
def test_the_same_kit_gives_the_same_bytes(tmp_path, form):
    kit = write_kit(tmp_path)
    assert table_bytes(kit, form) == table_bytes(kit, form)


def test_a_table_of_a_kit_reads_like_its_files(tmp_path):
    assert table_bytes(write_kit(tmp_path), "csv").decode("utf-8-sig").splitlines() == [
        "id,face,component,art,copies,number,sword,name.ja,name.en",
        'one,plain,,art/one.svg,,1,"[3, 7]",一,One',
        'two,plain,,art/two.svg,,2,"[5, 0]",二,Two',
    ]


def test_a_spreadsheet_program_sees_texts_numbers_and_no_formula(tmp_path):
    rows = card_rows(write_kit(tmp_path))
    rows[1] = (*rows[1][:-1], "=1+1")
    sheet = openpyxl.load_workbook(io.BytesIO(workbook_bytes(rows)))["cards"]
    assert (sheet["F2"].value, sheet["F2"].data_type) == (1, "n")
    assert (sheet["I2"].value, sheet["I2"].data_type) == ("=1+1", "s")
    assert sheet.freeze_panes == "B2"


def test_the_file_appears_under_the_kits_name(tmp_path):
    kit = write_kit(tmp_path / "kits")
    (file,) = export(ExportRequest(kit="", form="csv", kit_dir=kit, out=tmp_path / "out"))
    assert file == tmp_path / "out" / "tiny" / "csv" / "tiny-cards.csv"
    with pytest.raises(InputError, match="whole kit"):
        export(ExportRequest(kit="", form="csv", kit_dir=kit, out=tmp_path / "out", cards=("one",)))


@pytest.mark.parametrize(
    "text",
    [
        'id,number,sword\r\none,3,"[3, 7]"\r\n',
        "id;number;sword\none;3;3, 7\n",
        "id\tnumber\tsword\none\t3\t3 7\n",
        "\ufeffid,number,sword,\none,+3,3;7,\n,,,\n",
    ],
)
def test_what_spreadsheet_programs_make_of_a_csv_is_taken(tmp_path, text):
    assert _table(tmp_path, "cards.csv", text).rows == ((2, {"id": "one", "number": 3, "sword": [3, 7]}),)


def test_a_number_typed_as_such_is_a_text_where_a_text_is_due(tmp_path):
    data = _book(("id", "word", "number", "face-up"), ("one", 7, 3.0, True), ("two", True, 2.5, "false"))
    assert [row for _, row in _table(tmp_path, "cards.xlsx", data).rows] == [
        {"id": "one", "word": "7", "number": 3, "face-up": True},
        {"id": "two", "word": "true", "number": 2.5, "face-up": False},
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("name.ja\n一\n", "cards.csv [row 1]: there is no column id (the first row names the columns)"),
        ("", "cards.csv [row 1]: there is no column id (the first row names the columns)"),
        ("id\n", "cards.csv [row 2]: there are no cards (one row a card)"),
        ("id,id\na,b\n", "cards.csv [row 1, id]: two columns have this name"),
        ("id,numbr\na,1\n", "cards.csv [row 1, numbr]: unknown column (did you mean 'number'?)"),
        ("id,name.fr\na,b\n", "cards.csv [row 1, name.fr]: unknown column (did you mean 'name.ja'?)"),
        ("id,word\na,b,c\n", "cards.csv [row 2]: a value has no column"),
        ("id,word\n,b\n", "cards.csv [row 2, id]: the card has no id"),
        ("id\na\nb\na\n", "cards.csv [row 4, id]: 'a' is here and in row 2"),
        ("id,word\na,=A1\n", "cards.csv [row 2, word]: is a formula"),
        ('id,word\na,"b\n', "cards.csv [row 2]: is not CSV: unexpected end of data"),
        ("id,word\na," + "x" * 200_000 + "\n", "cards.csv [row 2]: is not CSV: field larger than field limit"),
        ("id" + ",x" * 600 + "\n", "cards.csv [row 1]: is too large"),
        ("id\n名\n".encode("shift_jis"), "cards.csv: is not UTF-8 at byte 3 (save it as CSV UTF-8)"),
        ("id\n名\n".encode("utf-16")[:-1], "cards.csv: is not UTF-16 at byte 10 (save it as CSV UTF-8)"),
        ("id\na\n".encode("utf-16-le"), "cards.csv: is not UTF-8 but UTF-16, or no text (save it as CSV UTF-8)"),
    ],
)  # fmt: skip
def test_a_csv_that_is_no_table_is_reported_by_row_and_column(tmp_path, text, wanted):
    (problem,) = _problems(tmp_path, "cards.csv", text)
    assert problem.startswith(wanted)


def test_all_mistakes_come_together(tmp_path):
    assert len(_problems(tmp_path, "cards.csv", "id,word\na,b\na,b\n,c\nd,e,f\n")) == 3


SHEET = "xl/worksheets/sheet1.xml"
ENTITY = b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><worksheet'
BOMB = workbook_bytes([("id",), ("a",)])


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (b"id,word\n", "cards.xlsx: is not a workbook: File is not a zip file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "cards.xlsx: is locked with a password, or an old .xls"),
        (_book(("id", "word"), ("a", "=A1")), "cards.xlsx [row 2, word]: is a formula"),
        (_book(("id", "word"), ("a", "#DIV/0!")), "cards.xlsx [row 2, word]: is an error: #DIV/0!"),
        (_book(("id",), more=("other",)), "cards.xlsx: has 2 sheets: Sheet, other (name the one"),
        (_book(("id",), ("a",) + ("x",) * 600), "cards.xlsx [row 2]: has more than 500 columns"),
        (_spoiled(BOMB, SHEET, b"<worksheet", ENTITY),
         "cards.xlsx: xl/worksheets/sheet1.xml: <!DOCTYPE…> is not allowed"),
        (_spoiled(BOMB, SHEET, b'<row r="2"', b'<row r="999999999999999"'),
         "cards.xlsx: has more than 100,000 rows"),
        (_spoiled(BOMB, SHEET, b"</sheetData>", b"</sheetData>" + b" " * 70_000_000),
         "cards.xlsx: holds more than 64 MB unpacked"),
        (_spoiled(BOMB, SHEET, b"</sheetData>", b""), "cards.xlsx: is not a readable workbook"),
        (BOMB[: len(BOMB) // 2], "cards.xlsx: is not a workbook: File is not a zip file"),
    ],
    ids=["csv", "xls", "formula", "error", "sheets", "wide", "entity", "deep", "bomb", "broken", "cut"],
)  # fmt: skip
def test_a_hostile_workbook_is_one_line(tmp_path, data, wanted):
    (problem,) = _problems(tmp_path, "cards.xlsx", data)
    assert problem.startswith(wanted)


def test_a_size_a_sheet_claims_to_have_costs_nothing():
    data = _spoiled(BOMB, SHEET, b'ref="A1:A2"', b'ref="A1:XFD1048576"')
    assert read_rows(data, "x.xlsx") == [("id",), ("a",)]


def test_a_date_is_reported(tmp_path):
    from datetime import date

    (problem,) = _problems(tmp_path, "cards.xlsx", _book(("id", "word"), ("a", date(2026, 3, 7))))
    assert problem.startswith("cards.xlsx [row 2, word]: is a date or time: 2026-03-07")


def test_the_sheet_with_the_cards_is_found_among_others(tmp_path):
    data = _book(("nothing",), more=("cards",))
    with pytest.raises(InputError, match="no column id"):
        _table(tmp_path, "cards.xlsx", data)


@pytest.mark.parametrize("name", ["cards.fods", "cards", "cards.xls"])
def test_other_endings_are_refused(tmp_path, name):
    assert _problems(tmp_path, name, "id\n") == [
        f"{name}: is neither .csv, .tsv, .xlsx nor .ods (save it as one of them)"
    ]


def test_a_text_too_long_for_a_cell_is_reported():
    with pytest.raises(InputError, match="a cell holds 32,767"):
        workbook_bytes([("id",), ("x" * 40_000,)])


def test_a_kit_whose_cards_come_from_a_spreadsheet_has_no_other_table(tmp_path):
    kit = write_kit(tmp_path)
    with (kit / "kit.toml").open("a", encoding="utf-8") as file:
        file.write('\n[data]\nfiles = ["deck.csv"]\nface = "plain"\n')
    with pytest.raises(InputError, match=r"the cards come from a spreadsheet \(use deck.csv\)"):
        table_bytes(kit, "csv")
