"""Spreadsheets as designers have them: what their columns mean, and what is wrong with a cell."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import date, time, timedelta
from pathlib import Path

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

from printkit.errors import InputError
from printkit.jobs.build.make_job import print_variables
from printkit.kit.columns import DataSpec, slug
from printkit.kit.data import read_data
from printkit.kit.load import load_kit
from printkit.spreadsheet import named_sheet, read_rows, read_values
from tests.tiny_kit import spoil, write_kit

SHEETS = Path(__file__).parents[1] / "data" / "spreadsheets"


def data(folder, languages=("en",), declared=None, **keys):
    return read_data(folder, [DataSpec.read(keys)], languages, declared or {})


def written(folder, text):
    (folder / "cards.csv").write_text(text, encoding="utf-8")
    return folder


def problems(folder, **keys):
    with pytest.raises(InputError) as caught:
        data(folder, files=["cards.csv"], **keys)
    return [str(problem) for problem in caught.value.problems]


def test_a_sheet_with_semicolons_and_a_mark_at_its_start():
    cards = data(SHEETS, files=["rivers.csv"], face="card", fields={"cost": "Cost", "type": "Type"})
    assert cards.entries == (
        {"id": "ferry", "face": "card", "copies": 3, "cost": 2, "type": "move"},
        {"id": "toll", "face": "card", "type": "event"},
    )
    assert cards.texts["en"]["card.ferry.ruletop"] == "Pay [coin][coin].\nCross one river."
    assert cards.texts["en"]["card.toll.ruletop"] == 'Each player: "pay" [coin] or stop'
    assert cards.texts["en"]["card.ferry.rulebottom"] == ""
    assert cards.types == {"cost": "integer", "type": "text"}


def test_columns_are_found_by_their_names():
    cards = data(SHEETS, files=["animals.csv"])
    assert [(entry["id"], entry["face"], entry.get("copies", 1)) for entry in cards.entries] == [
        ("7", "animal", 4), ("8", "animal", 2), ("how-to-play", "help", 1),
    ]  # fmt: skip
    assert cards.texts["en"]["card.7.name"] == "Moss Fox"
    assert cards.texts["en"]["card.8.text"] == "Takes :fish:; ends at 10:30:00."
    assert cards.texts["en"]["card.how-to-play.text"] == ""
    assert [entry.get("art") for entry in cards.entries] == ["art/moss fox.png", "art/heron.JPG", None]


def test_names_without_latin_letters_and_texts_of_several_lines():
    cards = data(SHEETS, files=["prompts.csv"])
    assert [entry["id"] for entry in cards.entries] == ["rules", "prompt", "card-4"]
    assert cards.texts["en"]["card.rules.text"] == "1. Draw one.\n\n2. Play one."
    assert cards.texts["en"]["card.card-4.name"] == "渡し舟"


def test_flags_lists_and_cards_without_a_name():
    fields = {
        "power": "power",
        "leader": {"column": "leader", "flag": "x"},
        "tags": {"column": "tags", "list": ","},
    }
    cards = data(SHEETS, files=["experts.csv"], face="expert", fields=fields)
    assert cards.entries == (
        {"id": "ada", "face": "expert", "power": 20, "leader": True, "tags": ["Action", "Academic"]},
        {"id": "card-3", "face": "expert", "copies": 2, "power": 13, "leader": False},
    )
    assert cards.types == {"power": "integer", "leader": "flag", "tags": "list"}


def counted(cards, key="text"):
    """Id, copies and a text of each card."""
    texts = cards.texts["en"]
    return [(each["id"], each.get("copies", 1), texts[f"card.{each['id']}.{key}"]) for each in cards.entries]


@pytest.mark.parametrize(
    ("file", "wanted"),
    [
        ("google.csv", [("ferry", 2, "Pay one."), ("toll", 1, 'Two\nlines, "quoted"')]),
        ("excel.txt", [("fahre", 3, "Über den Fluß"), ("toll", 1, "Pay.")]),
        ("sep.csv", [("ferry", 2, "Pay one, or two.")]),
        ("heads.xlsx", [("ferry", 2, "Pay one."), ("barge", 1, "Pay two."), ("cart", 3, "Go on.")]),
    ],
)
def test_spreadsheets_of_other_programs_work_as_they_are(file, wanted):
    assert counted(data(SHEETS, files=[file], face="card")) == wanted


def test_what_is_merged_says_the_same_in_each_row():
    cards = data(SHEETS, files=["heads.xlsx"], kind="Kind", faces={"Sea": "wet", "Land": "dry"})
    assert [entry["face"] for entry in cards.entries] == ["wet", "wet", "dry"]
    assert [row.number for row in cards.rows.values()] == [5, 6, 8]


def test_only_a_fuller_row_with_known_names_is_taken_for_the_heading(tmp_path):
    written(tmp_path, "Question,Answer\nname,text\nWho?,Me.\n")
    cards = data(tmp_path, files=["cards.csv"], face="card")
    assert [entry["id"] for entry in cards.entries] == ["card-2", "card-3"]
    written(tmp_path, "River game\n\n,,\nName,Count,Text\nFerry,x3,Pay.\nToll,1.0,Stop.\n")
    cards = data(tmp_path, files=["cards.csv"], face="card")
    assert counted(cards) == [("ferry", 3, "Pay."), ("toll", 1, "Stop.")]


def test_columns_with_japanese_names_are_found_and_kept_apart(tmp_path):
    written(tmp_path, "名前,枚数,説明,メモ\n渡し舟,2,進む。,強い?\n")
    cards = data(tmp_path, files=["cards.csv"], face="card")
    assert counted(cards) == [("card-2", 2, "進む。")]
    assert cards.texts["en"]["card.card-2.name"] == "渡し舟"


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ("Titel,Anzahl\nFähre,2\nZoll,1\n", "cards.csv [row 1]: no column gives the text 'name' "
         "(kit.toml: data.text.name = the column; there are: Titel, Anzahl)"),
        ("name,count\n", "cards.csv: there are no cards (one row a card below a row with the names of the columns)"),
        ('name\n"Ferry\n', "cards.csv [row 2]: is not CSV: unexpected end of data "
         "(a quotation mark that begins here is not closed)"),
    ],
)  # fmt: skip
def test_a_sheet_that_lacks_something_is_one_line(tmp_path, sheet, said):
    kit = write_kit(tmp_path)
    written(kit, sheet)
    (kit / "cards.toml").unlink()
    for language in ("ja", "en"):
        file = kit / f"text.{language}.toml"
        file.write_text(file.read_text(encoding="utf-8").partition("[card]")[0], encoding="utf-8")
    with (kit / "kit.toml").open("a", encoding="utf-8") as file:
        file.write('\n[data]\nfiles = ["cards.csv"]\nface = "plain"\n')
    with pytest.raises(InputError) as caught:
        load_kit(kit)
    assert [str(each).partition("/tiny/")[2] or str(each) for each in caught.value.problems] == [said]


def test_a_sheet_merged_without_end_is_refused_at_once():
    with zipfile.ZipFile(SHEETS / "heads.xlsx") as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    for area in (b"A1:XFD1048576", b"&#65;1:B2"):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for name, part in parts.items():
                archive.writestr(name, part.replace(b"A5:A6", area) if name == sheet else part)
        with pytest.raises(InputError, match="merged cells"):
            read_values(packed.getvalue(), "cards.xlsx")


def test_texts_of_several_languages(tmp_path):
    written(tmp_path, "Name,Name ja,Text\nFerry,渡し舟,Cross.\n")
    texts = data(tmp_path, ("ja", "en"), files=["cards.csv"], face="card").texts
    assert (texts["ja"]["card.ferry.name"], texts["en"]["card.ferry.name"]) == ("渡し舟", "Ferry")
    mapped = {"name": {"ja": "Name ja", "en": "Name"}}
    texts = data(tmp_path, ("ja", "en"), files=["cards.csv"], face="card", text=mapped).texts
    assert (texts["ja"]["card.ferry.name"], texts["en"]["card.ferry.name"]) == ("渡し舟", "Ferry")


def test_ids_made_of_names_stay_apart(tmp_path):
    written(tmp_path, "name\nBig Fish\nbig fish\n'Tis Ada's\n")
    cards = data(tmp_path, files=["cards.csv"], face="card")
    assert [entry["id"] for entry in cards.entries] == ["big-fish", "big-fish-2", "tis-adas"]
    assert slug("Crème brûlée!") == "creme-brulee"


def test_empty_rows_are_left_out_and_rows_keep_their_numbers(tmp_path):
    written(tmp_path, "name,count\nAda,\n,\n   ,\nBen,many\n")
    assert problems(tmp_path, face="card") == [
        "cards.csv [row 5, count]: 'many' is no number of copies (0 to 200)"
    ]


@pytest.mark.parametrize(
    ("text", "keys", "wanted"),
    [
        ("name,name\na,b\n", {"face": "card"},
         "cards.csv [row 1, name]: two columns have this name (rename one of them)"),
        ("name\na\n", {"face": "card", "copies": "Qty"},
         "cards.csv [row 1]: there is no column 'Qty', which data.copies names (known: name)"),
        ("name\na\n", {}, "cards.csv [row 2]: nothing says what face the card has "
         "(data.kind names a column, data.face a face)"),
        ("id,name\na,x\nA,y\n", {"face": "card"}, "cards.csv [row 3, id]: 'A' is here and in row 2"),
        ("id\n舟\n", {"face": "card"}, "cards.csv [row 2, id]: '舟' is no id (Latin letters and digits)"),
        ("name,count\na,201\n", {"face": "card"}, "cards.csv [row 2, count]: '201' is no number of copies (0 to 200)"),
        ("name,count\na,-1\n", {"face": "card"}, "cards.csv [row 2, count]: '-1' is no number of copies (0 to 200)"),
    ],
)  # fmt: skip
def test_what_is_wrong_has_its_row_and_column(tmp_path, text, keys, wanted):
    assert problems(written(tmp_path, text), **keys) == [wanted]


def test_a_sheet_outside_the_kit_is_refused(tmp_path):
    (tmp_path / "kit").mkdir()
    written(tmp_path, "name\na\n")
    with pytest.raises(InputError, match="outside"):
        data(tmp_path / "kit", files=["../cards.csv"], face="card")


def test_a_workbook_gives_a_sheet_stored_values_and_bold_letters(tmp_path):
    book = openpyxl.Workbook()
    book.active.title = "Notes"
    sheet = book.create_sheet("Experts")
    sheet.append(["name", "text", "power"])
    bold = TextBlock(InlineFont(b=True), "twice ")
    sheet.append(["Ada", CellRichText("Draw ", bold, "a turn"), 20])
    stream = io.BytesIO()
    book.save(stream)
    (tmp_path / "game.xlsx").write_bytes(stream.getvalue())
    cards = data(tmp_path, files=["game.xlsx#Experts"], face="card", fields={"power": "power"})
    assert cards.entries == ({"id": "ada", "face": "card", "power": 20},)
    assert cards.texts["en"]["card.ada.text"] == "Draw **twice** a turn"
    with pytest.raises(InputError, match=r"has no sheet 'Expert' \(did you mean 'Experts'"):
        data(tmp_path, files=["game.xlsx#Expert"], face="card")


def test_a_formula_without_a_stored_value_is_an_error(tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["name", "power"])
    book.active.append(["Ada", "=1+1"])
    book.save(tmp_path / "game.xlsx")
    with pytest.raises(InputError, match=r"row 2, power\]: the cell of card 'Ada' is a formula"):
        data(tmp_path, files=["game.xlsx"], face="card", fields={"power": "power"})


DATA = """
[data]
files = ["cards.csv"]
face = "plain"
"""


def spread(folder, sheet):
    """The tiny kit with its cards in a spreadsheet."""
    kit = write_kit(folder)
    (kit / "kit.toml").write_text((kit / "kit.toml").read_text(encoding="utf-8") + DATA, encoding="utf-8")
    (kit / "cards.toml").unlink()
    for language in ("ja", "en"):
        file = kit / f"text.{language}.toml"
        lines = [
            line
            for line in file.read_text(encoding="utf-8").splitlines()
            if not line.startswith(("one", "two", "[card"))
        ]
        file.write_text("\n".join(lines), encoding="utf-8")
    return written(kit, sheet)


def test_a_kit_reads_its_cards_from_a_spreadsheet(tmp_path):
    kit = load_kit(
        spread(tmp_path, "Name,Art,number,sword,Notes\nOne,art/one.svg,1,3 7,mine\nTwo,art/two.svg,2,5 0,\n")
    )
    assert [(card.id, card.fields["number"], card.fields["sword"]) for card in kit.cards] == [
        ("one", 1, (3, 7)), ("two", 2, (5, 0)),
    ]  # fmt: skip
    assert kit.text("ja", "card.two.name") == "Two"


def test_a_variable_nobody_gives_is_shown_at_its_row(tmp_path):
    kit = load_kit(spread(tmp_path, "Name,Art,number,sword\nOne {no},art/one.svg,1,3 7\n"))
    with pytest.raises(InputError) as caught:
        print_variables(kit, ())
    assert [str(problem).replace(kit.folder.as_posix() + "/", "") for problem in caught.value.problems] == [
        "cards.csv [row 2, Name]: unknown variable {no} "
        '(is it an icon? then kit.toml: shorthand = { "{no}" = "no" })'
    ]


def test_what_the_kit_finds_wrong_is_shown_at_its_row(tmp_path):
    kit = spread(
        tmp_path,
        "Name,Art,number,sword\nOne,art/none.svg,1,3 7\nTwo,art/two.svg,200,5 0\nThree,art/two.svg,2,\n",
    )
    with pytest.raises(InputError) as caught:
        load_kit(kit)
    shown = [str(problem).replace(kit.as_posix() + "/", "") for problem in caught.value.problems]
    assert shown == ["cards.csv [row 3, number]: 200 is out of range; 0 to 99"]
    written(kit, "Name,Art,number,sword\nOne,art/none.svg,1,3 7\nThree,art/two.svg,2,\n")
    with pytest.raises(InputError) as caught:
        load_kit(kit)
    shown = [str(problem).replace(kit.as_posix() + "/", "") for problem in caught.value.problems]
    assert shown == [
        "cards.csv [row 2, Art]: there is no art file 'art/none.svg' (did you mean 'art/one.svg'?)"
    ]


def workbook(folder, *rows, written=None):
    """A workbook of these rows in the sheet Cards, its cells in `written` as a spreadsheet program wrote them."""
    book = openpyxl.Workbook()
    book.active.title = "Cards"
    for row in rows:
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    with (
        zipfile.ZipFile(stream) as archive,
        zipfile.ZipFile(folder / "game.xlsx", "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in archive.namelist():
            part = archive.read(name).decode()
            for cell, xml in (written or {}).items() if name.endswith("sheet1.xml") else ():
                part, count = re.subn(rf'<c r="{cell}"[^>]*(?:/>|>.*?</c>)', f'<c r="{cell}" {xml}</c>', part)
                assert count == 1, (cell, part)
            new.writestr(name, part)
    return folder


EMPTY = 't="str"><f>IF(A2="",1,"")</f><v></v>'
UNUSED = (
    ["Name", "Rules", "estimate", "changed", "ratio", "sum"],
    ["Ferry", "Pay.", "x", date(2026, 1, 2), "#DIV/0!", "=1+1"],
    ["Toll", "Stop.", None, None, "#N/A", None],
    [None, None, None, None, "#DIV/0!", "=2+2"],
)


def test_cells_that_nothing_uses_stop_nothing(tmp_path):
    workbook(tmp_path, *UNUSED, written={"C2": EMPTY})
    cards = data(tmp_path, files=["game.xlsx"], face="card")
    assert [entry["id"] for entry in cards.entries] == ["ferry", "toll"]
    assert cards.texts["en"]["card.ferry.rules"] == "Pay."
    assert cards.texts["en"]["card.ferry.estimate"] == ""
    assert "card.ferry.ratio" not in cards.texts["en"]
    written(tmp_path, "name,ratio,odd\nFerry,#DIV/0!,a\x07b\nToll,Err:502,=A1\n")
    assert counted(data(tmp_path, files=["cards.csv"], face="card"), "name") == [
        ("ferry", 1, "Ferry"), ("toll", 1, "Toll"),
    ]  # fmt: skip


@pytest.mark.parametrize("fields", [{"ratio": "ratio"}, {"sum": "sum"}, {}])
def test_a_cell_that_is_used_and_has_no_value_is_named_with_its_card(tmp_path, fields):
    workbook(tmp_path, *UNUSED[:2])
    keys = {"fields": fields} if fields else {"copies": "ratio"}
    with pytest.raises(InputError) as caught:
        data(tmp_path, files=["game.xlsx#Cards"], face="card", **keys)
    (problem,) = caught.value.problems
    assert str(problem).startswith(
        "game.xlsx#Cards [row 2, sum]: the cell of card 'Ferry' is a formula without a stored value"
        if "sum" in fields
        else "game.xlsx#Cards [row 2, ratio]: the cell of card 'Ferry' is an error: #DIV/0!"
    )


def test_a_row_that_has_only_an_error_where_a_value_is_used_is_not_left_out(tmp_path):
    written(tmp_path, "name,count\nFerry,2\n,#REF!\n")
    assert problems(tmp_path, face="card") == [
        "cards.csv [row 3, count]: the cell is an error: #REF! (mend its formula, or write its value)"
    ]


def test_a_text_that_is_shown_and_has_no_value_is_named_with_its_card(tmp_path):
    kit = spread(tmp_path, "Name,Art,number,sword,Notes\n#NAME?,art/one.svg,1,3 7,mine\n")
    with pytest.raises(InputError) as caught:
        load_kit(kit)
    shown = [str(problem).replace(kit.as_posix() + "/", "") for problem in caught.value.problems]
    assert shown == [
        "cards.csv [row 2, Name]: the cell is an error: #NAME? (mend its formula, or write its value)"
    ]


def test_a_column_called_art_that_holds_notes_is_switched_off(tmp_path):
    written(tmp_path, "name,Art\nFerry,TODO: a wolf\n")
    cards = data(tmp_path, files=["cards.csv"], face="card", art=False)
    assert cards.entries == ({"id": "ferry", "face": "card"},)
    assert cards.texts["en"]["card.ferry.art"] == "TODO: a wolf"
    for wrong in (True, 1):
        with pytest.raises(InputError, match=r"art"):
            data(tmp_path, files=["cards.csv"], face="card", art=wrong)


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (5, "00", "05"), (0.25, "0%", "25%"), (0.125, "0.0 %", "12.5 %"), (1000, "#,##0", "1,000"),
        (1234567.5, "#,##0.00", "1,234,567.50"), (-3, "0", "-3"), (-3, "0;(0)", "(3)"), (0, '0;-0;"none"', "none"),
        (3, "+0;-0;0", "+3"), (2, '0" gold"', "2 gold"), (5, "[$€-407] 0.00", "€ 5.00"), (2.5, "0", "3"),
        (1500, "0,", "2"), (0.3, "0.##", "0.3"), (3, "0.##", "3."), (4, "[Red]0", "4"), (7, "General", "7"),
        (0.1 + 0.2, "General", "0.3"), (0.5, "# ?/?", "0.5"), (12, "x\\x0", "xx12"),
        (date(2026, 3, 7), "yyyy-mm-dd", "2026-03-07"), (date(2026, 3, 7), "d. mmm yy", "7. Mar 26"),
        (date(2026, 3, 7), "dddd, mmmm d", "Saturday, March 7"), (date(2026, 3, 7), "mm-dd-yy", "2026-03-07"),
        (date(2026, 3, 7), '[$-411]yyyy"年"m"月"d"日"', "2026年3月7日"),
        (time(9, 5), "h:mm", "9:05"), (time(21, 5), "h:mm AM/PM", "9:05 PM"), (time(0, 1, 2), "mm:ss", "01:02"),
        (timedelta(hours=27, minutes=5), "[h]:mm", "27:05"),
    ],
)  # fmt: skip
def test_a_text_is_what_the_spreadsheet_shows(tmp_path, value, code, shown):
    book = openpyxl.Workbook()
    book.active.append(["name", "text"])
    book.active.append(["Ada", value])
    book.active["B2"].number_format = code
    book.save(tmp_path / "game.xlsx")
    texts = data(tmp_path, files=["game.xlsx"], face="card").texts["en"]
    assert texts["card.ada.text"] == shown


def test_a_column_of_notes_called_image_says_how_to_switch_it_off(tmp_path):
    kit = write_kit(tmp_path)
    spoil(kit, "cards.toml", "art/one.svg", "TODO: a wolf")
    for picture in (kit / "art").glob("*"):
        picture.unlink()
    with pytest.raises(InputError) as caught:
        load_kit(kit)
    hints = {problem.key: problem.hint for problem in caught.value.problems if "wolf" in problem.message}
    assert hints == {
        "card one.art": "a column of a table that holds no pictures: data.art = false in kit.toml"
    }


def test_what_is_true_is_shown_as_spreadsheets_do_and_stays_a_flag(tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["id", "text", "big"])
    book.active.append(["ada", True, False])
    book.save(tmp_path / "game.xlsx")
    found = data(tmp_path, declared={"big": "flag"}, files=["game.xlsx"], face="card", fields={"big": "big"})
    assert found.texts["en"]["card.ada.text"] == "TRUE"
    assert found.entries[0]["big"] is False


def test_numbers_stay_numbers_behind_what_is_shown(tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["number", "count", "cost", "label", "share"])
    book.active.append([5, 2, 1000, 7, 0.25])
    for cell, code in zip("ABCDE", ("00", '0"x"', "#,##0", "000", "0%"), strict=True):
        book.active[f"{cell}2"].number_format = code
    book.save(tmp_path / "game.xlsx")
    fields = {"cost": "cost", "label": "label", "share": "share"}
    cards = data(tmp_path, declared={"cost": "integer"}, files=["game.xlsx"], face="card", fields=fields)
    (card,) = cards.entries
    assert {key: card.get(key) for key in ("copies", *fields)} == {
        "copies": 2, "cost": 1000, "label": "007", "share": "25%",
    }  # fmt: skip
    written(tmp_path, "name,no\nAda,05\n")
    (card,) = data(tmp_path, files=["cards.csv"], face="card", fields={"no": "no"}).entries
    assert card["no"] == "05"


def test_a_picture_may_be_named_in_another_case(tmp_path):
    kit = spread(tmp_path, "Name,Art,number,sword\nOne,ART/One.SVG,1,3 7\nTwo,art/TWO.svg,2,5 0\n")
    (kit / "art" / "two.svg").rename(kit / "art" / "Two.svg")
    read = load_kit(kit)
    assert [read.art_file(card.art).name for card in read.cards] == ["one.svg", "Two.svg"]


def test_a_wrong_picture_is_answered_with_the_nearest_there_is(tmp_path):
    kit = spread(tmp_path, "Name,Art,number,sword\nOne,art/ONE.svg,1,3 7\nTwo,art/twoo.svg,2,5 0\n")
    (kit / "art" / "One.svg").write_bytes((kit / "art" / "one.svg").read_bytes())
    with pytest.raises(InputError) as caught:
        load_kit(kit)
    shown = [str(problem).replace(kit.as_posix() + "/", "") for problem in caught.value.problems]
    assert shown == [
        "cards.csv [row 2, Art]: there is no art file 'art/ONE.svg' (which one? art/One.svg, art/one.svg)",
        "cards.csv [row 3, Art]: there is no art file 'art/twoo.svg' (did you mean 'art/two.svg'?)",
    ]


def test_a_picture_that_lies_in_art_is_answered_with_how_to_say_so(tmp_path):
    kit = spread(tmp_path, "Name,Art,number,sword\nOne,one.svg,1,3 7\nTwo,art/two.svg,2,5 0\n")
    with pytest.raises(InputError, match=r"art/one.svg is there; .* folder = \"art\""):
        load_kit(kit)


def test_the_sheets_of_libreoffice_are_read_as_they_show(tmp_path):
    def rows(name, sheet=""):
        return [*read_values((SHEETS / "ods" / name).read_bytes(), name, sheet)]

    assert rows("ods_formats.ods")[1] == (
        *("11.11.14", "11:12:12", True, "11,11", "£1", "200,00%", "3", "1,00E+005", "1 1/4", "abc"),
    )
    assert rows("white_space.ods")[0] == ("paragraph with tab(\t),    space, \nnew line",)
    assert rows("comment-in-cell.ods") == [("test",)]
    assert rows("file_with_an_empty_sheet.ods", "Sheet3") == [("7", "8", "9"), ("10", "11", "12")]
    with pytest.raises(InputError, match="Sheet1, Sheet3"):
        rows("file_with_an_empty_sheet.ods")
    with pytest.raises(InputError, match="no sheet 'Sheet9'"):
        rows("file_with_an_empty_sheet.ods", "Sheet9")


def test_an_open_document_gives_numbers_to_a_kit(tmp_path):
    assert read_rows((SHEETS / "ods" / "ods_formats.ods").read_bytes(), "a.ods")[1][2:7] == (
        True,
        11.11,
        1,
        2,
        3,
    )


ODS_CELL = '<table:table-cell office:value-type="string"{more}><text:p>{text}</text:p></table:table-cell>'


def open_document(folder, **sheets):
    """A workbook cards.ods whose sheets hold these rows, as XML."""
    tables = "".join(
        f'<table:table table:name="{name}">{rows}</table:table>' for name, rows in sheets.items()
    )
    names = {
        "office": "office",
        "table": "table",
        "text": "text",
        "style": "style",
        "fo": "xsl-fo-compatible",
    }
    spaces = " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for short, name in names.items()
    )
    bold = '<style:style style:name="T1"><style:text-properties fo:font-weight="bold"/></style:style>'
    with zipfile.ZipFile(folder / "cards.ods", "w") as archive:
        archive.writestr(
            "content.xml", f"<office:document-content {spaces}>{bold}{tables}</office:document-content>"
        )
    return folder


def ods_row(*cells, more=""):
    return f"<table:table-row{more}>{''.join(cells)}</table:table-row>"


def ods_cell(text, more=""):
    return ODS_CELL.format(text=text, more=more)


def test_an_open_document_may_be_empty(tmp_path):
    """As any empty table it has no rows; one without a sheet is none."""

    def rows(**sheets):
        return [*read_values((open_document(tmp_path, **sheets) / "cards.ods").read_bytes(), "cards.ods")]

    assert rows(Sheet1="") == rows(Sheet1="", Sheet2="") == []
    with pytest.raises(InputError, match="has no sheets"):
        rows()


def test_an_open_document_gives_merged_repeated_and_bold_cells(tmp_path):
    covered = "<table:covered-table-cell/>"
    number = (
        '<table:table-cell office:value-type="float" office:value="2"><text:p>2.0</text:p></table:table-cell>'
    )
    folder = open_document(
        tmp_path,
        Wolves=ods_row(*map(ods_cell, ("Name", "Kind", "Count", "Text")))
        + ods_row(ods_cell("Ash"), ods_cell("pack", ' table:number-rows-spanned="2"'), number, ods_cell("a"))
        + ods_row(
            ods_cell("Elm"),
            covered,
            ods_cell("1"),
            ods_cell('eat <text:span text:style-name="T1">two</text:span>'),
        )
        + ods_row(
            '<table:table-cell table:number-columns-repeated="900"/>',
            more=' table:number-rows-repeated="1048570"',
        ),
        Notes="",
    )
    cards = data(folder, files=["cards.ods"], face="card", fields={"kind": "Kind"})
    assert [(entry["id"], entry["kind"], entry.get("copies", 1)) for entry in cards.entries] == [
        ("ash", "pack", 2),
        ("elm", "pack", 1),
    ]
    assert cards.texts["en"]["card.elm.text"] == "eat **two**"


def test_an_error_in_an_open_document_is_named_with_its_card(tmp_path):
    error = ods_cell("#DIV/0!", ' table:formula="of:=1/0"')
    folder = open_document(
        tmp_path, S=ods_row(*map(ods_cell, ("Name", "Ratio"))) + ods_row(ods_cell("Ash"), error)
    )
    assert data(folder, files=["cards.ods"], face="card").entries[0]["id"] == "ash"
    with pytest.raises(
        InputError, match=r"cards.ods \[row 2, Ratio\]: the cell of card 'Ash' is an error: #DIV/0!"
    ):
        data(folder, files=["cards.ods"], face="card", fields={"ratio": "Ratio"})


@pytest.mark.parametrize("content", [b"no archive", b""])
def test_a_file_that_is_no_open_document_is_one_line(tmp_path, content):
    (tmp_path / "cards.ods").write_bytes(content)
    with pytest.raises(InputError, match="not a workbook"):
        data(tmp_path, files=["cards.ods"], face="card")
    with zipfile.ZipFile(tmp_path / "cards.ods", "w") as archive:
        archive.writestr("content.xml", "locked")
    with pytest.raises(InputError, match="no OpenDocument spreadsheet"):
        data(tmp_path, files=["cards.ods"], face="card")


def test_every_sheet_of_a_book_is_read_in_its_order(tmp_path):
    book = openpyxl.Workbook()
    for name, rows in {"Wolves": ["Name", "Ash"], "Empty": [], "Help cards": ["Name", "Turn", "Ash"]}.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append([row])
    book.remove(book.worksheets[0])
    book.save(tmp_path / "cards.xlsx")
    cards = data(tmp_path, files=["cards.xlsx#*"], face="card")
    assert [entry["id"] for entry in cards.entries] == ["ash", "turn", "ash-2"]
    assert cards.rows["turn"].file == "cards.xlsx#Help cards"
    with pytest.raises(InputError, match="has no sheets"):
        data(written(tmp_path, "name\nAsh"), files=["cards.csv#*"], face="card")


@pytest.mark.parametrize(
    ("art", "pictures"),
    [
        (
            {"by": "Kind", "Wood": "art/wood.svg", "Stone": "art/s.svg"},
            ["art/wood.svg", "art/wood.svg", None],
        ),
        (
            {"by": "Kind", "folder": "art", "wood": "w.svg", "other": "x.svg"},
            ["art/w.svg", "art/w.svg", "art/x.svg"],
        ),
        ({"column": "Kind", "folder": "art", "other": "x.svg"}, ["art/Wood", "art/wood", "art/x.svg"]),
    ],
)
def test_words_stand_for_pictures(tmp_path, art, pictures):
    sheet = written(tmp_path, "name,Kind\nAsh,Wood\nElm,wood\nNone,\n")
    cards = data(sheet, files=["cards.csv"], face="card", art=art)
    assert [entry.get("art") for entry in cards.entries] == pictures


def test_a_word_without_a_picture_is_named(tmp_path):
    sheet = written(tmp_path, "name,Kind\nAsh,Woood\n")
    art = {"by": "Kind", "Wood": "wood.svg"}
    assert problems(sheet, face="card", art=art) == [
        "cards.csv [row 2, Kind]: data.art has no picture for 'Woood' (did you mean 'Wood'?)"
    ]
    assert problems(sheet, face="card", art={"by": "Sort", "Wood": "wood.svg"})[0].startswith(
        "cards.csv [row 1]: there is no column 'Sort', which data.art names"
    )


@pytest.mark.parametrize(
    "art", [True, 3, ["a"], {"column": "a", "foldr": "b"}, {}, {"by": 3, "Wood": "w.svg"}]
)
def test_art_that_is_no_column_is_one_line(tmp_path, art):
    with pytest.raises(InputError) as caught:
        data(written(tmp_path, "name\nAsh"), files=["cards.csv"], face="card", art=art)
    (problem,) = caught.value.problems
    assert problem.key.startswith("art")
    assert len(str(problem)) < 140


@pytest.mark.parametrize(
    ("named", "file", "sheet"),
    [
        ("a.xlsx", "a.xlsx", ""),
        ("a.xlsx#Deck #1", "a.xlsx", "Deck #1"),
        ("no#1/cards.csv", "no#1/cards.csv", ""),
        ("deck#1.csv", "deck#1.csv", ""),
    ],
)
def test_a_sheet_is_named_behind_the_first_sign_of_a_files_name(tmp_path, named, file, sheet):
    (tmp_path / "deck#1.csv").touch()
    assert named_sheet(tmp_path / named) == (tmp_path / file, sheet)
