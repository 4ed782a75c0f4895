"""SVG and pages of PDF as pixels, drawn within limits of time and memory, and what of a drawing is lost."""

from __future__ import annotations

import atexit
import hashlib
import io
import json
import math
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from printkit.errors import InputError
from printkit.files import temporary_folder
from printkit.geometry import MM_PER_PT, Size
from printkit.material.drawings import natural_size
from printkit.material.svg_shapes import numbers
from printkit.material.svg_tree import Element, SvgTree, read_svg
from printkit.paths import fonts_dir

if TYPE_CHECKING:
    from PIL import Image

__all__ = [
    "EDGE_PIXELS",
    "finest_edge",
    "is_pdf",
    "lost",
    "on_white",
    "page_image",
    "page_size",
    "svg_page",
    "svg_pixels",
]


# ── what of a drawing is printed otherwise than drawn ────────────────────────────────────────────────────────────────

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


# ── any SVG as pixels or as a page ───────────────────────────────────────────────────────────────────────────────────

# ── the first page of a PDF as a picture ─────────────────────────────────────────────────────────────────────────────

# Edges of a page in mm that can be a picture.
_LEAST, _MOST = 1.0, 5000.0


def is_pdf(data: bytes) -> bool:
    """Whether a file is a PDF; programs may write a few bytes before its first words."""
    return b"%PDF-" in data[:1024]


def page_size(data: bytes, file: str) -> Size:
    """The size in mm of the page's bleed box, without one of what viewers show; InputError: no PDF of a usable size."""
    with _page(data, file) as page:
        return _size(page, file)


def page_image(data: bytes, file: str, edge: int) -> Image.Image:
    """That part as pixels, its longer edge so many, on no ground."""
    with _page(data, file) as page:
        size = _size(page, file)
        scale = edge / max(size) * MM_PER_PT
        bitmap = page.render(scale=scale, fill_color=(255, 255, 255, 0), rev_byteorder=True)
        image: Image.Image = bitmap.to_pil().convert("RGBA")
        return image


@contextmanager
def _page(data: bytes, file: str) -> Iterator[Any]:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
        page = document[0]
    except (pypdfium2.PdfiumError, IndexError) as error:
        raise InputError(
            "is not a readable PDF", file=file, hint="it may be damaged or ask for a password"
        ) from error
    try:
        bleed = page.get_bleedbox(fallback_ok=False)
        if bleed:
            page.set_cropbox(*bleed)
        yield page
    finally:
        document.close()


def _size(page: Any, file: str) -> Size:
    size = Size(*(edge * MM_PER_PT for edge in page.get_size()))
    if not all(math.isfinite(edge) and _LEAST <= edge <= _MOST for edge in size):
        raise InputError(f"its page is {size}", file=file, hint=f"each edge is {_LEAST:g} to {_MOST:g} mm")
    return size


# ── any SVG as pixels or as a page ───────────────────────────────────────────────────────────────────────────────────

# 600 dpi on a card of 120 mm.
EDGE_PIXELS = 2835
SECONDS = 60.0
_FAMILIES = {
    "font_family": "Caladea", "serif_family": "Caladea", "sans_serif_family": "Lato", "monospace_family": "Lato",
    "cursive_family": "Caladea", "fantasy_family": "Lato",
}  # fmt: skip


def svg_pixels(data: bytes, file: str, edge: int = 0) -> bytes:
    """A PNG of an SVG, its longer edge that many pixels (0: `EDGE_PIXELS`), on no ground.

    Letters are set in printkit's fonts, whatever this machine has. InputError: what `read_svg` refuses, a drawing that
    cannot be drawn, or not within a minute and 4 GB.
    """
    return _drawn(data, file, edge or EDGE_PIXELS)


@lru_cache(maxsize=8)
def _drawn(data: bytes, file: str, edge: int) -> bytes:
    tree = read_svg(data, file)
    size = natural_size(tree.root)
    options: dict[str, Any] = {"skip_system_fonts": True, "languages": ["en"], "dpi": 96}
    if tree.has("text"):
        options |= {"font_dirs": [str(fonts_dir())], **_FAMILIES}
    if size is not None:
        drawn = int(min(edge, finest_edge(tree)))
        sized = replace(tree, text=_whole(tree.text, size, drawn))
        made = _WORKER.drawn(sized, file, {**options, "width" if size[0] >= size[1] else "height": drawn})
        return made if drawn == edge else _larger(made, edge / drawn)
    # Without a size it is as large as what is in it, which only drawing shows.
    first = _WORKER.drawn(tree, file, options)
    longest = max(int.from_bytes(first[at : at + 4], "big") for at in (16, 20))
    return _WORKER.drawn(tree, file, {**options, "zoom": edge / max(longest, 1)})


def _larger(png: bytes, times: float) -> bytes:
    from PIL import Image

    with Image.open(io.BytesIO(png)) as image:
        size = round(image.width * times), round(image.height * times)
        # Colours count as much as they are seen, else edges get a dark rim.
        made = image.convert("RGBa").resize(size, Image.Resampling.BICUBIC).convert("RGBA")
    stream = io.BytesIO()
    made.save(stream, "PNG", compress_level=1)
    return stream.getvalue()


def _whole(text: str, size: tuple[float, float], edge: int) -> str:
    """The drawing with a size of whole pixels: resvg rounds any other before it scales, and cuts off what is beyond."""
    if all(length.is_integer() for length in size):
        return text
    root = ElementTree.fromstring(text)
    if "viewBox" not in root.attrib:
        root.set("viewBox", f"0 0 {size[0]!r} {size[1]!r}")
    for name, length in zip(("width", "height"), size, strict=True):
        root.set(name, str(max(1, round(length * edge / max(size)))))
    return ElementTree.tostring(root, encoding="unicode")


# Pictures of the same drawing differ where more than this share of their pixels is further apart than that.
_UNLIKE, _APART = 0.005, 64
# Both are drawn finer: programs fill the pixel at an edge, and the tiles of a pattern, each in its own way.
_COMPARED, _FINER = 256, 4


@lru_cache(maxsize=1024)
def svg_page(data: bytes, file: str) -> Path | None:
    """A PDF page of an SVG, drawn by CairoSVG; None where it does not look as resvg draws it, or libcairo is missing.

    The file stays as long as this process. InputError: what `read_svg` refuses.
    """
    tree = read_svg(data, file)
    if natural_size(tree.root) is None or tree.has("foreignObject") or tree.filtered:
        return None
    try:
        page = _WORKER.drawn(tree, file, None)
        made, wanted = page_image(page, file, _COMPARED * _FINER), svg_pixels(data, file, _COMPARED * _FINER)
    except InputError:
        return None
    if not _alike(made, wanted):
        return None
    place = _folder() / f"{hashlib.sha256(data).hexdigest()}.pdf"
    place.write_bytes(page)
    return place


def _alike(made: Image.Image, wanted: bytes) -> bool:
    from PIL import Image, ImageChops

    with Image.open(io.BytesIO(wanted)) as other:
        if max(abs(a - b) for a, b in zip(made.size, other.size, strict=True)) > _FINER:
            return False
        size = (max(1, other.width // _FINER), max(1, other.height // _FINER))
        one, two = (on_white(each).resize(size, Image.Resampling.BOX) for each in (made, other))
    red, green, blue = ImageChops.difference(one, two).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(most.histogram()[_APART + 1 :]) <= _UNLIKE * size[0] * size[1]


def on_white(image: Image.Image) -> Image.Image:
    """A picture of mode RGBA as it looks on white paper."""
    from PIL import Image

    return Image.alpha_composite(Image.new("RGBA", image.size, "white"), image.convert("RGBA")).convert("RGB")


@cache
def _own_fonts() -> str:
    """The settings by which CairoSVG finds printkit's fonts and no others, where it looks for fonts by fontconfig."""
    place = _folder() / "fonts.conf"
    place.write_text(_FONTS.format(folder=fonts_dir(), cache=_folder()), encoding="utf-8")
    return str(place)


# A family that is not there is answered with the usual one.
_FONTS = """<?xml version="1.0"?><fontconfig><dir>{folder}</dir><cachedir>{cache}</cachedir>
<match><test name="family"><string>sans-serif</string></test><edit name="family"><string>Lato</string></edit></match>
<match><test name="family"><string>monospace</string></test><edit name="family"><string>Lato</string></edit></match>
<match><edit name="family" mode="append_last"><string>Caladea</string></edit></match></fontconfig>"""


@cache
def _folder() -> Path:
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(temporary_folder("printkit-drawings-"))


class _Worker:
    """The process that draws, begun when it is first needed, and anew after it had to be ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._turn = threading.Lock()
        atexit.register(self.end)

    def drawn(self, tree: SvgTree, file: str, options: dict[str, Any] | None) -> bytes:
        """What it answers; InputError where it cannot draw."""
        data = tree.text.encode()
        with self._turn:
            process = self._ready()
            assert process.stdin
            assert process.stdout
            late = threading.Event()
            watch = threading.Timer(SECONDS, _stop, (process, late))
            watch.start()
            try:
                process.stdin.write(
                    json.dumps({"size": len(data), "options": options}).encode() + b"\n" + data
                )
                process.stdin.flush()
                answer = json.loads(process.stdout.readline())
                made = process.stdout.read(answer["size"])
            except (OSError, ValueError):
                # It is gone: with the time it had, or for want of memory.
                self.end()
                answer, made = {"error": "too much memory"}, b""
            except BaseException:
                # Ctrl-C: half an answer must not be the next one's.
                self.end()
                raise
            finally:
                watch.cancel()
        if late.is_set():
            raise InputError(
                f"takes longer than {SECONDS:g} s to draw", file=file, hint="simplify it, or add a PNG of it"
            )
        if answer["error"]:
            raise InputError(f"cannot be drawn ({answer['error'][:80]})", file=file, hint="add a PNG of it")
        return made

    def _ready(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            script = Path(__file__).with_name("svg_worker.py")
            self._process = subprocess.Popen(
                [sys.executable, str(script)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "FONTCONFIG_FILE": _own_fonts()},
            )
        return self._process

    def end(self) -> None:
        """Ends the process, whatever it does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream:
                    stream.close()
            self._process = None


def _stop(process: subprocess.Popen[bytes], late: threading.Event) -> None:
    late.set()
    process.kill()


_WORKER = _Worker()
