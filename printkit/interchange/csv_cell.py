"""One cell of a CSV file changed, and everything else of it left as it stands."""

from __future__ import annotations

import csv
import io

from printkit.errors import InputError
from printkit.spreadsheet import separator

__all__ = ["with_cell"]


def with_cell(text: str, file: str, row: int, column: str, value: str) -> str:
    """The text with another value in a row, from 1 as spreadsheets count, and the column of that name.

    Only the lines of that row are written anew. InputError where there is no such cell, or no CSV.
    """
    lines = io.StringIO(text, newline="").readlines()
    skipped, delimiter = separator(text)
    reader = csv.reader(lines[skipped:], delimiter=delimiter, strict=True)
    at, place = skipped, None
    try:
        for number, record in enumerate(reader, 1 + skipped):
            end = skipped + reader.line_num
            if number == row and place is not None:
                record += [""] * (place + 1 - len(record))
                record[place] = value
                return "".join((*lines[:at], _line(record, delimiter, lines[end - 1]), *lines[end:]))
            names = [name.strip() for name in record]
            if place is None and column in names:
                place = names.index(column)
            at = end
    except csv.Error as error:
        raise InputError(f"is not CSV: {error}", file=file) from None
    raise InputError("has no such cell", file=file, key=f"row {row}, {column[:80]}")


def _line(record: list[str], delimiter: str, last: str) -> str:
    """The record as a line that ends as the last of its lines did."""
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=delimiter, lineterminator=last[len(last.rstrip("\r\n")) :]).writerow(record)
    return stream.getvalue()
