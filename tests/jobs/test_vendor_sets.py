"""Every printer × every set of Youscout: the layout follows the profile, page by page, name by name."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from printkit.compose.faces.context import Choices
from printkit.interchange.archive import Archive
from printkit.jobs.build.make_job import print_variables
from printkit.jobs.build.part import Document, Job, Scenes
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.build.vendor import vendor_files
from printkit.kit.find import find_kit
from printkit.preflight.profile import find_profile, profile_names, vendor_size
from printkit.sheets.model import FaceKey

SETS = (78, 80, 90)
EVERY = tuple(product(profile_names(), SETS))
RULES = {"rule-upper", "rule-lower", "simple-upper", "simple-lower"}
# The fronts of a set that are not of the deck's own 80 cards.
MADE = {78: 0, 80: 0, 90: 8}


def files_of(profile, count):
    request = BuildRequest(kits=("youscout",), profile=profile.name, count=count)
    kit = find_kit("youscout", ())
    choices = Choices(vendor_size(kit, request.card, profile), "full", print_variables(kit, ()))
    job = Job(kit, request, choices, Scenes(kit, choices))
    return job, tuple(vendor_files(job, profile))


def fronts(sheets):
    return Counter(
        placed.face.card for sheet in sheets for placed in sheet.placements if placed.face.side == "front"
    )


@pytest.mark.parametrize(("name", "count"), EVERY)
def test_every_card_is_there_once_in_every_set(name, count):
    profile = find_profile(name)
    job, files = files_of(profile, count)
    own = [card.id for card in job.kit.cards_of("deck")]
    deck = files[0]
    assert (deck.cards, deck.facts["cards"], deck.facts["profile"]) == (count, str(count), name)
    assert f"-{name}-{count}" in deck.name
    if isinstance(deck, Document):
        there = fronts(tuple(deck.sheets))
        assert set(there.values()) == {1}
        assert [card for card in own if card in there] == own[: min(count, 80)]
        assert len([card for card in there if card.startswith("extra-")]) == MADE[count]
        assert there.total() == count


@pytest.mark.parametrize("name", profile_names())
def test_only_the_set_without_room_for_the_rules_has_a_leaflet(name):
    leaflets = {count: files_of(find_profile(name), count)[1][1:] for count in SETS}
    assert [len(files) for files in leaflets.values()] == [1, 0, 0]
    ((leaflet,), _, _) = leaflets.values()
    assert isinstance(leaflet, Document)
    assert set(fronts(tuple(leaflet.sheets))) == RULES


@pytest.mark.parametrize(("name", "count"), EVERY)
def test_pages_have_the_printers_boxes_and_order(name, count):
    profile = find_profile(name)
    job, (deck, *_) = files_of(profile, count)
    size = job.kit.size(job.choices.size)
    assert profile.product(size.width, size.height) is not None
    if profile.form == "cards":
        assert isinstance(deck, Document)
        pages = tuple(deck.sheets)
        assert tuple(sheet.side for sheet in pages) == profile.order * count
        for sheet in pages:
            (placed,) = sheet.placements
            assert placed.trim[2:] == (size.width, size.height)
            assert sheet.paper == pytest.approx(
                (size.width + 2 * profile.bleed, size.height + 2 * profile.bleed)
            )
            assert sheet.marks == ()


@pytest.mark.parametrize("name", profile_names())
def test_every_face_of_the_fullest_set_can_be_drawn_and_reaches_the_bleed(name):
    profile = find_profile(name)
    job, (deck, *_) = files_of(profile, 90)
    if not isinstance(deck, Document):
        return
    backs = {id(deck.faces(FaceKey(card, "back"))) for card in ("major-00", "extra-back-1", "simple-upper")}
    assert len(backs) == 1
    back = deck.faces(FaceKey("major-00", "back"))
    assert back.bleed >= (profile.bleed if profile.form == "cards" else job.kit.size().bleed)
    for card in fronts(tuple(deck.sheets)):
        if card.startswith("extra-"):
            assert deck.faces(FaceKey(card, "front")).items, card


@pytest.mark.parametrize("name", [name for name in profile_names() if find_profile(name).form == "pictures"])
@pytest.mark.parametrize("count", SETS)
def test_pictures_bear_the_printers_names(name, count, monkeypatch):
    monkeypatch.setattr("printkit.interchange.vendor.scene_png", lambda scene, scale: b"")
    profile = find_profile(name)
    _, (deck, *_) = files_of(profile, count)
    assert isinstance(deck, Archive)
    names = [member for member, _ in deck.members()]
    assert len(set(names)) == count + 1
    assert names[-1] == profile.back_name
    assert names[0] == profile.front_name.format(number=1, card="major-00")
    assert [int(member.rpartition("/")[2][:3]) for member in names[:-1]] == list(range(1, count + 1))


def test_a_profile_with_another_order_would_be_seen():
    """The comparison of sides is one that can fail."""
    profile = replace(find_profile("drivethrucards"), order=("front", "back"))
    _, (deck, *_) = files_of(profile, 80)
    assert isinstance(deck, Document)
    assert next(iter(deck.sheets)).side == "front"
