"""Proof-reads a kit's folder: its cards, and everything that is proved of its files beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from printkit.games.find import share_options
from printkit.games.proof import find_proof
from printkit.jobs.build.make_job import make_job
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.check.check_report import Report
from printkit.jobs.check.laid_out import lay_out_cards, lay_out_parts, prove_texts
from printkit.jobs.screen.guided import read_rule_places
from printkit.kit.load import load_kit
from printkit.kit.model import Ink, Kit
from printkit.preflight.kit_data import prove_kit_data
from printkit.preflight.model import Finding, has_errors
from printkit.preflight.proof_boards import proof_boards
from printkit.preflight.proof_kit import proof_kit, prove_kit_rules
from printkit.sheets.model import find_paper

__all__ = ["kit_report", "prove_files"]

# ── everything that is proved of a kit's files beside its cards ──────────────────────────────────────────────────────


def prove_files(kit: Kit, options: Mapping[str, Sequence[str]], positions: int) -> Iterator[Finding]:
    """Words, suits, mat, tokens, pictures, backs and lengths, then the rule cards in so many positions a row."""
    yield from prove_kit_data(kit, find_paper)
    yield from prove_kit_rules(kit, options, positions=positions)


# ── proof-reads a kit's folder ───────────────────────────────────────────────────────────────────────────────────────

INKS: tuple[Ink, ...] = ("full", "low")
ROW_POSITIONS = 600


def kit_report(folder: Path) -> Report:
    """The kit's fields, its rule book, and its faces in every size and with full and low ink.

    What `build` would refuse to lay out is an InputError with all of it.
    """
    kit = load_kit(folder, INKS)
    read_rule_places(kit)
    options = share_options(kit.games, kit.options)
    jobs = [make_job(kit, BuildRequest(ink=ink), size) for size in kit.sizes for ink in INKS]
    lay_out_cards(jobs)
    findings = dict.fromkeys((*prove_files(kit, options, ROW_POSITIONS), *proof_boards(kit)))
    for job in jobs:
        size, words = job.choices.size, job.choices.variables
        findings |= dict.fromkeys(proof_kit(kit, size, job.scenes.front, words))
    # Games played with wrong numbers go wrong too, and say so less well.
    if not has_errors(tuple(findings)):
        prove_texts(kit)
        for job in jobs[:: len(INKS)]:
            lay_out_parts(job, books=job.choices.size == kit.default_size)
    cards, sizes = len(kit.cards), len(kit.sizes)
    seen = f"{cards} card{'s' * (cards != 1)} in {sizes} size{'s' * (sizes != 1)}, full and low ink"
    seen += f", {len(kit.rules)} rule rows" if kit.rules else ""
    if kit.boards:
        seen += f", {len(kit.boards)} boards, {sum(token.copies for token in kit.tokens)} pieces and markers"
    return Report(folder.as_posix(), kit.id, seen, tuple(findings), _passed(kit))


def _passed(kit: Kit) -> str:
    """What holds of a kit without findings."""
    proved = "numbers and rule rows proved by the rules"
    return f"{proved if find_proof(kit.games) else 'no game to prove its numbers'}, every part laid out"
