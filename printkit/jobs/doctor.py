"""Reports what is installed and what is missing."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Literal, NamedTuple

from printkit.errors import PrintkitError
from printkit.fonts import Font, font_files
from printkit.installed import DISTRIBUTION, install_command, package_name, requirements
from printkit.paths import templates_dir
from printkit.version import __version__

__all__ = ["Group", "Requirement", "examine", "required_missing", "scripts"]

Group = Literal["required", "extra", "library", "tool", "font"]

_OLDEST_PYTHON = (3, 11)


class Requirement(NamedTuple):
    """One requirement printkit uses: its version (empty when missing), what is known of it, and what to do."""

    group: Group
    name: str
    version: str
    detail: str = ""
    hint: str = ""

    @property
    def required(self) -> bool:
        """Whether printkit cannot work without it."""
        return self.group in ("required", "font")


def examine() -> tuple[Requirement, ...]:
    """Everything printkit uses on this machine, required requirements first; missing ones have no version."""
    return (*_python(), *_strangers(), *_packages(), _libcairo(), *map(_tool, _TOOLS), *_fonts())


def required_missing(requirements: Iterable[Requirement]) -> tuple[Requirement, ...]:
    """Those that printkit cannot work without and that are missing."""
    return tuple(
        requirement for requirement in requirements if requirement.required and not requirement.version
    )


def _python() -> Iterator[Requirement]:
    new_enough = sys.version_info >= _OLDEST_PYTHON
    yield Requirement(
        "required", "python", platform.python_version() if new_enough else "", hint="install Python 3.11"
    )
    yield Requirement("required", "printkit", __version__)


def _packages() -> Iterator[Requirement]:
    """The packages printkit's own metadata names, so that no second list can differ from pyproject.toml."""
    extra_of = re.compile(r"""extra\s*==\s*["']([\w-]+)["']""")
    listed: set[str] = set()
    for line in sorted(requirements(), key=str.lower):
        name, marker = package_name(line), extra_of.search(line)
        extra = marker[1] if marker else ""
        if extra == "dev" or name in listed:
            continue
        listed.add(name)
        hint = f"type: {install_command([name])}"
        yield Requirement("extra" if extra else "required", name, _version(name), extra, hint)


def _strangers() -> Iterator[Requirement]:
    """Other distributions that put files into the same package: `printkit` on the Python index is another project."""
    for name in sorted(set(metadata.packages_distributions().get("printkit", ()))):
        if re.sub(r"[-_.]+", "-", name).lower() != DISTRIBUTION:
            detail = f"{name} {_version(name)} is another project with the same package"
            hint = f"uninstall {name} and {DISTRIBUTION}, then install {DISTRIBUTION} again"
            yield Requirement("required", "printkit alone", "", detail, hint)


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _libcairo() -> Requirement:
    hint = "apt-get install libcairo2, or brew install cairo; on Windows install the GTK runtime"
    try:
        import cairocffi
    except (ImportError, OSError):
        return Requirement("library", "libcairo", "", "for pictures; PDFs need none", hint)
    return Requirement(
        "library", "libcairo", str(cairocffi.cairo_version_string()), "for pictures; PDFs need none"
    )


class _Tool(NamedTuple):
    command: str
    question: str
    package: str


_TOOLS = (
    _Tool("qpdf", "--version", "qpdf"),
    _Tool("pdftoppm", "-v", "poppler-utils"),
    _Tool("gs", "--version", "ghostscript"),
)


def _tool(tool: _Tool) -> Requirement:
    detail = "a second opinion for the tests"
    path = shutil.which(tool.command)
    hint = f"apt-get install {tool.package}"
    if path is None:
        return Requirement("tool", tool.command, "", detail, hint)
    try:
        answer = subprocess.run(
            [path, tool.question], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return Requirement("tool", tool.command, "", detail, hint)
    return Requirement("tool", tool.command, _number(answer.stdout + answer.stderr), detail)


def _number(text: str) -> str:
    """The first requirement in a text that looks like a version."""
    found = re.search(r"\d+(\.\d+)+", text)
    return found[0] if found else "unknown"


def _fonts() -> Iterator[Requirement]:
    hint = "install printkit again"
    try:
        files = font_files()
    except PrintkitError as error:
        yield Requirement("font", "fonts", "", str(error), hint)
        return
    if not files:
        yield Requirement("font", "fonts", "", "the folder is empty", hint)
    needed = scripts()
    for font_id, path in files.items():
        try:
            font = Font(path)
        except PrintkitError:
            yield Requirement("font", font_id, "", "cannot be read", hint)
            continue
        yield Requirement("font", font_id, _number(font.version), _coverage(font, needed))


def _coverage(font: Font, needed: dict[str, str]) -> str:
    parts = [f"{font.glyph_count} glyphs"]
    for name, characters in needed.items():
        missing = font.missing(characters)
        parts.append(f"{name} {len(characters) - len(missing)}/{len(characters)}")
    return ", ".join(parts)


def scripts() -> dict[str, str]:
    """The characters print needs by script, each once, sorted; `kits` are those the kits' texts use."""
    makers: dict[str, Callable[[], Iterable[str]]] = {
        "latin": lambda: map(chr, range(0x21, 0x7F)),
        "kana": lambda: map(chr, (*range(0x3041, 0x3097), *range(0x30A1, 0x30FD))),
        "kanji": _first_level_kanji,
        "kits": _kit_characters,
    }
    return {name: "".join(sorted(set(maker()))) for name, maker in makers.items()}


def _first_level_kanji() -> Iterator[str]:
    """The 2965 kanji of JIS X 0208 level 1: rows 16 to 47, where the last row has 51."""
    for row in range(16, 48):
        for cell in range(1, 52 if row == 47 else 95):
            yield bytes((0xA0 + row, 0xA0 + cell)).decode("euc_jp")


def _kit_characters() -> Iterator[str]:
    for pattern in ("*/text.*.toml", "*/rules.*.md"):
        for path in sorted(templates_dir().glob(pattern)):
            yield from _visible(path)


def _visible(path: Path) -> Iterator[str]:
    return (
        char
        for char in path.read_text(encoding="utf-8", errors="ignore")
        if char.isprintable() and char != " "
    )
