"""Findings, as text and as JSON."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from printkit.errors import Problem
from printkit.geometry import Rect, length_text

__all__ = ["ERROR", "NOTE", "WARNING", "Finding", "Severity", "has_errors"]

_NO_TEXT = re.compile("[\udc80-\udcff]")
Severity = Literal["error", "warning", "note"]
ERROR: Severity = "error"
WARNING: Severity = "warning"
NOTE: Severity = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a check found: how grave, of which kind (`code`), where, what was expected and what is there.

    `page` counts from 1, 0 where no page is meant. `rect` is in mm from the page's top-left corner, or from the
    card's where there is no page. `subject` says what on the card is meant: `coin pain, foot`.
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
            x, y, width, height = (length_text(value) for value in self.rect)
            words.append(f"x {x} y {y} ({width} × {height} mm)")
        return ", ".join(words)

    @property
    def text(self) -> str:
        """One line: severity and code, where, which card, what."""
        card = f"{self.card} ({self.name})" if self.name else self.card
        parts = [part for part in (self.place, card, self.subject) if part]
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
        """All that is known, ready for JSON; `rect_mm` is x, y, width, height."""
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
        }
        return {key: value for key, value in known.items() if value not in ("", None)}

    def problem(self) -> Problem:
        """The finding as one problem of an error."""
        card = f"{self.card} ({self.name})" if self.name else self.card
        key = "; ".join(part for part in (self.place, card, self.subject) if part)
        return Problem(self.said, self.file, key, self.hint)


def has_errors(findings: tuple[Finding, ...]) -> bool:
    """Whether any finding is an error."""
    return any(finding.severity == ERROR for finding in findings)
