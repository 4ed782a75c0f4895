"""While a file is looked for on papers and in colours, what takes long to compose is composed once."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from printkit.compose.faces.context import Choices
from printkit.jobs.build.part import Scenes
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.in_memory import Workshop
from printkit.kit.find import find_kit
from printkit.preflight.book import make_books


@pytest.mark.parametrize(
    ("kit_id", "name", "module", "composing"),
    [
        ("linked-ships", "board", "boards", "compose_board"),
        ("tottarot", "leaflet", "leaflet", "_bound_book"),
        ("linked-ships", "leaflet-playing", "leaflets", "_composed"),
    ],
)
def test_a_part_is_composed_once_for_papers_of_one_page(monkeypatch, kit_id, name, module, composing):
    (book,) = make_books([find_kit(kit_id, ())])
    shop = Workshop(book)
    name = next(each for each in shop.parts if each.startswith(name))
    place = importlib.import_module(f"printkit.jobs.parts.{module}")
    composed: list[Any] = []
    own = getattr(place, composing)

    def counted(*words):
        composed.append(words)
        return own(*words)

    monkeypatch.setattr(place, composing, counted)
    for duplex in ("long", "short"):
        request = BuildRequest(kits=(kit_id,), only=(name,), lang="en", paper="a4", duplex=duplex)
        assert shop.built(request).documents
    assert len(composed) == 1


def test_what_was_used_last_is_kept_and_in_a_plain_build_nothing():
    kit = find_kit("linked-ships", ())
    made = []
    for kept, numbers in ((0, (1, 1)), (2, (1, 2, 1, 3, 1, 2))):
        scenes = Scenes(kit, Choices(kit.default_size), kept)
        for number in numbers:
            assert scenes.once(number, lambda number=number: made.append(number) or number) == number
    assert made == [1, 1, 1, 2, 3, 2]
