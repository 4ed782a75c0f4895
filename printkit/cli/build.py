"""`printkit build`."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from printkit.cli.progress import complain, progress_bar, say, warn
from printkit.cli.words import margin_length, split_words, stack_length, words
from printkit.errors import InputError, PrintkitError, Problem

if TYPE_CHECKING:
    from printkit.jobs.build.build import BuildRequest, Built

__all__ = [
    "Card",
    "CardIds",
    "Duplex",
    "GameOption",
    "Ink",
    "Lang",
    "Margin",
    "Only",
    "Out",
    "Paper",
    "Printer",
    "Stack",
    "Where",
    "build",
    "built_lines",
    "letter_country",
]

_Kits = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[KIT]...", help="Kits to build; all of them if none is named.", autocompletion=words("kit")
    ),
]
Only = Annotated[
    str,
    typer.Option(
        autocompletion=words("part"), help="Components to build, comma-separated.", metavar="deck,…"
    ),
]
_All = Annotated[
    bool, typer.Option("--all", help="Every part; usually only those a kit says are printed first.")
]
Lang = Annotated[
    str,
    typer.Option(
        autocompletion=words("lang"), help="A language of the kit, or both: all of them.", metavar="LANG"
    ),
]
Card = Annotated[
    str, typer.Option(autocompletion=words("card"), help="Card size: tarot, tgc-tarot, jrf, bridge, poker.")
]
Paper = Annotated[
    str,
    typer.Option(
        autocompletion=words("paper"),
        help="Sheet size: a4, a3, letter, … or 210x297mm; `card` puts one card on a page with bleed.",
    ),
]
Ink = Annotated[str, typer.Option(autocompletion=words("ink"), help="full, or low to save ink.")]
Duplex = Annotated[
    str,
    typer.Option(
        autocompletion=words("duplex"),
        help="Duplex mode (flip edge): long, short, fold, fronts-then-backs or none.",
    ),
]
_Marks = Annotated[
    str,
    typer.Option(
        autocompletion=words("marks"),
        help="Printer's marks, comma-separated: crop, japanese (double corners, centre marks), corners, registration, "
        "cutter (for Silhouette machines; export --as dxf, cut-svg has the die lines, for Cricut too), none.",
    ),
]
Margin = Annotated[str, typer.Option(help="The printer's unprintable margin.")]
_Gutter = Annotated[
    str,
    typer.Option(
        help="Room between the cards of a sheet; 0mm lays them edge to edge. Usually the layout's.",
        metavar="MM",
    ),
]
_BacksOnly = Annotated[bool, typer.Option("--backs-only", help="Only the sheets with backs.")]
_Draft = Annotated[
    bool,
    typer.Option("--draft", help="Print placeholders for missing pictures, and [?] for missing texts."),
]
_Press = Annotated[
    str,
    typer.Option(
        autocompletion=words("press"),
        help="home (sRGB), grey (black only), or PDF/X in CMYK for a print shop: x1a-2001, x1a-2003, x4.",
    ),
]
_Icc = Annotated[
    Path | None, typer.Option(help="The printer's ICC profile, embedded; x4 needs one.", metavar="FILE")
]
_Condition = Annotated[
    str,
    typer.Option(
        autocompletion=words("condition"),
        help="The characterised printing condition (output intent): JC200103, FOGRA39, …",
        metavar="NAME",
    ),
]
_Profile = Annotated[
    str,
    typer.Option(
        autocompletion=words("profile"),
        help="Lay out the deck for a print service: the-game-crafter, drivethrucards, …",
    ),
]
_BackBleed = Annotated[
    str, typer.Option(help="Extra bleed of the backs, for printers that misregister.", metavar="MM")
]
_ChangedSince = Annotated[
    Path | None,
    typer.Option(help="Only cards that changed since this manifest.json was written.", metavar="FILE"),
]
Printer = Annotated[
    str,
    typer.Option(
        autocompletion=words("printer"),
        help="Correct the backs for this printer; see printkit calibrate.",
        metavar="NAME",
    ),
]
_CardCount = Annotated[
    int,
    typer.Option("--set", help="With --profile: the number of cards in the set: 78, 80, 90, …", metavar="N"),
]
GameOption = Annotated[
    list[str] | None,
    typer.Option(
        autocompletion=words("option"),
        metavar="K=V",
        help="An option of the game; what is printed follows it.",
    ),
]
CardIds = Annotated[
    str,
    typer.Option(
        autocompletion=words("cards"),
        help="Only these card ids, comma-separated; wands-* is every card whose id begins so.",
        metavar="IDS",
    ),
]
Where = Annotated[
    list[str] | None,
    typer.Option(
        help="Only cards whose column or field fits: set=base, 'cost>=3', 'set in base,extra'. Several must all fit.",
        metavar="EXPR",
    ),
]
_Pages = Annotated[str, typer.Option(help="Only these pages, like 3-6,9.", metavar="RANGE")]
_Deals = Annotated[
    list[str] | None,
    typer.Option(
        "--deal", help="Show the games of this deal in the walkthrough; needs numba.", metavar="CODE"
    ),
]
Stack = Annotated[
    str,
    typer.Option(help="Thickness of the deck, for the box; usually cards × caliper.", metavar="MM"),
]
_Sleeve = Annotated[
    str,
    typer.Option(
        help="Film of the sleeves the cards are in, such as 0.1mm; the box fits them so.", metavar="MM"
    ),
]
_KitDir = Annotated[Path | None, typer.Option(help="Build the kit in this folder.", metavar="DIR")]
Out = Annotated[
    Path,
    typer.Option(
        help="Output folder: files go to DIR/KIT/, with a manifest.json of every card.", metavar="DIR"
    ),
]
_Watch = Annotated[
    bool, typer.Option("--watch", help="Build again whenever a file of the kit changes, until Ctrl-C.")
]


# Where the usual paper is US Letter, by CLDR.
LETTER = frozenset("BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split())


def built_lines(built: Sequence[Built], letter: bool) -> Iterator[str]:
    """The lines of one build, kit by kit; `letter`: the reader's country prints on US Letter."""
    for folder, group in groupby(built, key=lambda each: each.file.parent):
        entries = list(group)
        first = any(each.use.printed_first for each in entries)
        yield f"{folder.as_posix()}/"
        rows = [_row(each) for each in sorted(entries, key=lambda one: one.use.printed_first or len(entries))]
        widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
        for row in rows:
            number, *words = (word.ljust(width) for word, width in zip(row, widths, strict=True))
            yield f"{number}  {'  '.join(words)}".rstrip()
        if first:
            yield "print the numbered files first, in this order, at 100 %"
        if left := entries[0].left:
            yield f"not built: {', '.join(left)} (--all builds every part)"
        if letter and any(each.use.paper == "a4" for each in entries):
            yield "US Letter: --paper letter"


def _row(entry: Built) -> tuple[str, ...]:
    """What a row says of a file: number, name, pages, paper, how it is printed, what it is."""
    use, kind = entry.use, {".zip": "picture", ".txt": "record"}.get(entry.file.suffix, "page")
    cards = f"{entry.cards} card{'s' * (entry.cards != 1)} on " if entry.cards else ""
    pages = f"{cards}{entry.pages} {kind}{'s' * (entry.pages != 1)}"
    paper = "a card a page" if use.paper == "card" else use.paper.upper()
    number = f"{use.printed_first}." if use.printed_first else ""
    return number, entry.file.name, pages, paper, use.how("en"), use.what("en")


def letter_country() -> bool:
    """Whether the environment names a country whose usual paper is US Letter."""
    stated = next(filter(None, (os.environ.get(name) for name in ("LC_ALL", "LC_PAPER", "LANG"))), None)
    name = stated if stated is not None else (locale.getlocale()[0] or "")
    return name.partition(".")[0].partition("@")[0].rpartition("_")[2].upper() in LETTER


def build(
    kits: _Kits = None,
    only: Only = "",
    every: _All = False,
    lang: Lang = "both",
    card: Card = "",
    paper: Paper = "",
    ink: Ink = "full",
    duplex: Duplex = "long",
    marks: _Marks = "crop",
    margin: Margin = "5mm",
    gutter: _Gutter = "",
    press: _Press = "home",
    icc: _Icc = None,
    condition: _Condition = "",
    profile: _Profile = "",
    count: _CardCount = 0,
    printer: Printer = "",
    changed_since: _ChangedSince = None,
    back_bleed: _BackBleed = "0mm",
    backs_only: _BacksOnly = False,
    option: GameOption = None,
    cards: CardIds = "",
    where: Where = None,
    pages: _Pages = "",
    deal: _Deals = None,
    stack: Stack = "",
    sleeve: _Sleeve = "",
    draft: _Draft = False,
    kit_dir: _KitDir = None,
    out: Out = Path("output"),
    watch: _Watch = False,
) -> None:
    """Proof-read a kit against the rules of its game, then build print-ready PDFs: imposed cards, books, box, mat.

    Example:
        printkit build youscout --only deck --paper letter --printer laser
    """
    (_keep_building if watch else _carry_out)(_request(locals()))


# How the words of an option are read, where they are not taken as they are.
_READ: dict[str, Callable[[Any], Any]] = {
    "kits": lambda names: tuple(names or ()),
    "only": split_words,
    "marks": split_words,
    "cards": split_words,
    "margin": margin_length,
    "gutter": lambda text: margin_length(text, "--gutter") if text else None,
    "back_bleed": lambda text: margin_length(text, "--back-bleed"),
    "stack": stack_length,
    "sleeve": lambda text: margin_length(text, "--sleeve") if text else 0.0,
    "option": lambda texts: tuple(word for text in texts or () for word in text.split()),
    "deal": lambda codes: tuple(codes or ()),
    "where": lambda texts: tuple(texts or ()),
}
_NAMES = {"option": "options", "deal": "deals"}


def _request(said: Mapping[str, Any]) -> BuildRequest:
    """What the options ask for, by their names."""
    from printkit.jobs.build.request import BuildRequest

    read = {name: _READ[name](value) if name in _READ else value for name, value in said.items()}
    del read["watch"]
    if read["every"] and read["only"]:
        raise InputError("every part, or some by name", key="--all", hint="leave out --all or --only")
    read["first"] = not read.pop("every")
    return BuildRequest(**{_NAMES.get(name, name): value for name, value in read.items()})


def _keep_building(request: BuildRequest) -> None:
    """Build again whenever a file of the kits changes; what is wrong is shown, and the next change awaited."""
    from printkit.jobs.build.build import changes, watched_folders

    folders = watched_folders(request)
    changed = changes(folders, request.out)
    while True:
        try:
            _carry_out(request)
        except PrintkitError as error:
            complain(error.problems)
        except OSError as error:
            # A program that saves a file may take it away for a moment.
            complain([Problem(error.strerror or str(error), str(error.filename or ""))])
        say(f"watching {', '.join(map(str, folders))} (Ctrl-C ends it)")
        sys.stdout.flush()
        say(f"changed: {', '.join(file.name for file in next(changed))}")


def _carry_out(request: BuildRequest) -> None:
    from printkit import build as build_job
    from printkit.jobs.build.build_page import write_build_pages

    with progress_bar() as progress:
        built = build_job(request, progress)
        pages = write_build_pages(built)
    if request.changed_since and not built:
        say(f"nothing has changed since {request.changed_since}: nothing to print")
    for entry in built:
        for warning in entry.warnings:
            warn(warning)
    for line in built_lines(built, letter_country()):
        say(line)
    for page in pages:
        say(f"open {page} to see them")
