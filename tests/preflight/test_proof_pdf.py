"""A finished deck proves itself; any single thing done to it is found, with card, figure and place."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from typing import Any, NamedTuple

import pikepdf
import pytest

from printkit.errors import InputError
from printkit.jobs.check.compare import proof_file
from printkit.kit.find import find_kit
from printkit.kit.load import load_kit
from printkit.preflight.book import make_books
from tests.preflight.decks import FEW, MAJORS, shows, write_deck, wrong

TOWER = "major-16"
# Where the Tower lies on the page of `few`, and where the first digits of its head strip stand on it.
TOWER_AT = (99.0, 25.5)
FIGURES = {"0": b"\x3d\x13", "3": b"\x3d\x16", "5": b"\x3d\x18", "7": b"\x3d\x1a"}


# ---------------------------------------------------------------- whole decks


def test_the_shipped_deck_is_proved(deck):
    report = proof_file(deck, make_books([find_kit("youscout", ())]))
    assert report.findings == ()
    assert (report.kit, report.size, report.faces) == ("youscout", "tarot", 80)
    # 22 majors with eight numbers, each read upright and turned.
    assert report.table_figures == 352
    # Also the number of each major and the rank of each minor (10 has two figures), twice, and the courts' values.
    assert report.figures == 352 + 2 * (10 + 2 * 12) + 2 * (52 + 4 * 2) + 2 * 16 * 2


@pytest.mark.parametrize(
    "choice",
    [
        {"size": "jrf"},
        {"size": "bridge"},
        {"size": "poker"},
        {"ink": "low"},
        {"size": "jrf", "ink": "low"},
        {"colours": "cmyk"},
        {"paper": "letter"},
        {"paper": "card"},
        {"options": ("influence=1.5", "court=K13b", "terminals=4")},
    ],
    ids=str,
)
def test_every_way_to_print_is_proved(kit_folder, tmp_path, proof, choice):
    path = write_deck(kit_folder, tmp_path / "x.pdf", (*FEW, "swords-12", "coins-11"), **choice)
    assert wrong(proof(path)) == []


RESAVED = {
    "qpdf": ["qpdf", "{0}", "{1}"],
    "qpdf object streams": ["qpdf", "--object-streams=generate", "--recompress-flate", "{0}", "{1}"],
    "qpdf plain": ["qpdf", "--qdf", "--object-streams=disable", "{0}", "{1}"],
    "poppler": ["pdftocairo", "-pdf", "{0}", "{1}"],
}


@pytest.mark.parametrize("program", RESAVED)
def test_another_program_may_have_saved_it(few, tmp_path, proof, program):
    target = tmp_path / "bought from a shop.pdf"
    subprocess.run([word.format(few, target) for word in RESAVED[program]], check=True, capture_output=True)
    assert wrong(proof(target)) == []


def test_forms_may_be_flattened(damage, proof):
    page = damage.page
    operators: list[tuple[list[Any], str]] = []
    for operands, operator in pikepdf.parse_content_stream(page):
        if str(operator) != "Do":
            operators.append((list(operands), str(operator)))
            continue
        form = page.Resources.XObject[str(operands[0])]
        page.Resources.Font = form.Resources.Font if "/Font" in form.Resources else page.Resources.Font
        operators += [(list(each), str(name)) for each, name in pikepdf.parse_content_stream(form)]
    page.Contents = damage.pdf.make_stream(damage.bytes_of(operators))
    del page.Resources.XObject
    # The rule card uses a second font under another name; it goes.
    report = proof(damage.save())
    assert [finding for finding in wrong(report) if finding.card.startswith(("major", "swords"))] == []
    assert report.faces >= 5


def test_pages_may_be_turned_and_shuffled(majors, tmp_path, proof):
    with pikepdf.open(majors) as pdf:
        pdf.pages.reverse()
        for number, page in enumerate(pdf.pages):
            page.rotate(90 * (number + 1), relative=False)
        pdf.save(tmp_path / "x.pdf")
    assert wrong(proof(tmp_path / "x.pdf")) == []


def test_information_about_the_file_is_not_needed(damage, proof):
    del damage.pdf.docinfo
    for key in ("/ViewerPreferences", "/Lang"):
        del damage.pdf.Root[key]
    assert wrong(proof(damage.save())) == []


def test_a_page_left_out_names_its_cards(majors, tmp_path, proof):
    with pikepdf.open(majors) as pdf:
        del pdf.pages[0]
        pdf.save(tmp_path / "x.pdf")
    (finding,) = proof(tmp_path / "x.pdf").findings
    assert finding.code == "card-missing"
    assert finding.expected.startswith("major-00, major-01, major-02, major-03, major-08")


def test_a_missing_card_is_named(majors, kit_folder, tmp_path):
    kit = load_kit(kit_folder, ())
    books = make_books([replace(kit, cards=tuple(card for card in kit.cards if card.id in MAJORS))])
    with pikepdf.open(majors) as pdf:
        del pdf.pages[0]
        pdf.save(tmp_path / "x.pdf")
    findings = proof_file(tmp_path / "x.pdf", books).findings
    assert [finding.card for finding in findings] == ["major-00", "major-01", "major-02", "major-03"]
    assert findings[0].name == "愚者 Fool"


def test_the_cards_with_the_rules_may_come_as_a_leaflet(majors, kit_folder, tmp_path):
    kit = load_kit(kit_folder, ())
    wanted = {*MAJORS, "rule-upper", "rule-lower"}
    books = make_books([replace(kit, cards=tuple(card for card in kit.cards if card.id in wanted))])
    (finding,) = proof_file(majors, books).findings
    assert (finding.severity, finding.code, finding.found) == (
        "note",
        "rule-cards-apart",
        "rule-upper, rule-lower",
    )
    with pikepdf.open(majors) as pdf:
        del pdf.pages[0]
        pdf.save(tmp_path / "x.pdf")
    assert {finding.code for finding in proof_file(tmp_path / "x.pdf", books).findings} == {"card-missing"}


def test_a_page_printed_twice_names_its_cards(majors, tmp_path, proof):
    with pikepdf.open(majors) as pdf:
        pdf.pages.append(pdf.pages[0])
        pdf.save(tmp_path / "x.pdf")
    findings = wrong(proof(tmp_path / "x.pdf"))
    assert [finding.code for finding in findings] == ["card-doubled"] * 4
    assert {finding.page for finding in findings} == {5}
    assert findings[0].rect == pytest.approx((32.0, 25.5, 70.0, 120.0), abs=0.01)


def test_another_card_in_its_place(majors, tmp_path, proof):
    with pikepdf.open(majors) as pdf:
        forms = pdf.pages[0].Resources.XObject
        first, second = list(forms.keys())[:2]
        forms[first] = forms[second]
        pdf.save(tmp_path / "x.pdf")
    report = proof(tmp_path / "x.pdf")
    (doubled,) = wrong(report)
    assert doubled.code == "card-doubled"
    missing = set(MAJORS[:4]) & set(report.findings[0].expected.split(", "))
    assert len(missing) == 1
    assert doubled.card not in missing


# ---------------------------------------------------------------- one thing wrong


class Wanted(NamedTuple):
    """How a damage must be reported: codes that may be used, the card, and words of the subject."""

    codes: tuple[str, ...]
    card: str = TOWER
    subject: str = ""
    near: tuple[float, float] | None = None


def _text(number, code):
    def change(operators):
        operators[shows(operators)[number]] = ([pikepdf.String(code)], "Tj")

    return lambda damage: damage.edit(TOWER, change)


def _before_text(number, *more):
    """Says something just before a text, and takes it back after it."""

    def change(operators):
        index = shows(operators)[number]
        start = max(i for i in range(index) if operators[i][1] == "BT")
        end = min(i for i in range(index, len(operators)) if operators[i][1] == "ET")
        operators.insert(end + 1, ([], "Q"))
        operators[start:start] = [([], "q"), *((list(operands), name) for operands, name in more)]

    return lambda damage: damage.edit(TOWER, change)


def _move(number, dx, dy):
    def change(operators):
        index = shows(operators)[number]
        matrix = operators[max(i for i in range(index) if operators[i][1] == "Tm")][0]
        matrix[4], matrix[5] = float(matrix[4]) + dx, float(matrix[5]) + dy

    return lambda damage: damage.edit(TOWER, change)


def _matrix(number, *values):
    def change(operators):
        index = shows(operators)[number]
        matrix = operators[max(i for i in range(index) if operators[i][1] == "Tm")][0]
        matrix[:4] = values

    return lambda damage: damage.edit(TOWER, change)


def _cover(x, y, width, height, colour="1 1 1 rg"):
    left, top = TOWER_AT
    return lambda damage: damage.draw_on_page(f"{colour} {left + x} {top + y} {width} {height} re f")


def _delete(number):
    def change(operators):
        del operators[shows(operators)[number]]

    return lambda damage: damage.edit(TOWER, change)


def _swap(one, other):
    def change(operators):
        first, second = (operators[shows(operators)[number]][0] for number in (one, other))
        first[0], second[0] = second[0], first[0]

    return lambda damage: damage.edit(TOWER, change)


def _exchange_emblems(one, other):
    """Draws the second emblem's shape in the first's place, in the first's colour: the outlines change."""

    def change(operators):
        blocks = _emblem_blocks(operators)
        shape, target = blocks[other], blocks[one]
        moved = [([*operands], name) for operands, name in operators[shape[0] : shape[1]]]
        dx = 15.62 * (one - other)
        for operands, _ in moved:
            operands[0::2] = [float(value) + dx for value in operands[0::2]]
        operators[target[0] : target[1]] = moved

    return lambda damage: damage.edit(TOWER, change)


def _emblem_blocks(operators):
    """Where each emblem's outline begins and ends: what is painted right before a text's colour is set."""
    blocks = []
    start = None
    for index, (_, name) in enumerate(operators):
        if name == "m" and start is None:
            # The path before it is forgotten first.
            start = index - 1
        if name in ("f", "f*"):
            if start is not None and operators[start - 1][1] == "rg" and index - start > 7:
                blocks.append((start, index))
            start = None
    return blocks


def _emblem_colour(number, red, green, blue):
    def change(operators):
        start, _ = _emblem_blocks(operators)[number]
        operators[start - 1] = ([red, green, blue], "rg")

    return lambda damage: damage.edit(TOWER, change)


def _no_emblem(number):
    def change(operators):
        start, end = _emblem_blocks(operators)[number]
        del operators[start : end + 1]

    return lambda damage: damage.edit(TOWER, change)


def _no_strip_at_foot(damage):
    def change(operators):
        first = next(i for i, (_, name) in enumerate(operators) if name == "q")
        last = next(i for i, (_, name) in enumerate(operators) if name == "Q")
        del operators[first : last + 1]

    damage.edit(TOWER, change)


def _turned_not_exchanged(damage):
    """The foot repeats the head's numbers instead of the reversed ones."""

    def change(operators):
        texts = shows(operators)
        for number in range(8):
            operators[texts[8 + number]][0][0] = operators[texts[number]][0][0]

    damage.edit(TOWER, change)


def _lying_unicode(damage):
    """The text layer has 3 where a 7 is drawn, and the drawing really is wrong: both digits of a pair at once."""
    font = damage.form(TOWER).Resources.Font["/F1"]
    table = font.ToUnicode.read_bytes().replace(b"<3D1A> <0037>", b"<3D1A> <0033>")
    font.ToUnicode = damage.pdf.make_stream(table)


def _lying_glyphs(damage):
    """The text layer has 3, the shape is another: the font maps the code to a 7."""
    descendant = damage.form(TOWER).Resources.Font["/F1"].DescendantFonts[0]
    glyphs = list(range(0x10000))
    glyphs[0x3D16] = 0x3D1A
    data = b"".join(glyph.to_bytes(2, "big") for glyph in glyphs)
    descendant.CIDToGIDMap = damage.pdf.make_stream(data)


def _lying_replacement(damage):
    """The page shows a 7 for the first 5, and its replacement text is a 5."""

    def change(operators):
        index = shows(operators)[0]
        operators[index][0][0] = pikepdf.String(FIGURES["7"])
        says = pikepdf.Dictionary(ActualText=pikepdf.String("5"))
        operators.insert(index + 1, ([], "EMC"))
        operators.insert(index, ([pikepdf.Name.Span, says], "BDC"))

    damage.edit(TOWER, change)


def _state(name, **entries):
    """A graphics state switched on before the third text."""

    def apply(damage):
        resources = damage.form(TOWER).Resources
        resources.ExtGState = pikepdf.Dictionary({f"/{name}": pikepdf.Dictionary(**entries)})
        _before_text(2, ([pikepdf.Name(f"/{name}")], "gs"))(damage)

    return apply


def _hidden_layer(damage):
    layer = damage.pdf.make_indirect(
        pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name=pikepdf.String("numbers"))
    )
    off = pikepdf.Dictionary(OFF=pikepdf.Array([layer]), ON=pikepdf.Array([]))
    damage.pdf.Root.OCProperties = pikepdf.Dictionary(OCGs=pikepdf.Array([layer]), D=off)
    damage.form(TOWER).Resources.Properties = pikepdf.Dictionary({"/L": layer})

    def change(operators):
        index = shows(operators)[2]
        start = max(i for i in range(index) if operators[i][1] == "BT")
        operators.insert(index + 2, ([], "EMC"))
        operators.insert(start, ([pikepdf.Name.OC, pikepdf.Name("/L")], "BDC"))

    damage.edit(TOWER, change)


def _annotation(damage):
    """A note with a white face lies over the first digit."""
    height = float(damage.page.MediaBox[3])
    left, top = (value * 72 / 25.4 for value in (TOWER_AT[0] + 8.5, TOWER_AT[1] + 4.5))
    width = 5 * 72 / 25.4
    look = damage.pdf.make_stream(f"1 1 1 rg 0 0 {width} {width} re f".encode())
    look.Type, look.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    look.BBox = pikepdf.Array([0, 0, width, width])
    note = pikepdf.Dictionary(
        Type=pikepdf.Name.Annot,
        Subtype=pikepdf.Name.Stamp,
        F=4,
        Rect=pikepdf.Array([left, height - top - width, left + width, height - top]),
        AP=pikepdf.Dictionary(N=look),
    )
    damage.page.Annots = pikepdf.Array([damage.pdf.make_indirect(note)])


def _page_edge(damage):
    """The page ends in the middle of the Tower's head strip."""
    height = float(damage.page.MediaBox[3])
    damage.page.CropBox = pikepdf.Array([0, 0, float(damage.page.MediaBox[2]), height - 31 * 72 / 25.4])


def _form_edge(damage):
    """The Tower's form shows nothing right of x 31."""
    damage.form(TOWER).BBox = pikepdf.Array([-3, -3, 31, 123])


def _digit_without_text(damage):
    """A figure drawn as a shape, without text, between two pairs of the head strip."""
    left, top = TOWER_AT[0] + 49.5, TOWER_AT[1] + 5.5
    damage.draw_on_page(f"0 0 0 rg {left} {top} 0.5 3.8 re f {left} {top} 1.1 0.8 re f")


def _mirrored(damage):
    def change(operators):
        operators.insert(0, ([-1, 0, 0, 1, 70, 0], "cm"))

    damage.edit(TOWER, change)


def _no_slash(damage):
    left, top = TOWER_AT
    damage.draw_on_page(f"1 1 1 rg {left + 12.95} {top + 4.6} 1.1 5 re f")


# How the pixels of a card differ.
INK = ("ink-missing", "ink-extra", "ink-differs")

DAMAGES: dict[str, tuple[Any, Wanted]] = {
    "a digit is another": (
        _text(2, FIGURES["7"]),
        Wanted(("figure",), TOWER, "coin pain, head", (123.7, 30.5)),
    ),
    "a digit at the foot is another": (
        _text(12, FIGURES["5"]),
        Wanted(("figure",), TOWER, "cup upstream, foot"),
    ),
    "two digits of a pair are exchanged": (_swap(2, 3), Wanted(("figure",), TOWER, "coin")),
    "digits of two suits are exchanged": (_swap(1, 2), Wanted(("figure",), TOWER, "coin pain, head")),
    "a digit is gone": (_delete(2), Wanted(("missing",), TOWER, "coin pain, head", (123.7, 30.5))),
    "a digit has moved 1 mm": (_move(2, 1.0, 0.0), Wanted(("moved",), TOWER, "coin pain, head")),
    "a digit has moved 0.3 mm": (_move(2, 0.0, 0.3), Wanted(("moved",), TOWER, "coin pain, head")),
    "a digit has moved off the card": (_move(2, 0.0, -20.0), Wanted(("missing",), TOWER, "coin pain, head")),
    "a digit stands on its head": (
        _matrix(2, -1, 0, 0, 1),
        Wanted(("moved", "turned", "missing", "figure"), TOWER),
    ),
    "a digit is larger": (_matrix(2, 1.2, 0, 0, -1.2), Wanted(("size",), TOWER, "coin pain, head")),
    "a digit is squeezed": (_matrix(2, 0.6, 0, 0, -1), Wanted(INK, TOWER, "coin pain, head")),
    "a digit is mirrored": (
        _matrix(0, -1, 0, 0, -1),
        Wanted((*INK, "moved", "turned", "missing"), TOWER),
    ),
    "white paint over a digit": (
        _cover(24, 4.5, 5, 6),
        Wanted(INK, TOWER, "coin pain, head"),
    ),
    "white paint over a corner of a digit": (
        _cover(24.5, 5.0, 1.2, 1.0),
        Wanted(INK, TOWER, "coin pain, head"),
    ),
    "black paint over a digit": (
        _cover(24, 4.5, 5, 6, "0 0 0 rg"),
        Wanted(INK, TOWER, "coin pain, head"),
    ),
    "a speck makes another digit of it": (
        _cover(25.2, 7.2, 0.7, 0.7, "0 0 0 rg"),
        Wanted(INK, TOWER, "coin pain, head"),
    ),
    "white on white": (
        _before_text(2, ([1, 1, 1], "rg")),
        Wanted(INK, TOWER, "coin pain, head", (123.7, 30.5)),
    ),
    "nearly white on white": (
        _before_text(2, ([0.9, 0.9, 0.9], "rg")),
        Wanted(INK, TOWER, "coin pain"),
    ),
    "red": (_before_text(2, ([0.8, 0, 0], "rg")), Wanted(INK, TOWER, "coin pain, head")),
    "text without ink": (_before_text(2, ([3], "Tr")), Wanted(INK, TOWER, "coin pain, head")),
    "text as a clip": (_before_text(2, ([7], "Tr")), Wanted(INK, TOWER, "coin pain, head")),
    "outlined text": (
        _before_text(2, ([1], "Tr"), ([0.05], "w")),
        Wanted(INK, TOWER, "coin pain, head"),
    ),
    "see-through": (_state("G", ca=0.0), Wanted(INK, TOWER, "coin pain, head")),
    "a clip hides a digit": (
        _before_text(2, ([0, 0, 1, 1], "re"), ([], "W"), ([], "n")),
        Wanted(INK, TOWER, "coin pain, head"),
    ),
    "a layer that is off": (_hidden_layer, Wanted((*INK, "missing"), TOWER, "coin pain, head")),
    "a note over a digit": (_annotation, Wanted(INK, TOWER, "sword attack, head")),
    "the page ends too early": (_page_edge, Wanted((*INK, "outside"), TOWER)),
    "the form ends too early": (_form_edge, Wanted(INK, TOWER, "cup upstream, head")),
    "no numbers at the foot": (_no_strip_at_foot, Wanted(("missing",), TOWER, "sword attack, foot")),
    "the foot is not exchanged": (_turned_not_exchanged, Wanted(("figure",), TOWER, "sword attack, foot")),
    "the text says 3 where a 7 is drawn": (_lying_unicode, Wanted(("figure",), TOWER, "sword guard, head")),
    "a 7 is drawn where the text says 3": (_lying_glyphs, Wanted(INK, TOWER, "coin joy, head")),
    "a 7 is drawn but the text says 5": (
        _lying_replacement,
        Wanted((*INK, "figure", "missing"), TOWER, "sword attack, head"),
    ),
    "a figure without text": (_digit_without_text, Wanted(INK, TOWER, "head")),
    "the suits' emblems are exchanged": (
        _exchange_emblems(1, 2),
        Wanted(INK, TOWER, "emblem of coin, head"),
    ),
    "an emblem is gone": (_no_emblem(1), Wanted(INK, TOWER, "emblem of coin, head")),
    "an emblem in another suit's colour": (
        _emblem_colour(1, 0.78, 0.25, 0.2),
        Wanted(INK, TOWER, "emblem of coin, head"),
    ),
    "an emblem in white": (_emblem_colour(1, 1, 1, 1), Wanted(INK, TOWER, "emblem of coin, head")),
    "one emblem in grey": (
        _emblem_colour(1, 0.4, 0.4, 0.4),
        Wanted(INK, TOWER, "emblem of coin, head"),
    ),
    "white paint over an emblem": (_cover(20, 4, 4, 3), Wanted(INK, TOWER, "emblem of coin, head")),
    "a slash is painted over": (_no_slash, Wanted(INK, TOWER)),
    "the light number in green": (
        _before_text(16, ([0.2, 0.9, 0.1], "rg")),
        Wanted(INK, TOWER, "number, head"),
    ),
    "the number is another": (_text(16, b"\x3d\x14\x3d\x1a"), Wanted(("figure",), TOWER, "number, head")),
    "the name is gone": (_delete(18), Wanted(("missing",), TOWER, "text 'Tower', head")),
    "white paint over the name": (
        _cover(13, 12, 10, 5, "0.137 0.122 0.125 rg"),
        Wanted(INK, TOWER, "text '塔', head"),
    ),
    "the card is mirrored": (_mirrored, Wanted(("card-missing",), TOWER)),
}


# What is done to a font or to the page is found on other cards, too.
EVERYWHERE = {_lying_unicode, _lying_glyphs, _page_edge}


@pytest.mark.parametrize("name", DAMAGES)
def test_each_damage_is_found(damage, proof, name):
    apply, wanted = DAMAGES[name]
    apply(damage)
    findings = proof(damage.save()).findings
    right = [
        finding
        for finding in findings
        if finding.code in wanted.codes and finding.card == wanted.card and wanted.subject in finding.subject
    ]
    assert right, [finding.text for finding in findings if finding.code != "card-missing"]
    if apply not in EVERYWHERE:
        assert {finding.card for finding in findings if finding.code != "card-missing"} <= {wanted.card}
    if wanted.near is not None:
        assert right[0].page == 1
        assert right[0].rect[:2] == pytest.approx(wanted.near, abs=0.5)


def test_a_rank_is_another(damage, proof):
    def change(operators):
        operators[shows(operators)[0]][0][0] = pikepdf.String(b"\x3d\x19")

    damage.edit("swords-09", change)
    findings = wrong(proof(damage.save()))
    assert next((finding.card, finding.subject) for finding in findings) == ("swords-09", "rank, head")
    assert findings[0].expected == "'9'"
    assert "'6'" in findings[0].found


def test_a_nine_without_its_bar(damage, proof):
    damage.draw_on_page("1 1 1 rg 177 38 12 1.8 re f")
    assert [(each.code, each.card) for each in wrong(proof(damage.save()))] == [("ink-missing", "swords-09")]


def test_a_court_value_of_another_game(kit_folder, damage, tmp_path, proof):
    def change(operators):
        operators[shows(operators)[1]] = ([pikepdf.String(b"\x3d\x14\x3d\x15")], "Tj")

    damage.edit("cups-13", change)
    findings = wrong(proof(damage.save()))
    assert {(finding.code, finding.card) for finding in findings} >= {("figure", "cups-13")}


def test_all_courts_are_printed_for_one_choice(kit_folder, tmp_path, proof):
    courts = ("swords-14", "coins-14", "cups-14", "wands-14", "swords-11")
    usual = write_deck(kit_folder, tmp_path / "a.pdf", courts)
    other = write_deck(kit_folder, tmp_path / "b.pdf", ("swords-13",), options=("court=K10",))
    with pikepdf.open(usual) as pdf, pikepdf.open(other) as more:
        pdf.pages.extend(more.pages)
        pdf.save(tmp_path / "c.pdf")
    findings = wrong(proof(tmp_path / "c.pdf"))
    assert [(each.code, each.card, each.page) for each in findings] == [("option", "swords-13", 2)]
    assert findings[0].expected == "court=K14"
    assert findings[0].found == "court=K10"


# ---------------------------------------------------------------- sizes, places, other files


@pytest.mark.parametrize("share", [0.97, 0.99, 1.02])
def test_a_card_of_another_size_is_found(damage, proof, share):
    damage.edit_page(lambda operators: operators.insert(0, ([share, 0, 0, share, 0, 0], "cm")))
    findings = [finding for finding in wrong(proof(damage.save())) if finding.code == "scale"]
    assert {finding.card for finding in findings} == set(FEW)
    assert findings[0].found == f"{share:.1%}"


def test_a_card_that_stands_askew_is_found(damage, proof):
    damage.edit_page(
        lambda operators: operators.insert(0, ([0.99985, 0.01745, -0.01745, 0.99985, 20, -20], "cm"))
    )
    findings = [finding for finding in wrong(proof(damage.save())) if finding.code == "askew"]
    assert {finding.card for finding in findings} == set(FEW)


def test_a_trim_box_that_is_not_the_card_is_found(kit_folder, tmp_path, proof):
    path = write_deck(kit_folder, tmp_path / "x.pdf", ("major-08", TOWER), paper="card")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for page in pdf.pages:
            left, bottom, right, top = (float(value) for value in page.TrimBox)
            page.TrimBox = pikepdf.Array([left, bottom, right - 20, top])
        pdf.save(path)
    findings = wrong(proof(path))
    assert [(each.code, each.card) for each in findings] == [("trim-box", "major-08"), ("trim-box", TOWER)]


def test_a_deck_without_colour_may_be_grey(damage, proof):
    def change(operators):
        for index, (operands, name) in enumerate(operators):
            if name == "rg":
                grey = float(operands[0]) * 0.3 + float(operands[1]) * 0.6 + float(operands[2]) * 0.1
                operators[index] = ([grey, grey, grey], "rg")

    for card in FEW:
        damage.edit(card, change)
    assert wrong(proof(damage.save())) == []


@pytest.mark.parametrize("spoil", ["nothing", "text", "cut", "password"])
def test_an_unreadable_file_is_an_input_error(few, tmp_path, proof, spoil):
    path = tmp_path / "x.pdf"
    data = few.read_bytes()
    path.write_bytes(
        {"nothing": b"", "text": b"hello", "cut": data[: len(data) // 2], "password": data}[spoil]
    )
    if spoil == "password":
        with pikepdf.open(few) as pdf:
            pdf.save(path, encryption=pikepdf.Encryption(owner="x", user="secret"))
    with pytest.raises(InputError) as error:
        proof(path)
    assert len(error.value.problems) == 1
    assert str(path) in str(error.value)


def test_a_file_without_faces_says_so(tmp_path, proof):
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(tmp_path / "x.pdf")
    findings = proof(tmp_path / "x.pdf").findings
    assert [finding.code for finding in findings] == ["no-known-face"]
    assert "youscout" in findings[0].text


# ---------------------------------------------------------------- wrong data and wrong layouts, printed


def _replaced(folder, name, old, new, count=1):
    file = folder / name
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, count), encoding="utf-8")


def test_a_wrong_digit_in_the_data_is_found_on_paper(own_kit, tmp_path):
    _replaced(
        own_kit,
        "cards.toml",
        "number = 16\nsword = [5, 7]\ncoin = [5, 3]",
        "number = 16\nsword = [5, 7]\ncoin = [3, 5]",
    )
    path = write_deck(own_kit, tmp_path / "x.pdf", FEW)
    findings = wrong(proof_file(path, make_books([load_kit(own_kit, ())])))
    assert {(finding.card, finding.subject) for finding in findings} == {
        (TOWER, f"coin {part}, {side}") for part in ("pain", "joy") for side in ("head", "foot")
    }


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('fields = ["sword", "coin", "cup", "wand"]', 'fields = ["coin", "sword", "cup", "wand"]'),
        ('fields = ["sword", "coin", "cup", "wand"]', 'fields = ["sword", "coin", "cup"]'),
        ('block = "number-strip"\nturned = true', 'block = "number-strip"\nturned = false'),
    ],
)
def test_a_wrong_layout_is_found_on_paper(own_kit, tmp_path, old, new):
    _replaced(own_kit, "layout.toml", old, new)
    path = write_deck(own_kit, tmp_path / "x.pdf", FEW)
    findings = wrong(proof_file(path, make_books([load_kit(own_kit, ())])))
    assert {finding.card for finding in findings} == {"major-08", TOWER}
