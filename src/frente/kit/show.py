"""The standard data files as a map that can be drawn and a board that a screen shows.

``chart`` is what a game's ``show/cartography.py`` hands on; ``picture`` is what ``WarGame`` answers. A game that draws
its map from files of its own reads them by ``Folder``.
"""
from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from frente import look
from frente.geo import mapdata as m
from frente.geo.hexgrid import Hex, from_table, label, parse
from frente.kernel.components import Component, Start, UnitFace, bands, stepped
from frente.kernel.views import Track
from frente.kit.board import Board
from frente.kit.counters import Counters
from frente.kit.table import spelled

RADIUS: Final = 40.0                     # of a hex in the drawing
MARGIN: Final = 72.0                     # of the drawing round the field
GOAL: Final = "purple"                   # the colour of a town that is worth points


class Folder:
    """The folder of a game, found from a module in one of its rooms: ``OWN: Final = Folder(__file__)``."""

    def __init__(self, module: str) -> None:
        self.path = Path(module).resolve().parents[1]
        self.data = self.path / "data"

    def read(self, name: str) -> dict[str, Any]:
        """One of the game's own data files, without packs."""
        return tomllib.loads((self.data / f"{name}.toml").read_text(encoding="utf-8"))

    def tables(self, given: Mapping[str, Any] | None, *names: str) -> list[Mapping[str, Any]]:
        """What a data pack hands in overlaid, or the game's own."""
        return [self.read(name) if given is None else given[name] for name in names]

    def look(self) -> look.Look:
        return look.read(self.path)


# -- the map as it is drawn


def chart(tables: Mapping[str, Any], module: str, title: str, subtitle: str, names: Mapping[str, str],
          notes: Mapping[str, str]) -> m.HexMap:
    """*module*: the file that asks, in the room of its game that holds the look; *names*: what each terrain is called;
    *notes*: the lines of the legend, ``goal`` and ``foot``."""
    ground, rules = tables["map"], tables["tables"]
    grid = from_table(ground["grid"])
    missing = ground["grid"].get("missing", [])
    terrain: dict[Hex, str] = {h: "clear" for h in grid.hexes() if label(h) not in missing}
    for kind, hexes in ground["terrain"].items():
        terrain |= {parse(name): kind for name in hexes}
    towns = ground.get("town", [])
    rows = tuple([m.LegendRow(kind, names.get(kind, kind), "",
                              (str(row["cost"]), f"{row['cover']} ◂" if row["cover"] else "–"))
                  for kind, row in rules["terrain"].items()])
    return m.HexMap(
        grid=grid, km_per_hex=float(ground["grid"].get("km_per_hex", 1)), title=title, subtitle=subtitle,
        look=Folder(module).look(), terrain=terrain,
        rivers=tuple([m.River(r["name"], tuple([(parse(a), parse(b)) for a, b in r["sides"]]))
                      for r in ground.get("river", [])]),
        routes=tuple([m.Route(f"road-{k}", "road", tuple([parse(h) for h in r["hexes"]]))
                      for k, r in enumerate(ground.get("road", []))]),
        towns=tuple([m.Town(t["name"], parse(t["hex"]), int(t.get("size", 2))) for t in towns]),
        vertices=(),
        objectives=tuple([m.Objective(parse(t["hex"]), GOAL, False, int(t["points"])) for t in towns
                          if t.get("points")]),
        entries=(), front=(), front_sides=("", ""), edges={},
        legend=m.Legend(columns=("Move", "Combat"), rows=rows, footnote=notes.get("foot", ""),
                        objectives=((GOAL, False, notes.get("goal", "")),), front="", entry="",
                        arcs=(), provenance=()))


def provenance(words: Mapping[str, str], facts: Mapping[str, int], pack: str = "") -> tuple[tuple[str, str], ...]:
    """For a legend: what rests on the book, on geography, on estimates, and what a data pack brought."""
    found: list[tuple[str, str]] = []
    for origin, line in words.items():
        found.append((origin, line.format_map(facts)))
        if origin == "estimate" and pack:
            found.append(("pack", pack))
    return tuple(found)


def packed(hexes: int) -> str:
    """Of how many hexes a data pack says the terrain; "" where of none."""
    return f"Terrain of {hexes} hex{'es' if hexes > 1 else ''}." if hexes else ""


# -- the board on a screen


def picture(b: Board, boxes: Sequence[str], tracks: Sequence[Track], turns: Sequence[Mapping[str, Any]],
            verbs: Mapping[str, str]) -> dict[str, Any]:
    grid = b.ground.grid
    width, height = grid.size(RADIUS)
    return {
        "version": b.version, "orientation": grid.orientation, "lowered": grid.lowered, "radius": RADIUS,
        "viewBox": [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN], "field": [0, 0, width, height],
        "spaces": spaces(b), "units": units(b),
        "boxes": [{"id": name, "side": side, "title_key": f"box.{name}"} for side in b.sides for name in boxes],
        "tracks": [{"id": t["id"], "side": t["side"], "title_key": f"track.{t['id']}"} for t in tracks],
        "verbs": dict(verbs), "turns": list(turns), "schedule": schedule(b), "edges": {}, "charts": charts(b),
        "provenance": {}}


def spaces(b: Board) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    g = b.ground
    here = {at: h for h, at in enumerate(g.at)}
    for h, (column, row) in enumerate(g.at):
        x, y = g.grid.centre(column, row, RADIUS)
        near = [here.get(g.grid.neighbour(column, row, k), -1) for k in range(6)]
        side = [g.nb[h].index(n) if n >= 0 else -1 for n in near]
        marks: list[dict[str, Any]] = []
        if g.titles[h]:
            marks.append({"kind": "town", "name": g.titles[h]})
        if b.points[h]:
            marks.append({"kind": "objective", "name": g.titles[h], "colour": GOAL, "dashed": False,
                          "points": b.points[h]})
        marks += [{"kind": "source", "side": b.sides[s]} for s in range(len(b.sides)) if h in b.sources[s]]
        found.append({
            "id": g.names[h], "name": g.titles[h], "x": round(x, 3), "y": round(y, 3),
            "corners": [[round(px, 3), round(py, 3)] for px, py in g.grid.corners(column, row, RADIUS)],
            "neighbours": [g.names[n] if n >= 0 else None for n in near],
            "routes": ["road" if i >= 0 and b.road[h][i] else "" for i in side],
            "water": ["river" if i >= 0 and b.river[h][i] else "" for i in side],
            "terrain": [g.terrain[h]], "control": "", "edges": [], "marks": [mark["kind"] for mark in marks],
            "printed": marks})
    return found


def units(b: Board) -> list[dict[str, Any]]:
    f = b.force
    return [{"id": f.uid[u], "name": f.name[u], "side": b.sides[f.side[u]], "symbol": f.symbol[u], "size": f.mark[u],
             "formation": f.formation[u], "corps": "", "brigade": "", "elite": False, "steps": f.steps[u]}
            for u in range(f.size)]


def components(b: Board, scenarios: Sequence[str]) -> list[Component]:
    """What is in the box, for a game's ``show/components.py``; markers of its own it adds there."""
    f = b.force
    colours = bands(f.formation)
    found: list[Component] = []
    for u in range(f.size):
        side = b.sides[f.side[u]]
        front = UnitFace(side, f.symbol[u], f"{f.strength[u]}-{f.move[u]}", band=colours[f.formation[u]],
                         above=f.formation[u][:5], size=f.mark[u], steps=f.steps[u], left=f.steps[u])
        back, less = stepped(front, front)
        start = Start(f.turn[u], [b.ground.names[f.setup[u]]] if f.setup[u] >= 0 else [])
        found.append(Component(f.uid[u], "unit", f.name[u], side, front, back, more=less,
                               starts=dict.fromkeys(scenarios, start)))
    return found


def schedule(b: Board) -> list[dict[str, Any]]:
    """Who comes on which turn, by side."""
    f = b.force
    return [{"turn": turn, "side": b.sides[s], "units": come} for turn in sorted({*f.turn} - {0})
            for s in range(len(b.sides)) if (come := [f.uid[u] for u in f.of[s] if f.turn[u] == turn])]


def charts(b: Board) -> list[dict[str, Any]]:
    """The printed tables."""
    t = b.combat
    terrain = b.tables["tables"]["terrain"]
    return [{"id": "combat", "rule": "", "corner": "die", "head": t.names,
             "rows": [[str(die), *[spelled(r) for r in row]] for die, row in enumerate(t.rows, 1)]},
            {"id": "terrain", "rule": "", "corner": "", "head": ["web.chart-cost", "web.chart-column"],
             "rows": [[f"terrain.{kind}", str(row["cost"]), f"−{row['cover']}" if row["cover"] else "0"]
                      for kind, row in terrain.items()]}]


def goals(b: Board, p: Counters) -> dict[str, list[str]]:
    """The overlay of what is fought for: points, and who holds it."""
    return {b.ground.names[h]: [GOAL, str(b.points[h]), *(["held"] if p.last[h] >= 0 else [])] for h in b.goals}
