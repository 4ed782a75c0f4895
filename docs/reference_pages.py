"""Pages that are made from the program when the site is built: every command, every key of every file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from printkit.cli.commands import COMMANDS, command_group
from printkit.jobs.schema import schemas

__all__ = ["command_page", "schema_page", "write_reference"]


def write_reference(folder: Path) -> None:
    """Write `commands.md` and `files.md` into the folder, only where they change."""
    folder.mkdir(exist_ok=True)
    for name, text in (("commands.md", command_page()), ("files.md", schema_page())):
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def command_page() -> str:
    """Every command with what it does, its arguments and options, as the help says it."""
    group = command_group()
    lines = ["# Commands", "", "Made from the program; `printkit COMMAND --help` says the same.", ""]
    for panel in dict.fromkeys(COMMANDS.values()):
        lines += [f"## {panel}", ""]
        for name in (each for each, own in COMMANDS.items() if own == panel):
            lines += _command(name, group.commands[name])
    return "\n".join(lines)


def _command(name: str, command: Any) -> Iterator[str]:
    yield from (f"### {name}", "")
    for paragraph in command.help.split("\n\n"):
        first, *rest = paragraph.splitlines()
        yield from (
            (f"{first}\n\n```\n" + "\n".join(each.strip() for each in rest) + "\n```") if rest else first,
            "",
        )
    rows = [_row(each) for each in command.params if not getattr(each, "hidden", False)]
    if rows:
        yield from ("| option | what it means |", "|---|---|", *rows, "")


def _row(parameter: Any) -> str:
    """A row of an argument or an option; its default where that is a word or a number."""
    names = parameter.opts if parameter.param_type_name == "option" else [parameter.metavar or parameter.name]
    value = parameter.metavar or parameter.name.upper()
    takes = parameter.param_type_name == "option" and not parameter.is_flag
    shown = ", ".join(f"`{each} {value}`" if takes else f"`{each}`" for each in names)
    usual = parameter.default
    default = (
        f" Usually `{usual}`."
        if isinstance(usual, str | int | float) and takes and usual not in ("", 0)
        else ""
    )
    return f"| {_cell(shown)} | {_cell((parameter.help or '') + default)} |"


def schema_page() -> str:
    """Every file of a kit with its keys, as its JSON Schema has them."""
    lines = [
        "# Keys of files",
        "",
        "Made from the models that read the files; `printkit schema NAME` prints the JSON Schema for an editor.",
        "What the keys mean is in [file formats](../file-formats.md).",
        "",
    ]
    for name, schema in schemas().items():
        lines += [f"## {name}.toml", "", *_keys(schema)]
        for part, own in sorted(schema.get("$defs", {}).items()):
            if own.get("properties"):
                lines += [f"### {name}: {part}", "", *_keys(own)]
    return "\n".join(lines)


def _keys(schema: Mapping[str, Any]) -> Iterator[str]:
    words = schema.get("description", "")
    if words:
        yield from (words.replace("\n", " "), "")
    required = set(schema.get("required", ()))
    rows = [
        f"| `{key}` | {_cell(_kind(own))} | {'must be given' if key in required else _default(own)} |"
        for key, own in schema.get("properties", {}).items()
    ]
    if rows:
        yield from ("| key | value | without it |", "|---|---|---|", *rows, "")


def _default(schema: Mapping[str, Any]) -> str:
    default = schema.get("default")
    return (
        ""
        if default in (None, "", [], {})
        else f"`{str(default).lower() if isinstance(default, bool) else default}`"
    )


def _kind(schema: Mapping[str, Any]) -> str:
    """What a key's value is, in a few words."""
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    if "enum" in schema:
        return ", ".join(f"`{each}`" for each in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if "anyOf" in schema:
        return " or ".join(
            dict.fromkeys(_kind(each) for each in schema["anyOf"] if each.get("type") != "null")
        )
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}" if isinstance(schema.get("items"), Mapping) else "list"
    if schema.get("type") == "object":
        inner = schema.get("additionalProperties")
        return f"table of {_kind(inner)}" if isinstance(inner, Mapping) else "table"
    return {"string": "text", "integer": "whole number", "boolean": "`true` or `false`"}.get(
        schema.get("type", ""), schema.get("type", "any")
    )


def _cell(text: str) -> str:
    """Words as they stand in a row of a table."""
    return " ".join(text.split()).replace("|", "\\|")
