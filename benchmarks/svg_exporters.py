"""Makes SVG files by the programs that designers draw with, for svg_corpus.py: a folder a program, the same each time.

apt-get install inkscape libreoffice-draw; pip install matplotlib cairocffi svgwrite
python benchmarks/svg_exporters.py exporters --count 100
"""

from __future__ import annotations

import argparse
import math
import random
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import cairocffi
import matplotlib
import numpy
import svgwrite

matplotlib.use("svg")
from matplotlib import pyplot

COLOURS = ("#b33", "#2a7", "#36c", "#e90", "#639", "#084", "#333", "#fc6")
EDGE = 200.0


def colour(dice: random.Random) -> str:
    return dice.choice(COLOURS)


def star(dice: random.Random, points: int = 5) -> list[tuple[float, float]]:
    x, y, radius = (dice.uniform(60, 140) for _ in range(3))
    turns = [math.tau * step / (2 * points) for step in range(2 * points)]
    return [
        (x + math.cos(turn) * radius * (0.4 if step % 2 else 0.8) / 2, y + math.sin(turn) * radius / 2)
        for step, turn in enumerate(turns)
    ]


# --- matplotlib


def chart(file: Path, dice: random.Random, number: int) -> None:
    matplotlib.rcParams["svg.fonttype"] = "none" if number % 10 == 9 else "path"
    matplotlib.rcParams["svg.hashsalt"] = str(number)
    values = numpy.random.default_rng(number).normal(size=(4, 12))
    figure, axes = pyplot.subplots(
        figsize=(3, 3), subplot_kw={"projection": "polar"} if number % 9 == 8 else {}
    )
    kinds: tuple[Callable[[], object], ...] = (
        lambda: axes.plot(values.T, marker=dice.choice("osv^x+*")),
        lambda: axes.scatter(values[0], values[1], s=60, c=colour(dice), alpha=dice.choice((1, 0.5))),
        lambda: axes.bar(range(12), abs(values[0]), color=colour(dice), hatch=dice.choice(("", "//", "xx"))),
        lambda: axes.pie(abs(values[0][:5]), labels=list("abcde")),
        lambda: axes.imshow(values),
        lambda: axes.contourf(numpy.outer(values[0], values[1])),
        lambda: axes.quiver(*values),
        lambda: axes.fill_between(range(12), values[0], values[1], alpha=dice.choice((1, 0.4))),
        lambda: axes.plot(numpy.linspace(0, 6, 12), abs(values[0])),
    )
    kinds[number % 9]()
    axes.set_title(f"Chart {number}: $\\alpha^2$")
    figure.savefig(file, metadata={"Date": None}, transparent=number % 4 == 0)
    pyplot.close(figure)


# --- cairo


def rgb(code: str) -> tuple[float, ...]:
    return tuple(int(digit, 16) / 15 for digit in code[1:])


def outline(context: cairocffi.Context, points: list[tuple[float, float]]) -> None:
    for x, y in points:
        context.line_to(x, y)
    context.close_path()


def painted(file: Path, dice: random.Random, number: int) -> None:
    surface = cairocffi.SVGSurface(str(file), EDGE, EDGE)
    context = cairocffi.Context(surface)
    for step in range(4):
        context.save()
        context.set_source_rgb(*rgb(colour(dice)))
        outline(context, star(dice, 3 + number % 5))
        ways: tuple[Callable[[], object], ...] = (
            context.fill,
            lambda: (context.set_line_width(6), context.set_line_join(number % 3), context.stroke()),
            lambda: (context.set_dash([12, 5]), context.set_line_cap(number % 3), context.stroke()),
            lambda: (context.clip(), context.rectangle(40, 40, 90, 110), context.fill()),
            lambda: (context.new_path(), context.set_font_size(24), context.move_to(20, dice.uniform(40, 160)),
                     context.show_text("Card 7")),
            lambda: (context.set_source(gradient(dice, number)), context.fill()),
            lambda: (context.clip(), context.paint_with_alpha(0.5)),
            lambda: (context.new_path(), context.set_source_rgb(*rgb(colour(dice))),
                     context.mask(gradient(dice, number))),
        )  # fmt: skip
        ways[(number + step * (1 + number % 3)) % (5 if number % 5 < 3 else 8)]()
        context.restore()
    surface.finish()


def gradient(dice: random.Random, number: int) -> cairocffi.Gradient:
    made = (
        cairocffi.LinearGradient(30, 30, 170, 150)
        if number % 2
        else cairocffi.RadialGradient(90, 90, 5, 100, 100, 80)
    )
    made.add_color_stop_rgba(0, *rgb(colour(dice)), 1)
    made.add_color_stop_rgba(1, *rgb(colour(dice)), 0.2 if number % 3 else 1)
    return made


# --- svgwrite


def written(file: Path, dice: random.Random, number: int) -> None:
    sheet = svgwrite.Drawing(str(file), size=("63mm", "88mm"), viewBox="0 0 200 280", profile="full")
    sheet.defs.add(sheet.style(".line{fill:none;stroke:#222;stroke-width:3} .dim{fill:#789}"))
    shape = sheet.symbol(id="mark", viewBox="0 0 20 20")
    shape.add(sheet.path("M2 10 L10 2 L18 10 L10 18 z", fill=colour(dice)))
    sheet.defs.add(shape)
    for step in range(8):
        placed(sheet, dice, (number + step) % (7 if number % 6 else 10))
    sheet.save()


def placed(sheet: svgwrite.Drawing, dice: random.Random, kind: int) -> None:
    x, y = dice.uniform(20, 140), dice.uniform(20, 220)
    kinds: tuple[Callable[[], object], ...] = (
        lambda: sheet.add(sheet.rect((x, y), (40, 30), rx=6, class_="dim")),
        lambda: sheet.add(sheet.polyline([(x, y), (x + 40, y + 9), (x + 10, y + 40)], class_="line")),
        lambda: sheet.add(sheet.use("#mark", (x, y), (30, 30))),
        lambda: sheet.add(sheet.ellipse((x, y), ("12%", "5%"), fill=colour(dice), stroke="navy")),
        lambda: sheet.add(sheet.g(fill=colour(dice), transform="rotate(20 100 100)")).add(
            sheet.polygon(star(dice))
        ),
        lambda: sheet.add(sheet.line((x, y), (x + 50, y), class_="line")).dasharray([8, 3]),
        lambda: sheet.add(
            sheet.path(f"M{x:.1f} {y:.1f} q 20 -30 40 0 t 30 9", class_="line", stroke_linecap="round")
        ),
        lambda: sheet.add(sheet.text("Seven", (x, y), font_size=20, font_family="serif")),
        lambda: faded(sheet, dice, x, y),
        lambda: sheet.add(sheet.circle((x, y), 22, fill=colour(dice), opacity=0.5)),
    )
    kinds[kind]()


def faded(sheet: svgwrite.Drawing, dice: random.Random, x: float, y: float) -> None:
    fade = sheet.linearGradient((0, 0), (1, 0))
    fade.add_stop_color(0, colour(dice)).add_stop_color(1, colour(dice))
    sheet.defs.add(fade)
    sheet.add(sheet.rect((x, y), (50, 50), fill=fade.get_paint_server()))


# --- Inkscape: drawings as somebody makes them there, saved by it in four ways

INKSCAPE_WAYS = (
    "export-type:svg; export-plain-svg:false",
    "export-type:svg; export-plain-svg",
    "export-type:svg; export-plain-svg; export-text-to-path",
    "select-all:all; object-to-path; object-stroke-to-path; export-type:svg; export-plain-svg:false",
)
SODIPODI = "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
SOLID = "fill-opacity:1;stroke:#000000;stroke-width:1.5;stroke-linejoin:round;paint-order:fill markers stroke"


def inkscape_source(dice: random.Random, number: int) -> str:
    pieces = []
    for step in range(5):
        x, y, ink = dice.uniform(5, 40), dice.uniform(5, 60), colour(dice)
        points = " ".join(f"{a / 3:.2f},{b / 3:.2f}" for a, b in star(dice))
        kinds = (
            f'<rect id="r{step}" x="{x:.1f}" y="{y:.1f}" width="15" height="9" style="fill:{ink};{SOLID}"/>',
            f'<path id="p{step}" d="M {points} Z" style="fill:{ink};stroke:none" transform="rotate(12 20 20)"/>',
            f'<g id="g{step}"><circle id="c{step}" cx="{x:.1f}" cy="{y:.1f}" r="6" style="fill:{ink}"/></g>'
            f'<use xlink:href="#g{step}" id="u{step}" transform="translate(9,11)"/>',
            f'<path id="d{step}" d="M {x:.1f},{y:.1f} c 9,-12 15,9 20,0" style="fill:none;stroke:{ink};'
            'stroke-width:1;stroke-dasharray:3, 1.5;stroke-linecap:round"/>',
            f'<path id="s{step}" sodipodi:type="arc" sodipodi:cx="20" sodipodi:cy="30" sodipodi:rx="9" '
            f'sodipodi:ry="9" d="m 29,30 a 9,9 0 1 1 -18,0 9,9 0 1 1 18,0 z" style="fill:{ink}"/>',
            f'<path id="m{step}" d="M {x:.1f},{y:.1f} h 20" style="fill:none;stroke:#000;marker-end:url(#arrow)"/>',
            f'<rect id="f{step}" x="{x:.1f}" y="{y:.1f}" width="20" height="15" style="fill:url(#fade)"/>',
            f'<rect id="b{step}" x="{x:.1f}" y="{y:.1f}" width="20" height="15" style="fill:{ink};opacity:0.6"/>',
            f'<text id="t{step}" x="{x:.1f}" y="{y:.1f}" style="font-size:8px;font-family:sans-serif">'
            f'<tspan id="n{step}" sodipodi:role="line">Seven</tspan></text>',
            f'<circle id="l{step}" cx="{x:.1f}" cy="{y:.1f}" r="8" style="fill:{ink};filter:url(#blur)"/>',
        )
        pieces.append(kinds[(number + step) % (5 if number % 4 < 3 else 10)])
    return f"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
 xmlns:sodipodi="{SODIPODI}" width="63mm" height="88mm" viewBox="0 0 63 88"><defs>
<linearGradient id="fade"><stop offset="0" stop-color="#c33"/><stop offset="1" stop-color="#fd6"/></linearGradient>
<marker id="arrow" orient="auto" markerWidth="4" markerHeight="4" refX="2" refY="2"><path d="M0 0 4 2 0 4z"/></marker>
<filter id="blur"><feGaussianBlur stdDeviation="1"/></filter></defs>
<g sodipodi:insensitive="true" id="layer1">{"".join(pieces)}</g></svg>"""


def by_inkscape(folder: Path, count: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        lines = []
        for number in range(count):
            source = Path(scratch) / f"{number:03}.svg"
            source.write_text(inkscape_source(random.Random(f"{seed}-{number}"), number))
            way = INKSCAPE_WAYS[number // 2 % len(INKSCAPE_WAYS)]
            made = (folder / f"{number:03}.svg").resolve()
            lines.append(f"file-open:{source}; {way}; export-filename:{made}; export-do; file-close")
        subprocess.run(
            ["inkscape", "--shell"],
            input="\n".join([*lines, "quit", ""]),
            text=True,
            check=True,
            capture_output=True,
        )


# --- LibreOffice Draw: its own flat files, converted

SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{place}:1.0"'
    for name, place in (
        ("office", "office"), ("draw", "drawing"), ("style", "style"), ("text", "text"),
        ("svg", "svg-compatible"), ("fo", "xsl-fo-compatible"),
    )
)  # fmt: skip


def draw_source(dice: random.Random, number: int) -> str:
    styles, shapes = [], []
    for step in range(5):
        ink = "#" + "".join(digit * 2 for digit in colour(dice)[1:])
        fills = (
            f'draw:fill="solid" draw:fill-color="{ink}" draw:stroke="none"',
            f'draw:fill="solid" draw:fill-color="{ink}" svg:stroke-color="#000000" svg:stroke-width="0.05cm"',
            f'draw:fill="none" svg:stroke-color="{ink}" svg:stroke-width="0.2cm" draw:stroke-linejoin="round"',
            'draw:fill="none" draw:stroke="dash" draw:stroke-dash="Dots" svg:stroke-width="0.1cm"',
            'draw:fill="gradient" draw:fill-gradient-name="Fade"',
            f'draw:fill="solid" draw:fill-color="{ink}" draw:opacity="50%"',
            'draw:fill="hatch" draw:fill-hatch-name="Lines"',
            f'draw:fill="solid" draw:fill-color="{ink}" draw:shadow="visible" draw:shadow-opacity="60%"',
        )
        styles.append(
            f'<style:style style:name="s{step}" style:family="graphic"><style:graphic-properties '
            f"{fills[(number + step) % (4 if number % 5 < 4 else 8)]}/></style:style>"
        )
        place = f'draw:style-name="s{step}" svg:x="{dice.uniform(0.2, 3):.2f}cm" svg:y="{dice.uniform(0.2, 5):.2f}cm"'
        size = f'svg:width="{dice.uniform(1, 3):.2f}cm" svg:height="{dice.uniform(1, 3):.2f}cm"'
        points = " ".join(f"{10 * x:.0f},{10 * y:.0f}" for x, y in star(dice))
        kinds = (
            f"<draw:rect {place} {size}/>",
            f'<draw:circle {place} svg:width="2cm" svg:height="2cm"/>',
            f'<draw:polygon {place} {size} svg:viewBox="0 0 2000 2000" draw:points="{points}"/>',
            f'<draw:path {place} {size} svg:viewBox="0 0 100 100" svg:d="M0 50C20 0 80 0 100 50z"/>',
            f'<draw:line draw:style-name="s{step}" svg:x1="1cm" svg:y1="1cm" svg:x2="5cm" svg:y2="{1 + step}cm"/>',
            f"<draw:rect {place} {size}><text:p>Seven</text:p></draw:rect>",
        )
        shapes.append(kinds[(number + 2 * step) % (5 if number % 3 else 6)])
    return f"""<?xml version="1.0" encoding="UTF-8"?><office:document {SPACES} office:version="1.2"
 office:mimetype="application/vnd.oasis.opendocument.graphics"><office:styles>
<draw:gradient draw:name="Fade" draw:style="linear" draw:start-color="#cc3333" draw:end-color="#ffdd66"/>
<draw:hatch draw:name="Lines" draw:style="single" draw:color="#333333" draw:distance="0.1cm" draw:rotation="450"/>
<draw:stroke-dash draw:name="Dots" draw:style="rect" draw:dots1="1" draw:dots1-length="0.3cm" draw:distance="0.2cm"/>
</office:styles><office:automatic-styles><style:page-layout style:name="p"><style:page-layout-properties
 fo:page-width="6.3cm" fo:page-height="8.8cm"/></style:page-layout>{"".join(styles)}</office:automatic-styles>
<office:master-styles><style:master-page style:name="m" style:page-layout-name="p"/></office:master-styles>
<office:body><office:drawing><draw:page draw:master-page-name="m">{"".join(shapes)}</draw:page></office:drawing>
</office:body></office:document>"""


def by_draw(folder: Path, count: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        sources = [Path(scratch) / f"{number:03}.fodg" for number in range(count)]
        for number, source in enumerate(sources):
            source.write_text(draw_source(random.Random(f"{seed}-{number}"), number))
        profile = f"-env:UserInstallation=file://{scratch}/profile"
        command = ["soffice", profile, "--headless", "--convert-to", "svg", "--outdir", str(folder)]
        subprocess.run([*command, *map(str, sources)], check=True, capture_output=True)


def one_by_one(make: Callable[[Path, random.Random, int], None]) -> Callable[[Path, int, int], None]:
    def all_of_them(folder: Path, count: int, seed: int) -> None:
        for number in range(count):
            make(folder / f"{number:03}.svg", random.Random(f"{seed}-{number}"), number)

    return all_of_them


PROGRAMS: dict[str, Callable[[Path, int, int], None]] = {
    "matplotlib": one_by_one(chart),
    "cairo": one_by_one(painted),
    "svgwrite": one_by_one(written),
    "inkscape": by_inkscape,
    "libreoffice-draw": by_draw,
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=100, help="files of each program")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--only", default=",".join(PROGRAMS))
    arguments = parser.parse_args()
    for name in arguments.only.split(","):
        folder = arguments.out / name
        folder.mkdir(parents=True, exist_ok=True)
        PROGRAMS[name](folder, arguments.count, arguments.seed)
        print(f"{name}: {len(list(folder.glob('*.svg')))} files")


if __name__ == "__main__":
    main()
