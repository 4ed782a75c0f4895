"""Puts one fault into printkit itself, builds with it and checks with it: what `check` does not see is a miss.

A file is compared with pages that the same code paints, so a fault of the painter is in both. Each fault is one line
of `backends`, `compose` or `sheets`, and each is tried on a deck, a board, a mat and a book, in a process of its own.
A part that looks the same with a fault is left out by that rule and by no hand. Exit code 0 only if nothing is missed.
"""

from __future__ import annotations

import argparse
import os
import pickle
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy

from printkit.backends import pdf, pdf_canvas, pdf_fonts
from printkit.compose.boards import board
from printkit.compose.faces import blocks, faces
from printkit.compose.text import typesetting
from printkit.errors import PrintkitError
from printkit.fonts import find_font
from printkit.geometry import IDENTITY, Affine
from printkit.inspect.pages import open_pdf, render_page
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.build.part import Scenes
from printkit.jobs.check.check import check_reports
from printkit.preflight.model import ERROR
from printkit.scene.inks import HOUSE_INKS
from printkit.scene.model import Glyphs, Group
from printkit.scene.model import Path as Drawn
from printkit.sheets import impose, marks
from printkit.sheets.model import Placement

__all__ = ["FAULTS", "PARTS", "judge"]

# What is built: the kind of part, its kit, and the choices.
PARTS: dict[str, tuple[str, dict[str, Any]]] = {
    "deck": ("youscout", {"only": ("deck",), "cards": ("major-08", "major-11", "swords-02", "coins-10")}),
    "board": ("cetkaik", {"only": ("board-old",), "paper": "a4"}),
    "mat": ("youscout", {"only": ("mat",), "paper": "a4"}),
    "book": ("tottarot", {"only": ("leaflet",), "lang": "en"}),
}


def _wrapped(owner: Any, name: str, change: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    """Exchanges a function or a method, wherever printkit has it by that name."""
    own = getattr(owner, name)
    new = change(own)
    setattr(owner, name, new)
    for module in [each for key, each in sys.modules.items() if key.startswith("printkit")]:
        for key, value in list(vars(module).items()):
            if value is own:
                setattr(module, key, new)
            elif isinstance(value, dict):
                value.update({each: new for each, known in value.items() if known is own})


def _glyphs(change: Callable[[Glyphs], Glyphs]) -> Callable[[], None]:
    """A fault in how text is written: the letters are changed, and what they say is not."""
    canvas = pdf_canvas.SceneCanvas
    return lambda: _wrapped(canvas, "_glyphs", lambda own: lambda self, item: own(self, change(item)))


def _paths(change: Callable[[Drawn], Drawn]) -> Callable[[], None]:
    canvas = pdf_canvas.SceneCanvas
    return lambda: _wrapped(canvas, "_path", lambda own: lambda self, item: own(self, change(item)))


def _placed(field: str, change: Callable[[Placement], Any]) -> Callable[[], None]:
    """A fault of a sheet: where its faces lie, in every part."""

    def wrapped(own: Callable[..., Any]) -> Callable[..., Any]:
        def begin(self: Any, *words: Any, **named: Any) -> None:
            own(self, *words, **named)
            object.__setattr__(self, field, change(self))

        return begin

    return lambda: _wrapped(Placement, "__init__", wrapped)


def _shown_as(glyphs: Glyphs, others: dict[str, str]) -> Glyphs:
    """The letters with the shapes of others."""
    font = find_font(glyphs.font)
    own = {text: font.shape(other)[0].glyph for text, other in others.items()}
    return glyphs._replace(
        glyphs=tuple(each._replace(glyph=own.get(each.text, each.glyph)) for each in glyphs.glyphs)
    )


def _aside(place: Affine) -> Affine:
    return place.then(Affine.translation(1.0, 0.0))


def _smaller(place: Affine) -> Affine:
    return Affine.scaling(0.97).then(place)


def _in_ink(name: str, other: str) -> Callable[[], None]:
    """Every drawing in one ink in another."""

    def change(own: Callable[..., Any]) -> Callable[..., Any]:
        return lambda self, use, ink: own(
            self, use, HOUSE_INKS[other].at(ink.tint) if ink.name == name else ink
        )

    return lambda: _wrapped(pdf_canvas.SceneCanvas, "_ink", change)


def _reversed_items() -> None:
    _wrapped(pdf_canvas.SceneCanvas, "draw", lambda own: lambda self, items: own(self, tuple(items)[::-1]))


def _clip(change: Callable[[Any], Any]) -> Callable[[], None]:
    canvas = pdf_canvas.SceneCanvas
    return lambda: _wrapped(canvas, "clip", lambda own: lambda self, rect: own(self, change(rect)))


def _untransformed(group: Group) -> Group:
    return group._replace(transform=IDENTITY) if group.transform.a < 0 else group


def _groups(change: Callable[[Group], Group]) -> Callable[[], None]:
    canvas = pdf_canvas.SceneCanvas
    return lambda: _wrapped(canvas, "_group", lambda own: lambda self, item: own(self, change(item)))


def _first_face() -> None:
    def change(own: Callable[..., Any]) -> Callable[..., Any]:
        def face(self: Any, key: Any, known: Any) -> None:
            first = vars(self).setdefault(f"first {key.side}", key)
            own(self, first, known)
            self._faces[key] = self._faces[first]

        return face

    _wrapped(pdf_canvas.SceneCanvas, "face", change)


def _without_uses() -> None:
    _wrapped(pdf_canvas.SceneCanvas, "_use", lambda own: lambda self, use: None)


def _wrong_font_program() -> None:
    """The font of a file holds the shape of 1 where that of 7 belongs."""

    def change(own: Callable[..., Any]) -> Callable[..., Any]:
        def glyph_map(self: Any) -> Any:
            numbers = list(range(self.font.glyph_count)) + [glyph for glyph, _ in self._aliases]
            seven, one = (self.font.shape(text)[0].glyph for text in "71")
            numbers[seven] = one if one in self.widths else min(self.widths)
            data = numpy.array(numbers, ">u2").tobytes()
            return self._document.put(pdf_fonts.stream_of({}, data))

        return glyph_map

    _wrapped(pdf_fonts.EmbeddedFont, "_glyph_map", change)


def _next_card() -> None:
    """Every card with the fields of the card after it."""

    def change(own: Callable[..., Any]) -> Callable[..., Any]:
        def draw(kit: Any, card: Any, choices: Any) -> Any:
            cards = [each for each in kit.cards if each.fields.keys() == card.fields.keys()]
            ids = [each.entry for each in cards]
            at = (
                ids.index(card.id)
                if card.id in ids
                else next((number for number, each in enumerate(cards) if each.id == card.id), -1)
            )
            other = cards[(at + 1) % len(cards)] if cards else card
            return own(kit, faces.replace(card, fields=other.fields), choices)

        return draw

    _wrapped(faces, "draw_face", change)


def _unturned_copy() -> None:
    def change(own: Callable[..., Any]) -> Callable[..., Any]:
        return lambda context, block: tuple(
            each._replace(transform=IDENTITY) if isinstance(each, Group) and block.turned else each
            for each in own(context, block)
        )

    _wrapped(blocks, "compose_block", change)


def _set_lines(change: Callable[[Glyphs], Glyphs]) -> Callable[[], None]:
    return lambda: _wrapped(typesetting, "set_line", lambda own: lambda *a, **k: change(own(*a, **k)))


def _other_digit(line: Glyphs) -> Glyphs:
    """A line that says and shows 9 where it should say 6: what is laid out is wrong, not how it is painted."""
    number = find_font(line.font).shape("9")[0].glyph
    own = tuple(each._replace(glyph=number, text="9") if each.text == "6" else each for each in line.glyphs)
    return line._replace(glyphs=own)


def _same_backs() -> None:
    """The back of a card is that of the first card."""

    def change(own: Callable[..., Any]) -> Callable[..., Any]:
        def scene(self: Any, key: Any) -> Any:
            return self.front(next(iter(self._cards))) if key.side == "back" else own(self, key)

        return scene

    _wrapped(Scenes, "__call__", change)


def _marks_aside() -> None:
    def change(own: Callable[..., Any]) -> Callable[..., Any]:
        return lambda trims, *rest: own([each.moved(2.0, 0.0) for each in trims], *rest)

    _wrapped(marks, "crop_marks", change)


def _backs_unmirrored() -> None:
    _wrapped(impose, "_flip", lambda own: lambda *words: (lambda rect: rect, own(*words)[1]))


def _no_names() -> None:
    _wrapped(board, "_names", lambda own: lambda *words: iter(()))


# The room, the fault in words, and what puts it in.
FAULTS: dict[str, tuple[str, Callable[[], None]]] = {
    "wrong glyph": ("backends", _glyphs(lambda item: _shown_as(item, {"8": "3", "1": "7", "2": "5"}))),
    "wrong letter": ("backends", _glyphs(lambda item: _shown_as(item, {"e": "o", "の": "あ"}))),
    "wrong font program": ("backends", _wrong_font_program),
    "letter left out": ("backends", _glyphs(lambda item: item._replace(glyphs=item.glyphs[:3]))),
    "text beside its place": (
        "backends",
        _glyphs(lambda item: item._replace(glyphs=tuple(e._replace(x=e.x + 0.6) for e in item.glyphs))),
    ),
    "text of another size": ("backends", _glyphs(lambda item: item._replace(size=item.size * 0.85))),
    "text in paper's ink": ("backends", _glyphs(lambda item: item._replace(ink=HOUSE_INKS["paper"]))),
    "wrong ink": ("backends", _in_ink("black", "blue")),
    "tint ignored": (
        "backends",
        _paths(lambda item: item._replace(fill=item.fill.at(1.0) if item.fill else None)),
    ),
    "painted in reverse order": ("backends", _reversed_items),
    "clip too small": ("backends", _clip(lambda rect: rect.grown(-4.0))),
    "half turn lost": ("backends", _groups(_untransformed)),
    "strokes left out": (
        "backends",
        _paths(lambda item: item._replace(stroke=None) if item.fill is None else item),
    ),
    "fills left out": ("backends", _paths(lambda item: item._replace(fill=None))),
    "holes filled": ("backends", _paths(lambda item: item._replace(even_odd=False))),
    "lines twice as wide": ("backends", _paths(lambda item: item._replace(width=2 * item.width))),
    "dashes ignored": ("backends", _paths(lambda item: item._replace(dash=()))),
    "wrong face": ("backends", _first_face),
    "parts left out": ("backends", _without_uses),
    "page upside down": (
        "backends",
        lambda: _wrapped(
            pdf,
            "_draw_page",
            lambda own: (
                lambda canvas, sheet, *rest: own(
                    canvas,
                    faces.replace(
                        sheet,
                        correction=Affine.rotation(180, (sheet.paper.width / 2, sheet.paper.height / 2)),
                    ),
                    *rest,
                )
            ),
        ),
    ),
    "numbers of another card": ("compose", _next_card),
    "turned copy upright": ("compose", _unturned_copy),
    "6 set as 9": ("compose", _set_lines(_other_digit)),
    "last letter lost": (
        "compose",
        _set_lines(
            lambda line: line._replace(glyphs=line.glyphs[:-1] if len(line.glyphs) > 3 else line.glyphs)
        ),
    ),
    "names of squares lost": ("compose", _no_names),
    "backs are fronts": ("compose", _same_backs),
    "face beside its place": ("sheets", _placed("transform", lambda each: _aside(each.transform))),
    "face scaled": ("sheets", _placed("transform", lambda each: _smaller(each.transform))),
    "face cut": ("sheets", _placed("window", lambda each: each.trim.grown(-3.0))),
    "crop marks aside": ("sheets", _marks_aside),
    "backs not mirrored": ("sheets", _backs_unmirrored),
}


class Judged(NamedTuple):
    """What became of one fault in one part: `found`, `refused` by `build`, `same` or `missed`; and what was said."""

    verdict: str
    words: str = ""


def _build(part: str, folder: Path) -> Path:
    kit, choices = PARTS[part]
    entries = build(BuildRequest(kits=(kit,), out=folder, **choices))
    return min(each.file for each in entries if each.file.suffix == ".pdf")


def _pages(file: Path) -> list[Any]:
    with open_pdf(file) as opened:
        return [render_page(opened, index, 100, gray=False) for index in range(len(opened))]


def _child(part: str, fault: str, folder: Path, good: Path | None) -> Judged:
    if fault:
        FAULTS[fault][1]()
    try:
        file = _build(part, folder)
    except PrintkitError as error:
        return Judged("refused", error.problems[0].message)
    if good is not None:
        one, other = _pages(good), _pages(file)
        if len(one) == len(other) and all(map(numpy.array_equal, one, other)):
            return Judged("same")
    (report,) = check_reports([file], kit=PARTS[part][0], workers=1)
    errors = [each for each in report.findings if each.severity == ERROR]
    codes = ", ".join(dict.fromkeys(each.code for each in errors))
    return Judged("found" if errors else "missed", codes)


def _forked(work: Callable[[], Judged]) -> Judged:
    """The work done in a copy of this process, so that a fault stays there."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        try:
            answer = work()
        except BaseException as error:
            answer = Judged("crashed", f"{type(error).__name__}: {error}")
        with os.fdopen(writer, "wb") as stream:
            pickle.dump(tuple(answer), stream)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        data = stream.read()
    os.waitpid(child, 0)
    return Judged(*pickle.loads(data))


def judge(part: str, fault: str, good: Path | None = None) -> Judged:
    """One fault in one part, beside a good file of it; without a fault the part must be found right."""
    with tempfile.TemporaryDirectory(prefix="printkit-painter-") as folder:
        return _forked(lambda: _child(part, fault, Path(folder), good))


def main() -> int:
    """A line for each fault, with what became of each part, and the counts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("faults", nargs="*", help="names of faults, by default all")
    parser.add_argument("--parts", default=",".join(PARTS), help="some of the parts, by commas")
    options = parser.parse_args()
    start, counts, missed = time.perf_counter(), dict.fromkeys(("found", "refused", "same", "missed"), 0), []
    parts = options.parts.split(",")
    with tempfile.TemporaryDirectory(prefix="printkit-painter-") as name:
        for part in parts:
            folder = Path(name) / part
            _forked(lambda folder=folder, part=part: Judged("", str(_build(part, folder))))  # type: ignore[misc]
            alone = judge(part, "")
            if alone.verdict != "missed":
                raise SystemExit(f"the good {part} is not right: {alone}")
        for fault in options.faults or FAULTS:
            words = []
            for part in parts:
                good = min((Path(name) / part).rglob("*.pdf"))
                judged = judge(part, fault, good)
                counts[judged.verdict] = counts.get(judged.verdict, 0) + 1
                words.append(f"{part} {judged.verdict}" + (f" ({judged.words[:50]})" if judged.words else ""))
                missed += [f"{fault}: {part}"] if judged.verdict in ("missed", "crashed") else []
            print(f"{FAULTS[fault][0]:8} {fault:26} {'; '.join(words)}", flush=True)
    for each in missed:
        print(f"missed: {each}")
    print(
        ", ".join(f"{count} {verdict}" for verdict, count in counts.items()),
        f"{time.perf_counter() - start:.0f} s",
    )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
