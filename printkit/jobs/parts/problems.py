"""The problem sheet of board games: positions in three grades, and their solutions at the back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printkit.compose.boards.board_problems import ProblemPen
from printkit.compose.books.book import Book, BookLook, Picture, compose_book
from printkit.compose.text.languages import foreign_words
from printkit.geometry import Size
from printkit.jobs.build.bound_book import BoundBook, book_cover, book_documents, find_papers
from printkit.jobs.build.part import Document, Job
from printkit.jobs.check.prove_problems import ProvedProblem, prove_problems
from printkit.kit.leaflets import SOLUTIONS, ProblemsFile, problem_texts

__all__ = ["bound_book", "documents"]

PART = "problems"


def documents(job: Job, name: str) -> Iterator[Document]:
    """In each language page by page, and as sheets to fold."""
    papers = find_papers(job, name)
    proved = prove_problems(job.kit)
    for language in job.languages:
        yield from book_documents(job, papers, _bound(job, *proved, language, papers.page))


def bound_book(job: Job, language: str, page: Size) -> BoundBook:
    """The sheet in one language for pages of that size, its problems proved."""
    return _bound(job, *prove_problems(job.kit), language, page)


def _bound(
    job: Job, read: ProblemsFile, proved: Sequence[ProvedProblem], language: str, page: Size
) -> BoundBook:
    composed = job.scenes.once((PART, language, page), lambda: _compose(job, read, proved, language, page))
    return BoundBook(PART, language, composed, read.caliper)


def _compose(
    job: Job, read: ProblemsFile, proved: Sequence[ProvedProblem], language: str, page: Size
) -> Book:
    pen = ProblemPen(job.kit, language, job.choices)

    def pictures(name: str, width: float) -> Sequence[Picture]:
        if name == SOLUTIONS:
            return tuple(
                pen.solution(each.number, each.problem.game, each.state.table(""), each.problem.solution,
                             (*each.sentences, *each.reasons), width)
                for each in proved
            )  # fmt: skip
        asked = [each for each in proved if each.problem.grade == name]
        return pen.asked([(each.number, each.problem.game, each.state.table("")) for each in asked], width)

    look = BookLook(page, language, job.kit.fonts["display"], foreign=foreign_words(job.kit, language))
    titles = [job.kit.text(code, "problems.title") for code in dict.fromkeys((language, *job.kit.languages))]
    text = problem_texts(job.kit, read)[language]
    return compose_book(text, look, titles, "", book_cover(job, PART, page), pictures)
