"""`check KIT` refuses what `build` refuses, and proof-reads kits that have no game."""

from __future__ import annotations

import pytest
from PIL import Image

from printkit.errors import InputError
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.check.check import check_reports
from printkit.jobs.check.check_kit import kit_report
from tests.tiny_kit import spoil, write_kit


@pytest.fixture
def kit(tmp_path):
    return write_kit(tmp_path)


def built(kit, **choices):
    (made,) = build(BuildRequest(kit_dir=kit, out=kit.parent / "out", **choices))  # type: ignore[arg-type]
    return made.file


def emblem(kit, inside):
    block = '\n[[faces.plain.small]]\nblock = "emblem"\nsuit = "sword"\nx = 20\ny = 50\nheight = 8\n'
    layout = kit / "layout.toml"
    layout.write_text(layout.read_text() + block)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30">{inside}</svg>'
    (kit / "art" / "emblem.svg").write_text(svg)


def wide_text(kit):
    for language in ("ja", "en"):
        spoil(kit, f"text.{language}.toml", "two.name = ", f'two.name = "{"W" * 60}" # ')
    return "two"


def damaged_picture(kit):
    picture = kit / "art" / "two.png"
    Image.effect_noise((300, 300), 40).save(picture)
    data = bytearray(picture.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 400] = bytes(400)
    picture.write_bytes(data)
    spoil(kit, "cards.toml", "art/two.svg", "art/two.png")
    (kit / "art" / "two.svg").unlink()
    return "is not a readable image"


@pytest.mark.parametrize("wrong", [wide_text, damaged_picture])
def test_check_refuses_what_build_refuses(kit, wrong):
    words = wrong(kit)
    with pytest.raises(InputError, match=words):
        build(BuildRequest(kit_dir=kit, out=kit.parent / "out"))
    with pytest.raises(InputError, match=words):
        kit_report(kit)


def test_everything_that_cannot_be_laid_out_is_reported_together(kit):
    wide_text(kit)
    for language in ("ja", "en"):
        spoil(kit, f"text.{language}.toml", "one.name = ", f'one.name = "{"W" * 60}" # ')
    with pytest.raises(InputError) as caught:
        kit_report(kit)
    assert {"one" in str(each) for each in caught.value.problems} == {True, False}


def test_an_emblem_with_a_light_hole_is_drawn_with_it(kit):
    emblem(kit, '<path fill="#0d6ca9" d="M2 2h26v26h-26z"/><path fill="#ffffff" d="M9 9h12v12h-12z"/>')
    assert kit_report(kit).clean


def test_a_kit_without_a_game_claims_no_proof(kit):
    assert kit_report(kit).passed == "no game to prove its numbers, every part laid out"


def test_the_files_of_a_kit_without_a_game_are_compared_with_it(kit):
    (report,) = check_reports([built(kit)], kit_dir=kit)
    assert (report.clean, report.kit) == (True, "tiny")
    spoil(kit, "text.en.toml", "Two", "Too")
    (report,) = check_reports([kit.parent / "out" / "tiny" / "tiny-deck.pdf"], kit_dir=kit)
    assert not report.clean


@pytest.fixture
def wordless(kit):
    layout = (kit / "layout.toml").read_text()
    first, _, rest = layout.partition('[[faces.plain.small]]\nblock = "names"')
    (kit / "layout.toml").write_text(first + rest[rest.index("[[faces.back") :])
    return kit


@pytest.mark.parametrize("paper", ["", "card"])
def test_cards_without_words_are_compared(wordless, paper):
    (report,) = check_reports([built(wordless, paper=paper)], kit_dir=wordless)
    assert (report.clean, report.kit) == (True, "tiny")


def test_a_file_of_another_kit_is_no_file_of_a_kit_without_words(wordless, tmp_path_factory):
    other = write_kit(tmp_path_factory.mktemp("other"))
    spoil(other, "layout.toml", 'width = "40mm"', 'width = "50mm"')
    (report,) = check_reports([built(other)], kit_dir=wordless)
    assert not report.clean
