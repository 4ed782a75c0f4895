"""Proof-reads what a kit's books say, by playing it."""

from __future__ import annotations

from printkit.jobs.build.make_job import make_job
from printkit.jobs.build.part_table import has_file
from printkit.jobs.build.request import BuildRequest
from printkit.jobs.build.walkthrough_games import chapters_of_kit
from printkit.jobs.check.prove_problems import prove_problems, prove_puzzles
from printkit.jobs.parts.leaflets import prove_examples
from printkit.jobs.play.play_book import play_book
from printkit.kit.booklet import load_walkthrough_book
from printkit.kit.leaflets import load_leaflet, problem_texts
from printkit.kit.model import Kit

__all__ = ["prove_texts"]


def prove_texts(kit: Kit) -> None:
    """Plays what the kit's book, puzzles and walkthrough say, and reads its leaflets; what is wrong is raised."""
    if has_file(kit, "booklet"):
        play_book(kit, kit.options)
    if has_file(kit, "puzzles"):
        prove_puzzles(kit)
    if has_file(kit, "problems"):
        read, _ = prove_problems(kit)
        problem_texts(kit, read)
    if has_file(kit, "walkthrough"):
        chapters_of_kit(kit, load_walkthrough_book(kit))
    if kit.has_leaflet:
        load_leaflet(kit)
    if has_file(kit, "leaflets"):
        prove_examples(kit, make_job(kit, BuildRequest(), kit.default_size))
