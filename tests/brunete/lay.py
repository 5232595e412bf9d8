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
from random import Random
from typing import Any, Final

from frente.games.brunete import GAME
from frente.games.brunete.data.shape import KEYS, NAMES
from frente.games.brunete.state.board import DATA, NAT, NEVER, REP, Board, load_board
from frente.games.brunete.state.options import Options
from frente.games.brunete.state.position import UNUSED, Brunete, opening
from frente.kernel.explain import refusals, step_refusals
from frente.kernel.flow import CHANCE, Act, Event, Frame, Refusal, Side
from frente.kernel.packs import Tables, load_tables

TURNS: Final = {"campaign": 14, "offensive": 6}


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


def start(scenario: str = "campaign", **options: Any) -> Brunete:
    """A game from its first question."""
    return GAME.start(scenario, GAME.settled(options))


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


def offered(p: Brunete, side: Side | None = None) -> list[str]:
    """The acts now offered to a side, or to whoever is asked, as words; none of them is refused by its own step."""
    words = GAME.words(p)
    for s, acts in p.choices().items():
        if s != CHANCE:
            assert [words.word(a) for a in acts if step_refusals(p, s, a)] == []
    return [words.word(a) for s, acts in p.choices().items() if side is None or s == side for a in acts]


def asked(p: Brunete) -> list[Side]:
    return sorted(p.choices())


def hexes(words: Sequence[str]) -> list[str]:
    """The hex numbers among some acts, sorted."""
    return sorted(w[4:] for w in words if w.startswith("hex:"))


def units(words: Sequence[str]) -> list[str]:
    """The units named by some acts, whatever the verb."""
    return sorted(w.partition(":")[2] for w in words if w.partition(":")[0] in ("unit", "replace", "recover", "with"))


def play(p: Brunete, *words: str) -> Brunete:
    """Play acts one after another; each must be offered. Simultaneous choices: "rep resource:reroll"."""
    for word in words:
        side, act = _parse(p, word)
        assert act in p.choices().get(side, []), f"{word} is not offered; offered are {offered(p)}"
        assert side == CHANCE or not step_refusals(p, side, act), f"{word} is offered and refused"
        p.apply(side, act)
    return p


def along(p: Brunete, places: Sequence[str]) -> int:
    """March hex by hex as far as it goes; the number of hexes entered."""
    for i, place in enumerate(places):
        if f"hex:{place}" not in offered(p):
            return i
        play(p, f"hex:{place}")
    return len(places)


def _parse(p: Brunete, word: str) -> tuple[Side, Act]:
    head, _, rest = word.rpartition(" ")
    act = GAME.words(p).act(rest)
    if head:
        return {"rep": REP, "nat": NAT, "chance": CHANCE}[head], act
    assert len(p.choices()) == 1, f"say who plays {word}: {asked(p)} are asked"
    return asked(p)[0], act


def why(p: Brunete, word: str) -> list[Refusal]:
    """Every reason why an act is not offered now; empty when it is. The side may be named as in play()."""
    side, act = _parse(p, word)
    return refusals(GAME, p, side, act)


def rules(p: Brunete, word: str) -> list[str]:
    """The rule ids of why()."""
    return [r.rule for r in why(p, word)]


def reasons(p: Brunete, word: str) -> list[tuple[str, str]]:
    """The rule ids of why() with the keys of what is said."""
    return [(r.rule, r.key) for r in why(p, word)]


def told(p: Brunete) -> list[Event]:
    """Start collecting events; the list fills as play goes on."""
    p.events = []
    return p.events


def lawful(p: Brunete) -> bool:
    return not GAME.broken_laws(p)


def before(f: Frame, step: str) -> Frame:
    """The same frame, standing before the step of that class: before(Turn(), "Victory")."""
    f.at = [type(s).__name__ for s in f.steps()].index(step)
    return f


def drawn(p: Brunete, viewer: Side, seed: int) -> Brunete:
    """A position the viewer cannot tell from *p*."""
    q = GAME.determinize(p, viewer, Random(seed))
    assert isinstance(q, Brunete)
    return q
