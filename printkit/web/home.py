"""The facts of the first page: games, kits and kept tables; and the frame of the pages beside the tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from string import Template
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from printkit.games.core import Option
from printkit.games.deals import find_deals
from printkit.games.find import find_games, find_module
from printkit.games.game import GameModule
from printkit.jobs.screen.guided import guide_of
from printkit.jobs.screen.rule_texts import has_rules
from printkit.jobs.screen.screen import ScreenKit
from printkit.jobs.screen.screen_kits import GameKit
from printkit.solver.seats import LEVELS, telling_players
from printkit.web.store import Kept
from printkit.web.words import LANGUAGES

__all__ = ["frame_html", "frame_route", "home_of"]


# ── the facts of the first page ──────────────────────────────────────────────────────────────────────────────────────


def home_of(
    language: str, tables: Iterable[Kept], kits: Sequence[GameKit], kit_dir: Path | None, *, bare: bool = True
) -> dict[str, Any]:
    """The first page's facts in one language, a kit with a window first; those of one kit where `kit_dir` names it.

    `bare`: games that no kit is for are shown too.
    """
    kits = sorted(kits, key=lambda kit: _window(kit.screen, language) is None)
    homes = {game: kit for kit in reversed(kits) for game in kit.games}
    games = dict.fromkeys(game for kit in kits for game in kit.games)
    games |= dict.fromkeys(find_games() if bare and not kit_dir else ())
    return {
        "levels": LEVELS,
        "games": [_game(game, homes.get(game), language) for game in games],
        "kits": [_kit(kit, language) for kit in kits],
        "tables": [
            {**kept._asdict(), "name": find_module(kept.game).names.get(language, kept.game)}
            for kept in tables
            if kept.game in games
        ],
    }


def _kit(kit: GameKit, language: str) -> dict[str, Any]:
    """A kit's title, what is wrong with it, its window and whether it has rules to read."""
    return {
        "id": kit.id,
        "title": kit.title(language),
        "problem": kit.problem,
        "art": kit.screen.art() if kit.screen else (),
        "window": _window(kit.screen, language),
        "rules": bool(kit.screen and has_rules(kit.screen.kit)),
    }


def _window(screen: ScreenKit | None, language: str) -> dict[str, Any] | None:
    """What the window of a kit shows and says; None without one."""
    window = screen.kit.shelf.window if screen and screen.kit.shelf else None
    if screen is None or window is None:
        return None
    said = {"sort": window.sort, "line": window.line}
    return {
        "art": [screen.part_address(part) for part in window.show],
        **{name: screen.text(language, key) if key else "" for name, key in said.items()},
    }


def _game(game: str, kit: GameKit | None, language: str) -> dict[str, Any]:
    """What a game is, what can be chosen before it starts, and who may play it beside people and the levels."""
    module, screen = find_module(game), kit.screen if kit else None
    facts = screen.kit.shelf.games.get(game) if screen and screen.kit.shelf else None
    others = [module.names[each] for each in LANGUAGES if each != language and each in module.names]
    name = module.names.get(language, game)
    return {
        "id": game,
        "kit": kit.id if kit else "",
        "name": name,
        "other": next((other for other in others if other != name), ""),
        "line": screen.game_line(language, game) if screen else "",
        "minutes": facts.minutes if facts else None,
        "difficulty": facts.difficulty if facts else None,
        "art": screen.game_art(game) if screen else (),
        "seats": module.game().seats,
        "counts": module.seat_counts(),
        "options": [
            _option(option, screen, language) for option in module.options if _chosen(option, module)
        ],
        "seats_option": module.seats_option,
        "players": telling_players(game),
        "deals": find_deals(game) is not None,
        "secrets": module.game().start.has_secrets(),
        "guide": _guide(screen, game),
    }


def _guide(screen: ScreenKit | None, game: str) -> Sequence[str] | None:
    """The options of a first game with a guide; None where there is none."""
    guided = guide_of(screen.kit, game) if screen else None
    return guided.options if guided else None


def _chosen(option: Option, module: GameModule[Any]) -> bool:
    """Whether a form asks for it; how many seats there are is seen at the seats."""
    return not option.quiet and option.key != module.seats_option


def _option(option: Option, screen: ScreenKit | None, language: str) -> dict[str, Any]:
    said = screen.text(language, f"narration.option.{option.key}") if screen else ""
    # What is said of a value, such as `seasons: 4`, asks for it as well.
    named = said.removesuffix("<value>").rstrip(":： ").replace("<value>", "…")
    return {
        "key": option.key,
        "usual": option.usual,
        "meaning": named or option.meaning,
        "allowed": option.allowed.split("|") if "|" in option.allowed else [],
    }


# ── the frame of the pages beside the tables ─────────────────────────────────────────────────────────────────────────

_FRAME = Path(__file__).with_name("static") / "frame.html"
# What the room of a page is called in its style sheet.
_ROOMS = {"print": "print", "make": "making-page", "check": "check"}


def frame_html(name: str) -> str:
    """The page of that name, for an address one folder below the application's."""
    return Template(_FRAME.read_text(encoding="utf-8")).substitute(name=name, room=_ROOMS[name])


def frame_route(path: str, name: str) -> Route:
    """The address of the page of that name."""

    async def page(request: Request) -> Response:
        return Response(frame_html(name), media_type="text/html")

    return Route(path, page)
