"""Writes calibration sheets and corrects sheets for a calibrated printer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from printkit.backends.pdf import DocumentInfo, write_pdf
from printkit.compose.books.calibration import calibration_label, compose_instructions
from printkit.errors import InputError, nearest_hint
from printkit.files import staging
from printkit.geometry import Affine, Rect, Size, length_text
from printkit.jobs.printers import (
    TURNS,
    Calibration,
    Feed,
    checked_calibration,
    printer_calibrations,
    store_calibration,
)
from printkit.scene.model import Item, Scene
from printkit.sheets.calibration import (
    Label,
    back_items,
    example_items,
    front_items,
    instruction_area,
    verniers,
)
from printkit.sheets.marks import registration_cross
from printkit.sheets.model import FaceKey, Sheet

__all__ = [
    "CalibrationFile",
    "CalibrationRequest",
    "Printer",
    "calibration_lines",
    "calibration_sheets",
    "chosen_feed",
    "consistent",
    "remember",
    "typed_readings",
]

# Readings of one sheet that differ more than this from any shift, turn and stretch were read or typed wrongly.
DOUBTFUL = 0.25
EXAMPLE = 6.3


@dataclass(frozen=True, slots=True)
class CalibrationRequest:
    """What a user asks for: the feed, and with `corrected` a printer's name, sheets printed as that one needs them."""

    paper: str = "a4"
    landscape: bool = False
    duplex: str = "long"
    corrected: str = ""
    out: Path = Path("output")


def chosen_feed(request: CalibrationRequest) -> Feed:
    """The feed meant; a way to turn paper that has no back is an InputError."""
    for turn in TURNS:
        if turn == request.duplex:
            feed = Feed(request.paper.lower(), request.landscape, turn)
            verniers(feed.size, feed.turn)
            return feed
    raise InputError(
        f"{request.duplex!r} cannot be calibrated", key="--duplex", hint=nearest_hint(request.duplex, TURNS)
    )


class CalibrationFile(NamedTuple):
    """The file of the vernier sheets, and how many pages it has."""

    file: Path
    pages: int


def calibration_sheets(request: CalibrationRequest) -> CalibrationFile:
    """Write the vernier sheets, a front and a back each: one upright and one landscape, or the landscape one alone.

    Which way pages lie is up to the cards: on A4 tarot cards lie on upright pages, poker cards on landscape ones.
    Paper too small for a landscape sheet gives the upright one alone. Corrected, they are those the printer is
    calibrated for; none is an InputError.
    """
    feed = chosen_feed(request)
    other = feed._replace(landscape=True)
    feeds = [feed, *([other] if not feed.landscape and _has_room(other) else [])]
    corrections = {each: Affine() for each in feeds}
    if request.corrected:
        printer = Printer(request.corrected)
        known = [each for each in feeds if printer.knows(each)] or feeds[:1]
        corrections = {each: printer.calibration(each).correction for each in known}
    words = ["calibration", feed.paper, "landscape" if feed.landscape else ""]
    words += [feed.turn if feed.turn != "long" else "", "corrected" if request.corrected else ""]
    name = "-".join(filter(None, words)) + ".pdf"
    sheets: list[Sheet] = []
    for number, (each, correction) in enumerate(corrections.items(), 1):
        front, back = _sides(each, request.corrected)
        sheets += [replace(front, number=number), replace(back, number=number, correction=correction)]
    info = DocumentInfo(
        title="printkit calibration",
        subject=str(feed),
        duplex="short" if feed.turn == "short" else "long" if feed.turn == "long" else None,
    )
    folder = Path(request.out)
    with staging(folder) as stage, stage.open(name) as stream:
        write_pdf(stream, sheets, _no_face, info)
    return CalibrationFile(folder / name, len(sheets))


def _has_room(feed: Feed) -> bool:
    try:
        _sides(feed, "")
    except InputError:
        return False
    return True


def _no_face(key: FaceKey) -> Scene:
    raise AssertionError(f"a calibration sheet has no faces, not even {key}")


def _sides(feed: Feed, corrected: str) -> tuple[Sheet, Sheet]:
    size = feed.size
    names = tuple(vernier.name for vernier in verniers(size, feed.turn))
    command = f'printkit calibrate NAME{_options(feed)} --read "{names[0]} {names[1]} … {names[-1]}" --read …'
    feed_words = f"{feed}" + (f" · {corrected}: 6.0 = ±0" if corrected else "")
    instructions = compose_instructions(instruction_area(size), feed_words, command, names)
    example, example_labels = example_items(EXAMPLE, instructions.example)
    items, labels = front_items(size, feed.turn)
    front = (*items, *_set((*labels, *example_labels)), *instructions.items, *example)
    items, labels = back_items(size, feed.turn)
    back = (*items, *_set(labels), registration_cross(size.width / 2, size.height / 2))
    return Sheet(1, "front", size, marks=front), Sheet(1, "back", size, marks=back)


def _set(labels: Iterable[Label]) -> tuple[Item, ...]:
    return tuple(calibration_label(*label) for label in labels)


def _options(feed: Feed) -> str:
    """The options of the command line that name a feed."""
    return (
        (f" --paper {feed.paper}" if feed.paper != "a4" else "")
        + (" --landscape" if feed.landscape else "")
        + (f" --duplex {feed.turn}" if feed.turn != "long" else "")
    )


def typed_readings(texts: Iterable[str]) -> tuple[tuple[float, ...], ...]:
    """Parse readings, one text per sheet, numbers separated by spaces or commas; anything else is an InputError."""
    sheets = []
    for number, text in enumerate(texts, 1):
        # Japanese keyboards write full-width figures, points and commas.
        plain = text.translate({**{0xFF10 + digit: 0x30 + digit for digit in range(10)}, 0xFF0E: "."})
        words = plain.replace(",", " ").replace("、", " ").replace("，", " ").split()
        try:
            sheets.append(tuple(float(word) for word in words))
        except ValueError:
            raise InputError(
                f"{text!r} of sheet {number} is not eight numbers",
                key="--read",
                hint='"6.1 6.0 5.9 …", A1 to D2',
            ) from None
    return tuple(sheets)


def remember(name: str, request: CalibrationRequest, readings: tuple[tuple[float, ...], ...]) -> list[str]:
    """Keep what was read for a printer and say what it means; readings that contradict each other: InputError."""
    feed = chosen_feed(request)
    calibration = consistent(checked_calibration(feed, readings))
    file = store_calibration(name, calibration)
    other = feed._replace(landscape=not feed.landscape)
    missing = (
        f"not calibrated for {other}: read that sheet too, with printkit calibrate {name!r}{_options(other)}"
    )
    return [
        *calibration_lines(name, calibration),
        *([] if Printer(name).knows(other) else [missing]),
        f"kept in {file}; use it with: printkit build --printer {name!r}",
    ]


def consistent(calibration: Calibration) -> Calibration:
    """The calibration, if the readings of each of its sheets fit each other; else an InputError."""
    if calibration.disagreement > DOUBTFUL:
        raise InputError(
            f"the readings of a sheet are inconsistent by {calibration.disagreement:.2f} mm",
            key="--read",
            hint="look for a typing error, or fold the sheet again",
        )
    return calibration


def calibration_lines(name: str, calibration: Calibration) -> list[str]:
    """What is known of one feed of a printer, in words."""
    feed = calibration.feed
    size, error = feed.size, calibration.error
    x, y = error.point(size.width / 2, size.height / 2)
    shift = f"{x - size.width / 2:+z.2f} mm right, {y - size.height / 2:+z.2f} mm down"
    turn = (error.degrees() + 180) % 360 - 180
    stretch = f"{100 * (error.a - 1):+z.2f} % wide, {100 * (error.d - 1):+z.2f} % high"
    drift = calibration.drift
    spread = (
        f"drift {drift.length:.2f} mm from {drift.sheets} sheets"
        if drift
        else "spread unknown: read three sheets"
    )
    return [f"{name} {feed}: the back lands {shift}, turned {turn:+z.2f}°, {stretch}; {spread}"]


class Printer:
    """A printer a build is for: it corrects backs, and collects what its user should know.

    Its calibrations are those kept by its name, unless they are given.
    """

    def __init__(self, name: str, given: tuple[Calibration, ...] = ()) -> None:
        self.name = name
        self._given = given
        self._warned: dict[str, None] = {}

    @cached_property
    def _known(self) -> tuple[Calibration, ...]:
        return self._given or printer_calibrations(self.name)

    def known(self) -> Printer:
        """This printer, if anything is known of it; an unknown name is an InputError."""
        printer_calibrations(self.name)
        return self

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was seen while sheets were corrected, each once."""
        return tuple(self._warned)

    def knows(self, feed: Feed) -> bool:
        """Whether that feed is calibrated."""
        return any(_same_feed(known.feed, feed) for known in self._known)

    def calibration(self, feed: Feed) -> Calibration:
        """What is known for that feed; nothing is an InputError that says what to do."""
        for known in self._known:
            if _same_feed(known.feed, feed):
                return known
        have = ", ".join(str(known.feed) for known in self._known)
        raise InputError(
            f"{self.name} is not calibrated for {feed}, only for {have}",
            key="--printer",
            hint=f"printkit calibrate{_options(feed)}",
        )

    def corrected(self, sheets: Iterable[Sheet], duplex: str, safe: float) -> Iterator[Sheet]:
        """The sheets, their backs drawn through the correction for their page; fronts stay as they are.

        `safe` is how far from the cut a card's own border lies, in mm. A page nobody has calibrated stays as it is,
        with a warning.
        """
        for sheet in sheets:
            yield (
                self._corrected(sheet, duplex, safe)
                if sheet.side == "back" and sheet.trim_box is None
                else sheet
            )

    def _corrected(self, sheet: Sheet, duplex: str, safe: float) -> Sheet:
        found = [
            known
            for known in self._known
            if known.feed.turn == duplex and _alike(known.feed.size, sheet.paper)
        ]
        if not found:
            feed = self._uncalibrated(sheet.paper, duplex)
            self._warned[f"{self.name} is not calibrated for {feed}: those backs are not corrected"] = None
            return sheet
        self._warn_of_drift(found[0], sheet, safe)
        return replace(sheet, correction=found[0].correction)

    def _uncalibrated(self, page: Size, duplex: str) -> str:
        """A feed that is missing, under the name its paper has among those that are known."""
        size = Size(*sorted(page))
        names = (known.feed.paper for known in self._known if _alike(Size(*sorted(known.feed.size)), size))
        paper = next(names, f"{length_text(size.width)}x{length_text(size.height)}mm")
        return f"{paper}{' landscape' if page.width > page.height else ''} {duplex}"

    def _warn_of_drift(self, calibration: Calibration, sheet: Sheet, safe: float) -> None:
        drift = calibration.drift
        if drift is None:
            self._warned[f"the spread of {self.name} is unknown: read three sheets instead of one"] = None
            return
        bleed = min((_overhang(each.trim, each.window) for each in sheet.placements), default=drift.length)
        length = f"{self.name} drifts by {drift.length:.2f} mm ({drift.sheets} sheets)"
        if drift.length > bleed:
            self._warned[
                f"{length}: a bleed of {length_text(bleed)} mm will show white edges, see --back-bleed"
            ] = None
        if safe and drift.length > safe / 3:
            uneven = f"{length_text(safe - drift.length)} to {length_text(safe + drift.length)} mm"
            self._warned[f"{length}: a border of {length_text(safe)} mm will look uneven, {uneven}"] = None


def _same_feed(one: Feed, other: Feed) -> bool:
    return one.turn == other.turn and _alike(one.size, other.size)


def _alike(one: Size, other: Size) -> bool:
    return all(abs(a - b) < 0.5 for a, b in zip(one, other, strict=True))


def _overhang(trim: Rect, window: Rect) -> float:
    """The bleed on the side where there is least."""
    return min(trim.x - window.x, trim.y - window.y, window.right - trim.right, window.bottom - trim.bottom)
