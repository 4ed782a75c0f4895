"""The reports of checked files and kits: marked on a copy, on a page, and in a few lines for many."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from printkit.backends.pdf_copies import PageNote, write_annotated
from printkit.errors import InputError
from printkit.files import staging
from printkit.geometry import Rect, Size
from printkit.preflight.model import ERROR, NOTE, WARNING, Finding, has_errors, told_once

__all__ = ["Report", "Views", "closing_lines", "write_annotations", "write_check_page"]

_COLOURS = {ERROR: (0.85, 0.0, 0.0), WARNING: (0.9, 0.5, 0.0), NOTE: (0.0, 0.35, 0.8)}


class Views(NamedTuple):
    """A page from 1, its size in mm, and PNGs of it: as it is, as it should be, the difference (empty: unknown)."""

    page: int
    size: Size
    seen: bytes
    wanted: bytes = b""
    difference: bytes = b""


@dataclass(frozen=True, slots=True)
class Report:
    """What became of one file or kit: its findings, and in words how much was looked at.

    `passed` is what can be said of it when nothing is wrong; `views` are pictures of pages with findings, if asked for.
    `faces`, `sheets` and `figures` are how many of a kit's were read, `compared` whether its pages were, `proved` how
    many figures are held against the rules of its game.
    """

    file: str
    kit: str
    seen: str
    findings: tuple[Finding, ...]
    passed: str = "structural checks passed"
    views: tuple[Views, ...] = ()
    faces: int = 0
    sheets: int = 0
    figures: int = 0
    compared: bool = False
    proved: int = 0

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong."""
        return not has_errors(self.findings)

    @property
    def lines(self) -> tuple[str, ...]:
        """What is told of it: a line for each fault, with all its pages."""
        return told_once(self.findings)

    @property
    def closing(self) -> str:
        """The last line about it."""
        count = len(self.lines)
        said = f"{count} finding{'s' if count > 1 else ''}"
        if self.clean:
            said = f"{self.passed}; {said}" if count else self.passed
        return f"{self.file}: {self.seen}: {said}"

    def as_json(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return {
            "file": self.file,
            "kit": self.kit,
            "clean": self.clean,
            "seen": self.seen,
            "findings": [finding.as_json() for finding in self.findings],
        }


def write_annotations(report: Report, target: Path) -> Path:
    """Draws the findings of a PDF's report on a copy of it; returns where it is.

    A target that is the file itself or cannot be written is an InputError.
    """
    source = Path(report.file)
    if target.resolve() == source.resolve():
        message = "would overwrite the file that is checked"
        raise InputError(message, file=target, key="--annotate", hint="name another file")
    notes = [
        PageNote(each.page, rect, each.code, each.text, _COLOURS[each.severity])
        for each in report.findings
        for rect in (each.rect, *each.also)
    ]
    with staging(target.parent) as stage:
        with stage.open(target.name) as stream:
            write_annotated(source, stream, notes)
    return target


# So many files with errors are named.
_MOST_FILES = 3
_PAGES = ".pdf"
_MORE = (
    "-v says of each file what was looked at and what was not; --html REPORT.html shows pages with findings"
)


def closing_lines(reports: Sequence[Report]) -> Iterator[str]:
    """Of several files of a kit what was looked at, what was found and how to see more; of everything else its line.

    Files of no kit come last.
    """
    of_kit: dict[str, list[Report]] = {}
    for report in reports:
        if len(reports) == 1 or not report.file.lower().endswith(_PAGES):
            yield report.closing
        else:
            of_kit.setdefault(report.kit, []).append(report)
    for kit in sorted(of_kit, key=lambda each: (not each, each)):
        own = of_kit[kit]
        yield f"{kit or 'files of no kit'}: {_counted(len(own), 'file')}, {_looked_at(own, kit)}"
        yield f"  {_found(own)}"
        yield f"  {_MORE}"


def _looked_at(own: Sequence[Report], kit: str) -> str:
    if not kit:
        return "structural checks alone"
    counts = {word: sum(getattr(each, f"{word}s") for each in own) for word in ("face", "sheet", "figure")}
    seen = [_counted(count, word) for word, count in counts.items() if count]
    left = sum(not each.compared for each in own)
    but = f", but for {_counted(left, 'file')}" if left else ""
    return ", ".join((*seen, f"pages compared with the kit's{but}"))


def _found(own: Sequence[Report]) -> str:
    counts = Counter(finding.severity for each in own for finding in each.findings)
    if not counts:
        whole = all(each.compared for each in own)
        return "drawn as the kit's, structural checks passed" if whole else "structural checks passed"
    said = [_counted(counts[severity], severity) for severity in (ERROR, WARNING, NOTE) if counts[severity]]
    wrong = [each.file for each in own if not each.clean]
    if not wrong:
        return f"no errors; {', '.join(said)}"
    more = f" and {len(wrong) - _MOST_FILES} more" if len(wrong) > _MOST_FILES else ""
    return f"{', '.join(said)}; errors in {', '.join(wrong[:_MOST_FILES])}{more}"


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word}{'s' * (count != 1)}"


STYLE = """
:root { color-scheme: light dark; --line: #8886; --error: #c8102e; --warning: #b25f00; --note: #2360b8; }
@media (prefers-color-scheme: dark) { :root { --error: #ff6b81; --warning: #ffb454; --note: #7fb2ff; } }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 90rem; padding: 0 1rem; }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; border-top: 1px solid var(--line); padding-top: 1rem }
h3 { font-size: 1rem; margin-bottom: 0 }
li.error::marker { color: var(--error) } li.warning::marker { color: var(--warning) }
li.note::marker { color: var(--note) }
.views { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 1rem; }
figure { margin: 0 } figcaption { font-size: .875rem }
.page { position: relative } .page img { width: 100%; display: block; border: 1px solid var(--line) }
.page svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible }
.page rect { fill: none; stroke-width: 2; vector-effect: non-scaling-stroke }
.page text { font: bold 3px system-ui, sans-serif; text-anchor: middle; fill: #fff }
.error { --mark: #c8102e } .warning { --mark: #b25f00 } .note { --mark: #2360b8 }
.page rect { stroke: var(--mark) } .page circle { fill: var(--mark) }
"""
# The pictures of a page: as it should be, as it is, and the difference.
VIEWS = {"wanted": "as it should be", "seen": "as it is", "difference": "the difference"}
# In mm: a frame stands this far outside what it is about; the disc at its corner has its number.
_AROUND, _DISC = 0.7, 2.2


def write_check_page(reports: Sequence[Report], target: Path) -> Path:
    """Writes one page that needs nothing beside it; returns where it is. A target that is checked is an InputError."""
    if any(Path(report.file).resolve() == target.resolve() for report in reports):
        raise InputError(
            "would overwrite a file that is checked", file=target, key="--html", hint="name another file"
        )
    wrong = sum(not report.clean for report in reports)
    files = f"{len(reports)} file{'s' * (len(reports) != 1)}"
    title = f"findings in {wrong} of {files}" if wrong else f"no findings in {files}"
    body = "\n".join(part for report in reports for part in _of_report(report))
    text = (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>printkit check: {title}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>printkit check: {title}</h1>\n{body}\n</body>\n</html>\n"
    )
    with staging(target.parent) as stage:
        with stage.open(target.name) as stream:
            stream.write(text.encode("utf-8"))
    return target


def _of_report(report: Report) -> Iterator[str]:
    """The findings with their numbers, those of a page with its pictures in a section of its own."""
    yield f"<h2>{escape(report.file)}</h2>\n<p>{escape(report.closing.removeprefix(f'{report.file}: '))}</p>"
    shown = {view.page for view in report.views}
    numbered = list(enumerate(report.findings, 1))
    rest = [(number, each) for number, each in numbered if each.page not in shown]
    if rest:
        yield _list(rest)
    for view in report.views:
        own = [(number, each) for number, each in numbered if each.page == view.page]
        inside = f"<h3>page {view.page}</h3>\n{_list(own)}\n{_pictures(view, own)}"
        yield f'<section data-page="{view.page}">\n{inside}\n</section>'


Numbered = Sequence[tuple[int, Finding]]


def _list(findings: Numbered) -> str:
    rows = "\n".join(
        f'<li class="{each.severity}" value="{number}">{escape(replace(each, file="").text)}</li>'
        for number, each in findings
    )
    return f"<ol>\n{rows}\n</ol>"


def _pictures(view: Views, findings: Numbered) -> str:
    """The pictures there are side by side; places of findings are framed on the page as it is."""
    figures = []
    for name, title in VIEWS.items():
        data: bytes = getattr(view, name)
        if not data:
            continue
        frames = _frames(view, findings) if name == "seen" else ""
        address = f"data:image/png;base64,{b64encode(data).decode('ascii')}"
        image = f'<img src="{address}" alt="page {view.page}, {title}">'
        page = f'<div class="page">{image}{frames}</div>'
        figures.append(f'<figure data-view="{name}">{page}<figcaption>{title}</figcaption></figure>')
    return f'<div class="views">{"".join(figures)}</div>'


def _frames(view: Views, findings: Numbered) -> str:
    """A drawing in mm to lie on the page: a frame for each place a finding is about, and its number at the first."""
    marks = "".join(
        f'<g class="{each.severity}" data-finding="{number}"><title>{escape(each.message)}</title>'
        f"{_marks(number, (each.rect, *each.also))}</g>"
        for number, each in findings
        if each.rect is not None
    )
    return f'<svg viewBox="0 0 {view.size.width:g} {view.size.height:g}" aria-hidden="true">{marks}</svg>'


def _marks(number: int, places: Sequence[Rect]) -> str:
    frames = "".join(
        f'<rect x="{x - _AROUND:.2f}" y="{y - _AROUND:.2f}"'
        f' width="{width + 2 * _AROUND:.2f}" height="{height + 2 * _AROUND:.2f}"/>'
        for x, y, width, height in places
    )
    x, y = places[0].x + places[0].width + 3 * _AROUND, places[0].y - 3 * _AROUND
    disc = f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{_DISC:g}"/>'
    return f'{frames}{disc}<text x="{x:.2f}" y="{y + _DISC / 2:.2f}">{number}</text>'
