"""What is installed: the wheel carries kits and fonts, the pins are exact, CI calls what people call."""

from __future__ import annotations

import hashlib
import importlib.util
import itertools
import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from printkit.version import __version__

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PIN = re.compile(r"([A-Za-z0-9._-]+)==([0-9][0-9A-Za-z.]*)")


def _canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def _pins():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return {_canonical(match[1]): match[2] for line in lines if (match := PIN.match(line))}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of this checkout, built without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The wheel's contents in a folder of their own, as an installation has them."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


@pytest.mark.parametrize("folder", ["fonts", "templates"])
def test_the_wheel_ships_every_font_and_template(wheel, project_files, folder):
    with zipfile.ZipFile(wheel) as archive:
        shipped = {name.removeprefix("printkit/data/") for name in archive.namelist()}
    # Schemas are made anew.
    tracked = {name for name in project_files if name.startswith(f"{folder}/") and "schema/" not in name}
    assert tracked
    assert not {name for name in shipped if name.startswith("templates/schema/")}
    assert tracked <= shipped


def test_the_wheel_ships_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"printkit"}


def test_the_wheel_says_what_it_consists_of(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (bill,) = (name for name in names if "/sboms/" in name)
        assert json.loads(archive.read(bill))["metadata"]["component"]["version"] == __version__
        assert "Lato Regular 2.007: OFL-1.1" in archive.read("printkit/data/licences.txt").decode()
    assert not [name for name in names if name.startswith(("printkit/atelier/", "printkit/release/"))]


def test_the_wheel_is_light(wheel):
    """No heavier than the first one was; most of it are fonts."""
    assert wheel.stat().st_size < 20_700_000


# Why a file is over the limit: fonts and what a policy learned cannot be made in a moment.
HEAVY = {
    "fonts/biz-udpgothic-bold.ttf": "a font",
    "fonts/biz-udpgothic-regular.ttf": "a font",
    "fonts/shippori-mincho-extrabold.ttf": "a font",
    "fonts/zen-kaku-gothic-new-bold.ttf": "a font",
    "printkit/lab/youscout/data/value-3.npy": "days of playing",
}


def test_no_other_file_is_heavier_than_a_megabyte(project_files):
    heavy = {name for name in project_files if (ROOT / name).stat().st_size > 1_000_000}
    assert heavy == set(HEAVY)


def test_an_installed_printkit_finds_its_own_folders(installed, tmp_path):
    code = (
        "from printkit.paths import fonts_dir, templates_dir; print(fonts_dir(), templates_dir(), sep='\\n')"
    )
    answer = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(installed)},
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    data = installed / "printkit" / "data"
    assert answer.stdout.split() == [str(data / "fonts"), str(data / "templates")]


def test_the_wheel_installs_the_command(installed):
    (entry,) = installed.glob("*.dist-info/entry_points.txt")
    assert "printkit = printkit.__main__:run" in entry.read_text(encoding="utf-8")


def test_constraints_are_exact_pins_and_nothing_else():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not PIN.fullmatch(line.partition("  # ")[0])] == []
    assert lines == sorted(lines, key=str.lower)


def test_every_dependency_is_pinned_within_its_range():
    extras = PROJECT["optional-dependencies"]
    wanted = [Requirement(line) for line in [*PROJECT["dependencies"], *itertools.chain(*extras.values())]]
    pins = _pins()
    assert [
        str(need) for need in wanted if not need.specifier.contains(pins.get(_canonical(need.name), "0"))
    ] == []


def test_what_a_user_needs_is_in_the_plain_install_and_only_the_laboratory_is_not():
    base = {_canonical(Requirement(line).name) for line in PROJECT["dependencies"]}
    extras = PROJECT["optional-dependencies"]
    assert {Requirement(line).name for line in extras["lab"]} == {"matplotlib", "numba", "scipy"}
    assert extras["solver"] == extras["lab"]
    assert {"ezdxf", "numpy", "openpyxl", "starlette", "uvicorn", "watchfiles"} <= base
    assert base.isdisjoint({"matplotlib", "numba", "scipy", "pyclipper", "pytest"})


def test_fonts_are_what_their_readme_says():
    readme = (ROOT / "fonts" / "README.md").read_text(encoding="utf-8")
    fonts = sorted((ROOT / "fonts").glob("*.ttf"))
    assert fonts
    for font in fonts:
        data = font.read_bytes()
        assert f"| `{font.name}` |" in readme
        assert hashlib.sha256(data).hexdigest() in readme
    assert sum(font.stat().st_size for font in fonts) < 22_000_000


@pytest.mark.parametrize("font", sorted((ROOT / "fonts").glob("*.ttf")), ids=lambda path: path.stem)
def test_fonts_may_be_embedded_and_carry_their_licence(font):
    from fontTools.ttLib import TTFont

    with TTFont(font, lazy=True) as opened:
        assert opened["OS/2"].fsType == 0
        assert "glyf" in opened
        assert "SIL Open Font License" in opened["name"].getDebugName(13)
    (licence,) = (
        text for text in font.parent.glob("*-OFL.txt") if font.name.startswith(text.name[: -len("-OFL.txt")])
    )
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence.read_text(encoding="utf-8")


def test_ci_calls_what_people_call():
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert lines[-1] == "./pk test"


@pytest.mark.parametrize("script", ["pk", ".ci/run"])
def test_scripts_can_be_run_and_parsed(script):
    assert os.access(ROOT / script, os.X_OK)
    shell = "sh" if script == "pk" else "bash"
    subprocess.run([shell, "-n", str(ROOT / script)], check=True)


def test_pk_says_so_when_python_is_too_old(tmp_path):
    for tool in "sh cat cksum sed mkdir rm mktemp id grep tail cut mv".split():
        (found,) = [p for d in os.get_exec_path() if (p := Path(d, tool)).is_file()][:1]
        (tmp_path / tool).symlink_to(found)
    for name in ("pk", "pyproject.toml", "constraints.txt"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    old = tmp_path / "python3"
    old.write_text('#!/bin/sh\n[ "$1" = -V ] || exit 1\necho Python 3.9.2\n')
    old.chmod(0o755)
    answer = subprocess.run(
        ["sh", str(tmp_path / "pk"), "list"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 2
    last = answer.stderr.splitlines()[-1]
    assert (
        last
        == "pk: error: Python 3.11 or newer is needed (found: Python 3.9.2); install it, or uv, and try again"
    )
    assert not (tmp_path / ".venv").exists()


def test_the_hatch_that_builds_is_the_one_pinned():
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    assert build == [f"hatchling=={_pins()['hatchling']}"]
    assert importlib.util.find_spec("hatchling")


NAMED = re.compile(r"(?:pip|pipx|uv|uv tool) install[^\n]*?[ '\"]printkit(?![\w.-])")


def test_nothing_says_to_install_another_project_s_package():
    """`printkit` on the Python index is not ours: what people are told to type installs this folder."""
    folders = [ROOT / name for name in ("printkit", "docs", "templates", "benchmarks", "tests/data")]
    files = [
        file
        for folder in folders
        for file in folder.rglob("*")
        if file.suffix in (".py", ".md", ".toml", ".txt")
    ]
    said = [
        f"{file.relative_to(ROOT)}: {found[0]}"
        for file in (*files, *ROOT.glob("*.md"), ROOT / "pk")
        for found in NAMED.finditer(file.read_text(encoding="utf-8", errors="replace"))
    ]
    assert said == []
    assert NAMED.search("pip install 'printkit[serve]'")


def test_what_is_cited_is_this_version():
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {__version__}\n" in cited


@pytest.mark.parametrize(
    ("schema", "file"),
    [("github-workflows", ".github/workflows/ci.yml"), ("citation-file-format", "CITATION.cff")],
)
def test_files_for_the_forge_are_what_their_schemas_say(schema, file):
    subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", ROOT / file],
        check=True,
        capture_output=True,
    )


@pytest.mark.parametrize("system", ["ubuntu", "macos", "windows"])
def test_the_public_ci_tries_every_python_on_every_system(system):
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert f"{system}-latest" in workflow
    for line in PROJECT["classifiers"]:
        if found := re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", line):
            assert f'"{found[1]}"' in workflow


def test_the_same_commit_gives_the_same_wheel(wheel, tmp_path):
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    (again,) = tmp_path.glob("*.whl")
    assert again.name.startswith("printkit_games-")
    assert again.read_bytes() == wheel.read_bytes()
