"""`index.html` beside built files: a picture of each, what it is, how it is printed, and what comes first."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any, NamedTuple
from urllib.parse import quote

from printkit.backends.pdfium_pages import page_picture
from printkit.files import read_json, staging
from printkit.jobs.build.build import Built
from printkit.jobs.build.manifest import LANGUAGES, MANIFEST, PrintUse, print_use

__all__ = ["INDEX", "write_build_pages"]

INDEX = "index.html"
PAGE = Path(__file__).with_name("build.html")
# The longer edge of a picture, in pixels.
EDGE = 420

_SECTIONS = {
    "first": ("Print these first, in this order", "まずこの順に印刷します"),
    "rest": ("To print as well", "ほかに印刷するもの"),
    "all": ("To print", "印刷するもの"),
    "read": ("To read and to keep", "読むもの、残すもの"),
}
_PAGES = {".zip": ("picture", "pictures", "枚の画像"), ".txt": ("record", "records", "件")}


class _File(NamedTuple):
    """A built file: its name, its pages, and what it is."""

    name: str
    pages: int
    use: PrintUse


def write_build_pages(built: Iterable[Built]) -> tuple[Path, ...]:
    """Write the page of each folder that has files of these; it shows whatever its manifest lists and is there."""
    return tuple(_write(folder) for folder in dict.fromkeys(each.file.parent for each in built))


def _write(folder: Path) -> Path:
    manifest = read_json(folder / MANIFEST)
    files = [
        _File(name, entry["pages"], print_use(entry))
        for name, entry in manifest["files"].items()
        if (folder / name).is_file()
    ]
    title = " · ".join(dict.fromkeys(manifest["title"].values()))
    body = "\n".join(_section(key, group, folder) for key, group in _sections(files))
    page = Template(PAGE.read_text(encoding="utf-8")).substitute(
        title=escape(title), version=escape(manifest["version"]), body=body
    )
    with staging(folder) as stage:
        stage.write(INDEX, page.encode("utf-8"))
    return folder / INDEX


def _sections(files: Sequence[_File]) -> Iterator[tuple[str, list[_File]]]:
    """The files by what a reader does with them, those to print first in their order."""
    paper = [each for each in files if each.use.setting not in ("screen", "kept")]
    first = sorted((each for each in paper if each.use.printed_first), key=lambda each: each.use.first)
    rest = [each for each in paper if each not in first]
    read = [each for each in files if each not in paper]
    for key, group in (("first", first), ("rest" if first else "all", rest), ("read", read)):
        if group:
            yield key, group


def _section(key: str, files: Sequence[_File], folder: Path) -> str:
    rows = "\n".join(_row(each, folder) for each in files)
    return f"<section>\n<h2>{_said(*_SECTIONS[key])}</h2>\n<ol>\n{rows}\n</ol>\n</section>"


def _row(file: _File, folder: Path) -> str:
    one, more, japanese = _PAGES.get(Path(file.name).suffix, ("page", "pages", "ページ"))
    paper = {"card": "", "": ""}.get(file.use.paper, file.use.paper.upper())
    count = _said(f"{file.pages} {one if file.pages == 1 else more}", f"{file.pages}{japanese}")
    what, how = (_said(*map(words, LANGUAGES)) for words in (file.use.what, file.use.how))
    facts = "".join(f"<span>{fact}</span>" for fact in (count, escape(paper), how) if fact)
    badge = f"<b>{file.use.printed_first}</b>" if file.use.printed_first else ""
    return (
        f'<li><a href="{quote(file.name)}">{_picture(folder / file.name)}{badge}<strong>{what}</strong>'
        f"<small>{escape(file.name)}</small></a><p>{facts}</p></li>"
    )


def _picture(file: Path) -> str:
    """The first page of a PDF; what is none, or cannot be drawn, has its ending instead."""
    if file.suffix != ".pdf":
        return f'<i class="plain">{escape(file.suffix[1:])}</i>'
    picture = page_picture(file, EDGE)
    if picture is None:
        return '<i class="plain">pdf</i>'
    data = b64encode(picture.data).decode("ascii")
    size = f'width="{picture.width}" height="{picture.height}"'
    return f'<i><img src="data:image/webp;base64,{data}" alt="" {size}></i>'


def _said(english: str, japanese: str) -> str:
    """Words in both languages, of which the page shows one."""
    words: Mapping[str, Any] = {"en": english, "ja": japanese}
    if english == japanese:
        return escape(english)
    return "".join(f'<span class="{key}" lang="{key}">{escape(each)}</span>' for key, each in words.items())
