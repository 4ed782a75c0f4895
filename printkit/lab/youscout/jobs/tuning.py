"""The results of a tuning run as facts for JSON."""

from __future__ import annotations

from typing import NamedTuple

from printkit.lab.youscout.tuning import Found, Search, front, missed_aims, options_of
from printkit.version import __version__

__all__ = ["Tuning"]


class Tuning(NamedTuple):
    """What a search came to: how it was done, all that was tried, best first, and the best ones measured again."""

    game: str
    search: Search
    tried: tuple[Found, ...]
    best: tuple[Found, ...]

    @property
    def front(self) -> tuple[Found, ...]:
        """What nothing else beats in everything."""
        return front(self.tried)

    @property
    def missed(self) -> tuple[str, ...]:
        """The aims the best one misses where it was measured last."""
        return missed_aims(self.best[0].score, self.search.aims)

    def facts(self) -> dict[str, object]:
        """All of it but what is beaten, ready for JSON."""
        return {
            "tuning": 1,
            "printkit": __version__,
            "game": self.game,
            "seed": self.search.seed,
            "seeds": self.search.seeds,
            "generations": self.search.generations,
            "brood": self.search.brood,
            "piles": self.search.piles,
            "aims": self.search.aims._asdict(),
            "tried": len(self.tried),
            "missed": list(self.missed),
            "reached": sum(each.short == 0 for each in self.tried),
            "best": [_facts(each) for each in self.best],
            "front": [_facts(each) for each in self.front],
        }


def _facts(found: Found) -> dict[str, object]:
    parameters, score = found.parameters, found.score
    return {
        "short": found.short,
        "game": parameters.game,
        "options": list(options_of(parameters)),
        **score._asdict(),
        "table": [list(row) for row in parameters.table],
    }
