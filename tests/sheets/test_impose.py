"""Imposition: how many fit, nothing overlaps, backs meet their fronts, marks keep off the cards."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from functools import reduce
from itertools import combinations, islice

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from printkit.errors import InputError
from printkit.geometry import Rect, Size
from printkit.scene.inks import BLACK, CREASE, CUT, REGISTRATION
from printkit.scene.model import Group, Path, Scene, walk
from printkit.sheets.impose import ImpositionSpec, card_per_page, impose, plan
from printkit.sheets.model import PAPERS, FaceKey

TAROT = Size(70, 120)
DECK = [f"card-{number:02}" for number in range(80)]


@st.composite
def jobs(draw, duplexes=("long", "short", "fronts-then-backs", "none", "fold")):
    """Any cards on any paper they fit on."""
    trim = Size(draw(st.floats(15, 150)), draw(st.floats(15, 150)))
    bleed = draw(st.sampled_from((0.0, 1.5, 3.0, 3.175)))
    spec = ImpositionSpec(
        Size(draw(st.floats(100, 450)), draw(st.floats(100, 450))),
        margin=draw(st.sampled_from((0.0, 3.0, 5.0, 6.35))),
        gutter=draw(st.sampled_from((None, 0.0, 2.0, 10.0))),
        duplex=draw(st.sampled_from(duplexes)),
        marks=draw(st.sampled_from(("crop", "none"))),
        ruler=draw(st.booleans()),
        registration=draw(st.booleans()),
    )
    count = draw(st.integers(1, 40))
    cards = [f"c{number}" for number in range(count)]
    try:
        return cards, trim, bleed, spec, list(impose(cards, trim, bleed, spec))
    except InputError:
        assume(False)


def printable(sheet, margin):
    return Rect(0, 0, *sheet.paper).grown(-margin)


def mark_lines(sheet):
    """The upright box of every straight piece and curve of the marks, with half its stroke."""
    boxes = []
    for placed in walk(Scene("marks", *sheet.paper, 0, sheet.marks)):
        assert isinstance(placed.item, Path)
        path = placed.item
        assert path.stroke is not None
        assert path.stroke in (BLACK, CREASE, CUT, REGISTRATION)
        assert path.width >= 0.2
        points, start = iter(path.outline.coordinates), (0.0, 0.0)
        for command in path.outline.commands:
            ends = [(next(points), next(points)) for _ in range({"M": 1, "L": 1, "C": 3, "Z": 0}[command])]
            if command in "LC":
                xs, ys = zip(start, *ends, strict=True)
                boxes.append(Rect.from_edges(min(xs), min(ys), max(xs), max(ys)).grown(path.width / 2))
            if ends:
                start = ends[-1]
    return boxes


def behind(sheet, rect, duplex):
    """Where a rectangle of the front lies on the back, by turning the paper over that edge."""
    width, height = sheet.paper
    over_upright_edge = (height >= width) == (duplex != "short")
    if over_upright_edge:
        return Rect(width - rect.right, rect.y, rect.width, rect.height)
    return Rect(rect.x, height - rect.bottom, rect.width, rect.height)


def up(placement):
    """The direction of the card's head on its side of the paper."""
    x, y = placement.transform.point(0, -1)
    x0, y0 = placement.transform.point(0, 0)
    return x - x0, y - y0


@pytest.mark.parametrize(
    ("paper", "per_sheet"), [("a4", 4), ("letter", 4), ("a3", 10), ("sra3", 12), ("legal", 4)]
)
@pytest.mark.parametrize("duplex", ["long", "short", "none", "fronts-then-backs"])
def test_so_many_tarot_cards_fit(paper, per_sheet, duplex):
    layout = plan(TAROT, 3, ImpositionSpec(PAPERS[paper], duplex=duplex))
    assert layout.per_sheet == per_sheet
    assert layout.ruler is not None
    assert layout.furniture is not None


@pytest.mark.parametrize(("paper", "sheets"), [("a4", 20), ("letter", 20), ("a3", 8)])
def test_eighty_tarot_cards_are_whole_sheets_with_none_left_over(paper, sheets):
    pages = list(impose(DECK, TAROT, 3, ImpositionSpec(PAPERS[paper])))
    assert len(pages) == 2 * sheets
    assert {len(page.placements) for page in pages} == {80 // sheets}


@pytest.mark.parametrize(
    ("trim", "paper", "gutter", "per_sheet"),
    [
        (Size(63, 88), "a4", None, 8),
        (Size(63, 88), "a4", 0.0, 9),
        (Size(57, 88), "a4", None, 9),
        (Size(59, 86), "a4", None, 9),
        (Size(57, 88), "letter", None, 8),
    ],
)
def test_smaller_cards_fit_more(trim, paper, gutter, per_sheet):
    assert plan(trim, 3, ImpositionSpec(PAPERS[paper], gutter=gutter)).per_sheet == per_sheet


def test_a_tarot_card_folds_beside_its_back():
    (sheet, *_) = impose(DECK, TAROT, 3, ImpositionSpec(PAPERS["a4"], duplex="fold"))
    assert [placement.face.side for placement in sheet.placements] == ["front", "back", "front", "back"]


def test_cards_lie_in_the_middle_where_there_is_room():
    (front, back, *_) = impose(DECK, TAROT, 3, ImpositionSpec(PAPERS["a4"]))
    for sheet in (front, back):
        block = sheet.placements[0].trim.union(sheet.placements[3].trim)
        assert block.center == pytest.approx((105, 148.5))


@given(jobs())
def test_every_face_is_placed_exactly_once(job):
    cards, _, _, spec, pages = job
    placed = Counter(placement.face for page in pages for placement in page.placements)
    sides = ("front",) if spec.duplex == "none" else ("front", "back")
    assert placed == Counter(FaceKey(card, side) for card in cards for side in sides)


@given(jobs())
def test_faces_do_not_overlap_and_stay_where_the_printer_reaches(job):
    _, _, bleed, spec, pages = job
    for page in pages:
        for placement in page.placements:
            assert printable(page, spec.margin).contains(placement.window, 2e-3)
            assert placement.window.contains(placement.trim)
            assert placement.trim.grown(bleed).contains(placement.window)
        for one, other in combinations(page.placements, 2):
            assert not one.window.overlaps(other.window)


@given(jobs())
def test_the_map_takes_the_card_to_its_trim(job):
    _, trim, _, _, pages = job
    for placement in pages[0].placements:
        mapped = placement.transform.rect(Rect(0, 0, *trim))
        assert tuple(mapped) == pytest.approx(tuple(placement.trim))
        assert placement.transform.degrees() == pytest.approx(placement.rotation)
        a, b, c, d, _, _ = placement.transform
        assert a * d - b * c == pytest.approx(1)


@given(jobs(("long", "short")))
def test_backs_meet_their_fronts_when_the_paper_is_turned(job):
    *_, spec, pages = job
    for front, back in zip(pages[0::2], pages[1::2], strict=True):
        assert (front.side, back.side, front.number) == ("front", "back", back.number)
        assert front.paper == back.paper
        turned_upright = behind(front, Rect(0, 0, 1, 2), spec.duplex).y == 0
        for one, other in zip(front.placements, back.placements, strict=True):
            assert one.face.card == other.face.card
            assert tuple(behind(front, one.trim, spec.duplex)) == pytest.approx(tuple(other.trim))
            assert tuple(behind(front, one.window, spec.duplex)) == pytest.approx(tuple(other.window))
            # Turned over an upright edge, up stays up; over a level edge it points down.
            x, y = up(one)
            assert up(other) == pytest.approx((-x, y) if turned_upright else (x, -y))


@given(jobs(("fold",)))
def test_backs_meet_their_fronts_when_the_sheet_is_folded(job):
    *_, pages = job
    for page in pages:
        fronts, backs = page.placements[0::2], page.placements[1::2]
        first, second = fronts[0], backs[0]
        level = first.trim.x == pytest.approx(second.trim.x)
        fold = (first.trim.y + second.trim.bottom) if level else (first.trim.x + second.trim.right)
        for one, other in zip(fronts, backs, strict=True):
            assert one.face.card == other.face.card
            place = (
                Rect(one.trim.x, fold - one.trim.bottom, *one.trim[2:])
                if level
                else Rect(fold - one.trim.right, one.trim.y, *one.trim[2:])
            )
            assert tuple(other.trim) == pytest.approx(tuple(place))
            assert other.rotation == (180 if level else 0)
        assert any(isinstance(mark, Group) and mark.layer == "fold" for mark in page.marks)


def test_fronts_then_backs_are_two_stacks_in_the_same_order():
    pages = list(impose(DECK, TAROT, 3, ImpositionSpec(PAPERS["a4"], duplex="fronts-then-backs")))
    assert [page.side for page in pages] == ["front"] * 20 + ["back"] * 20
    assert [page.number for page in pages] == [*range(1, 21), *range(1, 21)]
    assert [p.face.card for p in pages[20].placements] == [p.face.card for p in pages[0].placements]


def test_the_last_sheet_keeps_the_places_of_a_full_one():
    full, _, short, short_back = impose(DECK[:5], TAROT, 3, ImpositionSpec(PAPERS["a4"]))
    assert len(short.placements) == 1
    assert short.placements[0].trim == full.placements[0].trim
    assert tuple(behind(short, short.placements[0].trim, "long")) == pytest.approx(
        tuple(short_back.placements[0].trim)
    )


@given(jobs())
def test_marks_touch_no_card_and_no_bleed(job):
    *_, spec, pages = job
    for page in pages:
        for line in mark_lines(page):
            for placement in page.placements:
                # A fold line runs between two bleeds and may touch both.
                trim = placement.window if spec.duplex != "fold" else placement.trim
                assert not line.overlaps(trim, 0.13)
            if spec.duplex != "fold":
                assert printable(page, spec.margin).grown(0.13).contains(line, 2e-3)


@given(jobs())
def test_ruler_and_label_lie_free_of_everything(job):
    *_, spec, pages = job
    for page in pages:
        if page.ruler is None or page.furniture is None:
            assert page.ruler is page.furniture
            continue
        assert max(page.ruler[2:]) == pytest.approx(100)
        assert max(page.furniture[2:]) >= 60
        assert min(page.furniture[2:]) >= 4
        assert not page.ruler.overlaps(page.furniture)
        for box in (page.ruler, page.furniture):
            assert printable(page, spec.margin).contains(box, 2e-3)
            assert not any(box.overlaps(placement.window) for placement in page.placements)
        for line in mark_lines(page):
            assert not line.overlaps(page.furniture, 0.13)


@pytest.mark.parametrize("paper", ["a5", "b5", "a4", "letter", "legal", "b4", "a3", "tabloid", "sra3"])
@pytest.mark.parametrize(
    "trim", [TAROT, Size(63, 88), Size(57, 88), Size(59, 86), Size(44, 68), Size(20, 20)]
)
@pytest.mark.parametrize("duplex", ["long", "short", "fold"])
def test_every_usual_sheet_has_its_ruler(paper, trim, duplex):
    for sheet in islice(impose(DECK, trim, 3, ImpositionSpec(PAPERS[paper], duplex=duplex)), 2):
        assert sheet.ruler is not None
        assert sheet.furniture is not None


def test_paper_too_small_for_a_ruler_still_takes_its_card():
    layout = plan(Size(63, 88), 3, ImpositionSpec(Size(90, 110)))
    assert layout.per_sheet == 1
    assert layout.ruler is None


def test_crop_marks_stand_at_every_edge_of_the_trim():
    (sheet, *_) = impose(DECK, TAROT, 3, ImpositionSpec(PAPERS["a4"], ruler=False))
    lines = mark_lines(sheet)
    for placement in sheet.placements:
        for x in (placement.trim.x, placement.trim.right):
            assert sum(abs(line.center[0] - x) < 1e-3 and line.height > line.width for line in lines) == 2
        for y in (placement.trim.y, placement.trim.bottom):
            assert sum(abs(line.center[1] - y) < 1e-3 and line.width > line.height for line in lines) == 2


def test_marks_and_ruler_can_be_left_out():
    (sheet, *_) = impose(DECK, TAROT, 3, ImpositionSpec(PAPERS["a4"], marks="none", ruler=False))
    assert sheet.marks == ()
    assert sheet.ruler is None


def test_guides_for_round_corners_are_drawn_only_where_asked():
    plain, asked = (
        next(impose(DECK, TAROT, 3, ImpositionSpec(PAPERS["a4"], corner=corner, ruler=False)))
        for corner in (0, 3.5)
    )
    guides = [mark for mark in asked.marks if isinstance(mark, Group) and mark.layer == "cut"]
    assert len(guides) == 1
    assert not [mark for mark in plain.marks if isinstance(mark, Group) and mark.layer == "cut"]
    (path,) = guides[0].items
    assert isinstance(path, Path)
    assert path.outline.commands == "MC" * 16


def test_registration_crosses_meet_when_the_paper_is_turned():
    spec = ImpositionSpec(PAPERS["a4"], registration=True, marks="none", ruler=False)
    front, back = islice(impose(DECK, TAROT, 3, spec), 2)
    crosses = [
        sorted(round(v, 3) for line in mark_lines(side) for v in line.center) for side in (front, back)
    ]
    assert crosses[0] == crosses[1]
    assert len(front.marks) == 4


def test_thousands_of_cards_are_imposed_without_being_held():
    cards = [str(number) for number in range(8000)]
    tracemalloc.start()
    pages = sum(1 for _ in impose(cards, TAROT, 3, ImpositionSpec(PAPERS["a4"])))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert pages == 4000
    assert peak < 1_000_000


@pytest.mark.parametrize("duplex", ["long", "fold"])
def test_a_card_larger_than_the_paper_is_one_clear_error(duplex):
    with pytest.raises(InputError, match=r"70 × 120 mm .*does not fit .*60 × 90 mm") as caught:
        impose(["a"], TAROT, 3, ImpositionSpec(Size(60, 90), duplex=duplex))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("trim", "bleed", "spec"),
    [
        (Size(0, 120), 3, ImpositionSpec(PAPERS["a4"])),
        (Size(float("nan"), 120), 3, ImpositionSpec(PAPERS["a4"])),
        (TAROT, -1, ImpositionSpec(PAPERS["a4"])),
        (TAROT, 3, ImpositionSpec(PAPERS["a4"], gutter=-2)),
        (TAROT, 3, ImpositionSpec(PAPERS["a4"], margin=float("inf"))),
    ],
)
def test_lengths_that_make_no_sense_are_refused(trim, bleed, spec):
    with pytest.raises(InputError, match=r"is (0|nan|-1|-2|inf) mm"):
        impose(["a"], trim, bleed, spec)


def test_a_card_per_page_has_trim_and_bleed_boxes_and_marks_in_the_slug():
    pages = list(card_per_page(["a", "b"], TAROT, 3, slug=6, marks="crop"))
    assert [(page.number, page.side) for page in pages] == [
        (1, "front"),
        (1, "back"),
        (2, "front"),
        (2, "back"),
    ]
    page = pages[0]
    assert page.paper == Size(88, 138)
    assert (page.trim_box, page.bleed_box) == (Rect(9, 9, 70, 120), Rect(6, 6, 76, 126))
    assert not any(line.overlaps(page.bleed_box, 0.13) for line in mark_lines(page) if page.bleed_box)
    assert len(mark_lines(page)) == 8


def test_a_printer_may_ask_for_backs_first_or_fronts_only():
    backs_first = card_per_page(["a", "b"], TAROT, 3, order=("back", "front"))
    assert [p.placements[0].face for p in backs_first][:2] == [FaceKey("a", "back"), FaceKey("a", "front")]
    assert [p.side for p in card_per_page(["a", "b"], TAROT, 3, order=("front",))] == ["front", "front"]


def test_backs_reach_further_than_fronts_and_still_meet_them():
    trim, extra = Size(70.0, 120.0), 2.0
    layout = plan(trim, 3.0, ImpositionSpec(Size(210.0, 297.0), back_bleed=extra))
    for front, back in zip(layout.fronts, layout.backs, strict=True):
        assert front.window == front.trim.grown(3.0)
        assert back.window == back.trim.grown(3.0 + extra)
        assert layout.behind(front.trim) == back.trim


@pytest.mark.parametrize("duplex", ["long", "short", "fold"])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_no_crop_marks_point_at_places_that_stay_empty(duplex, count):
    """Each mark of a sheet that is not full continues an edge of a card that lies there, and begins beside it."""
    spec = ImpositionSpec(PAPERS["a3"], duplex=duplex, ruler=False)
    for sheet in impose(DECK[:count], TAROT, 3, spec):
        edges = [placement.trim for placement in sheet.placements]
        taken = reduce(Rect.union, (placement.window for placement in sheet.placements))
        crops = [line for line in mark_lines(sheet) if max(line[2:]) < 6]
        assert crops
        for line in crops:
            upright = line.height > line.width
            at = line.center[0] if upright else line.center[1]
            ends = [end for box in edges for end in ((box.x, box.right) if upright else (box.y, box.bottom))]
            assert min(abs(at - end) for end in ends) < 1e-3
            assert taken.grown(0.7).overlaps(line)
