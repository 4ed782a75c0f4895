"""`printkit serve`: the table and the live preview in the browser, on this machine only."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from printkit.cli.progress import say
from printkit.cli.words import words

__all__ = ["serve"]


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
