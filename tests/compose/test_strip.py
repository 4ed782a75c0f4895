"""Pictures of steps: what each shows, how they fill their room, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.compose.pieces.tokens import compose_token
from printkit.compose.table.strip import BOOK, LINE, NAMED, strip_picture
from printkit.compose.table.strip_things import Pen, stacked_sign, step_sign
from printkit.errors import InputError
from printkit.kit.find import find_kit
from printkit.kit.leaflets import Strip, load_strips
from printkit.scene.inks import BLACK, PAPER, find_ink
from printkit.scene.model import Glyphs, Group, Path, Scene, Use, walk

KITS = ("linked-ships", "mountain-road", "throwing-sticks", "cetkaik", "paper-cetkaik", "tottarot")
WIDTH = 124.0


def _glyphs(items):
    return [each.item for each in walk(Scene("", 0.0, 0.0, 0.0, items)) if isinstance(each.item, Glyphs)]


def _uses(items):
    for item in items:
        if isinstance(item, Group):
            yield from _uses(item.items)
        elif isinstance(item, Use):
            yield item


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("kit_id", KITS)
def test_every_strip_of_the_kits_is_drawn_with_its_words_inside_its_width(kit_id, ink):
    kit = find_kit(kit_id, ("full", "low"))
    for strip in load_strips(kit).values():
        for language in kit.languages:
            drawn = strip_picture(kit, language, Choices(kit.default_size, ink), strip, WIDTH)
            first = kit.text(language, f"strip.{strip.id}.1").partition("\n")[0]
            assert drawn.words.startswith(first)
            assert drawn.grow
            assert drawn.grow.most > drawn.height
            assert len(drawn.words.split("; ")) == len(strip.steps)


def test_a_card_of_the_kit_is_shown_by_its_face():
    kit = find_kit("tottarot")
    strip = load_strips(kit)["strip-end"]
    shown = strip_picture(kit, "en", Choices(kit.default_size), strip, WIDTH)
    names = [each.scene.id for each in _uses(shown.items)]
    assert [name.partition("-")[0] for name in names[:3]] == ["sun", "tower", "star"]
    unknown = strip.model_copy(update={"steps": (("face:sum",), ("token:victory",))})
    with pytest.raises(InputError, match=r"there is no card 'sum'"):
        strip_picture(kit, "en", Choices(kit.default_size), unknown, WIDTH)


def test_in_a_book_few_things_grow_until_they_fill_their_step():
    kit = find_kit("paper-cetkaik")
    drawn = strip_picture(kit, "en", Choices(kit.default_size), load_strips(kit)["strip-trick"], WIDTH)
    assert drawn.grow
    assert drawn.grow.most > BOOK.most + 5.0


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize(
    ("thing", "stick"), [("rice", "stick-1"), ("coin", "stick-5"), ("stick", "stick-turn")]
)
def test_a_thing_that_is_counted_is_the_stick_that_is_cut_out(thing, stick, ink):
    """A strict reader found rice a blank box, a coin without ears, and green sticks without their arrow."""
    kit = find_kit("mountain-road", ("full", "low"))
    choices = Choices(kit.default_size, ink)
    token = next(each for each in kit.tokens if each.id == stick)
    sign = step_sign(Pen(kit, "en", choices), (thing,))
    whole = compose_token(kit, token, "front", choices).items
    seen = []
    for items in (whole, sign.items):
        placed = [*walk(Scene("", 0.0, 0.0, 0.0, items))]
        fills = {each.item.fill for each in placed if isinstance(each.item, Path)} - {None}
        seen.append((fills, [glyphs.text for glyphs in _glyphs(items)]))
        boxes = [item_box(each) for each in placed]
    assert seen[0] == seen[1]
    assert all(-0.2 < box.x and box.right < sign.width + 0.2 for box in boxes)


def test_in_a_column_a_figure_stands_before_what_it_counts():
    kit = find_kit("mountain-road")
    pen = Pen(kit, "en", Choices(kit.default_size))
    alone, counted = (
        stacked_sign(pen, step) for step in (("rice", "arrow", "coin"), ("5", "rice", "arrow", "coin"))
    )
    assert counted.height < alone.height + 3.0
    assert counted.width > alone.width


def test_steps_are_numbered_only_where_they_follow_each_other():
    kit = find_kit("mountain-road")
    steps = (("rice",), ("coin*3",), ("pawn:A", "arrow"))
    drawn = {
        ordered: strip_picture(
            kit, "en", Choices(kit.default_size), Strip(id="turn", ordered=ordered, steps=steps), WIDTH
        )
        for ordered in (True, False)
    }
    assert len(_glyphs(drawn[True].items)) == len(_glyphs(drawn[False].items)) + len(steps)


@pytest.mark.parametrize(
    "thing",
    [
        "throw:x",
        "throw:3",
        "choice:3-5",
        "choice:2-5+3-5/choice.keep=10",
        "choice:3-5/choice.keep=101/choice.again=0",
        "square:abc",
        "token:cup*x",
        "token:cup*9999",
        "card:",
        "seat:Z",
        "++",
        "",
    ],
)
def test_what_is_not_written_as_a_thing_is_refused(thing):
    with pytest.raises(InputError, match="is not how a thing of a step is written"):
        Strip.read({"id": "turn", "steps": [[thing], ["arrow"]]}, "leaflets.toml")


@pytest.mark.parametrize(
    "thing",
    [
        "pawn:Z",
        "flat:E1",
        "token:none",
        "elephant",
        "not*2",
        "throw:9-5",
        "throw:3-40",
        "ground:?",
        "goal:no.key",
        "choice:2-5/no.key=1/no.other=2",
        "card",
    ],
)
def test_an_unknown_thing_is_refused(kit, thing):
    steps = ((thing,), ("arrow",))
    if thing == "card":
        # What cards bring is called so, too.
        assert strip_picture(kit, "en", Choices(kit.default_size), Strip(id="turn", steps=steps), WIDTH).items
        return
    with pytest.raises(InputError, match=r"unknown|there is no|is no throw"):
        strip_picture(kit, "en", Choices(kit.default_size), Strip(id="turn", steps=steps), WIDTH)


@pytest.mark.parametrize("steps", [[["pawn:A*40"], ["arrow"]], [["arrow"]] * 16, [["arrow"] * 9] * 2])
def test_more_than_can_be_seen_is_refused(kit, steps):
    with pytest.raises(InputError, match=r"mm are free|at most"):
        strip_picture(kit, "en", Choices(kit.default_size), Strip.read({"id": "turn", "steps": steps}), WIDTH)


@pytest.mark.parametrize("step", [["not"], ["throw:0-0"]])
@pytest.mark.parametrize("sheet", [False, True])
def test_a_step_that_shows_nothing_is_refused(step, sheet):
    kit = find_kit("throwing-sticks")
    strip = Strip(id="last", steps=(("arrow",), tuple(step)))
    with pytest.raises(InputError, match=r"step 2 shows nothing|throw:0-0 is no throw"):
        strip_picture(kit, "en", Choices(kit.default_size), strip, WIDTH, sheet=sheet)


def test_a_choice_may_stand_twice_and_its_name_has_the_room_that_its_figure_leaves():
    kit = find_kit("throwing-sticks")
    strip = Strip(id="last", steps=(("choice:1-1/choice.again=100/choice.keep=0*2",), ("arrow",)))
    drawn = strip_picture(kit, "en", Choices(kit.default_size), strip, WIDTH)
    assert "again 100 %, keep 0 %" in drawn.words
    placed = [*walk(Scene("", 0.0, 0.0, 0.0, drawn.items))]
    said = [(each.item.text, item_box(each)) for each in placed if isinstance(each.item, Glyphs)]
    names = [box for text, box in said if text == "again"]
    figures = [box for text, box in said if text == "100 %"]
    assert len(names) == len(figures) == 2
    assert not any(name.overlaps(figure) for name in names for figure in figures)


def test_a_wide_step_makes_rows_shorter_and_one_too_wide_for_the_page_is_refused():
    kit = find_kit("throwing-sticks")
    strip = load_strips(kit)["strip-last"]
    wide, narrow = (
        strip_picture(kit, "en", Choices(kit.default_size), strip, width).height for width in (WIDTH, 70.0)
    )
    assert narrow > 1.9 * wide
    with pytest.raises(InputError, match=r"12 mm are free .*not drawn below 50%"):
        strip_picture(kit, "en", Choices(kit.default_size), strip, 16.6)


@pytest.fixture(scope="module")
def kit():
    return find_kit("mountain-road")


def test_things_of_a_narrow_step_stand_one_below_the_other():
    """An arrow points down there, and a wide card stands on its side."""
    ships = find_kit("linked-ships")
    pen = Pen(ships, "en", Choices(ships.default_size), upright=True)
    sign = stacked_sign(pen, ("token:cube-black", "arrow", "token:cube-black/back"))
    assert sign.height > 2.0 * sign.width
    boxes = [item_box(each) for each in walk(Scene("", 0.0, 0.0, 0.0, sign.items))]
    assert min(box.y for box in boxes) == pytest.approx(-sign.height / 2, abs=0.5)
    assert max(box.bottom for box in boxes) == pytest.approx(sign.height / 2, abs=0.5)
    slip = step_sign(pen, ("face:slip-black",))
    assert slip.height > 2.0 * slip.width


def test_a_last_row_of_fewer_steps_is_as_wide_as_the_others():
    """Seven steps left a hole at the right of the second row."""
    kit = find_kit("cetkaik")
    strip = load_strips(kit)["strip-ranks"]
    drawn = strip_picture(kit, "en", Choices(kit.default_size), strip, 128.0)
    placed = walk(Scene("", 0.0, 0.0, 0.0, drawn.items))
    frames = [
        item_box(each)
        for each in placed
        if isinstance(each.item, Path) and each.item.stroke and item_box(each).width > 100.0
    ]
    assert [box.right for box in frames] == [pytest.approx(frames[0].right)] * 2
    assert frames[1].y > frames[0].bottom


def test_on_a_sheet_of_pieces_things_fill_their_room(kit):
    """In a book they have about one size; below pieces a strip that is folded is nearly as high as its step."""
    strip = load_strips(kit)["strip-pieces"]
    highest, count = [], len(strip.steps)
    for sheet in (False, True):
        drawn = strip_picture(kit, "en", Choices(kit.default_size), strip, WIDTH, sheet=sheet)
        assert drawn.grow
        large = drawn.grow.draw(drawn.grow.most)
        boxes = [item_box(each) for each in walk(Scene("", 0.0, 0.0, 0.0, large.items))]
        highest.append(
            [
                max(box.bottom for box in own) - min(box.y for box in own)
                for at in range(count)
                if (
                    own := [
                        box
                        for box in boxes
                        if at < box.x / WIDTH * count and box.right / WIDTH * count < at + 1
                    ]
                )
            ]
        )
    assert all(fuller > higher for higher, fuller in zip(*highest, strict=True))
    assert max(highest[1]) > 2.0 * max(highest[0])


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("sheet", [False, True])
def test_what_is_not_to_be_done_has_a_thick_red_cross_in_the_corner_of_its_step(ink, sheet):
    """One over the things hid what is forbidden; it covers neither these nor the words, long as they are."""
    kit = find_kit("mountain-road")
    for strip in (
        Strip(id="turn", ordered=False, steps=(("rice", "arrow", "coin", "not"), ("arrow",))),
        load_strips(kit)["strip-rules"],
    ):
        drawn = strip_picture(kit, "en", Choices(kit.default_size, ink), strip, WIDTH, sheet=sheet)
        assert drawn.grow
        drawn = drawn.grow.draw(drawn.grow.most)
        placed = [*walk(Scene("", 0.0, 0.0, 0.0, drawn.items))]
        boxes = [(each.item, item_box(each)) for each in placed if isinstance(each.item, Path | Glyphs)]
        crosses = [
            (item, own)
            for item, own in boxes
            if isinstance(item, Path) and item.stroke == find_ink("red") and item.width > 1.5
        ]
        assert len(crosses) == sum("not" in step for step in strip.steps)
        frames = [own for _, own in boxes if own.width > WIDTH - 1.5]
        for cross, box in crosses:
            assert 5.5 < box.height == pytest.approx(box.width)
            frame = next(each for each in frames if each.contains(box))
            assert 0.5 < box.y - frame.y < 3.0
            assert not any(
                own.overlaps(box) for item, own in boxes if item is not cross and own not in frames
            )


@pytest.mark.parametrize("ink", ["full", "low"])
def test_what_to_do_stands_out_from_what_not_to_do(ink):
    """Crosses were seen first; cells are of one width, and cards and sticks of one size in all of them."""
    kit = find_kit("mountain-road")
    strip = load_strips(kit)["strip-rules"]
    drawn = strip_picture(kit, "en", Choices(kit.default_size, ink), strip, WIDTH)
    assert drawn.grow
    placed = [*walk(Scene("", 0.0, 0.0, 0.0, drawn.grow.draw(drawn.grow.most).items))]
    boxes = [(each.item, item_box(each)) for each in placed if isinstance(each.item, Path)]
    wide = WIDTH / 4
    bars = [
        box for item, box in boxes if item.fill == BLACK and box.width == pytest.approx(wide - LINE, abs=0.01)
    ]
    assert len(bars) == (sum("not" not in step for step in strip.steps) if ink == "full" else 0)
    words = [each.item for each in placed if isinstance(each.item, Glyphs) and each.item.text == "Lay boats"]
    assert [each.ink == PAPER for each in words] == [ink == "full"]
    # One scale of all that is cut out and of all cards.
    assert len({round(each.transform.d, 3) for each in placed if isinstance(each.item, Use)}) <= 2


@pytest.mark.parametrize("name", ["prize", "most-lines", "meeting"])
def test_of_two_pieces_of_road_what_to_do_is_larger(name):
    """Both were scraps cropped from the board, of one size; only the words of the right one stood on a bar."""
    kit = find_kit("throwing-sticks")
    strip = load_strips(kit)[f"strip-{name}"]
    small = strip_picture(kit, "en", Choices(kit.default_size), strip, WIDTH)
    assert small.grow
    for drawn in (small, small.grow.draw(small.grow.most)):
        placed = [*walk(Scene("", 0.0, 0.0, 0.0, drawn.items))]
        boxes = [(each.item, item_box(each)) for each in placed if isinstance(each.item, Path)]
        (bar,), (line,) = (
            [
                box for item, box in boxes
                if item.fill == ink and not item.stroke
                and box.height == pytest.approx(NAMED - LINE / 2, abs=0.01)
            ]
            for ink in (BLACK, kit.inks["red"])
        )  # fmt: skip
        assert bar.width > 1.15 * line.width
        assert line.x >= bar.right - 0.01
        assert line.y == pytest.approx(bar.y, abs=0.01)
        frames = [box for item, box in boxes if item.fill == BLACK and item.stroke == BLACK]
        right, wrong = (
            max(box.width for box in frames if (box.x > bar.right) == side) for side in (False, True)
        )
        assert wrong == pytest.approx(0.66 * right, rel=0.35)
        assert wrong < 0.67 * right
        # Nothing is cut off, and the cross lies beside what it is for.
        assert not any(each.clip for each in placed)
        (cross,) = (box for item, box in boxes if item.stroke == find_ink("red") and item.width > 1.5)
        assert not any(frame.overlaps(cross) for frame in frames)


def test_things_of_one_kind_have_one_size_in_a_row_of_a_book(kit):
    """A strict reader saw cards of three sizes side by side; what shares nothing with others may be larger."""
    steps = (("card:b船", "+2", "coin"), ("card:b無0",), ("ground:^",))
    heights = []
    for shown in (steps, steps[1:]):
        strip = Strip(id="turn", ordered=False, steps=shown)
        drawn = strip_picture(kit, "en", Choices(kit.default_size), strip, WIDTH)
        assert drawn.grow
        large = [*walk(Scene("", 0.0, 0.0, 0.0, drawn.grow.draw(drawn.grow.most).items))]
        boxes = [item_box(each) for each in large if isinstance(each.item, Path)]
        wide = WIDTH / len(shown)
        heights.append([
            max(own.bottom for own in here) - min(own.y for own in here)
            for at in range(len(shown))
            if (here := [own for own in boxes if at * wide + 1 < own.x and own.right < (at + 1) * wide - 1])
        ])  # fmt: skip
    (first, second, alone), (freed, _) = heights
    assert first == pytest.approx(second, abs=0.01)
    assert second < freed
    assert second < alone


@pytest.mark.parametrize(("language", "percent"), [("en", " %"), ("ja", "%")])
@pytest.mark.parametrize("ink", ["full", "low"])
def test_the_better_of_two_choices_has_a_dark_stick_as_long_as_it_wins_often(language, percent, ink):
    """Five sticks in a stamp could not be counted, and how often choices win was the smallest of a page."""
    kit = find_kit("throwing-sticks")
    whole = []
    for again, keep in ((81, 71), (81, 100), (52, 0)):
        thing = f"choice:3-5/choice.again={again}/choice.keep={keep}"
        strip = Strip(id="last", steps=((thing,), ("arrow",)))
        drawn = strip_picture(kit, language, Choices(kit.default_size, ink), strip, WIDTH)
        placed = [*walk(Scene("", 0.0, 0.0, 0.0, drawn.items))]
        said = {each.item.text: each for each in placed if isinstance(each.item, Glyphs)}
        assert item_box(said["3"]).height > 2 * item_box(said[f"{again}{percent}"]).height
        paths = [each for each in placed if isinstance(each.item, Path)]
        for key, share in (("again", again), ("keep", keep)):
            line, name = said[f"{share}{percent}"], said[kit.text(language, f"choice.{key}")]
            assert line.item.font == name.item.font == kit.fonts["text"]
            beside = [
                each
                for each in paths
                if abs(item_box(each).center[1] - item_box(line).center[1]) < 1.0
                and item_box(name).right < item_box(each).x
                and item_box(each).right < item_box(line).x
            ]
            assert bool(beside) == bool(share)
            if beside:
                stick = max(beside, key=lambda each: item_box(each).width)
                dark = any(each.item.fill == BLACK and item_box(each).width > 5.0 for each in beside)
                assert dark == (share == max(again, keep))
                whole.append(item_box(stick).width / share)
        assert f"{again}{percent}" in drawn.words
        assert f"{keep}{percent}" in drawn.words
    # All are measured by one length.
    assert max(whole) == pytest.approx(min(whole), rel=0.04)


def test_no_letter_of_a_standing_piece_lies_where_it_is_cut_off():
    """Another program drops letters that nobody sees, which then lack where sheets are compared."""
    kit = find_kit("throwing-sticks")
    sign = step_sign(Pen(kit, "en", Choices(kit.default_size, "full")), ["standing:A"])
    placed = [*walk(Scene("sign", sign.width, 40.0, 0.0, tuple(sign.items)))]
    letters = [each for each in placed if isinstance(each.item, Glyphs)]
    assert letters
    assert all(each.clip is not None and item_box(each).overlaps(each.clip) for each in letters)


@pytest.mark.parametrize(
    "part", ["49-52/A49", "29-31/A99", "29-31/A29/29-77", "31-29/A29", "29-31/A29/29-29", "11-14/F11"]
)
def test_a_part_of_a_road_that_is_none_is_refused(part):
    kit = find_kit("throwing-sticks")
    kit = replace(kit, tokens=tuple(token for token in kit.tokens if token.front.figure != "F"))
    with pytest.raises(InputError, match="is no part of it"):
        strip_picture(
            kit,
            "en",
            Choices(kit.default_size),
            Strip(id="last", steps=((f"road:{part}",), ("arrow",))),
            WIDTH,
        )
