"""`printkit export`: options come in, the export job is called, the folder's line goes out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from printkit.cli.progress import progress_bar, say
from printkit.cli.words import split_words, stack_length

__all__ = ["export"]


def export(
    kit: Annotated[str, typer.Argument(metavar="KIT", help="The kit's id.")],
    form: Annotated[
        str,
        typer.Option(
            "--as",
            help="svg or png: faces; dxf or cut-svg: cutting paths; tts, tarot-deck-spec: decks; csv, xlsx: card data.",
        ),
    ],
    card: Annotated[str, typer.Option(help="Card size: tarot, tgc-tarot, jrf, bridge, poker.")] = "",
    ink: Annotated[str, typer.Option(help="full, or low to save ink.")] = "full",
    dpi: Annotated[float, typer.Option(help="Dots per inch of a PNG.")] = 300.0,
    bleed: Annotated[bool, typer.Option(help="With the bleed around the trim.")] = True,
    option: Annotated[list[str] | None, typer.Option(metavar="K=V", help="An option of the game.")] = None,
    cards: Annotated[str, typer.Option(help="Only these card ids, joined by commas.", metavar="IDS")] = "",
    only: Annotated[str, typer.Option(help="Cutting paths of these parts only.", metavar="deck,…")] = "",
    paper: Annotated[str, typer.Option(help="Cutting paths for this paper.")] = "",
    stack: Annotated[
        str, typer.Option(help="How thick the pile of cards is, for the box.", metavar="MM")
    ] = "",
    url: Annotated[str, typer.Option(help="Where the pictures of tts will lie.", metavar="URL")] = "",
    kit_dir: Annotated[
        Path | None, typer.Option(help="Export the kit in this folder.", metavar="DIR")
    ] = None,
    out: Annotated[Path, typer.Option(help="Where the files go.", metavar="DIR")] = Path("output"),
) -> None:
    """Write every face and back of a kit as a file of its own, its cutting paths, a deck, or its card data.

    The files go to OUT/KIT/svg/ or OUT/KIT/png/; SVG needs no fonts, its letters are outlines. Cutting paths go to
    OUT/KIT/dxf/ or OUT/KIT/cut-svg/ with the layers cut and fold; they fit the sheets of `build --marks cutter`.
    tts is a saved object of Tabletop Simulator with its pictures, tarot-deck-spec a deck of that specification (1.0).
    csv and xlsx are one table of cards and names, which `update` and `new --cards` read.

    Example:
        printkit export youscout --as png --dpi 300
        printkit export youscout --as dxf --only deck,box --paper a3
        printkit export youscout --as xlsx
    """
    from printkit.jobs.export import ExportRequest
    from printkit.jobs.export import export as run

    request = ExportRequest(
        kit=kit,
        form=form,
        card=card,
        ink=ink,
        dpi=dpi,
        bleed=bleed,
        options=tuple(word for text in option or () for word in text.split()),
        cards=split_words(cards),
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
