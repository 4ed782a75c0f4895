"""Why an answer was good: what is gained and what it does for winning, never more than the solver knows."""

from __future__ import annotations

import pytest

from printkit.compose.walkthrough.narration_words import fill_slots
from printkit.compose.youscout.reasons import Standing, Weighed, reasons
from printkit.errors import InputError
from printkit.kit.checks import WALKTHROUGH_WORDS
from printkit.kit.find import find_kit

CLEAR = [Weighed("move", 0.44, 0.436, 0.451), Weighed("stay", 0.35, 0.345, 0.36)]
CLOSE = [Weighed("move", 0.348, 0.34, 0.356), Weighed("stay", 0.355, 0.347, 0.362)]


def keys(values, chosen, standing):
    return [each.key for each in reasons(values, chosen, standing)]


@pytest.mark.parametrize(
    ("values", "chosen", "first"),
    [
        (CLEAR, "move", "why-clear"),
        (CLEAR, "stay", "why-loss"),
        (CLOSE, "move", "why-close"),
        (CLOSE, "stay", "why-close"),
    ],
)
def test_a_worse_answer_is_called_so_and_a_close_one_too(values, chosen, first):
    assert keys(values, chosen, Standing(1, 1, (5, 6)))[0] == first


@pytest.mark.parametrize(
    ("chosen", "here", "there", "second"),
    [
        ("move", 3, 6, ["why-to"]),
        ("move", 6, 1, ["why-from"]),
        ("move", 5, 6, []),
        ("move", 1, 2, []),
        ("stay", 5, 5, ["why-keep"]),
        ("stay", 2, 2, ["why-away"]),
    ],
)
def test_what_the_place_means_for_winning(chosen, here, there, second):
    assert keys(CLEAR, chosen, Standing(here, there, (5, 6)))[1:] == second


def test_a_start_is_compared_with_the_next_best_place():
    values = [
        Weighed("place 1", 0.2, 0.19, 0.21),
        Weighed("place 4", 0.3, 0.29, 0.31),
        Weighed("place 5", 0.4, 0.39, 0.41),
    ]
    (reason,) = reasons(values, "place 5", Standing(0, 5, (5, 6)))
    assert (reason.key, reason.facts["points"], reason.facts["other"]) == ("why-start", "10.0", "place 4")


def test_a_replacement_is_compared_with_the_next_best():
    values = [each._replace(action=f"replace Cu{at} 1>2") for at, each in enumerate(CLEAR, 1)]
    (reason,) = reasons(values, "replace Cu1 1>2", Standing(1, 1, (5, 6)))
    assert (reason.key, reason.facts["points"]) == ("why-next", "9.0")


def test_an_only_answer_needs_no_reason():
    assert keys(CLEAR[:1], "move", Standing(1, 2, (5,))) == []


def test_every_sentence_stands_in_both_languages():
    """Every key there can be is one a kit must have."""
    kit = find_kit("youscout")
    said = {
        key
        for values in (
            CLEAR,
            CLOSE,
            *([CLEAR[0]._replace(action=best), CLEAR[1]] for best in ("place 1", "done")),
        )
        for chosen in ("move", "stay", "place 1", "done")
        for here in (1, 5)
        for there in (1, 5)
        for key in keys(values, chosen, Standing(here, there, (5, 6)))
    }
    assert said == {word for word in WALKTHROUGH_WORDS if word.startswith("why-")}
    for language in kit.languages:
        assert all(kit.text(language, f"walkthrough.{key}") for key in said)


def test_a_word_in_brackets_that_nobody_gives_is_named(tmp_path):
    with pytest.raises(InputError, match=r"nothing is known of <card> here.*<points>"):
        fill_slots(
            "<points> for <card>",
            {"points": "1"},
            file=tmp_path / "text.en.toml",
            key="walkthrough.why-clear",
        )
