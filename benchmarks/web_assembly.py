"""A wheel under CPython 3.14 in WebAssembly (Pyodide, by node): what reads, plays and simulates there, what is missing.

python benchmarks/web_assembly.py dist/printkit_games-0.1.0-py3-none-any.whl

Needs node, npm and the network: Pyodide from npm, the base dependencies from the Python index, those with machine code
as wheels for WebAssembly where there are any; the rest is named. Fails where a game or a kit cannot be read or played.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

PYODIDE = "314.0.7"
ROOT = Path(__file__).resolve().parent.parent
PINS = ROOT / "constraints.txt"
TARGET = ("--no-deps", "--only-binary=:all:", "--implementation=cp", "--python-version=3.14", "--abi=cp314")
PLATFORM = "pyemscripten_2026_0_wasm32"
COMMANDS = (
    "--version",
    "list",
    "schema kit",
    "play youscout --seed 7",
    "play tottarot --seed 7",
    "simulate tottarot --games 3 --player greedy",
    "doctor",
    "build youscout --only tokens --out /tmp/out",
)
"""The commands that are tried; the first six have to end well."""
FIRST = 6
SCRIPT = """
import { loadPyodide } from "./node_modules/pyodide/pyodide.mjs";
import fs from "fs";
process.on("uncaughtException", (error) => { console.error(String(error).slice(-2000)); process.exit(1); });
const py = await loadPyodide();
const target = { extractDir: "/lib/python3.14/site-packages" };
for (const file of fs.readdirSync("wheels"))
  py.unpackArchive(new Uint8Array(fs.readFileSync("wheels/" + file)), "wheel", target);
py.globals.set("commands", process.argv[2]);
console.log("|" + py.runPython(`
import contextlib, io, json, sys, time
def tried(words):
    from printkit.cli.app import main
    said, begin = io.StringIO(), time.monotonic()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            code = main(words)
        except SystemExit as left:
            code = left.code
        except BaseException as error:
            code = repr(error)
    return code, said.getvalue()[-400:], time.monotonic() - begin
sys.argv = ["printkit"]
json.dumps([sys.version.split()[0], *(tried(each.split()) for each in json.loads(commands))])
`));
"""


def pins() -> dict[str, str]:
    lines = (line.partition("#")[0].strip() for line in PINS.read_text(encoding="utf-8").splitlines())
    return {_name(line.partition("==")[0]): line for line in lines if "==" in line}


def _name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def needs(wheel: Path) -> set[str]:
    """What a wheel needs whatever is chosen, by name."""
    with ZipFile(wheel) as file:
        (metadata,) = (name for name in file.namelist() if name.endswith(".dist-info/METADATA"))
        words = Parser().parsestr(file.read(metadata).decode()).get_all("Requires-Dist") or []
    plain = [each for each in words if "extra ==" not in each and "win32" not in each]
    return {_name(re.split(r"[ <>=!~;\[]", each, maxsplit=1)[0]) for each in plain}


def download(wheel: Path, folder: Path) -> list[str]:
    """Fetches all a wheel needs, and what that needs; the names there is no wheel of."""
    known, missing, waiting, fetched = pins(), [], sorted(needs(wheel)), set()
    while waiting:
        name = waiting.pop()
        if name in fetched:
            continue
        fetched.add(name)
        before = set(folder.iterdir())
        words = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "-q",
            *TARGET,
            "-d",
            str(folder),
            known.get(name, name),
        ]
        for platform in (PLATFORM, "any"):
            if not subprocess.run([*words, f"--platform={platform}"], capture_output=True).returncode:
                break
        else:
            missing.append(name)
        for new in set(folder.iterdir()) - before:
            waiting += needs(new)
    return missing


def main() -> int:
    wheel = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (wheels := folder / "wheels").mkdir()
        subprocess.run(["npm", "install", "--silent", f"pyodide@{PYODIDE}"], cwd=folder, check=True)
        missing = download(wheel, wheels)
        (wheels / wheel.name).write_bytes(wheel.read_bytes())
        (folder / "try.mjs").write_text(SCRIPT, encoding="utf-8")
        words = ["node", "try.mjs", json.dumps(COMMANDS)]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr)
        return 1
    version, *answers = json.loads(done.stdout.rpartition("|")[2])
    print(f"CPython {version}; without {', '.join(sorted(missing)) or 'nothing'}")
    for command, (code, said, seconds) in zip(COMMANDS, answers, strict=True):
        print(f"  {'ok' if code in (0, None) else f'ends with {code}'}: {command}  {seconds:.1f} s")
        if code not in (0, None):
            print("    " + said.strip().replace("\n", "\n    "))
    return int(any(code not in (0, None) for code, _, _ in answers[:FIRST]))


if __name__ == "__main__":
    sys.exit(main())
