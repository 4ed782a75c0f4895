"""The scores that Lighthouse gives the first screen of a site: python benchmarks/lighthouse.py [KIT …]

Writes the site, serves it plainly, and runs Lighthouse of npm in the browser that the tests use, as on a desk and as on
a phone. Four scores from 0 to 100, when the first picture was there, and the bytes that came.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from printkit.site.write import SiteRequest, write_site
from tests.site.conftest import served
from tests.web.visit import CHROMIUM

LIGHTHOUSE = "lighthouse@12.8.2"
LOOKS = {"desktop": ("--preset=desktop",), "mobile": ()}
FIGURES = ("first-contentful-paint", "total-byte-weight")


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        write_site(SiteRequest(folder / "host" / "site", kits=tuple(sys.argv[1:])))
        browser = next(filter(None, map(shutil.which, CHROMIUM)), "")
        with served(folder / "host") as host:
            for name, words in LOOKS.items():
                report = folder / f"{name}.json"
                command = [
                    "npx", "--yes", LIGHTHOUSE, f"{host}site/", *words, "--quiet", "--output=json",
                    f"--output-path={report}", "--chrome-flags=--headless=new --no-sandbox",
                ]  # fmt: skip
                subprocess.run(command, check=True, env={**os.environ, "CHROME_PATH": browser})
                found = json.loads(report.read_text(encoding="utf-8"))
                scores = [f"{key} {100 * each['score']:.0f}" for key, each in found["categories"].items()]
                figures = [found["audits"][key]["displayValue"] for key in FIGURES]
                print(f"{name}: {', '.join([*scores, *figures])}")


if __name__ == "__main__":
    main()
