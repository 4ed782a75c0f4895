"""The rule book built: tagged pages, an imposed copy, and every wrong position, record or text named."""

from __future__ import annotations

import subprocess
from dataclasses import replace

import pikepdf
import pytest

from printkit.backends.pdf import DocumentInfo, write_pdf
from printkit.compose.books.book import Book
from printkit.compose.faces.context import Choices
from printkit.compose.table.small import card_ids
from printkit.compose.youscout.mat_table import Shift, TableLook, draw_table, shifts_between
from printkit.errors import PrintkitError
from printkit.jobs.build.bound_book import A5, is_accessible, reading_sheets
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.parts.booklet import bound_book
from printkit.jobs.play.play_book import play_book
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from printkit.kit.markdown import Paragraph, plain_text
from printkit.scene.inks import find_ink
from printkit.scene.model import Path as Drawn
from printkit.scene.model import Scene, walk
from tests.tiny_kit import spoilt_copy


@pytest.fixture(scope="module")
def kit():
    return find_kit("youscout")


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    folder = tmp_path_factory.mktemp("booklet")
    build(BuildRequest(kits=("youscout",), only=("booklet",), lang="en", out=folder))
    return folder / "youscout"


@pytest.fixture(scope="module")
def books(kit):
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    job = Job(kit, BuildRequest(kits=("youscout",)), choices, Scenes(kit, choices))
    return {language: bound_book(job, language, A5) for language in kit.languages}


def test_the_book_to_read_is_tagged_and_can_be_moved_about_in(out):
    with pikepdf.open(out / "youscout-booklet-en.pdf") as file:
        assert str(file.Root.Lang) == "en"
        assert file.Root.StructTreeRoot.K[0].S == "/Document"
        with file.open_outline() as outline:
            titles = [item.title for item in outline.root]
        assert "The simplified game" in titles
        links = sum(len(page.get("/Annots", ())) for page in file.pages)
        numbers = list(file.Root.StructTreeRoot.ParentTree.Nums)
        parents = dict(zip(map(int, numbers[::2]), numbers[1::2], strict=True))
        tagged = [note for page in file.pages for note in page.get("/Annots", ())]
        assert links == len(tagged) > 20
        for note in tagged:
            element = parents[int(note.StructParent)]
            assert element.S == "/Link"
            objects = [kid.Obj.objgen for kid in element.K if "/Obj" in kid]
            assert objects == [note.objgen]
        width, height = (float(file.pages[0].MediaBox[at]) * 25.4 / 72 for at in (2, 3))
        assert (width, height) == pytest.approx((148, 210), abs=0.05)


def test_the_book_to_print_holds_the_same_pages_two_a_side(out):
    with (
        pikepdf.open(out / "youscout-booklet-en.pdf") as reading,
        pikepdf.open(out / "youscout-booklet-en-print.pdf") as printed,
    ):
        # Each file has one page more, to check how it is printed.
        assert len(printed.pages) - 1 == 2 * -(-(len(reading.pages) - 1) // 4)
        assert float(printed.pages[0].MediaBox[2]) * 25.4 / 72 == pytest.approx(297, abs=0.05)


def test_every_sheet_passes_the_check(out, run):
    answer = run("check", "-v", str(out))
    assert (answer.code, answer.out.count("rulers measured")) == (0, 2), answer.out + answer.err


def test_both_languages_number_the_same_rules(kit):
    texts = play_book(kit).booklet.texts
    numbers = {
        language: [block.number for block in blocks if isinstance(block, Paragraph) and block.number]
        for language, blocks in texts.items()
    }
    assert numbers["ja"] == numbers["en"]
    assert {f"5.{rule}" for rule in range(1, 9)} | {f"4.{rule}" for rule in range(1, 7)} <= set(numbers["ja"])
    assert all(
        plain_text(block.runs)
        for blocks in texts.values()
        for block in blocks
        if isinstance(block, Paragraph)
    )


def test_turns_weigh_what_the_engine_decides(kit):
    played = play_book(kit)
    for turn in played.turns.values():
        if turn.greater:
            left, right = (sum(value for _, value in side) for side in (turn.greater, turn.than))
            moved = any(shift.what == "token" for shift in turn.shifts)
            assert (left > right) == turn.holds == moved
    assert played.steps[-1].result == "win"


@pytest.mark.parametrize("influence", ["1", "1.5", "2", "3"])
@pytest.mark.parametrize("court", ["K14", "K13a", "K13b", "K10"])
def test_every_turn_goes_as_the_texts_say_whatever_the_numbers_count(kit, influence, court):
    played = play_book(kit, (f"influence={influence}", f"court={court}"))
    assert played.steps[-1].result == "win"
    assert all(step.turn is None or step.turn.needed for step in played.steps)


def test_a_turn_that_goes_otherwise_under_the_options_is_named(tmp_path, kit):
    change = "booklet.toml", "4=Co3,Co12 5=Co9", "4=Co3,Co8 5=Co9"
    folder = spoilt_copy(kit.folder, tmp_path / "youscout", *change)
    play_book(load_kit(folder, ()))
    with pytest.raises(PrintkitError, match="another result under influence=3"):
        play_book(load_kit(folder, ()), ("influence=3",))


def test_board_start_and_terminals_are_shown_as_the_engine_has_them(kit):
    turns = play_book(kit).turns
    swap = turns["swap"]
    assert [(shift.what, shift.source, shift.target) for shift in swap.shifts] == [
        ("11r", "6", "4"),
        ("8", "4", "6"),
    ]
    assert (turns["start-lower"].purpose, turns["start-lower"].talon) == ("0", 57)
    assert [(shift.source, shift.target) for shift in turns["terminal"].shifts] == [
        ("drawn", "T"),
        ("D", "T"),
    ]
    assert (turns["last-terminal"].result, turns["last-terminal"].shifts) == ("win", ())
    assert turns["war-replacement"].shifts[0][1:] == ("2", "5")


def test_a_position_shows_each_card_once_and_the_token_last(kit):
    choices = Choices("tarot")
    facts = {
        "board": ["14", "3r", "17r", "12r", "20", "2"],
        "token": 4,
        "piles": {"4": ["Co9", "Co6"], "D": ["Wa2"]},
    }
    scenes = Scenes(kit, choices)
    drawn: list[str] = []

    def faces(card_id):
        drawn.append(card_id)
        return scenes.front(card_id)

    picture = draw_table(kit, facts, faces, TableLook(12.0, drawn="Cu8"), choices)
    ids = card_ids(kit)
    wanted = [ids[code] for code in ("14", "3", "17", "12", "20", "2", "Co9", "Co6", "Wa2", "Cu8")]
    assert sorted(drawn) == sorted(wanted)
    scene = Scene("table", picture.width, picture.height, 0.0, picture.items)
    assert sum(1 for _ in walk(scene)) > 100


def test_arrows_of_majors_that_change_places_end_on_each_other(kit):
    choices = Choices("tarot")
    facts = {"board": ["14", "3r", "17r", "8", "20", "11r"], "token": None, "piles": {}}
    shifts = Shift("8", "4", "6"), Shift("11r", "6", "4")
    look = TableLook(12.0, ("4", "6"), shifts=shifts)
    picture = draw_table(kit, facts, Scenes(kit, choices).front, look, choices)
    paths = [item for item in picture.items if isinstance(item, Drawn)]
    heads = [item for item in paths if item.fill == find_ink("red")]
    assert len(heads) == 2
    for head, place in zip(heads, ("6", "4"), strict=True):
        slot = picture.slots[place]
        x, y = head.outline.coordinates[:2]
        assert slot.x < x < slot.right
        assert slot.y < y < slot.bottom


def test_shifts_are_what_changed():
    before = {"token": 4, "piles": {"4": ["Co9"], "D": []}}
    after = {"token": 5, "piles": {"4": [], "D": ["Co9", "Sw2"]}}
    assert [tuple(shift) for shift in shifts_between(before, after, "Sw2")] == [
        ("token", "4", "5"),
        ("Co9", "4", "D"),
        ("Sw2", "drawn", "D"),
    ]


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "booklet.toml",
            "token=4 terminal=0 1=Cu4 4=Co9,Co6",
            "token=4 terminal=0 1=Co9 4=Co9,Co6",
            "figures[5]",
        ),
        ("booklet.toml", 'action = "draw Cu8"', 'action = "draw Cu99"', "figures[5]"),
        ("booklet.toml", 'show = ["1", "4", "5"]', 'show = ["9"]', "unknown place '9'"),
        ("booklet.toml", "first-game.txt", "no-game.txt", "there is no file 'no-game.txt'"),
        ("first-game.txt", "draw Co13", "draw Co2", "first-game.txt"),
        ("rules.ja.md", "](upper-cup)", "](upper-cap)", "rules.ja.md:"),
        ("rules.en.md", "5.8. ", "", "rules.en.md:"),
        ("rules.en.md", "](#simple)", "](#simpler)", "the link '#simpler' has no target"),
    ],
)
def test_whatever_is_wrong_is_named(tmp_path, kit, file, old, new, said):
    folder = spoilt_copy(kit.folder, tmp_path / "youscout", file, old, new)
    with pytest.raises(PrintkitError) as caught:
        play_book(load_kit(folder, ()))
    assert said in "\n".join(map(str, caught.value.problems))


def test_ruby_is_in_the_tree_and_does_not_tear_the_line(books, tmp_path):
    """The page of the rule book that says how the game's name is read, and what a 爻 is."""
    page = next(
        sheet
        for sheet in reading_sheets(books["ja"], A5)
        if any(tag.words == "ようすこう" for tag in sheet.tags)
    )
    file = tmp_path / "page.pdf"
    with file.open("wb") as stream:
        write_pdf(stream, [replace(page, links=())], {}.__getitem__, DocumentInfo("t"))
    with pikepdf.open(file) as pdf:
        found = list(pdf.Root.StructTreeRoot.K)
        pairs = []
        while found:
            element = found.pop()
            found += [kid for kid in element.get("/K", ()) if "/S" in kid]
            if element.get("/S") == "/Ruby":
                base, reading = element.K
                assert [base.S, reading.S, len(element.P.K) > 1] == ["/RB", "/RT", True]
                assert int(base.K[0].MCID) + 1 == int(reading.K[0].MCID)
                pairs.append(str(reading.ActualText))
        assert sorted(pairs) == ["か", "こう", "ようすこう"]
    text = subprocess.run(["pdftotext", file, "-"], capture_output=True, text=True, check=True).stdout
    assert "易双六は、タロット一組で遊ぶ" in text
    assert "易の卦に見立てて" in text
    assert "こう" not in text.split()


def test_the_books_leave_nothing_to_wish(books):
    """Levels of headings follow each other, and all pictures have words: so the files may claim PDF/UA-1."""
    for bound in books.values():
        assert is_accessible(bound.book)
        first, *rest = bound.book.pages
        assert not is_accessible(Book(tuple(rest[3:5]), ()))
        mute = replace(first, parts=tuple(part._replace(words="") for part in first.parts))
        assert not is_accessible(Book((mute, *rest), ()))


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize(
    ("name", "book"),
    [
        *(("youscout", book) for book in ("rules", "puzzles", "walkthrough")),
        *(("tottarot", book) for book in ("rules", "walkthrough")),
    ],
)
def test_the_colophon_names_edition_licence_and_whose_game_it_is(name, book, language):
    kit = find_kit(name)
    text = (kit.folder / f"{book}.{language}.md").read_text(encoding="utf-8")
    colophon = text[text.index("{#colophon}") :].partition("\n# ")[0]
    author = kit.credit.author if kit.credit else {"ja": "製作者", "en": "its maker"}[language]
    licences = ("CC BY 4.0", "SIL Open Font License 1.1")
    assert [word for word in (kit.version, author, *licences) if word not in colophon] == []
