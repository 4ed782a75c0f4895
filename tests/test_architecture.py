"""The directions of the design, read from the import statements, and the sizes that keep files readable."""

from __future__ import annotations

import ast
import re
import runpy
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from printkit.cli.commands import COMMANDS, command_function

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "printkit"

LONGEST_MODULE = 500
LONGEST_FUNCTION = 60
MOST_ROOMS_WIRED = 15
"""How many modules of printkit one job may import, beside errors."""

# Where printkit's own modules may be imported late: the tables of the interface, commands, games and parts, and what
# only some files need.
TABLES = (
    "__init__.py",
    "__main__.py",
    "cli/",
    "games/find.py",
    "solver/laboratory.py",
    "jobs/build/part_table.py",
    "backends/on_demand.py",
)

# Who may name a game. What else a game brings is found by its id.
NAMING_GAMES = {
    "compose.youscout.rule_book_pictures": {"youscout"},  # hexagrams on pages
    "compose.youscout.puzzle_pages": {"youscout"},
    "compose.youscout.sample_games": {"youscout"},
}

# What each room may import of printkit, beside itself and errors. A dotted name opens one module only.
ROOMS = {
    "version": set(),
    "__init__": {
        "version", "games.find", "jobs.build.build", "jobs.build.request", "jobs.check.check", "jobs.play.play",
        "jobs.play.simulate", "kit.load",
    },
    "__main__": {"cli.app", "leaving"},
    "errors": {"installed"},
    "installed": set(),
    "leaving": set(),
    "files": {"leaving"},
    "paths": set(),
    "geometry": set(),
    "fonts": {"files", "geometry", "material.font_data", "paths"},
    "cell_formats": set(),
    "open_document": {"cell_formats"},
    "spreadsheet": {"cell_formats", "open_document"},
    "scene": {"files", "geometry"},
    "material": {"files", "geometry", "paths", "scene"},
    "kit": {"cell_formats", "files", "geometry", "fonts", "material", "paths", "scene", "spreadsheet"},
    "compose": {"kit", "scene", "fonts", "geometry", "games"},
    "sheets": {"scene", "kit.model", "geometry"},
    "inspect": {"files", "scene", "material", "fonts", "geometry"},
    "backends": {"files", "scene", "material", "sheets", "fonts", "geometry", "inspect"},
    "preflight": {
        "kit", "games", "compose", "fonts", "scene", "geometry", "inspect",
    },
    "games": {"kit.model", "kit.rules"},
    "solver": {"games"},
    "environments": {"games"},
    "interchange": {
        "files", "geometry", "fonts", "scene", "material", "spreadsheet", "kit", "sheets", "backends", "compose",
        "preflight.profile",
    },
    "jobs": {
        "installed", "version", "files", "paths", "geometry", "fonts", "scene", "material", "kit", "compose", "sheets",
        "inspect", "backends", "games", "preflight", "solver", "interchange",
    },
    "lab": {"solver", "games"},
    "lab.jobs": {"version", "files", "fonts", "kit", "games", "solver", "lab", "interchange", "jobs"},
    "cli": {
        "__init__", "installed", "leaving", "version", "geometry", "jobs", "games", "solver", "lab",
        "lab.jobs", "site", "web",
    },
    "web": {"files", "jobs", "games", "solver"},
    # It packs what the others are made of, makes fonts smaller, and says of each game how hard it is.
    "site": {"__init__", "files", "paths", "kit", "games", "jobs", "backends.web_font", "web"},
    "atelier": {"geometry", "paths", "scene"},
    "release": {"version", "files", "paths", "kit", "interchange", "jobs"},
}  # fmt: skip

# Who may import these at all; a library that is not here is anybody's.
LIBRARIES = {
    "PIL": {"inspect", "backends", "material", "atelier"},
    "budoux": {"compose"},
    "cairocffi": {"backends", "jobs"},
    "cairosvg": {"backends", "material", "atelier"},
    "cssselect2": {"material"},
    "cyclonedx": {"release"},
    "ezdxf": {"backends"},
    "fontTools": {"fonts", "inspect", "backends", "material", "atelier"},
    "gymnasium": {"environments"},
    "hatchling": {"release"},
    "markdown_it": {"kit"},
    "matplotlib": {"lab.jobs"},
    "numba": {"lab"},
    "numpy": {
        "environments",
        "solver",
        "lab",
        "lab.jobs",
        "preflight",
        "inspect",
        "backends",
        "atelier",
        "scene",
    },
    "openpyxl": {"spreadsheet"},
    "pettingzoo": {"environments"},
    "pyclipper": {"atelier"},
    "pydantic": {"kit", "web"},
    "pydantic_core": {"kit"},
    "pikepdf": {"inspect", "backends"},
    "pypdfium2": {"inspect", "backends", "material"},
    "pyspiel": {"environments"},
    "reportlab": {"backends", "compose"},
    "resvg_py": {"material"},
    "rich": {"cli"},
    "scipy": {"solver", "lab"},
    "starlette": {"web"},
    "svgwrite": {"backends"},
    "tinycss2": {"material"},
    "tomlkit": {"interchange", "lab.jobs"},
    "typer": {"cli"},
    "uharfbuzz": {"fonts"},
    "uniseg": {"compose"},
    "uvicorn": {"web"},
    "watchfiles": {"jobs", "web"},
}

# Rooms whose whole work is done with a library, so that they may load it with themselves.
LOADING = {
    "atelier",
    "environments",
    "release",
    "inspect",
    "backends",
    "material",
    "fonts",
    "lab",
    "lab.jobs",
    "solver",
    "web",
}
LIGHT = {"typer", "budoux", "pydantic", "pydantic_core", "tomlkit"}

RANDOM_OR_CLOCK = {"random", "time", "datetime", "locale", "secrets", "uuid"}
MAY_ROLL_OR_LOOK = {"cli", "environments", "jobs", "solver", "lab", "lab.jobs", "web"}


# A laboratory's jobs stand above the common ones, which find them by what the laboratory registers.
LAB_JOBS = "lab.jobs"


class Import(NamedTuple):
    """One import statement: its place, what it imports, and whether it runs when the module is loaded."""

    file: Path
    line: int
    name: str
    at_start: bool

    @property
    def room(self):
        return _room(self.file)


def _room(file):
    room, *inner = file.relative_to(PACKAGE).with_suffix("").parts
    return LAB_JOBS if room == "lab" and "jobs" in inner else room


def _module(file):
    return ".".join(("printkit", *file.relative_to(PACKAGE).with_suffix("").parts))


def imports_of(file, source):
    """Every module a source imports; `from a import b` counts as a.b when that is a module, else as a."""
    tree = ast.parse(source)
    late = {
        inner
        for outer in ast.walk(tree)
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef) or _is_type_checking(outer)
        for inner in ast.walk(outer)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [_imported(node.module or "", alias.name) for alias in node.names]
        else:
            continue
        for name in names:
            yield Import(file, node.lineno, name, node not in late)


def _is_type_checking(node):
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _imported(module, name):
    inner = ROOT.joinpath(*module.split("."), name)
    is_module = inner.with_suffix(".py").is_file() or inner.is_dir()
    return f"{module}.{name}" if is_module else module


def wrong_directions(found):
    """Why this import of printkit's own is not allowed; empty when it is."""
    parts = found.name.split(".")
    if parts[0] != "printkit":
        return ""
    target = ".".join(parts[1:]) or "__init__"
    room = target.partition(".")[0]
    if room == "lab" and "jobs" in parts:
        room = LAB_JOBS
    allowed = ROOMS[found.room] | {found.room, "errors"}
    fits = room in allowed or any(
        target == open_one or target.startswith(open_one + ".")
        for open_one in allowed
        if open_one not in ROOMS
    )
    return "" if fits else f"{found.file.name}:{found.line}: {found.room} may not import {found.name}"


def wrong_library(found):
    """Why this import of a library is not allowed; empty when it is."""
    library = found.name.partition(".")[0]
    if library not in LIBRARIES:
        return ""
    if found.room not in LIBRARIES[library]:
        return f"{found.file.name}:{found.line}: {found.room} may not import {library}"
    if found.at_start and found.room not in LOADING and library not in LIGHT:
        return f"{found.file.name}:{found.line}: import {library} inside the function that needs it"
    return ""


FILES = tuple(sorted(PACKAGE.rglob("*.py")))
SOURCES = {file: file.read_text(encoding="utf-8") for file in FILES}


@cache
def all_imports():
    """Every import of the package: read by the first test that asks, not by each process that collects tests."""
    return tuple(found for file in FILES for found in imports_of(file, SOURCES[file]))


def _fake(path, source):
    (found,) = imports_of(PACKAGE / path, source)
    return found


def test_modules_are_imported_late_only_in_tables():
    late = [
        f"{_module(found.file)}: {found.name}"
        for found in all_imports()
        if found.name.startswith("printkit")
        and not found.at_start
        and not found.file.relative_to(PACKAGE).as_posix().startswith(TABLES)
    ]
    assert late == []


def test_jobs_only_wire():
    wired: dict[str, set[str]] = {}
    for found in all_imports():
        if found.room in ("jobs", LAB_JOBS) and found.name.startswith("printkit."):
            wired.setdefault(_module(found.file), set()).add(found.name)
    counts = {module: len(names - {"printkit.errors"}) for module, names in wired.items()}
    assert {module: count for module, count in counts.items() if count > MOST_ROOMS_WIRED} == {}


def test_games_are_found_by_their_id():
    games = {path.stem for path in (PACKAGE / "games").iterdir() if (path / "__init__.py").is_file()}
    games -= {"toolkit"}
    games |= {
        path.stem for path in (PACKAGE / "games").glob("*.py") if re.search(r"(?m)^def game\(", SOURCES[path])
    }
    named: dict[str, set[str]] = {}
    for found in all_imports():
        parts = found.name.split(".")
        if parts[:2] in (["printkit", "games"], ["printkit", "lab"]) and len(parts) > 2 and parts[2] in games:
            if found.room not in ("games", "lab", LAB_JOBS, "cli"):
                named.setdefault(_module(found.file).removeprefix("printkit."), set()).add(parts[2])
    assert named == NAMING_GAMES


ONE_CARD = """
import sys
from printkit.cli.app import main
code = main(sys.argv[1:])
print("|" + " ".join(sorted(sys.modules)))
sys.exit(code)
"""


@pytest.mark.parametrize(("kit", "card"), [("youscout", "major-00"), ("tottarot", "sun-3")])
def test_building_one_card_loads_only_what_it_needs(kit, card, tmp_path):
    words = ["build", kit, "--cards", card, "--out", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-c", ONE_CARD, *words], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    modules = set(done.stdout.rpartition("|")[2].split())
    assert modules.isdisjoint(("numpy", "pikepdf", "svgwrite", "cairosvg", "ezdxf", "fontTools"))
    loaded = {name.removeprefix("printkit.") for name in modules if name.startswith("printkit.")}
    assert f"games.{kit}" in loaded
    assert {name for name in loaded if name.split(".")[0] in ("lab", "solver", "atelier")} == set()
    games = {name.split(".")[1] for name in loaded if name.startswith("games.") and name.count(".") > 1}
    assert {game for game in games if not game.startswith(kit)} <= {"toolkit"}
    assert {name for name in loaded if name.startswith("jobs.parts.")} == {"jobs.parts.cards"}
    commands = {command_function(name).__module__.removeprefix("printkit.") for name in COMMANDS}
    assert loaded & commands == {"cli.build"}


def test_the_drawing_of_the_rooms_is_current():
    drawn = runpy.run_path(str(ROOT / "docs" / "rooms.py"))
    assert drawn["DRAWING"].read_text(encoding="utf-8") == drawn["draw"]()


def test_every_room_is_in_the_table():
    assert {_room(file) for file in FILES} <= set(ROOMS)


def test_the_table_has_no_circles():
    rooms = {
        room: {name if name in ROOMS else name.partition(".")[0] for name in allowed} - {room}
        for room, allowed in ROOMS.items()
    }
    # games sees the cards a kit holds and kit knows nothing of games: one module, no circle.
    done: set[str] = set()
    while ready := {room for room, needs in rooms.items() if room not in done and needs <= done}:
        done |= ready
    assert done == set(rooms)


def test_imports_point_down():
    assert [why for found in all_imports() if (why := wrong_directions(found))] == []


def test_libraries_stay_in_their_rooms():
    assert [why for found in all_imports() if (why := wrong_library(found))] == []


def test_games_and_drawing_know_no_clock_and_no_dice():
    seen = {
        f"{_module(found.file)}: {found.name}"
        for found in all_imports()
        if found.name.partition(".")[0] in RANDOM_OR_CLOCK and found.room not in MAY_ROLL_OR_LOOK
    }
    # Rules and players draw from the generator they are given; they never make one.
    given = {each for each in seen if each.startswith("printkit.games.") and each.endswith(": random")}
    # The dates in the cells of a spreadsheet come from no clock, the number of an SBOM from what it lists.
    assert seen == given | {"printkit.cell_formats: datetime", "printkit.release.bill: uuid"}
    for file in (PACKAGE / "games").rglob("*.py"):
        made = [node for node in ast.walk(ast.parse(SOURCES[file])) if isinstance(node, ast.Call)]
        assert not any(ast.unparse(call.func) in ("Random", "random.Random") for call in made), file


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("games/x.py", "from printkit.jobs import play"),
        ("games/x.py", "import printkit.kit.load"),
        ("games/x.py", "from printkit.kit.load import load_kit"),
        ("kit/x.py", "from printkit.games.state import State"),
        ("jobs/x.py", "import printkit.cli.app"),
        ("preflight/x.py", "import printkit.backends.pdf"),
        ("scene/x.py", "def f():\n    from printkit.backends.pdf import write"),
    ],
)
def test_a_wrong_direction_is_seen(path, source):
    assert wrong_directions(_fake(path, source))


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("compose/x.py", "import reportlab.pdfgen.canvas"),
        ("jobs/x.py", "def f():\n    from PIL import Image"),
        ("preflight/x.py", "import numpy as np"),
        ("jobs/x.py", "import cairocffi"),
    ],
)
def test_a_wrong_library_is_seen(path, source):
    assert wrong_library(_fake(path, source))


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("games/x.py", "from printkit.kit.model import Card"),
        ("backends/x.py", "import reportlab"),
        ("preflight/x.py", "def f():\n    import numpy as np"),
        ("preflight/x.py", "import printkit.inspect.pages"),
    ],
)
def test_a_right_one_is_left_alone(path, source):
    found = _fake(path, source)
    assert wrong_directions(found) + wrong_library(found) == ""


def test_modules_stay_readable():
    sizes = {_module(file): source.count("\n") for file, source in SOURCES.items()}
    assert {name: size for name, size in sizes.items() if size > LONGEST_MODULE} == {}


def test_functions_stay_readable():
    sizes = {
        f"{_module(file)}.{node.name}": node.end_lineno - node.lineno + 1
        for file, source in SOURCES.items()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
    }
    assert {name: size for name, size in sizes.items() if size > LONGEST_FUNCTION} == {}


def test_every_module_says_what_it_is_in_one_line():
    without = []
    for file, source in SOURCES.items():
        docstring = ast.get_docstring(ast.parse(source))
        if source.strip() and not (docstring and docstring.splitlines()[0].strip()):
            without.append(_module(file))
    assert without == []


def test_public_names_are_listed_in_order():
    unsorted = []
    for file, source in SOURCES.items():
        for node in ast.parse(source).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                names = ast.literal_eval(node.value)
                # The linter's order: CONSTANTS, Classes, functions.
                if names != sorted(names, key=lambda n: (not n.isupper(), not n[0].isupper(), n)):
                    unsorted.append(_module(file))
    assert unsorted == []


def test_public_names_exist():
    missing = []
    for file, source in SOURCES.items():
        tree = ast.parse(source)
        bound = {name for node in tree.body for name in _bound(node)}
        for node in tree.body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                missing += [
                    f"{_module(file)}.{name}" for name in ast.literal_eval(node.value) if name not in bound
                ]
    assert missing == []


def _bound(node):
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name for alias in node.names)
    elif _is_type_checking(node):
        yield from (
            name
            for inner in ast.iter_child_nodes(node)
            if isinstance(inner, ast.stmt)
            for name in _bound(inner)
        )
    else:
        yield from (inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name))


def test_nothing_is_left_for_later():
    marks = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    found = [_module(file) for file, source in SOURCES.items() if marks.search(source)]
    assert found == []


def test_every_test_file_is_collected():
    strays = [
        str(file.relative_to(ROOT))
        for file in (ROOT / "tests").rglob("*.py")
        if re.search(r"(?m)^\s*(?:async )?def test_", file.read_text(encoding="utf-8"))
        and not (file.name.startswith("test_") and file.suffix == ".py")
    ]
    assert strays == []


def test_what_pytest_calls_is_not_annotated_and_what_tests_share_is():
    wrong = []
    for file in (ROOT / "tests").rglob("*.py"):
        alone = file.name.startswith("test_") or file.name == "conftest.py"
        for each in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and "data" not in file.parts:
                values = (each.args.posonlyargs, each.args.args, each.args.kwonlyargs)
                stated = [
                    value.annotation for row in values for value in row if value.arg not in {"self", "cls"}
                ]
                stated.append(each.returns)
                if any(stated) if alone else not all(stated):
                    wrong.append(f"{file.relative_to(ROOT)}:{each.lineno} {each.name}")
    assert wrong == []


def test_no_test_is_skipped():
    # An expected failure that is strict says what is still to be mended, and fails once it is.
    marks = re.compile(r"pytest\.(mark\.)?(skip|skipif|importorskip|xfail(?!\(strict=True))\b")
    found = [
        str(file.relative_to(ROOT))
        for file in (ROOT / "tests").rglob("test_*.py")
        if file.name != Path(__file__).name and marks.search(file.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_nothing_refers_to_one_machine_or_to_a_registry(project_files):
    own_machine = r"(?<![\w.$}/~])/(?:home|root|work|Users)/\w"
    neighbour = r"\.\./shared\b|\bshared/"
    registry = r"--(?:extra-)?index-url|find-links|://[^\s\"')]*/simple\b"
    marks = re.compile("|".join((own_machine, neighbour, registry)))
    # Fonts and pictures have millions of letters: these words are found in them much sooner.
    words = (b"/home/", b"/root/", b"/work/", b"/Users/", b"shared", b"-index-url", b"find-links", b"/simple")
    found = []
    for name in project_files:
        data = (ROOT / name).read_bytes()
        if ROOT / name == Path(__file__) or not any(word in data for word in words):
            continue
        if match := marks.search(data.decode("utf-8", "replace")):
            found.append(f"{name}: {match[0]}")
    assert found == []


@pytest.mark.parametrize("room", ["compose", "scene", "sheets"])
def test_lengths_are_added_the_same_on_every_python(room):
    # From 3.12 on `sum` of floats rounds otherwise than before: what is placed by it would move.
    whole = re.compile(r"sum\(\(?((map\()?len\b|value for _, value|[\w.]+ (==|!=) )")
    found = [
        f"{file.relative_to(ROOT)}: {ast.unparse(node)}"
        for file in (PACKAGE / room).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sum"
        if not whole.match(ast.unparse(node))
    ]
    assert found == [], "math.fsum() for lengths"
