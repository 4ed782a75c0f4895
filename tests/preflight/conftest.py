"""What the tests of proof-reading share: a plain kit, its faces, and decks made of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from printkit.jobs.check.compare import proof_file
from printkit.kit.load import load_kit
from printkit.paths import templates_dir
from printkit.preflight.book import make_books
from tests.preflight.decks import COURTS, FEW, MAJORS, Damage, plain_kit, write_deck


@pytest.fixture(scope="session")
def kit_folder(tmp_path_factory):
    """The plain kit; nobody writes into it."""
    return plain_kit(tmp_path_factory.mktemp("kit"))


@pytest.fixture
def own_kit(tmp_path):
    """A plain kit of one's own, to spoil."""
    return plain_kit(tmp_path)


@pytest.fixture(scope="session")
def books(kit_folder):
    """The faces to compare with: of the few cards most tests need, so that these are quick."""
    kit = load_kit(kit_folder, ())
    wanted = {*FEW, *COURTS, *MAJORS}
    return make_books([replace(kit, cards=tuple(card for card in kit.cards if card.id in wanted))])


@pytest.fixture(scope="session")
def majors(kit_folder, tmp_path_factory):
    """Eight majors on A4, four a page, with backs."""
    return write_deck(
        kit_folder, tmp_path_factory.mktemp("majors") / "x.pdf", MAJORS, paper="a4", duplex="long"
    )


@pytest.fixture(scope="session")
def deck(tmp_path_factory):
    """The shipped deck, all 80 cards with their real art and backs, on A4."""
    path = tmp_path_factory.mktemp("deck") / "deck.pdf"
    return write_deck(templates_dir() / "youscout", path, paper="a4", duplex="long")


@pytest.fixture(scope="session")
def few(kit_folder, tmp_path_factory):
    """Six cards on one page."""
    return write_deck(kit_folder, tmp_path_factory.mktemp("few") / "few.pdf", FEW)


@pytest.fixture
def proof(books):
    """Proof-reads a file against the plain kit."""
    return lambda path: proof_file(path, books)


@pytest.fixture
def damage(few, tmp_path):
    """Six cards, ready to be damaged."""
    return Damage(few, tmp_path / "damaged.pdf")
