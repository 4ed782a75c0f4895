"""The kit of 机戦: boards, pieces, diagrams and hands on paper are those of the rules, and a spoilt one is found."""

from __future__ import annotations

import shutil
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import numpy
import pytest
from PIL import Image

from printkit.atelier.glyphs import GLYPHS, glyph_texts
from printkit.atelier.make import same_drawing
from printkit.atelier.rising_air import BACKS, back_texts
from printkit.atelier.shape import shape
from printkit.backends.png import svg_png
from printkit.compose.boards.board_facts import facts_of
from printkit.compose.boards.board_panels import hands_items
from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.compose.pieces.glyphs import FOOT, FRAME, PIECE
from printkit.errors import InputError, WrongError
from printkit.games.cetkaik.boards import BOARDS, MOVES
from printkit.games.cetkaik.moves import piece_moves
from printkit.games.cetkaik.narration import narrate
from printkit.games.find import find_board, make_game
from printkit.games.narration import CardValue, ScoredHand
from printkit.games.record import read_record, replay
from printkit.geometry import Rect
from printkit.inspect.pages import open_pdf, page_count
from printkit.jobs.build.build import build
from printkit.jobs.build.make_job import make_job
from printkit.jobs.build.part import Scenes
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_reports
from printkit.jobs.check.check_kit import kit_report
from printkit.jobs.check.in_memory import written
from printkit.jobs.parts import leaflets, tokens
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from printkit.paths import templates_dir
from printkit.preflight.comparison import compare_pages
from printkit.preflight.proof_boards import proof_boards
from printkit.scene.inks import INK_LIMIT
from printkit.scene.model import Glyphs, Scene, walk
from printkit.scene.model import Path as Drawn
from printkit.sheets.model import Placement
from tests.tiny_kit import spoilt_copy

SHEETS = (
    "board-school", "board-standard", "board-old", "board-travel", "tokens", "tokens-school", "tokens-travel", "sticks",
    "hands",
)  # fmt: skip
LEAFLETS = {"leaflet-school": 4, "leaflet-standard": 8, "leaflet-hard-tam": 2, "leaflet-old": 4}
BESIDE = {"step": 1, "double": 1, "leap": 2, "slide": 1, "vault": 2, "pass": 1}


def spoilt(tmp_path, file, old, new):
    """A copy of the kit beside the folder it shares, with one text replaced."""
    shutil.copytree(templates_dir() / "air", tmp_path / "air")
    return spoilt_copy(find_kit("cetkaik").folder, tmp_path / "cetkaik", file, old, new)


def files(out, only, **asked):
    request = BuildRequest(kits=("cetkaik",), only=only, out=out, **asked)  # type: ignore[arg-type]
    return [entry.file for entry in build(request)]


def read(path):
    (report,) = check_reports([path], kit="cetkaik")
    return report.findings


def test_every_sheet_of_a_press_is_read_back_with_little_ink(tmp_path):
    """At home: `tests/test_every_part.py`."""
    for report in check_reports(files(tmp_path, SHEETS, press="x1a-2003", ink="low")):
        assert report.clean, (report.file, report.findings)


@pytest.mark.parametrize(("leaflet", "pages"), LEAFLETS.items())
def test_leaflets_have_their_pages_and_are_read_back(tmp_path, leaflet, pages):
    built = list(build(BuildRequest(kits=("cetkaik",), only=(leaflet,), out=tmp_path)))
    reading = [entry for entry in built if not entry.file.stem.endswith("print")]
    # One page more is to check how the file is printed.
    assert [entry.pages - 1 for entry in reading] == [pages, pages]
    for report in check_reports([entry.file for entry in reading]):
        assert report.clean, (report.file, report.findings)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("board.toml", "'~~^~~'", "'~~^~.'", "square e4 is of another kind"),
        ("board.toml", "'..\\.~./..'", "'..\\.../..'", "square ZI is of another kind"),
        ("board.toml", "'..\\.~./..'", "'../.~./..'", "the way of square NI leads nowhere"),
        (
            "board.toml",
            '"art/season-spring.svg", "art/season-summer.svg"',
            '"art/season-summer.svg", "art/season-spring.svg"',
            "the picture shows something else",
        ),
        ("sticks.toml", "copies = 6", "copies = 4", "too few sticks"),
        (
            "tokens.toml",
            'back = { motif = "glyph", glyph = "弓"',
            'back = { motif = "glyph", glyph = "虎"',
            "the back of 黒弓 shows another piece",
        ),
        (
            "tokens.toml",
            'back = { motif = "glyph", glyph = "船", ink = "red" }',
            'back = { motif = "glyph", glyph = "船", ink = "black" }',
            "the back of 赤船 shows another piece",
        ),
        ("../air/glyphs.toml", "art/glyph-ship.svg", "art/glyph-bow.svg", "the picture shows something else"),
        ("tokens.toml", "copies = 8", "copies = 7", "黒兵 is not there as often"),
        ("tokens.toml", "black-pawn = 4", "black-pawn = 5", "黒兵 is not there as often"),
        (
            "tokens.toml",
            'front = { motif = "glyph", glyph = "船"',
            'front = { motif = "glyph", glyph = "弓"',
            "黒船 shows",
        ),
    ],
)
def test_a_spoilt_board_or_set_is_refused(tmp_path, file, old, new, said):
    folder = spoilt(tmp_path, file, old, new)
    kit = load_kit(folder)
    assert any(said in finding.message for finding in proof_boards(kit))
    with pytest.raises(WrongError):
        build(BuildRequest(kit_dir=folder, only=("board-school",), out=tmp_path / "out"))


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "board.toml",
            '["0mm", "38mm", "26mm"',
            '["20mm", "38mm", "26mm"',
            "covers squares or another panel",
        ),
        ("board.toml", '["art/season-spring.svg", ', "[", "3 pictures for 4 seasons"),
        ("board.toml", 'square = "28mm"\n', "", "the key is missing"),
        ("leaflets.toml", '"cast 4"]', '"cast 4", "e2>e3"]', "not one turn"),
        ("text.en.toml", "It captures the <piece>", "It captures the <beast>", "nothing is known of <beast>"),
    ],
)
def test_what_cannot_be_printed_is_refused(tmp_path, file, old, new, said):
    folder = spoilt(tmp_path, file, old, new)
    with pytest.raises(InputError, match=said) as refused:
        kit_report(folder)
    assert all(problem.file.endswith(file) for problem in refused.value.problems)


def test_a_hinge_that_leaves_a_leaf_too_wide_is_found(tmp_path):
    report = kit_report(spoilt(tmp_path, "board.toml", "hinge = 5", "hinge = 4"))
    assert ["the board does not fit on a4"] == [finding.message for finding in report.findings]


def test_an_illegal_example_is_refused(tmp_path):
    folder = spoilt(tmp_path, "leaflets.toml", '"d7*d6>>d3"', '"d7*d6>>d1"')
    with pytest.raises(WrongError, match="not legal"):
        kit_report(folder)


def test_a_leaflet_that_does_not_fit_is_refused(tmp_path):
    folder = spoilt(tmp_path, "leaflets.toml", "pages = 4", "pages = 2")
    with pytest.raises(InputError, match="does not fit on 2 pages"):
        build(BuildRequest(kit_dir=folder, only=("leaflet-school",), out=tmp_path / "out"))


@pytest.mark.parametrize(
    ("module", "name", "part", "card"),
    [
        ("printkit.compose.boards.grid", "square_items", "board-school", "board-school"),
        ("printkit.compose.pieces.tokens", "piece_items", "tokens-school", "black-king"),
    ],
)
def test_a_spoilt_square_or_piece_on_paper_is_named(tmp_path, monkeypatch, module, name, part, card):
    """Drawn wrongly when it was built: without the kinds of squares, without pieces."""
    with monkeypatch.context() as patched:
        patched.setattr(f"{module}.{name}", lambda *args, **named: [])
        paths = files(tmp_path, (part,))
    for path in paths:
        assert card in {each.card for each in read(path) if each.code.startswith("ink-")}


def test_a_diagram_without_its_arrows_is_found(tmp_path, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr("printkit.compose.boards.diagrams.arrow_items", lambda *args, **named: [])
        spoilt_file, *_ = files(tmp_path, ("leaflet-school",), lang="ja")
    kit = find_kit("cetkaik", ("full",))
    job = make_job(kit, BuildRequest(only=("leaflet-school",), lang="ja"), "card")
    document, *_ = leaflets.documents(job.in_every_language(), "leaflet-school")
    with open_pdf(spoilt_file) as pdf:
        compared = compare_pages(pdf, "spoilt", written(document, "srgb", INK_LIMIT), kit)
    assert {finding.page for finding in compared.findings} == {2}


def test_a_spoilt_table_of_hands_is_found(tmp_path, monkeypatch):
    hands = dict(BOARDS["cetkaik-school"].hands)
    with monkeypatch.context() as patched:
        patched.setitem(BOARDS["cetkaik-school"].hands, "将巫兵", ("将巫兵", 6))  # type: ignore[arg-type]
        clear()
        paths = files(tmp_path, ("hands", "board-school"))
    clear()
    assert dict(BOARDS["cetkaik-school"].hands) == hands
    for path in paths:
        if path.suffix == ".pdf":
            assert "figure" in {finding.code for finding in read(path)}


@pytest.mark.parametrize("card", ["hands-school", "hands-standard"])
def test_the_card_of_hands_says_of_which_game_and_breaks_no_name(card):
    kit = find_kit("cetkaik")
    choices = Choices("card", "full", {})

    def texts(kit):
        return [
            each.item.text for each in walk(Scenes(kit, choices).front(card)) if isinstance(each.item, Glyphs)
        ]

    assert {kit.text(language, f"card.{card}.name") for language in ("en", "ja")} <= {*texts(kit)}
    for shown in (kit, replace(kit, languages=("en",))):
        assert not any(text.endswith("-") for text in texts(shown))


def clear():
    from printkit.compose.boards import board_facts as facts

    facts._facts.cache_clear()


@pytest.mark.parametrize("game", ["cetkaik", "cetkaik-school", "cetkaik-hard-tam"])
def test_arrows_are_the_moves_the_engine_plays(game):
    """Each kind alone in the middle of an empty standard board: a square with an arrow is one it may go to."""
    board = BOARDS["cetkaik" if game == "cetkaik-school" else game]
    grid = board.grid
    for move in find_board(game).moves:
        # ZU is 皇水 but no 皇処; ZO is both.
        for arrows, square in ((move.outside, "ZU"), (move.inside, "ZO")):
            at = grid.index[square]
            cells: list[str | None] = [None] * len(grid.names)
            cells[at] = f"黒{move.piece}IA"
            played = {each.target for each in piece_moves(board, tuple(cells), "IA", own_square=False)}
            drawn = set()
            for arrow in arrows:
                ray = grid.ray(at, arrow.way)
                ends = {"step": (1, 1), "double": (1, 2), "leap": (2, 2)}
                first, last = ends.get(arrow.kind, (BESIDE[arrow.kind], len(ray)))
                drawn |= set(ray[first - 1 : last])
            assert drawn == played, (move.piece, square)


@pytest.mark.parametrize("game", ["cetkaik", "cetkaik-school", "cetkaik-hard-tam"])
def test_facts_are_the_tables_of_the_rules(game):
    facts, board = find_board(game), BOARDS[game]
    assert facts.pieces == board.pieces
    assert {hand.name: (hand.pieces, hand.points) for hand in facts.hands} == dict(board.hands)
    assert set(facts.setup) == {
        name for name, piece in zip(board.grid.names, board.setup, strict=True) if piece
    }
    assert {move.piece for move in facts.moves} == {piece[1:] for piece in board.pieces if piece != "皇"}
    assert {move.piece for move in facts.moves} <= set(MOVES)


def test_the_option_of_the_table_is_printed():
    usual, official = (
        {hand.name: hand.points for hand in facts_of("cetkaik", Choices("card", "full", words)).hands}
        for words in ({}, {"hands": "official"})
    )
    assert usual["馬弓兵"] == 7
    assert official == {**usual, "馬弓兵": 5}


def test_regional_hands_and_moves_are_printed():
    def facts(**words):
        return facts_of("cetkaik", Choices("card", "full", words))

    triples = {hand.name: hand.points for hand in facts(hands="triples").hands}
    assert (triples["将巫筆"], triples["王"], len(triples)) == (5.6, 2.0, 8)
    assert facts(counting="old").bonus == ("同色", 0)
    moves = {move.piece: move.inside for move in facts(ship="bow").moves}
    assert moves["船"] == moves["弓"]


def test_a_travel_set_has_small_pieces_and_what_stands_apart_is_on_no_other_sheet():
    kit = find_kit("cetkaik")
    sizes: dict[str, dict[str, float]] = {}
    for part in ("tokens", "tokens-travel"):
        document, *_ = tokens.documents(make_job(kit, BuildRequest(only=(part,)), "card"), part)
        keys = {each.face for sheet in document.sheets for each in sheet.placements}
        sizes[part] = {key.card: document.faces(key).width for key in keys if key.side == "front"}
    assert sizes["tokens"]["black-ship"] == 22.0
    assert sizes["tokens-travel"]["black-ship"] == pytest.approx(17.5)
    assert sizes["tokens-travel"]["emperor"] < 20.0 - 2.0
    assert "travel-score" not in sizes["tokens"]
    assert "travel-score" in sizes["tokens-travel"]


def test_pieces_begin_a_row_with_each_colour_and_equal_ones_have_one_name():
    kit = find_kit("cetkaik")
    document, *_ = tokens.documents(
        make_job(kit, BuildRequest(only=("tokens-travel",)), "card"), "tokens-travel"
    )
    front = next(iter(document.sheets))
    rows: dict[float, list[Placement]] = {}
    for each in front.placements:
        if each.face.card.startswith(("black-", "red-")):
            rows.setdefault(each.trim.y, []).append(each)
    assert [len(row) for row in rows.values()] == [8] * 6
    names = {(mark.text, mark.glyphs[0].y) for mark in front.marks if isinstance(mark, Glyphs)}
    for y, row in rows.items():
        assert len({each.face.card.partition("-")[0] for each in row}) == 1
        below = [text for text, at in names if y < at - row[0].trim.height < y + 4.0]
        assert len(below) == len({each.face.card for each in row})
    # A name is clearly nearer to its own row than to the next.
    (first, second, *_), high = sorted(rows), next(iter(rows.values()))[0].trim.height
    assert second - first - high >= 6.0
    kinds = ("marker-", "travel-marker", "emperor")
    markers = [each for each in front.placements if each.face.card.startswith(kinds)]
    assert len(markers) == 4
    assert len({round(each.trim.center[1], 3) for each in markers}) == 1
    assert {each.trim.width for each in markers if each.face.card != "emperor"} == {14.0}


@pytest.mark.parametrize("game", ["cetkaik", "cetkaik-school"])
def test_names_of_hands_have_one_size_and_keep_off_pieces_and_each_other(game):
    kit = find_kit("cetkaik")
    facts = facts_of(game, Choices("card", "full", {}))
    box = Rect(3.4, 4.0, 56.2, 80.4)
    placed = [*walk(Scene("hands", 63.0, 88.0, 0.0, tuple(hands_items(kit, facts, box, low=False))))]
    foot = box.bottom - 12.6
    words = [
        each
        for each in placed
        if isinstance(each.item, Glyphs)
        and each.item.font == kit.fonts["text"]
        and item_box(each).bottom < foot
    ]
    assert len({each.item.size for each in words}) == 1
    assert words[0].item.size > 2.5
    below = {e.item.size for e in placed if isinstance(e.item, Glyphs) and item_box(e).y > foot}
    assert min(below) >= 2.9
    assert {each.item.stretch for each in words} == {1.0}
    names = [item_box(each) for each in words]
    pieces = [
        item_box(each) for each in placed if isinstance(each.item, Drawn) and item_box(each).width < 12.0
    ]
    for name in names:
        beside = [each for each in pieces if each.y < name.bottom and name.y < each.bottom]
        assert all(each.right < name.x for each in beside if each.y > box.y + 7.0)
    # Names stand at the right, and rules are as wide as the bar.
    assert all(box.right - 2.0 < each.right < box.right for each in names)
    rules = [
        rule
        for each in placed
        if isinstance(each.item, Drawn) and (rule := item_box(each)).height < 0.5 and rule.width > 20.0
    ]
    assert len(rules) == len(facts.hands)
    assert all((rule.x, rule.right) == pytest.approx((box.x, box.right)) for rule in rules)
    rows = sorted(names, key=lambda each: each.y)
    assert all(one.bottom < other.y for one, other in pairwise(rows))


def test_the_hinge_is_a_line_between_squares_and_no_ink_falls_into_the_margin(tmp_path):
    for name in ("standard", "old"):
        board = find_kit("cetkaik").board(name)
        left, right = board.leaves
        assert board.seam == board.cell(board.hinge, 0).x
        assert max(left.width, right.width) <= 210.0 - 2 * 5.0
        assert board.width <= 400.0
        assert board.square == 28.0


def stated(game):
    """The frames of the kit's record of a game."""
    name = {"cetkaik": "standard", "cetkaik-school": "school"}[game]
    record = read_record((find_kit("cetkaik").folder / f"games/{name}.txt").read_text(encoding="utf-8"))
    played = make_game(game, dict(record.options))
    return list(narrate(played, tuple(replay(record, played))))


@pytest.mark.parametrize("game", ["cetkaik", "cetkaik-school"])
def test_every_line_of_a_record_is_narrated_in_words_the_kit_has(game):
    frames = stated(game)
    lines = [frame.lines for frame in frames]
    assert [first for first, _ in lines] == [1, *(last + 1 for _, last in lines[:-1])]
    said = {sentence.key for frame in frames for sentence in frame.sentences}
    texts = find_kit("cetkaik").texts["en"]
    assert {f"narration.{key}" for key in said} <= set(texts)
    assert {
        "begin.1",
        "move",
        "step-over",
        "capture",
        "hand",
        "threatens",
        "saves",
        "goes-on",
        "ends",
        "over",
    } <= said
    assert said & {"cast-reached", "cast-short"}


def test_what_is_narrated_of_a_turn_follows_from_the_rules():
    turns = {
        frame.lines: {each.key: each.values for each in frame.sentences} for frame in stated("cetkaik-school")
    }
    last = turns[8, 11]
    assert last["step-over"] == {
        "seat": "A", "piece": CardValue("赤巫"), "source": "d3", "target": "c7",
        "stone": CardValue("黒弓"), "square": "d7",
    }  # fmt: skip
    assert last["cast-reached"] == {"shown": "2", "needed": "1"}
    assert last["hand"] == {"list": (ScoredHand("王", "5"),)}
    points = (("A", "15"), ("IA", "5"))
    assert last["ends"] == {"seat": "A", "sum": "+5", "rate": "×1", "due": "+5", "list": points}


def test_the_walkthrough_is_read_back_with_its_boards(tmp_path):
    reading, *_ = files(tmp_path, ("walkthrough",), lang="en")
    (report,) = check_reports([reading])
    assert report.clean, report.findings
    assert f"{page_count(reading)} pages" in report.seen
    assert page_count(reading) > 60


def test_the_box_is_read_back(tmp_path):
    for report in check_reports(files(tmp_path, ("box",))):
        assert report.clean, (report.file, report.findings)


def test_the_glyphs_are_those_of_their_strokes():
    """Else: `python -m printkit.atelier.glyphs templates/air/art`."""
    for name, text in glyph_texts().items():
        kept = (templates_dir() / "air/art" / name).read_text(encoding="utf-8")
        assert same_drawing(kept, text), name
    for name, air in BACKS.items():
        for ink, text in back_texts(air).items():
            assert same_drawing((templates_dir() / name.format(ink=ink)).read_text(encoding="utf-8"), text)


def test_no_glyph_has_a_nib_or_a_hair_gap():
    for name, brush in GLYPHS.items():
        mass = brush.mass()
        nibs = mass - mass.shrunk(0.6, "miter").grown(0.62, "miter")
        assert max((part.area for part in nibs.parts()), default=0.0) < 0.5, name
        assert len(mass.parts()) == {"ship": 3, "cart": 2}.get(name, 1), name


@pytest.mark.parametrize(
    ("share", "frame", "foot", "down"), [(PIECE.cut, 0, 0, 0.012), (PIECE.raised, FRAME, FOOT, -0.008)]
)
def test_every_glyph_keeps_clear_of_the_edge_of_its_piece(share, frame, foot, down):
    """Pieces of 22 mm: a quarter of a millimetre between the sign and the bevel, the frame or the foot."""
    side = 22.0
    low = (PIECE.inset + frame) * side
    high, bottom = side - low, side - (PIECE.inset + max(foot, frame)) * side
    bevel = PIECE.bevel * side
    edge = [
        (low + bevel, low),
        (high - bevel, low),
        (high, low + bevel),
        (high, bottom),
        (low, bottom),
        (low, low + bevel),
    ]
    room = shape(edge).shrunk(0.25)
    for name, brush in GLYPHS.items():
        em = share * side / 100
        mass = brush.mass().moved(-50.0, -50.0).scaled(em).moved(side / 2, side / 2 + down * side)
        assert (mass - room).area < 1e-3, name


def test_no_two_glyphs_are_alike_after_a_blur():
    """Normalised overlap of pieces of 12 mm at 150 dpi, blurred by 0.35 mm (the frames: 0.90 at the most)."""
    seen = {name: blurred(brush.mass()) for name, brush in GLYPHS.items()}
    pairs = {
        (one, other): float((seen[one] * seen[other]).sum()) for one in seen for other in seen if one < other
    }
    assert max(pairs.values()) <= 0.91, max(pairs, key=pairs.__getitem__)


def blurred(mass):
    """The glyph's coverage at an em of 8.9 mm, as rows of unit length in all."""
    outline = "".join(f"M{'L'.join(f'{x:.2f} {y:.2f}' for x, y in contour)}z" for contour in mass.contours)
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 120 120">'
        f'<path fill-rule="evenodd" d="{outline}"/></svg>'
    )
    grey = 1.0 - numpy.asarray(Image.open(BytesIO(svg_png(svg, 10.7, 10.7, 150 / 25.4))).convert("L")) / 255
    for _ in range(2):
        for axis in (0, 1):
            grey = (numpy.roll(grey, 1, axis) + 2 * grey + numpy.roll(grey, -1, axis)) / 4
    return grey / numpy.sqrt((grey * grey).sum())
