"""What a release consists of: fonts and required packages with their licences, as an SBOM and as a list to read."""

from __future__ import annotations

import hashlib
import re
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packageurl import PackageURL

__all__ = ["BillHook", "Part", "licence_list", "parts", "software_bill"]

# A pin of constraints.txt; only packages an installation needs have a licence behind it.
PIN = re.compile(r"(?P<name>[\w.-]+)==(?P<version>[\w.]+)  # (?P<licence>.+)")
# A row of fonts/README.md.
FONT = re.compile(
    r"\| `(?P<file>[\w-]+\.ttf)` \| (?P<name>[^|]+) \| (?P<version>[\d.]+) \| (?P<maker>[^|]+) \|"
)
FONT_LICENCE = "OFL-1.1"


class Part(NamedTuple):
    """A font in the wheel (with its file's SHA-256), or a package that is installed beside it."""

    name: str
    version: str
    licence: str
    digest: str = ""


def parts(root: Path) -> tuple[Part, ...]:
    """The fonts, then the packages in the versions the tests ran with, of the checkout `root`."""
    return (*_fonts(root / "fonts"), *_packages(root / "constraints.txt"))


def _fonts(folder: Path) -> Iterator[Part]:
    for row in FONT.finditer((folder / "README.md").read_text(encoding="utf-8")):
        digest = hashlib.sha256((folder / row["file"]).read_bytes()).hexdigest()
        yield Part(row["name"], row["version"], FONT_LICENCE, digest)


def _packages(pins: Path) -> Iterator[Part]:
    for line in pins.read_text(encoding="utf-8").splitlines():
        if pin := PIN.fullmatch(line):
            yield Part(pin["name"], pin["version"], pin["licence"])


def software_bill(root: Path, version: str) -> str:
    """The SBOM of `version` as CycloneDX JSON: the same bytes for the same checkout."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    licences = LicenseFactory()
    whole = Component(
        name=project["name"], version=version, type=ComponentType.APPLICATION, bom_ref=project["name"],
        licenses=[licences.make_from_string(project["license"])],
        purl=PackageURL("pypi", name=project["name"], version=version),
    )  # fmt: skip
    components = [_component(each, licences) for each in parts(root)]
    bom = Bom(
        components=components,
        metadata=BomMetaData(component=whole),
        serial_number=uuid5(NAMESPACE_URL, "\n".join((version, *map(str, parts(root))))),
    )
    bom.metadata.timestamp = None  # type: ignore[assignment]
    bom.register_dependency(whole, components)
    return JsonV1Dot6(bom).output_as_string(indent=1) + "\n"


def _component(part: Part, licences: LicenseFactory) -> Component:
    if part.digest:
        return Component(
            name=part.name, version=part.version, type=ComponentType.FILE, bom_ref=part.name,
            licenses=[licences.make_from_string(part.licence)],
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=part.digest)],
        )  # fmt: skip
    return Component(
        name=part.name, version=part.version, type=ComponentType.LIBRARY, bom_ref=part.name,
        licenses=[licences.make_from_string(part.licence)],
        purl=PackageURL("pypi", name=part.name, version=part.version),
    )  # fmt: skip


def licence_list(root: Path) -> str:
    """The same to read: what is in the wheel, and what is installed beside it."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    every = parts(root)
    fonts = [f"{each.name} {each.version}: {each.licence}" for each in every if each.digest]
    packages = [f"{each.name} {each.version}: {each.licence}" for each in every if not each.digest]
    return "\n".join(
        (
            f"{project['name']}: {project['license']}",
            "The program is under the MIT licence; art and texts of the kits are under CC BY 4.0.",
            "",
            "Fonts in this package (licence texts: *-OFL.txt in its dist-info):",
            *fonts,
            "",
            "Packages that are installed beside it, in the versions it was tested with:",
            *packages,
            "",
        )
    )


class BillHook(BuildHookInterface[BuilderConfig]):
    """Puts both and the kits into a wheel; hatchling runs this file by itself, as pyproject.toml says."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """An editable installation has no copy of its own: it gets none."""
        if version != "standard":
            return
        root, folder = Path(self.root), Path(tempfile.mkdtemp())
        bill, names = folder / "printkit-games.cdx.json", folder / "licences.txt"
        bill.write_text(software_bill(root, self.metadata.version), encoding="utf-8")
        names.write_text(licence_list(root), encoding="utf-8")
        build_data["sbom_files"].append(str(bill))
        build_data["force_include"][str(names)] = "printkit/data/licences.txt"
        # `printkit schema` and `new` make the schemas anew.
        for path in (each for each in (root / "templates").iterdir() if each.name != "schema"):
            build_data["force_include"][str(path)] = f"printkit/data/templates/{path.name}"
