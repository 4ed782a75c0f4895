"""PNG files say how large they are printed and what their colours mean."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from printkit.backends.png import scene_png
from printkit.geometry import Rect
from printkit.scene.inks import HOUSE_INKS
from printkit.scene.model import Path, Scene
from printkit.scene.shapes import rectangle

SCENE = Scene("s", 10.0, 20.0, 0.0, (Path(rectangle(Rect(2, 2, 5, 5)), fill=HOUSE_INKS["blue"]),))


@pytest.mark.parametrize("dpi", [72, 300, 600])
def test_a_png_states_its_resolution_and_colour_space(dpi):
    with Image.open(io.BytesIO(scene_png(SCENE, dpi / 25.4))) as picture:
        picture.load()
        assert picture.info["dpi"] == (pytest.approx(dpi, abs=0.02), pytest.approx(dpi, abs=0.02))
        assert picture.info["srgb"] == 0
