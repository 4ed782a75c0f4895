"""`printkit export`: write the faces, cutting paths or card data of a kit."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from printkit.cli._build_options import Card, CardIds, GameOption, Ink, Lang, Only, Paper, Stack, Where
from printkit.cli.progress import progress_bar, say
from printkit.cli.words import split_words, stack_length, words

__all__ = ["export"]


Form = Annotated[
    str,
    typer.Option(
        "--as",
        autocompletion=words("form"),
        help="svg or png: faces; dxf or cut-svg: die lines; tts, tarot-deck-spec: decks; csv, xlsx: card data; "
        "texts (XLSX), texts-csv, texts-po: all texts, for translators.",
    ),
]
Kit = Annotated[
    str,
    typer.Argument(
        autocompletion=words("kit"),
        metavar="[KIT]",
        help="The kit's id; --kit-dir may name its folder instead.",
    ),
]


def export(
    form: Form,
    kit: Kit = "",
    card: Card = "",
    lang: Lang = "both",
    ink: Ink = "full",
    dpi: Annotated[float, typer.Option(help="Resolution of a PNG.")] = 300.0,
    bleed: Annotated[bool, typer.Option(help="Include the bleed around the trim.")] = True,
    option: GameOption = None,
    cards: CardIds = "",
    where: Where = None,
    only: Only = "",
    paper: Paper = "",
    stack: Stack = "",
    url: Annotated[str, typer.Option(help="tts: the address the images will have.", metavar="URL")] = "",
    kit_dir: Annotated[Path | None, typer.Option(help="Folder of the kit.", metavar="DIR")] = None,
    out: Annotated[Path, typer.Option(help="Output folder.", metavar="DIR")] = Path("output"),
) -> None:
    """Export the faces of a kit as images, its die lines, a deck for other programs, or its card data.

    Faces go to OUT/KIT/svg/ or OUT/KIT/png/; in SVG all text is outlines, so no font is needed. Die lines (dxf for
    Silhouette Studio, cut-svg for Cricut and others) go to OUT/KIT/dxf/ or OUT/KIT/cut-svg/, with layers cut and fold,
    and match the imposition of `build --marks cutter`.
    With --lang faces have the words of one language, and the folder is called after it: png-de.
    tts is a saved object for Tabletop Simulator with its images, tarot-deck-spec a deck of the Tarot Deck
    Specification 1.0. csv and xlsx are one table of cards and names, which `update` and `new --cards` read. texts is
    one table of all texts, a row each, a column a language (texts-po: a PO file a language); `update` takes it back.

    Example:
        printkit export youscout --as png --dpi 300
        printkit export youscout --as dxf --only deck,box --paper a3
        printkit export youscout --as xlsx
    """
    from printkit.jobs.exchange.export import ExportRequest
    from printkit.jobs.exchange.export import export as run

    request = ExportRequest(
        kit=kit,
        form=form,
        card=card,
        lang=lang,
        ink=ink,
        dpi=dpi,
        bleed=bleed,
        options=tuple(word for text in option or () for word in text.split()),
        cards=split_words(cards),
        where=tuple(where or ()),
        only=split_words(only),
        paper=paper,
        stack=stack_length(stack),
        url=url,
        kit_dir=kit_dir,
        out=out,
    )
    with progress_bar() as progress:
        files = run(request, progress)
    say(f"{files[0].parent}  {len(files)} files")
