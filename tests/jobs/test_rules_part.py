"""`--only rules`: the rule cards of all games and the quick references, each in its file, true to size, proved."""

from __future__ import annotations

import json
import subprocess

import pytest

from printkit.errors import InputError, WrongError
from printkit.inspect.pages import open_pdf, page_chars, page_size
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.check.check import check_reports
from printkit.preflight.marks import face_marks


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    return tmp_path_factory.mktemp("rules")


@pytest.fixture(scope="module")
def built(out):
    return build(BuildRequest(kits=("youscout",), only=("rules",), out=out))


def manifest(out):
    return dict(json.loads((out / "youscout" / "manifest.json").read_bytes())["files"])


def test_every_file_has_its_name(built):
    assert [(entry.file.name, entry.pages, entry.cards) for entry in built] == [
        ("youscout-rules.pdf", 2, 4),
        ("youscout-rules-folded.pdf", 2, 4),
        ("youscout-rules-ja.pdf", 2, 0),
        ("youscout-rules-ja-a5.pdf", 2, 0),
        ("youscout-rules-en.pdf", 2, 0),
        ("youscout-rules-en-a5.pdf", 2, 0),
        ("youscout-together.pdf", 2, 2),
        ("youscout-together-folded.pdf", 1, 2),
        ("youscout-together-ja.pdf", 1, 0),
        ("youscout-together-ja-a5.pdf", 1, 0),
        ("youscout-together-en.pdf", 1, 0),
        ("youscout-together-en-a5.pdf", 1, 0),
    ]


def test_the_rules_of_several_players_are_files_of_their_own(built, out):
    """A component's own rule cards and its quick references, each of them proved."""
    placements = manifest(out)["youscout-together.pdf"]["placements"]
    assert [each["card"] for each in placements if each["side"] == "front"] == [
        "together-upper",
        "together-lower",
    ]
    names = ("together", "together-folded", "together-ja", "together-en-a5")
    reports = list(check_reports([out / f"youscout/youscout-{name}.pdf" for name in names], kit="youscout"))
    assert [report.findings for report in reports] == [()] * 4
    assert all("drawn as the kit's" in report.closing for report in reports)


def test_asked_for_by_both_names_everything_comes_once(tmp_path):
    request = BuildRequest(
        kits=("youscout",), only=("rules", "together"), paper="a4", lang="ja", out=tmp_path
    )
    names = [entry.file.name for entry in build(request)]
    assert len(names) == len(set(names)) == 6


def test_their_component_alone_has_nothing_of_the_other_games(tmp_path):
    built = build(BuildRequest(kits=("youscout",), only=("together",), lang="ja", out=tmp_path))
    names = [entry.file.name for entry in built]
    assert names[0] == "youscout-together.pdf"
    assert all(name.startswith("youscout-together") for name in names)


def test_the_rule_cards_of_both_games_lie_on_one_sheet(built, out):
    placements = manifest(out)["youscout-rules.pdf"]["placements"]
    fronts = [each["card"] for each in placements if each["side"] == "front"]
    assert fronts == ["rule-upper", "rule-lower", "simple-upper", "simple-lower"]
    assert all(each["trim_mm"][2:] == [70.0, 120.0] for each in placements)


def test_the_rule_cards_are_a_leaflet_too(built, out):
    """Upper and lower trigram side by side in the middle of the paper, the other game behind them."""
    placements = manifest(out)["youscout-rules-folded.pdf"]["placements"]
    assert [(each["card"], each["page"]) for each in placements] == [
        ("rule-upper", 1),
        ("rule-lower", 1),
        ("simple-upper", 2),
        ("simple-lower", 2),
    ]
    assert [each["trim_mm"] for each in placements] == [
        [35.0, 88.5, 70.0, 120.0],
        [105.0, 88.5, 70.0, 120.0],
    ] * 2
    (report,) = check_reports([out / "youscout/youscout-rules-folded.pdf"], kit="youscout")
    assert report.clean


def test_the_pages_are_true_to_size(built, out):
    """Letters of the table are in the PDF within 0.05 mm of where they were composed."""
    from printkit.compose.faces.context import Choices
    from printkit.compose.youscout.reference import DESIGNS, reference_page
    from printkit.jobs.build.make_job import print_variables
    from printkit.kit.find import find_kit

    kit = find_kit("youscout", ())
    choices = Choices("tarot", "full", print_variables(kit, ()))
    for name, size, design in (("-ja", (210.0, 297.0), DESIGNS[0]), ("-ja-a5", (148.0, 210.0), DESIGNS[-1])):
        entry = manifest(out)[f"youscout-rules{name}.pdf"]
        x, y, width, height = entry["placements"][0]["trim_mm"]
        assert (width, height) == (design.width, design.height)
        assert x == pytest.approx((size[0] - design.width) / 2, abs=0.01)
        with open_pdf(out / "youscout" / f"youscout-rules{name}.pdf") as pdf:
            assert page_size(pdf, 0) == pytest.approx(size, abs=0.05)
            seen = {(c.text, round(c.x, 1), round(c.y, 1)): c for c in page_chars(pdf, 0)}
        marks = face_marks(reference_page(kit, "youscout", "ja", design, choices))
        assert len(marks) > 2000
        for mark in marks:
            near = [
                seen.get((mark.text, round(mark.x + x + dx, 1), round(mark.y + y + dy, 1)))
                for dx in (-0.05, 0.0, 0.05)
                for dy in (-0.05, 0.0, 0.05)
            ]
            assert any(c and abs(c.x - mark.x - x) < 0.05 and abs(c.y - mark.y - y) < 0.05 for c in near), (
                mark
            )


def test_the_tables_are_proved_by_check(built, out):
    names = ("rules", "rules-en-a5", "rules-ja")
    reports = list(
        check_reports([out / "youscout" / f"youscout-{name}.pdf" for name in names], kit="youscout")
    )
    assert [report.findings for report in reports] == [(), (), ()]
    assert reports[0].seen.startswith("4 faces of youscout (tarot)")
    assert all("drawn as the kit's" in report.closing for report in reports)


def test_a_dense_page_that_pdftocairo_wrote_is_known_again(built, out, tmp_path):
    """Small letters smoothed in another way made it look like none of the pages there should be."""
    page = out / "youscout" / "youscout-rules-en-a5.pdf"
    again = tmp_path / page.name
    subprocess.run(["pdftocairo", "-pdf", str(page), str(again)], check=True)
    (report,) = check_reports([again], kit="youscout")
    assert report.clean, report.findings


def test_paper_and_language_are_chosen(tmp_path):
    request = BuildRequest(
        kits=("youscout",),
        only=("rules",),
        lang="en",
        paper="letter",
        ink="low",
        options=("comparison=greater-equal",),
        out=tmp_path,
    )
    files = [entry.file for entry in build(request)]
    assert [file.name for file in files] == [
        "youscout-rules-letter-low.pdf",
        "youscout-rules-folded-letter-low.pdf",
        "youscout-rules-en-letter-low.pdf",
        "youscout-together-letter-low.pdf",
        "youscout-together-folded-letter-low.pdf",
        "youscout-together-en-letter-low.pdf",
    ]
    assert [report.findings for report in check_reports(files, kit="youscout")] == [()] * 6


def test_a_paper_too_small_for_the_reference_is_one_line(tmp_path):
    request = BuildRequest(kits=("youscout",), only=("rules",), paper="130x190mm", out=tmp_path)
    with pytest.raises(InputError, match=r"the quick reference needs 138 × 191\.2 mm") as caught:
        build(request)
    assert len(caught.value.problems) == 1
    assert not list(tmp_path.rglob("*.pdf"))


def test_a_rule_card_that_lies_cannot_be_built(tmp_path):
    """One word of rules.toml changed: the engine disagrees."""
    import shutil

    from printkit.paths import templates_dir

    kit = tmp_path / "youscout"
    shutil.copytree(templates_dir() / "youscout", kit)
    rules = (kit / "rules.toml").read_text(encoding="utf-8")
    for old, new, card in (
        ('"cup left here"', '"cup right here"', "rule-upper"),
        ('["card > D", "max backward > D"]', '["card > D", "max here > D"]', "simple-upper"),
    ):
        (kit / "rules.toml").write_text(rules.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(WrongError) as caught:
            build(BuildRequest(kit_dir=kit, only=("rules",), out=tmp_path / "out"))
        assert card in str(caught.value.problems[0])
        (report,) = check_reports([kit])
        assert [finding.code for finding in report.findings] == ["rule-row"]
    assert not (tmp_path / "out" / "youscout").exists() or not list((tmp_path / "out").rglob("*.pdf"))
