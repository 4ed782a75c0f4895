"""Proof-reads a kit before it is printed."""

from __future__ import annotations

from collections.abc import Sequence

from printkit.errors import Problem, WrongError
from printkit.games.find import share_options
from printkit.jobs.build.part import Job
from printkit.kit.model import Kit
from printkit.preflight.model import Finding
from printkit.preflight.proof_boards import proof_boards
from printkit.preflight.proof_kit import proof_kit, prove_kit_rules

__all__ = ["refuse_wrong", "refuse_wrong_boards"]

SHOWN_FINDINGS = 40
# Enough that every part of every row is played and every lie of the tests is found; `printkit check` plays 600.
ROW_POSITIONS = 60


def refuse_wrong(job: Job) -> None:
    """A kit whose numbers or rule rows are not those of its games is a WrongError, unless it is a variant."""
    shared = share_options(job.kit.games, job.request.options)
    findings = (
        *proof_kit(job.kit, job.choices.size, job.scenes.front, job.choices.variables),
        *prove_kit_rules(job.kit, shared, positions=ROW_POSITIONS),
        *proof_boards(job.kit),
    )
    _refuse(job.kit, findings)


def refuse_wrong_boards(kit: Kit) -> None:
    """A kit whose boards or pieces are not those of its games is a WrongError."""
    _refuse(kit, proof_boards(kit))


def _refuse(kit: Kit, findings: Sequence[Finding]) -> None:
    errors = [finding for finding in findings if finding.severity == "error"]
    if not errors:
        return
    problems = [finding.problem() for finding in errors[:SHOWN_FINDINGS]]
    if len(errors) > SHOWN_FINDINGS:
        hint = f"printkit check {kit.folder} shows all"
        problems.append(Problem(f"{len(errors) - SHOWN_FINDINGS} more findings", kit.id, hint=hint))
    raise WrongError(problems=problems)
