"""The plain shapes as outlines: where they start, which way round they go, how true their curves are."""

from __future__ import annotations

import math

import pytest

from printkit.geometry import Outline, Rect
from printkit.scene.shapes import (
    circle,
    ellipse,
    polygon,
    polyline,
    rectangle,
    rounded_rectangle,
    segment,
)


def on_curve(outline, steps=16):
    """Points along the outline, its curves cut into steps."""
    points: list[tuple[float, float]] = []
    rest = iter(outline.coordinates)
    for command in outline.commands:
        if command == "C":
            (x0, y0), (x1, y1, x2, y2, x3, y3) = points[-1], (next(rest) for _ in range(6))
            for step in range(1, steps + 1):
                t = step / steps
                weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                points.append(
                    (
                        sum(w * x for w, x in zip(weights, (x0, x1, x2, x3), strict=True)),
                        sum(w * y for w, y in zip(weights, (y0, y1, y2, y3), strict=True)),
                    )
                )
        elif command != "Z":
            points.append((next(rest), next(rest)))
    return points


def test_a_rectangle_starts_at_the_top_left_and_goes_clockwise_on_the_page():
    assert rectangle(Rect(1, 2, 3, 4)) == Outline("MLLLZ", (1, 2, 4, 2, 4, 6, 1, 6))


def test_rows_of_points_open_and_closed():
    assert polygon([(0, 0), (1, 0), (0, 1)]) == Outline("MLLZ", (0, 0, 1, 0, 0, 1))
    assert polyline([(0, 0), (1, 0), (0, 1)]) == Outline("MLL", (0, 0, 1, 0, 0, 1))
    assert segment(1, 2, 3, 4) == Outline("ML", (1, 2, 3, 4))


def test_a_circle_is_round_to_three_parts_in_ten_thousand():
    distances = [math.hypot(x - 10, y - 20) for x, y in on_curve(circle(10, 20, 5))]
    assert max(distances) == pytest.approx(5, rel=3e-4)
    assert min(distances) == pytest.approx(5, rel=1e-9)


def test_an_ellipse_touches_its_box_and_closes():
    outline = ellipse(10, 20, 5, 2)
    assert outline.commands == "MCCCCZ"
    points = on_curve(outline)
    assert points[0] == points[-1] == (15, 20)
    assert max(y for _, y in points) == pytest.approx(22)
    assert all(((x - 10) / 5) ** 2 + ((y - 20) / 2) ** 2 == pytest.approx(1, rel=1e-3) for x, y in points)


def test_round_corners_keep_the_sides_and_their_radius():
    points = on_curve(rounded_rectangle(Rect(0, 0, 10, 6), 2))
    assert (min(points), max(x for x, _ in points), max(y for _, y in points)) == ((0, 2), 10, 6)
    corner = [math.hypot(x - 8, y - 2) for x, y in points if x > 8 and y < 2]
    assert len(corner) > 10
    assert corner == pytest.approx([2] * len(corner), rel=3e-4)


@pytest.mark.parametrize("radius", [0, -1])
def test_without_a_radius_corners_are_square(radius):
    assert rounded_rectangle(Rect(0, 0, 10, 6), radius) == rectangle(Rect(0, 0, 10, 6))


def test_a_radius_is_at_most_half_the_shorter_side():
    assert rounded_rectangle(Rect(0, 0, 10, 6), 99) == rounded_rectangle(Rect(0, 0, 10, 6), 3)
