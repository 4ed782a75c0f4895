"""CodeMirror as modules that lie beside each other: bare names in them become addresses, and nothing is bundled."""

from __future__ import annotations

import re
from collections.abc import Mapping

from printkit.site.archive import Files
from printkit.site.assets import kept_scripts, requirements

__all__ = ["editor_index", "editor_modules", "kept_editor"]

# What the page takes from it; the others are imported by these.
_TOP = re.compile("@codemirror/(?!streamparser)|@lezer/highlight")
_BARE = re.compile(r"""(?m)^((?:import|export)\b[^;]*?\bfrom\s*)(["'])([^."'][^"']*)\2""")


def editor_modules(scripts: Mapping[str, Files]) -> dict[str, bytes]:
    """The modules of the packages that are locked with one, by file name; the licence stands at the head of each.

    A bundler would halve the 0.3 MB that are loaded only for editing, and be one more tool to fetch for each platform.
    """
    made = {}
    for package in requirements()[0]:
        if package.module:
            files = scripts[package.name]
            code = _BARE.sub(_beside, files[package.module].decode())
            made[_file(package.name)] = f"/*!\n{files['LICENSE'].decode()}*/\n{code}".encode()
    return made


def editor_index(folder: str) -> bytes:
    """The module that has all that the page takes, where the others lie in a folder."""
    names = [package.name for package in requirements()[0] if package.module and _TOP.match(package.name)]
    return "".join(f'export * from "{folder}{_file(name)}";\n' for name in names).encode()


def kept_editor() -> dict[str, bytes]:
    """All of them where they were fetched before, the index as `index.js`; else none."""
    scripts = kept_scripts()
    return {**editor_modules(scripts), "index.js": editor_index("./")} if scripts else {}


def _beside(found: re.Match[str]) -> str:
    return f"{found[1]}{found[2]}./{_file(found[3])}{found[2]}"


def _file(package: str) -> str:
    return f"editor-{package.lstrip('@').replace('/', '-')}.mjs"
