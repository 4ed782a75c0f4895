"""What of a drawing is printed otherwise than drawn: HTML, letters in fonts that are not here, coarse filters."""

from __future__ import annotations

import math
from collections.abc import Iterator

from printkit.material.drawings import natural_size
from printkit.material.svg_tree import Element, SvgTree
from printkit.material.svg_values import numbers
from printkit.paths import fonts_dir

__all__ = ["finest_edge", "lost"]

_GENERIC = frozenset("serif sans-serif monospace cursive fantasy system-ui inherit initial".split())
# What holds drawings that nothing may show.
_UNSEEN = frozenset("defs metadata title desc style".split())
# Filters whose result depends on how large a pixel is, and how fine screens are: pixels a px, and of a small drawing.
_COUNTING = ("feConvolveMatrix", "feDiffuseLighting", "feSpecularLighting")
_SCREENS, _SCREEN = 2, 512
# So many pixels are looked at for all pixels of a drawing that is made thicker or thinner.
_MOST_WORK = 5e8
# A filter that is drawn coarser than this shows its pixels.
_COARSE = 2000


def lost(tree: SvgTree) -> str:
    """In words: `HTML is left out, letters in Cinzel are set in another font`; empty where nothing is lost."""
    families, html = dict[str, None](), False
    for element, family in _seen(tree.root, "serif"):
        html = html or element.name == "foreignObject"
        if element.text.strip() and element.name in ("text", "tspan", "textPath"):
            families[family] = None
    fonts = [family for family in families if not _is_here(family)]
    said = ["HTML is left out"] if html else []
    if finest_edge(tree) < _COARSE:
        said.append("its filter is drawn as fine as on a screen")
    return ", ".join([*said, *([f"letters in {', '.join(fonts)} are set in another font"] if fonts else [])])


def finest_edge(tree: SvgTree) -> float:
    """The pixels of the longer edge beyond which a filter of a drawing shows something else, or takes minutes."""
    size = natural_size(tree.root)
    if not tree.filtered or size is None:
        return math.inf
    longest = max(size)
    finest = math.inf
    if any(tree.has(name) for name in _COUNTING):
        finest = max(_SCREEN, _SCREENS * longest)
    for element in tree.each("feMorphology"):
        radius = max(numbers(element.attributes.get("radius", "")) or (0.0,))
        share = min(1.0, 2 * radius / max(numbers(tree.root.attributes.get("viewBox", ""))[2:4] or size))
        finest = min(finest, (_MOST_WORK / share**2) ** 0.25) if share > 0 else finest
    return finest


def _seen(element: Element, family: str) -> Iterator[tuple[Element, str]]:
    if element.name in _UNSEEN or element.style.get("display") == "none":
        return
    stated = element.style.get("font-family", "").split(",")[0].strip().strip("'\"")
    family = stated or family
    yield element, family
    # A switch has something else for programs that show no HTML.
    chosen = [each for each in element.children if element.name != "switch" or each.name != "foreignObject"]
    for child in chosen if element.name != "foreignObject" else ():
        yield from _seen(child, family)


def _is_here(family: str) -> bool:
    name = family.lower()
    joined = "".join(name.split())
    return name in _GENERIC or any(
        file.stem.replace("-", "").startswith(joined) for file in fonts_dir().glob("*.ttf")
    )
