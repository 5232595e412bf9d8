"""Positions of Guadalajara 1937 laid out by hand: counters in hexes, one activity opened, acts played as words.

    p = drill(roads=["30.05 31.06"], ground={"30.07": "woods"})     # open ground, no counters; turn 2, scenario 1
    put(p, "n-tor-iv", "30.05")
    run(p, Movement(NAT))
    play(p, "unit:n-tor-iv", "hex:31.06", "stop")
    assert "hex:30.07" in offered(p); assert rules(p, "hex:30.04") == ["scs.mov.1"]

Tests of rules stand on the drill ground, where the test itself names every road, river and wood, so that they do not
hang on the reconstruction of the map. Lines, places, Entry Areas and sources stay where they are.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy, deepcopy
from functools import cache
from typing import Any

from frente.games.guadalajara import GAME
from frente.games.guadalajara.data.shape import KEYS, NAMES
from frente.games.guadalajara.state.board import DATA, MP, NAT, NEVER, REP, Board
from frente.games.guadalajara.state.options import Options
from frente.games.guadalajara.state.position import UNUSED, Guadalajara, opening
from frente.kernel.flow import CHANCE
from frente.kernel.packs import Tables, load_tables
from frente.kit.drill import Drill

SIDES = {"nat": NAT, "rep": REP, "chance": CHANCE}
Ground = tuple[tuple[str, ...], ...]

DRILL = Drill(GAME, strict=False, rep=REP, nat=NAT)
run, before, told, lawful, step = DRILL.run, DRILL.before, DRILL.told, DRILL.lawful, DRILL.question
offered, denied, asked, play, dice, why, rules = (
    DRILL.offered, DRILL.denied, DRILL.asked, DRILL.play, DRILL.dice, DRILL.why, DRILL.rules)


@cache
def tables() -> Tables:
    """The data files of the game."""
    return load_tables(DATA, NAMES, keys=KEYS)


def options(given: Mapping[str, Any]) -> Options:
    return Options(GAME.settled(given))


@cache
def _real(scenario: int, key: str) -> Board:
    return Board(tables(), scenario, options(dict(eval(key))))


@cache
def _drill(ground: Ground, scenario: int, key: str) -> Board:
    roads, mains, tracks, rails, rivers, minors, terrain = ground
    data = copy(tables())
    e = data["terrain"] = deepcopy(data["terrain"])
    kinds = dict(x.split("=") for x in terrain)
    for h in e["hex"]:
        h["terrain"] = kinds.get(h["id"], "open")
    e["link"] = []
    for name, lines in (("track", tracks), ("road", roads), ("main-road", mains), ("railway", rails)):
        for line in lines:
            hexes = line.split()
            e["link"] += [{"a": a, "b": b, "class": name} for a, b in zip(hexes, hexes[1:], strict=False)]
    e["hexside"] = []
    joined = {frozenset((x["a"], x["b"])) for x in e["link"]}
    for name, sides in (("river", rivers), ("minor-river", minors)):
        for side in sides:
            a, b = side.split("/")
            bridge = {"bridge": "road"} if frozenset((a, b)) in joined else {}
            e["hexside"].append({"a": a, "b": b, "class": name, "river": "drill", **bridge})
    return Board(data, scenario, options(dict(eval(key))))


def bare(board: Board, turn: int, given: Mapping[str, Any]) -> Guadalajara:
    """No counters anywhere, nothing asked; hexes belong to whom they belong at the start."""
    p = opening(board, options(given))
    for u in range(board.units):
        p.hex[u] = UNUSED
        p.due[u] = NEVER
        p.steps[u] = board.full[u]
    p.pool = [9, 9]
    p.turn = turn
    return p


def empty(scenario: int = 1, turn: int = 2, **given: Any) -> Guadalajara:
    """The map of the game without counters."""
    return bare(_real(scenario, repr(sorted(given.items()))), turn, given)


def drill(roads: Sequence[str] = (), *, mains: Sequence[str] = (), tracks: Sequence[str] = (),
          rails: Sequence[str] = (), rivers: Sequence[str] = (), minors: Sequence[str] = (),
          ground: Mapping[str, str] | None = None, scenario: int = 1, turn: int = 2, **given: Any) -> Guadalajara:
    """Open ground without counters, roads or rivers, but for what is named."""
    kinds = tuple(f"{k}={v}" for k, v in (ground or {}).items())
    key = (tuple(roads), tuple(mains), tuple(tracks), tuple(rails), tuple(rivers), tuple(minors), kinds)
    return bare(_drill(key, scenario, repr(sorted(given.items()))), turn, given)


def start(scenario: int = 1, **given: Any) -> Guadalajara:
    """A game from its first question."""
    return GAME.start(str(scenario), GAME.settled(given))


# -- laying out


def unit(p: Guadalajara, name: str) -> int:
    return p.board.uindex[name]


def at(p: Guadalajara, name: str) -> int:
    """The number of a hex."""
    return p.board.index[name]


def where(p: Guadalajara, name: str) -> str:
    """Hex of a unit, or the number of its box as text."""
    h = p.hex[unit(p, name)]
    return p.board.names[h] if h >= 0 else str(h)


def put(p: Guadalajara, name: str, place: str, steps: int = 0, state: int = 0, face: int = 0) -> int:
    """A unit in a hex, full if no steps are named, with states as bits (DG, UNSUPPLIED ...)."""
    u = unit(p, name)
    p.box(u, UNUSED)
    p.steps[u] = steps or p.board.full[u]
    p.face[u] = face
    p.put(u, at(p, place))
    p.began[u] = p.hex[u]
    p.mark(u, state)
    return u


def puts(p: Guadalajara, place: str, *names: str) -> list[int]:
    return [put(p, name, place) for name in names]


def loaded(p: Guadalajara, name: str, truck: str, place: str) -> int:
    """A unit on a truck."""
    u = put(p, name, place)
    p.load(u, put(p, truck, place))
    return u


def box(p: Guadalajara, name: str, place: int, due: int = NEVER) -> int:
    u = unit(p, name)
    p.box(u, place)
    p.due[u] = due
    return u


# -- asking and playing


def hexes(words: Sequence[str], verb: str = "hex") -> list[str]:
    return sorted(w.partition(":")[2] for w in words if w.partition(":")[0] == verb)


def units(words: Sequence[str], verb: str = "unit") -> list[str]:
    return hexes(words, verb)


def left(p: Guadalajara) -> list[float]:
    """Movement points left in the present move."""
    from frente.games.guadalajara.rules.ch01_move import Move

    f = p.stack[-1]
    assert isinstance(f, Move)
    return [x / MP for x in f.left]
