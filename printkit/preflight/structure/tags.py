"""What PDF/UA-1 (ISO 14289-1) asks of a tagged file's structure, as far as the file itself can show it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from printkit.errors import InputError
from printkit.inspect.fonts import font_faults
from printkit.inspect.objects import (
    entry,
    kids,
    name,
    objects,
    same_key,
    whole,
    words,
)
from printkit.inspect.tags import Element, is_tagged, read_tree
from printkit.preflight.model import ERROR, NOTE, Finding
from printkit.preflight.structure.facts import PdfFacts
from printkit.preflight.structure.tagged import DETAILS, Place, Row, Tagged, said_by

__all__ = ["CLAIM_SPACE", "ROWS", "Row", "structure_is_sound"]

CLAIM_SPACE = "http://www.aiim.org/pdfua/ns/id/"
XML_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
TITLE_SPACE = "http://purl.org/dc/elements/1.1/"
# At most so many places are named for one row.
MOST = 4
_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*\Z")
_HEADING = re.compile(r"H[1-6]\Z")
_STANDARD = frozenset(
    (
        "Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl "
        "LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP "
        "Warichu WT WP Figure Formula Form"
    ).split()
)
# What may be in an element, and what an element must be in, where the standard says so.
_WITHIN: dict[str, frozenset[str]] = {
    "Table": frozenset(("TR", "THead", "TBody", "TFoot", "Caption")),
    "THead": frozenset(("TR",)),
    "TBody": frozenset(("TR",)),
    "TFoot": frozenset(("TR",)),
    "TR": frozenset(("TH", "TD")),
    "L": frozenset(("L", "LI", "Caption")),
    "LI": frozenset(("Lbl", "LBody")),
    "TOC": frozenset(("TOC", "TOCI", "Caption")),
    "Ruby": frozenset(("RB", "RT", "RP")),
    "Warichu": frozenset(("WT", "WP")),
}
_AROUND: dict[str, frozenset[str]] = {
    "TR": frozenset(("Table", "THead", "TBody", "TFoot")),
    "THead": frozenset(("Table",)),
    "TBody": frozenset(("Table",)),
    "TFoot": frozenset(("Table",)),
    "TH": frozenset(("TR",)),
    "TD": frozenset(("TR",)),
    "LI": frozenset(("L",)),
    "LBody": frozenset(("LI",)),
    "TOCI": frozenset(("TOC",)),
    "RB": frozenset(("Ruby",)),
    "RT": frozenset(("Ruby",)),
    "RP": frozenset(("Ruby",)),
}
_RUBY = (["RB", "RT"], ["RB", "RP", "RT", "RP"])


def structure_is_sound(facts: PdfFacts) -> Iterator[Finding]:
    """A file that claims PDF/UA-1 has to pass every row; of other tagged files what fails is a note."""
    claims = facts.packet_words(CLAIM_SPACE, "part") == "1"
    if not claims and not is_tagged(facts.structure):
        return
    try:
        tagged = Tagged(facts, read_tree(facts.structure))
    except InputError as error:
        yield facts.finding("tags", error.problems[0].message, severity=ERROR if claims else NOTE)
        return
    for row in ROWS:
        places = list(dict.fromkeys(row.fails(tagged)))
        for place in places[:MOST]:
            more = f" (one of {len(places)})" if len(places) > 1 else ""
            yield facts.finding(
                "tags", row.what, place.page, severity=ERROR if claims and not row.noted else NOTE,
                subject=f"PDF/UA-1 {row.clause}", found=f"{place.found}{more}",
            )  # fmt: skip


# Rows about the document


def _marked(tagged: Tagged) -> Iterator[Place]:
    info = entry(tagged.root, "/MarkInfo")
    if entry(info, "/Marked") is not True:
        yield Place(0, "not marked as tagged")
    if entry(info, "/Suspects") is True:
        yield Place(0, "tags that are suspects")
    if not any(element.above is None for element in tagged.elements):
        yield Place(0, "no tree")


def _titled(tagged: Tagged) -> Iterator[Place]:
    if not tagged.facts.packet_words(TITLE_SPACE, "title"):
        yield Place(0, "no title in the XMP metadata")
    if entry(entry(tagged.root, "/ViewerPreferences"), "/DisplayDocTitle") is not True:
        yield Place(0, "the file's name is shown, not its title")


def _languages(tagged: Tagged) -> Iterator[Place]:
    """Without a language of the document every text says its own, or what it is in does."""
    stated = [entry(each, "/Lang") for each in (tagged.root, *(element.value for element in tagged.elements))]
    languages = [words(each) for each in stated if each is not None]
    for language in (*languages, *(each for page in tagged.pages for each in sorted(page.languages))):
        if not _LANGUAGE.match(language):
            yield Place(0, f"the language {language!r}")
    if words(entry(tagged.root, "/Lang")):
        return
    titles = () if tagged.facts.packet is None else tagged.facts.packet.iter(f"{{{TITLE_SPACE}}}title")
    spoken = {
        str(each.get(XML_LANGUAGE)) for title in titles for each in title.iter() if each.get(XML_LANGUAGE)
    }
    if spoken <= {"x-default"}:
        yield Place(0, "the document has no language, and its title none either")
    known: list[bool] = []
    for element in tagged.elements:
        above = element.above is not None and known[element.above]
        known.append(above or bool(words(entry(element.value, "/Lang"))))
        texts = any(entry(element.value, key) is not None for key in ("/Alt", "/ActualText", "/E"))
        wordless = any(tagged.is_wordless(page, mark) for page, mark in element.contents)
        if not known[-1] and (texts or wordless):
            yield Place(
                tagged.page_of(element), f"{element.role} without a language, and the document has none"
            )


def _no_locks(tagged: Tagged) -> Iterator[Place]:
    structure = tagged.facts.structure
    if structure.is_encrypted and not structure.allow.accessibility:
        yield Place(0, "locked for screen readers")


def _layers(tagged: Tagged) -> Iterator[Place]:
    layers = entry(tagged.root, "/OCProperties")
    for usual in (*kids(entry(layers, "/D")), *kids(entry(layers, "/Configs"))):
        if not words(entry(usual, "/Name")) or entry(usual, "/AS") is not None:
            yield Place(0, "layers without a name, or switched by themselves")


def _files(tagged: Tagged) -> Iterator[Place]:
    for value in objects(tagged.facts.structure):
        if entry(value, "/EF") is not None and not (words(entry(value, "/F")) and words(entry(value, "/UF"))):
            yield Place(0, "an attached file without a name")


def _fonts(clause: str, tagged: Tagged) -> Iterator[Place]:
    for fault in font_faults(tagged.facts.structure):
        if fault.clause.startswith(clause):
            yield Place(0, f"the font {fault.font}: {fault.what}")


def _fonts_there(tagged: Tagged) -> Iterator[Place]:
    for sheet, drawing in tagged.facts.drawn:
        for painted in drawing.painted:
            if painted.kind == "text" and not painted.embedded:
                yield Place(sheet.number, f"the font {painted.detail}: it is not in the file")
    yield from _fonts("7.21.4", tagged)


# Rows about contents


def _all_tagged(tagged: Tagged) -> Iterator[Place]:
    for at, page in enumerate(tagged.pages, 1):
        if page.loose:
            yield Place(at, f"{page.loose} marks outside all tags")


def _not_crossed(tagged: Tagged) -> Iterator[Place]:
    for at, page in enumerate(tagged.pages, 1):
        if page.crossed:
            yield Place(at, f"{page.crossed} artifacts in tagged content, or the reverse")


def _contents_owned(tagged: Tagged) -> Iterator[Place]:
    for at, page in enumerate(tagged.facts.structure.pages, 1):
        own = tagged.pages[at - 1]
        listed = kids(tagged.parents.get(whole(entry(page.obj, "/StructParents"))))
        for mark in own.painted:
            owner = same_key(listed[mark]) if mark < len(listed) else None
            if owner is None or tagged.owners.get((same_key(page.obj), mark)) != owner:
                yield Place(at, f"the content {mark} belongs to no element, or to two")
        for mark in own.doubled:
            yield Place(at, f"the content {mark} is there twice")


def _contents_there(tagged: Tagged) -> Iterator[Place]:
    for key, mark in tagged.owners:
        at = tagged.page_numbers.get(key, 0)
        numbered = tagged.pages[at - 1].painted if at else {}
        # Where a page numbers nothing at all, its contents are told as loose.
        if not at or (numbered and mark not in numbered):
            yield Place(at, f"there is no content {mark}")


# Rows about elements


def _roles(tagged: Tagged) -> Iterator[Place]:
    for element in tagged.elements:
        if element.role not in _STANDARD:
            yield Place(tagged.page_of(element), f"the role {element.role!r}")
        elif element.own in _STANDARD and element.own != element.role:
            yield Place(tagged.page_of(element), f"the role {element.own!r} as {element.role!r}")


def _pictures(tagged: Tagged) -> Iterator[Place]:
    for element in tagged.elements:
        if element.role not in ("Figure", "Formula") or entry(element.value, "/ActualText") is not None:
            continue
        if not words(entry(element.value, "/Alt")).strip():
            yield Place(tagged.page_of(element), f"{element.role} without words")


def _headings(tagged: Tagged) -> Iterator[Place]:
    before = 0
    for element in _in_order(tagged):
        if _HEADING.match(element.role):
            level = int(element.role[1:])
            if level > before + 1:
                yield Place(
                    tagged.page_of(element), f"H{level} after H{before}" if before else f"H{level} first"
                )
            before = level
    kinds = {element.role == "H" for element in tagged.elements if element.role[:1] == "H"}
    if len(kinds) > 1:
        yield Place(0, "headings with and without levels")


def _in_order(tagged: Tagged) -> Iterator[Element]:
    waiting = [at for at, element in enumerate(tagged.elements) if element.above is None][::-1]
    while waiting:
        element = tagged.elements[waiting.pop()]
        yield element
        waiting += element.below[::-1]


def _nesting(tagged: Tagged) -> Iterator[Place]:
    for element in tagged.elements:
        above = tagged.elements[element.above].role if element.above is not None else ""
        if element.role in _AROUND and above not in _AROUND[element.role]:
            yield Place(tagged.page_of(element), f"{element.role} in {above or 'nothing'}")
        for role in tagged.below(element) if element.role in _WITHIN else ():
            if role not in _WITHIN[element.role]:
                yield Place(tagged.page_of(element), f"{role} in {element.role}")
        if element.role == "Ruby" and tagged.below(element) not in _RUBY:
            yield Place(tagged.page_of(element), " ".join(tagged.below(element)) or "an empty Ruby")


def _names_of_notes(tagged: Tagged) -> Iterator[Place]:
    ids = [words(entry(each.value, "/ID")) for each in tagged.elements if each.role == "Note"]
    if "" in ids or len(set(ids)) < len(ids):
        yield Place(0, "notes without a name of their own")


# Rows about annotations


def _links(tagged: Tagged) -> Iterator[Place]:
    for at, note in tagged.notes():
        kind = name(entry(note, "/Subtype"))
        wanted = {"Link": "Link", "Widget": "Form"}.get(kind, "Annot")
        element = tagged.holders.get(same_key(note))
        parent = tagged.parents.get(whole(entry(note, "/StructParent")))
        if kind in ("PrinterMark", "TrapNet"):
            continue
        if element is None or element.role != wanted or same_key(parent) != same_key(element.value):
            yield Place(at, f"a {kind} outside a {wanted} of the tree")
        if kind != "Widget" and not (
            words(entry(note, "/Contents")).strip() or (element and said_by(element))
        ):
            yield Place(at, f"a {kind} without words")


def _order_of_tabs(tagged: Tagged) -> Iterator[Place]:
    for at in dict.fromkeys(page for page, _ in tagged.notes()):
        if name(entry(tagged.facts.structure.pages[at - 1].obj, "/Tabs")) != "S":
            yield Place(at, "another order, or none")


ROWS: tuple[Row, ...] = (
    Row("7.1", "the file is not marked as tagged", _marked),
    Row("7.1", "the title is not there, or not shown", _titled),
    Row("7.1", "content is neither tagged nor an artifact", _all_tagged),
    Row("7.1", "tagged content and artifacts are mixed", _not_crossed),
    Row("7.1", "the contents of a page and the tree do not agree", _contents_owned),
    Row("7.1", "an element has content that is not there", _contents_there),
    Row("7.1", "a role is none of the standard's", _roles),
    Row("7.2", "a language is missing or malformed", _languages),
    Row("7.2", "elements stand where they must not", _nesting),
    Row("7.3", "a picture says nothing", _pictures),
    Row("7.4", "headings leave a level out", _headings),
    Row("7.9", "notes have no names", _names_of_notes),
    Row("7.10", "layers are not as they should be", _layers),
    Row("7.11", "an attached file has no name", _files),
    Row("7.16", "the file is locked", _no_locks),
    Row("7.18.3", "the order of tabs is not that of the tree", _order_of_tabs),
    Row("7.18.5", "an annotation is not in the tree, or has no words", _links),
    Row("7.21.3", "a font and its encoding do not agree", partial(_fonts, "7.21.3")),
    Row("7.21.4", "a font is not wholly in the file", _fonts_there),
    Row("7.21.6", "a font has an encoding that it must not have", partial(_fonts, "7.21.6")),
    Row("7.21.7", "letters cannot be read as characters", partial(_fonts, "7.21.7")),
    *DETAILS,
)
"""Every row that is checked, in the order of the standard."""
