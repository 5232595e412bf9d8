"""Does the map of Storm Over Madrid hang together? Areas, borders, boxes, routes, colours."""

from collections.abc import Mapping
from typing import Any

from frente.games.storm.data.shape import AREAS, BOXES
from frente.kernel.packs import Tables
from frente.kernel.shapes import Findings


class MapCheck(Findings):
    """Faults of areas.toml."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        m = tables["areas"]
        self.map: dict[str, Any] = m["map"]
        self.areas: list[dict[str, Any]] = m["area"]
        self.boxes: list[dict[str, Any]] = m["box"]
        self.routes: list[dict[str, Any]] = m["supply_route"]
        self.at: dict[str, dict[str, Any]] = {a["id"]: a for a in self.areas}
        self.rivers: dict[str, dict[str, str]] = {
            a["id"]: {n["to"]: n["river"] for n in a["neighbours"]} for a in self.areas}
        if self._numbers() and self._borders():
            self._links()
            self._kinds()
            self._control()
            self._routes()

    def _numbers(self) -> bool:
        if len(self.areas) != AREAS:
            self.fault("areas", ("area",), f"there must be {AREAS} areas, not {len(self.areas)} (2a)")
        if [x["id"] for x in self.boxes] != list(BOXES):
            self.fault("areas", ("box",), "the boxes must be 1 to 6, in order (2h)")
        for i, x in enumerate(self.boxes):
            owner = "republican" if i < 3 else "nationalist"
            if x["owner"] != owner:
                self.fault("areas", ("box", i, "owner"), f"box {x['id']} must be {owner} (2h)")
        for name in ("A", "D", "H", "M", "O", "AA"):
            if name not in self.at:
                self.fault("areas", ("area",), f"the rules name area {name}, which does not exist")
        return not self.found

    def _borders(self) -> bool:
        for i, a in enumerate(self.areas):
            for k, n in enumerate(a["neighbours"]):
                other = n["to"]
                path = ("area", i, "neighbours", k)
                if other not in self.at or other == a["id"]:
                    self.fault("areas", path, f"{a['id']} cannot border on {other}")
                elif self.rivers[other].get(a["id"]) != n["river"]:
                    self.fault("areas", path, f"{other} does not name the same border with {a['id']} (2b)")
        if "H" not in self.rivers["A"]:
            self.fault("areas", ("area",), "A and H must be adjacent (2c)")
        if "O" in self.rivers["M"]:
            self.fault("areas", ("area",), "M and O must not be adjacent (2c)")
        if not self.found and len(self._reached("A", [])) != AREAS:
            self.fault("areas", ("area",), "some areas cannot be reached from the others")
        return not self.found

    def _reached(self, start: str, barred: list[str]) -> set[str]:
        """Areas that can be reached without crossing the barred rivers."""
        seen = {start}
        queue = [start]
        for a in queue:
            for t, river in self.rivers[a].items():
                if t not in seen and river not in barred:
                    seen.add(t)
                    queue.append(t)
        return seen

    def _links(self) -> None:
        for i, x in enumerate(self.boxes):
            if not x["links"]:
                self.fault("areas", ("box", i, "links"), f"box {x['id']} is linked to no area (9.7a)")
            for name in x["links"]:
                if name not in self.at or x["id"] not in self.at[name]["boxes"]:
                    self.fault("areas", ("box", i, "links"), f"{name} does not name its link to box {x['id']}")
        by_box: Mapping[str, list[str]] = {x["id"]: x["links"] for x in self.boxes}
        for i, a in enumerate(self.areas):
            for name in a["boxes"]:
                if a["id"] not in by_box[name]:
                    self.fault("areas", ("area", i, "boxes"), f"box {name} does not name its link to {a['id']}")

    def _kinds(self) -> None:
        urban = [a["id"] for a in self.areas if a["kind"] == "urban"]
        if urban != self.map["urban"]:
            self.fault("areas", ("map", "urban"), "the list of urban areas must be that of the areas of this kind (2e)")
        if "AA" not in urban:
            self.fault("areas", ("map", "urban"), "AA must be urban (2e)")
        if not any(a in urban for a in self._reached("D", self.map["restricted_rivers"])):
            self.fault("areas", ("map", "restricted_rivers"),
                       "no urban area can be reached before these rivers are open, so they never would be (12.1g)")

    def _control(self) -> None:
        if [a["id"] for a in self.areas if a["start_control"] == "nationalist"] != ["D"]:
            self.fault("areas", ("area",), "D, and only D, is Nationalist at the start (12.1d)")
        if not any(box in ("4", "5", "6") for box in self.at["D"]["boxes"]):
            self.fault("areas", ("area",), "D must be linked to a Nationalist box (3.3c)")
        for i, a in enumerate(self.areas):
            wanted = {"blue": "nationalist", "green": "republican", "brown": "republican"}.get(a["scn2_colour"])
            if a["id"] == "AA":
                if a["scn2_colour"] != "black":
                    self.fault("areas", ("area", i, "scn2_colour"), "AA has no colour of its own (12.2f)")
                wanted = "republican"
            if wanted and a["scn2_control"] != wanted:
                self.fault("areas", ("area", i, "scn2_control"), f"{a['id']} must be {wanted} (12.2f)")

    def _routes(self) -> None:
        if len(self.routes) != 4:
            self.fault("areas", ("supply_route",), f"there must be 4 supply routes, not {len(self.routes)} (2g)")
        seen: dict[str, str] = {}
        for i, r in enumerate(self.routes):
            way: list[str] = r["areas"]
            path = ("supply_route", i, "areas")
            if way[:1] != ["AA"]:
                self.fault("areas", path, f"the {r['id']} route must start in AA")
            for a, b in zip(way, way[1:]):
                if a not in self.at or b not in self.rivers[a]:
                    self.fault("areas", path, f"the {r['id']} route leaps from {a} to {b}")
            normal = [a for a in way if a in self.at and self.at[a]["kind"] == "normal"]
            if not normal or normal != r["normal_areas"]:
                self.fault("areas", ("supply_route", i, "normal_areas"),
                           f"the normal areas of the {r['id']} route are {' '.join(normal) or 'none'} (10c)")
            if way and way[-1] in self.at and (r["box"] not in self.at[way[-1]]["boxes"] or r["box"] > "3"):
                self.fault("areas", ("supply_route", i, "box"), f"the {r['id']} route must end at a Republican box")
            for a in normal:
                if a in seen:
                    self.fault("areas", path, f"{a} lies on the {seen[a]} route already")
                seen[a] = r["id"]
