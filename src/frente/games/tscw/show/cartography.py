"""The map of The Spanish Civil War as a description to be drawn: tables of the game, plan, hints of style.toml."""
from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from frente.games.tscw.state.board import TERRAIN
from frente.geo import theatredata as t
from frente.kit.show import Folder, provenance

OWN: Final = Folder(__file__)
SIDES: Final = {"R": "republican", "N": "nationalist"}
CLASSES: Final = ("foot", "cavalry", "motorized", "armoured")
POINTS: Final = ("republican", "northern", "nationalist", "italian")
Table = Mapping[str, Any]


def chart(tables: Table | None = None) -> t.TheatreMap:
    """The map. Without tables it is made of the game's own; a data pack hands in its overlaid ones."""
    ground, charts = OWN.tables(tables, "places", "charts")
    return theatre(ground, charts, OWN.read("style"), OWN.read("plan"))


def coast() -> tuple[t.Run, ...]:
    """Outlines of all land."""
    return _rings(OWN.read("plan")["land"])


def theatre(ground: Table, charts: Table, style: Table, plan: Table) -> t.TheatreMap:
    frame = frame_of(ground)
    return t.TheatreMap(
        title=tuple(style["title"]), subtitle=style["subtitle"], look=OWN.look(),
        sides=("republican", "nationalist"), km_per_hex=style["km_per_hex"], frame=frame,
        hexes=tuple([t.Ground(h["id"], TERRAIN[h["t"]], SIDES[h["control"]], h["region"], _country(h["region"]))
                     for h in ground["hex"]]),
        foreign={h: n["name"] for n in ground["neutral"] for h in n["hexes"]},
        summits=tuple(style["abroad"]["summits"]), slopes=tuple(style["abroad"]["slopes"]),
        land=_rings(plan["land"]), depths=tuple([(d["distance"], _rings(d["rings"])) for d in plan["depth"]]),
        places=tuple([_place(row, style, plan, frame) for row in ground["place"]]),
        rivers=tuple([t.River(r["name"], r["class"] == "major", tuple([_pair(s) for s in r["hexsides"]]),
                              style["rivers"].get(r["name"], "")) for r in ground["river"]]),
        streams=tuple([_run(row["line"]) for row in plan["stream"]]),
        railways=tuple([t.Railway(r["name"], tuple(r["hexes"]), r.get("continues_into", 0)) for r in ground["rail"]]),
        ranges=tuple([t.Range(r["name"], _run(plan["range"][r["name"]]), style["ranges"].get(r["name"], ""))
                      for r in ground["range"] if r["name"] in plan["range"]]),
        forts=tuple([_fort(row, style) for row in ground["fort_line"]]),
        straits=tuple([_pair(s) for s in ground["borders"]["all_sea_hexsides"]]),
        words=tuple([_words(row) for row in style["words"]]),
        turn_rows=tuple(style["panels"]["turn_rows"]), turns=_turns(ground, charts, style),
        morale=_morale(charts["morale"], style["panels"]), legend=_legend(ground, charts, style))


def frame_of(ground: Table) -> t.Frame:
    rows, columns = ground["grid"]["rows"], ground["grid"]["columns"]
    return t.Frame(rows[0], rows[1], columns[0], columns[1])


def _country(region: str) -> str:
    return "Morocco" if region.startswith("Morocco") else "Spain"


def _run(flat: list[float]) -> t.Run:
    """Points from numbers that stand x and y in turn."""
    return tuple([(float(flat[k]), float(flat[k + 1])) for k in range(0, len(flat), 2)])


def _rings(rows: list[list[float]]) -> tuple[t.Run, ...]:
    return tuple([_run(row) for row in rows])


def _pair(side: str) -> tuple[int, int]:
    a, b = side.split("|")
    return int(a), int(b)


def _place(row: Table, style: Table, plan: Table, frame: t.Frame) -> t.Place:
    """A place that a pack has moved to another hex stands in the middle of it."""
    x, y = frame.centre(row["hex"])
    spot = plan["place"].get(row["name"])
    if spot is not None and spot[0] == row["hex"]:
        x, y = x + spot[1], y + spot[2]
    shown = style["names"].get(row["name"], row["name"])
    return t.Place(row["name"], tuple(shown.split("|")), row["kind"], row["hex"], (round(x, 1), round(y, 1)),
                   row["name"] in style["capitals"], row["mp"], SIDES.get(row["uss"][:1], ""), row["uss"][1:],
                   bool(row["port"]))


def _fort(row: Table, style: Table) -> t.FortLine:
    way = style["facing"].get(row["name"])
    return t.FortLine(row["name"], tuple(row["hexes"]), row["activation_turn"],
                      (float(way[0]), float(way[1])) if way else None)


def _words(row: Table) -> t.Words:
    x, y = row.get("at", (0, 0))
    return t.Words(row["text"], row["style"], (float(x), float(y)), float(row.get("turn", 0)), row.get("region", ""))


# -- tracks


def _turns(ground: Table, charts: Table, style: Table) -> tuple[t.TurnBox, ...]:
    due = {line["activation_turn"] for line in ground["fort_line"]}
    found: list[t.TurnBox] = []
    for turn, points, moves in zip(charts["turn"], charts["resource_points"], charts["strategic_movement"]):
        months = turn["date"].rsplit(" ", 1)[0].split("-")
        cells = (f"{points['republican']} · {points['northern']}", f"{points['nationalist']} · {points['italian']}",
                 f"{moves['republican_rail']} · {moves['nationalist_rail']}",
                 f"{moves['republican_sea']} · {moves['nationalist_sea']}")
        found.append(t.TurnBox(turn["number"], "–".join([style["months"][m] for m in months]), turn["year"], cells,
                               turn["number"] in due))
    return tuple(found)


def _morale(row: Table, words: Table) -> t.Ruler:
    win, casado = row["nationalist_win_at_or_below"], row["casado_at_or_below"]
    return t.Ruler(words["morale"], words["morale_note"].format(start=row["start"]), 100, row["start"],
                   ((win, words["morale_win"].format(n=win)), (casado, words["morale_casado"].format(n=casado))))


# -- the legend


def origin(row: Table) -> str:
    """Where a datum comes from, without the rule that states it."""
    return str(row["source"]).split(" ")[0]


def _legend(ground: Table, charts: Table, style: Table) -> t.Legend:
    places = Counter([origin(p) for p in ground["place"]])
    facts = {"text": places["text"], "geography": places["geography"], "places": len(ground["place"]),
             "hexes": len(ground["hex"])}
    changed = [p["name"] for p in ground["place"] if p["source"] == "pack"]
    start = charts["general_data_track"]["rp_start"]
    return t.Legend(
        heads=dict(style["panels"]), columns=(style["panels"]["move"], style["panels"]["combat"]),
        rows=tuple([t.LegendRow(kind, name, gloss, (_cost(charts, kind), _effect(charts, kind)))
                    for kind, name, gloss in style["legend"]["rows"]]),
        marks=tuple([(kind, words) for kind, words in style["legend"]["marks"]]),
        provenance=provenance(style["sources"], facts, ", ".join(changed) + "." if changed else ""),
        lanes=tuple([(style["lanes"][k][0], style["lanes"][k][1], start[k]) for k in POINTS]),
        lane_last=charts["general_data_track"]["rp_cap"])


def _cost(charts: Table, kind: str) -> str:
    costs = charts["movement_cost"]
    if kind == "fort":
        return f"+{costs['nationalist_into_intact_fort']} Nac."
    if kind not in costs:
        return "–"
    sign = "+" if "river" in kind else ""
    return sign + " · ".join([str(costs[kind][name]) for name in CLASSES])


def _effect(charts: Table, kind: str) -> str:
    """Columns to the left are marked by an arrow; other numbers are added to the die."""
    effects = charts["terrain_combat"]
    if kind == "fort":
        return f"+{effects['intact_fort_defence_factor']} def."
    row = effects.get(kind, {"shift": 0, "drm": 0})
    if row["shift"]:
        return f"{row['shift']} ◂"
    return f"–{-row['drm']}" if row["drm"] < 0 else f"+{row['drm']}" if row["drm"] else "–"
