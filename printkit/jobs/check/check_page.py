"""The page `check --html` writes: every finding, beside pictures of its page as it should be and as it is."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path

from printkit.errors import InputError
from printkit.files import staging
from printkit.jobs.check.check_report import Report, Views
from printkit.preflight.model import Finding

__all__ = ["write_check_page"]

STYLE = """
:root { color-scheme: light dark; --line: #8886; --error: #c8102e; --warning: #b25f00; --note: #2360b8; }
@media (prefers-color-scheme: dark) { :root { --error: #ff6b81; --warning: #ffb454; --note: #7fb2ff; } }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 90rem; padding: 0 1rem; }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; border-top: 1px solid var(--line); padding-top: 1rem }
h3 { font-size: 1rem; margin-bottom: 0 }
li.error::marker { color: var(--error) } li.warning::marker { color: var(--warning) }
li.note::marker { color: var(--note) }
.views { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 1rem; }
figure { margin: 0 } figcaption { font-size: .875rem }
.page { position: relative } .page img { width: 100%; display: block; border: 1px solid var(--line) }
.page i { position: absolute; border: 2px solid var(--error); min-width: 6px; min-height: 6px; margin: -3px; }
"""
TITLES = ("as it should be", "as it is", "the difference")


def write_check_page(reports: Sequence[Report], target: Path) -> Path:
    """Writes one page that needs nothing beside it; returns where it is. A target that is checked is an InputError."""
    if any(Path(report.file).resolve() == target.resolve() for report in reports):
        raise InputError(
            "would overwrite a file that is checked", file=target, key="--html", hint="name another file"
        )
    wrong = sum(not report.clean for report in reports)
    files = f"{len(reports)} file{'s' * (len(reports) != 1)}"
    title = f"findings in {wrong} of {files}" if wrong else f"no findings in {files}"
    body = "\n".join(part for report in reports for part in _of_report(report))
    text = (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>printkit check: {title}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>printkit check: {title}</h1>\n{body}\n</body>\n</html>\n"
    )
    with staging(target.parent) as stage:
        with stage.open(target.name) as stream:
            stream.write(text.encode("utf-8"))
    return target


def _of_report(report: Report) -> Iterator[str]:
    yield f"<h2>{escape(report.file)}</h2>\n<p>{escape(report.closing.removeprefix(f'{report.file}: '))}</p>"
    shown = {view.page for view in report.views}
    rest = [each for each in report.findings if each.page not in shown]
    if rest:
        yield _list(rest)
    for view in report.views:
        own = [each for each in report.findings if each.page == view.page]
        yield f"<h3>page {view.page}</h3>\n{_list(own)}\n{_pictures(view, own)}"


def _list(findings: Sequence[Finding]) -> str:
    rows = "\n".join(
        f'<li class="{each.severity}">{escape(replace(each, file="").text)}</li>' for each in findings
    )
    return f"<ul>\n{rows}\n</ul>"


def _pictures(view: Views, findings: Sequence[Finding]) -> str:
    """The pictures there are side by side; places of findings are framed on the page as it is."""
    figures = []
    for title, data in zip(TITLES, (view.wanted, view.seen, view.difference), strict=True):
        if not data:
            continue
        frames = "".join(_frames(each, view) for each in findings) if title == TITLES[1] else ""
        address = f"data:image/png;base64,{b64encode(data).decode('ascii')}"
        image = f'<img src="{address}" alt="page {view.page}, {title}">'
        figures.append(
            f'<figure><div class="page">{image}{frames}</div><figcaption>{title}</figcaption></figure>'
        )
    return f'<div class="views">{"".join(figures)}</div>'


def _frames(finding: Finding, view: Views) -> str:
    """A frame for each place a finding is about."""
    frames = []
    across, down = view.size
    for left, top, width, height in filter(None, (finding.rect, *finding.also)):
        place = (left / across, top / down, width / across, height / down)
        shares = zip(("left", "top", "width", "height"), place, strict=True)
        style = ";".join(f"{name}:{100 * share:.3f}%" for name, share in shares)
        frames.append(f'<i style="{style}" title="{escape(finding.message, quote=True)}"></i>')
    return "".join(frames)
