"""A VASSAL module of a game: its map, counters with both sides, a set-up for each scenario, tracks, charts, dice.

Written from the description of the format (a zip with buildFile.xml, moduledata and images) with the standard library
alone; the same data give the same bytes.
"""

from __future__ import annotations

import hashlib
import importlib
import io
import zipfile
from collections.abc import Sequence
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
from frente.kernel.texts import entitled
from frente.look import read
from frente.press import booklets, tables
from frente.press.paper import Paper
from frente.press.shop import words
from frente.press.vassalpieces import counter, piece, saved, stack

VASSAL: Final = "3.7.0"  # the oldest that should open it
VERSION: Final = "1"
BUILD: Final = "VASSAL.build."
MODULE: Final = "VASSAL.build.module."
BOARD: Final = "VASSAL.build.module.map.boardPicker."
SCALE: Final = 1.25  # pixels for a unit of the drawing: counters of 75 pixels
CARD: Final = 64  # units of a picture of a counter, with its edge
CHART: Final = 1100  # pixels across a page of charts
SHEET: Final = Paper.of("a4")  # of charts
NEAR: Final = 2.0  # pixels by which VASSAL's hexes may be off ours
CLOSE: Final = {"unexSepX": "1", "unexSepY": "2"}  # pixels between counters of a heap: dozens wait for one turn
# A Map without these parts can be looked at, but no counter can be dragged on it.
PARTS: Final = (
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


class Module:
    def __init__(self, game: Game[Any], pack: Path | None, language: str) -> None:
        self.game, self.pack, self.language, self.say = game, pack, language, words(language)
        self.p = first(game, pack)
        self.texts = game.texts(language)
        self.picture = game.picture(self.p)
        self.box = listed(game, self.p, language)
        self.files: dict[str, bytes] = {}
        self.main, self.tracks = self.head("map"), self.head("turn-track")  # the two maps
        self._draw()

    def head(self, key: str) -> str:
        """A word of ours at the head of a window or on a button."""
        said = self.say[key]
        return said[:1].upper() + said[1:]

    # -- pictures

    def _draw(self) -> None:
        room = importlib.import_module(GAMES[self.game.slug] + ".show.cartography")
        svg = chart.svg(room.chart(tables.data(self.p) or None), "light")
        left, top, width, height = (float(n) for n in svg.split('viewBox="', 1)[1].split('"', 1)[0].split())
        self.origin, self.size = (left, top), (round(width * SCALE), round(height * SCALE))
        self.files["images/map.png"] = export.png(svg, self.size[0])
        self.pictures: dict[str, str] = {}
        self.traits = {
            c.id: counter(
                c.name, [self._face(f) for f in (c.front, c.back) if f], self.say["turn-over"], self.say["back"]
            )
            for c in self.box
        }
        pages = booklets.charts(self.game, self.p, self.picture, SHEET, self.say, self.language)
        self.pages = [f"chart-{k}.png" for k in range(len(pages))]
        for name, svg in zip(self.pages, pages):
            paper = svg.replace("</defs>", '</defs><rect width="100%" height="100%" fill="#ffffff"/>', 1)
            self.files[f"images/{name}"] = export.png(paper, CHART)

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
        roster = ET.SubElement(
            root,
            MODULE + "PlayerRoster",
            {"buttonText": self.say["sides"], "buttonToolTip": self.say["choose-side"]},
        )
        for side in self.game.sides:
            ET.SubElement(roster, "entry").text = self.texts.say(f"side.{side}")
        ET.SubElement(root, MODULE + "GlobalOptions", {"autoReport": "Always", "chatterHTMLSupport": "Always"})
        self._palette(root)
        spots = [(s["id"], *self.at(s["x"], s["y"])) for s in self.picture["spaces"]]
        self._map(root, self.main, "map.png", self.size, spots)
        self._charts(root)
        self._setups(root, {name: (x, y) for name, x, y in spots})
        for n in (1, 2):
            ET.SubElement(
                root,
                MODULE + "DiceButton",
                {
                    "name": f"{n}d6",
                    "text": f"{n}d6",
                    "tooltip": self.say["roll"].format(dice=f"{n}d6"),
                    "nDice": str(n),
                    "nSides": "6",
                    "plus": "0",
                    "addToTotal": "0",
                    "reportTotal": "false",
                    "prompt": "false",
                    "reportFormat": "** $name$ = $result$ *** <$PlayerName$>",
                },
            )
        root.set("nextPieceSlotId", str(len(self.slots)))
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

    def _palette(self, root: ET.Element) -> None:
        """Every counter of the box, by side and kind."""
        name, pixels = self.head("counters"), str(round(CARD * SCALE))
        window = ET.SubElement(root, MODULE + "PieceWindow", {"name": name, "text": name, "tooltip": name})
        tabs = ET.SubElement(window, BUILD + "widget.TabWidget", {"entryName": name})
        self.slots: dict[str, int] = {}  # of counters, by id
        for kind in ("unit", "chit", "marker"):
            for side in (*self.game.sides, ""):
                found = [c for c in self.box if c.kind == kind and c.side == side]
                if not found:
                    continue
                name = self.head(f"kind-{kind}") + (f", {self.texts.say(f'side.{side}')}" if side else "")
                column = ET.SubElement(tabs, BUILD + "widget.ListWidget", {"entryName": name, "divider": "150"})
                for c in found:
                    number = self.slots[c.id] = len(self.slots)
                    slot = ET.SubElement(
                        column,
                        BUILD + "widget.PieceSlot",
                        {"entryName": c.name, "gpid": str(number), "width": pixels, "height": pixels},
                    )
                    slot.text = piece("null", number, self.traits[c.id])

    def _map(
        self, root: ET.Element, name: str, image: str, size: tuple[int, int], spots: Sequence[tuple[str, int, int]]
    ) -> None:
        """A board in a window; the first is the main one, others have a button."""
        main = name == self.main
        m = ET.SubElement(
            root,
            MODULE + "Map",
            {
                "mapName": name,
                "allowMultiple": "false",
                "launch": "false" if main else "true",
                "buttonName": "" if main else name,
                "moveWithinFormat": "$pieceName$: $previousLocation$ - $location$",
            },
        )
        picker = ET.SubElement(m, MODULE + "map.BoardPicker", {"title": name, "slotScale": "0.2"})
        board = ET.SubElement(
            picker,
            BOARD + "Board",
            {"name": name, "image": image, "reversible": "false", "width": str(size[0]), "height": str(size[1])},
        )
        grid = self.hexes() if main else None
        if grid:
            self._hexgrid(board, grid)
        else:
            regions = ET.SubElement(
                board, BOARD + "board.RegionGrid", {"snapTo": "true", "visible": "false", "fontsize": "9"}
            )
            for spot, x, y in spots:
                ET.SubElement(regions, BOARD + "board.Region", {"name": spot, "originx": str(x), "originy": str(y)})
        ET.SubElement(picker, "setup").text = self.boards(name)
        ET.SubElement(m, MODULE + "map.StackMetrics", {} if main else CLOSE)
        for part in PARTS:
            ET.SubElement(m, MODULE + "map." + part)

    def boards(self, name: str) -> str:
        """The command that lays a map's only board."""
        return f"{name}BoardPicker\t{name}\t0\t0"

    def _setups(self, root: ET.Element, spots: dict[str, tuple[int, int]]) -> None:
        """A saved game for each scenario."""
        for scenario in self.game.scenarios:
            file = f"{scenario.id}.vsav"
            title = entitled(self.texts, scenario.id, scenario.title)
            ET.SubElement(
                root,
                MODULE + "PredefinedSetup",
                {"name": title, "file": file, "useFile": "true", "isMenu": "false", "description": title},
            )
            places = [((self.main, *spots[at]), found) for at, found in self.placed(scenario).items()]
            places += [((self.tracks, *self.turns[n]), found) for n, found in self.coming(scenario).items()]
            commands, number = [], 0
            for spot, found in places:
                inside = [str(number + k) for k in range(len(found))]
                commands += [piece(i, self.slots[c.id], self.traits[c.id], spot) for i, c in zip(inside, found)]
                commands.append(stack(str(number + len(found)), inside, spot))
                number += len(found) + 1
            commands += [self.boards(self.main), self.boards(self.tracks)]
            self.files[file] = zipped(
                {"savedGame": saved(commands), "moduledata": self.about(), "savedata": self.about(title)}
            )

    def placed(self, scenario: Scenario) -> dict[str, list[Component]]:
        """Who stands where at the start; who may choose stands in the first place he may choose."""
        found: dict[str, list[Component]] = {}
        for c in self.box:
            start = c.starts.get(scenario.id)
            if start and start.turn == 0 and start.places:
                found.setdefault(start.places[0], []).extend([c] * c.count)
        return dict(sorted(found.items()))

    def coming(self, scenario: Scenario) -> dict[int, list[Component]]:
        """Who comes on which turn: these wait on the turn track."""
        found: dict[int, list[Component]] = {}
        for c in self.box:
            start = c.starts.get(scenario.id)
            if start and start.turn in self.turns and (start.turn <= scenario.turns or not scenario.turns):
                found.setdefault(start.turn, []).extend([c] * c.count)
        return dict(sorted(found.items()))

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
        """The page of tracks as a board on which counters can be laid; all pages to look at."""
        scale = CHART / SHEET.width
        named = [t["n"] for t in self.picture["turns"]]
        boxes, numbers = booklets.boxed(SHEET, len(named))
        self.turns = {n: (round(x * scale), round(y * scale)) for n, (x, y) in zip(named, boxes)}
        spots = [(self.say["turn-n"].format(n=n), *spot) for n, spot in self.turns.items()]
        spots += [(str(n), round(x * scale), round(y * scale)) for n, (x, y) in enumerate(numbers)]
        self._map(root, self.tracks, self.pages[0], (CHART, round(scale * SHEET.height)), spots)
        name = self.head("charts")
        window = ET.SubElement(root, MODULE + "ChartWindow", {"name": name, "text": name, "tooltip": name})
        tabs = ET.SubElement(window, BUILD + "widget.TabWidget", {"entryName": name})
        for k, page in enumerate(self.pages, 1):
            ET.SubElement(tabs, BUILD + "widget.Chart", {"chartName": str(k), "fileName": page, "description": ""})

    def about(self, description: str = "") -> bytes:
        """What a module or a saved game says of itself."""
        data = ET.Element("data", {"version": "1"})
        for tag, value in (
            ("version", VERSION),
            ("VassalVersion", VASSAL),
            ("dateSaved", "0"),
            ("description", description or self.game.title),
            ("name", self.game.title),
        ):
            ET.SubElement(data, tag).text = value
        return spelled(data)

    def packed(self) -> bytes:
        build = self.build()
        return zipped({**self.files, "buildFile.xml": build, "moduledata": self.about()})


def zipped(files: dict[str, bytes]) -> bytes:
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
