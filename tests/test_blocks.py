"""What README and the documents tell people to type: every line of their shell blocks runs and ends well.

Each block runs by itself, in a folder that has what it speaks of. Where a line takes long it does less here, as LESS
says; the few that are not run at all are in NOT_RUN, each with its reason. Indented lines that say how a figure was
found run for hours: they are no such blocks.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest
from openpyxl import Workbook
from PIL import Image

from printkit.cli.app import main
from printkit.jobs.build.build import build
from printkit.jobs.build.request import BuildRequest
from tests.press_files import write_icc

ROOT = Path(__file__).resolve().parent.parent
_WRITTEN = (path for path in ROOT.glob("docs/**/*.md") if "reference" not in path.parts)
DOCUMENTS = ("README.md", "CONTRIBUTING.md", *sorted(path.relative_to(ROOT).as_posix() for path in _WRITTEN))
_BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_OURS = ("./pk ", "printkit ", "python ", ".venv/bin/python ", "pip", "pipx", "uv ")

NOT_RUN = {
    "./pk test": "this runs in it",
    " serve": "does not end by itself; tests/web opens it",
    "--kit-dir tricks": "tests/test_new_game_page.py writes the files the page speaks of, and builds",
    "--player human": "waits for a person; tests/cli plays so",
    "--ask": "waits for a person; tests/jobs/test_calibrate.py types the readings",
    "tune youscout": "takes minutes; tests/lab tunes",
    "python -m build": "tests/test_packaging.py builds the wheel twice",
    "python -m printkit.atelier": "makes the art of the checkout anew; tests/test_art.py runs it",
    "./pk build youscout --all": "tests/test_every_part.py builds every part",
    "python benchmarks/gallery.py": "draws a gallery from whole kits; the script is there",
    ".venv/bin/python -m pytest": "this runs in it",
    "check --game": "tests/jobs/test_check_game.py checks such a file, here the game has another one already",
    "pip install": "would change the environment this runs in",
    "python benchmarks/spiel_training.py": "learns for a minute; the script is there",
    "python -c": "needs pandas; tests/jobs/test_simulate_table.py reads such records",
    "site public --kit-dir": "tests/site/test_write.py writes the site of a kit of one's own",
    "site public youscout --base": "tests/site/test_pages.py::test_a_known_address_is_said_whole has one",
    "--as png": "draws each of 90 faces; tests/jobs/test_export_options.py draws some",
    "--profile makeplayingcards --set 90": "draws each of 90 faces; `prepare` builds a smaller deck so, and "
    "tests/jobs/test_vendor_sets.py builds sets",
}
LESS = {
    "youscout --only deck --paper letter": "youscout --only start --paper letter",
    "youscout --card poker --ink low": "youscout --card poker --ink low --only start --out other",
    "youscout --ink low ": "youscout --ink low --only start ",
    "--only deck --back-bleed": "--only start --back-bleed",
    "youscout --paper card": "youscout --paper card --only start --out other",
    "--only deck --printer": "--only start --printer",
    "--only deck --press grey": "--only start --press grey",
    "--only deck --paper card --press": "--only start --paper card --press",
    "--only deck --out printed": "--only start --out printed",
    "--only deck,tokens,box,overlays": "--only tokens,box",
    " site public ": " site public linked-ships ",
    "preview youscout": "preview linked-ships --no-open",
    "--games 100000": "--games 40",
    "--games 500 --player greedy": "--games 5 --player greedy",
    "--games 1000 --player medium,easy,beginner": "--games 2 --player easy,beginner",
    "--games 100 --player medium,easy": "--games 4 --player medium,easy",
    "--minutes 10": "--games 2 --rollouts 2",
    "--points 1 ": "--points 8 ",
    "--only overlays": "--only start",
}
# What needs nothing of the lines above it and leaves nothing for those below: once is enough for all documents.
ALONE = re.compile(r"(list|preview|site|simulate|certify|balance|equilibrium|schema|doctor)\b")
# What ends with a finding, as it should.
FOUND = {"check from-a-friend.pdf --profile", "check deck.pdf --profile"}


class Line(NamedTuple):
    """A line of a block as it stands, and as it is run."""

    said: str
    run: str


def blocks():
    """The lines of every block; what one that stands before it says as well is not run again."""
    before: list[frozenset[str]] = []
    for document in DOCUMENTS:
        text = (ROOT / document).read_text(encoding="utf-8")
        shell = (found[2] for found in _BLOCK.finditer(text) if found[1] in ("", "sh"))
        for number, block in enumerate(shell, 1):
            lines = block.replace("\\\n", " ").splitlines()
            said = [line.partition(" #")[0].strip() for line in lines]
            own = tuple(Line(each, less(each)) for each in said if each.startswith(_OURS))
            lines = frozenset(line.run for line in own)
            if not any(lines <= each for each in before):
                before.append(lines)
                yield f"{document}:{number}", own


def less(line):
    for much, little in LESS.items():
        line = f"{line} ".replace(much, little).strip()
    return line


def not_run(line):
    return any(part in line for part in NOT_RUN)


BLOCKS = dict(blocks())


@pytest.fixture(scope="module")
def material(tmp_path_factory):
    """What the documents speak of: pictures, labels, a table, a friend's PDF, a profile, an archive, a game."""
    folder = tmp_path_factory.mktemp("desk")
    for name in ("my-pictures", "wolves", "labels", "cards", "icons"):
        (folder / name).mkdir()
        for card, colour in (("alpha-1", "#345"), ("wolf", "#a52")):
            Image.new("RGB", (60, 84), colour).save(folder / name / f"{card}.png")
    for back in ("back.png", "gold.png"):
        for place in (folder, folder / "wolves"):
            Image.new("RGB", (60, 84), "#222").save(place / back)
    book = Workbook()
    for row in (("Name", "Text", "Picture"), ("Alpha", "Howls.", "alpha-1.png")):
        book.active.append(row)
    book.save(folder / "my-cards.xlsx")
    write_icc(folder / "PSOcoated_v3.icc")
    (made,) = build(BuildRequest(kits=("tottarot",), only=("start",), out=folder / "made"))
    for name in ("from-a-friend.pdf", "deck.pdf"):
        shutil.copy(made.file, folder / name)
    shutil.copytree(ROOT / "tests" / "data" / "harbour", folder / "tests" / "data" / "harbour")
    return folder


@pytest.fixture(scope="module")
def ran():
    """The lines that were run."""
    return set()


@pytest.fixture
def desk(material, tmp_path, monkeypatch):
    """A folder of one's own with all of it, a printer that was calibrated, and a deck printed before."""
    shutil.copytree(material, tmp_path / "desk")
    monkeypatch.chdir(tmp_path / "desk")
    monkeypatch.setenv("PRINTKIT_CONFIG_DIR", str(tmp_path / "config"))
    return tmp_path / "desk"


@pytest.mark.parametrize("place", BLOCKS)
def test_what_a_document_says_to_type_runs(place, desk, ran, capsys, monkeypatch):
    prepare(place, desk, monkeypatch)
    capsys.readouterr()
    for line in BLOCKS[place]:
        said = line.run.partition(" ")[2]
        if not_run(line.said) or (ALONE.match(said) and said in ran):
            continue
        ran.add(said)
        command, _, target = line.run.partition(" > ")
        words = shlex.split(command)[1:]
        code = main(words)
        answer = capsys.readouterr()
        assert code == any(part in line.said for part in FOUND), f"{line.run}: {answer.err}{answer.out}"
        if target:
            (desk / target.strip()).write_text(answer.out, encoding="utf-8")


def prepare(place, desk, monkeypatch):
    """What a block takes from the lines above it."""
    text = " ".join(line.run for line in BLOCKS[place])
    if "--printer" in text:
        for name in ("laser", "NAME"):
            assert main(["calibrate", name, "--read", "6 6 6 6 6 6 6 6", "--read", "6 6 6 6 6 6 6 6"]) == 0
            assert main(["calibrate", name, "--landscape", "--read", "6 6 6 6 6 6 6 6"]) == 0
    if "OLD/manifest.json" in text:
        assert main(["build", "youscout", "--only", "start", "--out", "old"]) == 0
        shutil.copytree(desk / "old" / "youscout", desk / "OLD")
    if "makeplayingcards.zip" in text:
        assert main(["build", "tottarot", "--profile", "makeplayingcards", "--out", "vendors"]) == 0
        shutil.copy(next((desk / "vendors").rglob("*.zip")), desk / "youscout-deck-makeplayingcards.zip")
    if "output/youscout" in text and "build youscout" not in text:
        assert main(["build", "youscout", "--only", "start"]) == 0
    if "cards.xlsx" in text:
        assert main(["new", "my-game", "--blank"]) == 0
        assert main(["export", "my-game", "--as", "xlsx", "--out", "tables"]) == 0
        shutil.copy(next((desk / "tables").rglob("*.xlsx")), desk / "cards.xlsx")
        shutil.rmtree(desk / "templates" / "my-game")
    if "last-trick" in text:
        page = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
        (desk / "games").mkdir()
        code = next(
            each for each in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "last-trick" in each
        )
        (desk / "games" / "last_trick.py").write_text(code, encoding="utf-8")
        monkeypatch.setenv("PRINTKIT_GAMES", str(desk / "games"))


def test_every_exception_is_used_and_what_it_names_is_there():
    said = [line.said for lines in BLOCKS.values() for line in lines]
    assert len(said) > 80
    assert [part for part in NOT_RUN if not any(part in line for line in said)] == []
    assert [much for much in LESS if not any(much in f"{line} " for line in said)] == []
    named = re.findall(r"tests/[\w/.]+", " ".join(NOT_RUN.values()))
    named += re.findall(r"benchmarks/\w+\.py", " ".join(said))
    assert [each for each in named if not (ROOT / each).exists()] == []
