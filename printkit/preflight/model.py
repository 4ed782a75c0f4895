"""Findings, as text and as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from printkit.errors import Problem
from printkit.geometry import Rect, length_text

__all__ = ["ERROR", "NOTE", "WARNING", "Finding", "Severity", "has_errors", "rect_text", "told_once"]

_NO_TEXT = re.compile("[\udc80-\udcff]")
Severity = Literal["error", "warning", "note"]
ERROR: Severity = "error"
WARNING: Severity = "warning"
NOTE: Severity = "note"
# Of the cards with the same fault, so many are named.
MOST_CARDS = 6


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a check found: how grave, of which kind (`code`), where, what was expected and what is there.

    `page` counts from 1, 0 where no page is meant. `rect` is in mm from the page's top-left corner, or from the
    card's where there is no page. `subject` says what on the card is meant: `coin pain, foot`. `also` are smaller
    places of the same kind.
    """

    severity: Severity
    code: str
    message: str
    file: str = ""
    page: int = 0
    card: str = ""
    name: str = ""
    subject: str = ""
    rect: Rect | None = None
    expected: str = ""
    found: str = ""
    hint: str = ""
    also: tuple[Rect, ...] = ()

    def __post_init__(self) -> None:
        # Names in a PDF are bytes: those that are no text are told as a PDF writes them.
        for key in ("subject", "expected", "found"):
            said = getattr(self, key)
            if not said.isascii():
                object.__setattr__(
                    self, key, _NO_TEXT.sub(lambda each: f"#{ord(each[0]) - 0xDC00:02X}", said)
                )

    @property
    def place(self) -> str:
        """Page and rectangle in words; empty where the finding is about no place."""
        words = [f"page {self.page}"] if self.page else []
        if self.rect is not None:
            words.append(rect_text(self.rect))
        return ", ".join(words)

    @property
    def text(self) -> str:
        """One line: severity and code, where, which card, what."""
        card = f"{self.card} ({self.name})" if self.name else self.card
        return self._line(self.place, card)

    def _line(self, place: str, card: str) -> str:
        parts = [part for part in (place, card, self.subject) if part]
        where = f"{self.file}: " if self.file else ""
        about = f"{'; '.join(parts)}: " if parts else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{where}{self.severity} {self.code}: {about}{self.said}{hint}"

    @property
    def said(self) -> str:
        """The message with what was expected and what was found."""
        differs = [f"expected {self.expected}"] if self.expected else []
        differs += [f"found {self.found}"] if self.found else []
        return ": ".join([self.message, ", ".join(differs)]) if differs else self.message

    def as_json(self) -> dict[str, Any]:
        """All that is known, ready for JSON; `rect_mm` is x, y, width, height, and `also_mm` several of these."""
        known: dict[str, Any] = {
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "file": self.file,
            "page": self.page or None,
            "card": self.card,
            "name": self.name,
            "subject": self.subject,
            "rect_mm": None if self.rect is None else [round(value, 2) for value in self.rect],
            "expected": self.expected,
            "found": self.found,
            "hint": self.hint,
            "also_mm": [[round(value, 2) for value in rect] for rect in self.also],
        }
        return {key: value for key, value in known.items() if value not in ("", None, [])}

    def problem(self) -> Problem:
        """The finding as one problem of an error."""
        card = f"{self.card} ({self.name})" if self.name else self.card
        key = "; ".join(part for part in (self.place, card, self.subject) if part)
        return Problem(self.said, self.file, key, self.hint)


def rect_text(rect: Rect) -> str:
    """A rectangle of mm in words."""
    return "x {} y {} ({} × {} mm)".format(*map(length_text, rect))


def told_once(findings: Iterable[Finding]) -> tuple[str, ...]:
    """A line for each fault: the same one on several pages is told once, with its pages and its first place."""
    alike: dict[tuple[str, ...], list[Finding]] = {}
    for each in findings:
        alike.setdefault(
            (each.file, each.severity, each.code, each.subject, each.said, each.hint), []
        ).append(each)
    return tuple(line for group in alike.values() for line in _lines(group))


def _lines(group: list[Finding]) -> Iterator[str]:
    pages = sorted({each.page for each in group})
    if len(pages) < 2 or not all(pages):
        yield from (each.text for each in group)
        return
    first = group[0]
    place = f"pages {_ranges(pages)}" + (f", first at {first.place}" if first.rect is not None else "")
    cards = list(dict.fromkeys(each.card for each in group if each.card))
    more = f" and {len(cards) - MOST_CARDS} more" if len(cards) > MOST_CARDS else ""
    yield first._line(place, ", ".join(cards[:MOST_CARDS]) + more)


def _ranges(pages: list[int]) -> str:
    """Numbers in order, as people write them: `1–3, 7`."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def has_errors(findings: tuple[Finding, ...]) -> bool:
    """Whether any finding is an error."""
    return any(finding.severity == ERROR for finding in findings)
