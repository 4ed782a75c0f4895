"""Files that are read nowhere, known by how they begin: what each is, and what helps."""

from __future__ import annotations

__all__ = ["START", "unread"]

START = 64
"""So many bytes of a file tell what it is."""

_EXPORT = "export it as PNG or PDF"
# Where it begins so, what it is, and what helps.
_KINDS = (
    (0, b"8BPS", "a Photoshop document (PSD)", _EXPORT),
    (0, b"\xff\x0a", "a JPEG XL", "save it as PNG or JPEG"),
    (0, b"\0\0\0\x0cJXL ", "a JPEG XL", "save it as PNG or JPEG"),
    (0, b"\x1f\x8b", "a packed file", "unpack it"),
    (0, b"PK\x03\x04", "an archive, or a document that is one", "unpack it, or export it as PNG or PDF"),
    (0, b"Rar!", "an archive", "unpack it"),
    (0, b"7z\xbc\xaf\x27\x1c", "an archive", "unpack it"),
    (0, b"%!PS", "PostScript (EPS, AI)", "export it as PDF or SVG"),
    (0, b"\xc5\xd0\xd3\xc6", "PostScript (EPS)", "export it as PDF or SVG"),
    (0, b"gimp xcf", "a GIMP document (XCF)", _EXPORT),
    (0, b"CSFCHUNK", "a Clip Studio document", _EXPORT),
    (0, b"\0\xffKA", "an Affinity document", _EXPORT),
    (0, b"SQLite format 3", "a data base", _EXPORT),
    (0, b"\xd0\xcf\x11\xe0", "an old Office document", "export it as PDF"),
    (0, b"\x06\x06\xed\xf5\xd8\x1d\x46\xe5", "an InDesign document", "export it as PDF"),
    (0, b"v/1\x01", "an OpenEXR picture", "save it as PNG with 8 bits"),
    (0, b"#?RADIANCE", "a Radiance picture", "save it as PNG with 8 bits"),
    (0, b"DDS ", "a texture (DDS)", "save it as PNG"),
    (0, b"\xabKTX", "a texture (KTX)", "save it as PNG"),
    (0, b"\xd7\xcd\xc6\x9a", "a Windows metafile (WMF)", "export it as SVG or PDF"),
    (40, b" EMF", "a Windows metafile (EMF)", "export it as SVG or PDF"),
    (0, b"\x1aE\xdf\xa3", "a film", "save one picture of it as PNG"),
    (8, b"AVI ", "a film", "save one picture of it as PNG"),
    (8, b"WAVE", "sound", "leave it out"),
    (0, b"icns", "an icon of a Mac (ICNS)", "save it as PNG"),
    (0, b"fig-kiwi", "a Figma document", "export it as SVG, PDF or PNG"),
    (8, b"CDR", "a CorelDRAW document", "export it as SVG or PDF"),
    (0, b'{"type":"excalidraw', "an Excalidraw document", "export it as SVG or PNG"),
    (0, b"version https://git-lfs", "a pointer of Git LFS, not the file", "fetch it by `git lfs pull`"),
    (0, b"[InternetShortcut]", "a link to a page", "save what it leads to"),
    (0, b"MZ", "a program", "leave it out"),
    (0, b"\x7fELF", "a program", "leave it out"),
)
# ISO media files name their kind behind their length.
_HEIF = {b"heic", b"heix", b"heim", b"heis", b"mif1", b"msf1"}
_AVIF = {b"avif", b"avis"}
_RAW = {b"crx "}


def unread(start: bytes) -> tuple[str, str] | None:
    """What a file that begins so is, and what helps; None for one that is not known."""
    if start[4:8] == b"ftyp":
        brand = start[8:12]
        if brand in _HEIF:
            return "HEIC", "save it as JPEG or PNG, or install pillow-heif"
        if brand in _AVIF:
            return "AVIF", "save it as PNG or JPEG"
        return ("a raw photograph", _EXPORT) if brand in _RAW else ("a film", "save one picture of it as PNG")
    if not start.strip(b"\0"):
        return ("empty", "copy the file again") if not start else ("nothing but zeros", "copy the file again")
    return next(((what, hint) for at, mark, what, hint in _KINDS if start[at:].startswith(mark)), None)
