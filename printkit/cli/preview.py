"""`printkit preview`: options come in, the preview job is called, the file's line goes out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from printkit.cli.progress import say

__all__ = ["preview"]

MOST_ALIKE = 20
"""So many pairs are printed."""


def preview(
    kit: Annotated[str, typer.Argument(metavar="[KIT]", help="The kit's id.")] = "",
    card: Annotated[str, typer.Option(help="Card size: tarot, tgc-tarot, jrf, bridge, poker.")] = "",
    option: Annotated[list[str] | None, typer.Option(metavar="K=V", help="An option of the game.")] = None,
    sheet: Annotated[
        Path | None,
        typer.Option(help="Write a contact sheet of all cards to this PNG instead.", metavar="FILE"),
    ] = None,
    compare: Annotated[
        bool, typer.Option("--compare", help="Print the faces that look most alike as thumbnails instead.")
    ] = False,
    show: Annotated[bool, typer.Option("--open/--no-open", help="Open the gallery in a browser.")] = True,
    kit_dir: Annotated[Path | None, typer.Option(help="Show the kit in this folder.", metavar="DIR")] = None,
    out: Annotated[Path, typer.Option(help="Where the file goes.", metavar="DIR")] = Path("output"),
) -> None:
    """Look at every card of a kit, of every kit where none is named: one HTML file each that needs no network.

    Cards turn by a click, flip to their backs, zoom; ink, language and colour vision can be switched.

    Example:
        printkit preview youscout
        printkit preview youscout --sheet docs/gallery/youscout.png
        printkit preview youscout --compare
    """
    from printkit.jobs.contact_sheet import contact_sheet
    from printkit.jobs.preview import PreviewRequest, alike, previews

    request = PreviewRequest(kit=kit, card=card, options=tuple(option or ()), kit_dir=kit_dir, out=out)
    if compare:
        for ink, pairs in alike(request).items():
            for pair in pairs[:MOST_ALIKE]:
                sys.stdout.write(f"{ink} {pair.distance:.1f} {pair.one} {pair.other}\n")
        return
    for file in (contact_sheet(request, sheet),) if sheet else previews(request):
        say(str(file))
        if show and not sheet:
            # A terminal's user wants to see it; a script or a pipe does not.
            import webbrowser

            if sys.stdout.isatty():
                webbrowser.open(file.absolute().as_uri())
