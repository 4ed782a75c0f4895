"""A wheel in an empty environment of every Python on this machine, and the commands of README's "Sixty seconds" in it.

python benchmarks/fresh_install.py dist/printkit_games-0.1.0-py3-none-any.whl [PYTHON ...]

Without PYTHON every python3.11 and newer on the path. Needs the network for what the wheel needs. Fails where a command
does not end as README promises. Commands that wait for a person or a browser are named and not run; those that search
and simulate need the extra `lab`: they have to say so, with the command that installs it.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"
OLDEST, NEWEST = 11, 20
WAITS = ("serve", "--player human")
LESS = {
    "youscout --all": "youscout",
    "--games 100000": "--games 40",
    "--games 100 --player ismcts:200,": "--games 2 --player ismcts:20,",
    "preview youscout": "preview youscout --no-open",
}
LAB = "needs the extra 'lab'"


def pythons() -> list[str]:
    """Every Python on the path that printkit supports and that starts."""
    names = [f"python3.{minor}" for minor in range(OLDEST, NEWEST)]
    found = [path for name in names if (path := shutil.which(name))]
    return [each for each in found if subprocess.run([each, "-V"], capture_output=True).returncode == 0]


def commands() -> list[str]:
    text = README.read_text(encoding="utf-8")
    (block,) = re.findall(r"## Sixty seconds\n+```\n(.*?)```", text, re.DOTALL)
    return [line.partition(" #")[0].strip().replace("./pk", "printkit") for line in block.splitlines()]


def less(line: str) -> str:
    for much, little in LESS.items():
        line = line.replace(much, little)
    return line


def install(python: str, wheel: Path, folder: Path) -> Path:
    """The folder of the environment's commands."""
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    place = folder / ("Scripts" if sys.platform == "win32" else "bin")
    subprocess.run([place / "python", "-m", "pip", "install", "--quiet", str(wheel)], check=True)
    return place


def tried(place: Path, desk: Path) -> int:
    """How many commands fail; each is printed."""
    failed = 0
    for line in commands():
        if any(part in line for part in WAITS):
            print(f"  not run: {line}")
            continue
        if "cards.xlsx" in line:
            subprocess.run([place / "printkit", "export", "my-game", "--as", "xlsx"], cwd=desk, check=True)
            shutil.copy(next(desk.rglob("my-game*.xlsx")), desk / "cards.xlsx")
        command, _, target = less(line).partition(" > ")
        words = shlex.split(command)
        start = time.monotonic()
        answer = subprocess.run([place / words[0], *words[1:]], cwd=desk, capture_output=True, text=True)
        lacks = answer.returncode == 2 and LAB in answer.stderr
        good = answer.returncode == 0 or lacks
        word = "needs lab, and says so" if lacks else "ok" if good else f"FAILED ({answer.returncode})"
        print(f"  {word}: {less(line)}  {time.monotonic() - start:.1f} s")
        if not good:
            failed += 1
            print("    " + answer.stderr.strip().replace("\n", "\n    "))
        if target:
            (desk / target.strip()).write_text(answer.stdout, encoding="utf-8")
    return failed


def prepare(desk: Path) -> None:
    """What README's commands speak of: a folder of pictures, a back, a table of cards."""
    from PIL import Image

    (desk / "my-pictures").mkdir(parents=True)
    for file in ("back.png", "my-pictures/one.png", "my-pictures/two.png"):
        Image.new("RGB", (120, 168), "#345").save(desk / file)


def main() -> int:
    wheel, *chosen = sys.argv[1:]
    failed = 0
    for python in chosen or pythons():
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch)
            place = install(python, Path(wheel).resolve(), folder / "environment")
            print(subprocess.run([place / "python", "-V"], capture_output=True, text=True).stdout.strip())
            prepare(folder / "desk")
            failed += tried(place, folder / "desk")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
