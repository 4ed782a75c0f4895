"""Ways to spoil one page of a good PDF of any part: marks, drawings, pages, boxes, annotations and layers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy
import pikepdf

from printkit.inspect.pages import open_pdf, page_size, render_page

__all__ = ["KINDS", "spoil"]

POINTS = 72 / 25.4
PAINTS = {"f", "F", "f*", "B", "b", "B*", "b*", "S", "s", "Tj", "TJ"}

Operators = list[tuple[list[Any], str]]


class File:
    """A file being spoiled with one random generator."""

    def __init__(self, source: Path, random: Random) -> None:
        self.pdf = pikepdf.open(source)
        self.random = random
        self.index = random.randrange(len(self.pdf.pages))
        self.page = self.pdf.pages[self.index]
        with open_pdf(source) as pdf:
            self.size = page_size(pdf, self.index)
            self.pixels = render_page(pdf, self.index, 25.4)

    def stream(self) -> Any:
        """What draws most on the page: its own content, or one of the forms it shows."""
        forms = [
            each
            for each in (self.page.obj.get("/Resources") or {}).get("/XObject", pikepdf.Dictionary()).values()
            if each.get("/Subtype") == "/Form"
        ]
        return self.random.choice(forms) if forms and self.random.random() < 0.85 else None

    def edit(self, change: Callable[[Operators], str]) -> str:
        """Changes operators of a form or of the page, of the page itself where the form has none of the kind."""
        form = self.stream()
        said = self._changed(form, change)
        return self._changed(None, change) if said == "nothing" and form is not None else said

    def _changed(self, form: Any, change: Callable[[Operators], str]) -> str:
        parsed = pikepdf.parse_content_stream(self.page if form is None else form)
        operators = [(list(each.operands), str(each.operator)) for each in parsed]
        said = change(operators)
        data = pikepdf.unparse_content_stream([(own, pikepdf.Operator(name)) for own, name in operators])
        if form is None:
            self.page.Contents = self.pdf.make_stream(bytes(data))
        else:
            form.write(bytes(data))
        return said

    def spot(self, *, inked: bool) -> tuple[float, float]:
        """A place in mm with or without ink around it, if there is one."""
        dark = self.pixels < 200
        places = numpy.argwhere(dark if inked else ~dark)
        row, column = places[self.random.randrange(len(places))]
        return float(column), float(row)

    def draw(self, words: str, **state: float) -> None:
        """Draws above everything, in mm from the top left."""
        height = float(self.page.MediaBox[3])
        name = self.page.add_resource(pikepdf.Dictionary(**state), pikepdf.Name.ExtGState) if state else None
        scale = f"{POINTS:.6f} 0 0 {-POINTS:.6f} 0 {height:.4f} cm" + (f" {name} gs" if name else "")
        self.page.contents_add(self.pdf.make_stream(b"q\n"), prepend=True)
        self.page.contents_add(self.pdf.make_stream(f"\nQ q {scale}\n{words}\nQ\n".encode()))

    def note(self, kind: str, width: float, height: float, **more: Any) -> Any:
        """An annotation on a place with ink."""
        x, y = self.spot(inked=True)
        top = float(self.page.MediaBox[3]) - y * POINTS
        rect = [x * POINTS, top - height * POINTS, (x + width) * POINTS, top]
        note = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name(f"/{kind}"), Rect=rect, **more
        )
        own = self.pdf.make_indirect(note)
        self.page.Annots = pikepdf.Array([*(self.page.obj.get("/Annots") or []), own])
        return own


def _line(file: File) -> str:
    x, y = file.spot(inked=False)
    size = file.random.choice(("3 0.25", "0.25 3", "2 0.3", "0.3 5"))
    file.draw(f"0 g {x:.2f} {y:.2f} {size} re f")
    return f"{size} at {x:.0f} {y:.0f}"


def _white_bar(file: File) -> str:
    x, y = file.spot(inked=True)
    size = file.random.choice(("1 4", "4 0.3", "0.3 4", "2 2"))
    file.draw(f"1 g {x:.2f} {y:.2f} {size} re f")
    return f"{size} at {x:.0f} {y:.0f}"


def _tint(file: File) -> str:
    x, y = file.spot(inked=False)
    file.draw(f"0 g {x:.2f} {y:.2f} 4 4 re f", ca=0.02)
    return f"at {x:.0f} {y:.0f}"


def _light_over_art(file: File) -> str:
    x, y = file.spot(inked=True)
    file.draw(f"1 g {x:.2f} {y:.2f} 4 4 re f", ca=0.04)
    return f"at {x:.0f} {y:.0f}"


def _painted(operators: Operators) -> list[int]:
    return [at for at, (_, name) in enumerate(operators) if name in PAINTS]


def _erased(file: File) -> str:
    def change(operators: Operators) -> str:
        at = file.random.choice(_painted(operators) or [0])
        name = operators[at][1]
        operators[at] = ([], "n") if name not in ("Tj", "TJ") else ([pikepdf.String("")], "Tj")
        return f"{name} at operator {at}"

    return file.edit(change)


def _operands(file: File, names: tuple[str, ...], new: Callable[[list[Any]], list[Any]]) -> str:
    """Change what one operator of these names is given; "nothing" where the page has none."""

    def change(operators: Operators) -> str:
        found = [at for at, (_, name) in enumerate(operators) if name in names]
        if not found:
            return "nothing"
        at = file.random.choice(found)
        own, name = operators[at]
        operators[at] = (new(list(own)), name)
        return f"{name} at operator {at}"

    return file.edit(change)


def _coloured(file: File) -> str:
    names = ("rg", "RG", "k", "K", "g", "G")
    return _operands(file, names, lambda own: [round(1 - float(each), 3) for each in own])


def _moved(file: File) -> str:
    def moved(own: list[Any]) -> list[Any]:
        values = [float(each) for each in own]
        scale = 1.0 if max(map(abs, values[:4])) < 2 else POINTS
        values[4] += file.random.choice((-0.6, 0.6)) * scale
        return [round(each, 4) for each in values]

    return _operands(file, ("cm", "Tm"), moved)


def _mirrored(file: File) -> str:
    return _operands(file, ("cm", "Tm"), lambda own: [-float(own[0]), -float(own[1]), *own[2:]])


def _wider_line(file: File) -> str:
    return _operands(file, ("w",), lambda own: [round(float(own[0]) * 2 + 0.1, 3)])


def _scaled(file: File) -> str:
    factor = file.random.choice((0.99, 1.01, 0.98))
    file.page.contents_add(file.pdf.make_stream(f"q {factor} 0 0 {factor} 2 2 cm\n".encode()), prepend=True)
    file.page.contents_add(file.pdf.make_stream(b"\nQ"))
    return f"{factor}"


def _shifted(file: File) -> str:
    x = file.random.choice((-0.5, 0.5, 1.0)) * POINTS
    file.page.contents_add(file.pdf.make_stream(f"q 1 0 0 1 {x:.3f} 0 cm\n".encode()), prepend=True)
    file.page.contents_add(file.pdf.make_stream(b"\nQ"))
    return f"{x:.2f} pt"


def _turned(file: File) -> str:
    file.page.obj.Rotate = turn = file.random.choice((90, 180, 270))
    return f"{turn}"


def _box_cut(file: File) -> str:
    edge = file.random.randrange(4)
    box = [float(each) for each in file.page.MediaBox]
    box[edge] += 0.3 if edge < 2 else -0.3
    file.page.obj.MediaBox = box
    return f"edge {edge}"


def _trim_moved(file: File) -> str:
    box = [float(each) for each in file.page.obj.get("/TrimBox", file.page.MediaBox)]
    file.page.obj.TrimBox = [box[0] + 3, box[1], box[2] - 3, box[3]]
    return "3 pt"


def _blank(file: File) -> str:
    file.page.Contents = file.pdf.make_stream(b"")
    return "blank"


def _removed(file: File) -> str:
    if len(file.pdf.pages) < 2:
        return _blank(file)
    del file.pdf.pages[file.index]
    return "removed"


def _doubled(file: File) -> str:
    file.pdf.pages.append(file.page)
    return "doubled"


def _exchanged(file: File) -> str:
    pages = list(file.pdf.pages)
    other = file.random.randrange(len(pages))
    pages[file.index], pages[other] = pages[other], pages[file.index]
    del file.pdf.pages[:]
    file.pdf.pages.extend(pages)
    return f"with {other + 1}"


def _in_place_of(file: File) -> str:
    pages = list(file.pdf.pages)
    other = file.random.randrange(len(pages))
    pages[file.index] = pages[other]
    del file.pdf.pages[:]
    file.pdf.pages.extend(pages)
    return f"page {other + 1} there as well"


def _field(file: File) -> str:
    note = file.note("Widget", 6, 6, FT=pikepdf.Name.Tx, T="a", V="7", DA="/Helv 12 Tf 0 g", F=4)
    file.pdf.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array([note]), NeedAppearances=True)
    return "NeedAppearances"


def _covering_field(file: File) -> str:
    look = file.pdf.make_stream(b"1 g 0 0 20 20 re f")
    look.Type, look.Subtype, look.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, [0, 0, 20, 20]
    more = {"FT": pikepdf.Name.Tx, "T": "a", "F": 4, "AP": pikepdf.Dictionary(N=look)}
    note = file.note("Widget", 6, 6, **more)
    file.pdf.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array([note]))
    return "appearance"


def _plain_note(file: File) -> str:
    kind = file.random.choice(("Line", "Square", "FreeText", "Ink", "Highlight", "Stamp"))
    file.note(kind, 6, 3, F=4, C=[0, 0, 0])
    return kind


def _bordered_link(file: File) -> str:
    file.note("Link", 8, 4)
    return "border"


def _layer(file: File) -> str:
    state = file.random.choice(("Print", "View"))
    use = pikepdf.Dictionary({f"/{state}": pikepdf.Dictionary({f"/{state}State": pikepdf.Name.OFF})})
    layer = file.pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="cover", Usage=use))
    root = file.pdf.Root
    if "/OCProperties" not in root:
        root.OCProperties = pikepdf.Dictionary(OCGs=pikepdf.Array(), D=pikepdf.Dictionary())
    root.OCProperties.OCGs.append(layer)
    name = file.page.add_resource(layer, pikepdf.Name.Properties)
    x, y = file.spot(inked=True)
    file.draw(f"/OC {name} BDC 1 g {x:.1f} {y:.1f} 5 5 re f EMC")
    return state


def _clipped(file: File) -> str:
    width, height = (float(each) for each in file.page.MediaBox[2:])
    cut = file.random.uniform(0.2, 0.8)
    words = f"q 0 0 {width * cut:.1f} {height:.1f} re W n\n"
    file.page.contents_add(file.pdf.make_stream(words.encode()), prepend=True)
    file.page.contents_add(file.pdf.make_stream(b"\nQ"))
    return f"{cut:.0%}"


def _dropped_form(file: File) -> str:
    def change(operators: Operators) -> str:
        found = [at for at, (_, name) in enumerate(operators) if name == "Do"]
        if not found:
            return "nothing"
        at = file.random.choice(found)
        operators[at] = ([], "n")
        return f"Do at operator {at}"

    parsed = pikepdf.parse_content_stream(file.page)
    operators = [(list(each.operands), str(each.operator)) for each in parsed]
    said = change(operators)
    data = pikepdf.unparse_content_stream([(own, pikepdf.Operator(name)) for own, name in operators])
    file.page.Contents = file.pdf.make_stream(bytes(data))
    return said


def _own_edit(file: File, names: tuple[str, ...], change: Callable[[list[Any], str], Any]) -> str:
    """Changes one operator of the page's own content, where marks, ruler, label and places of faces are."""
    parsed = pikepdf.parse_content_stream(file.page)
    operators = [(list(each.operands), str(each.operator)) for each in parsed]
    found = [at for at, (_, name) in enumerate(operators) if name in names]
    if not found:
        return "nothing"
    at = file.random.choice(found)
    operators[at] = change(*operators[at])
    data = pikepdf.unparse_content_stream([(own, pikepdf.Operator(name)) for own, name in operators])
    file.page.Contents = file.pdf.make_stream(bytes(data))
    return f"{operators[at][1]} at operator {at}"


def _one(file: File, names: tuple[str, ...], change: Callable[[list[Any], str], Any]) -> str:
    """Changes one operator of what draws most."""

    def changed(operators: Operators) -> str:
        found = [at for at, (_, name) in enumerate(operators) if name in names]
        if not found:
            return "nothing"
        at = file.random.choice(found)
        operators[at] = change(*operators[at])
        return f"{names[0]} at operator {at}"

    return file.edit(changed)


def _sheet_mark_erased(file: File) -> str:
    return _own_edit(file, ("S", "s", "f", "f*"), lambda own, name: ([], "n"))


def _sheet_mark_moved(file: File) -> str:
    def change(own: list[Any], name: str) -> tuple[list[Any], str]:
        x, y = (float(each) for each in own[:2])
        return [x + 0.5 * POINTS, y, *own[2:]], name

    return _own_edit(file, ("m", "l", "re"), change)


def _label_altered(file: File) -> str:
    def change(own: list[Any], name: str) -> tuple[list[Any], str]:
        if name == "Tj":
            return [pikepdf.String(bytes(own[0])[:-2])], name
        return [pikepdf.Array(list(own[0])[:-1])], name

    return _own_edit(file, ("Tj", "TJ"), change)


def _ruler_covered(file: File) -> str:
    """A white patch where the sheet, not a card, has ink: near the edge of the paper."""
    near = [
        (row, column)
        for row, column in numpy.argwhere(file.pixels < 200)
        if min(row, column, file.size.height - row, file.size.width - column) < 14
    ]
    if not near:
        return _sheet_mark_erased(file)
    row, column = near[file.random.randrange(len(near))]
    file.draw(f"1 g {column - 0.5:.2f} {row - 0.5:.2f} 1.5 1.5 re f")
    return f"at {column} {row}"


def _faces_exchanged(file: File) -> str:
    parsed = pikepdf.parse_content_stream(file.page)
    operators = [(list(each.operands), str(each.operator)) for each in parsed]
    found = [at for at, (_, name) in enumerate(operators) if name == "Do"]
    if len(found) < 2:
        return "nothing"
    one, other = file.random.sample(found, 2)
    operators[one], operators[other] = operators[other], operators[one]
    data = pikepdf.unparse_content_stream([(own, pikepdf.Operator(name)) for own, name in operators])
    file.page.Contents = file.pdf.make_stream(bytes(data))
    return f"{one} and {other}"


def _face_elsewhere(file: File) -> str:
    def change(own: list[Any], name: str) -> tuple[list[Any], str]:
        values = [float(each) for each in own]
        values[4] += file.random.choice((-0.3, 0.3)) * POINTS
        return [round(each, 4) for each in values], name

    return _own_edit(file, ("cm",), change)


def _face_smaller(file: File) -> str:
    def change(own: list[Any], name: str) -> tuple[list[Any], str]:
        values = [float(each) for each in own]
        return [round(each * 0.99, 5) for each in values[:4]] + values[4:], name

    return _own_edit(file, ("cm",), change)


def _corner_moved(file: File) -> str:
    def change(own: list[Any], name: str) -> tuple[list[Any], str]:
        values = [float(each) for each in own]
        scale = 1.0 if file.random.random() < 0.5 else POINTS
        return [round(values[0] + 0.8 * scale, 3), round(values[1] + 0.8 * scale, 3), *values[2:]], name

    return _one(file, ("l", "c", "m"), change)


def _texts_exchanged(file: File) -> str:
    def change(operators: Operators) -> str:
        found = [at for at, (_, name) in enumerate(operators) if name in ("Tj", "TJ")]
        if len(found) < 2:
            return "nothing"
        one, other = file.random.sample(found, 2)
        operators[one], operators[other] = operators[other], operators[one]
        return f"Tj {one} and {other}"

    return file.edit(change)


def _colours_exchanged(file: File) -> str:
    def change(operators: Operators) -> str:
        found = [at for at, (_, name) in enumerate(operators) if name in ("rg", "k", "g")]
        if len(found) < 2:
            return "nothing"
        one, other = file.random.sample(found, 2)
        operators[one], operators[other] = operators[other], operators[one]
        return f"{one} and {other}"

    return file.edit(change)


def _text_larger(file: File) -> str:
    return _one(file, ("Tf",), lambda own, name: ([own[0], round(float(own[1]) * 1.06, 4)], name))


def _fill_for_stroke(file: File) -> str:
    turns = {"S": "f", "s": "f", "f": "S", "f*": "S", "B": "S", "b": "s"}
    return _one(file, tuple(turns), lambda own, name: ([], turns[name]))


def _whole_page_paler(file: File) -> str:
    file.page.add_resource(pikepdf.Dictionary(ca=0.96, CA=0.96), pikepdf.Name.ExtGState, pikepdf.Name.Pale)
    file.page.contents_add(file.pdf.make_stream(b"q /Pale gs\n"), prepend=True)
    file.page.contents_add(file.pdf.make_stream(b"\nQ"))
    return "96 %"


def _crop_cut(file: File) -> str:
    box = [float(each) for each in file.page.MediaBox]
    file.page.obj.CropBox = [box[0] + 4, box[1] + 4, box[2] - 4, box[3] - 4]
    return "4 pt"


def _user_unit(file: File) -> str:
    file.page.obj.UserUnit = 1.02
    return "1.02"


def _another_paper(file: File) -> str:
    file.page.obj.MediaBox = [0, 0, 612, 792]
    return "letter"


def _layer_off(file: File) -> str:
    layer = file.pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="part"))
    layers = pikepdf.Array([layer])
    usual = {"OFF": layers} if file.random.random() < 0.5 else {"BaseState": pikepdf.Name.OFF}
    root = file.pdf.Root
    if "/OCProperties" not in root:
        root.OCProperties = pikepdf.Dictionary(OCGs=pikepdf.Array(), D=pikepdf.Dictionary())
    root.OCProperties.OCGs.append(layer)
    for key, value in usual.items():
        root.OCProperties.D[f"/{key}"] = value
    name = file.page.add_resource(layer, pikepdf.Name.Properties)
    file.page.contents_add(file.pdf.make_stream(f"/OC {name} BDC\n".encode()), prepend=True)
    file.page.contents_add(file.pdf.make_stream(b"\nEMC"))
    return next(iter(usual))


def _watermark(file: File) -> str:
    look = file.pdf.make_stream(b"0.9 g 0 0 40 20 re f")
    look.Type, look.Subtype, look.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, [0, 0, 40, 20]
    kind = file.random.choice(("Watermark", "Stamp", "Text", "Redact"))
    file.note(kind, 10, 6, F=file.random.choice((4, 0, 32)), AP=pikepdf.Dictionary(N=look))
    return kind


def _minus(file: File) -> str:
    """A short stroke beside ink: 3 reads -3, 6 is underlined."""
    x, y = file.spot(inked=True)
    file.draw(f"0 g {x - 1.6:.2f} {y + file.random.choice((0.0, 1.2)):.2f} 1.4 0.3 re f")
    return f"at {x:.0f} {y:.0f}"


def _white_edge(file: File) -> str:
    """A white strip along an edge of ink, as in a bleed that is too narrow."""
    x, y = file.spot(inked=True)
    row = file.pixels[int(y)]
    while x > 0 and row[int(x)] < 200:
        x -= 1
    file.draw(f"1 g {x:.2f} {y - 5:.2f} 1.4 10 re f")
    return f"at {x:.0f} {y:.0f}"


def _rotated_page(file: File) -> str:
    file.page.obj.Rotate = 180
    return "180"


def _mirrored_page(file: File) -> str:
    width = float(file.page.MediaBox[2])
    file.page.contents_add(file.pdf.make_stream(f"q -1 0 0 1 {width:.3f} 0 cm\n".encode()), prepend=True)
    file.page.contents_add(file.pdf.make_stream(b"\nQ"))
    return "left for right"


# ---------------------------------------------------------------- states of the page, and what is laid on it


def _before(words: str) -> Callable[[File], str]:
    """A class that sets a state of the text before everything on the page or in a form."""

    def change(file: File) -> str:
        def edit(operators: Operators) -> str:
            at = file.random.choice([0, *(at for at, (_, name) in enumerate(operators) if name == "BT")])
            at += bool(at)
            own, name = words.rsplit(" ", 1)
            operators.insert(at, ([float(each) for each in own.split()], name))
            return f"{words} at operator {at}"

        return file.edit(edit)

    return change


def _dashed(file: File) -> str:
    """One line becomes dashes twice as long as it is wide: set where its path begins, as each line sets its own."""

    def change(operators: Operators) -> str:
        lines = [at for at, (_, name) in enumerate(operators) if name in ("S", "s", "B", "b")]
        if not lines:
            return "nothing"
        at = file.random.choice(lines)
        while operators[at - 1][1] in ("m", "l", "c", "v", "y", "h", "re"):
            at -= 1
        width = next((float(own[0]) for own, name in reversed(operators[:at]) if name == "w"), 1.0)
        operators.insert(at, ([pikepdf.Array([round(2 * width, 4)] * 2), 0], "d"))
        return f"{2 * width:g} at operator {at}"

    return file.edit(change)


def _fonts_exchanged(file: File) -> str:
    form = file.stream()
    resources = (file.page.obj if form is None else form).get("/Resources") or pikepdf.Dictionary()
    fonts = resources.get("/Font") or pikepdf.Dictionary()
    names = list(fonts.keys())
    if len(names) < 2:
        return "nothing"
    one, other = file.random.sample(names, 2)
    fonts[one], fonts[other] = fonts[other], fonts[one]
    return f"{one} and {other}"


def _letters_exchanged(file: File) -> str:
    """Two neighbouring letters of a string, each two bytes, change places."""

    def change(own: list[Any], name: str) -> tuple[list[Any], str]:
        data = (
            bytes(own[0])
            if name == "Tj"
            else b"".join(bytes(e) for e in own[0] if isinstance(e, pikepdf.String))
        )
        if len(data) < 4:
            return own, name
        at = 2 * file.random.randrange(len(data) // 2 - 1)
        data = data[:at] + data[at + 2 : at + 4] + data[at : at + 2] + data[at + 4 :]
        return [pikepdf.String(data)], "Tj"

    return _one(file, ("Tj", "TJ"), change)


def _colour_nearly(file: File) -> str:
    def near(own: list[Any]) -> list[Any]:
        at = file.random.randrange(len(own))
        value = float(own[at])
        own[at] = round(value + (0.08 if value < 0.5 else -0.08), 3)
        return own

    return _operands(file, ("rg", "k", "g"), near)


def _state(**state: Any) -> Callable[[File], str]:
    """A class that lays a patch over ink, drawn in an unusual way."""

    def change(file: File) -> str:
        x, y = file.spot(inked=True)
        file.draw(
            f"0.6 g {x:.2f} {y:.2f} 4 4 re f", **{key: pikepdf.Name(each) for key, each in state.items()}
        )
        return f"at {x:.0f} {y:.0f}"

    return change


def _soft_mask(file: File) -> str:
    width, height = (float(each) for each in file.page.MediaBox[2:])
    mask = file.pdf.make_stream(f"1 g 0 0 {width * 0.6:.1f} {height:.1f} re f".encode())
    mask.Type, mask.Subtype, mask.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, [0, 0, width, height]
    mask.Group = pikepdf.Dictionary(S=pikepdf.Name.Transparency, CS=pikepdf.Name.DeviceGray)
    own = pikepdf.Dictionary(Type=pikepdf.Name.Mask, S=pikepdf.Name.Luminosity, G=mask)
    name = file.page.add_resource(pikepdf.Dictionary(SMask=own), pikepdf.Name.ExtGState)
    file.page.contents_add(file.pdf.make_stream(f"{name} gs\n".encode()), prepend=True)
    return "60 % of the page"


def _image(file: File) -> str:
    x, y = file.spot(inked=False)
    noise = bytes(file.random.randrange(150, 256) for _ in range(16 * 16))
    image = file.pdf.make_stream(noise)
    image.Type, image.Subtype, image.Width, image.Height = pikepdf.Name.XObject, pikepdf.Name.Image, 16, 16
    image.ColorSpace, image.BitsPerComponent = pikepdf.Name.DeviceGray, 8
    name = file.page.add_resource(image, pikepdf.Name.XObject)
    file.draw(f"q 2.5 0 0 2.5 {x:.2f} {y:.2f} cm {name} Do Q")
    return f"at {x:.0f} {y:.0f}"


def _gradient(file: File) -> str:
    x, y = file.spot(inked=False)
    blend = pikepdf.Dictionary(FunctionType=2, Domain=[0, 1], C0=[1], C1=[0.85], N=1)
    shading = pikepdf.Dictionary(
        ShadingType=2, ColorSpace=pikepdf.Name.DeviceGray, Coords=[x, y, x + 8, y], Function=blend
    )
    name = file.page.add_resource(file.pdf.make_indirect(shading), pikepdf.Name.Shading)
    file.draw(f"q {x:.2f} {y:.2f} 8 6 re W n {name} sh Q")
    return f"at {x:.0f} {y:.0f}"


def _screen(file: File) -> str:
    """Fine dots of a tenth of the area."""
    x, y = file.spot(inked=False)
    dots = " ".join(f"{x + 0.8 * c:.2f} {y + 0.8 * r:.2f} 0.25 0.25 re" for c in range(6) for r in range(6))
    file.draw(f"0 g {dots} f")
    return f"at {x:.0f} {y:.0f}"


def _white_line(file: File) -> str:
    x, y = file.spot(inked=True)
    file.draw(f"1 G 0.25 w {x - 6:.2f} {y:.2f} m {x + 6:.2f} {y:.2f} l S")
    return f"at {x:.0f} {y:.0f}"


def _again_elsewhere(file: File) -> str:
    """A form of the page is drawn once more, small, where nothing is."""
    forms = (file.page.obj.get("/Resources") or {}).get("/XObject", pikepdf.Dictionary())
    names = [name for name, each in forms.items() if each.get("/Subtype") == "/Form"]
    if not names:
        return "nothing"
    x, y = file.spot(inked=False)
    file.draw(f"q 0.06 0 0 0.06 {x:.2f} {y:.2f} cm {file.random.choice(names)} Do Q")
    return f"at {x:.0f} {y:.0f}"


def _face_turned_a_degree(file: File) -> str:
    def change(own: list[Any], name: str) -> tuple[list[Any], str]:
        a, b, c, d, e, f = (float(each) for each in own)
        cos, sin = 0.99985, 0.01745
        return [a * cos - b * sin, a * sin + b * cos, c * cos - d * sin, c * sin + d * cos, e, f], name

    return _own_edit(file, ("cm",), change)


def _bleed_box_moved(file: File) -> str:
    box = [float(each) for each in file.page.obj.get("/BleedBox", file.page.MediaBox)]
    file.page.obj.BleedBox = [box[0] + 2, box[1] + 2, box[2], box[3]]
    return "2 pt"


def _larger_page(file: File) -> str:
    box = [float(each) for each in file.page.MediaBox]
    file.page.obj.MediaBox = [box[0], box[1], box[2], box[3] + 4 * POINTS]
    return "4 mm higher"


KINDS: dict[str, Callable[[File], str]] = {
    "a line": _line,
    "a white bar": _white_bar,
    "a tint": _tint,
    "a light patch over ink": _light_over_art,
    "a path or text erased": _erased,
    "a colour inverted": _coloured,
    "something moved": _moved,
    "something mirrored": _mirrored,
    "a line wider": _wider_line,
    "a page scaled": _scaled,
    "a page shifted": _shifted,
    "a page turned": _turned,
    "a box cut": _box_cut,
    "a trim box moved": _trim_moved,
    "a page blank": _blank,
    "a page removed": _removed,
    "a page doubled": _doubled,
    "pages exchanged": _exchanged,
    "a page in place of another": _in_place_of,
    "a form field": _field,
    "a field that covers": _covering_field,
    "a note": _plain_note,
    "a link with a border": _bordered_link,
    "a layer for one use": _layer,
    "a page clipped": _clipped,
    "a face left out": _dropped_form,
    "a mark of the sheet erased": _sheet_mark_erased,
    "a mark of the sheet moved": _sheet_mark_moved,
    "a label altered": _label_altered,
    "a ruler or mark covered": _ruler_covered,
    "faces exchanged": _faces_exchanged,
    "a face elsewhere": _face_elsewhere,
    "a face smaller": _face_smaller,
    "a corner moved": _corner_moved,
    "texts exchanged": _texts_exchanged,
    "colours exchanged": _colours_exchanged,
    "text larger": _text_larger,
    "fill for stroke": _fill_for_stroke,
    "a page paler": _whole_page_paler,
    "a crop box": _crop_cut,
    "a user unit": _user_unit,
    "another paper": _another_paper,
    "a layer off": _layer_off,
    "a watermark": _watermark,
    "a stroke beside ink": _minus,
    "a white edge": _white_edge,
    "a page rotated by 180°": _rotated_page,
    "a page mirrored": _mirrored_page,
    "letters further apart": _before("0.4 Tc"),
    "letters raised": _before("0.5 Ts"),
    "letters narrower": _before("95 Tz"),
    "letters outlined": _before("2 Tr"),
    "lines dashed": _dashed,
    "fonts exchanged": _fonts_exchanged,
    "letters exchanged": _letters_exchanged,
    "a colour nearly right": _colour_nearly,
    "a patch that darkens": _state(BM="/Multiply"),
    "a patch that inverts": _state(BM="/Difference"),
    "a soft mask": _soft_mask,
    "a noisy image": _image,
    "a gradient": _gradient,
    "a screen of dots": _screen,
    "a white line through ink": _white_line,
    "a drawing once more": _again_elsewhere,
    "a face turned by a degree": _face_turned_a_degree,
    "a bleed box moved": _bleed_box_moved,
    "a larger page": _larger_page,
}


def spoil(source: Path, target: Path, number: int, seed: int) -> str:
    """Writes a wrong print of that number; returns what was done, `kind: where`."""
    random = Random(f"{seed} {number}")
    kind = tuple(KINDS)[number % len(KINDS)]
    file = File(source, random)
    said = KINDS[kind](file)
    file.pdf.save(target)
    return f"{kind}: page {file.index + 1}, {said}"
