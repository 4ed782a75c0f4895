"""Contracts over every kit there is: complete in every language, inside its safe zone, drawn alike as PDF and SVG."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from functools import cache
from typing import NamedTuple

import pytest

import printkit.compose.youscout
from printkit.compose.faces.bounds import item_box
from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_back, compose_face
from printkit.games.find import find_games
from printkit.jobs.build.make_job import make_job, print_variables
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check_kit import kit_report
from printkit.jobs.check.laid_out import lay_out_parts
from printkit.kit.find import find_kit, kit_ids
from printkit.kit.model import Ink, Kit
from printkit.preflight.proof_kit import proof_kit
from printkit.scene.model import Glyphs, Scene, dump, walk
from tests.helpers import assert_same_drawing

INKS: tuple[Ink, ...] = ("full", "low")


@cache
def kit_of(kit_id):
    return find_kit(kit_id, INKS)


def choices_of(kit, size, ink="full"):
    return Choices(size, ink, print_variables(kit, ()))


def faces_of(kit, size, ink="full"):
    choices = choices_of(kit, size, ink)
    return [compose_face(kit, card, choices) for card in kit.cards]


class Printed(NamedTuple):
    """The faces of a kit in one size and ink."""

    kit: Kit
    size: str
    faces: list[Scene]


SIZES = [(kit_id, size) for kit_id in kit_ids() for size in kit_of(kit_id).sizes]
PRINTED = [(ink, *each) for each in SIZES for ink in INKS]
FACES = [(kit_id, card.id) for kit_id in kit_ids() for card in kit_of(kit_id).cards]

every_kit = pytest.mark.parametrize("kit_id", kit_ids())
every_size = pytest.mark.parametrize(("kit_id", "size"), SIZES)


@pytest.fixture(scope="module", params=PRINTED, ids="-".join)
def printed(request):
    """Composed once for all tests that look at them."""
    ink, kit_id, size = request.param
    return Printed(kit_of(kit_id), size, faces_of(kit_of(kit_id), size, ink))


def test_there_are_kits():
    assert {"tottarot", "youscout"} <= set(kit_ids())


@every_kit
def test_both_languages_say_the_same_things(kit_id):
    kit = kit_of(kit_id)
    assert {"ja", "en"} <= set(kit.languages)
    assert len({frozenset(texts) for texts in kit.texts.values()}) == 1


@every_kit
def test_its_games_are_there(kit_id):
    assert set(kit_of(kit_id).games) <= set(find_games())


def not_for_others(*items, **named):
    raise RuntimeError("a drawing of Youscout's")


def spoil_youscouts_drawings(monkeypatch):
    """From now on whatever stands in Youscout's room fails when it runs."""
    room = printkit.compose.youscout
    for each in pkgutil.iter_modules(room.__path__, f"{room.__name__}."):
        own = [
            value
            for value in vars(importlib.import_module(each.name)).values()
            if getattr(value, "__module__", "") == each.name
        ]
        for value in own:
            function = inspect.unwrap(value) if callable(value) else value
            if inspect.isfunction(function):
                monkeypatch.setattr(function, "__code__", not_for_others.__code__)
            elif inspect.isclass(value):
                for name, method in [*vars(value).items()]:
                    if inspect.isfunction(method) and not name.startswith("__"):
                        monkeypatch.setattr(value, name, not_for_others)


@every_kit
def test_its_own_check_finds_nothing(kit_id, monkeypatch):
    """Which lays out every part; and of the other kits none runs a drawing of Youscout's."""
    if kit_id != "youscout":
        spoil_youscouts_drawings(monkeypatch)
    report = kit_report(kit_of(kit_id).folder)
    assert report.findings == ()
    assert report.passed.endswith("every part laid out")


def test_youscout_runs_its_own_drawings(monkeypatch):
    kit = kit_of("youscout")
    spoil_youscouts_drawings(monkeypatch)
    with pytest.raises(RuntimeError, match="a drawing of Youscout's"):
        lay_out_parts(make_job(kit, BuildRequest(), kit.default_size), books=False)


def test_its_numbers_are_proved(printed):
    kit, size, faces = printed
    scenes = {scene.id: scene for scene in faces}
    assert proof_kit(kit, size, scenes.__getitem__, print_variables(kit, ())) == ()


def test_text_stays_inside_the_safe_zone(printed):
    kit, size, faces = printed
    for scene in faces:
        safe = scene.trim.grown(-kit.size(size).safe)
        for placed in walk(scene):
            if isinstance(placed.item, Glyphs):
                box = item_box(placed)
                assert safe.contains(box, 0.05), f"{scene.id}: {placed.item.text!r} at {box}"


def test_nothing_leaves_the_bleed(printed):
    for scene in printed.faces:
        for placed in walk(scene):
            box = item_box(placed)
            assert placed.clip is not None or scene.extent.contains(box, 0.05), f"{scene.id}: {box}"


def shared_backs(kit):
    backs = [card for component in kit.components for card in kit.backs_of(component.id).values()]
    return [card for card in backs if not kit.has_own_back(card)]


@every_size
def test_backs_are_equal_when_turned(kit_id, size):
    """A reversed card must not show from behind (youscout §1.4)."""
    from tests.helpers import pdf_pixels, scene_pdf

    kit = kit_of(kit_id)
    for card in shared_backs(kit):
        pixels = pdf_pixels(scene_pdf(compose_back(kit, card, choices_of(kit, size))), 127).astype(int)
        assert abs(pixels - pixels[::-1, ::-1]).mean() < 4


@every_kit
def test_a_face_is_the_same_drawing_twice(kit_id):
    kit = kit_of(kit_id)
    size = kit.default_size
    assert list(map(dump, faces_of(kit, size))) == list(map(dump, faces_of(kit, size)))


@pytest.mark.parametrize(("kit_id", "card_id"), FACES)
def test_pdf_and_svg_show_the_same_face(kit_id, card_id):
    kit = kit_of(kit_id)
    assert_same_drawing(compose_face(kit, kit.card(card_id), choices_of(kit, kit.default_size)))


@every_kit
def test_pdf_and_svg_show_the_same_back(kit_id):
    kit = kit_of(kit_id)
    for card in shared_backs(kit):
        assert_same_drawing(compose_back(kit, card, choices_of(kit, kit.default_size)))
