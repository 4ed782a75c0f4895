"""JSON Schema of every file of a kit, from the models that read it."""

from __future__ import annotations

import json
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from printkit.kit.board import BoardFile, MatFile
from printkit.kit.booklet import BookletFile, PuzzlesFile, WalkthroughFile
from printkit.kit.box import TuckBox
from printkit.kit.cards import CardsFile
from printkit.kit.edition import TunedFile
from printkit.kit.labels import LabelsFile
from printkit.kit.layout import LayoutFile
from printkit.kit.leaflets import LeafletsFile, ProblemsFile
from printkit.kit.model_base import Table
from printkit.kit.raw import KitFile
from printkit.kit.rules import RulesFile
from printkit.kit.shelf import Guide, Shelf
from printkit.kit.text import TextFile
from printkit.kit.tokens import GlyphsFile, Sticks, TokensFile

__all__ = ["FILES", "kind_of", "schema_name", "schema_of", "schema_text"]

# The kind of a file is its name up to the first dot.
FILES: dict[str, type[Table]] = {
    "board": BoardFile,
    "booklet": BookletFile,
    "box": TuckBox,
    "cards": CardsFile,
    "glyphs": GlyphsFile,
    "guide": Guide,
    "kit": KitFile,
    "labels": LabelsFile,
    "layout": LayoutFile,
    "leaflets": LeafletsFile,
    "mat": MatFile,
    "problems": ProblemsFile,
    "puzzles": PuzzlesFile,
    "rules": RulesFile,
    "shelf": Shelf,
    "sticks": Sticks,
    "text": TextFile,
    "tokens": TokensFile,
    "tuned": TunedFile,
    "walkthrough": WalkthroughFile,
}


class _Schema(GenerateJsonSchema):
    """JSON Schema as TOML needs it: there is no null, and an editor shows keys without a title."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def nullable_schema(self, schema: Any) -> dict[str, Any]:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: Any) -> dict[str, Any]:
        if schema.get("default", ...) is None:
            return self.generate_inner(schema["schema"])
        return super().default_schema(schema)


def kind_of(name: str) -> str:
    """The kind of the file of that name (`text` for `text.ja.toml`), empty for one that has no schema."""
    kind = name.partition(".")[0]
    return kind if kind in FILES and name.endswith(".toml") else ""


def schema_name(kind: str) -> str:
    """The name of the file that holds the schema of a kind."""
    return f"{kind}.schema.json"


def schema_of(kind: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of the files of that kind, one of `FILES`."""
    schema = FILES[kind].model_json_schema(schema_generator=_Schema)
    name = "text.<language>.toml" if kind == "text" else f"{kind}.toml"
    return {"$schema": _Schema.schema_dialect, **schema, "title": name}


def schema_text(kind: str) -> str:
    """The schema as the file an editor reads."""
    return json.dumps(schema_of(kind), indent=2, ensure_ascii=False) + "\n"
