"""Every code a finding of the press checks may have is in the guide, and the guide lists no other."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import printkit.preflight
from printkit.preflight.structure import checks

ROOT = Path(__file__).parents[2]
FOLDER = Path(printkit.preflight.__file__).parent
# What is said of pages before any check of the table is asked, and of archives.
OTHERS = ("checks", "facts", "pictures")


def codes_in(module):
    """The codes in a module: the first word with a hyphen or without among the constants of a call of `finding`."""
    (file,) = FOLDER.rglob(f"{module}.py")
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name.lower() == "finding":
                texts = [each.value for each in node.args if isinstance(each, ast.Constant)]
                yield from [text for text in texts if isinstance(text, str)][:1]


def documented():
    guide = (ROOT / "docs" / "press.md").read_text(encoding="utf-8")
    table = guide.partition("| code | found when |")[2].partition("\n\n")[0]
    return {line.split("`")[1] for line in table.splitlines() if line.startswith("| `")}


def test_every_code_of_the_printers_checks_is_in_the_guide():
    modules = {check.__module__.rpartition(".")[2] for check in checks.CHECKS} | set(OTHERS)
    said = {code for module in modules for code in codes_in(module)}
    assert len(said) > 30
    # What is held to the expected file stands in another table.
    guide = (ROOT / "docs" / "press.md").read_text(encoding="utf-8")
    assert said - set(re.findall(r"`([a-z-]+)`", guide)) == set()


def test_the_guide_names_no_code_that_nothing_says():
    written = "".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py"))
    assert {code for code in documented() if f'"{code}"' not in written} == set()
