"""Checks PDF/X conformance, one row for each requirement.

The rows are those of public checkers and application notes, not of the standard, which was not read: keeping them is
being structurally right, not being certified.
"""

from __future__ import annotations

import re
from calendar import timegm
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from printkit.geometry import Rect
from printkit.inspect.icc import icc_title, icc_version, other_condition, same_condition, too_new
from printkit.inspect.objects import (
    entries,
    entry,
    is_dictionary,
    is_stream,
    kids,
    name,
    number,
    objects,
    stream_data,
    words,
)
from printkit.preflight.model import WARNING, Finding
from printkit.preflight.structure.facts import PACKET_SPACE, PdfFacts

__all__ = ["ROWS", "Row", "condition_is_the_profiles", "pdfx_rows"]

VERSIONS = {"x1a-2001": "1.3", "x1a-2003": "1.4", "x4": "1.6"}
NAMES = {"x1a-2001": "PDF/X-1:2001", "x1a-2003": "PDF/X-1a:2003", "x4": "PDF/X-4"}
CALLED = {"x1a-2001": "PDF/X-1a:2001", "x1a-2003": "PDF/X-1a:2003", "x4": "PDF/X-4"}
ALL = frozenset(VERSIONS)
X1A = frozenset({"x1a-2001", "x1a-2003"})
X4 = frozenset({"x4"})
DUBLIN, XMP = "http://purl.org/dc/elements/1.1/", "http://ns.adobe.com/xap/1.0/"
MEDIA, ADOBE = "http://ns.adobe.com/xap/1.0/mm/", "http://ns.adobe.com/pdf/1.3/"
PACKET = (
    (DUBLIN, "title"), (XMP, "CreateDate"), (XMP, "ModifyDate"), (XMP, "MetadataDate"), (MEDIA, "DocumentID"),
    (MEDIA, "VersionID"), (MEDIA, "RenditionClass"), (ADOBE, "Trapped"),
)  # fmt: skip
OLDER_SPACE = "http://ns.adobe.com/pdfx/1.3/"
REGISTRY = "www.color.org"
SPACES = {b"CMYK": 4, b"RGB ": 3, b"GRAY": 1}
FILTERS = {"LZWDecode": ALL, "JBIG2Decode": X1A, "JPXDecode": X1A, "Crypt": ALL}

Complaint = tuple[int, Rect | None, str]


class Row(NamedTuple):
    """One row: its code, what it asks in words, the flavours that ask it, and the question itself.

    The question gives page, place and what was found instead, for everything that is not as it should be.
    """

    code: str
    asks: str
    standards: frozenset[str]
    ask: Callable[[PdfFacts], Iterator[Complaint]]


def pdfx_rows(facts: PdfFacts) -> Iterator[Finding]:
    """Every row that the file's flavour asks for; a file that is no PDF/X and need not be is asked none."""
    if not facts.standard:
        if facts.claims:
            message = "the file declares a PDF/X version that is not checked here"
            yield facts.finding("pdfx-other", message, severity=WARNING, found=facts.claims[0])
        return
    for row in ROWS:
        if facts.standard in row.standards:
            # One finding a row and page says it all.
            pages = set()
            for page, rect, found in row.ask(facts):
                if page not in pages:
                    pages.add(page)
                    yield facts.finding(row.code, row.asks, page, rect, found=found, hint=_hint(facts))


def _hint(facts: PdfFacts) -> str:
    asks = (
        "the profile asks for" if facts.profile and facts.profile.press != "home" else "the file says it is"
    )
    return f"{asks} {CALLED[facts.standard]}"


def _info(facts: PdfFacts) -> Any:
    return entry(facts.structure.trailer, "/Info")


def _version(facts: PdfFacts) -> Iterator[Complaint]:
    most = VERSIONS[facts.standard]
    stated = max(facts.structure.pdf_version, name(entry(facts.structure.Root, "/Version")))
    if stated > most or (facts.standard == "x4" and stated < "1.4"):
        yield 0, None, stated


def _identity(facts: PdfFacts) -> Iterator[Complaint]:
    info = _info(facts)
    said, conforms = words(entry(info, "/GTS_PDFXVersion")), words(entry(info, "/GTS_PDFXConformance"))
    if facts.standard == "x4":
        # The packet decides; the dictionary may say the same or nothing.
        right = said in ("", NAMES["x4"]) and facts.packet_words(PACKET_SPACE, "GTS_PDFXVersion") in (
            "",
            NAMES["x4"],
        )
    else:
        same = ("", NAMES[facts.standard], CALLED[facts.standard])
        packets = (facts.packet_words(space, "GTS_PDFXVersion") for space in (PACKET_SPACE, OLDER_SPACE))
        right = said == NAMES[facts.standard] and all(each in same for each in packets)
    if not right:
        yield 0, None, ", ".join(dict.fromkeys(facts.claims)) or "nothing"
    elif facts.standard == "x1a-2001" and conforms != CALLED["x1a-2001"]:
        yield 0, None, conforms or "no conformance"


def _packet_identity(facts: PdfFacts) -> Iterator[Complaint]:
    said = facts.packet_words(PACKET_SPACE, "GTS_PDFXVersion")
    if said != NAMES["x4"]:
        yield 0, None, said or "nothing"


def _packet_facts(facts: PdfFacts) -> Iterator[Complaint]:
    if facts.packet is None:
        yield 0, None, "no XMP metadata"
        return
    missing = [key for space, key in PACKET if not facts.packet_words(space, key)]
    if missing:
        yield 0, None, "no " + ", ".join(missing)
    if entry(entry(facts.structure.Root, "/Metadata"), "/Filter") is not None:
        yield 0, None, "compressed"


# What the information dictionary and the XMP metadata both say.
_TWINS = (
    ("Title", DUBLIN, "title"), ("Author", DUBLIN, "creator"), ("Subject", DUBLIN, "description"),
    ("Keywords", ADOBE, "Keywords"), ("Creator", XMP, "CreatorTool"), ("Producer", ADOBE, "Producer"),
    ("CreationDate", XMP, "CreateDate"), ("ModDate", XMP, "ModifyDate"),
)  # fmt: skip
_DATE = re.compile(
    r"(?:D:)?(\d{4})-?(\d\d)?-?(\d\d)?T?(\d\d)?:?(\d\d)?:?(\d\d)?(?:\.\d+)?(?:(Z)|([+-])(\d\d)[:']?(\d\d)?)?"
)


def _information(facts: PdfFacts) -> Iterator[Complaint]:
    info = _info(facts)
    missing = [key for key in ("Title", "CreationDate", "ModDate") if not words(entry(info, f"/{key}"))]
    if missing:
        yield 0, None, "no " + ", ".join(missing)
    for key, space, twin in _TWINS:
        one, others = words(entry(info, f"/{key}")).strip(), facts.packet_texts(space, twin)
        same = _same_time if key.endswith("Date") else str.__eq__
        if one and others and not any(same(one, other) for other in (*others, ", ".join(others))):
            yield 0, None, f"{key} differs from {twin} in the XMP metadata"


def _same_time(one: str, other: str) -> bool:
    """Whether two dates mean the same time, as exactly as both say it; without a zone both mean the same one."""
    found = [_DATE.match(each) for each in (one, other)]
    if found[0] is None or found[1] is None:
        return one == other
    fields = [[int(each) for each in match.groups()[:6] if each] for match in found if match]
    exact = min(map(len, fields))
    zones = [_zone(match) for match in found if match]
    if exact < 5 or None in zones:
        return fields[0][:exact] == fields[1][:exact]
    if any(not (0 < month <= 12 and year) for year, month, *_ in fields):
        return fields[0][:exact] == fields[1][:exact]
    first, second = (
        timegm((*each[:exact], *[0] * (6 - exact))) - (zone or 0)
        for each, zone in zip(fields, zones, strict=True)
    )
    return first == second


def _zone(date: re.Match[str]) -> int | None:
    """How many seconds a date's zone is ahead of that of Greenwich; None where it does not say."""
    _, _, _, _, _, _, greenwich, sign, hours, minutes = date.groups()
    if greenwich:
        return 0
    return int(f"{sign}{3600 * int(hours) + 60 * int(minutes or 0)}") if sign else None


def _trapped(facts: PdfFacts) -> Iterator[Complaint]:
    value = entry(_info(facts), "/Trapped")
    twin = facts.packet_words(ADOBE, "Trapped")
    if name(value) not in ("True", "False"):
        yield 0, None, "nothing" if value is None else name(value) or "no name"
    elif twin and twin != name(value):
        yield 0, None, f"{name(value)}, and {twin} in the XMP metadata"


def _has_id(facts: PdfFacts) -> Iterator[Complaint]:
    if len(kids(entry(facts.structure.trailer, "/ID"))) != 2:
        yield 0, None, "none"


def _intents(facts: PdfFacts) -> list[Any]:
    return [each for each in kids(entry(facts.structure.Root, "/OutputIntents")) if is_dictionary(each)]


def _intent(facts: PdfFacts) -> Any:
    found = [each for each in _intents(facts) if name(entry(each, "/S")) == "GTS_PDFX"]
    return found[0] if found else None


def _one_intent(facts: PdfFacts) -> Iterator[Complaint]:
    number_of = sum(name(entry(each, "/S")) == "GTS_PDFX" for each in _intents(facts))
    if number_of != 1:
        yield 0, None, str(number_of)
    elif name(entry(_intent(facts), "/Type")) not in ("", "OutputIntent"):
        yield 0, None, f"of the type {name(entry(_intent(facts), '/Type'))}"


def _condition(facts: PdfFacts) -> Iterator[Complaint]:
    intent = _intent(facts)
    if intent is None:
        return
    if not words(entry(intent, "/OutputConditionIdentifier")):
        yield 0, None, "no identifier"
    if not words(entry(intent, "/Info")) and entry(intent, "/DestOutputProfile") is None:
        yield 0, None, "no words about it"


def condition_is_the_profiles(facts: PdfFacts) -> Iterator[Finding]:
    """A file made for another printing condition prints with other colours than its maker saw."""
    wanted = facts.profile.condition if facts.profile else ""
    stated = words(entry(_intent(facts), "/OutputConditionIdentifier"))
    if wanted and stated and not same_condition(stated, wanted):
        yield facts.finding(
            "pdfx-condition", "the file is made for another printing condition than the profile's", severity=WARNING,
            expected=wanted, found=stated,
        )  # fmt: skip


def _carried_profile(facts: PdfFacts) -> Iterator[Complaint]:
    intent = _intent(facts)
    if intent is None or is_stream(entry(intent, "/DestOutputProfile")):
        return
    if facts.standard == "x4":
        yield 0, None, "no ICC profile"
    elif REGISTRY not in words(entry(intent, "/RegistryName")):
        yield 0, None, "neither an ICC profile nor a registry that knows the condition"


def _icc(facts: PdfFacts) -> Iterator[Complaint]:
    profile = entry(_intent(facts), "/DestOutputProfile")
    if not is_stream(profile):
        return
    head = stream_data(profile)[:128]
    if len(head) < 128 or head[36:40] != b"acsp":
        yield 0, None, "not an ICC profile"
    elif head[12:16] != b"prtr":
        yield 0, None, f"a profile for {head[12:16].decode('latin-1').strip()!r}, not for printing"
    elif SPACES.get(head[16:20]) != number(entry(profile, "/N")):
        yield 0, None, "another number of channels than the profile has"
    elif facts.standard in X1A and head[16:20] != b"CMYK":
        yield 0, None, f"a profile for {head[16:20].decode('latin-1').strip()}"
    elif facts.standard in X1A and too_new(head, (1, 4)):
        yield 0, None, f"a profile of version {icc_version(head)}, which is newer than the standard"
    else:
        title = icc_title(stream_data(profile))
        other = other_condition(title, words(entry(_intent(facts), "/OutputConditionIdentifier")))
        if other:
            yield 0, None, f"{title!r} is a profile for {other}"


DEVICES = {"DeviceCMYK", "DeviceGray", "Separation", "DeviceN", "Indexed", "Pattern", "unknown"}
MANAGED = {"ICCBased 1", "ICCBased 3", "ICCBased 4", "CalGray", "CalRGB", "Lab"}


def _colour(facts: PdfFacts) -> Iterator[Complaint]:
    allowed = DEVICES | MANAGED if facts.standard == "x4" else DEVICES
    for sheet, drawing in facts.drawn:
        # What nobody sees is in the file all the same.
        for painted in (*drawing.painted, *drawing.hidden):
            wrong = [kind for kind in painted.space.kinds if kind not in allowed]
            if wrong:
                yield sheet.number, painted.box, wrong[0]
                break


def _trim(facts: PdfFacts) -> Iterator[Complaint]:
    for sheet in facts.sheets:
        stated = [box for box in ("TrimBox", "ArtBox") if box in sheet.boxes]
        if len(stated) != 1:
            yield sheet.number, None, " and ".join(stated) or "neither"
        if "MediaBox" not in sheet.boxes:
            yield sheet.number, None, "no MediaBox"


def _no_form(facts: PdfFacts) -> Iterator[Complaint]:
    root = facts.structure.Root
    for key in ("/OpenAction", "/AA", "/AcroForm"):
        if entry(root, key) is not None:
            yield 0, None, key[1:]
            return
    for page_number, page in enumerate(facts.structure.pages, 1):
        if entry(page.obj, "/AA") is not None:
            yield page_number, None, "AA"
        if any(entry(note, "/A") is not None for note in kids(entry(page.obj, "/Annots"))):
            yield page_number, None, "an action"


def _filters(facts: PdfFacts) -> Iterator[Complaint]:
    for value in objects(facts.structure):
        for each in kids(entry(value, "/Filter")) if is_stream(value) else ():
            if facts.standard in FILTERS.get(name(each), ()):
                yield 0, None, name(each)
                return


def _old_ways(facts: PdfFacts) -> Iterator[Complaint]:
    """PostScript, curves and screens, pictures and files elsewhere."""
    for value in objects(facts.structure):
        found = ""
        kind = name(entry(value, "/Subtype"))
        if is_stream(value) and (kind == "PS" or name(entry(value, "/Subtype2")) == "PS"):
            found = "PostScript"
        elif entry(value, "/OPI") is not None:
            found = "OPI"
        elif is_stream(value) and entry(value, "/F") is not None:
            found = "a stream in another file"
        elif kind == "Image" and any(
            entry(each, "/DefaultForPrinting") is True for each in kids(entry(value, "/Alternates"))
        ):
            found = "another picture for printing"
        elif kind == "Form" and entry(value, "/Ref") is not None:
            found = "a form in another file"
        else:
            found = _curves(value)
        if found:
            yield 0, None, found
            return


def _curves(value: Any) -> str:
    states = [value, *(each for _, each in entries(entry(entry(value, "/Resources"), "/ExtGState")))]
    for state in states:
        if entry(state, "/TR") is not None and name(entry(state, "/TR")) != "Identity":
            return "a transfer curve"
        if entry(state, "/TR2") is not None and name(entry(state, "/TR2")) != "Default":
            return "a transfer curve"
        if entry(state, "/HTP") is not None:
            return "a screen's origin"
        half = entry(state, "/HT")
        if is_dictionary(half) and (
            number(entry(half, "/HalftoneType")) not in (1, 5) or entry(half, "/HalftoneName") is not None
        ):
            return "a screen of another kind"
    return ""


def _transparency(facts: PdfFacts) -> Iterator[Complaint]:
    for sheet, drawing in zip(facts.sheets, facts.drawings, strict=False):
        for effect in drawing.effects:
            yield sheet.number, None, f"{effect.kind} ({effect.detail})"
            break


def _group_space(facts: PdfFacts) -> Iterator[Complaint]:
    for page_number, page in enumerate(facts.structure.pages, 1):
        space = entry(entry(page.obj, "/Group"), "/CS")
        if name(space) in ("DeviceRGB", "DeviceGray"):
            yield page_number, None, name(space)


def _layers(facts: PdfFacts) -> Iterator[Complaint]:
    layers = entry(facts.structure.Root, "/OCProperties")
    if layers is None:
        return
    if facts.standard in X1A:
        yield 0, None, "layers"
        return
    for each in [entry(layers, "/D"), *kids(entry(layers, "/Configs"))]:
        if not words(entry(each, "/Name")):
            yield 0, None, "a setting of layers without a name"
        elif kids(entry(each, "/AS")):
            yield 0, None, "layers that switch automatically"


def _interpolated(facts: PdfFacts) -> Iterator[Complaint]:
    for value in objects(facts.structure):
        if name(entry(value, "/Subtype")) == "Image" and entry(value, "/Interpolate") is True:
            yield 0, None, "Interpolate"
            return


# Rows 14 (nesting), 15 (fonts), 16 (locks and programs) and 17 (notes) are asked of every file, or of every file for a
# press: they stand in the table of all checks.
ROWS: tuple[Row, ...] = (
    Row("pdfx-version", "the PDF version is not the one required", ALL, _version),
    Row("pdfx-identity", "the file does not declare this PDF/X version", ALL, _identity),
    Row("pdfx-packet-identity", "the XMP metadata do not name this PDF/X version", X4, _packet_identity),
    Row("pdfx-packet", "the XMP metadata are incomplete", X4, _packet_facts),
    Row(
        "pdfx-title-dates",
        "title, dates or other facts are missing, or differ from the XMP metadata",
        ALL,
        _information,
    ),
    Row(
        "pdfx-trapped",
        "Trapped is not the name True or False, or differs from the XMP metadata",
        ALL,
        _trapped,
    ),
    Row("pdfx-id", "the file has no ID of two parts", ALL, _has_id),
    Row("pdfx-intent", "there is not exactly one output intent", ALL, _one_intent),
    Row("pdfx-condition", "the output intent names no printing condition", ALL, _condition),
    Row(
        "pdfx-profile",
        "the output intent has neither a profile nor a registered condition",
        ALL,
        _carried_profile,
    ),
    Row("pdfx-icc", "the ICC profile does not fit this printing condition", ALL, _icc),
    Row("pdfx-colour", "a colour space is used that this PDF/X version does not allow", ALL, _colour),
    Row("pdfx-trim", "the page needs a MediaBox and either a TrimBox or an ArtBox", ALL, _trim),
    Row("pdfx-action", "the file contains actions", ALL, _no_form),
    Row("pdfx-filter", "a stream uses a compression that is not allowed", ALL, _filters),
    Row(
        "pdfx-postscript", "the file contains device-dependent settings that are not allowed", ALL, _old_ways
    ),
    Row("pdfx-transparency", "something is transparent", X1A, _transparency),
    Row(
        "pdfx-group",
        "transparency is blended in another colour space than that of the output intent",
        X4,
        _group_space,
    ),
    Row("pdfx-layers", "layers are not allowed, or are set up wrongly", ALL, _layers),
    Row("pdfx-interpolate", "an image requests interpolation", ALL, _interpolated),
)
