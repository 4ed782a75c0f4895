"""What `check` says at the end about many files: three lines a kit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from printkit.jobs.check.check_report import Report
from printkit.preflight.model import ERROR, NOTE, WARNING

__all__ = ["closing_lines"]

# So many files with errors are named.
_MOST_FILES = 3
_PAGES = ".pdf"
_MORE = (
    "-v says of each file what was looked at and what was not; --html REPORT.html shows pages with findings"
)


def closing_lines(reports: Sequence[Report]) -> Iterator[str]:
    """Of several files of a kit what was looked at, what was found and how to see more; of everything else its line.

    Files of no kit come last.
    """
    of_kit: dict[str, list[Report]] = {}
    for report in reports:
        if len(reports) == 1 or not report.file.lower().endswith(_PAGES):
            yield report.closing
        else:
            of_kit.setdefault(report.kit, []).append(report)
    for kit in sorted(of_kit, key=lambda each: (not each, each)):
        own = of_kit[kit]
        yield f"{kit or 'files of no kit'}: {_counted(len(own), 'file')}, {_looked_at(own, kit)}"
        yield f"  {_found(own)}"
        yield f"  {_MORE}"


def _looked_at(own: Sequence[Report], kit: str) -> str:
    if not kit:
        return "structural checks alone"
    counts = {word: sum(getattr(each, f"{word}s") for each in own) for word in ("face", "sheet", "figure")}
    seen = [_counted(count, word) for word, count in counts.items() if count]
    left = sum(not each.compared for each in own)
    but = f", but for {_counted(left, 'file')}" if left else ""
    return ", ".join((*seen, f"pages compared with the kit's{but}"))


def _found(own: Sequence[Report]) -> str:
    counts = Counter(finding.severity for each in own for finding in each.findings)
    if not counts:
        whole = all(each.compared for each in own)
        return "drawn as the kit's, structural checks passed" if whole else "structural checks passed"
    said = [_counted(counts[severity], severity) for severity in (ERROR, WARNING, NOTE) if counts[severity]]
    wrong = [each.file for each in own if not each.clean]
    if not wrong:
        return f"no errors; {', '.join(said)}"
    more = f" and {len(wrong) - _MOST_FILES} more" if len(wrong) > _MOST_FILES else ""
    return f"{', '.join(said)}; errors in {', '.join(wrong[:_MOST_FILES])}{more}"


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word}{'s' * (count != 1)}"
