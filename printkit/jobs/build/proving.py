"""Proof-reads a kit before it is printed."""

from __future__ import annotations

from printkit.errors import Problem, WrongError
from printkit.games.find import loaded_entry, share_options
from printkit.jobs.build.part import Job
from printkit.kit.model import Kit
from printkit.preflight.model import Finding
from printkit.preflight.proof_kit import proof_kit, prove_contents, prove_facts, prove_kit_rules

__all__ = ["refuse_wrong"]

SHOWN_FINDINGS = 40
# Enough that every part of every row is played and every lie of the tests is found; `printkit check` plays 600.
ROW_POSITIONS = 60


def refuse_wrong(job: Job) -> None:
    """A kit whose numbers or rule rows are not those of its games, or whose box miscounts, is a WrongError.

    A variant may differ from the rules.
    """
    shared = share_options(job.kit.games, job.request.options)
    findings = (
        *proof_kit(job.kit, job.choices.size, job.scenes.front, job.choices.variables),
        *prove_kit_rules(job.kit, shared, positions=ROW_POSITIONS),
        *_proof_boards(job.kit),
        *prove_contents(job.kit),
        *(() if job.kit.variant else prove_facts(job.kit)),
    )
    errors = [finding for finding in findings if finding.severity == "error"]
    if not errors:
        return
    problems = [finding.problem() for finding in errors[:SHOWN_FINDINGS]]
    if len(errors) > SHOWN_FINDINGS:
        hint = f"printkit check {job.kit.folder} shows all"
        problems.append(Problem(f"{len(errors) - SHOWN_FINDINGS} more findings", job.kit.id, hint=hint))
    raise WrongError(problems=problems)


def _proof_boards(kit: Kit) -> tuple[Finding, ...]:
    """What is wrong with boards and pieces; what compares them is loaded for a kit that has some."""
    if not (kit.boards or kit.tokens or kit.glyphs or kit.sticks):
        return ()
    findings: tuple[Finding, ...] = loaded_entry("printkit.preflight.proof_boards:proof_boards")(kit)
    return findings
