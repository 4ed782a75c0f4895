"""The addresses of the table: lists, wishes, pictures' parts, records and advice."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import InitVar, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from printkit.errors import InputError, WrongError, nearest_hint
from printkit.games.core import CHANCE
from printkit.games.find import find_games
from printkit.games.record import write_record
from printkit.jobs.play.advise import Question, advise, answer_as, look_further, reviewed_play
from printkit.jobs.screen.legend import legend, movements
from printkit.jobs.screen.play_log import Teller, prices_of
from printkit.jobs.screen.rule_texts import has_rules, rule_texts
from printkit.jobs.screen.screen import Room, ScreenKit
from printkit.jobs.screen.screen_game import has_walkthrough, walkthrough_pdf
from printkit.jobs.screen.screen_kits import game_kits, screen_kit
from printkit.solver.review import Looked
from printkit.solver.seats import HUMAN
from printkit.web import session as wishes
from printkit.web.answers import answered, body_of, language_of, text_in, texts_in
from printkit.web.home import home_of
from printkit.web.lane import Lane, Lanes, in_thread
from printkit.web.mine import Mine, played, review_facts, reviewed_seats
from printkit.web.session import Session
from printkit.web.store import Store
from printkit.web.view import Looking, labels_at, view_of
from printkit.web.words import words_of

__all__ = ["PARTS", "Tables"]

PARTS = "part"
"""Where the drawings of kits lie, as seen from the page."""

# The sides of a picture a page may ask for, in pixels, and those of one that does not say; seconds of a search.
LEAST_SIDE, MOST_SIDE, ROOM = 160, 8000, (390, 480)
LEAST_SECONDS, MOST_SECONDS = 0.1, 40
# Seconds a player may think, and advice and a walkthrough may take.
THINKING, ADVISING, PRINTING = 60.0, 240.0, 120.0
# Seconds a page waits for the next part of a look at a game that is over.
LOOKING = 0.7
_KEPT_ADVICE, _KEPT_KITS, _KEPT_LOOKS = 400, 64, 100
_FOREVER = {"cache-control": "private, max-age=31536000, immutable"}

Wish = Callable[[Session, Mapping[str, Any]], Awaitable[Session]]


@dataclass
class Tables:
    """The tables of one server: where they are kept, the kits they are drawn with, and who thinks for them.

    `bare`: games that no kit here is for may be played with plain paper.
    """

    store: Store
    kit_dir: Path | None
    lanes: InitVar[Lanes]
    bare: bool = True
    mine: Mine = field(init=False)
    _kits: OrderedDict[str, ScreenKit] = field(default_factory=OrderedDict)
    _drawing: asyncio.Lock = field(default_factory=asyncio.Lock)
    _turns: dict[str, asyncio.Lock] = field(default_factory=dict)
    _advice: OrderedDict[Any, dict[str, Any]] = field(default_factory=OrderedDict)
    _looks: OrderedDict[Any, Looked] = field(default_factory=OrderedDict)
    _players: Lane = field(init=False)
    _advisers: Lane = field(init=False)
    _printers: Lane = field(init=False)

    def __post_init__(self, lanes: Lanes) -> None:
        self._players, self._advisers, self._printers = map(lanes, (THINKING, ADVISING, PRINTING))
        self.mine = Mine(self.store.folder)

    def routes(self) -> list[Route]:
        """All addresses."""
        return [
            Route("/api/home", answered(self.home)),
            Route("/api/rules/{kit}", answered(self.rules)),
            Route("/api/legend/{game}", answered(self.legend)),
            Route("/api/moves/{game}", answered(self.movements)),
            Route("/api/mine", answered(self.own_games)),
            Route("/api/mine", answered(self.erase), methods=["DELETE"]),
            Route("/api/mine/{name}", answered(self.exported)),
            Route("/api/tables", answered(self.start), methods=["POST"]),
            Route("/api/open", answered(self.open), methods=["POST"]),
            Route("/api/tables/{table}", answered(self.look)),
            Route("/api/tables/{table}", answered(self.remove), methods=["DELETE"]),
            Route("/api/tables/{table}/record", answered(self.record)),
            Route("/api/tables/{table}/walkthrough", answered(self.walkthrough)),
            Route("/api/tables/{table}/advice", answered(self.advice), methods=["POST"]),
            Route("/api/tables/{table}/prices", answered(self.prices), methods=["POST"]),
            Route("/api/tables/{table}/review", answered(self.review), methods=["POST"]),
            Route("/api/tables/{table}/continue", answered(self.go_on), methods=["POST"]),
            Route("/api/tables/{table}/{wish}", answered(self.wish), methods=["POST"]),
            Route(f"/{PARTS}/{{stamp}}/{{name}}.svg", answered(self.part)),
        ]

    def stop(self) -> None:
        """End what goes on beside the application."""
        self._players.stop()
        self._advisers.stop()
        self._printers.stop()

    # ── lists ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def home(self, request: Request) -> Response:
        """The games, kits and tables in one language, and the page's words."""
        language = language_of(request)
        async with self._drawing:
            facts = await in_thread(self._home, language)
        return JSONResponse({**facts, "words": words_of(language)})

    def _home(self, language: str) -> dict[str, Any]:
        kits = game_kits(self.kit_dir, PARTS)
        for kit in kits:
            self._known(kit.screen)
        return home_of(language, self.store.kept(), kits, self.kit_dir, bare=self.bare)

    def _known(self, kit: ScreenKit | None) -> None:
        """Pages may ask for the drawings of this kit and of its deck."""
        if kit is not None:
            self._known(kit.deck)
            self._kits[kit.stamp] = kit
            self._kits.move_to_end(kit.stamp)
            while len(self._kits) > _KEPT_KITS:
                self._kits.popitem(last=False)

    async def rules(self, request: Request) -> Response:
        """The rules of a kit's games, as its leaflets and books say them in one language."""
        name = request.path_params["kit"]
        kits = await in_thread(game_kits, self.kit_dir, PARTS)
        screen = next((kit.screen for kit in kits if kit.id == name and kit.screen), None)
        if screen is None:
            raise KeyError(name)
        self._known(screen)
        async with self._drawing:
            rules = await in_thread(rule_texts, screen, language_of(request))
        return JSONResponse(rules)

    async def legend(self, request: Request) -> Response:
        """What the signs of a game mean, in one language."""
        name, language = request.path_params["game"], language_of(request)
        if name not in find_games():
            raise KeyError(name)
        async with self._drawing:
            signs = await in_thread(self._legend, name, language)
        return JSONResponse({"signs": signs})

    def _legend(self, game: str, language: str) -> list[dict[str, Any]]:
        kit = screen_kit(game, self.kit_dir, PARTS)
        self._known(kit)
        return [sign._asdict() for sign in legend(kit, kit.names(game, language, words_of(language)))]

    async def movements(self, request: Request) -> Response:
        """How the pieces of a game move, drawn, in one language."""
        name, language = request.path_params["game"], language_of(request)
        if name not in find_games():
            raise KeyError(name)
        async with self._drawing:
            found = await in_thread(self._movements, name, language)
        return JSONResponse({"moves": found})

    def _movements(self, game: str, language: str) -> list[dict[str, Any]]:
        kit = screen_kit(game, self.kit_dir, PARTS)
        return [each._asdict() for each in movements(kit, kit.names(game, language, words_of(language)))]

    async def own_games(self, request: Request) -> Response:
        """One's own games by game and level."""
        return JSONResponse({"rows": await in_thread(self.mine.facts, language_of(request))})

    async def exported(self, request: Request) -> Response:
        """The same one by one, as a file."""
        name = request.path_params["name"]
        kinds = {
            "games.json": (self.mine.as_json, "application/json"),
            "games.csv": (self.mine.as_csv, "text/csv; charset=utf-8"),
        }
        made, kind = kinds[name]
        head = {"content-disposition": f'attachment; filename="printkit-{name}"'}
        return Response(await in_thread(made), media_type=kind, headers=head)

    async def erase(self, request: Request) -> Response:
        """Nothing is known of one's own games any more; the tables stay."""
        await in_thread(self.mine.erase)
        return JSONResponse({})

    async def start(self, request: Request) -> Response:
        """A new table."""
        body = await body_of(request)
        deal, seed = _deal_and_seed(text_in(body, "deal"))
        begun = await in_thread(
            partial(
                wishes.begin,
                text_in(body, "game"),
                texts_in(body, "options"),
                texts_in(body, "players") or [HUMAN],
                seed=seed,
                deal=deal,
                kit_dir=self.kit_dir,
            )
        )
        return JSONResponse({"id": self.store.add(begun)})

    async def open(self, request: Request) -> Response:
        """A record that was brought, to go on with or to step through."""
        text = text_in(await body_of(request), "text", 1_000_000)
        opened = await in_thread(wishes.brought, text, "record", self.kit_dir)
        return JSONResponse({"id": self.store.add(opened)})

    async def remove(self, request: Request) -> Response:
        """The table is gone, once nobody changes it."""
        table = request.path_params["table"]
        async with self._turn(table):
            self.store.remove(table)
        return JSONResponse({})

    # ── one table ────────────────────────────────────────────────────────────────────────────────────────────────

    async def look(self, request: Request) -> Response:
        """What the page shows, now or after some actions."""
        session = await self._session(request)
        at = request.query_params.get("at", "")
        return await self._view(session, request, int(at) if at.isdecimal() and len(at) < 7 else None)

    async def wish(self, request: Request) -> Response:
        """Act, advance, sit, undo, redo: the table changes, is kept, and is shown as it is then."""
        made: dict[str, Wish] = {
            "act": self._act, "advance": self._advance, "sit": self._sit, "undo": _undo, "redo": _redo,
        }  # fmt: skip
        name = request.path_params["wish"]
        if name not in made:
            raise InputError(f"no wish {name[:20]!r}", hint=nearest_hint(name, made))
        table = request.path_params["table"]
        body = await body_of(request)
        async with self._turn(table):
            session = await self._session(request)
            if body.get("count") != len(session.actions):
                return JSONResponse({"error": "the table has changed meanwhile", "stale": True}, 409)
            after = await made[name](session, body)
            keep = self.store.look if name == "sit" else self.store.put
            keep(table, after)
            ended = after.over and not session.over
            uncounted = await in_thread(self._count, table, after) if ended else ""
        return await self._view(after, request, None, uncounted=uncounted)

    def _count(self, table: str, session: Session) -> str:
        """A game that has ended is one of one's own; what keeps it from being counted, in words."""
        game = played(table, session, self.store.changed(table))
        try:
            if game:
                self.mine.add(game)
        except InputError as error:
            return str(error)
        return ""

    async def go_on(self, request: Request) -> Response:
        """A new table that goes on from a moment of another, all of which may be known."""
        session, body = await self._session(request), await body_of(request)
        if session.secret:
            raise WrongError("the game is not over yet")
        at = body.get("at")
        if not isinstance(at, int) or not 0 <= at <= len(session.actions):
            raise InputError("no moment of this game", key="at")
        return JSONResponse(
            {"id": self.store.add(wishes.continued(session, at, texts_in(body, "players") or [HUMAN]))}
        )

    async def record(self, request: Request) -> Response:
        """The record as a file, once nothing in it is a secret."""
        session = await self._session(request)
        if session.secret:
            raise WrongError("the record waits for the end of the game")
        name = f"{session.game.id}-{request.path_params['table']}.txt"
        text = write_record(wishes.record_of_session(session))
        return Response(
            text, media_type="text/plain", headers={"content-disposition": f'attachment; filename="{name}"'}
        )

    async def walkthrough(self, request: Request) -> Response:
        """The game as a printed walkthrough, once it is over."""
        session = await self._session(request)
        kit = await in_thread(screen_kit, session.game.id, self.kit_dir, PARTS)
        if not session.over or not has_walkthrough(kit, session.game.id):
            raise WrongError("there is no walkthrough of this game")
        text = write_record(wishes.record_of_session(session))
        pdf = await self._printers.call(walkthrough_pdf, kit.kit.folder, text, language_of(request))
        name = f"{session.game.id}-{request.path_params['table']}.pdf"
        return Response(
            pdf,
            media_type="application/pdf",
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )

    async def advice(self, request: Request) -> Response:
        """What each answer is worth at the moment, or after some actions of a game with nothing to hide."""
        session, body = await self._session(request), await body_of(request)
        at, seconds = body.get("at"), body.get("seconds")
        now = at == len(session.actions)
        if not isinstance(at, int) or not 0 <= at < len(session.states):
            raise InputError("no moment of this game", key="at")
        if not isinstance(seconds, int | float) or not LEAST_SECONDS <= seconds <= MOST_SECONDS:
            raise InputError("no such search", key="seconds", hint=f"{LEAST_SECONDS} to {MOST_SECONDS}")
        seat = session.states[at].to_move()
        if seat in (None, CHANCE) or (now and (session.mover != HUMAN or session.waits_for is not None)):
            raise WrongError("nobody chooses here")
        if session.secret and not now:
            raise WrongError("what was is advised at the end of the game")
        question = _question(session, self.kit_dir, at)
        taken = "".join(session.actions[at : at + 1])
        asked = question, seconds, taken
        if asked not in self._advice:
            printed = await in_thread(self._printed_advice, session.game.id)
            found = await self._advisers.call_for(request, advise, question, seconds, printed, taken)
            self._advice[asked] = found.facts()
            while len(self._advice) > _KEPT_ADVICE:
                self._advice.popitem(last=False)
        if now and not session.over and body.get("first"):
            table = request.path_params["table"]
            # The table may have changed while the answer was looked for.
            async with self._turn(table):
                self.store.put(table, wishes.counted(await self._session(request)))
        facts = self._advice[asked]
        return JSONResponse(
            {
                **facts,
                "labels": await in_thread(self._named, session, at, facts, language_of(request)),
            }
        )

    async def prices(self, request: Request) -> Response:
        """What some of the actions that may be done now cost, and with what chance they come true.

        Nothing of what may not be done any more: who asks may have gone on meanwhile.
        """
        session, body = await self._session(request), await body_of(request)
        if session.mover != HUMAN or session.waits_for is not None:
            return JSONResponse({"prices": {}})
        wanted = {*texts_in(body, "actions")}.intersection(session.state.legal())
        found = await in_thread(partial(prices_of, session.state, wanted, words_of(language_of(request))))
        return JSONResponse({"prices": found})

    async def review(self, request: Request) -> Response:
        """A game that is over, looked at again for some seconds more, from the seat that is asked for."""
        session, body = await self._session(request), await body_of(request)
        if not session.over:
            raise WrongError("the game is not over yet")
        seats = reviewed_seats(session)
        seat = text_in(body, "seat") or seats[0]
        if seat not in seats:
            raise InputError("no such seat", key="seat", hint=", ".join(seats))
        asked = _question(session, self.kit_dir), seat
        looked = self._looks.get(asked, Looked())
        if body.get("further"):
            found = await self._advisers.call(look_further, *asked, looked, LOOKING)
            # Two pages may look at once: what is further on stays.
            looked = max(found, self._looks.get(asked, found), key=lambda each: each.steps)
            self._looks[asked] = looked
            while len(self._looks) > _KEPT_LOOKS:
                self._looks.popitem(last=False)
        facts = await in_thread(self._reviewed, session, seat, looked, language_of(request))
        return JSONResponse(facts)

    def _reviewed(self, session: Session, seat: str, looked: Looked, language: str) -> dict[str, Any]:
        kit = screen_kit(session.game.id, self.kit_dir, PARTS)
        teller = Teller(kit.names(session.game.id, language, words_of(language)), session.game)
        return review_facts(session, reviewed_play(_question(session, self.kit_dir), seat), looked, teller)

    def _printed_advice(self, game: str) -> str:
        """The player that does what the game's kit advises."""
        guide = screen_kit(game, self.kit_dir, PARTS).kit.guide
        return guide.games[game].advice if guide and game in guide.games else ""

    def _named(self, session: Session, at: int, facts: Mapping[str, Any], language: str) -> dict[str, str]:
        """What an advice speaks of in words: its actions, and what was done."""
        named = [
            *(each["action"] for kind in ("actions", "opinions") for each in facts[kind]),
            *session.actions[at : at + 1],
        ]
        kit = screen_kit(session.game.id, self.kit_dir, PARTS)
        return labels_at(session, kit, language, words_of(language), at, named)

    # ── wishes ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def _act(self, session: Session, body: Mapping[str, Any]) -> Session:
        return wishes.act(session, text_in(body, "action"))

    async def _sit(self, session: Session, body: Mapping[str, Any]) -> Session:
        return wishes.sit(session, text_in(body, "seat"))

    async def _advance(self, session: Session, body: Mapping[str, Any]) -> Session:
        mover = session.mover
        if mover in ("", HUMAN, CHANCE):
            return await in_thread(wishes.advance, session)
        question = _question(session, self.kit_dir)
        seed = session.seed * 1_000_003 + len(session.actions)
        return wishes.advance(session, await self._players.call(answer_as, question, mover, seed))

    # ── pictures ─────────────────────────────────────────────────────────────────────────────────────────────────

    async def part(self, request: Request) -> Response:
        """A drawing of a kit; it never changes at its address."""
        kit = self._kits.get(request.path_params["stamp"])
        if kit is None:
            raise KeyError(request.path_params["stamp"])
        async with self._drawing:
            svg = await in_thread(kit.part, request.path_params["name"])
        return Response(svg, media_type="image/svg+xml", headers=_FOREVER)

    async def _view(
        self, session: Session, request: Request, at: int | None, uncounted: str = ""
    ) -> Response:
        language = language_of(request)
        asked = request.query_params
        looking = Looking(language, words_of(language), _room(asked), guided=asked.get("guide") == "1")
        async with self._drawing:
            view = await in_thread(self._viewed, session, looking, at)
        return JSONResponse({**view, "uncounted": uncounted})

    def _viewed(self, session: Session, looking: Looking, at: int | None) -> dict[str, Any]:
        kit = screen_kit(session.game.id, self.kit_dir, PARTS)
        self._known(kit)
        view = view_of(session, kit, looking, at)
        kit_id = kit.kit.folder.resolve().name if has_rules(kit.kit) else ""
        return {
            **view,
            "rules": kit_id,
            "walkthrough": session.over and has_walkthrough(kit, session.game.id),
        }

    def _turn(self, table: str) -> asyncio.Lock:
        """Held by whoever reads a table, changes it and keeps it: one at a time."""
        return self._turns.setdefault(table, asyncio.Lock())

    async def _session(self, request: Request) -> Session:
        return await in_thread(self.store.get, request.path_params["table"])


def _question(session: Session, kit_dir: Path | None, at: int | None = None) -> Question:
    """Where a table stands, or stood after some actions, as another process can read it."""
    options = tuple(session.game.options.items())
    return Question(session.game.id, options, session.actions[:at], str(kit_dir or ""))


def _room(asked: Mapping[str, str]) -> Room:
    """The room a page has for a picture, and how it is arranged there now."""
    sides = [
        min(max(int(text), LEAST_SIDE), MOST_SIDE) if text.isdecimal() and len(text) < 6 else usual
        for text, usual in zip((asked.get("width", ""), asked.get("height", "")), ROOM, strict=True)
    ]
    kept = asked.get("kept", "")
    return Room(sides[0], sides[1], int(kept) if kept.isdecimal() and len(kept) < 4 else -1)


async def _undo(session: Session, body: Mapping[str, Any]) -> Session:
    return wishes.undo(session)


async def _redo(session: Session, body: Mapping[str, Any]) -> Session:
    return wishes.redo(session)


def _deal_and_seed(text: str) -> tuple[str, int]:
    """A seed if it is a number, else the code of a deal; a new seed for nothing."""
    bare = text.strip()
    if not bare:
        return "", secrets.randbits(32)
    return ("", int(bare)) if bare.isascii() and bare.isdigit() and len(bare) <= 10 else (bare, 0)
