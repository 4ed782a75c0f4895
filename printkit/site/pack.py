"""The archives a page loads: interpreter, libraries and printkit as bytecode, each kit, and fonts with few letters."""

from __future__ import annotations

import hashlib
import io
import re
import subprocess
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import pyphen

import printkit
from printkit.backends.web_font import with_letters
from printkit.errors import InputError
from printkit.files import temporary_folder
from printkit.paths import fonts_dir, templates_dir
from printkit.site.assets import SECONDS, Assets, Files, files_of, importable, kept, lock_text, node, tar

__all__ = [
    "Texts",
    "compiled",
    "engine_files",
    "font_pack",
    "kit_files",
    "kit_folders",
    "library_pack",
    "low_art",
    "maker_pack",
    "printkit_files",
    "printkit_pack",
    "proof_pack",
    "unpacker",
    "whole_fonts",
]


# ── bytecode of the page's Python, made by that Python itself under Node.js ──────────────────────────────────────────

_COMPILER = Path(__file__).with_name("compile.mjs")


def compiled(files: Files, interpreter: Files) -> dict[str, bytes]:
    """The same files with `.pyc` in the place of `.py`; kept in the cache by their content.

    InputError where Node.js is missing or the interpreter refuses a source.
    """
    sources = {name: data for name, data in files.items() if name.endswith(".py")}
    if not sources:
        return dict(files)
    key = hashlib.sha256(lock_text().encode() + _COMPILER.read_bytes() + tar(sources))
    code = kept(f"{key.hexdigest()[:32]}.tar", lambda: tar(_compile(sources, interpreter)))
    return {name: data for name, data in files.items() if name not in sources} | files_of(code)


def _compile(sources: Files, interpreter: Files) -> Files:
    with temporary_folder("printkit-site-") as folder:
        engine, code = folder / "engine", folder / "code"
        _unpack(interpreter, engine)
        _unpack(sources, code)
        command = [node(), str(_COMPILER), str(engine), str(code)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise InputError(f"node could not compile the page: {error}", hint="try again") from None
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise InputError(
                f"node could not compile the page: {last[:200]}", hint="Node.js 20 or newer does"
            )
        return {file.relative_to(code).as_posix(): file.read_bytes() for file in code.rglob("*.pyc")}


def _unpack(files: Files, folder: Path) -> None:
    for name, data in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)


# ── the archives a page loads ────────────────────────────────────────────────────────────────────────────────────────

# What is loaded from the interpreter's package as it is.
_INTERPRETER = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
_LIBRARY = "python_stdlib.zip"
# Of wheels, what no page needs: tests, documents, fonts, hyphenation of languages no kit is in, forms, names of hosts.
_UNUSED = re.compile(
    r"(^|/)(tests?|docs)/"
    r"|^reportlab/(fonts|graphics|platypus)/|^reportlab/pdfbase/(_cidfontdata|_can_cmap_data|acroform)\."
    r"|^pyphen/dictionaries/README|^reportlab/lib/(codecharts|corp|fontfinder|randomtext|rparsexml|testutils)\."
    r"|^starlette/(staticfiles|testclient|middleware/gzip)\.|^platformdirs/(android|macos|windows)\.|^uniseg/wrap\."
    r"|^annotated_types/test_cases\.|^anyio/pytest_plugin\.|^uharfbuzz/_harfbuzz_test\.|^reportlab/lib/(normalDate|pdfencrypt|validators)\."
    r"|^fontTools/(mtiLib|merge|ufoLib|designspaceLib|voltLib|qu2cu|diff)/"
    r"|^(pydantic/(v1/|mypy\.|experimental/pipeline\.|color\.)|anyio/_backends/_trio\.|idna/)"
    r"|\.dist-info/(?!(licenses/)?(LICEN|COPYING))"
    r"|\.(pyx|pxd|c|h|pyi|typed)$"
)
# Of those, what only a kit with files of its own needs: tables of spreadsheets, and fonts and drawings of any kind.
_FOR_OWN_KITS = re.compile(r"^(openpyxl|et_xmlfile|fontTools/(?!__init__|unicodedata/))")
# Of rules of hyphenation and of where words end, what only a language needs.
_OF_A_LANGUAGE = re.compile(r"^(pyphen/dictionaries|budoux/models)/")
_READER = re.compile(r"pypdfium2(_\w+)?[/-]")
# Of Python's library, what needs processes, a terminal or a network.
_UNUSED_LIBRARY = re.compile(
    r"^(__phello__|_pyrepl|curses|ensurepip|multiprocessing|pydoc_data|sqlite3|tkinter|unittest|venv|wsgiref|xmlrpc)/"
    r"|^logging/(config|handlers)\.py$"
    r"|^(__hello__|_pydatetime|_pyio|antigravity|bdb|cProfile|cmd|compileall|configparser|doctest|filecmp"
    r"|fileinput|ftplib|getopt|imaplib|mailbox|modulefinder|netrc|nturl2path|optparse|pdb|pickletools|plistlib|poplib"
    r"|profile|pstats|pty|py_compile|pyclbr|pydoc|rlcompleter|sched|shelve|smtplib|socketserver|symtable|tabnanny|this"
    r"|trace|tty|turtle|wave|webbrowser|zipapp)\.py$"
)
# Of printkit, what no page runs: commands and what only they call, servers, research, what makes this page, and what
# needs other libraries.
_ROOMS = re.compile(
    r"^printkit/(atelier|cli|environments|release|site|jobs/exchange|lab/\w+/(data|jobs))/"
    r"|^printkit/(jobs/(doctor|play/(option_balance|simulate|solve))|lab/youscout/experiments|solver/table_play"
    r"|interchange/(exchange|import_deck|tables|tarot_deck|text_tables))\."
    r"|^printkit/web/(static/|(checking|local_server|preview)\.py)"
)
# What proves a finished PDF, for pages that print; sizes of printers and what a kit's cards must show are anybody's.
_PROOF = re.compile(
    r"^printkit/(jobs/check"
    r"|preflight(?!/(profiles/|(__init__|box_data|kit_data|marks|model|profile|proof_boards|proof_kit|proof_scene|reading)\.)))/"
)
_MISSING = re.compile(
    rb"^(from|import) (h11|numba|numpy|pikepdf|scipy|uvicorn|watchfiles|printkit\.lab\.compiled)\b",
    re.MULTILINE,
)
_OURS = re.compile(rb"^(?:from|import) (printkit[\w.]*)", re.MULTILINE)
# What is said of kits that people bring, which get whole fonts, and of PDFs.
_OF_OTHERS = re.compile(r"^printkit/(interchange/|web/(faults|findings)\.)")
_TEXTS = (".csv", ".json", ".md", ".py", ".svg", ".toml", ".txt")


def engine_files(assets: Assets) -> dict[str, bytes]:
    """The interpreter: its own files, and its library as bytecode."""
    with zipfile.ZipFile(io.BytesIO(assets.interpreter[_LIBRARY])) as archive:
        library = {
            each: archive.read(each)
            for each in archive.namelist()
            if not each.endswith("/") and not _UNUSED_LIBRARY.search(each)
        }
    own = {name: assets.interpreter[name] for name in _INTERPRETER}
    return {**own, _LIBRARY: importable(compiled(library, assets.interpreter))}


def unpacker(assets: Assets) -> bytes:
    """The script that unpacks what `archive.xz` packs, as a module: it is made for scripts of an older kind."""
    script = assets.scripts["xz-decompress"]["dist/package/xz-decompress.min.js"].decode()
    return (
        f'const held = {{ "stream/web": globalThis }};\n(function () {{\n{script}\n}}).call(held);\n'
        'export const { XzReadableStream } = held["xz-decompress"];\n'
    ).encode()


def library_pack(assets: Assets, languages: Iterable[str], *, own: bool) -> bytes:
    """The libraries, without what no page needs; `own`: for a kit that printkit does not ship."""
    spoken = {name for language in languages for name in _rules_of(language)}
    files = {
        name: data
        for name, data in _members(assets.wheels)
        if not _READER.match(name)
        and (own or not _FOR_OWN_KITS.search(name))
        and (name in spoken or not _OF_A_LANGUAGE.match(name))
    }
    return tar(compiled(files, assets.interpreter))


def _rules_of(language: str) -> tuple[str, ...]:
    """What breaks the lines of a language: the file of its hyphens, and of its words."""
    words = f"budoux/models/{language}.json"
    found = pyphen.language_fallback(language)
    return (f"pyphen/dictionaries/{Path(pyphen.LANGUAGES[found]).name}", words) if found else (words,)


def proof_pack(assets: Assets) -> bytes:
    """What proves a finished PDF and reads it back, for pages that print."""
    own = {name: data for name, data in printkit_files().items() if _PROOF.match(name)}
    files = {name: data for name, data in _members(assets.wheels) if _READER.match(name)}
    return tar(compiled(own | files, assets.interpreter))


def maker_pack(assets: Assets, languages: Iterable[str], *, own: bool) -> bytes:
    """What pages need for kits that people bring, but for what the library pack of the same call has.

    That is the starters, the lines of all other languages, and libraries.
    """
    spoken = {name for language in languages for name in _rules_of(language)}
    files = {
        name: data
        for name, data in _members(assets.wheels)
        if (_FOR_OWN_KITS.search(name) and not own) or (_OF_A_LANGUAGE.match(name) and name not in spoken)
    }
    starters = kit_files(templates_dir() / "starters")
    kits = {f"templates/starters/{name}": data for name, data in starters.items()}
    return tar({**compiled(files, assets.interpreter), **kits})


def whole_fonts() -> dict[str, bytes]:
    """The fonts with all their letters, by their ids."""
    return {file.stem: file.read_bytes() for file in sorted(fonts_dir().glob("*.ttf"))}


def _members(wheels: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if not name.endswith("/") and not _UNUSED.search(name):
                    yield name, archive.read(name)


def printkit_pack(assets: Assets) -> bytes:
    """printkit itself as bytecode, but for what proves a PDF."""
    own = {name: data for name, data in printkit_files().items() if not _PROOF.match(name)}
    return tar(compiled(own, assets.interpreter))


@cache
def printkit_files() -> Files:
    """The files of printkit, without the rooms no page enters."""
    files = {f"printkit/{name}": data for name, data in kit_files(Path(printkit.__file__).parent).items()}
    return _whole(
        {
            name: data
            for name, data in files.items()
            if not _ROOMS.search(name) and not (name.endswith(".py") and _MISSING.search(data))
        }
    )


def _whole(files: Files) -> Files:
    """Without the modules that cannot be imported: another of printkit's that they name at their top is not there."""
    there = {*_modules(files)}
    kept = {
        name: data
        for name, data in files.items()
        if not name.endswith(".py") or there.issuperset(each.decode() for each in _OURS.findall(data))
    }
    return kept if len(kept) == len(files) else _whole(kept)


def _modules(files: Files) -> Iterator[str]:
    """The names of the modules in these files, and of the packages they are in."""
    for name in files:
        if name.endswith(".py"):
            module = name.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
            yield from accumulate(module.split("."), "{}.{}".format)


def kit_files(folder: Path) -> dict[str, bytes]:
    """The files of a folder, such as a kit's, by their paths below it."""
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and "__pycache__" not in file.parts and not file.name.startswith(".")
    }


def low_art(folder: Path) -> str:
    """The folder of a kit's art for low ink, as its files' paths begin; empty where it has none of its own."""
    art = _told(folder).get("art", {})
    full, low = f"{art.get('full', '')}/", f"{art.get('low', '')}/"
    return "" if low == "/" or full.startswith(low) else low


def kit_folders(kits: Iterable[Path]) -> tuple[Path, ...]:
    """These kits' folders, and those whose art, texts or cards they use, each once."""
    found: dict[Path, None] = {}
    waiting = list(kits)
    while waiting:
        folder = waiting.pop(0).resolve()
        if folder not in found:
            found[folder] = None
            waiting += _used(folder)
    return tuple(found)


def _used(folder: Path) -> list[Path]:
    """The folders a kit names in its file: beside its own, else among those printkit ships."""
    named = _told(folder)
    names = [*named.get("uses", ()), *filter(None, [named.get("deck")])]
    places = [(folder.parent / name, templates_dir() / name) for name in names]
    return [place for both in places for place in [next(filter(Path.is_dir, both), None)] if place]


def _told(folder: Path) -> dict[str, Any]:
    file = folder / "kit.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


class Texts(NamedTuple):
    """What the packed files say: all of it, to know what is drawn."""

    letters: str
    named: frozenset[str]

    @classmethod
    def of(cls, packs: Iterable[Files]) -> Texts:
        """Every letter in the texts of these files, and every id of a font that stands there."""
        texts = [
            data.decode("utf-8", "replace")
            for each in packs
            for name, data in each.items()
            if name.endswith(_TEXTS) and not _OF_OTHERS.match(name)
        ]
        fonts = {file.stem for file in fonts_dir().glob("*.ttf")}
        named = frozenset(font for font in fonts if any(f'"{font}"' in text for text in texts))
        return cls("".join(sorted(set().union(*texts))), named)


def font_pack(texts: Texts) -> bytes:
    """The fonts that are named, each with the letters that are used and every glyph where it is in the whole font.

    A font whose name may not be kept by a changed one is left whole; licences lie beside them.
    """
    licences = {file.name: file.read_bytes() for file in sorted(fonts_dir().glob("*-OFL.txt"))}
    files = [fonts_dir() / f"{name}.ttf" for name in sorted(texts.named)]
    made = {file.name: _font(file, texts.letters, licences) for file in files}
    return tar({f"fonts/{name}": data for name, data in {**made, **licences}.items()})


def _font(file: Path, letters: str, licences: Files) -> bytes:
    family = max(
        (name for name in licences if file.name.startswith(name.removesuffix("-OFL.txt"))),
        key=len,
        default="",
    )
    if not family or b"with Reserved Font Name" in licences[family]:
        return file.read_bytes()
    return with_letters(file, letters)
