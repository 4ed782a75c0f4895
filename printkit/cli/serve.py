"""The commands of the page: `serve` on this machine, and `site` as static files."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from printkit.cli.progress import say
from printkit.cli.words import words

__all__ = ["serve", "site"]


def serve(
    kit: Annotated[
        str, typer.Argument(autocompletion=words("kit"), metavar="[KIT]", help="The kit to open.")
    ] = "",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes any that is free.")] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")
    ] = True,
    kit_dir: Annotated[Path | None, typer.Option(help="Folder of the kit.", metavar="DIR")] = None,
    state_dir: Annotated[
        Path | None,
        typer.Option(help="Where tables are kept; usually your folder for such things.", metavar="DIR"),
    ] = None,
) -> None:
    """Play every kit's games in the browser, and watch a kit while you edit it.

    The page is served to this machine alone, needs no network, and keeps every table as a record file. Open the address
    it prints: its token is good for this run only. Ctrl-C ends it. One server at a time keeps tables in a folder.

    Example:
        printkit serve
        printkit serve youscout --port 8321 --no-browser
        printkit serve --kit-dir my-game
    """
    from platformdirs import user_state_path

    from printkit.jobs.screen.screen_kits import served_kit
    from printkit.site.assets import kept_editor
    from printkit.web.application import Served
    from printkit.web.local_server import HOST, LocalServer, bound, guarded
    from printkit.web.store import sole_server

    folder = served_kit(kit, kit_dir)
    tables = state_dir or user_state_path("printkit") / "tables"
    with closing(bound(port)) as listening:
        port = listening.getsockname()[1]
        own = f"http://{HOST}:{port}/"
        with sole_server(tables, own):
            guard, stop = guarded(Served(tables, folder, kept_editor), port)
            address = f"{own}?token={guard.token}"
            say(f"{address}\nCtrl-C ends it")
            if browser:
                import webbrowser

                webbrowser.open(address)
            LocalServer(guard, stop).run(sockets=[listening])


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
