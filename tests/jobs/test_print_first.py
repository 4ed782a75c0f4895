"""What `build` makes without `--all`, the list it closes with, and the page beside the files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from printkit.cli.app import main
from printkit.cli.build import built_lines, letter_country
from printkit.errors import InputError
from printkit.jobs.build.build import build
from printkit.jobs.build.build_page import write_build_pages
from printkit.jobs.build.manifest import LANGUAGES, PrintUse, print_use
from printkit.jobs.build.part_table import parts_of
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check_kit import kit_report
from printkit.kit.find import find_kit, kit_ids
from printkit.kit.load import load_kit
from tests.tiny_kit import spoil, write_kit
from tests.web.visit import chromium


def said(capsys, *words):
    assert main(["build", *words]) == 0
    return capsys.readouterr().out


@pytest.fixture(scope="module")
def tottarot(tmp_path_factory):
    out = tmp_path_factory.mktemp("first")
    return build(BuildRequest(kits=("tottarot",), lang="en", first=True, out=out))


@pytest.mark.parametrize("kit_id", kit_ids())
def test_every_kit_says_what_is_printed_first(kit_id):
    kit = load_kit(find_kit(kit_id).folder)
    assert kit.first
    assert set(kit.first) < parts_of(kit).keys()


def test_first_parts_alone_are_built_and_the_others_named(tottarot):
    parts = [entry.file.stem.split("-")[1] for entry in tottarot]
    assert list(dict.fromkeys(parts)) == ["deck", "start", "leaflet", "tokens", "box"]
    assert tottarot[0].left == ("leaflet-playing", "walkthrough")
    assert [entry.left for entry in tottarot[1:]] == [()] * (len(tottarot) - 1)


def test_all_and_a_name_build_what_they_say(tmp_path, capsys):
    out = said(capsys, "tottarot", "--only", "box", "--out", str(tmp_path))
    assert "not built" not in out
    assert "tottarot-box.pdf" in out
    kit = write_kit(tmp_path)
    spoil(kit, "kit.toml", 'size = "small"', 'size = "small"\nfirst = ["deck"]')
    spoil(kit, "kit.toml", "[components.deck]", '[components.more]\nback = "back"\n\n[components.deck]')
    spoil(kit, "cards.toml", 'id = "two"', 'id = "two"\ncomponent = "more"')
    spoil(kit, "cards.toml", 'id = "one"', 'id = "one"\ncomponent = "deck"')
    words = ("--kit-dir", str(kit), "--out", str(tmp_path / "out"))
    first = said(capsys, *words)
    assert "1.  tiny-deck.pdf" in first
    assert "not built: more (--all builds every part)" in first
    every = said(capsys, *words, "--all")
    assert "    tiny-more.pdf" in every
    assert "not built" not in every


def test_a_kit_without_marks_is_built_whole(tmp_path, capsys):
    kit = write_kit(tmp_path)
    out = said(capsys, "--kit-dir", str(kit), "--out", str(tmp_path / "out"))
    assert "not built" not in out
    assert "numbered" not in out
    assert "tiny-deck.pdf  2 cards on 2 pages  A4  both sides, flip on long edge  cards to cut" in out


def test_a_part_that_is_not_there_is_refused_by_build_and_check(tmp_path):
    kit = write_kit(tmp_path)
    spoil(kit, "kit.toml", 'size = "small"', 'size = "small"\nfirst = ["dekc"]')
    for refuse in (
        lambda: build(BuildRequest(kit_dir=kit, out=tmp_path / "out")),
        lambda: kit_report(kit),
    ):
        with pytest.raises(InputError, match="there is no part 'dekc'") as caught:
            refuse()
        assert "kit.toml [first]" in str(caught.value)
        assert "deck" in str(caught.value)


def test_a_part_that_stands_twice_is_refused(tmp_path):
    kit = write_kit(tmp_path)
    spoil(kit, "kit.toml", 'size = "small"', 'size = "small"\nfirst = ["deck", "deck"]')
    with pytest.raises(InputError, match="'deck' stands there twice"):
        build(BuildRequest(kit_dir=kit, out=tmp_path / "out"))


def test_every_part_and_some_by_name_exclude_each_other(capsys):
    assert main(["build", "tottarot", "--all", "--only", "box"]) == 2
    assert "[--all]: every part, or some by name (leave out --all or --only)" in capsys.readouterr().err


@pytest.mark.parametrize(
    "entry",
    [
        {},
        5,
        {"pages": "1", "placements": []},
        {"pages": True, "placements": []},
        {"pages": 1, "placements": 5, "press": "home"},
        {"pages": 1, "placements": [7]},
        {"pages": 1, "placements": [], "press": ["home"]},
        {"pages": 1, "placements": [], "paper": {"a4": 1}},
    ],
)
def test_an_entry_of_another_shape_in_an_old_manifest_is_left_out(tmp_path, capsys, entry):
    folder = tmp_path / "out" / "tiny"
    folder.mkdir(parents=True)
    (folder / "old.pdf").write_bytes(b"not a PDF")
    good = {"sha256": "", "pages": 1, "press": "home", "placements": []}
    (folder / "kept.pdf").write_bytes(b"not a PDF")
    files = {"old.pdf": entry, "kept.pdf": good}
    (folder / "manifest.json").write_text(json.dumps({"kit": "tiny", "files": files}), encoding="utf-8")
    said(capsys, "--kit-dir", str(write_kit(tmp_path)), "--out", str(tmp_path / "out"))
    assert set(json.loads((folder / "manifest.json").read_bytes())["files"]) == {"kept.pdf", "tiny-deck.pdf"}
    assert 'href="kept.pdf"' in (folder / "index.html").read_text(encoding="utf-8")


def test_the_manifest_says_the_same(tottarot):
    manifest = json.loads((tottarot[0].file.parent / "manifest.json").read_bytes())
    assert manifest["title"] == {"ja": "トッタロット", "en": "Tottarot"}
    entry = manifest["files"]["tottarot-deck-en.pdf"]
    assert {key: entry[key] for key in ("part", "kind", "first", "duplex", "paper")} == {
        "part": "deck", "kind": "cards", "first": "1", "duplex": "long", "paper": "a4",
    }  # fmt: skip
    assert {name: print_use(each) for name, each in manifest["files"].items()} == {
        each.file.name: each.use for each in tottarot
    }


@pytest.mark.parametrize(
    ("duplex", "wanted"),
    [
        ("long", "both sides, flip on long edge"),
        ("short", "both sides, flip on short edge"),
        ("none", "one side"),
        ("fold", "one side, then fold"),
        ("fronts-then-backs", "all fronts, then all backs"),
    ],
)
def test_the_setting_is_how_the_sheets_were_laid_out(tmp_path, duplex, wanted):
    kit = write_kit(tmp_path)
    (entry,) = build(BuildRequest(kit_dir=kit, duplex=duplex, out=tmp_path / "out"))
    assert entry.use.how("en") == wanted


def test_pages_for_a_screen_and_other_forms_are_not_counted(tottarot):
    uses = {entry.file.stem: entry.use for entry in tottarot}
    assert uses["tottarot-leaflet-en"].printed_first == 0
    assert uses["tottarot-leaflet-en-print"].printed_first == 3
    assert PrintUse("folded", "long", "a4", 2).printed_first == 0


def test_what_an_old_manifest_does_not_say_is_no_error():
    assert print_use({"sha256": "", "pages": 1, "press": "home", "paper": "a4"}) == PrintUse(
        "cards", "none", "a4"
    )
    assert (
        print_use({"press": "home", "kind": "novel", "duplex": 7, "first": "x"}).what("en") == "cards to cut"
    )


@pytest.mark.parametrize(
    ("names", "letter"),
    [
        ({"LANG": "en_US.UTF-8"}, True),
        ({"LC_ALL": "es_MX"}, True),
        ({"LC_PAPER": "en_GB.UTF-8", "LANG": "en_US.UTF-8"}, False),
        ({"LANG": "C.UTF-8"}, False),
        ({"LANG": "ja_JP.UTF-8"}, False),
    ],
)
def test_countries_of_us_letter_are_told_how(monkeypatch, tottarot, names, letter):
    for name in ("LC_ALL", "LC_PAPER", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    assert letter_country() is letter
    assert ("US Letter: --paper letter" in list(built_lines(tottarot, letter_country()))) is letter


def test_the_list_begins_with_what_is_printed_first(tottarot):
    lines = list(built_lines(tottarot, letter=False))
    assert lines[0].endswith("/tottarot/")
    assert [line.partition(".")[0] for line in lines[1:6]] == ["1", "2", "3", "4", "5"]
    assert len({line.index("  A4  ") for line in lines if "  A4  " in line}) == 1


@pytest.mark.parametrize(("width", "language"), [(390, "ja-JP"), (1280, "en-US")])
def test_the_page_opens_offline_in_both_languages(tottarot, width, language):
    (page_file,) = write_build_pages(tottarot)
    text = page_file.read_text(encoding="utf-8")
    assert re.findall(r"https?://", text) == []
    with chromium() as browser:
        context = browser.new_context(offline=True, viewport={"width": width, "height": 900}, locale=language)
        page = context.new_page()
        failures: list[str] = []
        page.on("requestfailed", lambda request: failures.append(request.url))
        page.on("pageerror", lambda error: failures.append(str(error)))
        page.goto(page_file.as_uri())
        heading = page.locator("h2").first.inner_text()
        pictures = page.eval_on_selector_all("img", "all => all.map(each => each.naturalWidth)")
        beyond = page.evaluate("document.documentElement.scrollWidth > innerWidth")
        links = page.eval_on_selector_all("li a", "all => all.map(each => each.getAttribute('href'))")
        page.locator("#language").click()
        other = page.locator("h2").first.inner_text()
    titles = {"ja-JP": "まずこの順に印刷します", "en-US": "Print these first, in this order"}
    assert heading == titles[language]
    assert {heading, other} == set(titles.values())
    assert failures == []
    assert beyond is False
    assert min(pictures) > 200
    assert sorted(links) == sorted(entry.file.name for entry in tottarot)


def test_every_kind_and_setting_has_words_in_both_languages(tottarot):
    shown: list[Callable[[str], Any]] = [way for each in tottarot for way in (each.use.what, each.use.how)]
    assert all(len({way(language) for language in LANGUAGES}) == 2 for way in shown)


def test_a_leaflet_beside_the_rules_is_called_advice(tmp_path, capsys):
    shown = said(capsys, "cetkaik", "--only", "leaflet-playing,leaflet-old", "--out", str(tmp_path))
    files = [line for line in shown.splitlines() if ".pdf" in line]
    assert files
    for line in files:
        assert ("leaflet of advice" in line) == ("playing" in line), line
