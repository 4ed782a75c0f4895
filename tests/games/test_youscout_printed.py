"""What options put on paper: factor, terminals, court values."""

from __future__ import annotations

import pytest

from printkit.errors import InputError
from printkit.games.find import printed_words
from printkit.games.youscout.proof import ordinal


def test_the_usual_words():
    words = printed_words(("youscout",), ())
    assert words == {
        "influence": "2", "terminals": "3", "terminals-ordinal-en": "3rd",
        "11": "11", "12": "12", "13": "13", "14": "14",
        "lower-wins": "2, 5", "lower-wins-en": "2 or 5", "lower-wins-ja": "2か5",
        "upper-wins": "5, 6", "upper-wins-en": "5 or 6", "upper-wins-ja": "5か6",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("goal", "english", "japanese"),
    [("1-56", "1", "1"), ("135-56", "1, 3 or 5", "1か3か5"), ("25-56", "2 or 5", "2か5")],
)
def test_the_places_that_win(goal, english, japanese):
    words = printed_words(("youscout",), (f"goal={goal}",))
    assert (words["lower-wins-en"], words["lower-wins-ja"]) == (english, japanese)


def test_chosen_options_are_printed():
    words = printed_words(
        ("youscout-simplified",), ("influence=1.5", "terminals=1", "court=K13b", "comparison=greater-equal")
    )
    assert (words["influence"], words["terminals-ordinal-en"]) == ("1.5", "1st")
    assert [words[rank] for rank in ("11", "12", "13", "14")] == ["11", "11", "12", "13"]


def test_unknown_options_are_refused():
    with pytest.raises(InputError, match="influence"):
        printed_words(("youscout",), ("influense=2",))


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
def test_ordinals(number, text):
    assert ordinal(number) == text
