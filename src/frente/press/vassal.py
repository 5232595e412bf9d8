"""A VASSAL module of a game: its map with a window for each set-up, counters with both sides, tracks, charts, dice.

Written from the description of the format (a zip with buildFile.xml, moduledata and images) with the standard library
alone; the same data give the same bytes.
"""

from __future__ import annotations

import hashlib
import importlib
import io
import zipfile
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as ET

from frente.draw import chart, export, faces
from frente.draw.palette import themed
from frente.draw.streetinks import STREET_PALETTE
from frente.draw.stylesheet import clips
from frente.kernel.catalog import GAMES, Game, Scenario
from frente.kernel.components import Component, Face, first, listed
from frente.look import read
from frente.press import booklets, tables
from frente.press.paper import Paper
from frente.press.shop import words

VASSAL: Final = "3.7.0"  # the oldest that should open it
VERSION: Final = "1"
BUILD: Final = "VASSAL.build."
MODULE: Final = "VASSAL.build.module."
BOARD: Final = "VASSAL.build.module.map.boardPicker."
SCALE: Final = 1.25  # pixels for a unit of the drawing: counters of 75 pixels
CARD: Final = 64  # units of a picture of a counter, with its edge
CHART: Final = 1100  # pixels across a page of charts
NEAR: Final = 2.0  # pixels by which VASSAL's hexes may be off ours
FLIP: Final = "70,130"  # Ctrl+F
# A Map without these parts can be looked at, but no counter can be dragged on it.
PARTS: Final = (
    "StackMetrics",
    "ImageSaver",
    "TextSaver",
    "ForwardToChatter",
    "MenuDisplayer",
    "MapCenterer",
    "StackExpander",
    "PieceMover",
    "KeyBufferer",
    "ForwardToKeyBuffer",
    "Scroller",
    "CounterDetailViewer",
    "SelectionHighlighters",
    "HighlightLastMoved",
    "Zoomer",
)


def module(game: Game[Any], pack: Path | None = None, language: str = "en") -> bytes:
    return Module(game, pack, language).packed()


def sequence(parts: Iterable[str], mark: str) -> str:
    """A list as VASSAL writes it: the mark is escaped in what it separates, and what could be misread is quoted."""
    out = []
    for part in parts:
        safe = part.replace(mark, "\\" + mark)
        odd = part.endswith("\\") or (len(part) > 0 and part.startswith("'") and part.endswith("'"))
        out.append(f"'{safe}'" if odd else safe)
    return mark.join(out)


def nested(parts: Sequence[str]) -> str:
    """Traits lie in one another, the outermost first."""
    inner = parts[-1]
    for part in reversed(parts[:-1]):
        inner = sequence([part, inner], "\t")
    return inner


def layer(images: Sequence[str]) -> str:
    """The trait with a picture for each side, turned by Ctrl+F."""
    fields = [
        "",
        "128",
        "",
        "Flip",
        "128",
        "",
        "",
        "128",
        "",
        "",
        "",
        "1",
        "false",
        "0",
        "0",
        sequence(images, ","),
        sequence(["", "+ (back)"], ","),
        "true",
        "Side",
        "",
        "",
        "false",
        "",
        "1",
        "1",
        "true",
        "",
        FLIP,
        "",
        "",
        "1.0",
        "",
        "true",
    ]
    return "emb2;" + sequence(fields, ";")


def piece(number: int, name: str, images: Sequence[str]) -> str:
    """A counter as a command that adds it."""
    basic = "piece;" + sequence(["", "", images[0] if len(images) == 1 else "", name], ";")
    state = sequence(["null", "0", "0", str(number), "0"], ";")
    if len(images) > 1:
        return "+/" + sequence(["null", nested([layer(images), basic]), nested(["1", state])], "/")
    return "+/" + sequence(["null", basic, state], "/")


class Module:
    def __init__(self, game: Game[Any], pack: Path | None, language: str) -> None:
        self.game, self.pack, self.language, self.say = game, pack, language, words(language)
        self.p = first(game, pack)
        self.texts = game.texts(language)
        self.picture = game.picture(self.p)
        self.box = listed(game, self.p, language)
        self.files: dict[str, bytes] = {}
        self.slots = 0  # numbers of counters
        self._draw()

    # -- pictures

    def _draw(self) -> None:
        room = importlib.import_module(GAMES[self.game.slug] + ".show.cartography")
        svg = chart.svg(room.chart(tables.data(self.p) or None), "light")
        left, top, width, height = (float(n) for n in svg.split('viewBox="', 1)[1].split('"', 1)[0].split())
        self.origin, self.size = (left, top), (round(width * SCALE), round(height * SCALE))
        self.files["images/map.png"] = export.png(svg, self.size[0])
        self.pictures: dict[str, str] = {}
        self.sides = {c.id: [self._face(f) for f in (c.front, c.back) if f] for c in self.box}
        pages = booklets.charts(self.game, self.p, self.picture, Paper.of("a4"), self.say, self.language)
        self.pages = [f"chart-{k}.png" for k in range(len(pages))]
        for name, svg in zip(self.pages, pages):
            self.files[f"images/{name}"] = export.png(svg, CHART)

    def _face(self, face: Face) -> str:
        """The name of a face's picture; faces that are alike share one."""
        look = read(self.game.folder)
        drawing = faces.svg(face, look, shadow=True)
        if drawing not in self.pictures:
            svg = themed(
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {CARD} {CARD}" width="{CARD}" '
                f'height="{CARD}"><style>text{{font-family:Cabin}}</style><defs>{clips()}</defs>{drawing}</svg>',
                "light",
                STREET_PALETTE | look.palette(),
            )
            name = f"c-{hashlib.sha256(svg.encode()).hexdigest()[:12]}.png"
            self.pictures[drawing] = name
            self.files[f"images/{name}"] = export.png(svg, round(CARD * SCALE))
        return self.pictures[drawing]

    def at(self, x: float, y: float) -> tuple[int, int]:
        """A point of the drawing in pixels."""
        return round((x - self.origin[0]) * SCALE), round((y - self.origin[1]) * SCALE)

    # -- buildFile.xml

    def build(self) -> bytes:
        root = ET.Element(
            BUILD + "GameModule",
            {
                "name": self.game.title,
                "version": VERSION,
                "VassalVersion": VASSAL,
                "ModuleOther1": "",
                "ModuleOther2": "",
                "description": f"Frente, data version {self.game.data_version(self.p)}",
            },
        )
        for name in ("BasicCommandEncoder", "Chatter", "KeyNamer"):
            ET.SubElement(root, MODULE + name)
        self._help(root)
        roster = ET.SubElement(root, MODULE + "PlayerRoster", {"buttonText": "Sides", "buttonToolTip": "Choose a side"})
        for side in self.game.sides:
            ET.SubElement(roster, "entry").text = self.texts.say(f"side.{side}")
        ET.SubElement(root, MODULE + "GlobalOptions", {"autoReport": "Always", "chatterHTMLSupport": "Always"})
        self._palette(root)
        for k, scenario in enumerate(self.game.scenarios):
            self._map(root, scenario, k == 0)
        self._charts(root)
        for n in (1, 2):
            ET.SubElement(
                root,
                MODULE + "DiceButton",
                {
                    "name": f"{n}d6",
                    "text": f"{n}d6",
                    "tooltip": f"Roll {n}d6",
                    "nDice": str(n),
                    "nSides": "6",
                    "plus": "0",
                    "addToTotal": "0",
                    "reportTotal": "false",
                    "prompt": "false",
                    "reportFormat": "** $name$ = $result$ *** <$PlayerName$>",
                },
            )
        root.set("nextPieceSlotId", str(self.slots))
        ET.indent(root)
        return spelled(root)

    def _help(self, root: ET.Element) -> None:
        """What the module rests on."""
        shelf = ET.SubElement(root, MODULE + "Documentation")
        ET.SubElement(
            shelf,
            MODULE + "documentation.HelpFile",
            {"title": self.say["provenance"], "fileName": "about.html", "fileType": "archive"},
        )
        guessed = sum(c.source == "estimate" for c in self.box)
        self.files["about.html"] = (
            f"<html><body><h1>{escape(self.game.title)}</h1><p>{escape(self.say['provenance-said'])}</p>"
            f"<p>{escape(self.say['estimate'])}: {guessed} / {len(self.box)} {escape(self.say['counters'])}.</p>"
            "</body></html>\n"
        ).encode()

    def _slot(self, parent: ET.Element, c: Component) -> None:
        pixels = str(round(CARD * SCALE))
        slot = ET.SubElement(
            parent,
            BUILD + "widget.PieceSlot",
            {"entryName": c.name, "gpid": str(self.slots), "width": pixels, "height": pixels},
        )
        slot.text = piece(self.slots, c.name, self.sides[c.id])
        self.slots += 1

    def _palette(self, root: ET.Element) -> None:
        """Every counter of the box, by side and kind."""
        window = ET.SubElement(
            root,
            MODULE + "PieceWindow",
            {"name": self.say["counters"], "text": self.say["counters"], "tooltip": self.say["counters"]},
        )
        tabs = ET.SubElement(window, BUILD + "widget.TabWidget", {"entryName": self.say["counters"]})
        for kind in ("unit", "chit", "marker"):
            for side in (*self.game.sides, ""):
                found = [c for c in self.box if c.kind == kind and c.side == side]
                if found:
                    owner = f", {self.texts.say(f'side.{side}')}" if side else ""
                    name = self.say[f"kind-{kind}"] + owner
                    column = ET.SubElement(tabs, BUILD + "widget.ListWidget", {"entryName": name, "divider": "150"})
                    for c in found:
                        self._slot(column, c)

    def _map(self, root: ET.Element, scenario: Scenario, first: bool) -> None:
        """The map with what stands on it when a scenario begins. The first is the main window; others have a button."""
        m = ET.SubElement(
            root,
            MODULE + "Map",
            {
                "mapName": scenario.title,
                "allowMultiple": "false",
                "launch": "false" if first else "true",
                "buttonName": "" if first else scenario.title,
                "moveWithinFormat": "$pieceName$: $previousLocation$ - $location$",
            },
        )
        self._board(
            m,
            scenario.title,
            "map.png",
            self.size,
            [(s["id"], *self.at(s["x"], s["y"])) for s in self.picture["spaces"]],
        )
        spots = {s["id"]: self.at(s["x"], s["y"]) for s in self.picture["spaces"]}
        for at, found in self.placed(scenario).items():
            x, y = spots[at]
            stack = ET.SubElement(
                m,
                MODULE + "map.SetupStack",
                {
                    "name": at,
                    "owningBoard": scenario.title,
                    "useGridLocation": "false",
                    "location": at,
                    "x": str(x),
                    "y": str(y),
                },
            )
            for c in found:
                self._slot(stack, c)

    def placed(self, scenario: Scenario) -> dict[str, list[Component]]:
        """Who stands where at the start; who may choose stands in the first place he may choose."""
        found: dict[str, list[Component]] = {}
        for c in self.box:
            start = c.starts.get(scenario.id)
            if start and start.turn == 0 and start.places:
                found.setdefault(start.places[0], []).append(c)
        return dict(sorted(found.items()))

    def _board(
        self, m: ET.Element, name: str, image: str, size: tuple[int, int], spots: Sequence[tuple[str, int, int]]
    ) -> None:
        picker = ET.SubElement(m, MODULE + "map.BoardPicker", {"title": "Choose a board", "slotScale": "0.2"})
        board = ET.SubElement(
            picker,
            BOARD + "Board",
            {"name": name, "image": image, "reversible": "false", "width": str(size[0]), "height": str(size[1])},
        )
        grid = self.hexes()
        if grid:
            self._hexgrid(board, grid)
        else:
            regions = ET.SubElement(
                board, BOARD + "board.RegionGrid", {"snapTo": "true", "visible": "false", "fontsize": "9"}
            )
            for spot, x, y in spots:
                ET.SubElement(regions, BOARD + "board.Region", {"name": spot, "originx": str(x), "originy": str(y)})
        ET.SubElement(picker, "setup").text = f"{name}BoardPicker\t{name}\t0\t0"
        for part in PARTS:
            ET.SubElement(m, MODULE + "map." + part)

    def hexes(self) -> dict[str, float] | None:
        """VASSAL's own grid of hexes, where it names every hex as the game does: flat-top, columns and rows of two
        figures from the top. Column 0 of VASSAL is not the lowered one."""
        spaces = self.picture["spaces"]
        if self.picture["orientation"] != "flat-top" or not all(
            len(s["id"]) == 4 and s["id"].isdigit() for s in spaces
        ):
            return None
        r = self.picture["radius"]
        dx, dy = 1.5 * r * SCALE, 3**0.5 * r * SCALE
        lowered = 1 if self.picture["lowered"] == "odd" else 0
        first = min(int(s["id"][:2]) for s in spaces)
        first -= first % 2 == lowered
        s = next(s for s in spaces if int(s["id"][:2]) % 2 != lowered)
        x, y = (s["x"] - self.origin[0]) * SCALE, (s["y"] - self.origin[1]) * SCALE
        grid = {
            "dx": dx,
            "dy": dy,
            "x0": round(x - (int(s["id"][:2]) - first) * dx),
            "y0": round(y - int(s["id"][2:]) * dy),
            "first": first,
        }
        off = max(max(abs(a - b) for a, b in zip(centre(grid, s["id"]), self.at(s["x"], s["y"]))) for s in spaces)
        return grid if off <= NEAR else None

    def _hexgrid(self, board: ET.Element, grid: dict[str, float]) -> None:
        hexes = ET.SubElement(
            board,
            BOARD + "board.HexGrid",
            {
                "dx": f"{grid['dx']:.4f}",
                "dy": f"{grid['dy']:.4f}",
                "x0": str(grid["x0"]),
                "y0": str(grid["y0"]),
                "visible": "false",
                "snapTo": "true",
                "sideways": "false",
                "edgesLegal": "false",
                "cornersLegal": "false",
                "dotsVisible": "false",
                "color": "0,0,0",
            },
        )
        ET.SubElement(
            hexes,
            BOARD + "board.mapgrid.HexGridNumbering",
            {
                "first": "H",
                "sep": "",
                "hType": "N",
                "hLeading": "1",
                "hOff": str(grid["first"]),
                "hDescend": "false",
                "vType": "N",
                "vLeading": "1",
                "vOff": "0",
                "vDescend": "false",
                "stagger": "false",
                "visible": "false",
                "locationFormat": "$gridLocation$",
            },
        )

    def _charts(self, root: ET.Element) -> None:
        """Tracks and charts as pages to look at; on the first, which has the tracks, markers can be laid."""
        name = self.say["turn-track"]
        m = ET.SubElement(
            root,
            MODULE + "Map",
            {
                "mapName": name,
                "allowMultiple": "false",
                "launch": "true",
                "buttonName": name,
                "moveWithinFormat": "$pieceName$",
            },
        )
        picker = ET.SubElement(m, MODULE + "map.BoardPicker", {"title": "Choose a board", "slotScale": "0.2"})
        high = round(CHART * 297 / 210)
        ET.SubElement(
            picker,
            BOARD + "Board",
            {"name": name, "image": self.pages[0], "reversible": "false", "width": str(CHART), "height": str(high)},
        )
        ET.SubElement(picker, "setup").text = f"{name}BoardPicker\t{name}\t0\t0"
        for part in PARTS:
            ET.SubElement(m, MODULE + "map." + part)
        window = ET.SubElement(
            root,
            MODULE + "ChartWindow",
            {"name": self.say["charts"], "text": self.say["charts"], "tooltip": self.say["charts"]},
        )
        tabs = ET.SubElement(window, BUILD + "widget.TabWidget", {"entryName": self.say["charts"]})
        for k, page in enumerate(self.pages, 1):
            ET.SubElement(tabs, BUILD + "widget.Chart", {"chartName": str(k), "fileName": page, "description": ""})

    def packed(self) -> bytes:
        files = {**self.files, "buildFile.xml": self.build(), "about.html": self.files["about.html"]}
        data = ET.Element("data", {"version": "1"})
        for tag, value in (
            ("version", VERSION),
            ("VassalVersion", VASSAL),
            ("dateSaved", "0"),
            ("description", self.game.title),
            ("name", self.game.title),
        ):
            ET.SubElement(data, tag).text = value
        files["moduledata"] = spelled(data)
        held = io.BytesIO()
        with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in sorted(files):
                info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # no hour of the day in it
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, files[name])
        return held.getvalue()


def spelled(root: ET.Element) -> bytes:
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, "unicode")}'.encode()


def centre(grid: dict[str, float], name: str) -> tuple[int, int]:
    """Where VASSAL puts the middle of a hex of that number: columns dx apart, odd ones half of dy lower."""
    column, row = int(name[:2]) - grid["first"], int(name[2:])
    return (
        int(column * grid["dx"]) + int(grid["x0"]),
        int(row * grid["dy"] + (grid["dy"] / 2 if column % 2 else 0)) + int(grid["y0"]),
    )
