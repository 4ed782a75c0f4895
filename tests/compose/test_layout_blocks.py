"""What a layout can say of any card: fields as text, frames, conditions, inks by field, pictures by field."""

from __future__ import annotations

from dataclasses import replace

import pytest

from printkit.compose.faces.context import Choices, emblem_item
from printkit.compose.faces.faces import compose_face
from printkit.errors import InputError
from printkit.kit.load import load_kit
from printkit.scene.inks import PAPER
from printkit.scene.model import Glyphs, walk
from printkit.scene.model import Path as DrawnPath
from tests.tiny_kit import spoil, write_kit

FIELDS = """
[fields.cost]
type = "integer"

[fields.kind]
type = "text"

[fields.tags]
type = "list"
"""
VALUES = {"one": 'cost = 3\nkind = "move"\ntags = ["Action", "Sea"]\n', "two": 'kind = "event"\n'}


def kit_with(folder, blocks, art=()):
    kit = write_kit(folder)
    (kit / "kit.toml").write_text((kit / "kit.toml").read_text(encoding="utf-8") + FIELDS, encoding="utf-8")
    cards = (kit / "cards.toml").read_text(encoding="utf-8")
    for card, values in VALUES.items():
        cards = cards.replace(f'id = "{card}"\n', f'id = "{card}"\n{values}')
    (kit / "cards.toml").write_text(cards, encoding="utf-8")
    (kit / "layout.toml").write_text(
        (kit / "layout.toml").read_text(encoding="utf-8") + blocks, encoding="utf-8"
    )
    for name in art:
        (kit / "art" / name).write_bytes((kit / "art" / "one.svg").read_bytes())
    return load_kit(kit)


def items(kit, card):
    scene = compose_face(kit, kit.card(card), Choices("small"))
    return [placed.item for placed in walk(scene)]


def words(kit, card):
    return [item.text for item in items(kit, card) if isinstance(item, Glyphs)]


def block(kind, **keys):
    lines = [
        f'block = "{kind}"',
        "box = [5, 46, 30, 8]",
        *(f"{key} = {value}" for key, value in keys.items()),
    ]
    return "\n[[faces.plain.small]]\n" + "\n".join(lines) + "\n"


def test_a_field_is_printed_as_it_is(tmp_path):
    kit = kit_with(tmp_path, block("text", field='"cost"', em="4") + block("text", field='"tags"', em="3"))
    assert words(kit, "one")[-2:] == ["3", "Action, Sea"]
    assert "3" not in words(kit, "two")


def test_a_block_is_there_when_its_condition_holds(tmp_path):
    kit = kit_with(tmp_path, block("text", field='"kind"', em="4", when='''"cost > 2 and 'Sea' in tags"'''))
    assert words(kit, "one")[-1] == "move"
    assert "event" not in words(kit, "two")


def test_the_ink_may_be_that_of_a_field(tmp_path):
    kit = kit_with(tmp_path, block("shape", ink='{ by = "kind", move = "blue", event = "red" }'))
    inks = [item.fill.name for card in ("one", "two") for item in items(kit, card)[-1:]
            if isinstance(item, DrawnPath) and item.fill]  # fmt: skip
    assert inks == ["blue", "red"]


def test_a_value_without_an_ink_is_an_error(tmp_path):
    kit = kit_with(tmp_path, block("shape", ink='{ by = "kind", move = "blue" }'))
    with pytest.raises(InputError, match=r"card two\]: no ink for kind = 'event' \(known: move"):
        items(kit, "two")


def test_a_shape_is_paler_with_little_ink_where_asked(tmp_path):
    kit = kit_with(tmp_path, block("shape", ink='"blue"', tint="0.65", low="0.2"))
    tints = []
    for ink in ("full", "low"):
        scene = compose_face(kit, kit.card("one"), Choices("small", ink))  # type: ignore[arg-type]
        *_, last = walk(scene)
        assert isinstance(last.item, DrawnPath)
        assert last.item.fill is not None
        tints.append(last.item.fill.tint)
    assert tints == [0.65, 0.2]


def test_a_frame_is_the_edge_of_a_shape(tmp_path):
    kit = kit_with(tmp_path, block("shape", frame="0.5"))
    (frame,) = items(kit, "one")[-1:]
    assert isinstance(frame, DrawnPath)
    assert frame.outline.commands.count("M") == 2
    xs = frame.outline.coordinates[0::2]
    assert (min(xs), sorted({round(x, 3) for x in xs})[1]) == (5.0, 5.5)


@pytest.mark.parametrize("count", [0, 3, 9])
def test_a_shape_has_as_many_cuts_in_paper_at_its_right_end(tmp_path, count):
    kit = kit_with(tmp_path, block("shape", cuts=str(count)))
    bar, *cuts = [item for item in items(kit, "one") if isinstance(item, DrawnPath)][-2 if count else -1 :]
    assert bar.outline.box() == pytest.approx((5, 46, 30, 8))
    assert sum(cut.outline.commands.count("M") for cut in cuts) == count
    for cut in cuts:
        assert cut.fill == PAPER
        assert bar.outline.box().contains(cut.outline.box())
        assert cut.outline.box().x > 15


def test_a_picture_may_be_named_by_a_field(tmp_path):
    kit = kit_with(tmp_path, block("picture", art='"art/{kind}.svg"'), ("move.svg", "event.svg"))
    assert len(items(kit, "one")) == len(items(kit, "two"))
    with pytest.raises(InputError, match=r"art\]: there is no art file 'art/event.svg'"):
        kit_with(tmp_path / "other", block("picture", art='"art/{kind}.svg"'), ("move.svg",))


@pytest.mark.parametrize(
    ("keys", "wanted"),
    [
        ({"field": '"coast"', "em": "3"}, r"\.field\]: 'coast' is no field \(did you mean 'cost'"),
        ({"field": '"cost"', "em": "3", "when": '"coast > 1"'}, r"\.when\]: 'coast' is no field"),
        ({"field": '"cost"', "em": "3", "when": '"cost >"'}, r"is no condition"),
        ({"em": "3"}, "it prints a text, a field or words"),
        (
            {"field": '"cost"', "em": "3", "ink": '{ by = "kin", a = "red" }'},
            r"\.ink\.by\]: 'kin' is no field",
        ),
        (
            {"field": '"cost"', "em": "3", "ink": '{ by = "kind", a = "rad" }'},
            r"\.ink\.a\]: unknown ink 'rad'",
        ),
    ],
)
def test_what_a_block_cannot_say(tmp_path, keys, wanted):
    with pytest.raises(InputError, match=wanted):
        kit_with(tmp_path, block("text", **keys))


def test_everything_that_does_not_fit_is_in_one_report(tmp_path):
    from printkit.jobs.build.part import Scenes

    kit = kit_with(tmp_path, block("text", field='"kind"', em="30"))
    with pytest.raises(InputError) as caught:
        Scenes(kit, Choices("small")).compose(["one", "two"])
    assert [problem.key.rpartition(" ")[2] for problem in caught.value.problems] == ["one", "two"]


EMBLEM = """
[[faces.plain.small]]
block = "emblem"
suit = "sword"
x = 20
y = 50
height = 8
"""
STROKES = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#231f20" stroke-width="2">'
    '<circle cx="12" cy="12" r="9"/><path d="M12 7v10"/></svg>'
)
OVERLAP = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
    '<rect x="2" y="2" width="12" height="12"/><rect x="8" y="8" width="12" height="12"/></svg>'
)


@pytest.mark.parametrize(("drawing", "stroke"), [(STROKES, 2 * 8 / 24), (OVERLAP, 0.0)])
def test_an_emblem_may_have_strokes_and_overlapping_shapes(tmp_path, drawing, stroke):
    kit = kit_with(tmp_path, EMBLEM)
    (kit.folder / "art" / "emblem.svg").write_text(drawing, encoding="utf-8")
    scene = compose_face(kit, kit.card("one"), Choices("small"))
    circle, bar = [placed for placed in walk(scene) if isinstance(placed.item, DrawnPath)][-2:]
    for placed in (circle, bar):
        assert isinstance(placed.item, DrawnPath)
        ink, other = placed.item.fill, placed.item.stroke
        assert {ink, other} == {kit.inks["blue"], None}, "all of it is in the suit's ink"
        assert (other is not None) == bool(stroke)
        assert placed.item.width * placed.transform.a == pytest.approx(stroke)
    with pytest.raises(InputError, match="emblem"):
        emblem_item(replace(kit, games=("youscout",)), "sword", (20, 50, 8))


def _names(tmp_path, name, rows):
    kit = write_kit(tmp_path)
    line = '{ language = "en", em = 3, baseline = 12 }'
    spoil(kit, "layout.toml", line, line.replace(" }", f", rows = {rows}, leading = 1.2 }}"))
    spoil(kit, "text.en.toml", '"One"', f'"{name}"')
    loaded = load_kit(kit)
    found = [item for item in items(loaded, "one") if isinstance(item, Glyphs)]
    return [(item.text, item.glyphs[0].y) for item in found if item.text.isascii()]


def test_a_long_name_stands_in_as_many_lines_as_it_may(tmp_path):
    long = "The keeper of the northern lantern"
    assert _names(tmp_path / "one", "The keeper", 2) == [("The keeper", 12)]
    assert _names(tmp_path / "two", long, 2) == [("The keeper of the", 12), ("northern lantern", 15.6)]
    with pytest.raises(InputError, match="mm wide where"):
        _names(tmp_path / "three", long, 1)
    with pytest.raises(InputError, match="does not fit 2 lines"):
        _names(tmp_path / "four", f"{long} and of much else besides", 2)
