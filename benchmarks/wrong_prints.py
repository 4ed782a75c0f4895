"""Spoils good files of every part in one place each, and counts what `printkit check` misses; exit code 0 if nothing.

A file that still looks the same on every page, with the same boxes and the same annotations, is no wrong print: it is
left out by that rule and by no hand. The other half: the good files rewritten by other programs must all pass.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy
import pikepdf

from printkit.backends.inspect import open_pdf, page_boxes, page_size, render_page
from printkit.errors import InputError
from printkit.jobs.build import BuildRequest, build
from printkit.jobs.check import check_reports
from printkit.preflight.model import ERROR

__all__ = ["KINDS", "spoil"]

POINTS = 72 / 25.4
# What is built to be spoiled: small parts of two kits, each as most people print it, and some in other ways.
SOURCES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("tottarot", {"only": ("deck",)}),
    ("tottarot", {"only": ("deck",), "paper": "card"}),
    ("tottarot", {"only": ("deck",), "duplex": "short", "press": "x1a-2003"}),
    ("tottarot", {"only": ("leaflet",), "lang": "en"}),
    ("tottarot", {"only": ("tokens",)}),
    ("tottarot", {"only": ("box",)}),
    ("youscout", {"only": ("rules",), "lang": "ja"}),
    ("youscout", {"only": ("overlays",), "lang": "ja"}),
    ("youscout", {"only": ("mat",), "paper": "a4"}),
    ("youscout", {"only": ("tokens",)}),
    ("youscout", {"only": ("box",)}),
    ("youscout", {"only": ("deck",), "cards": ("major-05", "major-10", "swords-09", "cups-03")}),
    ("youscout", {"only": ("booklet",), "lang": "ja", "pages": "4-9"}),
)
PROGRAMS: dict[str, tuple[str, ...]] = {
    "qpdf": ("qpdf", "--object-streams=generate", "--recompress-flate", "{0}", "{1}"),
    "poppler": ("pdftocairo", "-pdf", "{0}", "{1}"),
    "ghostscript": (
        "gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=pdfwrite",
        "-dAutoRotatePages=/None", "-dUseCropBox=false", "-sOutputFile={1}", "{0}",
    ),
}  # fmt: skip
PAINTS = {"f", "F", "f*", "B", "b", "B*", "b*", "S", "s", "Tj", "TJ"}

Operators = list[tuple[list[Any], str]]


class File:
    """A file being spoiled with one random generator."""

    def __init__(self, source: Path, random: Random) -> None:
        self.pdf = pikepdf.open(source)
        self.random = random
        self.index = random.randrange(len(self.pdf.pages))
        self.page = self.pdf.pages[self.index]
        with open_pdf(source) as pdf:
            self.size = page_size(pdf, self.index)
            self.pixels = render_page(pdf, self.index, 25.4)

    def stream(self) -> Any:
        """What draws most on the page: its own content, or one of the forms it shows."""
        forms = [
            each
            for each in (self.page.obj.get("/Resources") or {}).get("/XObject", pikepdf.Dictionary()).values()
            if each.get("/Subtype") == "/Form"
        ]
        return self.random.choice(forms) if forms and self.random.random() < 0.85 else None

    def edit(self, change: Callable[[Operators], str]) -> str:
        """Changes operators of a form or of the page."""
        form = self.stream()
        parsed = pikepdf.parse_content_stream(self.page if form is None else form)
        operators = [(list(each.operands), str(each.operator)) for each in parsed]
        said = change(operators)
        data = pikepdf.unparse_content_stream([(own, pikepdf.Operator(name)) for own, name in operators])
        if form is None:
            self.page.Contents = self.pdf.make_stream(bytes(data))
        else:
            form.write(bytes(data))
        return said

    def spot(self, *, inked: bool) -> tuple[float, float]:
        """A place in mm with or without ink around it, if there is one."""
        dark = self.pixels < 200
        places = numpy.argwhere(dark if inked else ~dark)
        row, column = places[self.random.randrange(len(places))]
        return float(column), float(row)

    def draw(self, words: str, **state: float) -> None:
        """Draws above everything, in mm from the top left."""
        height = float(self.page.MediaBox[3])
        name = self.page.add_resource(pikepdf.Dictionary(**state), pikepdf.Name.ExtGState) if state else None
        scale = f"{POINTS:.6f} 0 0 {-POINTS:.6f} 0 {height:.4f} cm" + (f" {name} gs" if name else "")
        self.page.contents_add(self.pdf.make_stream(b"q\n"), prepend=True)
        self.page.contents_add(self.pdf.make_stream(f"\nQ q {scale}\n{words}\nQ\n".encode()))

    def note(self, kind: str, width: float, height: float, **more: Any) -> Any:
        """An annotation on a place with ink."""
        x, y = self.spot(inked=True)
        top = float(self.page.MediaBox[3]) - y * POINTS
        rect = [x * POINTS, top - height * POINTS, (x + width) * POINTS, top]
        note = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name(f"/{kind}"), Rect=rect, **more
        )
        own = self.pdf.make_indirect(note)
        self.page.Annots = pikepdf.Array([*(self.page.obj.get("/Annots") or []), own])
        return own


def _line(file: File) -> str:
    x, y = file.spot(inked=False)
    size = file.random.choice(("3 0.25", "0.25 3", "2 0.3", "0.3 5"))
    file.draw(f"0 g {x:.2f} {y:.2f} {size} re f")
    return f"{size} at {x:.0f} {y:.0f}"


def _white_bar(file: File) -> str:
    x, y = file.spot(inked=True)
    size = file.random.choice(("1 4", "4 0.3", "0.3 4", "2 2"))
    file.draw(f"1 g {x:.2f} {y:.2f} {size} re f")
    return f"{size} at {x:.0f} {y:.0f}"


def _tint(file: File) -> str:
    x, y = file.spot(inked=False)
    file.draw(f"0 g {x:.2f} {y:.2f} 4 4 re f", ca=0.02)
    return f"at {x:.0f} {y:.0f}"


def _light_over_art(file: File) -> str:
    x, y = file.spot(inked=True)
    file.draw(f"1 g {x:.2f} {y:.2f} 4 4 re f", ca=0.04)
    return f"at {x:.0f} {y:.0f}"


def _painted(operators: Operators) -> list[int]:
    return [at for at, (_, name) in enumerate(operators) if name in PAINTS]


def _erased(file: File) -> str:
    def change(operators: Operators) -> str:
        at = file.random.choice(_painted(operators) or [0])
        name = operators[at][1]
        operators[at] = ([], "n") if name not in ("Tj", "TJ") else ([pikepdf.String("")], "Tj")
        return f"{name} at operator {at}"

    return file.edit(change)


def _coloured(file: File) -> str:
    def change(operators: Operators) -> str:
        found = [at for at, (_, name) in enumerate(operators) if name in ("rg", "RG", "k", "K", "g", "G")]
        if not found:
            return "nothing"
        at = file.random.choice(found)
        own, name = operators[at]
        operators[at] = ([round(1 - float(each), 3) for each in own], name)
        return f"{name} at operator {at}"

    return file.edit(change)


def _moved(file: File) -> str:
    def change(operators: Operators) -> str:
        found = [at for at, (_, name) in enumerate(operators) if name in ("cm", "Tm")]
        if not found:
            return "nothing"
        at = file.random.choice(found)
        own, name = operators[at]
        values = [float(each) for each in own]
        scale = 1.0 if max(map(abs, values[:4])) < 2 else POINTS
        values[4] += file.random.choice((-0.6, 0.6)) * scale
        operators[at] = ([round(each, 4) for each in values], name)
        return f"{name} at operator {at}"

    return file.edit(change)


def _mirrored(file: File) -> str:
    def change(operators: Operators) -> str:
        found = [at for at, (_, name) in enumerate(operators) if name in ("cm", "Tm")]
        if not found:
            return "nothing"
        at = file.random.choice(found)
        own, name = operators[at]
        operators[at] = ([-float(own[0]), -float(own[1]), *own[2:]], name)
        return f"{name} at operator {at}"

    return file.edit(change)


def _wider_line(file: File) -> str:
    def change(operators: Operators) -> str:
        found = [at for at, (_, name) in enumerate(operators) if name == "w"]
        if not found:
            return "nothing"
        at = file.random.choice(found)
        operators[at] = ([round(float(operators[at][0][0]) * 2 + 0.1, 3)], "w")
        return f"w at operator {at}"

    return file.edit(change)


def _scaled(file: File) -> str:
    factor = file.random.choice((0.99, 1.01, 0.98))
    file.page.contents_add(file.pdf.make_stream(f"q {factor} 0 0 {factor} 2 2 cm\n".encode()), prepend=True)
    file.page.contents_add(file.pdf.make_stream(b"\nQ"))
    return f"{factor}"


def _shifted(file: File) -> str:
    x = file.random.choice((-0.5, 0.5, 1.0)) * POINTS
    file.page.contents_add(file.pdf.make_stream(f"q 1 0 0 1 {x:.3f} 0 cm\n".encode()), prepend=True)
    file.page.contents_add(file.pdf.make_stream(b"\nQ"))
    return f"{x:.2f} pt"


def _turned(file: File) -> str:
    file.page.obj.Rotate = turn = file.random.choice((90, 180, 270))
    return f"{turn}"


def _box_cut(file: File) -> str:
    edge = file.random.randrange(4)
    box = [float(each) for each in file.page.MediaBox]
    box[edge] += 0.3 if edge < 2 else -0.3
    file.page.obj.MediaBox = box
    return f"edge {edge}"


def _trim_moved(file: File) -> str:
    box = [float(each) for each in file.page.obj.get("/TrimBox", file.page.MediaBox)]
    file.page.obj.TrimBox = [box[0] + 3, box[1], box[2] - 3, box[3]]
    return "3 pt"


def _blank(file: File) -> str:
    file.page.Contents = file.pdf.make_stream(b"")
    return "blank"


def _removed(file: File) -> str:
    if len(file.pdf.pages) < 2:
        return _blank(file)
    del file.pdf.pages[file.index]
    return "removed"


def _doubled(file: File) -> str:
    file.pdf.pages.append(file.page)
    return "doubled"


def _exchanged(file: File) -> str:
    pages = list(file.pdf.pages)
    other = file.random.randrange(len(pages))
    pages[file.index], pages[other] = pages[other], pages[file.index]
    del file.pdf.pages[:]
    file.pdf.pages.extend(pages)
    return f"with {other + 1}"


def _in_place_of(file: File) -> str:
    pages = list(file.pdf.pages)
    other = file.random.randrange(len(pages))
    pages[file.index] = pages[other]
    del file.pdf.pages[:]
    file.pdf.pages.extend(pages)
    return f"page {other + 1} there as well"


def _field(file: File) -> str:
    note = file.note("Widget", 6, 6, FT=pikepdf.Name.Tx, T="a", V="7", DA="/Helv 12 Tf 0 g", F=4)
    file.pdf.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array([note]), NeedAppearances=True)
    return "NeedAppearances"


def _covering_field(file: File) -> str:
    look = file.pdf.make_stream(b"1 g 0 0 20 20 re f")
    look.Type, look.Subtype, look.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, [0, 0, 20, 20]
    more = {"FT": pikepdf.Name.Tx, "T": "a", "F": 4, "AP": pikepdf.Dictionary(N=look)}
    note = file.note("Widget", 6, 6, **more)
    file.pdf.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array([note]))
    return "appearance"


def _plain_note(file: File) -> str:
    kind = file.random.choice(("Line", "Square", "FreeText", "Ink", "Highlight", "Stamp"))
    file.note(kind, 6, 3, F=4, C=[0, 0, 0])
    return kind


def _bordered_link(file: File) -> str:
    file.note("Link", 8, 4)
    return "border"


def _layer(file: File) -> str:
    state = file.random.choice(("Print", "View"))
    use = pikepdf.Dictionary({f"/{state}": pikepdf.Dictionary({f"/{state}State": pikepdf.Name.OFF})})
    layer = file.pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="cover", Usage=use))
    root = file.pdf.Root
    if "/OCProperties" not in root:
        root.OCProperties = pikepdf.Dictionary(OCGs=pikepdf.Array(), D=pikepdf.Dictionary())
    root.OCProperties.OCGs.append(layer)
    name = file.page.add_resource(layer, pikepdf.Name.Properties)
    x, y = file.spot(inked=True)
    file.draw(f"/OC {name} BDC 1 g {x:.1f} {y:.1f} 5 5 re f EMC")
    return state


def _clipped(file: File) -> str:
    width, height = (float(each) for each in file.page.MediaBox[2:])
    cut = file.random.uniform(0.2, 0.8)
    words = f"q 0 0 {width * cut:.1f} {height:.1f} re W n\n"
    file.page.contents_add(file.pdf.make_stream(words.encode()), prepend=True)
    file.page.contents_add(file.pdf.make_stream(b"\nQ"))
    return f"{cut:.0%}"


def _dropped_form(file: File) -> str:
    def change(operators: Operators) -> str:
        found = [at for at, (_, name) in enumerate(operators) if name == "Do"]
        if not found:
            return "nothing"
        at = file.random.choice(found)
        operators[at] = ([], "n")
        return f"Do at operator {at}"

    parsed = pikepdf.parse_content_stream(file.page)
    operators = [(list(each.operands), str(each.operator)) for each in parsed]
    said = change(operators)
    data = pikepdf.unparse_content_stream([(own, pikepdf.Operator(name)) for own, name in operators])
    file.page.Contents = file.pdf.make_stream(bytes(data))
    return said


KINDS: dict[str, Callable[[File], str]] = {
    "a line": _line,
    "a white bar": _white_bar,
    "a tint": _tint,
    "a light patch over ink": _light_over_art,
    "a path or text erased": _erased,
    "a colour inverted": _coloured,
    "something moved": _moved,
    "something mirrored": _mirrored,
    "a line wider": _wider_line,
    "a page scaled": _scaled,
    "a page shifted": _shifted,
    "a page turned": _turned,
    "a box cut": _box_cut,
    "a trim box moved": _trim_moved,
    "a page blank": _blank,
    "a page removed": _removed,
    "a page doubled": _doubled,
    "pages exchanged": _exchanged,
    "a page in place of another": _in_place_of,
    "a form field": _field,
    "a field that covers": _covering_field,
    "a note": _plain_note,
    "a link with a border": _bordered_link,
    "a layer for one use": _layer,
    "a page clipped": _clipped,
    "a face left out": _dropped_form,
}


def spoil(source: Path, target: Path, number: int, seed: int) -> str:
    """Writes a wrong print of that number; returns what was done, `kind: where`."""
    random = Random(f"{seed} {number}")
    kind = tuple(KINDS)[number % len(KINDS)]
    file = File(source, random)
    said = KINDS[kind](file)
    file.pdf.save(target)
    return f"{kind}: page {file.index + 1}, {said}"


class Judged(NamedTuple):
    """What became of one wrong print: `found`, `missed` or `same`."""

    number: int
    part: str
    what: str
    verdict: str


def judge(source: Path, kit: str, number: int, seed: int) -> Judged:
    """Spoils, checks and judges."""
    with tempfile.TemporaryDirectory(prefix="printkit-wrong-") as folder:
        target = Path(folder) / "x.pdf"
        what = spoil(source, target, number, seed)
        if not _notes(target) and _same(source, target):
            return Judged(number, source.stem, what, "same")
        verdict = "found" if _errors(target, kit) else "missed"
        return Judged(number, source.stem, what, verdict)


def _errors(path: Path, kit: str) -> list[str]:
    try:
        reports = check_reports([path], kit=kit, workers=1)
        return [each.text for report in reports for each in report.findings if each.severity == ERROR]
    except InputError as error:
        return [str(error)]


def _notes(path: Path) -> bool:
    with pikepdf.open(path) as pdf:
        others = [
            note
            for page in pdf.pages
            for note in page.obj.get("/Annots", ())
            if note.get("/Subtype") != "/Link"
        ]
        links = [note for page in pdf.pages for note in page.obj.get("/Annots", ()) if "/Border" not in note]
        usage = [each for each in pdf.Root.get("/OCProperties", {}).get("/OCGs", ()) if "/Usage" in each]
        return bool(others or links or usage)


def _same(one: Path, other: Path) -> bool:
    """Whether two files have the same pages, boxes and pixels."""
    with open_pdf(one) as first, open_pdf(other) as second:
        if len(first) != len(second):
            return False
        return all(
            page_boxes(first, index) == page_boxes(second, index)
            and numpy.array_equal(
                render_page(first, index, 150, gray=False), render_page(second, index, 150, gray=False)
            )
            for index in range(len(first))
        )


def _built(folder: Path) -> Iterator[tuple[Path, str]]:
    for number, (kit, choices) in enumerate(SOURCES):
        out = folder / str(number)
        for entry in build(BuildRequest(kits=(kit,), out=out, **choices)):
            if entry.file.suffix == ".pdf":
                yield Path(shutil.move(entry.file, folder / f"{number}-{entry.file.name}")), kit


def rewritten(source: Path, kit: str, program: str) -> tuple[str, list[str]]:
    """The errors about a good file another program has written anew."""
    with tempfile.TemporaryDirectory(prefix="printkit-again-") as folder:
        target = Path(folder) / "x.pdf"
        words = [word.format(source, target) for word in PROGRAMS[program]]
        subprocess.run(words, check=True, capture_output=True)
        return f"{source.stem} {program}", _errors(target, kit)


def main() -> int:
    """Prints a line for each miss and each refused rewrite, and the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("count", type=int, nargs="?", default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rewrites", type=int, default=30)
    options = parser.parse_args()
    start = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="printkit-good-") as name:
        sources = list(_built(Path(name)))
        with ProcessPoolExecutor(options.workers) as pool:
            jobs = [
                pool.submit(judge, *sources[number % len(sources)], number, options.seed)
                for number in range(options.count)
            ]
            every = [(*source, program) for program in PROGRAMS for source in sources]
            random = Random(options.seed)
            again = [
                pool.submit(rewritten, *each)
                for each in random.sample(every, min(options.rewrites, len(every)))
            ]
            judged = []
            for job in jobs:
                judged.append(job.result())
                sys.stderr.write(f"\r{len(judged)} of {options.count}")
                if judged[-1].verdict == "missed":
                    print(f"missed: {judged[-1].number} {judged[-1].part}: {judged[-1].what}", flush=True)
            refused = [each for each in (job.result() for job in again) if each[1]]
    for what, errors in refused:
        print(f"refused: {what}: {errors[0][-200:]}")
    counts = Counter((each.what.partition(":")[0], each.verdict) for each in judged)
    for kind in KINDS:
        found, missed, same = (counts[kind, verdict] for verdict in ("found", "missed", "same"))
        print(f"{kind:28} found {found:3}  missed {missed:3}  the same {same:3}")
    total = Counter(each.verdict for each in judged)
    print(
        f"{total['found']} of {total['found'] + total['missed']} wrong prints found over {len(sources)} files, "
        f"{total['same']} were no change; {len(refused)} of {len(again)} rewrites refused; "
        f"{time.perf_counter() - start:.0f} s"
    )
    return 1 if total["missed"] or refused else 0


if __name__ == "__main__":
    sys.exit(main())
