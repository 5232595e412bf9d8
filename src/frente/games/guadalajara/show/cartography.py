"""The map of Guadalajara 1937 as a description that can be drawn: the game's tables plus the hints of style.toml.

The book counts rows from the bottom; the drawing counts them from the top, so that (1, 1) is hex 1.35.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from frente.games.guadalajara.state.board import MP
from frente.games.guadalajara.state.position import points
from frente.geo import mapdata as m
from frente.geo.hexgrid import FLAT, ODD, Grid, Hex
from frente.kit.show import Folder, packed, provenance

OWN: Final = Folder(__file__)
Table = Mapping[str, Any]
KINDS: Final = {"main-road": "main", "road": "road", "track": "path"}
REP: Final = "republican"
NAT: Final = "nationalist"


def chart(tables: Table | None = None) -> m.HexMap:
    """The map. Without tables it is made of the game's own; a data pack hands in its overlaid ones."""
    ground, terrain, rules = OWN.tables(tables, "map", "terrain", "tables")
    return hexmap(ground, terrain, rules, OWN.read("style"))


def grid_of(ground: Table) -> Grid:
    return Grid(ground["grid"]["columns"], ground["grid"]["rows"], FLAT, ODD)


def hexmap(ground: Table, terrain: Table, tables: Table, style: Table) -> m.HexMap:
    grid = grid_of(ground)
    east, south = sectors(ground, grid)
    return m.HexMap(
        grid=grid,
        km_per_hex=float(ground["grid"]["km_per_hex"]),
        title=style["title"],
        subtitle=style["subtitle"],
        look=OWN.look(),
        terrain={parse(h["id"], grid): str(h.get("ground", h["terrain"])) for h in terrain["hex"]},
        rivers=_rivers(terrain, style, grid),
        routes=_routes(ground, terrain, grid),
        towns=tuple(_town(place, style, grid) for place in ground["place"]),
        vertices=(),
        objectives=tuple(
            m.Objective(parse(p["hex"], grid), "purple", False, int(p["vp"]), framed=False)
            for p in ground["place"]
            if p["vp"]
        ),
        entries=_entries(ground, style, grid),
        front=_between([h for h in grid.hexes() if h not in east], east, grid),
        front_sides=(REP, NAT),
        edges={},
        legend=_legend(ground, terrain, tables, style),
        areas=tuple(_area(row, grid, float(ground["grid"]["km_per_hex"])) for row in style["area"]),
        marks=tuple(m.Mark(parse(name, grid), "observer") for name in ground["brihuega"]["hills"]),
        boundary=_between([h for h in sorted(south) if h not in east], set(grid.hexes()) - south - east, grid),
        elevation={parse(h["id"], grid): float(h["elev"]) for h in terrain["hex"]},
        turn=float(ground["grid"]["map_right_is_degrees_north_of_east"]),
        rows_up=True,
    )


def parse(name: str, grid: Grid) -> Hex:
    """The hex of a printed number such as 18.03."""
    column, row = name.split(".")
    return int(column), grid.rows + 1 - int(row)


def sectors(ground: Table, grid: Grid) -> tuple[set[Hex], set[Hex]]:
    """The hexes beyond the Start Line, and those south of the Separation Line."""
    start = {int(k): int(row) for k, row in ground["start_line"]["first_nationalist_row"].items()}
    split = {int(k): int(row) for k, row in ground["separation_line"]["last_south_row"].items()}
    east = {(c, r) for c, r in grid.hexes() if c in start and grid.rows + 1 - r >= start[c]}
    south = {(c, r) for c, r in grid.hexes() if grid.rows + 1 - r <= split[c]}
    return east, south


def _between(near: list[Hex], far: set[Hex], grid: Grid) -> tuple[m.Side, ...]:
    """The sides between two sets of hexes, the hex of the first set first."""
    return tuple((h, n) for h in near for n in grid.neighbours(h[0], h[1]) if n in far)


def _town(place: Table, style: Table, grid: Grid) -> m.Town:
    return m.Town(place["name"], parse(place["hex"], grid), int(style["size"][place["size"]]))


def _area(row: Table, grid: Grid, pitch: float) -> m.AreaName:
    column, line = parse(row["hex"], grid)
    x, y = grid.centre(column, line, pitch / 3**0.5)
    return m.AreaName(row["name"], x, y)


def _rivers(terrain: Table, style: Table, grid: Grid) -> tuple[m.River, ...]:
    """Courses in the order of style.toml. A river that leaves the map and comes back is drawn in parts; the longest
    bears the name."""
    found: list[m.River] = []
    for row in style["river"]:
        course = [x for x in terrain["hexside"] if x["river"] == row["id"]]
        sides = [(parse(x["a"], grid), parse(x["b"], grid)) for x in sorted(course, key=_order)]
        parts = _parts(sides, grid)
        longest = max(parts, key=len)
        for part in parts:
            found.append(m.River(row["shown"] if part is longest else "", tuple(part), float(row["width"])))
    return tuple(found)


def _order(side: Table) -> int:
    return int(side["n"])


def _parts(sides: list[m.Side], grid: Grid) -> list[list[m.Side]]:
    """Runs of sides that share corners one after the other."""
    parts: list[list[m.Side]] = []
    ends: set[tuple[int, int]] = set()
    for side in sides:
        corners = set(grid.lattice_side(side[0], side[1]))
        if parts and corners & ends:
            parts[-1].append(side)
        else:
            parts.append([side])
        ends = corners
    return parts


def _routes(ground: Table, terrain: Table, grid: Grid) -> tuple[m.Route, ...]:
    """Every link that movement follows, by the name of its way, and the railway from end to end."""
    links = [x for x in terrain["link"] if x["class"] != "railway"]
    roads = [m.Route(x["way"], KINDS[x["class"]], (parse(x["a"], grid), parse(x["b"], grid))) for x in links]
    return (*roads, m.Route("railway", "rail", tuple(parse(h, grid) for h in ground["railway"]["hexes"])))


def _entries(ground: Table, style: Table, grid: Grid) -> tuple[m.Entry, ...]:
    """Lettered areas, then sources of supply: I and S for the Nationalists, an arrow alone for the Republicans."""
    leads = {row["hex"]: str(row["to"]) for row in style["leads"]}
    rows: list[tuple[str, str, str, list[str]]] = []
    rows += [(a["id"], a["road_hex"], REP, a["hexes"]) for a in ground["entry_area"]]
    sources = ground["supply_sources"]
    areas = {a["road_hex"] for a in ground["entry_area"]}
    rows += [("", name, REP, []) for name in sources["republican"] if name not in areas]
    rows += [("S", name, NAT, []) for name in sources["spanish"]]
    rows += [("I", name, NAT, []) for name in sources["italian"]]
    rows += [(str(e["scenario"]), e["hex"], REP, []) for e in ground["republican_hex_entry"]]
    found: list[m.Entry] = []
    for letter, name, side, hexes in rows:
        place = parse(name, grid)
        there = tuple(parse(h, grid) for h in hexes)
        found.append(m.Entry(letter, place, side, _edge(place, grid), leads.get(name, ""), there))
    return tuple(found)


def _edge(place: Hex, grid: Grid) -> str:
    """The edge a road hex lies at; empty inside the map."""
    column, row = place
    if row in (1, grid.rows):
        return "north" if row == 1 else "south"
    return "west" if column == 1 else "east" if column == grid.columns else ""


def _legend(ground: Table, terrain: Table, tables: Table, style: Table) -> m.Legend:
    notes, counts = style["notes"], Counter([h["by"] for h in terrain["hex"]])
    return m.Legend(
        columns=tuple(notes["columns"]),
        rows=tuple(m.LegendRow(r["kind"], r["name"], r["gloss"], _effects(tables, r["row"])) for r in style["legend"]),
        footnote=notes["footnote"],
        objectives=(),
        front=notes["front"],
        entry=notes["source"],
        arcs=_arcs(ground, style["entries"]),
        provenance=provenance(style["sources"], counts, packed(counts["pack"])),
        signs=tuple((k, notes[k]) for k in ("front", "boundary", "points", "observer", "area", "source")),
        north=notes["north"],
    )


def _arcs(ground: Table, words: Table) -> tuple[tuple[str, str], ...]:
    """Letters of entries and what comes in there."""
    areas = ground["entry_area"]
    near = [a["id"] for a in areas if a["west_of_column_13"]]
    rest = [a["id"] for a in areas if not a["west_of_column_13"]]
    death, sources = ground["sudden_death"], ground["supply_sources"]
    rows = [
        (", ".join(near), f"{words['areas']} {words['west']}"),
        (", ".join(rest), str(words["areas"])),
        ("B", words["exit"].format(hex=death["exit_hex"], battalions=death["battalions"])),
    ]
    for e in ground["nationalist_entry"]:
        if e["hex"] in sources["italian"]:
            rows.append(("I", words["italian"].format(who=e["who"])))
        else:
            rows.append(("S", words["spanish"].format(hex=e["hex"], who=e["who"])))
    rows += [(str(e["scenario"]), words["scenario"].format(**e)) for e in ground["republican_hex_entry"]]
    return (*rows, ("", str(words["plain"])))


def _effects(tables: Table, row: str) -> tuple[str, ...]:
    """Movement of foot, tanks and motorised units, effect on combat and on barrages, from the terrain table."""
    for kind in ("hex", "way", "hexside"):
        for line in tables["terrain"][kind]:
            if line["id"] == row:
                plus = "+" if kind == "hexside" else ""
                move = [_points(line[k], plus) for k in ("foot", "tank", "motorised")]
                return (*move, _combat(line), _columns(line.get("barrage_left", 0)))
    return "train", "only", "–", "–", "–"


def _points(value: float | str, plus: str) -> str:
    if isinstance(value, str):
        return value
    return f"{plus if value >= 1 else ''}{points(int(value * MP))}"


def _combat(line: Table) -> str:
    if line.get("attack", 1) < 1:
        return f"att. 1/{1 / line['attack']:.0f}"
    if line.get("shift_left"):
        return _columns(line["shift_left"])
    return f"×{line['defence']:g}" if line.get("defence", 1) != 1 else "–"


def _columns(n: int) -> str:
    return f"{n} col." if n else "–"
