"""The map of Brunete 1937 as a description that can be drawn: the game's tables plus the hints of style.toml."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from frente.geo import mapdata as m
from frente.geo.hexgrid import Grid, Hex, from_table, parse
from frente.kit.show import Folder, packed, provenance

OWN: Final = Folder(__file__)
Table = Mapping[str, Any]


def chart(tables: Table | None = None) -> m.HexMap:
    """The map. Without tables it is made of the game's own; a data pack hands in its overlaid ones."""
    ground, rules = OWN.tables(tables, "map", "tables")
    return hexmap(ground, rules, OWN.read("style"))


def hexmap(ground: Table, tables: Table, style: Table) -> m.HexMap:
    grid = from_table(ground["grid"])
    terrain = {parse(h["id"]): str(h["terrain"]) for h in ground["hex"]}
    origin = _Origin(ground["grid"], grid)
    return m.HexMap(
        grid=grid,
        km_per_hex=float(ground["grid"]["km_per_hex"]),
        title=style["title"],
        subtitle=_dates(tables, style),
        look=OWN.look(),
        terrain=terrain,
        rivers=_rivers(ground, style, grid, origin),
        routes=tuple(m.Route(r["id"], r["class"], _hexes(r["hexes"])) for r in ground["route"]),
        towns=_towns(ground, style),
        vertices=_vertices(ground, style),
        objectives=tuple(_objective(o) for o in ground["objective"]),
        entries=_entries(ground, style),
        front=tuple((parse(a), parse(b)) for a, b in ground["front_line"]["sides"]),
        front_sides=("republican", "nationalist"),
        edges={edge: str(ground["edges"][edge]["owner"]) for edge in ("north", "east", "south", "west")},
        legend=_legend(ground, tables, style),
        heights=_heights(ground, style, origin),
        areas=tuple(m.AreaName(a["name"], *origin.km(a["lat"], a["lon"])) for a in style["area"]),
        exits=_exits(ground, style),
        graticule=origin.graticule,
    )


class _Origin:
    """From degrees to kilometres east and south of the upper left of the playable field."""

    def __init__(self, table: Table, grid: Grid) -> None:
        scale = table["km_per_degree"]
        self.lon, self.lat = float(scale["lon"]), float(scale["lat"])
        pitch = float(table["km_per_hex"])
        radius = pitch / 3**0.5
        # By the formula of the file the lines of hexes stand 1.5 radii apart, the first at half that from the edge;
        # the drawn field begins one radius before the centre of its first line.
        line, along = (grid.first_column, grid.first_row) if grid.flat else (grid.first_row, grid.first_column)
        first = (line - 0.5) * 1.5 * radius - radius
        rest = (along - 1) * pitch
        east, south = (first, rest) if grid.flat else (rest, first)
        self.west = float(table["west_edge_lon"]) + east / self.lon
        self.north = float(table["north_edge_lat"]) - south / self.lat
        self.graticule = m.Graticule(self.west, self.north, self.lon, self.lat)

    def km(self, lat: float, lon: float) -> tuple[float, float]:
        return (lon - self.west) * self.lon, (self.north - lat) * self.lat


def _hexes(names: list[str]) -> tuple[Hex, ...]:
    return tuple(parse(name) for name in names)


def _by(rows: list[dict[str, Any]], key: str) -> dict[str, dict[str, Any]]:
    return {row[key]: row for row in rows if key in row}


def _hint(row: Table) -> m.LabelHint | None:
    hint = row.get("hint")
    return m.LabelHint(hint["dx"], hint["dy"], hint["anchor"]) if hint else None


def _dates(tables: Table, style: Table) -> str:
    first: date = tables["turn"][0]["start"]
    last: date = tables["turn"][-1]["end"]
    month = style["months"][last.month - 1]
    if first.month == last.month:
        return f"{first.day} – {last.day} de {month} de {last.year}"
    return f"{first.day} de {style['months'][first.month - 1]} – {last.day} de {month} de {last.year}"


def _towns(ground: Table, style: Table) -> tuple[m.Town, ...]:
    how = _by(style["town"], "name")
    towns: list[m.Town] = []
    for place in ground["place"]:
        if place["kind"] == "town":
            row = how.get(place["name"], {})
            towns.append(m.Town(place["name"], parse(place["hex"]), row.get("size", 2), _hint(row)))
    return tuple(towns)


def _vertices(ground: Table, style: Table) -> tuple[m.Vertex, ...]:
    how = _by(style["vertex"], "name")
    found: list[m.Vertex] = []
    for place in ground["place"]:
        if place["kind"] == "vertex":
            row = how.get(place["name"], {})
            name = row.get("shown", place["name"])
            found.append(m.Vertex(name, parse(place["hex"]), row.get("metres"), _hint(row), row.get("mark", "")))
    return tuple(found)


def _objective(row: Table) -> m.Objective:
    colour, _, dashed = str(row["colour"]).partition("-")
    return m.Objective(parse(row["hex"]), colour, bool(dashed), int(row["vp"]))


def _entries(ground: Table, style: Table) -> tuple[m.Entry, ...]:
    leads = _by(style["leads"], "letter")
    found: list[m.Entry] = []
    for e in ground["entry"]:
        to = str(leads.get(e["letter"], {}).get("to", ""))
        found.append(m.Entry(e["letter"], parse(e["hex"]), e["side"], e["edge"], to))
    return tuple(found)


def _exits(ground: Table, style: Table) -> tuple[m.Exit, ...]:
    """Roads that leave the map without a letter, at the end of the route that has none."""
    lettered = {e["hex"] for e in ground["entry"]}
    routes = _by(ground["route"], "id")
    found: list[m.Exit] = []
    for row in style["leads"]:
        route = routes.get(row.get("route", ""))
        if route:
            ends = [h for h in (route["hexes"][0], route["hexes"][-1]) if h not in lettered and _on_edge(ground, h)]
            found += [m.Exit(parse(h), row["to"]) for h in ends]
    return tuple(found)


def _on_edge(ground: Table, name: str) -> bool:
    grid = from_table(ground["grid"])
    column, row = parse(name)
    return column in (grid.first_column, grid.columns) or row in (grid.first_row, grid.rows)


def _rivers(ground: Table, style: Table, grid: Grid, origin: _Origin) -> tuple[m.River, ...]:
    """Sides in order from source to mouth: the order in which the course passes them."""
    how = _by(style["river"], "id")
    pitch = float(ground["grid"]["km_per_hex"])
    found: list[m.River] = []
    for river in ground["river"]:
        course = [origin.km(lat, lon) for lat, lon in river["course"]]
        order: list[tuple[float, m.Side]] = []
        for a, b in river["sides"]:
            side = parse(a), parse(b)
            p, q = grid.side(side[0], side[1], pitch / 3**0.5)
            order.append((_passed(course, (p[0] + q[0]) / 2, (p[1] + q[1]) / 2), side))
        order.sort()
        row = how.get(river["id"], {})
        sides = tuple([side for _, side in order])
        found.append(m.River(row.get("shown", river["name"]), sides, float(row.get("width", 1))))
    return tuple(found)


def _passed(course: list[tuple[float, float]], x: float, y: float) -> float:
    """How far along a course its nearest point to (x, y) lies, in legs."""
    best, at = 1e9, 0.0
    for k, ((ax, ay), (bx, by)) in enumerate(zip(course, course[1:])):
        dx, dy = bx - ax, by - ay
        t = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
        gap = (ax + t * dx - x) ** 2 + (ay + t * dy - y) ** 2
        if gap < best:
            best, at = gap, k + t
    return at


def _heights(ground: Table, style: Table, origin: _Origin) -> tuple[m.Height, ...]:
    """Towns and vertices where they really lie, places beyond the edge, and the water along each river."""
    metres = {row["name"]: row["metres"] for kind in ("town", "vertex") for row in style[kind] if "metres" in row}
    found: list[m.Height] = []
    for row in [*ground["place"], *style["height"]]:
        if "lat" in row and (row["name"] in metres or "metres" in row):
            x, y = origin.km(row["lat"], row["lon"])
            found.append(m.Height(x, y, float(metres.get(row["name"], row.get("metres", 0)))))
    levels = {row["id"]: row["levels"] for row in style["river"] if "levels" in row}
    for river in ground["river"]:
        if river["id"] in levels:
            for lat, lon in river["course"]:
                x, y = origin.km(lat, lon)
                found.append(m.Height(x, y, _level(levels[river["id"]], lat)))
    return tuple(found)


def _level(levels: list[list[float]], lat: float) -> float:
    """The water at a latitude, between the levels given from north to south."""
    if lat >= levels[0][0]:
        return levels[0][1]
    for (north, high), (south, low) in zip(levels, levels[1:]):
        if lat >= south:
            return high + (low - high) * (north - lat) / (north - south)
    return levels[-1][1]


def _legend(ground: Table, tables: Table, style: Table) -> m.Legend:
    notes = style["notes"]
    group = ground["vertex_group"]
    facts = {"group_vp": group["vp"], "group": len(group["hexes"])}
    kinds = list(dict.fromkeys(o["colour"] for o in ground["objective"]))
    counts = Counter([h["terrain_from"] for h in ground["hex"]])
    return m.Legend(
        columns=("Infantry", "Tank·Cav", "Combat"),
        rows=tuple(m.LegendRow(r["kind"], r["name"], r["gloss"], _effects(tables, r["kind"])) for r in style["legend"]),
        footnote=notes["footnote"],
        objectives=tuple((k.partition("-")[0], "-" in k, notes[k].format_map(facts)) for k in kinds),
        front=notes["front"],
        entry=notes["entry"],
        arcs=tuple(_arc(a) for a in ground["arc"]),
        provenance=provenance(style["sources"], counts, packed(counts["pack"])),
    )


def _effects(tables: Table, kind: str) -> tuple[str, ...]:
    """Movement of infantry, of tanks and cavalry, and the effect on combat, from the terrain table."""
    row = tables["terrain"][kind]
    if kind == "river":
        return f"+{row['extra_mp']}", f"bridge / +{row['extra_mp']}", f"CF –{abs(row['attacker_cf'])}"
    if "bonus_infantry" in row:
        tank, cavalry = row["bonus_tank"], row["bonus_cavalry"]
        fast = str(tank) if tank == cavalry else f"{tank}/{cavalry}"
        return f"{row['mp']} (+{row['bonus_infantry']})", f"{row['mp']} (+{fast})", "–"
    combat = f"{row['columns_left']} ◂" if row.get("columns_left") else "–"
    if "infantry" not in row:
        return "as hex", "as hex", combat
    fast = str(row["tank"]) if row["tank"] == row["cavalry"] else f"{row['tank']}/{row['cavalry']}"
    return str(row["infantry"]), fast, combat


def _arc(arc: Table) -> tuple[str, str]:
    """An arc's letters and who enters there."""
    first, last = str(arc["id"]).split("-")[:2]
    words = str(arc["units"]).removeprefix("nationalist ")
    return f"{first}–{last}", words[:1].upper() + words[1:]
