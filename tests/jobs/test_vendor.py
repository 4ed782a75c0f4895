"""The same deck for different printers: sizes, page order, names, pixels, archives, and sets of 78, 80 and 90."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pikepdf
import pytest
from PIL import Image

from printkit.compose.faces.context import Choices
from printkit.errors import InputError
from printkit.inspect.pages import render_page
from printkit.interchange.vendor import card_set
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Job, Scenes
from printkit.kit.find import find_kit
from printkit.preflight.model import has_errors
from printkit.preflight.pictures import preflight_pictures
from printkit.preflight.profile import find_profile
from tests.tiny_kit import spoil, write_kit


@pytest.fixture
def kit(tmp_path):
    """The tiny kit in poker size, which every printer has."""
    made = write_kit(tmp_path)
    spoil(made, "layout.toml", 'width = "40mm"', 'width = "2.5in"')
    spoil(made, "layout.toml", 'height = "60mm"', 'height = "3.5in"')
    return spoil(made, "layout.toml", "box = [-3, -3, 46, 66]", "box = [-3, -3, 69.5, 94.9]")


def request(kit, **choices):
    return BuildRequest(kit_dir=kit, out=kit.parent / "out", **choices)


def manifest(kit):
    return dict(json.loads((kit.parent / "out" / "tiny" / "manifest.json").read_bytes())["files"])


# --------------------------------------------------------------------------------------- one file for each printer


def test_drivethrucards_gets_one_pdf_with_each_back_before_its_front(kit):
    (built,) = build(request(kit, profile="drivethrucards"))
    assert built.file.name == "tiny-deck-drivethrucards.pdf"
    entry = manifest(kit)[built.file.name]
    assert [(row["page"], row["card"], row["side"]) for row in entry["placements"]] == [
        (1, "one", "back"), (2, "one", "front"), (3, "two", "back"), (4, "two", "front"),
    ]  # fmt: skip
    assert (entry["press"], entry["ink_limit"], entry["profile"]) == ("x1a-2003", "240", "drivethrucards")
    with pikepdf.open(built.file) as file:
        assert str(file.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
        for page in file.pages:
            # 2.75 × 3.75 in, an eighth of an inch around the card.
            assert [round(float(edge), 2) for edge in page.MediaBox] == [0, 0, 198, 270]
            assert [round(float(edge), 2) for edge in page.TrimBox] == [9, 9, 189, 261]


def test_a_japanese_printer_gets_fronts_first_and_no_marks(kit):
    (built,) = build(request(kit, profile="japan-x1a"))
    assert [row["side"] for row in manifest(kit)[built.file.name]["placements"]] == ["front", "back"] * 2
    with pikepdf.open(built.file) as file:
        assert str(file.docinfo["/GTS_PDFXConformance"]) == "PDF/X-1a:2001"
        assert str(file.Root.OutputIntents[0].OutputConditionIdentifier) == "JC200103"


def test_another_standard_may_be_asked_for(kit):
    choices = {"profile": "japan-x1a", "press": "x1a-2003", "condition": "FOGRA39"}
    (built,) = build(request(kit, **choices))
    with pikepdf.open(built.file) as file:
        assert str(file.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
        assert str(file.Root.OutputIntents[0].OutputConditionIdentifier) == "FOGRA39"


def test_at_home_the_deck_is_laid_on_sheets(kit):
    (built,) = build(request(kit, profile="home"))
    (letter,) = build(request(kit, profile="home", paper="letter"))
    assert (built.file.name, letter.file.name) == ("tiny-deck-home.pdf", "tiny-deck-home-letter.pdf")
    assert (built.pages, manifest(kit)[letter.file.name]["paper"]) == (2, "letter")


def pictures(file):
    with zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None
        return {name: Image.open(io.BytesIO(archive.read(name))) for name in archive.namelist()}


def test_the_game_crafter_gets_pictures_of_its_own_size_in_an_archive(kit):
    (built,) = build(request(kit, profile="the-game-crafter"))
    assert (built.file.name, built.pages, built.cards) == ("tiny-deck-the-game-crafter.zip", 3, 2)
    made = pictures(built.file)
    assert list(made) == ["001-one.png", "002-two.png", "back.png"]
    assert {picture.size for picture in made.values()} == {(825, 1125)}


def test_a_back_reaches_the_edge_of_a_bleed_that_is_wider_than_its_own(kit):
    (built,) = build(request(kit, profile="the-game-crafter"))
    back = pictures(built.file)["back.png"].convert("RGB")
    width, height = back.size
    edges = [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1), (width // 2, 0)]
    assert {back.getpixel(edge) for edge in edges} == {(0x0D, 0x6C, 0xA9)}


def test_a_drawing_is_never_made_smaller_for_a_narrow_bleed(kit):
    youscout = find_kit("youscout", ("full",))
    scene = Scenes(youscout, Choices("tarot", "full")).front("major-00")
    assert scene.reaching(2.0) is scene


def test_the_same_deck_gives_the_same_archive(kit):
    first = build(request(kit, profile="the-game-crafter"))[0].file.read_bytes()
    again = build(request(kit, profile="the-game-crafter"))[0].file.read_bytes()
    assert first == again
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_a_set_is_filled_up_to_the_number_asked_for(kit):
    (built,) = build(request(kit, profile="japan-x1a", count=8))
    placements = manifest(kit)[built.file.name]["placements"]
    assert [row["card"] for row in placements if row["side"] == "front"] == [
        "one", "two", "extra-numbers-1", "extra-colours", "extra-back-1", "extra-back-2", "extra-notes-1",
        "extra-notes-2",
    ]  # fmt: skip
    assert built.file.name == "tiny-deck-japan-x1a-8.pdf"


def test_steps_are_filled_without_asking(kit):
    spoil(kit, "layout.toml", 'width = "2.5in"', 'width = "70mm"')
    spoil(kit, "layout.toml", 'height = "3.5in"', 'height = "120mm"')
    (built,) = build(request(kit, profile="makeplayingcards"))
    made = pictures(built.file)
    assert (len(made), next(iter(made)), list(made)[-1]) == (19, "fronts/001-one.png", "backs/back.png")
    assert {picture.size for picture in made.values()} == {(899, 1490)}
    assert manifest(kit)[built.file.name]["sold"] == "18"


# ------------------------------------------------------------------------------------------------- sets of Youscout


@pytest.fixture(scope="module")
def job():
    youscout = find_kit("youscout", ("full",))
    choices = Choices("tarot", "full", print_variables(youscout, ()))
    return Job(youscout, BuildRequest(), choices, Scenes(youscout, choices))


RULE_CARDS = {"rule-upper", "rule-lower", "simple-upper", "simple-lower"}


def made(cards):
    return len(cards.ids), RULE_CARDS & set(cards.ids), {card.id for card in cards.leaflet}


def test_78_are_the_tarot_alone_and_the_rules_are_a_leaflet(job):
    assert made(card_set(job.kit, job.choices, find_profile("japan-x1a"), 78)) == (78, set(), RULE_CARDS)


def test_80_are_the_deck_as_it_is(job):
    cards = card_set(job.kit, job.choices, find_profile("japan-x1a"))
    assert made(cards) == (80, {"rule-upper", "rule-lower"}, set())
    assert cards.extras == ()


def test_90_have_ten_useful_cards_more(job):
    cards = card_set(job.kit, job.choices, find_profile("makeplayingcards"))
    assert made(cards) == (90, RULE_CARDS, set())
    assert [extra.id for extra in cards.extras] == [
        "extra-numbers-1", "extra-numbers-2", "extra-colours", "extra-back-1", "extra-back-2",
        "extra-notes-1", "extra-notes-2", "extra-notes-3",
    ]  # fmt: skip
    assert len(set(cards.ids)) == 90


def test_79_have_one_card_more_and_still_a_leaflet(job):
    assert made(card_set(job.kit, job.choices, None, 79)) == (79, set(), RULE_CARDS)


@pytest.mark.parametrize(("count", "says"), [(77, "78"), (500, "spare cards")])
def test_sets_that_cannot_be(job, count, says):
    with pytest.raises(InputError, match=says) as caught:
        card_set(job.kit, job.choices, None, count)
    assert caught.value.problems[0].key == "--set"


def test_the_leaflet_of_78_is_two_pages_to_be_folded(tmp_path):
    built = build(BuildRequest(kits=("youscout",), profile="japan-x1a", count=78, out=tmp_path))
    assert [(entry.file.name, entry.pages, entry.cards) for entry in built] == [
        ("youscout-deck-japan-x1a-78.pdf", 156, 78),
        ("youscout-leaflet-japan-x1a-78.pdf", 2, 4),
    ]
    with pikepdf.open(built[1].file) as file:
        for page in file.pages:
            trim = [float(edge) * 25.4 / 72 for edge in page.TrimBox]
            assert (round(trim[2] - trim[0], 2), round(trim[3] - trim[1], 2)) == (140, 120)


def test_the_tarot_in_inches_is_a_layout_of_its_own(tmp_path):
    (built,) = build(BuildRequest(kits=("youscout",), profile="drivethrucards", out=tmp_path))
    entry = json.loads((tmp_path / "youscout" / "manifest.json").read_bytes())["files"][built.file.name]
    assert (entry["card"], built.pages) == ("tgc-tarot", 160)
    assert entry["placements"][0]["trim_mm"] == [3.175, 3.175, 69.85, 120.65]


# ------------------------------------------------------------------------------------------------- what is refused

CANNOT: dict[str, tuple[dict[str, Any], str, str]] = {
    "an unknown profile": ({"profile": "drivethrucard"}, "--profile", "drivethrucards"),
    "a part besides the deck": ({"profile": "japan-x1a", "only": ("deck",)}, "--only", "leave out"),
    "some cards only": ({"profile": "japan-x1a", "cards": ("one",)}, "--cards", "leave out"),
    "paper for a printer": ({"profile": "japan-x1a", "paper": "a4"}, "--paper", "leave out"),
    "marks for a printer": ({"profile": "japan-x1a", "marks": ("none",)}, "--marks", "leave out"),
    "a press for pictures": ({"profile": "the-game-crafter", "press": "x1a-2001"}, "--press", "leave out"),
    "pages of pictures": ({"profile": "the-game-crafter", "pages": "1"}, "--pages", "leave out"),
    "a set without a profile": ({"count": 80}, "--set", "--profile"),
    "a set too small": ({"profile": "japan-x1a", "count": 1}, "--set", "2 or more"),
}


@pytest.mark.parametrize(("card", "key"), [("", "--profile"), ("small", "--card")])
def test_a_size_the_service_does_not_sell_is_refused(card, key, kit):
    spoil(kit, "layout.toml", 'width = "2.5in"', 'width = "66mm"')
    with pytest.raises(InputError) as caught:
        build(request(kit, profile="makeplayingcards", card=card))
    assert key in str(caught.value)
    assert "tarot" in str(caught.value)


@pytest.mark.parametrize("case", CANNOT)
def test_what_cannot_be_built_is_one_line_and_writes_nothing(case, kit):
    choices, key, words = CANNOT[case]
    with pytest.raises(InputError) as caught:
        build(request(kit, **choices))
    (problem,) = caught.value.problems
    assert problem.key == key
    assert words in str(problem)
    assert not list((kit.parent / "out").rglob("*.*"))


def test_the_command_line_takes_a_profile_and_a_set(kit, run):
    words = ("build", "--kit-dir", str(kit), "--out", str(kit.parent / "out"))
    answer = run(*words, "--profile", "the-game-crafter", "--set", "3")
    assert answer.code == 0, answer.err
    assert "  tiny-deck-the-game-crafter-3.zip  3 cards on 4 pictures" in answer.out
    assert "to send as it is  for the print service\n" in answer.out
    assert run(*words, "--set", "3").code == 2


def test_one_card_is_one_card(kit, run):
    words = ("build", "--kit-dir", str(kit), "--out", str(kit.parent / "out"))
    assert (
        run(*words, "--cards", "one").out.splitlines()[1].startswith("  tiny-deck.pdf  1 card on 2 pages  A4")
    )


# ---------------------------------------------------------------------------- components with backs of their own


@pytest.fixture
def kinds(kit):
    """The tiny kit with a second component of two cards, whose back is gold."""
    spoil(kit, "kit.toml", 'back = "back"\n', 'back = "back"\n\n[components.notes]\nback = "other"\n')
    spoil(kit, "kit.toml", 'size = "small"\n', 'size = "small"\nvariant = true\n')
    cards = (kit / "cards.toml").read_text()
    card = (
        '[[card]]\nid = "note"\nface = "plain"\ncomponent = "notes"\ncopies = 2\nnumber = 3\nsword = [1, 1]\n'
    )
    (kit / "cards.toml").write_text(cards + card + 'art = "art/one.svg"\n')
    for language in ("ja", "en"):
        spoil(kit, f"text.{language}.toml", "[card]\n", '[card]\nnote.name = "N"\n')
    layout = (kit / "layout.toml").read_text()
    back = '[[faces.other.small]]\nblock = "shape"\nbox = [-3, -3, 69.5, 94.9]\nink = "gold"\n'
    (kit / "layout.toml").write_text(f"{layout}\n{back}")
    return kit


def test_a_set_holds_the_cards_of_all_components(kinds):
    (built,) = build(request(kinds, profile="the-game-crafter", count=4))
    made = pictures(built.file)
    assert list(made) == [
        "001-one.png", "002-two.png", "003-note.png", "004-note.png",
        "back-001.png", "back-002.png", "back-003.png", "back-004.png",
    ]  # fmt: skip
    colours = [made[f"back-00{number}.png"].convert("RGB").getpixel((9, 9)) for number in range(1, 5)]
    assert colours == [(0x0D, 0x6C, 0xA9)] * 2 + [(0xC4, 0x8A, 0x10)] * 2
    _, findings = preflight_pictures(built.file, "set.zip", find_profile("the-game-crafter"))
    assert not has_errors(findings)


def test_each_card_of_a_set_has_the_back_of_its_component(kinds):
    (built,) = build(request(kinds, profile="drivethrucards"))
    rows = manifest(kinds)[built.file.name]["placements"]
    backs = [row["page"] for row in rows if row["side"] == "back"]
    looks = [render_page(built.file, page - 1, 20, gray=False)[9, 9].tolist() for page in backs]
    assert looks[0] == looks[1] != looks[2] == looks[3]


def test_a_set_of_cards_with_and_without_backs_is_refused(kinds):
    spoil(kinds, "kit.toml", 'back = "other"\n', "")
    layout = kinds / "layout.toml"
    layout.write_text(layout.read_text().partition("[[faces.other")[0])
    with pytest.raises(InputError, match="the cards of notes have no back"):
        build(request(kinds, profile="the-game-crafter"))


def test_a_numbered_back_that_is_missing_is_found(tmp_path):
    profile = find_profile("the-game-crafter")
    stream = io.BytesIO()
    Image.new("RGB", profile.products[0].pixels).save(stream, "PNG")
    archive = tmp_path / "set.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for name in ("001-a.png", "002-b.png", "003-c.png", "back-001.png", "back-003.png"):
            file.writestr(name, stream.getvalue())
    _, findings = preflight_pictures(archive, "set.zip", profile)
    missing = [finding for finding in findings if finding.code == "back-missing"]
    assert [(finding.message, finding.expected) for finding in missing] == [
        ("1 fronts have no back", "back-002.png")
    ]
