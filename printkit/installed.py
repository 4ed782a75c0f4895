"""The distribution that printkit is, what it needs, and how more is installed in this environment."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path

__all__ = [
    "DISTRIBUTION",
    "checkout",
    "commit",
    "install_command",
    "install_hint",
    "package_name",
    "requirements",
]

DISTRIBUTION = "printkit-games"
"""The name on the Python index; package and command are `printkit`, which there is another project."""


def checkout() -> Path | None:
    """The folder of the checkout this code lies in; None where it was installed."""
    root = Path(__file__).resolve().parent.parent
    return root if (root / "pk").is_file() and (root / "pyproject.toml").is_file() else None


def commit() -> str:
    """The commit of the checkout, or of the repository it was installed from; empty where it is not known."""
    if root := checkout():
        import subprocess

        try:
            asked = ["git", "-C", str(root), "rev-parse", "--short=10", "HEAD"]
            return subprocess.run(asked, capture_output=True, text=True, check=True, timeout=5).stdout.strip()
        except (OSError, subprocess.SubprocessError):
            return ""
    import json
    from importlib import metadata

    try:
        origin = json.loads(metadata.distribution(DISTRIBUTION).read_text("direct_url.json") or "{}")
    except (metadata.PackageNotFoundError, ValueError):
        return ""
    return str(origin.get("vcs_info", {}).get("commit_id", ""))[:10]


def requirements() -> list[str]:
    """What this printkit needs, one requirement (PEP 508) each; those of an extra name it in their marker."""
    if root := checkout():
        import tomllib

        project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        extras: dict[str, list[str]] = project["optional-dependencies"]
        more = (f"{line}; extra == '{extra}'" for extra, lines in extras.items() for line in lines)
        return [*project["dependencies"], *more]
    from importlib import metadata

    try:
        return metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        # Copied, not installed: nothing is promised.
        return []


def install_hint(extra: str) -> str:
    """The hint where packages of an extra are missing: the command that installs them here.

    The command names them and not printkit, which need not lie on an index.
    """
    marker = re.compile(rf"extra\s*==\s*[\"']{extra}[\"']")
    return f"type: {install_command(package_name(line) for line in requirements() if marker.search(line))}"


def package_name(requirement: str) -> str:
    """The name a requirement begins with."""
    found = re.match(r"[\w.-]+", requirement)
    return found[0] if found else requirement


def install_command(packages: Iterable[str]) -> str:
    """The command that installs packages where this Python finds them."""
    names = " ".join(sorted(packages))
    prefix = Path(sys.prefix)
    root = checkout()
    if root and os.name == "posix" and sys.prefix == sys.base_prefix:
        # Many systems allow no packages in their own Python; ./pk makes an environment.
        return f"{_quoted(root / 'pk')} list, then use it in place of this command"
    if (prefix / "pipx_metadata.json").is_file():
        return f"pipx inject {_quoted(prefix.name)} {names}"
    python = _quoted(sys.executable)
    # Environments of uv have no pip, those of `uv tool` among them.
    return (
        f"uv pip install --python {python} {names}"
        if _made_by_uv(prefix)
        else f"{python} -m pip install {names}"
    )


def _made_by_uv(prefix: Path) -> bool:
    try:
        return bool(re.search(r"^uv\s*=", (prefix / "pyvenv.cfg").read_text(encoding="utf-8"), re.MULTILINE))
    except (OSError, UnicodeDecodeError):
        return False


def _quoted(path: str | Path) -> str:
    if os.name == "posix":
        return shlex.quote(str(path))
    return f'"{path}"' if " " in str(path) else str(path)
