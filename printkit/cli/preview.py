"""`printkit preview`: a gallery of a kit's cards as an HTML file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from printkit.cli.progress import say
from printkit.cli.words import words

__all__ = ["preview"]

MOST_ALIKE = 20
"""Most pairs printed."""


def preview(
    kit: Annotated[
        str, typer.Argument(autocompletion=words("kit"), metavar="[KIT]", help="The kit's id.")
    ] = "",
    card: Annotated[
        str,
        typer.Option(autocompletion=words("card"), help="Card size: tarot, tgc-tarot, jrf, bridge, poker."),
    ] = "",
    option: Annotated[
        list[str] | None,
        typer.Option(autocompletion=words("option"), metavar="K=V", help="An option of the game."),
    ] = None,
    sheet: Annotated[
        Path | None,
        typer.Option(help="Write a contact sheet of all cards to this PNG or WebP instead.", metavar="FILE"),
    ] = None,
    compare: Annotated[
        bool,
        typer.Option("--compare", help="List the pairs of faces that look most alike as thumbnails instead."),
    ] = False,
    show: Annotated[bool, typer.Option("--open/--no-open", help="Open the gallery in a browser.")] = True,
    kit_dir: Annotated[Path | None, typer.Option(help="Folder of the kit.", metavar="DIR")] = None,
    out: Annotated[Path, typer.Option(help="Output folder.", metavar="DIR")] = Path("output"),
) -> None:
    """Show every card of a kit in the browser; without KIT, of all kits.

    Each kit becomes one HTML file that needs no network. Cards rotate on click, flip to their backs and zoom; ink,
    language and simulated colour vision can be switched.

    Example:
        printkit preview youscout
        printkit preview youscout --sheet docs/gallery/youscout.webp
        printkit preview youscout --compare
    """
    from printkit.jobs.screen.contact_sheet import contact_sheet
    from printkit.jobs.screen.preview import PreviewRequest, alike, previews

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
