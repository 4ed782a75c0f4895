"""What of a drawing is printed otherwise than it was drawn: HTML inside it, and letters in fonts that are not here."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.material.svg_tree import Element, SvgTree
from printkit.paths import fonts_dir

__all__ = ["lost"]

_GENERIC = frozenset("serif sans-serif monospace cursive fantasy system-ui inherit initial".split())
# What holds drawings that nothing may show.
_UNSEEN = frozenset("defs metadata title desc style".split())


def lost(tree: SvgTree) -> str:
    """In words: `HTML is left out, letters in Cinzel are set in another font`; empty where nothing is lost."""
    families, html = dict[str, None](), False
    for element, family in _seen(tree.root, "serif"):
        html = html or element.name == "foreignObject"
        if element.text.strip() and element.name in ("text", "tspan", "textPath"):
            families[family] = None
    fonts = [family for family in families if not _is_here(family)]
    said = ["HTML is left out"] if html else []
    return ", ".join([*said, *([f"letters in {', '.join(fonts)} are set in another font"] if fonts else [])])


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
