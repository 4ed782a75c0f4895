"""Mat, tokens and box as files: names, pages, true measures on paper, and one clear line where it cannot be done."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.errors import InputError
from printkit.geometry import Rect, Size
from printkit.inspect.pages import page_count, page_rulers, page_size
from printkit.jobs.build.build import build
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Job, Scenes
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check import check_paths
from printkit.jobs.parts import box, mat, tokens
from printkit.kit.find import find_kit
from printkit.scene.model import Glyphs, Group, Path, Scene, walk
from printkit.sheets.cutter import CUT_LINE


def built(tmp_path, **choices):
    return build(BuildRequest(kits=("youscout",), out=tmp_path, **choices))


def names_of(entries):
    return [(entry.file.name, entry.pages) for entry in entries]


def placements(tmp_path, name):
    manifest = json.loads((tmp_path / "youscout" / "manifest.json").read_bytes())
    return list(manifest["files"][name]["placements"])


JOBS: list[tuple[dict[str, Any], list[tuple[str, int]]]] = [
    ({"only": ("mat",)}, [("youscout-mat-a2.pdf", 1), ("youscout-mat.pdf", 6)]),
    (
        {"only": ("mat",), "card": "bridge"},
        [("youscout-mat-bridge-a3.pdf", 1), ("youscout-mat-bridge.pdf", 3)],
    ),
    ({"only": ("mat",), "card": "poker", "paper": "a3"}, [("youscout-mat-poker-a3.pdf", 1)]),
    ({"only": ("mat",), "card": "jrf", "paper": "letter"}, [("youscout-mat-jrf-letter.pdf", 4)]),
    ({"only": ("tokens",)}, [("youscout-tokens.pdf", 2)]),
    ({"only": ("tokens",), "duplex": "none"}, [("youscout-tokens.pdf", 1)]),
    ({"only": ("tokens",), "card": "poker", "ink": "low"}, [("youscout-tokens-low.pdf", 2)]),
    ({"only": ("box",)}, [("youscout-box.pdf", 1)]),
    ({"only": ("box",), "stack": 27.0}, [("youscout-box.pdf", 1)]),
    ({"only": ("box",), "stack": 40.0}, [("youscout-box.pdf", 2)]),
    ({"only": ("box",), "card": "bridge", "paper": "letter"}, [("youscout-box-bridge-letter.pdf", 1)]),
]


@pytest.mark.parametrize(("choices", "files"), JOBS)
def test_files_pages_and_rulers(tmp_path, choices, files):
    entries = built(tmp_path, **choices)
    assert names_of(entries) == files
    for entry in entries:
        assert page_count(entry.file) == entry.pages
        for index in range(entry.pages):
            (ruler,) = page_rulers(entry.file, index)
            assert max(ruler.width, ruler.height) == pytest.approx(100, abs=0.05)


def test_every_part_passes_the_check(tmp_path):
    built(tmp_path, only=("mat", "tokens", "box"), card="bridge")
    assert check_paths([tmp_path], kit="youscout") == ()


def test_the_mat_in_one_piece_is_as_large_as_it_says(tmp_path):
    built(tmp_path, only=("mat",), card="bridge", paper="a3")
    file = tmp_path / "youscout" / "youscout-mat-bridge-a3.pdf"
    assert page_size(file, 0) == pytest.approx(Size(297, 420), abs=0.05)
    (entry,) = placements(tmp_path, "youscout-mat-bridge-a3.pdf")
    assert entry["trim_mm"] == pytest.approx([5.5, 5.5, 286, 400], abs=0.05)


def test_tokens_lie_behind_themselves(tmp_path):
    """Turned over its long edge, every token's back is where its front is."""
    built(tmp_path, only=("tokens",))
    entries = placements(tmp_path, "youscout-tokens.pdf")
    backs = {(entry["card"], *entry["trim_mm"]) for entry in entries if entry["side"] == "back"}
    fronts = [entry for entry in entries if entry["side"] == "front"]
    mirrored = {
        (entry["card"], round(210 - entry["trim_mm"][0] - entry["trim_mm"][2], 3), *entry["trim_mm"][1:])
        for entry in fronts
        if "stones" not in entry["card"]
    }
    assert backs == mirrored
    assert len(fronts) == len(backs) + 2


def test_folded_tokens_have_their_backs_on_the_same_page(tmp_path):
    built(tmp_path, only=("tokens",), duplex="fold")
    entries = [entry for entry in placements(tmp_path, "youscout-tokens.pdf") if entry["page"] == 1]
    fronts = [entry for entry in entries if entry["side"] == "front"]
    backs = [entry for entry in entries if entry["side"] == "back"]
    assert {entry["rotation"] for entry in backs} == {180}
    sums = {
        round(front["trim_mm"][1] + back["trim_mm"][1] + back["trim_mm"][3], 2)
        for front, back in zip(fronts, backs, strict=True)
    }
    assert len(sums) == 1


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"only": ("mat",), "paper": "a3"}, "mat for tarot cards .* does not fit on a3", "choose a2"),
    ({"only": ("mat",), "paper": "postcard"}, "too small for tiles", "a4"),
    ({"only": ("mat",), "paper": "a44"}, "unknown paper 'a44'", "a4"),
    ({"only": ("box",), "stack": 200.0}, "a stack of 200 mm of tarot cards does not fit on a4", "mm fit"),
    ({"only": ("box",), "paper": "a6"}, "does not fit on a6", "larger paper"),
    ({"only": ("box",), "stack": 0.2}, "a stack of 0.2 mm", "measure"),
    ({"only": ("tokens",), "paper": "postcard"}, "does not fit|too small|paper", ""),
    ({"only": ("deck",), "marks": ("cutter",), "duplex": "fold"}, "cannot be cut by machine", "long"),
    ({"only": ("tokens",), "marks": ("cutter",), "duplex": "fold"}, "cannot be cut by machine", "long"),
]


@pytest.mark.parametrize(("choices", "message", "hint"), REFUSED)
def test_what_cannot_be_done_is_one_clear_line(tmp_path, choices, message, hint):
    if choices["only"] == ("tokens",) and choices.get("paper") == "postcard":
        # Small paper takes more sheets, not an error.
        assert built(tmp_path, **choices)[0].pages > 2
        return
    with pytest.raises(InputError, match=message) as caught:
        built(tmp_path, **choices)
    (problem,) = caught.value.problems
    assert hint in problem.hint
    assert list(tmp_path.rglob("*.pdf")) == []


def test_the_thickest_stack_that_is_named_fits_and_no_more(tmp_path):
    with pytest.raises(InputError) as caught:
        built(tmp_path, only=("box",), stack=200.0)
    most = int(caught.value.problems[0].hint.split()[2])
    assert built(tmp_path, only=("box",), stack=float(most))
    with pytest.raises(InputError):
        built(tmp_path, only=("box",), stack=float(most + 1))


def test_paper_for_the_deck_does_not_stop_the_mat():
    """Without --only, parts for which that paper makes no sense take their own."""
    kit = find_kit("youscout", ("full",))
    choices = Choices("tarot", "full", print_variables(kit, ()))
    job = Job(kit, BuildRequest(paper="card"), choices, Scenes(kit, choices))
    names = [document.name for part in (mat, tokens, box) for document in part.documents(job, part.PART)]
    assert names == ["youscout-mat-a2.pdf", "youscout-mat.pdf", "youscout-tokens.pdf", "youscout-box.pdf"]


def test_the_same_input_gives_the_same_bytes(tmp_path):
    one, other = (
        [entry.file.read_bytes() for entry in built(tmp_path / name, only=("mat", "tokens", "box"))]
        for name in ("a", "b")
    )
    assert one == other


def test_a_kind_of_strips_stands_whole_on_a_sheet_with_what_is_said_of_it():
    """Coins below the climbers and below them what to do with both, on the front; the rest fills one sheet more."""
    kit = find_kit("mountain-road")
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    job = Job(kit, BuildRequest(kits=(kit.id,), only=("tokens",)), choices, Scenes(kit, choices))
    (document,) = tokens.documents(job, "tokens")
    sheets = [*document.sheets]
    kinds = [{place.face.card for place in sheet.placements} for sheet in sheets]
    climbers = {f"pawn-{number}" for number in (1, 2, 3, 4)}
    assert kinds == [
        climbers | {"stick-5"},
        {"stick-5"},
        {"stick-1", "stick-turn"},
        {"stick-1", "stick-turn"},
    ]
    told = [sum(isinstance(mark, Group) for mark in sheet.marks) for sheet in sheets]
    # One more is the folds of the climbers.
    assert told[0] - told[2] == 2 * len(kit.languages) + 1
    # Behind them a turn at a glance in each language, and where the climbers are glued.
    assert told[1] - told[3] == len(kit.languages)
    glued = [item_box(each) for each in walk(Scene("back", 210.0, 297.0, 0.0, sheets[1].marks))]
    for climber in (place.trim for place in sheets[0].placements if place.face.card in climbers):
        behind = climber._replace(x=210.0 - climber.right)
        inside = [box for box in glued if behind.x < box.center[0] < behind.right and box.y < 80.0]
        assert len(inside) > 20
        assert all(behind.x < box.x and box.right < behind.right for box in inside)
    foot = max(place.trim.bottom for place in sheets[2].placements)
    assert foot > 270.0


def test_counters_have_their_legend_and_the_back_what_is_done_in_a_turn():
    """The slip lay on its side, ships touched the edge of the page, and the back was nine tenths empty."""
    kit = find_kit("linked-ships")
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    job = Job(kit, BuildRequest(kits=(kit.id,), only=("tokens",)), choices, Scenes(kit, choices))
    (document,) = tokens.documents(job, "tokens")
    front, back = document.sheets
    assert min(place.trim.y for place in front.placements) >= 7.9
    foot = max(place.trim.bottom for place in front.placements)
    for sheet, strips in ((front, ("pieces", "counters")), (back, ("actions",))):
        said = {
            each.item.text
            for each in walk(Scene("marks", 210.0, 297.0, 0.0, sheet.marks))
            if isinstance(each.item, Glyphs) and item_box(each).y > foot
        }
        for language in kit.languages:
            texts = kit.texts[language]
            wanted = {
                line
                for strip in strips
                for key, text in texts.items()
                if key.startswith(f"strip.{strip}.")
                for line in text.splitlines()
            }
            assert wanted
            assert wanted <= said


def test_backs_have_the_frames_of_their_fronts_outside_the_cut():
    """So that both sides look alike, and a sheet that is printed a little off has no line on a piece."""
    kit = find_kit("cetkaik")
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    for name, marks in (("tokens-travel", ("crop",)), ("tokens", ("cutter",))):
        request, framed = BuildRequest(kits=(kit.id,), only=(name,), marks=marks), "cutter" not in marks
        job = Job(kit, request, choices, Scenes(kit, choices))
        (document,) = tokens.documents(job, name)
        back, *_ = (sheet for sheet in document.sheets if sheet.side == "back")
        lines = [
            item_box(each)
            for each in walk(Scene("back", 210.0, 297.0, 0.0, back.marks))
            if isinstance(each.item, Path) and each.item.stroke and each.item.width == CUT_LINE
        ]
        framing = [[line for line in lines if line.contains(each.trim)] for each in back.placements]
        assert framing
        # A cutter finds the cards by its marks, and cuts both sides at once.
        assert [len(each) for each in framing] == [int(framed)] * len(framing)
        for each, around in zip(back.placements, framing, strict=True):
            assert all(0.5 < each.trim.x - line.x < 1.0 for line in around)


def test_a_legend_that_has_no_room_has_a_sheet_of_its_own():
    """It once was left out in silence."""
    kit = find_kit("mountain-road")
    full = [
        token.model_copy(update={"copies": 88}) if token.shape == "strip" else token for token in kit.tokens
    ]
    kit = replace(kit, tokens=tuple(full))
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    job = Job(kit, BuildRequest(kits=(kit.id,), only=("tokens",)), choices, Scenes(kit, choices))
    (document,) = tokens.documents(job, "tokens")
    *_, before, told = document.sheets
    assert (before.number, before.side, len(before.placements)) == (2, "back", 176)
    # It has what belongs below pieces, and what belongs behind them.
    assert (told.number, told.side, len(told.placements)) == (3, "front", 0)
    assert sum(isinstance(mark, Group) for mark in told.marks) >= 2 * len(kit.languages)


@pytest.mark.parametrize("duplex", ["long", "fold", "none"])
def test_what_is_told_behind_pieces_is_never_lost(duplex):
    """Where no back has room for it, it has a sheet of its own; without backs nobody asked for it."""
    kit = find_kit("mountain-road")
    words = {
        line
        for key, text in kit.texts["en"].items()
        if key.startswith("strip.turn.")
        for line in text.splitlines()
    }
    assert words
    crowded = [
        token.model_copy(update={"copies": 99}) if token.shape == "strip" else token for token in kit.tokens
    ]
    for tokens_of in (kit.tokens, tuple(crowded)):
        other = replace(kit, tokens=tuple(tokens_of))
        choices = Choices(kit.default_size, "full", print_variables(kit, ()))
        request = BuildRequest(kits=(kit.id,), only=("tokens",), duplex=duplex)
        (document,) = tokens.documents(Job(other, request, choices, Scenes(other, choices)), "tokens")
        said = [
            {
                e.item.text
                for e in walk(Scene("s", 210.0, 297.0, 0.0, sheet.marks))
                if isinstance(e.item, Glyphs)
            }
            for sheet in document.sheets
        ]
        assert sum(words <= each for each in said) == (duplex != "none")


def test_reminders_fill_rows_before_sheets():
    """Three rows, the largest on the next sheet with the disc of the dealer by its bonus, and full rows of sticks."""
    kit = find_kit("paper-cetkaik")
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    job = Job(kit, BuildRequest(kits=(kit.id,), only=("tokens",)), choices, Scenes(kit, choices))
    (document,) = tokens.documents(job, "tokens")
    fronts = [sheet for sheet in document.sheets if sheet.side == "front"]
    words = [sum(place.trim.width > 60.0 for place in sheet.placements) for sheet in fronts]
    assert words == [6, 1]
    sticks = Counter(place.trim.y for place in fronts[1].placements if place.face.card.startswith("stick"))
    assert set(sticks.values()) == {4}
    lie = {place.face.card: place.trim for place in fronts[1].placements}
    dealer, bonus = lie["dealer"], lie["bonus"]
    assert (dealer.width, dealer.height) == (27.0, 27.0)
    # Scissors have room between both, and no strip leaves the columns for it.
    assert dealer.x - bonus.right == pytest.approx(tokens.GAP)
    # With what is said below it.
    assert dealer.center[1] + tokens.NAMED / 2 == pytest.approx(bonus.center[1])
    own = [place for place in fronts[1].placements if place.face.card.startswith("stick")]
    assert min(place.trim.x for place in own) == min(place.x for place in lie.values())
    assert dealer.right == pytest.approx(max(place.trim.right for place in own))


def test_a_disc_without_room_beside_a_strip_lies_below_all_of_them():
    """And strips of one height but several widths share a row as far as they have room."""
    kit = find_kit("paper-cetkaik")
    wide = [token.model_copy(update={"size": 91.0} if token.id == "bonus" else {}) for token in kit.tokens]
    assert [*tokens._kinds(wide[:-1], 190.0)][:3] == [(False, ""), (True, "row 1"), (True, "row 1")]
    placed = tokens._shelved(wide, Rect(0.0, 0.0, 190.0, 277.0), 0.0, 0.0)
    (page, dealer), *_ = (place for token, place in placed if token.id == "dealer")
    assert dealer.y > max(place.y for _, (on, place) in placed if on == page and place != dealer)
    dealer, strip = (next(token for token in kit.tokens if token.id == name) for name in ("dealer", "bonus"))
    for size, beside in ((strip.height - 1.0, True), (strip.height + 1.0, False)):
        _, (found, _) = tokens._kinds([strip, dealer.model_copy(update={"size": size})], 190.0)
        assert found == beside


def test_what_stands_on_a_sheet_is_as_far_from_its_foot_as_from_its_head():
    kit = find_kit("cetkaik")
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    job = Job(kit, BuildRequest(kits=(kit.id,), only=("tokens-travel",)), choices, Scenes(kit, choices))
    (document,) = tokens.documents(job, "tokens-travel")
    front, back = document.sheets
    for sheet in (front, back):
        above = min(place.trim.y for place in sheet.placements)
        assert above > 9.0
    assert {place.trim.y for place in front.placements} == {place.trim.y for place in back.placements}


@pytest.mark.parametrize(("languages", "pages"), [(("en",), 4), (("ja",), 4), ((), 5)])
def test_what_is_said_of_sticks_takes_no_more_sheets_than_it_must(languages, pages):
    """In two languages one sheet more, which all that has no room beside pieces shares."""
    kit = find_kit("throwing-sticks")
    choices = Choices(kit.default_size, "full", print_variables(kit, ()))
    request = BuildRequest(kits=(kit.id,), only=("tokens",), **({"lang": languages[0]} if languages else {}))
    (document,) = tokens.documents(Job(kit, request, choices, Scenes(kit, choices)), "tokens")
    assert len([*document.sheets]) == pages
