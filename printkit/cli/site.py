"""`printkit site`: the table as static files for any web host, run in the visitor's own browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from printkit.cli.progress import say
from printkit.cli.words import words

__all__ = ["site"]


def site(
    out: Annotated[
        Path,
        typer.Argument(
            metavar="OUT", help="The folder to write; a site in it is replaced.", show_default=False
        ),
    ],
    kits: Annotated[
        list[str] | None,
        typer.Argument(autocompletion=words("kit"), metavar="[KIT]...", help="Kits of the site; none: all."),
    ] = None,
    kit_dir: Annotated[Path | None, typer.Option(help="Folder of the kit.", metavar="DIR")] = None,
    base: Annotated[
        str, typer.Option(metavar="URL", help="Where it will be hosted, for links that need it whole.")
    ] = "",
    offline_check: Annotated[
        bool,
        typer.Option(
            "--offline-check", help="Write nothing; say what the site in OUT would load from elsewhere."
        ),
    ] = False,
) -> None:
    """Write the games as static files for any web host, played in the visitor's own browser.

    Nothing is uploaded, nothing comes from another host, and after the first visit it works without a network. The
    engine is fetched once by npm and pip, and kept.

    Example:
        printkit site public
        printkit site public youscout --base https://example.org/games/
        printkit site public --offline-check
    """
    from printkit.site.write import SiteRequest, loads_elsewhere, write_site

    if offline_check:
        found = loads_elsewhere(out)
        for each in found:
            say(f"{each.file}: {each.address}")
        if found:
            raise typer.Exit(1)
        say(f"{out}: everything comes from the site itself")
        return
    written = write_site(SiteRequest(out, tuple(kits or ()), kit_dir, base))
    whole, first = written.bytes / 1e6, written.engine / 1e6
    say(f"{out}: {written.files} files, {whole:.1f} MB; a first visit loads at most {first:.1f} MB")
