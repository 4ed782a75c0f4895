"""The pictures of youscout: what can be computed about a good deck is computed here, over all its faces."""

from __future__ import annotations

from itertools import combinations

import numpy
import pytest
from PIL import Image
from PIL.ExifTags import Base

from printkit.atelier.__main__ import back_figures, keep_figures, kept_figures, out_of_date
from printkit.atelier.lint import FILE_LIMIT, MEAN_LIMIT, lint_art
from printkit.atelier.make import VARIANTS, low_layers, stale
from printkit.atelier.shape import union
from printkit.atelier.source import ART_FOLDER, INKS, SUIT_INKS, read_source, source_names, source_text
from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_face
from printkit.geometry import Affine
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.screen.preview import PreviewRequest, thumbnails
from printkit.jobs.screen.still import DRAWN_FROM, drawn_from
from printkit.kit.find import find_kit
from printkit.kit.model import Ink
from printkit.preflight.look import VISION, closest_pairs, colour_distance, darkness, lab, simulated
from printkit.preflight.proof_scene import emblems_of
from printkit.scene.inks import BACK_INKS, HOUSE_INKS
from printkit.scene.model import Path as DrawnPath
from printkit.scene.model import walk
from printkit.scene.raster import coverage, segments

NAMES = source_names()
FACES = [name for name in NAMES if name != "back"]
BOTH: tuple[Ink, ...] = ("full", "low")

# Nearest two faces, in CIELAB units over 2.3 mm squares. Two pips next to each other are the nearest there can be.
LEAST_APART = {"full": 14.0, "low": 7.5}
# How dark a face is on the whole, strips and titles included: an odd major and an even one are meant to differ.
WEIGHT = {"full": (0.085, 0.61), "low": (0.042, 0.218)}
# The smallest distance between two suit inks as each kind of eye sees them (CIEDE2000).
LEAST_COLOURS = {"normal": 32.0, "protan": 19.0, "deutan": 13.0, "tritan": 11.0}


@pytest.fixture(scope="module")
def kit():
    return find_kit("youscout", BOTH)


@pytest.fixture(scope="module")
def small(kit):
    """All faces 150 px wide, in both inks."""
    return {ink: thumbnails(kit, ink) for ink in BOTH}


@pytest.fixture(scope="module")
def pairs(small):
    return {ink: closest_pairs(small[ink]) for ink in BOTH}


def figures(variant="full"):
    return dict(kept_figures(ART_FOLDER, variant))


# ── Made pictures and their figures ──────────────────────────────────────────────────────────────────────────────


def test_every_card_has_a_picture():
    majors = [f"major-{number:02}" for number in range(22)]
    minors = [f"{suit}-{rank:02}" for suit in SUIT_INKS for rank in range(1, 15)]
    panels = [f"{name}-{size}" for name in majors[::2] for size in ("bridge", "poker")]
    assert sorted(NAMES) == sorted([*majors, *panels, *minors, "back"])


def test_made_pictures_and_figures_are_those_of_their_sources():
    """`make` measures what it has made; a hand-edited source or made file shows here."""
    assert out_of_date(ART_FOLDER, NAMES) == []


@pytest.mark.parametrize("name", ["cups-01", "major-04", "swords-11", "wands-02"])
def test_made_pictures_are_what_make_makes_now(name):
    """A sample; `python -m printkit.atelier make --check` compares all."""
    assert stale(name, ART_FOLDER) == []


@pytest.mark.parametrize("name", ["cups-01", "major-04", "swords-11", "wands-02"])
def test_kept_findings_are_what_lint_finds_now(name):
    found, measured = lint_art(name, read_source(name))
    row = figures()[name]
    assert row["findings"] == [str(finding) for finding in found]
    assert row["bytes"] == measured.bytes
    assert row["ink"] == measured.ink


def test_an_edited_source_is_out_of_date(tmp_path):
    (tmp_path / "coins-01.svg").write_text(
        (ART_FOLDER / "coins-01.svg").read_text(encoding="utf-8"), encoding="utf-8"
    )
    for variant in VARIANTS:
        (tmp_path / variant).mkdir()
        made = (ART_FOLDER / variant / "coins-01.svg").read_bytes()
        (tmp_path / variant / "coins-01.svg").write_bytes(made)
    keep_figures(["coins-01"], tmp_path)
    assert out_of_date(tmp_path, ["coins-01"]) == []
    source = (tmp_path / "coins-01.svg").read_text(encoding="utf-8")
    (tmp_path / "coins-01.svg").write_text(source.replace("<title>", "<title>x"), encoding="utf-8")
    assert out_of_date(tmp_path, ["coins-01"]) == ["full/coins-01", "low/coins-01"]


def test_lint_finds_nothing():
    """Thin strokes, ink outside the zone, hair gaps, crumbs, too much ink, too large files."""
    assert {name: row["findings"] for name, row in figures().items() if row["findings"]} == {}


def test_pictures_are_small():
    sizes = [row["bytes"] for row in figures().values()]
    assert max(sizes) <= FILE_LIMIT
    assert sum(sizes) / len(sizes) <= MEAN_LIMIT


def test_ink_stays_dry():
    """265 % where black overprints; where black knocks out, black alone or the colours alone: 240 %."""
    assert max(row["ink"] for row in figures().values()) <= 265
    for name in NAMES:
        inks = [
            ink for ink in (*HOUSE_INKS.values(), *BACK_INKS.values()) if f'fill="{ink.hex}"' in made(name)
        ]
        assert max(100 * sum(ink.cmyk) for ink in inks) <= 240, name
        colours = read_source(name).colour if len(inks) > 2 else ()
        assert [1 for (_, one), (_, other) in combinations(colours, 2) if (one & other).area > 0.05] == [], (
            name
        )


def made(name, variant="full"):
    return (ART_FOLDER / variant / f"{name}.svg").read_text(encoding="utf-8")


def test_a_minor_has_the_ink_of_its_suit():
    for name in FACES:
        used = {ink for ink in INKS if f'fill="{INKS[ink]}"' in made(name)}
        suit = name.split("-")[0]
        if suit in SUIT_INKS:
            assert used == {"black", SUIT_INKS[suit]}, name
        else:
            assert len(used) == (5 if name == "major-21" else 2), name


def test_a_source_read_and_written_stays_a_source():
    picture = read_source("swords-11")
    assert source_text("swords-11", picture).count("<path") >= len(picture.mass.parts())
    assert union([picture.mass]).area == pytest.approx(picture.mass.area, rel=1e-3)


# ── The back ───────────────────────────────────────────────────────────────────────────────────────────


def test_the_back_is_dense_enough_to_hide_a_face():
    """Mean darkness near 0.8, no spot lighter than a third of the way to paper after a blur of 1 mm."""
    back = figures()["back"]
    assert back["coverage"] >= 0.78
    assert back["lightest"] >= 0.69


def test_the_back_is_darker_than_what_any_face_shows_behind_it():
    """The darkest picture is lighter than the back's lightest spot, so a face cannot add a pattern of its own."""
    assert (
        max(row["darkness"] for name, row in figures().items() if name != "back")
        < figures()["back"]["lightest"]
    )


@pytest.mark.parametrize(("variant", "most"), [("full", 8.0), ("low", 13.0)])
def test_the_back_is_equal_when_turned(variant, most):
    """Of 255 after a blur of 0.2 mm; the low printing has twice the contrast, so smoothing shows twice as much."""
    assert figures(variant)["back"]["turned"] <= most


def test_a_crooked_back_is_seen():
    text = made("back")
    assert back_figures(text)["turned"] <= 8.0
    assert (
        back_figures(text.replace("</svg>", '<path fill="#231f20" d="M20 20h4v4h-4z"/></svg>'))["turned"] > 30
    )


def test_a_light_back_is_seen():
    text = made("back").replace("</svg>", '<path fill="#ffffff" d="M20 20h9v9h-9z"/></svg>')
    assert back_figures(text)["lightest"] < 0.2


# ── Faces side by side ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ink", BOTH)
def test_no_two_faces_can_be_confused_as_thumbnails(ink, pairs):
    assert [pair for pair in pairs[ink] if pair.distance < LEAST_APART[ink]] == []


def test_every_face_is_compared(kit, pairs):
    count = len(kit.cards)
    assert len(pairs["full"]) == count * (count - 1) // 2


def test_the_same_face_twice_is_confusable(small):
    face = small["full"]["major-08"]
    (pair,) = closest_pairs({"a": face, "b": face[::-1, ::-1]})
    assert pair.distance < 1.5


@pytest.mark.parametrize("ink", BOTH)
def test_faces_weigh_alike(ink, small):
    least, most = WEIGHT[ink]
    weights = {name: round(darkness(pixels), 3) for name, pixels in small[ink].items()}
    assert {name: weight for name, weight in weights.items() if not least <= weight <= most} == {}


def test_strength_and_justice_differ_at_a_glance(small):
    """8 and 11 change places during play."""
    (pair,) = closest_pairs({name: small["full"][name] for name in ("major-08", "major-11")})
    assert pair.distance > 40


# ── Suits and figures ────────────────────────────────────────────────────────────────────────────────────────────


def suit_colours(vision):
    inks = {suit: HOUSE_INKS[ink].srgb for suit, ink in SUIT_INKS.items()}
    return {suit: lab(srgb if vision == "normal" else simulated(srgb, vision)) for suit, srgb in inks.items()}


@pytest.mark.parametrize("vision", ["normal", *VISION])
def test_suit_inks_differ_for_every_eye(vision):
    seen = suit_colours(vision)
    nearest = min(colour_distance(seen[one], seen[two]) for one, two in combinations(seen, 2))
    assert nearest >= LEAST_COLOURS[vision]


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.0, 2.0), (50.0, 0.0, 0.0), 2.3669),
        ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_colour_distance_is_ciede2000(one, other, distance):
    """The pairs Sharma, Wu and Dalal published in 2005 to test implementations with."""
    assert colour_distance(one, other) == pytest.approx(distance, abs=1e-4)


def test_suit_signs_are_four_shapes_without_colour(kit):
    """As black shapes of one area laid over each other, upright and turned, no two share more than 70 %."""
    shapes = {suit: silhouette(outline) for suit, outline in emblems_of(kit).items()}
    for one, two in combinations(sorted(shapes), 2):
        for other in (shapes[two], shapes[two][::-1, ::-1]):
            shared = (shapes[one] & other).sum() / (shapes[one] | other).sum()
            assert shared < 0.7, (one, two)


def silhouette(outline):
    rows = segments(outline)
    xs, ys = rows[:, 0::2], rows[:, 1::2]
    scale = 48 / max(float(numpy.ptp(xs)), float(numpy.ptp(ys)))
    x, y = (float(xs.min()) + float(xs.max())) / 2, (float(ys.min()) + float(ys.max())) / 2
    place = Affine(scale, 0.0, 0.0, scale, 25 - x * scale, 25 - y * scale)
    return coverage(rows, place, 50, 50, even_odd=True) > 0.5


@pytest.mark.parametrize("suit", SUIT_INKS)
@pytest.mark.parametrize("size", ["tarot", "jrf", "bridge", "poker"])
def test_six_and_nine_stand_on_a_bar(kit, size, suit):
    """Turned, one would be the other: two more shapes than their neighbours, one at either end."""
    shapes = {rank: index_paths(kit, f"{suit}-{rank:02}", size) for rank in (5, 6, 8, 9)}
    assert shapes[6] == shapes[9] == shapes[5] + 2 == shapes[8] + 2


def index_paths(kit, card, size):
    scene = compose_face(kit, kit.card(card), Choices(size, "full", print_variables(kit, ())))
    return sum(1 for placed in walk(scene) if isinstance(placed.item, DrawnPath) and is_bar(placed.item))


def is_bar(path):
    values = path.outline.coordinates
    width, height = (max(values[at::2]) - min(values[at::2]) for at in (0, 1))
    return 3 < width < 6 and 0.4 < height < 1


@pytest.mark.parametrize("kit", ["youscout", "tottarot"])
def test_low_ink_puts_less_on_every_plate(root, kit):
    """On a press black knocks colours out, so a colour's plate has what is not under it."""
    folder = root / "templates" / kit / "art"
    names = sorted(
        path.stem for path in folder.glob("*.svg") if not path.stem.startswith(("emblem", "token"))
    )
    for name in (*names[::15], "back"):
        picture = read_source(name, folder)
        low: dict[str, float] = {}
        for ink, faint, area in low_layers(picture):
            low[ink] = low.get(ink, 0.0) + area.area * float(faint or 1.0)
        full = {ink: (area - picture.black).area for ink, area in picture.colour}
        full["black"] = picture.black.area
        for ink, ground in low.items():
            assert ground <= full[ink] + 0.1, (name, ink)


# ── The gallery ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_gallery_shows_the_deck_of_today(root):
    """Else: `python -m printkit preview youscout --sheet docs/gallery/youscout.webp`."""
    with Image.open(root / "docs" / "gallery" / "youscout.webp") as sheet:
        said = sheet.getexif()[Base.ImageDescription]
    assert said == f"{DRAWN_FROM}: {drawn_from(PreviewRequest(kit='youscout'))}"
