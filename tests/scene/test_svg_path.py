"""Path data before and after: what a drawing program writes, and the absolute M L C Z it means."""

from __future__ import annotations

import math
import re

import pytest
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path
from hypothesis import given
from hypothesis import strategies as st

from printkit.scene.svg_path import Numbers, PathDataError, known_numbers, read_path


def absolute(data, limit=200_000):
    """The path in mm as `M1,2 L3,4 Z`."""
    commands, thousandths = read_path(data, Numbers(), limit)
    rest = iter(thousandths)
    words = []
    for command in commands:
        count = {"M": 2, "L": 2, "C": 6, "Z": 0}[command]
        words.append(command + ",".join(f"{round(next(rest) / 1000, 3) + 0:g}" for _ in range(count)))
    assert next(rest, None) is None
    return " ".join(words)


# Every row: what stands in the file, what it means, and why the row is here.
ROWS = [
    # Nothing at all draws nothing.
    ("", ""),
    (" \n\t ", ""),
    # A move alone is kept: it costs nothing and backends ignore it.
    ("M1 2", "M1,2"),
    # The first m of a path is absolute whatever its case.
    ("m1 2", "M1,2"),
    # Lines: absolute and relative.
    ("M1 2L3 4", "M1,2 L3,4"),
    ("M1 2l3 4", "M1,2 L4,6"),
    # H and V take the other coordinate from the pen.
    ("M1 2H9V8", "M1,2 L9,2 L9,8"),
    ("M1 2h9v8", "M1,2 L10,2 L10,10"),
    # Curves: all three points of a relative one count from where the pen was.
    ("M1 1C2 2 3 3 4 4", "M1,1 C2,2,3,3,4,4"),
    ("M1 1c1 1 2 2 3 3", "M1,1 C2,2,3,3,4,4"),
    ("M1 1c1 1 2 2 3 3l1 0", "M1,1 C2,2,3,3,4,4 L5,4"),
    # Z brings the pen home, so what follows relatively counts from the start.
    ("M1 1h4v4zm10 0h1", "M1,1 L5,1 L5,5 Z M11,1 L12,1"),
    ("M1 1h4Zm1 1h1", "M1,1 L5,1 Z M2,2 L3,2"),
    # Drawing on after Z without a move starts there as well; the move is written out.
    ("M1 1h4v4z l0 -3", "M1,1 L5,1 L5,5 Z M1,1 L1,-2"),
    ("M1 1h4v4z L0 0 z", "M1,1 L5,1 L5,5 Z M1,1 L0,0 Z"),
    # Letters may be left out: more pairs after M are lines, after m relative lines.
    ("M1 1 2 2 3 3", "M1,1 L2,2 L3,3"),
    ("m1 1 2 2 3 3", "M1,1 L3,3 L6,6"),
    ("M0 0l1 0 0 1-1 0z", "M0,0 L1,0 L1,1 L0,1 Z"),
    ("M0 0h1 2 3", "M0,0 L1,0 L3,0 L6,0"),
    ("M0 0c1 1 2 2 3 3 1 1 2 2 3 3", "M0,0 C1,1,2,2,3,3 C4,4,5,5,6,6"),
    # Numbers glued together: a sign or a second point starts the next one.
    ("M.5.5-1-.5", "M0.5,0.5 L-1,-0.5"),
    ("M1.5.25l-.5-.25", "M1.5,0.25 L1,0"),
    ("M+1+2l+3-4", "M1,2 L4,-2"),
    # Exponents and a point without digits behind it.
    ("M1e1 2E-1l1e+0-5e-1", "M10,0.2 L11,-0.3"),
    ("M1. 2.l3. 4.", "M1,2 L4,6"),
    # Commas, blanks and line ends part numbers, in any mixture.
    ("M 1,2 ,3 , 4\n5\t,6", "M1,2 L3,4 L5,6"),
    (" M1,2\r\nL3,4 ", "M1,2 L3,4"),
    # S mirrors the last handle of a curve before it, else starts at the pen.
    ("M0 0C1 2 3 2 4 0S7-2 8 0", "M0,0 C1,2,3,2,4,0 C5,-2,7,-2,8,0"),
    ("M0 0c1 2 3 2 4 0s3-2 4 0", "M0,0 C1,2,3,2,4,0 C5,-2,7,-2,8,0"),
    ("M0 0S3 2 4 0", "M0,0 C0,0,3,2,4,0"),
    ("M0 0Q1 1 2 0S3 2 4 0", "M0,0 C0.667,0.667,1.333,0.667,2,0 C2,0,3,2,4,0"),
    # Q: the cubic's handles lie two thirds of the way to the quadratic's.
    ("M0 0Q3 3 6 0", "M0,0 C2,2,4,2,6,0"),
    ("M1 1q3 3 6 0", "M1,1 C3,3,5,3,7,1"),
    # T mirrors that one handle; without a quadratic before it, it is straight.
    ("M0 0Q3 3 6 0T12 0", "M0,0 C2,2,4,2,6,0 C8,-2,10,-2,12,0"),
    ("M0 0q3 3 6 0t6 0t6 0", "M0,0 C2,2,4,2,6,0 C8,-2,10,-2,12,0 C14,2,16,2,18,0"),
    ("M0 0T6 0", "M0,0 C0,0,2,0,6,0"),
    # Arcs: a quarter is one curve whose handles are 0.5523 of the radius.
    ("M10 0A10 10 0 0 1 0 10", "M10,0 C10,5.523,5.523,10,0,10"),
    ("M10 0a10 10 0 0 1-10 10", "M10,0 C10,5.523,5.523,10,0,10"),
    # The other sweep of the same two points bends the other way.
    ("M10 0A10 10 0 0 0 0 10", "M10,0 C4.477,0,0,4.477,0,10"),
    # The large arc is three quarters: three curves.
    (
        "M10 0A10 10 0 1 0 0 10",
        "M10,0 C10,-5.523,5.523,-10,0,-10 C-5.523,-10,-10,-5.523,-10,0 C-10,5.523,-5.523,10,0,10",
    ),
    # Flags need nothing between them.
    ("M10 0A10 10 0 010 10", "M10,0 C10,5.523,5.523,10,0,10"),
    ("M10 0a10 10 0 01-10 10", "M10,0 C10,5.523,5.523,10,0,10"),
    # Radii too small for the gap grow: here a half circle.
    ("M0 0A1 1 0 0 1 4 0", "M0,0 C0,-1.105,0.895,-2,2,-2 C3.105,-2,4,-1.105,4,0"),
    # Negative radii count as positive, a radius of nothing is a line, an arc to where the pen is is nothing.
    ("M10 0A-10 -10 0 0 1 0 10", "M10,0 C10,5.523,5.523,10,0,10"),
    ("M0 0A0 5 0 0 1 4 0", "M0,0 L4,0"),
    ("M1 1A5 5 0 0 1 1 1L2 2", "M1,1 L2,2"),
    # An ellipse turned by a quarter has its radii exchanged.
    ("M10 0A5 10 90 0 1 0 5", "M10,0 C10,2.761,5.523,5,0,5"),
    # Finer than a thousandth is kept until all is added up: ten times 0.0004 are 0.004, not nothing.
    (
        "M0 0" + "h.0004" * 10,
        "M0,0 L0,0 L0.001,0 L0.001,0 L0.002,0 L0.002,0 L0.002,0 L0.003,0 L0.003,0 L0.004,0 L0.004,0",
    ),
]


@pytest.mark.parametrize(("data", "means"), ROWS)
def test_path_data(data, means):
    assert absolute(data) == means


WRONG = [
    # Data that does not start with a move has no place to start from.
    ("L1 2", "starts with 'L' instead of M"),
    ("h5", "starts with 'h' instead of M"),
    # Too few and too many numbers, also where one mistake makes up for the other.
    ("M1", "'M' at character 1 needs 2 numbers, before '1'"),
    ("M1 2L3", "'L' at character 5 needs 2 numbers, before '3'"),
    ("M1 2 3", "ends early at character 6, before '3'"),
    ("M1 2 3 4 5 h z", "ends early at character 10, before '5 h z'"),
    ("M1 2c1 2 3 4 5z", "'c' at character 5 needs 6 numbers, before '1 2 3 4 5z'"),
    ("M1 2z3", "ends early at character 6, before '3'"),
    # Letters that are no commands, words that are no numbers.
    ("M1 2x3", "ends early at character 5, before 'x3'"),
    ("M1 2lnan 3", "'l' at character 5 needs 2 numbers, before 'nan 3'"),
    ("M1 2linf 3", "'l' at character 5 needs 2 numbers, before 'inf 3'"),
    ("M1 2l1_0 3", "'l' at character 5 needs 2 numbers, before '1_0 3'"),
    ("M1 2l٣ 3", "'l' at character 5 needs 2 numbers, before '٣ 3'"),
    ("M1 2l--3 3", "'l' at character 5 needs 2 numbers, before '--3 3'"),
    ("M1 2l1e 3", "'l' at character 5 needs 2 numbers, before '1e 3'"),
    ("M1 2l. 3", "'l' at character 5 needs 2 numbers, before '. 3'"),
    # A comma parts two numbers; it stands nowhere else.
    ("M1 2,", "ends early at character 5, before ','"),
    ("M,1 2", "'M' at character 1 needs 2 numbers, before ',1 2'"),
    (",M1 2", "ends early at character 1, before ',M1 2'"),
    ("M1,,2", "'M' at character 1 needs 2 numbers, before '1,,2'"),
    ("M1 2,L3 4", "ends early at character 5, before ',L3 4'"),
    # A flag is 0 or 1.
    ("M0 0A5 5 0 2 1 4 0", "'A' at character 5 needs 7 numbers, before '5 5 0 2 1 4 '"),
    # Huge numbers, also those that no float can hold.
    ("M1 10001", "the number 10001 is out of range"),
    ("M1 -1e9", "the number -1e9 is out of range"),
    ("M1 1e999", "the number 1e999 is out of range"),
    ("M1 " + "9" * 400, "the number 99999999999999999999 is out of range"),
]


@pytest.mark.parametrize(("data", "complaint"), WRONG)
def test_broken_path_data_says_where(data, complaint):
    with pytest.raises(PathDataError, match=re.escape(complaint)):
        absolute(data)


@pytest.mark.parametrize("data", ["M0 0" + "l1 1" * 50, "M0 0l" + "1 1 " * 50, "M0 0l" + ".1.1" * 50])
def test_numbers_are_counted_before_they_are_drawn(data):
    assert absolute(data, limit=102).count("L") == 50
    with pytest.raises(PathDataError, match="more than the 101 numbers left to this file"):
        absolute(data, limit=101)


def test_thousandths_are_whole_and_exact():
    # 0.57 · 1000 is 569.9999999999999 in floats; sums of such words must not drift.
    commands, thousandths = read_path("M0 0" + "l.57-.29" * 1000, numbers := Numbers(), 10_000)
    assert numbers.whole
    assert commands == "M" + "L" * 1000
    assert thousandths[-2:] == [570_000.0, -290_000.0]


@pytest.mark.parametrize("data", ["M1 1" + "z" * 3000, "M1 1" + "zh1" * 3000])
def test_letters_are_counted_too(data):
    with pytest.raises(PathDataError, match="more than the 1,000 numbers left"):
        absolute(data, limit=1000)


# Each of these would take a minute or a day if one step looked at all the others.
@pytest.mark.parametrize(
    "piece", ["9", " ", ", ", "-", "1 1 ", ".1.1", "M1 1", "z", "e", "a1 1 0 0 0 1 1", "\t1"]
)
def test_no_text_takes_longer_than_its_length(piece):
    for end in ("-", "x"):
        with pytest.raises(PathDataError):
            absolute("M1 1" + piece * (1_000_000 // len(piece)) + end)


def test_words_known_from_one_file_serve_the_next_until_they_are_too_many_or_too_fine():
    numbers = known_numbers()
    read_path("M0 0l.57-.29", numbers, 100)
    assert known_numbers() is numbers
    read_path("M0 0l.57123-.29", numbers, 100)
    assert known_numbers() is not numbers
    many = known_numbers()
    many.update((b"%d" % word, float(word)) for word in range(20_001))
    assert known_numbers() is not many


def second_opinion(data):
    """The points fontTools finds, its quadratics raised to cubics."""
    pen = RecordingPen()
    parse_path(data, pen)
    points: list[tuple[float, float]] = []
    for name, places in pen.value:
        if name == "qCurveTo":
            (sx, sy), (qx, qy), (ex, ey) = points[-1], *places
            places = (
                ((sx + 2 * qx) / 3, (sy + 2 * qy) / 3),
                ((ex + 2 * qx) / 3, (ey + 2 * qy) / 3),
                (ex, ey),
            )
        points += places
    return [value for point in points for value in point]


_word = st.integers(-900, 900).map(lambda value: f"{value / 100:g}")
_command = st.sampled_from("lLhHvVcCsSqQtT").flatmap(
    lambda letter: st.lists(
        _word,
        min_size=(size := {"h": 1, "v": 1, "c": 6, "s": 4, "q": 4}.get(letter.lower(), 2)),
        max_size=size,
    ).map(lambda words: letter + " ".join(words))
)


@given(st.lists(_command, min_size=1, max_size=12))
def test_any_path_reads_as_another_reader_reads_it(commands):
    data = "M1 1" + "".join(commands)
    _, thousandths = read_path(data, Numbers(), 1000)
    assert [value / 1000 for value in thousandths] == pytest.approx(second_opinion(data), abs=1e-9)


def test_the_second_opinion_can_disagree():
    assert second_opinion("M1 1l2 2") != second_opinion("M1 1L2 2")


@given(
    st.floats(0.5, 9), st.floats(0.5, 9), st.floats(-200, 400), st.booleans(), st.booleans(),
    st.floats(-9, 9), st.floats(1, 9),
)  # fmt: skip
def test_every_point_of_an_arc_lies_on_its_ellipse(rx, ry, turn, large, sweep, x, y):
    data = f"M0 0A{rx:.3f} {ry:.3f} {turn:.3f} {large:d} {sweep:d} {x:.3f} {y:.3f}"
    commands, thousandths = read_path(data, Numbers(), 1000)
    assert set(commands[1:]) == {"C"}
    values = [value / 1000 for value in thousandths]
    assert values[-2:] == pytest.approx([x, y], abs=6e-4)
    angle = math.radians(round(turn, 3))
    # In the frame of the ellipse all ends of its curves have one distance from one centre.
    frame = [
        (
            (px * math.cos(angle) + py * math.sin(angle)) / rx,
            (py * math.cos(angle) - px * math.sin(angle)) / ry,
        )
        for px, py in [(values[0], values[1]), *zip(values[6::6], values[7::6], strict=True)]
    ]
    (ax, ay), (bx, by) = frame[0], frame[-1]
    half = math.hypot(bx - ax, by - ay) / 2
    rise = math.sqrt(max(0.0, 1 - half * half)) / half / 2 if half else 0.0
    centres = [
        ((ax + bx) / 2 + side * rise * (by - ay), (ay + by) / 2 - side * rise * (bx - ax)) for side in (1, -1)
    ]
    spread = min(
        max(abs(math.hypot(px - cx, py - cy) - max(1.0, half)) for px, py in frame) for cx, cy in centres
    )
    assert spread < 0.01
