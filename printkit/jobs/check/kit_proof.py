"""Everything that is proved of a kit's files beside its cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from printkit.kit.model import Kit
from printkit.preflight.kit_data import prove_kit_data
from printkit.preflight.model import Finding
from printkit.preflight.proof_kit import prove_kit_rules
from printkit.sheets.papers import find_paper

__all__ = ["prove_files"]


def prove_files(kit: Kit, options: Mapping[str, Sequence[str]], positions: int) -> Iterator[Finding]:
    """Words, suits, mat, tokens, pictures, backs and lengths, then the rule cards in so many positions a row."""
    yield from prove_kit_data(kit, find_paper)
    yield from prove_kit_rules(kit, options, positions=positions)
