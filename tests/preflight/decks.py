"""Decks with plain art, and hands to damage them with."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf

from printkit.backends.pdf import DocumentInfo, write_pdf
from printkit.compose.faces.context import Choices
from printkit.compose.faces.faces import compose_back, compose_face
from printkit.geometry import Size
from printkit.jobs.build.make_job import print_variables
from printkit.kit.load import load_kit
from printkit.paths import templates_dir
from printkit.preflight.model import Finding
from printkit.preflight.proof_pdf import PdfReport
from printkit.sheets.impose import ImpositionSpec, card_per_page, impose
from printkit.sheets.model import find_paper

PLAIN_ART = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 120">'
    '<path fill="#231f20" d="M25 45h20v30h-20z"/></svg>'
)
FEW = ("major-08", "major-16", "swords-09", "cups-13", "coins-10", "rule-lower")
COURTS = ("swords-14", "coins-14", "cups-14", "wands-14", "swords-11", "swords-13", "swords-12", "coins-11")
MAJORS = tuple(f"major-{number:02}" for number in range(8))


def plain_kit(folder: Path) -> Path:
    """A copy of the shipped kit whose art is one black square a card: quick, and never in the way."""
    kit = folder / "youscout"
    shutil.copytree(templates_dir() / "youscout", kit)
    cards = tomllib.loads((kit / "cards.toml").read_text(encoding="utf-8"))["card"]
    for name in ("back.svg", *(card["art"] for card in cards if "art" in card)):
        for ink in ("full", "low"):
            (kit / "art" / ink / name).write_text(PLAIN_ART, encoding="utf-8")
    for measured in kit.rglob("figures.json"):
        # They are those of the pictures that are gone.
        measured.unlink()
    return kit


def write_deck(
    folder: Path,
    path: Path,
    cards: Sequence[str] = (),
    *,
    size: str = "tarot",
    ink: Any = "full",
    paper: str = "a3",
    colours: Any = "srgb",
    options: Sequence[str] = (),
    duplex: Any = "none",
) -> Path:
    """A deck of these cards (none: the whole deck) as a PDF."""
    kit = load_kit(folder, ())
    choices = Choices(size, ink, print_variables(kit, options))
    card_size = kit.size(size)
    trim = Size(card_size.width, card_size.height)
    ids = list(cards) or [card.id for card in kit.cards_of("deck")]
    if paper == "card":
        sheets = card_per_page(ids, trim, card_size.bleed)
    else:
        sheets = impose(ids, trim, card_size.bleed, ImpositionSpec(find_paper(paper), duplex=duplex))
    back = cache(lambda: compose_back(kit, kit.cards_of("deck")[0], choices))
    front = cache(lambda card_id: compose_face(kit, kit.card(card_id), choices))
    with path.open("wb") as stream:
        write_pdf(
            stream,
            sheets,
            lambda key: front(key.card) if key.side == "front" else back(),
            DocumentInfo("deck"),
            colours,
        )
    return path


def wrong(report: PdfReport) -> list[Finding]:
    """The findings but those about cards a test left out on purpose."""
    return [finding for finding in report.findings if finding.code != "card-missing"]


class Damage:
    """A PDF being damaged: its faces' forms by card, in the order of `FEW`, and their operators as lists."""

    def __init__(self, source: Path, target: Path) -> None:
        self.pdf = pikepdf.open(source)
        self.target = target
        self.page = self.pdf.pages[0]
        names = [
            str(operands[0])
            for operands, operator in pikepdf.parse_content_stream(self.page)
            if str(operator) == "Do"
        ]
        self.names = dict(zip(FEW, names, strict=False))

    def form(self, card: str) -> Any:
        """The form a card is drawn by."""
        return self.page.Resources.XObject[self.names[card]]

    def edit(self, card: str, change: Callable[[list[tuple[list[Any], str]]], None]) -> None:
        """Changes the operators of a card's form."""
        form = self.form(card)
        parsed = pikepdf.parse_content_stream(form)
        operators = [(list(operands), str(operator)) for operands, operator in parsed]
        change(operators)
        form.write(self.bytes_of(operators))

    def edit_page(self, change: Callable[[list[tuple[list[Any], str]]], None]) -> None:
        """Changes the operators of the first page."""
        parsed = pikepdf.parse_content_stream(self.page)
        operators = [(list(operands), str(operator)) for operands, operator in parsed]
        change(operators)
        self.page.Contents = self.pdf.make_stream(self.bytes_of(operators))

    def draw_on_page(self, operators: str) -> None:
        """Draws more, above everything, in mm from the top left."""
        height = float(self.page.MediaBox[3])
        scale = f"{72 / 25.4:.6f} 0 0 {-72 / 25.4:.6f} 0 {height:.4f} cm"
        self.page.contents_add(self.pdf.make_stream(b"q\n"), prepend=True)
        self.page.contents_add(self.pdf.make_stream(f"\nQ q {scale}\n{operators}\nQ\n".encode()))

    @staticmethod
    def bytes_of(operators: Sequence[tuple[list[Any], str]]) -> bytes:
        return bytes(
            pikepdf.unparse_content_stream(
                [(operands, pikepdf.Operator(operator)) for operands, operator in operators]
            )
        )

    def save(self) -> Path:
        self.pdf.save(self.target)
        return self.target


def shows(operators: Sequence[tuple[list[Any], str]]) -> list[int]:
    """Where text is shown, in the order it is drawn."""
    return [index for index, (_, operator) in enumerate(operators) if operator in ("Tj", "TJ")]
