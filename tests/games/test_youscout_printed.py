"""What options put on paper: factor, terminals, court values."""

from __future__ import annotations

import pytest

from printkit.errors import InputError
from printkit.games import youscout, youscout_simplified
from printkit.games.youscout.printed import ordinal


def test_the_usual_words() -> None:
    words = youscout.printed(())
    assert words == {
        "influence": "2", "terminals": "3", "terminals-ordinal-en": "3rd",
        "11": "11", "12": "12", "13": "13", "14": "14",
    }  # fmt: skip


def test_chosen_options_are_printed() -> None:
    words = youscout_simplified.printed(
        ("influence=1.5", "terminals=1", "court=K13b", "comparison=greater-equal")
    )
    assert (words["influence"], words["terminals-ordinal-en"]) == ("1.5", "1st")
    assert [words[rank] for rank in ("11", "12", "13", "14")] == ["11", "11", "12", "13"]


def test_unknown_options_are_refused() -> None:
    with pytest.raises(InputError, match="influence"):
        youscout.printed(("influense=2",))


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (21, "21st"),
        (113, "113th"),
    ],
)
def test_ordinals(number: int, text: str) -> None:
    assert ordinal(number) == text
