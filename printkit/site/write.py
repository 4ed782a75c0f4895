"""Writes the page as static files, whole or not at all; nothing of it may be loaded from elsewhere."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from printkit.errors import InputError
from printkit.files import make_folder, room_for, scratch_folder
from printkit.jobs.screen.screen_kits import served_kit
from printkit.kit.find import kit_folder, kit_ids
from printkit.kit.load import load_kit
from printkit.site.assets import Assets, Files, assets, editor_index, editor_modules, gzipped, packed, tar
from printkit.site.pack import (
    Texts,
    engine_files,
    font_pack,
    kit_files,
    kit_folders,
    library_pack,
    low_art,
    maker_pack,
    printkit_files,
    printkit_pack,
    proof_pack,
    unpacker,
    whole_fonts,
)  # fmt: skip
from printkit.site.pages import pages_of
from printkit.web.application import FILES, FONTS, STATIC, page_font
from printkit.web.home import frame_html
from printkit.web.words import LANGUAGES, words_of

__all__ = [
    "POLICY",
    "Foreign",
    "SiteRequest",
    "Written",
    "foreign_addresses",
    "loads_elsewhere",
    "write_site",
]


# ── what the files of a site would load from elsewhere: nothing may ──────────────────────────────────────────────────


class Foreign(NamedTuple):
    """A file and an address of another host that it would load."""

    file: str
    address: str


_HOST = re.compile(r"\s*(?:https?:)?//", re.IGNORECASE)
# A link that names its target for people and search engines loads nothing.
_NAMING = {"alternate", "author", "canonical", "license", "me"}
_CSS = re.compile(r"""(?:url\(\s*|@import\s+)["']?([^"')\s;]+)""", re.IGNORECASE)
# A string in a script; names of XML are no addresses.
_STRING = re.compile(r"""["'`]((?:https?:)?//(?!www\.w3\.org/)[\w.-]+[^"'`\s]*)["'`]""", re.IGNORECASE)


def foreign_addresses(files: Mapping[str, bytes]) -> tuple[Foreign, ...]:
    """Every address of another host in our pages, styles and scripts, by file."""
    found = []
    for name, data in sorted(files.items()):
        read = _READERS.get(PurePosixPath(name).suffix)
        found += [Foreign(name, each) for each in (read(data.decode("utf-8", "replace")) if read else ())]
    return tuple(found)


class _Loads(HTMLParser):
    """What a page loads by its elements."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what the element's attributes load."""
        given = {key: value or "" for key, value in attrs}
        if tag == "link" and {*given.get("rel", "").split()} <= _NAMING:
            return
        keys = (
            "src",
            "srcset",
            "poster",
            "data",
            "background",
            *(("href",) if tag in ("link", "image", "use") else ()),
        )
        addresses = [word for key in keys for word in re.split(r"[\s,]+", given.get(key, ""))]
        addresses += _CSS.findall(given.get("style", ""))
        self.found += [address for address in addresses if _HOST.match(address)]


def _in_page(text: str) -> list[str]:
    loads = _Loads()
    loads.feed(text)
    return loads.found


def _in_style(text: str) -> list[str]:
    return [address for address in _CSS.findall(text) if _HOST.match(address)]


def _in_script(text: str) -> list[str]:
    return _STRING.findall(text)


_READERS = {".html": _in_page, ".css": _in_style, ".svg": _in_page, ".js": _in_script}


# ── writes the page as static files ──────────────────────────────────────────────────────────────────────────────────

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; "
    "img-src 'self' data: blob:; base-uri 'self'; form-action 'none'"
)
"""What a page may load: the site's own files, and WebAssembly. A worker from a blob inherits it."""

_OWN = Path(__file__).with_name("static")
_MODULES = ("engine.js", "interpreter.js", "worker.js")
# The pages of the application that need the engine: their places here, what they are there, and their scripts.
_APPLICATION = {
    "play/index.html": ((STATIC / "index.html").read_text(encoding="utf-8"), "app.js"),
    "print/index.html": (frame_html("print"), "print.js"),
    "make/index.html": (frame_html("make"), "make.js"),
}
# The file by which a folder is known as one that this command wrote, so that it may be written anew.
_MARK = "site.json"
_DIGITS = 12
# The endings of what lies packed as gzip and as xz.
_GZIP, _FILE = ".packed", ".xz"
# What the interpreter asks for when it starts, and archives that one page alone needs.
_PARTS = ("pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_ONLY = {"proof": {"only": "print.js"}, "low-ink": {"only": "print.js"}, "maker": {"own": "1"}}
# Whole fonts are unpacked in Python, each when a kit names it.
_WHOLE = "whole/"


@dataclass(frozen=True, slots=True)
class SiteRequest:
    """What a site is asked for: where it is written, its kits (none: all), one's own kit, where it will be hosted."""

    out: Path
    kits: tuple[str, ...] = ()
    kit_dir: Path | None = None
    base: str = ""


class Written(NamedTuple):
    """What a site came to: its files, and the bytes a visitor loads until games can be played."""

    files: int
    bytes: int
    engine: int


def write_site(request: SiteRequest) -> Written:
    """Write the site; InputError for a kit there is not, a place that is taken, or what cannot be fetched."""
    _check(request)
    files = _site(request)
    _put(request.out, files)
    engine = sum(len(data) for name, data in files.items() if _is_first(name))
    return Written(len(files), sum(map(len, files.values())), engine)


def _is_first(name: str) -> bool:
    """Whether a table loads it."""
    later = name.startswith((_WHOLE, "packs/low-ink-", "packs/maker-", "packs/proof-")) or "/editor-" in name
    return name.endswith((_GZIP, _FILE)) and not later


def loads_elsewhere(out: Path) -> tuple[Foreign, ...]:
    """What the site in a folder would load from elsewhere; InputError for a folder that is none."""
    if not (out / _MARK).is_file():
        raise InputError("is no site", file=out, hint="printkit site OUT writes one")
    return foreign_addresses(kit_files(out))


def _check(request: SiteRequest) -> None:
    parts = urlsplit(request.base)
    if request.base and (parts.scheme not in ("http", "https") or not parts.netloc):
        raise InputError(
            f"{request.base!r} is no address", key="--base", hint="like https://example.org/games/"
        )
    if request.kit_dir and request.kits:
        raise InputError("--kit-dir names the kit already", hint="leave out KIT")
    own = served_kit("", request.kit_dir)
    for folder in [own] if own else [kit_folder(kit) for kit in request.kits or kit_ids()]:
        # What is wrong with a kit is said here, not to its visitors.
        load_kit(folder)
    if request.out.exists() and not (request.out / _MARK).is_file() and any(request.out.iterdir()):
        raise InputError("is not a site written by this command", file=request.out, hint="name a new folder")


def _site(request: SiteRequest) -> dict[str, bytes]:
    """Every file of the site, by its path."""
    fetched = assets()
    packed, engine = _engine(request, fetched)
    scripts = {
        "static/xz.js": unpacker(fetched),
        "editor/index.js": editor_index(f"../../{engine['engine']['folder']}"),
    }
    pages = _pages(request, engine, scripts)
    files = {**packed, **pages, **pages_of(request.kits, request.kit_dir, request.base)}
    small = sorted(name for name in pages if not name.endswith("index.html"))
    entries = sorted({name.removesuffix("index.html") for name in pages if name.endswith("index.html")})
    large = sorted([*packed, engine["engine"]["memory"]])
    site = {"small": [*entries, *small], "large": large}
    service = (
        (_OWN / "service.js").read_text(encoding="utf-8").replace("/*SITE*/", json.dumps(site, indent=1))
    )
    files["service.js"] = service.encode()
    files[_MARK] = (
        json.dumps({name: len(data) for name, data in sorted(files.items())}, indent=1).encode() + b"\n"
    )
    if found := foreign_addresses(files):
        raise InputError(
            f"would load {found[0][1]}", file=found[0][0], hint="nothing may come from elsewhere"
        )
    return files


def _engine(request: SiteRequest, fetched: Assets) -> tuple[dict[str, bytes], dict[str, Any]]:
    """The compressed files that the engine loads, and what its worker is told of them."""
    # The service worker unpacks the scripts of this folder, those of the editor too.
    interpreter = engine_files(fetched) | editor_modules(fetched.scripts)
    folder = f"e-{_digest(interpreter.values())}/"
    kits = _kits(request)
    texts = Texts.of([printkit_files(), *map(kit_files, kits.values())])
    spoken = sorted({language for kit in kits.values() for language in _languages(kit)})
    # What starts it is the first to be loaded. Where a PDF is made it is proved, by the worker that makes it; kits that
    # people bring are known to two pages.
    packs = {
        "libraries": library_pack(fetched, spoken, own=request.kit_dir is not None),
        "proof": proof_pack(fetched),
        "maker": maker_pack(fetched, spoken, own=request.kit_dir is not None),
        "printkit": printkit_pack(fetched),
        "fonts": font_pack(texts),
    }
    low: dict[str, bytes] = {}
    for place, kit in kits.items():
        files = {f"{place}/{name}": data for name, data in kit_files(kit).items()}
        saving = low_art(kit)
        low |= {name: files.pop(name) for name in [*files] if saving and name.startswith(f"{place}/{saving}")}
        # A kit is known by the times of its files: they are the same at each visit.
        packs[place.replace("/", "-")] = tar(files, dated=True)
    packs["low-ink"] = tar(low)
    places = {name: f"packs/{name}-{_digest([data])}.tar" for name, data in packs.items()}
    fonts = {name: f"{_WHOLE}{name}-{_digest([data])}.ttf" for name, data in whole_fonts().items()}
    packed = _packed(
        {f"{folder}{name}": data for name, data in interpreter.items()}
        | {places[name]: data for name, data in packs.items()}
        | {fonts[name]: data for name, data in whole_fonts().items()}
    )
    sizes = {place.removesuffix(_FILE): len(data) for place, data in packed.items()}
    # What an interpreter's memory has after the same start: a browser keeps its own under this name.
    begun = [folder, *(places[name] for name in packs if name not in _ONLY)]
    begun += [(_OWN / name).read_text(encoding="utf-8") for name in ("interpreter.js", "worker.js")]
    memory = f"packs/memory-{_digest(each.encode() for each in begun)}.bin"
    told = {
        "engine": {
            "folder": folder,
            "packed": {name: sizes[f"{folder}{name}"] for name in _PARTS},
            "memory": memory,
        },
        "packs": [
            {"path": path, "size": sizes[path], **_ONLY.get(name, {})} for name, path in places.items()
        ],
        "own": next(
            (f"/lib/python3.14/site-packages/{place}" for place in kits if place.startswith("own/")), ""
        ),
    }
    return packed, told | {"fonts": {name: f"{place}{_GZIP}" for name, place in fonts.items()}}


def _packed(files: Files) -> dict[str, bytes]:
    """The files as they lie packed. Scripts are unpacked by the service worker, which has nothing but gzip."""

    def packed_file(name: str) -> tuple[str, bytes]:
        plain = name.endswith(".mjs") or name.startswith(_WHOLE)
        data = files[name]
        if plain:
            return f"{name}{_GZIP}", gzipped(data)
        return f"{name}{_FILE}", packed(data)

    # The compressors let other threads run.
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(pool.map(packed_file, files))


def _languages(kit: Path) -> list[str]:
    """The languages of a kit's texts."""
    return [file.name.split(".")[1] for file in sorted(kit.glob("text.*.toml"))]


def _kits(request: SiteRequest) -> dict[str, Path]:
    """The folders that are packed, by their place beside the package; one's own lies apart."""
    own = request.kit_dir.resolve() if request.kit_dir else None
    folders = kit_folders([own] if own else [kit_folder(kit) for kit in request.kits or kit_ids()])
    return {f"{'own' if folder == own else 'templates'}/{folder.name}": folder for folder in folders}


def _digest(parts: Iterable[bytes]) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()[:_DIGITS]


def _pages(request: SiteRequest, engine: Mapping[str, Any], scripts: Files) -> dict[str, bytes]:
    """The pages, and in a folder with their version what they load."""
    words = {
        language: {key: word for key, word in words_of(language).items() if key.startswith("engine.")}
        for language in LANGUAGES
    }
    loaded = {f"static/{name}": (STATIC / name).read_bytes() for name in FILES}
    loaded |= {f"static/{name}": (_OWN / name).read_bytes() for name in (*_MODULES, "engine.css")}
    loaded |= scripts
    loaded |= {f"font/{name}.woff2": page_font(name, request.kit_dir) for name in FONTS}
    told = {**engine, "words": words, "root": "../"}
    loaded["engine.json"] = json.dumps(told, ensure_ascii=False, sort_keys=True).encode()
    folder = f"v-{_digest(part for name, data in sorted(loaded.items()) for part in (name.encode(), data))}"
    files = {f"{folder}/{name}": data for name, data in loaded.items()}
    for place, (html, script) in _APPLICATION.items():
        files[place] = _page(html, folder, script)
    files["manifest.webmanifest"] = _manifest()
    return files


def _page(html: str, folder: str, script: str) -> bytes:
    """A page of the application as one of the site: with its policy, and the engine before its own script."""
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f'<meta name="printkit-page" content="./{script}">\n'
        f'<link rel="icon" href="data:,">\n'
        f'<link rel="manifest" href="../manifest.webmanifest">\n'
        f'<link rel="stylesheet" href="../{folder}/static/engine.css">\n'
    )
    made = re.sub(r'="(?:\.\./)?static/', f'="../{folder}/static/', html)
    made = made.replace("<title>", f"{head}<title>", 1)
    return made.replace(f"/static/{script}", "/static/engine.js").encode()


def _manifest() -> bytes:
    facts = {
        "name": "printkit",
        "start_url": "play/",
        "scope": "./",
        "display": "standalone",
        "background_color": "#ffffff",
    }
    return json.dumps(facts, indent=1).encode() + b"\n"


def _put(out: Path, files: Files) -> None:
    """The files take the place of what was there, all at once."""
    parent = make_folder(out.absolute().parent)
    with scratch_folder(parent) as scratch, room_for(out):
        made = scratch / "site"
        for name, data in files.items():
            place = made / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        if out.exists():
            os.replace(out, scratch / "before")
        os.replace(made, out)
