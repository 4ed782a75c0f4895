"""The words for `{…}` in a kit's texts come from the games the kit is for, and from nowhere else."""

from __future__ import annotations

import pytest

from printkit.errors import InputError
from printkit.jobs.build.make_job import print_variables
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from tests.tiny_kit import spoil, write_kit


def test_every_game_brings_its_own_words():
    assert print_variables(find_kit("tottarot", ()), ["turns=2"])["turns"] == "2"
    assert "influence" not in print_variables(find_kit("tottarot", ()), ())
    assert print_variables(find_kit("youscout", ()), ())["influence"] == "2"


def test_a_word_nobody_gives_is_named_with_its_file_and_key(tmp_path):
    kit = load_kit(spoil(write_kit(tmp_path), "text.ja.toml", '"二"', '"二{versoin}"'))
    with pytest.raises(InputError) as caught:
        print_variables(kit, ())
    (problem,) = caught.value.problems
    assert (problem.file, problem.key) == (f"{kit.folder.as_posix()}/text.ja.toml", "card.two.name")
    assert "{versoin}" in problem.message
    assert "version" in problem.hint


def test_a_kit_without_a_game_has_no_options(tmp_path):
    with pytest.raises(InputError, match="no game"):
        print_variables(load_kit(write_kit(tmp_path)), ["turns=2"])
