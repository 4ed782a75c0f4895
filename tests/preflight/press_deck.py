"""A small deck for a printer: two cards, each page a card with bleed, and hands to spoil it with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path as FilePath
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from printkit.backends.pdf import DocumentInfo, write_pdf
from printkit.backends.press import find_press
from printkit.geometry import Rect, Size
from printkit.preflight.model import Finding
from printkit.preflight.profile import find_profile
from printkit.preflight.structure.checks import preflight_pdf
from printkit.scene.inks import BLACK, HOUSE_INKS, PAPER
from printkit.scene.model import Path, Scene
from printkit.scene.shapes import rectangle, segment
from printkit.sheets.impose import card_per_page
from printkit.sheets.model import FaceKey
from tests.helpers import words
from tests.press_files import write_icc

WIDTH, HEIGHT, BLEED = 63.5, 88.9, 3.175
CARDS = ("one", "two", "three", "four")

Change = Callable[[pikepdf.Pdf], None]


def face(key: FaceKey) -> Scene:
    """A front with words on red, or the back, which looks alike when it is turned."""
    whole = Rect(0, 0, WIDTH, HEIGHT).grown(BLEED)
    if key.side == "back":
        middle = Rect(WIDTH / 2 - 10, HEIGHT / 2 - 10, 20, 20)
        items = (Path(rectangle(whole), fill=HOUSE_INKS["blue"]), Path(rectangle(middle), fill=PAPER))
    else:
        items = (
            Path(rectangle(whole), fill=HOUSE_INKS["red"]),
            Path(rectangle(Rect(8, 8, 40, 30)), fill=PAPER),
            words(f"card {key.card}", 10, 20, 4, ink=BLACK),
            Path(segment(10, 30, 40, 30), stroke=BLACK, width=0.3),
        )
    return Scene("face", WIDTH, HEIGHT, BLEED, items)


def write_press_deck(
    path: FilePath, press: str = "x1a-2003", order: tuple[str, ...] = ("back", "front")
) -> FilePath:
    """The deck as DriveThruCards requires it, or for another standard and in another order."""
    icc = write_icc(path.with_suffix(".icc")) if press == "x4" else None
    condition = "" if press == "x4" else "CGATS TR 001"
    made = find_press(press, icc, condition, 240.0)
    pages = card_per_page(CARDS, Size(WIDTH, HEIGHT), BLEED, order=order)  # type: ignore[arg-type]
    with path.open("wb") as stream:
        write_pdf(stream, pages, face, DocumentInfo("deck", author="somebody"), press=made)
    return path


def spoiled(source: FilePath, target: FilePath, change: Change) -> FilePath:
    """The file after somebody has changed it."""
    with pikepdf.open(source) as pdf:
        change(pdf)
        pdf.save(target, stream_decode_level=pikepdf.StreamDecodeLevel.none, compress_streams=False)
    return target


def judged(path: FilePath, profile: str = "drivethrucards") -> tuple[Finding, ...]:
    """The findings, with the profile of a printer or (empty) without one."""
    return preflight_pdf(path, "", find_profile(profile) if profile else None)


def codes(findings: tuple[Finding, ...]) -> set[str]:
    """The codes of the findings."""
    return {finding.code for finding in findings}


# ------------------------------------------------------------------------------------------------- ways to spoil


def draw(operators: str, page: int = 1, **resources: Any) -> Change:
    """Draws more above a page, in mm from its top left; `resources` are put in under their kind."""

    def change(pdf: pikepdf.Pdf) -> None:
        target = pdf.pages[page]
        own = target.obj["/Resources"]
        for kind, entries in resources.items():
            table = own.get(f"/{kind}", Dictionary())
            for key, value in entries(pdf).items() if callable(entries) else entries.items():
                table[f"/{key}"] = value
            own[f"/{kind}"] = table
        height = float(target.obj.MediaBox[3])
        scale = f"{72 / 25.4:.6f} 0 0 {-72 / 25.4:.6f} 0 {height:.4f} cm"
        target.contents_add(pdf.make_stream(b"q\n"), prepend=True)
        target.contents_add(pdf.make_stream(f"\nQ q {scale}\n{operators}\nQ\n".encode()))

    return change


def on_page(key: str, value: Callable[[Any], Any], page: int = 1) -> Change:
    """Changes an entry of a page; None takes it away."""

    def change(pdf: pikepdf.Pdf) -> None:
        target = pdf.pages[page].obj
        new = value(target.get(key))
        if new is None:
            del target[key]
        else:
            target[key] = new

    return change


def grown(by: float) -> Callable[[Any], Any]:
    """A box with every edge moved outwards, in points."""
    return lambda box: Array([float(edge) + (by if at > 1 else -by) for at, edge in enumerate(box)])


def in_root(key: str, value: Any) -> Change:
    """Puts an entry into the catalog."""

    def change(pdf: pikepdf.Pdf) -> None:
        pdf.Root[key] = value

    return change


def in_info(key: str, value: Any) -> Change:
    """Puts an entry into the information dictionary, or takes it away."""

    def change(pdf: pikepdf.Pdf) -> None:
        if value is None:
            del pdf.trailer.Info[key]
        else:
            pdf.trailer.Info[key] = value

    return change


def in_packet(old: bytes, new: bytes) -> Change:
    """Changes words of the packet of facts."""

    def change(pdf: pikepdf.Pdf) -> None:
        data = pdf.Root.Metadata.read_bytes()
        assert old in data
        pdf.Root.Metadata = pdf.make_stream(data.replace(old, new), Type=Name.Metadata, Subtype=Name.XML)

    return change


def in_intent(key: str, value: Any) -> Change:
    """Puts an entry into the output intent, or takes it away."""

    def change(pdf: pikepdf.Pdf) -> None:
        intent = pdf.Root.OutputIntents[0]
        if value is None:
            del intent[key]
        else:
            intent[key] = value(pdf) if callable(value) else value

    return change


def own_font(pdf: pikepdf.Pdf) -> dict[str, Any]:
    """The deck's own font, under the name `F1`."""
    forms = (form for page in pdf.pages for form in page.obj.Resources.XObject.values())
    return {"F1": next(form.Resources.Font["/F1"] for form in forms if "/Font" in form.Resources)}


def picture(width: int, height: int, **entries: Any) -> Callable[[pikepdf.Pdf], dict[str, Any]]:
    """A picture of one grey, under the name `Picture`."""

    def make(pdf: pikepdf.Pdf) -> dict[str, Any]:
        stream = pdf.make_stream(bytes([128]) * width * height)
        stream.Type, stream.Subtype = Name.XObject, Name.Image
        stream.Width, stream.Height, stream.BitsPerComponent = width, height, 8
        stream.ColorSpace = Name.DeviceGray
        for key, value in entries.items():
            stream[f"/{key}"] = value(pdf) if callable(value) else value
        return {"Picture": stream}

    return make


def plain_pdf(
    path: FilePath, contents: str, *, pages: int = 1, size: tuple[float, float] = (200, 300), **resources: Any
) -> FilePath:
    """A file of another program: pages with these operators, in points, y up."""
    with pikepdf.new() as pdf:
        for _ in range(pages):
            pdf.add_blank_page(page_size=size)
            page = pdf.pages[-1].obj
            page["/Resources"] = Dictionary()
            for kind, entries in resources.items():
                page["/Resources"][f"/{kind}"] = Dictionary(entries(pdf) if callable(entries) else entries)
            page["/Contents"] = pdf.make_stream(contents.encode())
        pdf.save(path)
    return path
