"""Which column of a spreadsheet says a card's picture, and the pictures its words stand for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator

from printkit.kit.model_base import Table

__all__ = ["Art", "ArtColumn"]


class ArtColumn(Table):
    """A column that names pictures, which lie in `folder`, or has the `words` of pictures; `other` is any other card's.

    In a file the column of words is `by`, and each word a key: `{ by = "Kind", Wood = "wood.svg" }`.
    """

    column: str = ""
    folder: str = ""
    other: str = ""
    words: Mapping[str, str] = {}
    off: bool = False

    def picture(self, cell: str) -> str | None:
        """The picture a cell asks for, empty for none; None for a word that has none."""
        name = cell.replace("\\", "/")
        if self.words and cell:
            folded = {word.casefold(): picture for word, picture in self.words.items()}
            found = self.words.get(cell) or folded.get(cell.casefold())
            if not (found or self.other):
                return None
            name = found or ""
        return (
            "/".join(filter(None, (self.folder.strip("/"), name or self.other))) if name or self.other else ""
        )


def _art(value: Any) -> Any:
    """What a file says of pictures as the keys of `ArtColumn`."""
    if value is False:
        return {"off": True}
    if isinstance(value, str):
        return {"column": value}
    if not isinstance(value, dict):
        raise ValueError("the name of a column, a table, or false where no column is of pictures")
    own = {"folder", "other"}
    if "by" not in value:
        wrong = next((key for key in value if key not in {"column", *own}), "")
        if wrong or not value:
            known = "column, folder and other, or by and the words of the column"
            raise ValueError(f"unknown key {wrong!r}; {known}" if wrong else f"no key; {known}")
        return value
    words = {key: each for key, each in value.items() if key not in {"by", *own}}
    return {"column": value["by"], "words": words} | {key: value[key] for key in own & value.keys()}


class _ArtSchema:
    """What JSON Schema says of pictures: a column, none, or a table of texts."""

    def __get_pydantic_json_schema__(self, _core_schema: Any, _handler: Any) -> dict[str, Any]:
        table = {"type": "object", "additionalProperties": {"type": "string"}}
        return {"anyOf": [{"type": "string"}, {"const": False}, table]}


Art = Annotated[ArtColumn, BeforeValidator(_art), _ArtSchema()]
"""What `art` of a table of data may be: a column, `false`, or a table of either form."""
