"""Writes the files of a build, and manifest.json: an entry for each, with what it is and how it is printed."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from printkit.backends.pdf import write_pdf
from printkit.backends.press import Press
from printkit.files import Staging, read_json, sha256_of
from printkit.geometry import Rect
from printkit.interchange.archive import Archive, write_archive
from printkit.jobs.build.order import home_colours, press_facts
from printkit.jobs.build.part import Document
from printkit.jobs.build.request import BuildRequest
from printkit.kit.model import Ink, Kit
from printkit.sheets.model import FaceKey, Placement, Sheet

__all__ = ["LANGUAGES", "MANIFEST", "PrintUse", "Progress", "manifest_bytes", "print_use", "write_file"]

# ── manifest.json: merges an entry for each file of a build ──────────────────────────────────────────────────────────

FIGURES = "figures.json"
"""Written beside made art by `python -m printkit.atelier make`; a kit without it has no figures."""
INKS: tuple[Ink, ...] = ("full", "low")


def art_figures(kit: Kit) -> dict[str, Any]:
    """By ink: how well the back hides a face, and the darkest and the lightest picture of a face, 0 to 1 black.

    Nothing is measured here: the numbers were taken when the art was made.
    """
    figures: dict[str, Any] = {}
    for ink in INKS:
        rows = _rows(kit, ink)
        faces = {name: row["darkness"] for name, row in rows.items() if _is_number(row.get("darkness"))}
        back = rows.get("back", {})
        entry: dict[str, Any] = {}
        if _is_number(back.get("coverage")) and _is_number(back.get("lightest")):
            entry["back"] = {"coverage": back["coverage"], "lightest": back["lightest"]}
        if faces:
            darkest = max(faces, key=lambda name: (faces[name], name))
            lightest = min(faces, key=lambda name: (faces[name], name))
            entry["faces"] = {
                "darkest": {"picture": darkest, "darkness": faces[darkest]},
                "lightest": {"picture": lightest, "darkness": faces[lightest]},
            }
        if entry:
            figures[ink] = entry
    return figures


def _rows(kit: Kit, ink: Ink) -> Mapping[str, dict[str, Any]]:
    """The figures of one printing; a file that is not there or cannot be read says nothing."""
    folder = kit.art_folders[ink]
    if not folder:
        return {}
    try:
        rows = read_json(kit.folder / folder / FIGURES)
    except (OSError, ValueError):
        return {}
    if not isinstance(rows, dict):
        return {}
    return {name: row for name, row in rows.items() if isinstance(row, dict)}


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


MANIFEST = "manifest.json"


def _placement_entries(page: int, sheet: Sheet) -> list[dict[str, Any]]:
    """Where each face lies on a page (counted from 1); `trim_mm` is x, y, width, height from the top left."""
    return [
        _placement(page, placement, sheet.correction.rect(placement.trim)) for placement in sheet.placements
    ]


def _with_looks(placements: Iterable[dict[str, Any]], looks: Mapping[FaceKey, str]) -> list[dict[str, Any]]:
    """The placements, each with what its face looks like."""
    return [{**entry, "look": looks[FaceKey(entry["card"], entry["side"])]} for entry in placements]


def _placement(page: int, placement: Placement, trim: Rect) -> dict[str, Any]:
    return {
        "page": page,
        "card": placement.face.card,
        "side": placement.face.side,
        "rotation": placement.rotation,
        "trim_mm": [round(value, 3) for value in trim],
    }


def _file_entry(
    sha256: str, pages: int, facts: Mapping[str, str], placements: Iterable[Any]
) -> dict[str, Any]:
    """One file's entry."""
    return {"sha256": sha256, "pages": pages, **facts, "placements": list(placements)}


def manifest_bytes(folder: Path, kit: Kit, entries: Mapping[str, Any]) -> bytes:
    """The manifest with these entries new and all others as they stood, of files that are still there."""
    files = {name: entry for name, entry in _standing(folder, kit).items() if (folder / name).is_file()}
    files.update(entries)
    titles = {language: kit.text(language, "kit.title") for language in kit.languages}
    manifest: dict[str, Any] = {"kit": kit.id, "version": kit.version, "title": titles}
    if figures := art_figures(kit):
        manifest["art"] = figures
    manifest["files"] = dict(sorted(files.items()))
    return (_text(manifest) + "\n").encode()


def _standing(folder: Path, kit: Kit) -> dict[str, Any]:
    """The entries of the manifest that lies there; what cannot be read, or is no entry, is as good as none."""
    try:
        manifest = read_json(folder / MANIFEST)
        files = manifest["files"] if manifest["kit"] == kit.id else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    known = files.items() if isinstance(files, dict) else ()
    return {name: entry for name, entry in known if _is_entry(entry)}


def _is_entry(entry: Any) -> bool:
    """Whether something has the shape of a file's entry: pages, words, and a list of tables."""
    if not isinstance(entry, dict) or not isinstance(entry.get("placements"), list):
        return False
    pages, facts = entry.get("pages"), entry.keys() - {"pages", "placements"}
    counted = isinstance(pages, int) and not isinstance(pages, bool) and pages >= 0
    return (
        counted
        and all(isinstance(entry[key], str) for key in facts)
        and all(isinstance(place, dict) for place in entry["placements"])
    )


def _text(manifest: Mapping[str, Any]) -> str:
    """JSON with a line a placement, so that people and diffs can read it."""
    files = ",\n".join(f"  {_json(name)}: {_entry_text(entry)}" for name, entry in manifest["files"].items())
    head = ", ".join(f"{_json(key)}: {_json(value)}" for key, value in manifest.items() if key != "files")
    return f'{{{head},\n "files": {{\n{files}\n }}}}'


def _entry_text(entry: Mapping[str, Any]) -> str:
    facts = ", ".join(f"{_json(key)}: {_json(value)}" for key, value in entry.items() if key != "placements")
    rows = ",\n".join(f"    {_json(placement)}" for placement in entry.get("placements", ()))
    return f'{{{facts}, "placements": [\n{rows}\n  ]}}'


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


# ── what a built file is, and how it is printed ──────────────────────────────────────────────────────────────────────

LANGUAGES = ("en", "ja")
# What the manifest calls the press of a printer at home.
AT_HOME = ("home", "grey")

# What a file is, by its kind and use; a use of its own comes before the kind.
_WHAT: dict[str, tuple[str, str]] = {
    "cards": ("cards to cut", "切り分けるカード"),
    "rules": ("rule cards", "ルールのカード"),
    "folded": ("rule cards to fold, instead", "二つ折りのルールのカード（代わりに使えます）"),
    "reference": ("quick reference", "早見表"),
    "leaflet": ("leaflet of rules", "折り説明書"),
    "leaflets": ("leaflet of rules", "折り説明書"),
    "advice": ("leaflet of advice", "上手な遊び方の紙"),
    "overlays": ("labels for a deck you own", "手持ちのカードに貼るシール"),
    "boards": ("board", "盤"),
    "mat": ("mat", "プレイマット"),
    "tokens": ("tokens", "駒"),
    "sticks": ("throwing sticks", "投げ棒"),
    "box": ("tuck box", "キャラメル箱"),
    "booklet": ("rule book", "ルールブック"),
    "walkthrough": ("games turn by turn", "実戦譜"),
    "puzzles": ("puzzles", "問題集"),
    "problems": ("puzzles", "問題集"),
    "record": ("record of a game", "棋譜"),
    "order": ("for the print service", "印刷サービスに送るファイル"),
}
# How the printer is set for it.
_SETTING: dict[str, tuple[str, str]] = {
    "none": ("one side", "片面"),
    "long": ("both sides, flip on long edge", "両面・長辺とじ"),
    "short": ("both sides, flip on short edge", "両面・短辺とじ"),
    "fold": ("one side, then fold", "片面・折って貼り合わせる"),
    "fronts-then-backs": ("all fronts, then all backs", "表面をすべて刷ってから裏面"),
    "screen": ("to read on a screen", "画面で読む"),
    "kept": ("not printed", "印刷しない"),
    "order": ("to send as it is", "そのまま送る"),
}


class PrintUse(NamedTuple):
    """What a file is and how it is printed, as words of the manifest.

    `kind` and `setting` are keys of `what` and `how`; `first` counts the parts to print first from 1, 0 for others.
    """

    kind: str = "record"
    setting: str = "kept"
    paper: str = ""
    first: int = 0

    def what(self, language: str) -> str:
        """What the file is, in a language of LANGUAGES."""
        return _WHAT[self.kind][LANGUAGES.index(language)]

    def how(self, language: str) -> str:
        """How it is printed, in a language of LANGUAGES."""
        return _SETTING[self.setting][LANGUAGES.index(language)]

    @property
    def printed_first(self) -> int:
        """Its place among what is printed first, from 1; 0 for what is not, as pages for a screen or other forms."""
        return 0 if self.setting in ("screen", "kept") or self.kind in ("folded", "reference") else self.first


def print_use(entry: Mapping[str, Any]) -> PrintUse:
    """What a file's entry of the manifest says of it; what older manifests do not say counts as cards of one side."""
    if "profile" in entry:
        return PrintUse("order", "order", str(entry.get("paper", "")))
    if "press" not in entry:
        return PrintUse()
    use = str(entry.get("use", ""))
    kind = use if use in _WHAT else str(entry.get("kind", "cards"))
    setting = "screen" if use == "screen" else str(entry.get("duplex", "none"))
    if entry["press"] not in AT_HOME:
        setting = "order"
    if kind not in _WHAT or setting not in _SETTING:
        return PrintUse("cards", "none", str(entry.get("paper", "")))
    first = str(entry.get("first", "0"))
    return PrintUse(kind, setting, str(entry.get("paper", "")), int(first) if first.isdecimal() else 0)


# Ways to print both sides without the printer turning the paper.
UNTURNED = ("fold", "fronts-then-backs")

Progress = Callable[[str, int, int], None]
"""Called with a file's name, how many of its cards are done, and of how many."""


def write_file(
    stage: Staging,
    file: Document | Archive,
    request: BuildRequest,
    press: Press | None,
    *,
    written: Collection[str],
    progress: Progress,
) -> dict[str, Any]:
    """Write one file and what is attached to it; returns their entries of the manifest by name.

    Attached files that are among those `written` are not written again.
    """
    if isinstance(file, Archive):
        count = write_archive(
            stage, file, lambda cards: progress(file.name, min(cards, file.cards), file.cards)
        )
        return {file.name: _file_entry(sha256_of(stage.path(file.name)), count, file.facts, ())}
    entries = {file.name: _write(stage, file, request, press, progress)}
    for name, data in file.info.files:
        if name not in written:
            stage.write(name, data)
            entries[name] = _file_entry(sha256_of(stage.path(name)), 1, {}, ())
    return entries


def _write(
    stage: Staging, document: Document, request: BuildRequest, press: Press | None, progress: Progress
) -> dict[str, Any]:
    placements: list[dict[str, Any]] = []
    pages, backs = 0, False

    def watched() -> Iterator[Sheet]:
        nonlocal pages, backs
        for sheet in document.sheets:
            pages += 1
            backs = (
                backs or sheet.side == "back" or any(each.face.side == "back" for each in sheet.placements)
            )
            placements.extend(_placement_entries(pages, sheet))
            progress(document.name, min(len(placements), document.cards), document.cards)
            yield sheet

    with stage.open(document.name) as stream:
        colours = home_colours(request)
        looks = write_pdf(stream, watched(), document.faces, document.info, colours, press)
    turned = document.info.duplex or (request.duplex if request.duplex in UNTURNED else "none")
    duplex = {"duplex": turned if backs else "none"}
    facts = {**document.facts, **duplex, **press_facts(press, request)}
    return _file_entry(sha256_of(stage.path(document.name)), pages, facts, _with_looks(placements, looks))
