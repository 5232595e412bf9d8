"""Positions of Brunete 1937 laid out by hand: counters in hexes, one activity opened, acts played as words.

    p = drill(roads=["2005 2006 2007"], hills=["2008"])       # open ground, no counters; turn 2
    put(p, "r-16-1", "2005", steps=1)
    run(p, Movement(REP))
    play(p, "unit:r-16-1", "hex:2006", "stop", "pass")
    assert hexes(offered(p)) == ["2007"]; assert rules(p, "hex:2008") == ["9.2"]

Tests of rules stand on the drill ground, where the test itself names every road, river and hill, so that they do not
hang on the reconstruction of the map.
"""
from __future__ import annotations

from collections.abc import Sequence
from copy import copy, deepcopy
from functools import cache
from typing import Any, Final

from frente.games.brunete import GAME
from frente.games.brunete.data.shape import KEYS, NAMES
from frente.games.brunete.state.board import DATA, NAT, NEVER, REP, Board, load_board
from frente.games.brunete.state.options import Options
from frente.games.brunete.state.position import UNUSED, Brunete, opening
from frente.kernel.flow import Frame, Side
from frente.kernel.packs import Tables, load_tables
from frente.kit.drill import Drill

TURNS: Final = {"campaign": 14, "offensive": 6}

DRILL = Drill(GAME, rep=REP, nat=NAT)
start, before, drawn, told, lawful = DRILL.start, DRILL.before, DRILL.drawn, DRILL.told, DRILL.lawful
offered, asked, play, why, rules, reasons = (
    DRILL.offered, DRILL.asked, DRILL.play, DRILL.why, DRILL.rules, DRILL.reasons)


# -- boards


@cache
def tables() -> Tables:
    """The data files of the game."""
    return load_tables(DATA, NAMES, keys=KEYS)


@cache
def _real_board() -> Board:
    return load_board()


@cache
def drill_board(roads: tuple[str, ...], paths: tuple[str, ...], rivers: tuple[str, ...], hills: tuple[str, ...],
                forests: tuple[str, ...], towns: tuple[str, ...], vertices: tuple[str, ...]) -> Board:
    data = copy(tables())
    m = data["map"] = deepcopy(data["map"])
    for h in m["hex"]:
        h["terrain"] = "hill" if h["id"] in hills else "forest" if h["id"] in forests else "clear"
    m["river"] = [{"sides": [side.split("/") for side in rivers]}]
    lettered: dict[str, str] = {}        # the routes of the lettered hexes keep only that hex
    for e in m["entry"]:
        for r in e["routes"]:
            lettered[r] = e["hex"]
    m["route"] = [{"id": r["id"], "class": r["class"], "hexes": [lettered[r["id"]]]} for r in m["route"]
                  if r["id"] in lettered]
    for kind, lines in (("road", roads), ("path", paths)):
        m["route"] += [{"id": line, "class": kind, "hexes": line.split()} for line in lines]
    board = Board(data)
    board.town = ["drill town" if name in towns else "" for name in board.names]
    board.vertex = ["drill vertex" if name in vertices else "" for name in board.names]
    terrain = data["tables"]["terrain"]
    board.cover = [terrain[board.terrain[h]]["columns_left"] + (terrain["town"]["columns_left"] if board.town[h] else 0)
                   + (terrain["vertex"]["columns_left"] if board.vertex[h] else 0) for h in range(board.size)]
    return board


def bare(board: Board, scenario: str = "campaign", turn: int = 2, **options: Any) -> Brunete:
    """No counters and no support markers anywhere, nothing asked; hexes belong to whom they belong at the start."""
    p = opening(board, Options(GAME.settled(options)), TURNS[scenario])
    for u in range(board.units):
        p.box(u, UNUSED)
        p.due[u] = NEVER
    p.last = board.control[:]
    p.art, p.avi = [0, 0], [0, 0]
    p.turn = turn
    p.shifted = False
    return p


def empty(scenario: str = "campaign", turn: int = 2, **options: Any) -> Brunete:
    """The map of the game without counters."""
    return bare(_real_board(), scenario, turn, **options)


def drill(roads: Sequence[str] = (), paths: Sequence[str] = (), rivers: Sequence[str] = (), hills: Sequence[str] = (),
          forests: Sequence[str] = (), towns: Sequence[str] = (), vertices: Sequence[str] = (), *,
          scenario: str = "campaign", turn: int = 2, **options: Any) -> Brunete:
    """Open ground without counters, but for what is named.

    roads, paths: hexes in order, as "2005 2006 2007"; rivers: hexsides as "2005/2006"; the rest: hex numbers.
    Objectives keep their hexes; lettered hexes stay lettered and are still entered by a road or path.
    """
    ground = (roads, paths, rivers, hills, forests, towns, vertices)
    return bare(drill_board(*[tuple(x) for x in ground]), scenario, turn, **options)


# -- laying out


def unit(p: Brunete, name: str) -> int:
    return p.board.uindex[name]


def at(p: Brunete, name: str) -> int:
    """The number of a hex."""
    return p.board.index[name]


def where(p: Brunete, name: str) -> str:
    """Hex of a unit, or the number of its box as text."""
    h = p.hex[unit(p, name)]
    return p.board.names[h] if h >= 0 else str(h)


def put(p: Brunete, name: str, place: str, steps: int = 0, state: int = 0) -> int:
    """A unit in a hex, full if no steps are named, with states as bits (UNSUPPLIED, RETREATED ...)."""
    u = unit(p, name)
    p.box(u, UNUSED)                     # wherever it was, it leaves its markers behind
    p.steps[u] = steps or p.board.full[u]
    p.put(u, at(p, place))
    p.mark(u, state)
    return u


def box(p: Brunete, name: str, place: int, due: int = NEVER, steps: int = -1) -> int:
    """A unit in a box (AWAITED, OFF_MAP, RECOVERABLE ...); casualties have no steps."""
    u = unit(p, name)
    p.box(u, place)
    p.due[u] = due
    p.steps[u] = p.board.full[u] if steps < 0 else steps
    return u


def own(p: Brunete, side: Side, *places: str) -> None:
    """Make a side the last to have held these hexes."""
    for name in places:
        p.last[at(p, name)] = side


def run(p: Brunete, *frames: Frame) -> Brunete:
    """Open activities, the last one on top, and go on to the first question."""
    p.stack = list(frames)
    p.shifted = False
    p.settle()
    return p


# -- asking and playing


def hexes(words: Sequence[str]) -> list[str]:
    """The hex numbers among some acts, sorted."""
    return sorted(w[4:] for w in words if w.startswith("hex:"))


def units(words: Sequence[str]) -> list[str]:
    """The units named by some acts, whatever the verb."""
    return sorted(w.partition(":")[2] for w in words if w.partition(":")[0] in ("unit", "replace", "recover", "with"))


def along(p: Brunete, places: Sequence[str]) -> int:
    """March hex by hex as far as it goes; the number of hexes entered."""
    for i, place in enumerate(places):
        if f"hex:{place}" not in offered(p):
            return i
        play(p, f"hex:{place}")
    return len(places)
