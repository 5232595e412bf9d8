"""The map: what the rules need of it and what the rulebook states about it."""

from typing import Any, Final

from frente.games.tscw.data.shape import distance
from frente.kernel.packs import Tables
from frente.kernel.shapes import Findings

# Hexes that the rulebook prints: place -> hex.
STATED: Final = {
    "Madrid": 2712, "Toledo": 2510, "Sevilla": 1607, "Santander": 3710, "Bilbao": 3613, "Gijón": 3707,
    "Sta. María de la Cabeza": 1910, "La Jonquera": 3425, "Gernika": 3614, "San Sebastián": 3615, "Oviedo": 3608,
    "Barcelona": 3023, "Cádiz": 1305, "Tremp": 3220}
NEIGHBOURS: Final = ((3020, 2919), (2920, 2919), (2919, 2918), (2919, 2819), (3021, 2920), (3021, 3020))
USED: Final = (2715, 3020, 2920, 2919, 2918, 2819, 3021, 3201, 1207, 1208)
REGIONS: Final = {"Oviedo": "Asturias", "Gijón": "Asturias", "Santander": "Santander", "Bilbao": "Euskadi",
                  "San Sebastián": "Euskadi", "Gernika": "Euskadi", "Barcelona": "Catalonia", "Valencia": "Valencia"}


class MapCheck(Findings):
    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        m = tables["places"]
        self.m = m
        self.hexes: dict[int, dict[str, Any]] = {h["id"]: h for h in m["hex"]}
        self.named: dict[str, dict[str, Any]] = {p["name"].split(" (")[0]: p for p in m["place"]}
        self._places()
        self._regions()
        self._borders()
        self._lines()
        self._supply()

    def _on_land(self, path: tuple[str | int, ...], h: int, what: str) -> bool:
        if h not in self.hexes:
            self.fault("places", path, f"{what} is in {h}, which is not a hex of the map")
        return h in self.hexes

    def _places(self) -> None:
        for name, h in STATED.items():
            if name not in self.named or self.named[name]["hex"] != h:
                self.fault("places", ("place",), f"{name} must be in hex {h}, as printed")
        for h in USED:
            if h not in self.hexes:
                self.fault("places", ("hex",), f"hex {h} is named by the rulebook and missing")
        for a, b in NEIGHBOURS:
            if distance(divmod(a, 100), divmod(b, 100)) != 1:
                self.fault("places", ("grid",), f"{a} and {b} must be adjacent (13.27, 13.28)")
        taken: dict[int, str] = {}
        for i, p in enumerate(self.m["place"]):
            if p["kind"] == "mark":
                continue
            if self._on_land(("place", i, "hex"), p["hex"], p["name"]):
                if p["hex"] in taken:
                    self.fault("places", ("place", i, "hex"), f"{p['name']} and {taken[p['hex']]} share a hex")
                taken[p["hex"]] = p["name"]
                if p["control"] != self.hexes[p["hex"]]["control"]:
                    self.fault("places", ("place", i, "control"), f"the hex of {p['name']} has another controller")
                if p["mp"] and (p["mp"] > 0) != (p["control"] == "N"):
                    self.fault("places", ("place", i, "mp"),
                               f"the morale value of {p['name']} must be positive if Nationalist, else negative (4.3)")
                if p["port"] != "" and self.hexes[p["hex"]]["coast"] != p["port"]:
                    self.fault("places", ("place", i, "port"), f"{p['name']} is no port of that sea")
        if "Sevilla" in self.named and self.named["Sevilla"]["mp"] != 3:
            self.fault("places", ("place",), "Sevilla is worth 3 morale points (4.3)")
        if "Madrid" in self.named and self.named["Madrid"]["mp"] != -7:
            self.fault("places", ("place",), "Madrid is worth 7 morale points (4.2)")
        for name in ("Tremp", "Teruel", "Oviedo"):
            if name in self.named and not self.named[name]["mp"]:
                self.fault("places", ("place",), f"{name} must be a morale hex (notes)")

    def _regions(self) -> None:
        seen: dict[int, str] = {}
        names = [r["name"] for r in self.m["region"]]
        for i, r in enumerate(self.m["region"]):
            for h in r["hexes"]:
                if h not in self.hexes or self.hexes[h]["region"] != r["name"] or h in seen:
                    self.fault("places", ("region", i, "hexes"), f"hex {h} does not belong to {r['name']} alone")
                seen[h] = r["name"]
        for i, h in enumerate(self.m["hex"]):
            if h["region"] not in names or h["id"] not in seen:
                self.fault("places", ("hex", i, "region"), f"hex {h['id']} is in no listed region")
        for name, region in REGIONS.items():
            if name in self.named and seen.get(self.named[name]["hex"]) != region:
                self.fault("places", ("region",), f"{name} must lie in {region} (1.2)")
        north = {r["name"] for r in self.m["region"] if r["northern_zone"]}
        if north != {"Asturias", "Santander", "Euskadi"}:
            self.fault("places", ("region",), "the northern regions are Asturias, Santander and Euskadi (12.10)")

    def _borders(self) -> None:
        foreign = {h: n["name"] for n in self.m["neutral"] for h in n["hexes"]}
        for i, n in enumerate(self.m["neutral"]):
            for h in n["hexes"]:
                if h in self.hexes:
                    self.fault("places", ("neutral", i, "hexes"), f"hex {h} is neutral and playable at once")
        listed = set(self.m["borders"]["french_border_hexes"])
        for h in self.hexes:
            touches = any(foreign.get(x) == "France" for x in self._around(h))
            if touches != (h in listed):
                self.fault("places", ("borders", "french_border_hexes"),
                           f"hex {h} {'lies' if touches else 'does not lie'} on the French border")
        for h in (3425, 3615):
            if h not in listed:
                self.fault("places", ("borders", "french_border_hexes"), f"{h} lies on the French border (12.9, 15.10)")
        for i, s in enumerate(self.m["sea"]):
            for h in s["coastal_hexes"]:
                if h not in self.hexes or self.hexes[h]["coast"] != s["name"]:
                    self.fault("places", ("sea", i, "coastal_hexes"), f"hex {h} is no {s['name']} coast")
        coast = {h for s in self.m["sea"] for h in s["coastal_hexes"]}
        for i, x in enumerate(self.m["hex"]):
            if x["coast"] and x["id"] not in coast:
                self.fault("places", ("hex", i, "coast"), f"hex {x['id']} is missing from the coasts")

    def _around(self, h: int) -> list[int]:
        r, c = divmod(h, 100)
        steps = self.m["grid"]["neighbours_odd_row" if r % 2 else "neighbours_even_row"]
        return [(r + a) * 100 + c + b for a, b in steps.values()]

    def _lines(self) -> None:
        used: dict[str, str] = {}
        for i, r in enumerate(self.m["river"]):
            for s in r["hexsides"]:
                a, b = sorted(int(x) for x in s.split("|"))
                if distance(divmod(a, 100), divmod(b, 100)) != 1:
                    self.fault("places", ("river", i, "hexsides"), f"{r['name']}: {s} is no hexside")
                if f"{a}|{b}" in used:
                    self.fault("places", ("river", i, "hexsides"), f"{s} belongs to {used[f'{a}|{b}']} already")
                used[f"{a}|{b}"] = r["name"]
        for i, r in enumerate(self.m["rail"]):
            for h in r["hexes"]:
                self._on_land(("rail", i, "hexes"), h, r["name"])
            for a, b in zip(r["hexes"], r["hexes"][1:]):
                if distance(divmod(a, 100), divmod(b, 100)) != 1:
                    self.fault("places", ("rail", i, "hexes"), f"{r['name']} leaps from {a} to {b}")
        for i, f in enumerate(self.m["fort_line"]):
            for h in f["hexes"]:
                if self._on_land(("fort_line", i, "hexes"), h, f["name"]) and self.hexes[h]["control"] != "R":
                    self.fault("places", ("fort_line", i, "hexes"), f"{f['name']}: {h} is not Republican (13.16)")
        if not any(f["hexes"] == [3613] for f in self.m["fort_line"]):
            self.fault("places", ("fort_line",), "the Iron Belt is hex 3613 alone (7.14)")

    def _supply(self) -> None:
        found: dict[str, set[int]] = {"N": set(), "R": set(), "RN": set()}
        for i, p in enumerate(self.m["place"]):
            if p["uss"]:
                found[p["uss"]].add(p["hex"])
                if p["kind"] != "city":
                    self.fault("places", ("place", i, "kind"), f"the supply source {p['name']} must be a city (10.8)")
                if (p["uss"] == "N") != (p["control"] == "N"):
                    self.fault("places", ("place", i, "uss"), f"the supply source {p['name']} is in enemy hands")
        if found["RN"] != {3707, 3613, 3710}:
            self.fault("places", ("place",), "the northern sources are Gijón, Bilbao and Santander (10.10)")
        centre = {self.named[n]["hex"] for n in ("Barcelona", "Valencia", "Cartagena") if n in self.named}
        if found["R"] != centre:
            self.fault("places", ("place",), "the central sources are Barcelona, Valencia and Cartagena (10.10)")
        if 1305 not in found["N"] or not any(h // 100 > 24 for h in found["N"]):
            self.fault("places", ("place",), "Cádiz and a place north of row 24 must be Nationalist sources (13.21)")
