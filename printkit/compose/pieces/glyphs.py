"""Draws the written signs of pieces: the glyph alone, cut into its black block, or standing out of its paper."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from printkit.errors import InputError
from printkit.geometry import Affine, Outline, Rect
from printkit.kit.art import ArtSource, art_of, art_source
from printkit.kit.model import Kit
from printkit.kit.tokens import GLYPHS
from printkit.scene.inks import BLACK, PAPER, Ink
from printkit.scene.model import Item, Path
from printkit.scene.shapes import circle, polygon, rectangle

__all__ = [
    "PIECE",
    "Side",
    "block_outline",
    "disc_items",
    "glyph_items",
    "piece_items",
    "seal_items",
    "sign_items",
    "tag_items",
]

Side: TypeAlias = Literal["black", "red"]

# A smaller em takes the small cut, and only a larger one has knife cuts; mm.
SMALL_EM, CUT_EM = 6.5, 15.0
# Parts of a piece's side: its frame and its foot.
FRAME, FOOT = 0.042, 0.085
# A wedge alone is smaller than other glyphs.
WEDGE, WEDGE_PIECE = 0.92, "無"
HOLLOW = 0.027
LOW_FRAME = 0.026
# The outline of a piece in a table of hands, mm.
TAG_LINE = 0.2


class _Carving(NamedTuple):
    """Parts of a side: how far the block lies inside, what is cut off its front corners, and the glyph's em.

    The glyph is `cut` into the block, or `raised` out of the paper.
    """

    inset: float
    bevel: float
    cut: float
    raised: float


PIECE, SEAL = _Carving(0.055, 0.20, 0.73, 0.62), _Carving(0.0, 0.16, 0.80, 0.75)


class _Signs(NamedTuple):
    mass: Outline
    cut: Outline | None


def _signs(kit: Kit, piece: str, em: float) -> _Signs:
    """A piece's glyph on a 100 × 100 em."""
    spec = kit.glyphs.get(piece)
    if spec is None:
        raise InputError(f"there is no glyph for {piece!r}", file=GLYPHS, key="glyphs")
    return _read_signs(kit, spec.small if em < SMALL_EM else spec.art)


def _read_signs(kit: Kit, name: str) -> _Signs:
    return _outlines(art_source(kit, name), name)


@lru_cache(maxsize=256)
def _outlines(source: ArtSource, name: str) -> _Signs:
    art = art_of(source)
    outlines: dict[bool, Outline] = {}
    for item in art.items:
        if not isinstance(item, Path) or item.fill is None:
            raise InputError("a glyph is made of filled paths only", file=name)
        light = item.fill.name == PAPER.name
        outlines[light] = outlines.get(light, Outline("", ())) + item.outline
    return _Signs(outlines.get(False, Outline("", ())), outlines.get(True))


def glyph_items(
    kit: Kit, piece: str, middle: tuple[float, float], em: float, ink: Ink, ground: Ink | None = None
) -> list[Item]:
    """The glyph with its optical middle there, its knife cuts in the ground's ink where one is given."""
    signs = _signs(kit, piece, em)
    em *= WEDGE if piece == WEDGE_PIECE else 1.0
    scale = em / 100
    place = Affine(scale, 0.0, 0.0, scale, middle[0] - em / 2, middle[1] - em / 2)
    items: list[Item] = [Path(signs.mass.moved_by(place), ink)]
    if ground is not None and signs.cut is not None and em >= CUT_EM:
        items.append(Path(signs.cut.moved_by(place), ground))
    return items


def sign_items(kit: Kit, art: str, middle: tuple[float, float], em: float, ink: Ink) -> list[Item]:
    """A number sign or a sign of a motto from its art, its optical middle there."""
    scale = em / 100
    place = Affine(scale, 0.0, 0.0, scale, middle[0] - em / 2, middle[1] - em / 2)
    return [Path(_read_signs(kit, art).mass.moved_by(place), ink)]


def block_outline(box: Rect, bevel: float) -> Outline:
    """A block whose both front corners are cut off: it points away from its owner."""
    return polygon(
        (
            (box.x + bevel, box.y),
            (box.right - bevel, box.y),
            (box.right, box.y + bevel),
            (box.right, box.bottom),
            (box.x, box.bottom),
            (box.x, box.y + bevel),
        )
    )


def piece_items(kit: Kit, piece: str, box: Rect, ink: Ink, *, low: bool = False) -> list[Item]:
    """A square piece: black ones cut into their block, those of another ink standing out of the paper."""
    return _carved(kit, piece, box, ink, PIECE, low)


def seal_items(kit: Kit, piece: str, box: Rect, ink: Ink, *, low: bool = False) -> list[Item]:
    """The same at the end of a card, where the block fills its box."""
    return _carved(kit, piece, box, ink, SEAL, low)


def _carved(kit: Kit, piece: str, box: Rect, ink: Ink, carving: _Carving, low: bool) -> list[Item]:
    draw = (_low_black if low else _black) if ink.name == BLACK.name else (_low_red if low else _red)
    return draw(kit, piece, box, ink, carving)


def _framed(box: Rect, bevel: float, width: float) -> Outline:
    """The edge line of a block, drawn inside."""
    # The slanting sides of the inner outline keep the line's width.
    return block_outline(box, bevel) + block_outline(box.grown(-width), max(bevel - 0.586 * width, 0.05))


def _black(kit: Kit, piece: str, box: Rect, ink: Ink, carving: _Carving) -> list[Item]:
    side = box.width
    block = Path(block_outline(box.grown(-carving.inset * side), carving.bevel * side), ink)
    return [block, *glyph_items(kit, piece, _lowered(box, 0.012), carving.cut * side, PAPER, ink)]


def _red(kit: Kit, piece: str, box: Rect, ink: Ink, carving: _Carving) -> list[Item]:
    side = box.width
    block = box.grown(-carving.inset * side)
    foot = Rect(block.x, block.bottom - FOOT * side, block.width, FOOT * side)
    return [
        Path(_framed(block, carving.bevel * side, FRAME * side), ink),
        Path(rectangle(foot), ink),
        *glyph_items(kit, piece, _lowered(box, -0.008), carving.raised * side, ink),
    ]


def _low_black(kit: Kit, piece: str, box: Rect, ink: Ink, carving: _Carving) -> list[Item]:
    side = box.width
    block = box.grown(-carving.inset * side)
    bevel, foot = carving.bevel * side, Rect(block.x, block.bottom - FOOT * side, block.width, FOOT * side)
    deep = block.y + bevel
    corners = [
        Path(polygon(((x, deep), (inner, block.y), (inner + step, block.y), (x, deep + abs(step)))), ink)
        for x, inner, step in (
            (block.x, block.x + bevel, 0.07 * side),
            (block.right, block.right - bevel, -0.07 * side),
        )
    ]  # fmt: skip
    return [
        Path(_framed(block, bevel, LOW_FRAME * side), ink),
        *corners,
        Path(rectangle(foot), ink),
        *glyph_items(kit, piece, _lowered(box, -0.008), carving.raised * side, ink),
    ]


def _low_red(kit: Kit, piece: str, box: Rect, ink: Ink, carving: _Carving) -> list[Item]:
    side = box.width
    block = box.grown(-carving.inset * side)
    inner = block.grown(-2.2 * LOW_FRAME * side)
    line = 0.6 * LOW_FRAME * side
    (mass,) = glyph_items(kit, piece, _lowered(box, 0.012), carving.raised * side, ink)[:1]
    assert isinstance(mass, Path)
    bevel = carving.bevel * side
    second = block_outline(inner, bevel * 0.86) + block_outline(
        inner.grown(-line), bevel * 0.86 - 0.586 * line
    )
    return [
        Path(_framed(block, bevel, LOW_FRAME * side), ink),
        Path(second, ink),
        mass._replace(fill=PAPER, stroke=ink, width=HOLLOW * side),
    ]


def _lowered(box: Rect, share: float) -> tuple[float, float]:
    """The middle of a box, a little lower or higher for the eye."""
    return box.center[0], box.center[1] + share * box.width


def disc_items(
    kit: Kit, piece: str, middle: tuple[float, float], radius: float, ring: Ink, *, low: bool
) -> list[Item]:
    """The piece that is nobody's: a disc with a dark heart in a ring, and a wedge for each square it changes."""
    x, y = middle
    outer, heart, paper = radius * 0.93, radius * 0.73, radius * 0.76
    wedges = [
        polygon(
            tuple(
                Affine.rotation(45 * turn, middle).point(x + dx * radius, y + dy * radius)
                for dx, dy in ((0.0, -0.91), (0.15, -0.74), (-0.15, -0.74))
            )
        )
        for turn in range(8)
    ]
    joined = Outline("".join(w.commands for w in wedges), tuple(v for w in wedges for v in w.coordinates))
    inks = (BLACK, PAPER) if low else (PAPER, BLACK)
    glyph = glyph_items(kit, piece, middle, radius * 1.14, *inks)[:1]
    if low:
        line = 0.045 * radius
        rings = (
            circle(x, y, outer)
            + circle(x, y, outer - line)
            + circle(x, y, heart)
            + circle(x, y, heart - line)
        )
        return [Path(rings, BLACK), Path(joined, BLACK), *glyph]
    return [
        Path(circle(x, y, outer) + circle(x, y, paper), ring),
        Path(joined, PAPER),
        Path(circle(x, y, heart), BLACK),
        *glyph,
    ]


def tag_items(kit: Kit, piece: str, box: Rect, ink: Ink = BLACK) -> list[Item]:
    """A piece of either side in a table of hands: its outline and its glyph."""
    bevel = PIECE.bevel * box.width
    line = block_outline(box, bevel) + block_outline(box.grown(-TAG_LINE), bevel - 0.586 * TAG_LINE)
    return [Path(line, ink), *glyph_items(kit, piece, box.center, 0.78 * box.width, ink)]
