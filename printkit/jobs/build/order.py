"""What all kits of one build share: press, vendor, printer, and what was printed before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from printkit.backends.press import Press
from printkit.jobs.build.changed import Printed, changed_documents, read_printed
from printkit.jobs.build.part import Document, Job
from printkit.jobs.build.press import chosen_press, chosen_profile
from printkit.jobs.build.request import BuildRequest, check_request
from printkit.jobs.calibrate import Printer
from printkit.kit.art_checks import drawn_otherwise, missing_pictures
from printkit.kit.cell_markup import literal_markup
from printkit.preflight.profile import Profile

__all__ = ["Order", "read_order"]


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
        return (*found, *drafted, *named, *(said if literal else ()))

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
    printed = None if request.changed_since is None else read_printed(request.changed_since)
    return Order(request, profile, chosen_press(request, profile), printer, printed)
