"""Faces drawn small have no text too small to read: letters become outlines, which look the same."""

from __future__ import annotations

import pytest

from printkit.backends.png import scene_png
from printkit.compose.faces.context import Choices
from printkit.compose.faces.reduced import LEAST_TEXT, reduced
from printkit.geometry import PT_PER_MM, Affine
from printkit.inspect.pages import open_pdf, page_chars
from printkit.jobs.build.build import BuildRequest, build
from printkit.jobs.build.part import Scenes
from printkit.kit.find import find_kit
from printkit.scene.model import Glyphs, Group, Scene, Use, walk
from tests.helpers import png_pixels


@pytest.fixture(scope="module")
def face():
    kit = find_kit("youscout", ("full",))
    return Scenes(kit, Choices("tarot", "full")).front("major-16")


def texts(scene):
    return sum(isinstance(placed.item, Glyphs) for placed in walk(scene))


def test_at_its_own_size_a_face_stays_as_it_is(face):
    assert reduced(face, 1.0) is face


def test_a_small_face_has_no_text_and_is_one_drawing_at_all_sizes(face):
    small = reduced(face, 0.2)
    assert (texts(face) > 0, texts(small)) == (True, 0)
    assert reduced(face, 0.25) is small


def test_outlines_look_like_the_letters(face):
    one, other = (png_pixels(scene_png(scene, 8.0)).astype(int) for scene in (face, reduced(face, 0.2)))
    assert abs(one - other).mean() < 0.05


def test_text_inside_groups_and_other_scenes_is_found():
    kit = find_kit("youscout", ("full",))
    own = Scenes(kit, Choices("tarot", "full")).front("major-16")
    inside = Scene("outer", 70, 120, 3, (Group((Use(own, Affine.scaling(0.5)),), Affine.scaling(0.5)),))
    assert texts(reduced(inside, 1.0)) == 0


def test_rule_cards_have_no_live_text_below_5_pt(tmp_path):
    """Pages of books: `tests/jobs/test_full_pages.py`."""
    for built in build(BuildRequest(kits=("youscout",), only=("rules",), out=tmp_path)):
        with open_pdf(built.file) as pdf:
            sizes = [
                char.size
                for page in range(len(pdf))
                for char in page_chars(pdf, page, looks=False)
                if char.text.strip()
            ]
        assert min(sizes) * PT_PER_MM > LEAST_TEXT * PT_PER_MM - 0.02
