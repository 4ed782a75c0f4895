"""Press standards, ICC profiles and printing conditions, and what a PDF declares of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from printkit.errors import InputError, nearest_hint, way_out
from printkit.files import open_plain
from printkit.inspect.icc import icc_title, icc_version, other_condition, too_new
from printkit.scene.inks import HOUSE_INKS, INK_LIMIT

__all__ = [
    "CONDITIONS",
    "HOME",
    "STANDARDS",
    "Condition",
    "IccProfile",
    "Press",
    "Standard",
    "find_press",
    "read_icc",
    "xmp_packet",
]

HOME = "home"
REGISTRY = "http://www.color.org"
USUAL_CONDITION = "JC200103"


class Standard(NamedTuple):
    """One PDF/X flavour: its base version, what it calls itself, and whether it must carry the profile.

    `identity` stands in the information dictionary, `said_in` is the name space it has in the packet of facts.
    """

    name: str
    version: tuple[int, int]
    identity: tuple[tuple[str, str], ...]
    said_in: str
    needs_icc: bool

    @property
    def transparency(self) -> bool:
        """Whether what is below may show through: PDF/X-1a forbids it."""
        return not self.name.startswith("x1a")


STANDARDS: dict[str, Standard] = {
    standard.name: standard
    for standard in (
        Standard(
            "x1a-2001",
            (1, 3),
            (("GTS_PDFXVersion", "PDF/X-1:2001"), ("GTS_PDFXConformance", "PDF/X-1a:2001")),
            "pdfx",
            needs_icc=False,
        ),
        Standard("x1a-2003", (1, 4), (("GTS_PDFXVersion", "PDF/X-1a:2003"),), "pdfx", needs_icc=False),
        # The newer standard reads its name from the packet; older checkers still look for it in the dictionary.
        Standard("x4", (1, 6), (("GTS_PDFXVersion", "PDF/X-4"),), "pdfxid", needs_icc=True),
    )
}


class Condition(NamedTuple):
    """A printing condition as it is registered: its identifier, and in words what it is."""

    identifier: str
    words: str


CONDITIONS: dict[str, Condition] = {
    condition.identifier.replace(" ", ""): condition
    for condition in (
        Condition("JC200103", "Japan Color 2001, coated paper"),
        Condition("FOGRA39", "Offset on coated paper, ISO 12647-2:2004"),
        Condition("FOGRA51", "Offset on premium coated paper, ISO 12647-2:2013"),
        Condition("FOGRA52", "Offset on uncoated wood-free paper, ISO 12647-2:2013"),
        Condition("CGATS TR 001", "SWOP, web offset on coated paper"),
        Condition("CGATS TR 006", "GRACoL, sheet-fed offset on coated paper"),
    )
}


class IccProfile(NamedTuple):
    """An output profile: its bytes and what it calls itself."""

    data: bytes
    title: str


@dataclass(frozen=True, slots=True)
class Press:
    """One way to print at a press: the standard, the condition or profile aimed at, and the ink it allows.

    `ink_limit` is the sum of all four inks in one place, in per cent. `overprints` is whether black text and
    lines lie over colours: only where even the fullest colour below leaves room for all of the black. `date` is when
    the file is said to be made, ISO 8601 in UTC; without it the date is the same for all.
    """

    standard: Standard
    condition: Condition | None
    profile: IccProfile | None
    ink_limit: float = INK_LIMIT
    date: str = ""

    @property
    def overprints(self) -> bool:
        """Whether black may lie on top of every ink without going over the limit."""
        return 100 + _fullest_colour() <= self.ink_limit

    @property
    def picture_limits(self) -> tuple[float, float]:
        """The most ink a picture may carry, as shares: cyan, magenta and yellow together, and all four."""
        limit = self.ink_limit / 100
        return (limit - 1 if self.overprints else limit), limit

    @property
    def intent(self) -> dict[str, str]:
        """The texts of the output intent."""
        if self.condition is None:
            title = self.profile.title if self.profile else ""
            return {"OutputConditionIdentifier": "Custom", "OutputCondition": title, "Info": title}
        identifier, words = self.condition
        info = self.profile.title if self.profile else words
        return {
            "OutputConditionIdentifier": identifier,
            "OutputCondition": words,
            "RegistryName": REGISTRY,
            "Info": info,
        }


def _fullest_colour() -> float:
    return max(100 * math.fsum(ink.cmyk[:3]) for ink in HOUSE_INKS.values())


def find_press(
    standard: str, icc: Path | None = None, condition: str = "", ink_limit: float = INK_LIMIT
) -> Press:
    """The press of that standard; whatever it lacks is an InputError naming the option.

    Without profile or condition PDF/X-1a states Japan Color 2001 coated; PDF/X-4 must be given its profile.
    """
    known = STANDARDS.get(standard)
    if known is None:
        hint = nearest_hint(standard, (HOME, *STANDARDS))
        raise InputError(f"{standard!r} is not a valid choice", key="--press", hint=hint)
    if known.needs_icc and icc is None:
        raise InputError(
            f"{standard} carries the ICC profile of the printing condition, and none is given",
            key="--press",
            hint="ask the printer for it and add --icc FILE",
        )
    most = max(100 * math.fsum(ink.cmyk) for ink in HOUSE_INKS.values())
    if not most <= ink_limit <= 400:
        raise InputError(
            f"a total ink limit of {ink_limit:g} % cannot be kept", hint=f"the fullest ink is {most:g} %"
        )
    named = condition or ("" if icc else USUAL_CONDITION)
    press = Press(known, _find_condition(named) if named else None, read_icc(icc) if icc else None, ink_limit)
    _refuse_conflict(press)
    return press


def _refuse_conflict(press: Press) -> None:
    """A profile the standard does not know, or one of another condition, is an InputError."""
    if press.profile is None:
        return
    if too_new(press.profile.data, press.standard.version):
        version = ".".join(map(str, press.standard.version))
        raise InputError(
            f"an ICC profile of version {icc_version(press.profile.data)}, which PDF {version} does not know",
            key="--icc",
            hint=f"{press.standard.name} takes version 2; or use --press x4",
        )
    other = press.condition and other_condition(press.profile.title, press.condition.identifier)
    if other and press.condition:
        raise InputError(
            f"{press.profile.title!r} is a profile for {other}, not for {press.condition.identifier}",
            key="--condition",
            hint="leave out --condition, or name the one the profile is for",
        )


def _find_condition(name: str) -> Condition:
    key = "".join(name.upper().split())
    found = CONDITIONS.get(key)
    if found is None:
        raise InputError(
            f"unknown printing condition {name!r}", key="--condition", hint=nearest_hint(key, CONDITIONS)
        )
    return found


# How long the head of a profile is.
_HEAD = 128
_MOST_BYTES = 20_000_000


def read_icc(file: Path) -> IccProfile:
    """A profile for printing in four inks; a file that is none is an InputError saying what it is instead."""
    try:
        with open_plain(file) as stream:
            data = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        registered = str(file).upper() in CONDITIONS
        hint = "--condition names a registered one" if registered else way_out(error, file)
        raise InputError(
            f"cannot read the ICC profile: {error.strerror or error}", file=file, key="--icc", hint=hint
        ) from error
    wrong = _icc_fault(data)
    if wrong:
        raise InputError(wrong, file=file, key="--icc", hint="a profile for printing in CMYK is needed")
    return IccProfile(data, icc_title(data) or file.stem)


def _icc_fault(data: bytes) -> str:
    if len(data) < _HEAD or data[36:40] != b"acsp":
        return "not an ICC profile"
    if len(data) > _MOST_BYTES or int.from_bytes(data[:4], "big") > len(data):
        return "the ICC profile is cut off or too long"
    if data[12:16] != b"prtr":
        return f"an ICC profile for {_CLASSES.get(data[12:16], 'another use')}, not for printing"
    if data[16:20] != b"CMYK":
        return f"an ICC profile for {data[16:20].decode('latin-1').strip()!r}, not for CMYK"
    return ""


_CLASSES = {b"mntr": "screens", b"scnr": "scanners", b"link": "links", b"spac": "colour spaces"}


_PACKET = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
    xmlns:{space}="{address}"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">
   <dc:format>application/pdf</dc:format>
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
{people}   <xmp:CreateDate>{date}</xmp:CreateDate>
   <xmp:ModifyDate>{date}</xmp:ModifyDate>
   <xmp:MetadataDate>{date}</xmp:MetadataDate>
   <xmp:CreatorTool>{creator}</xmp:CreatorTool>
   <pdf:Producer>{producer}</pdf:Producer>
   <pdf:Trapped>False</pdf:Trapped>
{identity}   <xmpMM:DocumentID>{document}</xmpMM:DocumentID>
   <xmpMM:InstanceID>{document}</xmpMM:InstanceID>
   <xmpMM:VersionID>1</xmpMM:VersionID>
   <xmpMM:RenditionClass>default</xmpMM:RenditionClass>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
"""
_CREATOR = "   <dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>\n"
_SUBJECT = (
    '   <dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>\n'
)


_SPACES = {
    "pdfx": "http://ns.adobe.com/pdfx/1.3/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
    "pdfuaid": "http://www.aiim.org/pdfua/ns/id/",
}


def xmp_packet(
    standard: Standard | None,
    facts: dict[str, str],
    date: str,
    fingerprint: str,
    language: str = "",
    *,
    accessible: bool = False,
) -> bytes:
    """The packet that says again what the information dictionary says, for programs that read no PDF.

    `date` is ISO 8601, `fingerprint` 32 hex digits of the file's content, from which the document's name comes. An
    `accessible` file, which is for no press, claims PDF/UA-1.
    """
    # It brings half of the standard library's network code along.
    from xml.sax.saxutils import escape

    said = {key: escape(words) for key, words in facts.items()}
    people = _CREATOR.format(author=said["Author"]) if said.get("Author") else ""
    people += _SUBJECT.format(subject=said["Subject"]) if said.get("Subject") else ""
    people += (
        f"   <dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>\n" if language else ""
    )
    space = standard.said_in if standard else "pdfuaid"
    identity = standard.identity if standard else (("part", "1"),) if accessible else ()
    parts = (fingerprint[:8], fingerprint[8:12], fingerprint[12:16], fingerprint[16:20], fingerprint[20:32])
    return _PACKET.format(
        title=said["Title"],
        people=people,
        date=date,
        creator=said["Creator"],
        producer=said["Producer"],
        space=space,
        address=_SPACES[space],
        identity="".join(f"   <{space}:{key}>{word}</{space}:{key}>\n" for key, word in identity),
        document="uuid:" + "-".join(parts),
    ).encode("utf-8")
