"""The documents agree with the program: every key, every command, every link, both ways."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printkit.cli.commands import COMMANDS
from printkit.kit.blocks import BLOCK_KINDS, NameLine
from printkit.kit.cards import OWN_KEYS
from printkit.kit.layout import SizeSpec
from printkit.kit.raw import ComponentSpec, CreditSpec, FieldSpec, KitFile, SuitSpec
from printkit.scene.inks import HOUSE_INKS
from printkit.version import __version__

ROOT = Path(__file__).resolve().parent.parent
FORMATS = (ROOT / "docs" / "file-formats.md").read_text(encoding="utf-8")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md")])


def words_in_code(text):
    """Every word in `code`."""
    return {word for code in re.findall(r"`([^`]+)`", text) for word in re.split(r"[^\w-]+", code)}


@pytest.mark.parametrize(
    "keys",
    [
        pytest.param(set(KitFile.model_fields), id="kit.toml"),
        pytest.param(
            {
                *CreditSpec.model_fields,
                *SuitSpec.model_fields,
                *ComponentSpec.model_fields,
                *FieldSpec.model_fields,
            },
            id="tables of kit.toml",
        ),
        pytest.param(set(OWN_KEYS), id="cards.toml"),
        pytest.param(set(SizeSpec.model_fields), id="sizes"),
        pytest.param(set(HOUSE_INKS) - {"paper"}, id="inks"),
        *(
            pytest.param({kind, *set(model.model_fields) - {"block"}}, id=kind)
            for kind, model in BLOCK_KINDS.items()
        ),
    ],
)
def test_every_key_is_documented(keys):
    assert keys - words_in_code(FORMATS) == set()


def test_no_key_is_documented_that_is_not_there():
    table = FORMATS[FORMATS.index("| `block` |") : FORMATS.index("A name too long")]
    for row in table.splitlines()[2:]:
        cells = row.split("|")
        if len(cells) < 4:
            continue
        kind = cells[1].strip(" `")
        keys = words_in_code(cells[2]) - {""}
        known = {*BLOCK_KINDS[kind].model_fields, *NameLine.model_fields}
        assert keys <= known, f"{kind}: {sorted(keys - known)}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_named_in_documents_exist(document):
    text = document.read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"`[^`]+`|^ *\./pk .*", text, re.MULTILINE))
    named = set(re.findall(r"(?:\./pk|`printkit) ([a-z]+)\b(?= |`|$)", code))
    assert named <= {*COMMANDS, "test"}, sorted(named - {*COMMANDS, "test"})


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(document):
    text = document.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_every_command_stands_in_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"./pk {name}" not in readme] == []


NAMED = sorted(
    set(
        re.findall(
            r"`((?:tests|benchmarks)/[\w/]+\.py)(?:::(\w+))?`", "".join(map(Path.read_text, DOCUMENTS))
        )
    )
)


def test_tests_are_named_in_documents():
    assert sum(bool(name) for _, name in NAMED) > 50


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_a_test_named_in_a_document_exists(file, name):
    text = (ROOT / file).read_text(encoding="utf-8")
    assert not name or re.search(rf"^(async )?def {name}\(", text, re.MULTILINE)


# What careful readers found: of a kind so many, each of which has a line, or stands among what is open.
FINDINGS = {"H": 24, "R": 42, "L-": 16, "F": 20, "W": 1, "structure ": 10}


@pytest.mark.parametrize(("kind", "count"), FINDINGS.items())
def test_every_finding_has_its_line(kind, count):
    text = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
    listed = set(re.findall(rf"\b{kind}(\d+)\b", text))
    # Of several of a kind the name stands once.
    for row in re.findall(rf"\b{kind}\d+(?:, \d+)+", text):
        listed |= set(re.findall(r"\d+", row))
    assert [number for number in range(1, count + 1) if str(number) not in listed] == []


def test_the_change_log_has_its_versions_short():
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", text, re.MULTILINE)
    assert versions[0] == ("Unreleased", "")
    assert __version__ in [name for name, _ in versions]
    assert all(day for _, day in versions[1:])
    sections = set(re.findall(r"^### (\w+)$", text, re.MULTILINE))
    assert sections <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert len(text.splitlines()) < 60 * len(versions) + 60
