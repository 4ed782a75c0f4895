"""Ways to spoil a good deck PDF in one place.

A mutant changes what the rules of a game decide and `printkit check` proves: figures, words, emblems, their places,
sizes, colours and faces, the cards' places on the sheet, the pages and their boxes. Pictures are the artist's own.
Changes are at least as large as the check's stated tolerances: 0.5 mm, a tenth of a size, a clearly other colour.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pikepdf

__all__ = ["KINDS", "Mutant", "spoil"]

Operators = list[tuple[list[Any], str]]
POINTS_PER_MM = 72 / 25.4
# An em from which on a text of digits alone is taken for a figure and not for a part of a sentence, in mm.
FIGURE_EM = 3.5
# Of no ink's family: grass, magenta, violet.
OTHER_COLOURS = ((0.2, 0.9, 0.1), (0.95, 0.1, 0.8), (0.55, 0.2, 0.95))
PAINTS = ((1, 1, 1), (0, 0, 0), (0.9, 0.2, 0.2), (0.98, 0.98, 0.96))


class Mutant(NamedTuple):
    """One spoiled deck: its number, what kind of change was made, and to what."""

    number: int
    kind: str
    place: str

    def text(self) -> str:
        """For people: `17 digit: 5 instead of 3 in form 2`."""
        return f"{self.number} {self.kind}: {self.place}"


class Shown(NamedTuple):
    """A text in a card's form: the indices of its operators, its letters, its em in mm and where it begins."""

    begin: int
    matrix: int
    show: int
    end: int
    font: str
    text: str
    em: float
    x: float
    y: float


class Deck:
    """A deck of one form a card, being spoiled with one random generator."""

    def __init__(self, source: Path, luck: Random) -> None:
        self.pdf = pikepdf.open(source)
        self.luck = luck
        self.front = self.pdf.pages[0]
        # By the order in which they are drawn: the names in the resources have none.
        self.forms = [
            str(each.operands[0])
            for each in pikepdf.parse_content_stream(self.front)
            if str(each.operator) == "Do"
        ]
        self.chosen = luck.randrange(len(self.forms))
        self.form: Any = self.front.Resources.XObject[self.forms[self.chosen]]
        self.operators = _operators(self.form)

    @property
    def card(self) -> str:
        """The number of the spoiled card, counted from 1 in the order drawn."""
        return f"card {self.chosen + 1}"

    def write(self) -> None:
        """Write the card's form with its operators as they are now."""
        self.form.write(_bytes(self.operators))

    def texts(self) -> list[Shown]:
        """Every text of the card, in the order drawn."""
        tables = {name: _letters(font) for name, font in self.form.Resources.Font.items()}
        return list(_shown(self.operators, tables))

    def figure(self) -> Shown:
        """Any figure of the card."""
        return self.luck.choice(self.figures())

    def figures(self) -> list[Shown]:
        """The card's figures: texts of digits alone."""
        return [each for each in self.texts() if each.text.isdigit() and each.em >= FIGURE_EM]

    def word(self) -> Shown:
        """Any text that is no figure, or a figure where there is none."""
        return self.luck.choice([each for each in self.texts() if not each.text.isdigit()] or self.figures())

    def code(self, font: str, text: str) -> bytes:
        """How a letter is coded in a font of the card; a KeyError where the font lacks it."""
        return {letter: code for code, letter in _letters(self.form.Resources.Font[font]).items()}[text]

    def other(self, shown: Shown, among: str | None = None) -> str:
        """Another letter of the font a text is set in, or another digit."""
        known = _letters(self.form.Resources.Font[shown.font]).values()
        fit = sorted(
            letter
            for letter in set(known)
            if letter.strip() and letter not in shown.text and (among is None or letter in among)
        )
        return self.luck.choice(fit)

    def around(self, shown: Shown, *before: tuple[list[Any], str]) -> None:
        """Operators before a text, taken back after it."""
        self.operators.insert(shown.end + 1, ([], "Q"))
        self.operators[shown.begin : shown.begin] = [([], "q"), *before]

    def draw(self, page: Any, words: str) -> None:
        """Draws more on a page, above everything, in mm from the top left."""
        height = float(page.MediaBox[3])
        scale = f"{POINTS_PER_MM:.6f} 0 0 {-POINTS_PER_MM:.6f} 0 {height:.4f} cm"
        page.contents_add(self.pdf.make_stream(b"q\n"), prepend=True)
        page.contents_add(self.pdf.make_stream(f"\nQ q {scale}\n{words}\nQ\n".encode()))

    def corner(self) -> tuple[float, float]:
        """Where the top left of the chosen card's trim lies on the page, in mm."""
        places = _places(_operators(self.front))
        matrix = _operators(self.front)[places[self.chosen]][0]
        return float(matrix[4]), float(matrix[5])

    def edit_page(self, page: Any, change: Callable[[Operators], None]) -> None:
        """Changes the operators of a page."""
        operators = _operators(page)
        change(operators)
        page.Contents = self.pdf.make_stream(_bytes(operators))


def _operators(stream: Any) -> Operators:
    return [(list(each.operands), str(each.operator)) for each in pikepdf.parse_content_stream(stream)]


def _bytes(operators: Operators) -> bytes:
    return bytes(
        pikepdf.unparse_content_stream([(operands, pikepdf.Operator(name)) for operands, name in operators])
    )


def _letters(font: Any) -> dict[bytes, str]:
    """Code to letter, by the font's table for text extraction."""
    table = font.ToUnicode.read_bytes().decode("ascii")
    pairs = re.findall(r"<([0-9A-Fa-f]{4})> <([0-9A-Fa-f]+)>\s", table)
    return {bytes.fromhex(code): bytes.fromhex(text).decode("utf-16-be") for code, text in pairs}


def _shown(operators: Operators, tables: dict[str, dict[bytes, str]]) -> Iterator[Shown]:
    begin = matrix = 0
    font, size = "", 0.0
    for index, (operands, name) in enumerate(operators):
        if name == "BT":
            begin = index
        elif name == "Tf":
            font, size = str(operands[0]), float(operands[1])
        elif name == "Tm":
            matrix = index
        elif name in ("Tj", "TJ"):
            parts = operands if name == "Tj" else operands[0]
            data = b"".join(bytes(part) for part in parts if isinstance(part, pikepdf.String))
            text = "".join(tables[font].get(data[at : at + 2], "?") for at in range(0, len(data), 2))
            place = [float(value) for value in operators[matrix][0]]
            end = next(at for at in range(index, len(operators)) if operators[at][1] == "ET")
            yield Shown(begin, matrix, index, end, font, text, size * abs(place[0]), place[4], place[5])


def _places(operators: Operators) -> list[int]:
    """Where a page's operators place each card."""
    return [index - 1 for index, (_, name) in enumerate(operators) if name == "Do"]


def _is_coloured(operator: Any) -> bool:
    operands, name = operator
    return name == "rg" and max(map(float, operands)) - min(map(float, operands)) > 0.1


def _emblems(operators: Operators) -> list[tuple[int, int]]:
    """From where to where each emblem is drawn: an outline with curves or many corners right after its colour.

    Bars are black; the rules decide nothing about their places.
    """
    found, start = [], None
    for index, (_, name) in enumerate(operators):
        if name == "m" and start is None:
            # The path before it is forgotten first.
            start = index - 1
        if name in ("f", "f*"):
            if start is not None and _is_coloured(operators[start - 1]) and index - start > 7:
                found.append((start, index))
            start = None
    return found


# ---------------------------------------------------------------- figures and words


def _digit(deck: Deck) -> str:
    shown = deck.figure()
    at = deck.luck.randrange(len(shown.text))
    digit = deck.other(shown, "0123456789")
    text = shown.text[:at] + digit + shown.text[at + 1 :]
    _set_text(deck, shown, text)
    return f"{text} instead of {shown.text}"


def _exchanged_digits(deck: Deck) -> str:
    figures = deck.figures()
    first = deck.luck.choice(figures)
    others = [each for each in figures if each.text != first.text and each.font == first.font]
    if not others:
        return _digit(deck)
    second = deck.luck.choice(others)
    _set_text(deck, first, second.text)
    _set_text(deck, second, first.text)
    return f"{first.text} and {second.text}"


def _no_digit(deck: Deck) -> str:
    shown = deck.figure()
    del deck.operators[shown.show]
    return shown.text


def _extra_digit(deck: Deck) -> str:
    shown = deck.figure()
    again = [(list(operands), name) for operands, name in deck.operators[shown.begin : shown.end + 1]]
    matrix = again[shown.matrix - shown.begin][0]
    matrix[4] = float(matrix[4]) + deck.luck.choice((-1, 1)) * 0.7 * shown.em
    deck.operators[shown.end + 1 : shown.end + 1] = again
    return shown.text


def _letter(deck: Deck) -> str:
    shown = deck.word()
    at = deck.luck.randrange(len(shown.text))
    letter = deck.other(shown)
    text = shown.text[:at] + letter + shown.text[at + 1 :]
    _set_text(deck, shown, text)
    return f"{text!r} instead of {shown.text!r}"


def _no_word(deck: Deck) -> str:
    shown = deck.word()
    del deck.operators[shown.show]
    return repr(shown.text)


def _set_text(deck: Deck, shown: Shown, text: str) -> None:
    data = b"".join(deck.code(shown.font, letter) for letter in text)
    operands, name = deck.operators[shown.show]
    if name == "Tj":
        deck.operators[shown.show] = ([pikepdf.String(data)], "Tj")
        return
    # The distances between letters stay.
    spaced: list[Any] = []
    for part in operands[0]:
        if isinstance(part, pikepdf.String):
            length = len(bytes(part))
            part, data = pikepdf.String(data[:length]), data[length:]
        spaced.append(part)
    deck.operators[shown.show] = ([pikepdf.Array(spaced)], "TJ")


# ---------------------------------------------------------------- places


def _text_moved(deck: Deck) -> str:
    shown = deck.luck.choice((deck.figure, deck.word))()
    dx, dy = _step(deck.luck, 0.5, 4.0)
    matrix = deck.operators[shown.matrix][0]
    matrix[4], matrix[5] = float(matrix[4]) + dx, float(matrix[5]) + dy
    return f"{shown.text!r} by {dx:.2f} {dy:.2f} mm"


def _text_turned(deck: Deck) -> str:
    shown = deck.figure()
    flip = deck.luck.choice(((-1, 0, 0, 1), (0, 1, 1, 0), (-1, 0, 0, -1)))
    deck.operators[shown.matrix][0][:4] = flip
    return f"{shown.text} {flip}"


def _emblem_moved(deck: Deck) -> str:
    start, end = deck.luck.choice(_emblems(deck.operators))
    dx, dy = _step(deck.luck, 1.0, 4.0)
    for operands, name in deck.operators[start:end]:
        if name in ("m", "l", "c"):
            operands[0::2] = [float(value) + dx for value in operands[0::2]]
            operands[1::2] = [float(value) + dy for value in operands[1::2]]
    return f"by {dx:.2f} {dy:.2f} mm"


def _no_emblem(deck: Deck) -> str:
    start, end = deck.luck.choice(_emblems(deck.operators))
    del deck.operators[start : end + 1]
    return "an emblem"


def _card_moved(deck: Deck) -> str:
    dx, dy = _step(deck.luck, 1.0, 8.0)
    page = deck.luck.choice((deck.pdf.pages[0], deck.pdf.pages[1]))

    def change(operators: Operators) -> None:
        matrix = operators[_places(operators)[deck.chosen]][0]
        matrix[4], matrix[5] = float(matrix[4]) + dx, float(matrix[5]) + dy

    deck.edit_page(page, change)
    return f"by {dx:.2f} {dy:.2f} mm on page {page.index + 1}"


def _step(luck: Random, least: float, most: float) -> tuple[float, float]:
    """A step along x, y or both; one of them is at least the minimum."""
    far = luck.uniform(least, most) * luck.choice((-1, 1))
    near = luck.uniform(0, least) * luck.choice((-1, 0, 1))
    return luck.choice(((far, near), (near, far)))


# ---------------------------------------------------------------- colours and faces of letters


def _text_colour(deck: Deck) -> str:
    shown = deck.figure()
    colour = deck.luck.choice(OTHER_COLOURS)
    deck.around(shown, (list(colour), "rg"))
    return f"{shown.text} {colour}"


def _emblem_colour(deck: Deck) -> str:
    start, _ = deck.luck.choice(_emblems(deck.operators))
    colour = deck.luck.choice(OTHER_COLOURS)
    deck.operators[start - 1] = (list(colour), "rg")
    return str(colour)


def _letter_size(deck: Deck) -> str:
    shown = deck.luck.choice((deck.figure, deck.word))()
    share = deck.luck.choice((0.6, 0.75, 0.88, 1.15, 1.3))
    matrix = deck.operators[shown.matrix][0]
    matrix[:4] = [float(value) * share for value in matrix[:4]]
    return f"{shown.text!r} {share:.0%}"


def _squeezed(deck: Deck) -> str:
    shown = deck.figure()
    width = deck.luck.choice((50, 65, 150, 180))
    deck.around(shown, ([width], "Tz"))
    return f"{shown.text} {width} %"


def _other_face(deck: Deck) -> str:
    """The figure in a face that every reader has, not embedded."""
    shown = deck.figure()
    face = deck.luck.choice(("Helvetica", "Times-Italic", "Courier"))
    deck.form.Resources.Font["/FX"] = deck.pdf.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.Type1,
            BaseFont=pikepdf.Name("/" + face),
            Encoding=pikepdf.Name.WinAnsiEncoding,
        )
    )
    size = next(operands[1] for operands, name in reversed(deck.operators[: shown.show]) if name == "Tf")
    deck.operators[shown.show : shown.show + 1] = [
        ([pikepdf.Name("/FX"), size], "Tf"),
        ([pikepdf.String(shown.text.encode("ascii"))], "Tj"),
        ([pikepdf.Name(shown.font), size], "Tf"),
    ]
    return f"{shown.text} in {face}"


def _other_shapes(deck: Deck) -> str:
    """The font draws another digit's shape for a digit of the card; the text stays true."""
    shown = deck.figure()
    font = deck.form.Resources.Font[shown.font]
    drawn = deck.luck.choice(shown.text)
    digit = deck.other(shown, "0123456789")
    glyphs = list(range(0x10000))
    glyphs[int.from_bytes(deck.code(shown.font, drawn))] = int.from_bytes(deck.code(shown.font, digit))
    data = b"".join(glyph.to_bytes(2, "big") for glyph in glyphs)
    font.DescendantFonts[0].CIDToGIDMap = deck.pdf.make_stream(data)
    return f"{digit} drawn for {drawn}"


def _other_reading(deck: Deck) -> str:
    """The font's text is another digit than the one it draws."""
    shown = deck.figure()
    font = deck.form.Resources.Font[shown.font]
    letter = deck.luck.choice(shown.text)
    digit = deck.other(shown, "0123456789")
    code = deck.code(shown.font, letter).hex().upper()
    old, new = (f"<{code}> <{ord(each):04X}>".encode() for each in (letter, digit))
    font.ToUnicode = deck.pdf.make_stream(font.ToUnicode.read_bytes().replace(old, new))
    return f"{letter} read as {digit}"


# ---------------------------------------------------------------- pages and boxes


def _page_cut(deck: Deck) -> str:
    """The sheet ends within a card."""
    box = deck.luck.choice(("/CropBox", "/MediaBox"))
    width, height = (float(value) for value in list(deck.front.MediaBox)[2:])
    x, _ = deck.corner()
    cut = deck.luck.uniform(2.0, 30.0) * POINTS_PER_MM
    if deck.chosen % 2:
        deck.front[box] = pikepdf.Array([0, 0, _points(x + 70.0) - cut, height])
    else:
        deck.front[box] = pikepdf.Array([_points(x) + cut, 0, width, height])
    return f"{box} {cut / POINTS_PER_MM:.1f} mm into the card"


def _form_cut(deck: Deck) -> str:
    right = deck.luck.uniform(8.0, 45.0)
    deck.form.BBox = pikepdf.Array([-3, -3, _decimal(right), 123])
    return f"right of {right:.1f} mm"


def _sheet_moved(deck: Deck) -> str:
    """One side of the sheet lies elsewhere on its paper than the other."""
    page = deck.pdf.pages[deck.luck.randrange(2)]
    dx, dy = (value * POINTS_PER_MM for value in _step(deck.luck, 2.0, 12.0))
    box = [float(value) for value in page.MediaBox]
    page.MediaBox = pikepdf.Array(
        [_decimal(each + by) for each, by in zip(box, (dx, dy, dx, dy), strict=True)]
    )
    return f"page {page.index + 1} by {dx / POINTS_PER_MM:.1f} {dy / POINTS_PER_MM:.1f} mm"


def _no_page(deck: Deck) -> str:
    """The fronts: without its only page of backs this would be a deck printed on one side, which is no fault."""
    del deck.pdf.pages[0]
    return "page 1"


def _page_doubled(deck: Deck) -> str:
    deck.pdf.pages.append(deck.front)
    return "page 1"


def _page_scaled(deck: Deck) -> str:
    share = deck.luck.choice((0.94, 0.97, 0.99, 1.02, 1.05))
    deck.edit_page(deck.front, lambda operators: operators.insert(0, ([share, 0, 0, share, 0, 0], "cm")))
    return f"{share:.0%}"


def _page_askew(deck: Deck) -> str:
    tangent = deck.luck.choice((-1, 1)) * deck.luck.uniform(0.012, 0.05)
    matrix = [1, tangent, -tangent, 1, 0, 0]
    deck.edit_page(deck.front, lambda operators: operators.insert(0, (matrix, "cm")))
    return f"tangent {tangent:.3f}"


def _mirrored(deck: Deck) -> str:
    deck.operators.insert(0, ([-1, 0, 0, 1, 70, 0], "cm"))
    return deck.card


def _other_card(deck: Deck) -> str:
    forms = deck.front.Resources.XObject
    other = deck.luck.choice([name for name in deck.forms if name != deck.forms[deck.chosen]])
    forms[deck.forms[deck.chosen]] = forms[other]
    return f"{deck.card} is another again"


def _other_back(deck: Deck) -> str:
    """One card's back has a sign."""
    back = deck.pdf.pages[1]
    x, y = deck.corner()
    x = 210.0 - x - 70.0
    left, top = x + deck.luck.uniform(5, 60), y + deck.luck.uniform(5, 110)
    red, green, blue = deck.luck.choice(OTHER_COLOURS)
    deck.draw(back, f"{red} {green} {blue} rg {left:.2f} {top:.2f} 3 3 re f")
    return f"at {left:.1f} {top:.1f} mm"


# ---------------------------------------------------------------- hidden and covered


def _unpainted(deck: Deck) -> str:
    shown = deck.luck.choice((deck.figure, deck.word))()
    mode = deck.luck.choice((3, 7))
    deck.around(shown, ([mode], "Tr"))
    return f"{shown.text!r} in mode {mode}"


def _paper_colour(deck: Deck) -> str:
    shown = deck.figure()
    white = deck.luck.choice((0.92, 0.97, 1.0))
    deck.around(shown, ([white, white, white], "rg"))
    return f"{shown.text} {white}"


def _see_through(deck: Deck) -> str:
    shown = deck.luck.choice((deck.figure, deck.word))()
    opacity = _decimal(deck.luck.choice((0.0, 0.05)))
    deck.form.Resources.ExtGState = pikepdf.Dictionary({"/GX": pikepdf.Dictionary(ca=opacity)})
    deck.around(shown, ([pikepdf.Name("/GX")], "gs"))
    return f"{shown.text!r} {opacity}"


def _layer_off(deck: Deck) -> str:
    shown = deck.luck.choice((deck.figure, deck.word))()
    layer = deck.pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name=pikepdf.String("x")))
    off = pikepdf.Dictionary(OFF=pikepdf.Array([layer]), ON=pikepdf.Array([]))
    deck.pdf.Root.OCProperties = pikepdf.Dictionary(OCGs=pikepdf.Array([layer]), D=off)
    deck.form.Resources.Properties = pikepdf.Dictionary({"/LX": layer})
    deck.operators.insert(shown.end + 1, ([], "EMC"))
    deck.operators.insert(shown.begin, ([pikepdf.Name.OC, pikepdf.Name("/LX")], "BDC"))
    return repr(shown.text)


def _clipped(deck: Deck) -> str:
    shown = deck.luck.choice((deck.figure, deck.word))()
    deck.around(shown, ([0, 0, 1, 1], "re"), ([], "W"), ([], "n"))
    return repr(shown.text)


def _covered(deck: Deck) -> str:
    shown = deck.luck.choice((deck.figure, deck.word))()
    share = deck.luck.uniform(0.5, 1.0)
    x, y = shown.x + 0.05 * shown.em, shown.y - 0.75 * shown.em
    box = [_decimal(value) for value in (x, y, 0.5 * shown.em, 0.8 * shown.em * share)]
    paint = deck.luck.choice(PAINTS)
    deck.operators[shown.end + 1 : shown.end + 1] = [
        ([], "q"), (list(paint), "rg"), (box, "re"), ([], "f"), ([], "Q"),
    ]  # fmt: skip
    return f"{share:.0%} of {shown.text!r} with {paint}"


def _noted(deck: Deck) -> str:
    """A stamp that prints lies over the head of the card."""
    x, y = deck.corner()
    left, top = x + deck.luck.uniform(2.0, 5.0), y + deck.luck.uniform(2.0, 4.0)
    width, height = 6 * POINTS_PER_MM, 9 * POINTS_PER_MM
    low = float(deck.front.MediaBox[3]) - _points(top) - height
    look = deck.pdf.make_stream(f"1 1 1 rg 0 0 {width:.3f} {height:.3f} re f".encode())
    look.Type, look.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    look.BBox = pikepdf.Array([0, 0, _decimal(width), _decimal(height)])
    corners = (_points(left), low, _points(left) + width, low + height)
    note = pikepdf.Dictionary(
        Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Stamp, F=4,
        Rect=pikepdf.Array([_decimal(each) for each in corners]), AP=pikepdf.Dictionary(N=look),
    )  # fmt: skip
    deck.front.Annots = pikepdf.Array([deck.pdf.make_indirect(note)])
    return f"at {left:.1f} {top:.1f} mm"


def _pasted(deck: Deck) -> str:
    """A picture of one grey dot lies over the head of the card."""
    x, y = deck.corner()
    left, top = x + deck.luck.uniform(2.0, 5.0), y + deck.luck.uniform(2.0, 4.0)
    dot = deck.pdf.make_stream(bytes([deck.luck.randrange(256)]))
    dot.Type, dot.Subtype, dot.Width, dot.Height = pikepdf.Name.XObject, pikepdf.Name.Image, 1, 1
    dot.ColorSpace, dot.BitsPerComponent = pikepdf.Name.DeviceGray, 8
    deck.front.Resources.XObject["/IX"] = dot
    deck.draw(deck.front, f"7 0 0 9 {left:.2f} {top:.2f} cm /IX Do")
    return f"at {left:.1f} {top:.1f} mm"


def _points(millimetres: float) -> float:
    return millimetres * POINTS_PER_MM


def _decimal(value: float) -> Decimal:
    return Decimal(f"{value:.4f}")


# Every kind of change, and what is done; those of a page leave the card's form alone.
KINDS: dict[str, Callable[[Deck], str]] = {
    "another digit": _digit,
    "digits exchanged": _exchanged_digits,
    "digit gone": _no_digit,
    "digit too many": _extra_digit,
    "another letter": _letter,
    "word gone": _no_word,
    "text moved": _text_moved,
    "text turned": _text_turned,
    "emblem moved": _emblem_moved,
    "emblem gone": _no_emblem,
    "card moved": _card_moved,
    "figure in another colour": _text_colour,
    "emblem in another colour": _emblem_colour,
    "letters of another size": _letter_size,
    "figure squeezed": _squeezed,
    "another face": _other_face,
    "font draws another digit": _other_shapes,
    "font maps to another digit": _other_reading,
    "page cut": _page_cut,
    "card cut": _form_cut,
    "one side moved": _sheet_moved,
    "page gone": _no_page,
    "page doubled": _page_doubled,
    "page scaled": _page_scaled,
    "page askew": _page_askew,
    "card mirrored": _mirrored,
    "another card": _other_card,
    "back with a sign": _other_back,
    "text without paint": _unpainted,
    "figure in the paper's colour": _paper_colour,
    "text see-through": _see_through,
    "text on a layer that is off": _layer_off,
    "text clipped away": _clipped,
    "text covered": _covered,
    "stamp over a card": _noted,
    "picture over a card": _pasted,
}


def spoil(source: Path, target: Path, number: int, seed: int) -> Mutant:
    """Writes mutant `number` of a deck; the number sets its kind, the seed its place; returns what was done.

    The deck has one form a card and two pages, fronts and backs of A4, as `mutations.make_deck` builds it.
    """
    names = tuple(KINDS)
    kind = names[number % len(names)]
    deck = Deck(source, Random(f"{seed}:{number}"))
    with deck.pdf:
        place = KINDS[kind](deck)
        deck.write()
        deck.pdf.save(target, deterministic_id=True)
    return Mutant(number, kind, f"{deck.card}, {place}")
