"""What all kits of one build share: press and profile, vendor, printer, and what was printed before."""

from __future__ import annotations

import io
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from printkit.backends.pdf import write_pdf
from printkit.backends.press import HOME, Press, find_press
from printkit.errors import InputError, nearest_hint, unreadable
from printkit.files import read_json
from printkit.geometry import Size
from printkit.jobs.build.part import USUAL_PAPER, Document, Job, document_info, file_name
from printkit.jobs.build.request import BuildRequest, check_request
from printkit.jobs.calibrate import Printer
from printkit.jobs.parts.cards import card_document, card_faces
from printkit.kit.art_checks import drawn_otherwise, missing_pictures
from printkit.kit.columns import literal_markup
from printkit.kit.model import Card, Component
from printkit.preflight.profile import Profile, find_profile
from printkit.scene.inks import INK_LIMIT, Colours
from printkit.sheets.impose import card_per_page
from printkit.sheets.model import FaceKey

__all__ = ["GREY", "Order", "chosen_press", "chosen_profile", "home_colours", "press_facts", "read_order"]

# ── chooses the press and profile of a build ─────────────────────────────────────────────────────────────────────────

# A printer at home that has black only.
GREY = "grey"
# The end of the year 9999.
LAST_MOMENT = 253_402_300_799


def chosen_profile(request: BuildRequest) -> Profile | None:
    """The profile requested; options that it decides itself are an InputError."""
    if not request.profile:
        return None

    profile = find_profile(request.profile)
    decided = {"--only": request.only, "--cards": request.cards, "--where": request.where}
    if profile.form != "sheets":
        decided["--paper"] = (request.paper,) if request.paper else ()
        decided["--marks"] = request.marks if request.marks != BuildRequest().marks else ()
    if profile.form == "pictures":
        decided |= {"--press": (request.press,) if request.press != HOME else ()}
        decided |= {"--pages": (request.pages,) if request.pages else ()}
    for option, given in decided.items():
        if given:
            message = f"the profile {profile.name} sets this itself"
            raise InputError(message, key=option, hint=f"leave out {option} or --profile")
    return profile


def chosen_press(request: BuildRequest, profile: Profile | None = None) -> Press | None:
    """The press requested, else the profile's; none is printing at home. What does not go together: InputError."""
    name = request.press
    if name == GREY:
        if profile is not None:
            raise InputError("is for home printing", key="--press", hint="leave out --profile")
        name = HOME
    if name == HOME and profile is not None:
        name = profile.press
    if name != HOME:
        limit = (profile.ink_limit if profile else 0.0) or INK_LIMIT
        own = profile.condition if profile and not request.icc else ""
        press = find_press(name, request.icc, request.condition or own, limit)
        return replace(press, date=_stated_date())
    for option, given in (("--icc", request.icc), ("--condition", request.condition)):
        if given:
            raise InputError(
                "is for a print shop, but the file is for home printing",
                key=option,
                hint="add --press x1a-2003 or x4",
            )
    return None


def _stated_date() -> str:
    """The moment SOURCE_DATE_EPOCH names (seconds since 1970, as reproducible builds use it), ISO 8601; else empty."""
    said = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if not said:
        return ""
    if not (said.isascii() and said.isdecimal() and len(said) <= 12 and int(said) <= LAST_MOMENT):
        hint = "seconds since 1970-01-01, like 1764000000"
        raise InputError(f"{said[:40]!r} is no moment", key="SOURCE_DATE_EPOCH", hint=hint)
    return datetime.fromtimestamp(int(said), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def home_colours(request: BuildRequest) -> Colours:
    """How inks are written for a printer at home: in sRGB, or in designed greys for one that has black only."""
    return "grey" if request.press == GREY else "srgb"


def press_facts(press: Press | None, request: BuildRequest) -> dict[str, str]:
    """What the manifest says of the press."""
    if press is None:
        return {"press": GREY if request.press == GREY else HOME}
    return {
        "press": press.standard.name,
        "condition": press.intent["OutputConditionIdentifier"],
        "ink_limit": f"{press.ink_limit:g}",
    }


# ── what all kits of one build share: press, vendor, printer, and what was printed before ────────────────────────────

# A manifest of ten thousand cards has a tenth of this.
MOST_BYTES = 50_000_000
PATCH = "patch"
# What a printer is called whose calibrations come with the request.
UNNAMED = "this printer"
SIDES = ("front", "back")


@dataclass(frozen=True, slots=True)
class Printed:
    """What a manifest says was printed: its file, its kit, and the entries of its files."""

    file: Path
    kit: str
    entries: tuple[Mapping[str, Any], ...]

    def like(self, size: str, press: str, ink: str) -> tuple[Mapping[str, Any], ...]:
        """The files of that card size, press and ink, without patch sheets; none of them is an InputError."""
        cards = [entry for entry in self.entries if PATCH not in entry]
        found = [
            entry for entry in cards if (entry["card"], entry["press"], entry["ink"]) == (size, press, ink)
        ]
        if not found:
            have = sorted({f"{entry['card']} {entry['press']} {entry['ink']}" for entry in cards})
            raise InputError(
                f"no cards of {size} {press} {ink} were printed",
                file=self.file,
                key="--changed-since",
                hint=f"printed were: {'; '.join(have) or 'none'}",
            )
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Patch:
    """The documents with what differs, and the cards that were printed and are no more."""

    documents: tuple[Document, ...]
    gone: tuple[str, ...]


def read_printed(file: Path) -> Printed:
    """The manifest of an earlier build; one that cannot be read or has no fingerprints of cards is an InputError."""
    try:
        manifest = read_json(file, MOST_BYTES)
        return Printed(file, str(manifest["kit"]), tuple(_entries(manifest["files"].values())))
    except IsADirectoryError:
        hint = f"name {file / 'manifest.json'}"
        raise InputError("is a folder", file=file, key="--changed-since", hint=hint) from None
    except OSError as error:
        raise unreadable(error, file, key="--changed-since") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            "is not a manifest with card fingerprints",
            file=file,
            key="--changed-since",
            hint="name the manifest.json beside the printed PDF, written by this version of printkit",
        ) from error


def _entries(entries: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The files of cards, if they have fingerprints of their cards; those of older versions do not."""
    found = older = False
    for entry in entries:
        if "card" not in entry:
            continue
        places = entry["placements"]
        if not all(isinstance(entry[key], str) for key in ("card", "press", "ink")):
            raise ValueError("a file without its press")
        if not all(place["side"] in SIDES and isinstance(place["card"], str) for place in places):
            raise ValueError("a placement without a card")
        if all(isinstance(place.get("look"), str) for place in places):
            found = True
            yield entry
        else:
            older = True
    if older and not found:
        raise ValueError("no file has card fingerprints")


def changed_documents(job: Job, printed: Printed, press: Press | None) -> Patch:
    """Sheets of the cards that look different from when they were printed, and of those that are new.

    Cards are compared in one size, press and ink. A card printed twice with different looks counts as changed, so
    that nothing is left out. What is not made of cards cannot be requested: InputError.
    """
    if printed.kit != job.kit.id:
        raise InputError(
            f"is of kit {printed.kit}, not {job.kit.id}", file=printed.file, key="--changed-since"
        )
    entries = printed.like(job.choices.size, press_facts(press, job.request)["press"], job.choices.ink)
    before = _Before(entries)
    documents = []
    components = _components(job)
    for component in components:
        # What was never printed is not printed again, unless it is named.
        if not job.request.only and before.cards.isdisjoint(
            card.id for card in job.kit.cards_of(component.id)
        ):
            continue
        cards = tuple(_wanted(job, component, before, press))
        if cards:
            documents.append(_patch(job, component, cards))
    own = {card.id for card in job.kit.cards}
    return Patch(tuple(documents), tuple(sorted(before.cards - own)))


def _components(job: Job) -> tuple[Component, ...]:
    known = {component.id: component for component in job.kit.components}
    for name in job.request.only:
        if name not in known:
            raise InputError(f"{name!r} is not made of cards", key="--only", hint=nearest_hint(name, known))
    return tuple(part for name, part in known.items() if not job.request.only or name in job.request.only)


class _Before:
    """How cards looked, and how many of each were printed."""

    def __init__(self, entries: Sequence[Mapping[str, Any]]) -> None:
        self._looks: dict[FaceKey, set[str]] = {}
        self._counts: Counter[str] = Counter()
        for entry in entries:
            fronts = Counter(place["card"] for place in entry["placements"] if place["side"] == "front")
            self._counts |= fronts
            for place in entry["placements"]:
                self._looks.setdefault(FaceKey(place["card"], place["side"]), set()).add(place["look"])

    @property
    def cards(self) -> set[str]:
        return set(self._counts)

    def missing(self, card: Card, looks: Mapping[FaceKey, str]) -> int:
        """How many of a card have to be printed."""
        for side in SIDES:
            key = FaceKey(card.id, "front" if side == "front" else "back")
            seen = self._looks.get(key)
            # Who printed no backs has none to replace.
            if seen is not None and key in looks and seen != {looks[key]}:
                return card.copies
        return max(0, card.copies - self._counts[card.id])


def _wanted(job: Job, component: Component, before: _Before, press: Press | None) -> Iterator[Card]:
    """The cards to print again, each with as many copies as are wanting."""
    own = job.kit.cards_of(component.id)
    looks = _looks(job, component, own, press)
    wanted = frozenset(job.kit.card(card_id).id for card_id in job.request.cards)
    for card in own:
        count = before.missing(card, looks)
        if count and (not wanted or card.id in wanted):
            yield replace(card, copies=count)


def _looks(job: Job, component: Component, cards: Sequence[Card], press: Press | None) -> dict[FaceKey, str]:
    """What every face of these cards looks like, found by writing them into a file that is thrown away."""
    size = job.kit.size(job.choices.size)
    sheets = card_per_page(
        [card.id for card in cards],
        Size(size.width, size.height),
        size.bleed,
        order=("front", "back") if job.kit.backs_of(component.id) else ("front",),
    )
    return write_pdf(
        io.BytesIO(),
        sheets,
        card_faces(job),
        document_info(job, component.id),
        home_colours(job.request),
        press,
    )


def _patch(job: Job, component: Component, cards: Sequence[Card]) -> Document:
    document = card_document(job, component.id, cards)
    paper = job.request.paper.lower() or USUAL_PAPER
    name = file_name(job, f"{component.id}-{PATCH}", paper=paper)
    return replace(
        document,
        name=name,
        facts={"part": component.id, "kind": "cards", **document.facts, PATCH: str(len(cards))},
    )


# So many drawings are named in a warning.
_SHOWN = 5


class Order(NamedTuple):
    """A request with the files and names it mentions read and checked."""

    request: BuildRequest
    profile: Profile | None
    press: Press | None
    printer: Printer | None = None
    printed: Printed | None = None

    @property
    def printed_kits(self) -> tuple[str, ...]:
        """The kit whose manifest was named."""
        return (self.printed.kit,) if self.printed else ()

    def warnings(self, job: Job) -> tuple[str, ...]:
        """What to know before printing: of the printer, of drawings printed as pixels, of marks in cells."""
        found = self.printer.warnings if self.printer else ()
        drafted = _listed("draft: placeholders for", missing_pictures(job.kit, job.choices.ink))
        drafted += _listed("draft: notes for the texts", job.kit.missing_texts)
        pixels, lost = drawn_otherwise(job.kit, job.choices.ink, self.request.press == "home")
        named = _listed("printed as pixels, 600 dpi on a card:", pixels)
        named += _listed("printed otherwise than drawn:", lost)
        literal = literal_markup(job.kit.texts, job.kit.rows)
        shown = ", ".join(f"{mark} ({card})" for mark, card in list(literal.items())[:_SHOWN])
        said = (f'cells print these as they stand: {shown}; kit.toml: data.markup = "html" reads them',)
        empty = _listed("no row fits data.where, so nothing is printed of", job.kit.empty)
        return (*found, *empty, *drafted, *named, *(said if literal else ()))

    def for_printer(self, job: Job, document: Document) -> Document:
        """The document with its backs corrected for the printer named."""
        if self.printer is None:
            return document
        safe = job.kit.size(job.choices.size).safe
        sheets = self.printer.corrected(document.sheets, job.request.duplex, safe)
        return replace(document, sheets=sheets, facts={**document.facts, "printer": self.printer.name})

    def changes(self, job: Job, printed: Printed) -> tuple[tuple[Document, ...], tuple[str, ...]]:
        """Only what differs from what was printed, and warnings about cards that are gone."""
        patch = changed_documents(job, printed, self.press)
        gone = f"printed, but no longer in the kit: {', '.join(patch.gone)}" if patch.gone else ""
        return patch.documents, (gone,) if gone else ()


def _listed(words: str, names: Sequence[str]) -> tuple[str, ...]:
    """The words with the first of these names; nothing where there is none."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return (f"{words} {', '.join(names[:_SHOWN])}{more}",) if names else ()


def read_order(request: BuildRequest) -> Order:
    """The order; an unknown printer, profile or press, and a manifest that cannot be read, is an InputError."""
    check_request(request)
    profile = chosen_profile(request)
    printer = Printer(request.printer).known() if request.printer else None
    if request.calibrations:
        printer = Printer(UNNAMED, request.calibrations)
    printed = None if request.changed_since is None else read_printed(request.changed_since)
    return Order(request, profile, chosen_press(request, profile), printer, printed)
