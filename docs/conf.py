"""The site of the documents: `python -m sphinx -W -b html docs output/site`."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS))

from reference_pages import write_reference  # noqa: E402

from printkit.version import __version__  # noqa: E402

project = "printkit"
author = "printkit contributors"
version = release = __version__
language = "en"
# Two hyphens are an option.
smartquotes = False
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "printkit"
html_show_copyright = False
myst_heading_anchors = 4
# Places of paragraphs are anchors in HTML, which MyST does not know; a test follows every link of the finished site.
suppress_warnings = ["myst.xref_missing", "misc.highlighting_failure"]
# Every code block has a language Pygments knows, or none.
highlight_language = "none"

# A link to what is in the checkout and not on the site.
_BESIDE = re.compile(r"\[([^\]]*)\]\((?:\.\./)+(?!docs/)(?P<path>[^)#]+)(?:#[^)]*)?\)")

# A line of Japanese that goes on: no blank stands between its halves.
_GOES_ON = re.compile(
    r"(?<=[\u3001-\u30ff\u4e00-\u9fff\uff01-\uff60])\n(?=[\u3041-\u30ff\u4e00-\u9fff\uff08「『])"
)


def _on_the_site(path: str) -> bool:
    return not path.startswith(".") and (DOCS / path).exists()


def _source_read(app: Any, name: str, source: list[str]) -> None:
    """Names what lies outside the documents instead of linking to it, and joins lines of Japanese."""

    def named(found: re.Match[str]) -> str:
        return found[0] if _on_the_site(found["path"]) else f"{found[1]} (`{found['path']}` in the checkout)"

    source[0] = _GOES_ON.sub("", _BESIDE.sub(named, source[0]))


def setup(app: Any) -> None:
    """Generates the reference before the documents are read."""
    write_reference(DOCS / "reference")
    app.connect("source-read", _source_read)
