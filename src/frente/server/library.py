"""What is the same for everybody: games, boards, maps, texts, rules, the description of this interface."""
from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from frente import __version__
from frente import look as looks
from frente.ai import opponents
from frente.draw import faces
from frente.kernel import lesson as lessons
from frente.kernel.catalog import Game, Scenario, UnknownName, all_games, find
from frente.kernel.components import listed
from frente.kernel.texts import Texts, kernel_texts
from frente.rulebook import Rulebook
from frente.server import worker
from frente.server.assets import Asset, Folder
from frente.server.guard import language_of
from frente.server.openapi import docs_page, openapi
from frente.server.problem import LANGUAGES, Problem, texts
from frente.server.thinkers import Thinkers, WorkFailed

SOURCE: Final = Path(__file__).parents[1]
WEB: Final = SOURCE / "web"
JSON: Final = "application/json"


class Library:
    """Everything is made once, when it is first asked for."""

    def __init__(self, cache: Path, thinkers: Thinkers) -> None:
        self.cache = cache
        self.thinkers = thinkers
        self.web = Folder(WEB)
        self._maps: dict[str, asyncio.Task[Asset]] = {}

    def map(self, slug: str) -> asyncio.Task[Asset]:
        """A game's map. It takes a second to draw, so a worker draws it and a file keeps it."""
        task = self._maps.get(slug)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._maps[slug] = asyncio.create_task(self._drawn(slug))
        return task

    async def prepare(self, slugs: list[str]) -> None:
        """Boards and maps before they are asked for, one after the other, so that other work finds a free worker."""
        for slug in slugs:
            await asyncio.to_thread(board, slug)
        for slug in slugs:
            await asyncio.gather(self.map(slug), return_exceptions=True)

    def stop(self) -> None:
        for task in self._maps.values():
            task.cancel()

    async def _drawn(self, slug: str) -> Asset:
        path = self.cache / f"map-{slug}-{drawing_version(slug)}.svg"
        if not path.exists():
            self.cache.mkdir(parents=True, exist_ok=True)
            await self.thinkers.do("maps", worker.drawn, slug, str(path), long=True)
        return await asyncio.to_thread(_svg, path)


def _svg(path: Path) -> Asset:
    return Asset(path.read_bytes(), "image/svg+xml")


def drawing_version(slug: str) -> str:
    """Changes with the data of the game and the code that draws it."""
    digest = hashlib.sha256(__version__.encode())
    folder = find(slug).folder
    for part in (folder / "data", folder / "show", SOURCE / "draw", SOURCE / "geo", SOURCE / "look"):
        for path in sorted(part.glob("*.py")) + sorted(part.glob("*.toml")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def shown(slug: str) -> bool:
    """Has the game all that the page needs: a map to draw, and a look that is no draft?"""
    folder = find(slug).folder
    return (folder / "show" / "cartography.py").exists() and looks.shown(folder)


def packed(data: Any) -> Asset:
    return Asset(msgspec.json.encode(data), JSON)


@lru_cache
def games() -> Asset:
    return packed([{
        "slug": g.slug, "title": g.title, "line": about(g, "line"), "like": about(g, "like"),
        "names": names(g), "sides": list(g.sides),
        "scenarios": [{"id": s.id, "title": s.title, "titles": titles(g, s), "turns": s.turns} for s in g.scenarios],
        "options": [{"id": o.id, "default": o.default, "choices": list(o.choices), "rule": o.rule} for o in g.options],
        "standing": [{"id": x.id, "rule": x.rule, "sides": [g.sides[s] for s in x.sides],
                      "answers": list(x.answers), "unless": list(x.unless)} for x in g.standing],
        "overlays": list(g.overlays()), "languages": languages(g), "bots": opponents(g),
        "lesson": lessons.exists(g)}
        for g in all_games() if shown(g.slug)])


def cover_of(game: Game[Any]) -> Path:
    """A picture for the list of games, 520 by 280."""
    return game.folder / "show" / "cover.webp"


@lru_cache
def cover(slug: str) -> Asset:
    return Asset(cover_of(find(slug)).read_bytes(), "image/webp", packed=True)


def about(game: Game[Any], what: str) -> dict[str, str]:
    """By language, when and where the game is set (line), or what it is like to play."""
    return {x: game.texts(x).entries.get(f"about.{what}", "") for x in languages(game)}


def names(game: Game[Any]) -> dict[str, dict[str, str]]:
    """What the sides are called, by language: the list of games is not of one game."""
    return {x: {s: game.texts(x).entries.get(f"side.{s}", s) for s in game.sides} for x in languages(game)}


def titles(game: Game[Any], scenario: Scenario) -> dict[str, str]:
    """What a scenario is called, by language: the list of games is not in one language."""
    return {x: game.texts(x).entries.get(f"scenario-title.{scenario.id}", scenario.title) for x in languages(game)}


def languages(game: Game[Any]) -> list[str]:
    return [x for x in LANGUAGES if game.speaks(x)]


@lru_cache
def board(slug: str) -> Asset:
    game = find(slug)
    p = game.start(game.scenarios[0].id, game.settled({}))
    drawn = faces.page(listed(game, p), looks.read(game.folder), slug)
    return packed(game.picture(p) | {"overlays": list(game.overlays()), "faces": drawn})


@lru_cache
def look(slug: str) -> Asset:
    """How a game looks; colours are pairs, light and dark."""
    found = looks.read(find(slug).folder)
    return packed({
        "sides": {x.side: {"shape": x.shape, "colours": x.colours} for x in found.sides.values()},
        "terrain": found.terrain, "goals": found.goals, "theme": found.theme})


def page_texts(language: str) -> Mapping[str, str]:
    return Texts.load(WEB / "text" / f"{language}.toml").entries


@lru_cache
def all_texts(slug: str, language: str) -> Asset:
    """One catalogue: referee, server, page and game; English where a language has a gap."""
    game = find(slug)
    found: dict[str, str] = {}
    for name in dict.fromkeys(("en", language)):
        found |= kernel_texts(name).entries
        found |= texts(name).entries
        found |= page_texts(name)
        found |= game.texts(name).entries if name in languages(game) else {}
    return packed(found)


@lru_cache
def lesson(slug: str, language: str) -> Asset:
    course = lessons.lesson(find(slug))
    return packed({"side": course.side, "chapters": lessons.spoken(course.chapters, language)})


@lru_cache
def rules(slug: str, language: str) -> Asset:
    book = Rulebook.of(find(slug), language)
    return packed({
        "rules": [{"id": r.id, "title": r.title, "says": r.says, "area": r.area, "optional": r.optional,
                   "rulings": [x.id for x in book.rulings_on(r)]} for r in book.rules.values()],
        "rulings": {r.id: {"title": r.title, "says": r.says} for r in book.rulings.values()}})


# -- requests


def game_of(request: Request) -> str:
    try:
        return find(request.path_params["slug"]).slug
    except UnknownName:
        raise Problem(404, "not-found") from None


def library_of(request: Request) -> Library:
    found: Library = request.app.state.library
    return found


async def get_games(request: Request) -> Response:
    return games().answer(request)


async def get_board(request: Request) -> Response:
    return board(game_of(request)).answer(request)


async def get_look(request: Request) -> Response:
    slug = game_of(request)
    if not shown(slug):
        raise Problem(404, "not-found")
    return look(slug).answer(request)


async def get_cover(request: Request) -> Response:
    """The picture of a game in the list of games: its own, or its map."""
    slug = game_of(request)
    return cover(slug).answer(request) if cover_of(find(slug)).exists() else await get_map(request)


async def get_map(request: Request) -> Response:
    return await get_map_of(request, game_of(request))


async def get_map_of(request: Request, slug: str) -> Response:
    if not shown(slug):
        raise Problem(404, "not-found")
    try:
        drawing = await asyncio.shield(library_of(request).map(slug))
    except (WorkFailed, OSError) as e:
        raise Problem(503, "busy") from e
    return drawing.answer(request)


async def get_texts(request: Request) -> Response:
    return all_texts(game_of(request), spoken(request.path_params["language"])).answer(request)


async def get_lesson(request: Request) -> Response:
    slug = game_of(request)
    language = spoken(request.query_params.get("lang") or language_of(request.headers))
    if not lessons.exists(find(slug)):
        raise Problem(404, "not-found")
    return lesson(slug, language).answer(request)


async def get_rules(request: Request) -> Response:
    language = request.query_params.get("lang") or language_of(request.headers)
    return rules(game_of(request), spoken(language)).answer(request)


def spoken(language: str) -> str:
    if language not in LANGUAGES:
        raise Problem(404, "no-language", {"language": language[:20], "languages": ", ".join(LANGUAGES)})
    return language


async def get_openapi(request: Request) -> Response:
    return packed(openapi()).answer(request)


async def get_docs(request: Request) -> Response:
    return Asset(docs_page().encode(), "text/html; charset=utf-8").answer(request)


async def get_page(request: Request) -> Response:
    return library_of(request).web.find(request.path_params.get("path") or "index.html").answer(request)


G = "/api/games"
ROUTES = [
    Route(G, get_games), Route(G + "/{slug}/board", get_board), Route(G + "/{slug}/map.svg", get_map),
    Route(G + "/{slug}/look", get_look), Route(G + "/{slug}/cover", get_cover),
    Route(G + "/{slug}/texts/{language}", get_texts), Route(G + "/{slug}/rules", get_rules),
    Route(G + "/{slug}/lesson", get_lesson, methods=["GET"]),
    Route("/api/openapi.json", get_openapi), Route("/api/docs", get_docs)]
PAGE = [Route("/", get_page), Route("/{path:path}", get_page)]
