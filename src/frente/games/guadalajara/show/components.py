"""What is in the box: units, reserve markers, air points, and the markers of states and tracks."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from frente.games.guadalajara.show import cartography
from frente.games.guadalajara.show.knowledge import printed
from frente.games.guadalajara.show.picture import short
from frente.games.guadalajara.state.board import DIVISIONS, NAT, REP, SIDES, VOLUNTEERS, Board
from frente.kernel.components import Component, MarkerFace, Start, UnitFace, bands, marker, spoken, stepped
from frente.kernel.texts import Texts

TABLES: Final = ("tables",)             # files whose tables are printed
NO_TABLES: Final[tuple[str, ...]] = ()
FORMATIONS: Final = {"12 Div": "12 D", "1 Bis": "1 B"}       # short enough for the band
AIR_POINTS: Final = 6                    # markers in the box: the rulebook gives no number, a die gives no more
STATES: Final = {"unsupplied": 20, "disorganised": 24, "loaded": 10}     # as many as are seldom exceeded


def of(b: Board, texts: Texts) -> list[Component]:
    style = cartography.OWN.read("style")
    colours = bands([b.parent[u] or DIVISIONS[b.division[u]] for u in range(b.units)])
    rows = b.tables["units"]
    return [unit(b, u, style, colours, rows["unit"][u]) for u in range(b.units)] + markers(rows, spoken(texts))


def unit(b: Board, u: int, style: Mapping[str, Any], colours: Mapping[str, int], row: Mapping[str, Any]) -> Component:
    formation, full = b.parent[u] or DIVISIONS[b.division[u]], b.full[u]
    front = UnitFace(
        SIDES[b.side[u]], b.kind[u], printed(b, u, full, 0), colours[formation],
        above=FORMATIONS.get(formation, formation)[:5], beside=short(b, u, style), size=b.size_mark[u], elite=b.band[u],
        steps=full, left=full)
    back, less = stepped(front, replace(front, factors=printed(b, u, 1, 0)) if full > 1 else None)
    if back is None and printed(b, u, full, 1) != front.factors:
        back = replace(front, factors=printed(b, u, full, 1))
        less = [*less, back]
    return Component(b.uid[u], "unit", b.uname[u], front.side, front, back, more=less,
                     source="estimate" if "estimate" in (row["source"], row["steps_source"]) else "text",
                     starts={str(e["scenario"]): start(e) for e in row["entry"]})


def start(entry: Mapping[str, Any]) -> Start:
    fixed = entry.get("hexes", []) if "radius" not in entry else []
    return Start(entry["turn"], fixed, "" if fixed else entry["where"])


def markers(units: Mapping[str, Any], said: Mapping[str, str]) -> list[Component]:
    found = []
    for side in SIDES:
        by_scenario: dict[int, int] = {}
        for row in units["reserve_markers"]:
            if row["side"] == side:
                by_scenario[row["scenario"]] = by_scenario.get(row["scenario"], 0) + row["count"]
        released = MarkerFace(side, said["released"], "released", back=True)
        found.append(marker(f"reserve-{side}", side, said["reserve"], "reserve", back=released,
                            count=max(by_scenario.values())))
    rep, nat = SIDES[REP], SIDES[NAT]
    used = MarkerFace(rep, said["interdiction-used"], "no-plane", back=True)
    found.append(marker("air-point", rep, said["air-point"], "plane", back=used, count=AIR_POINTS, source="estimate"))
    for name, count in STATES.items():
        found.append(marker(name, "", said[name], name, count=count, source="estimate"))
    for d in VOLUNTEERS:
        panic = MarkerFace(nat, said["panic"], "", DIVISIONS[d], back=True)
        found.append(marker(f"morale-{DIVISIONS[d].lower()}", nat, said["morale"], "", DIVISIONS[d], back=panic))
    tens = MarkerFace(nat, said["vp"], "", "×10", back=True)
    found.append(marker("vp", nat, said["vp"], "", "×1", back=tens, count=2, source="estimate"))
    return [*found, marker("turn", "", said["turn"], "clock")]
