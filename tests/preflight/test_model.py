"""A finding states everything in one line, and the same as JSON."""

from __future__ import annotations

from printkit.geometry import Rect
from printkit.preflight.model import Finding, has_errors

FOUND = Finding(
    "error",
    "figure",
    "another letter",
    "deck.pdf",
    5,
    "major-16",
    "塔 Tower",
    "coin pain, head",
    Rect(41.2, 28.0, 3.0, 4.2),
    "'5'",
    "'3'",
)


def test_a_finding_is_one_line():
    assert FOUND.text == (
        "deck.pdf: error figure: page 5, x 41.2 y 28 (3 × 4.2 mm); major-16 (塔 Tower); coin pain, head: "
        "another letter: expected '5', found '3'"
    )


def test_a_finding_without_a_place_is_a_line_too():
    assert Finding("warning", "x", "so it is", hint="do that").text == "warning x: so it is (do that)"


def test_json_leaves_out_what_is_not_known():
    assert FOUND.as_json()["rect_mm"] == [41.2, 28.0, 3.0, 4.2]
    assert Finding("note", "x", "so").as_json() == {"severity": "note", "code": "x", "message": "so"}


def test_a_finding_becomes_a_problem():
    problem = FOUND.problem()
    assert problem.file == "deck.pdf"
    assert "major-16" in problem.key
    assert "expected '5'" in problem.message


def test_only_errors_count():
    assert has_errors((FOUND,))
    assert not has_errors((Finding("warning", "x", "so"),))
