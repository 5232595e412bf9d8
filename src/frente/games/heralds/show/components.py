"""What is in the box: pawns with their faction on the back, resources, bridges, markers of tracks and states."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from frente.games.heralds.show import cartography, picture
from frente.games.heralds.state.board import NEUTRAL, OWNERS, PLACES, SIDES, Board
from frente.kernel.components import Component, MarkerFace, Start, marker, spoken
from frente.kernel.texts import Texts

TABLES: Final = ("values",)             # files whose tables are printed
NO_TABLES: Final = ("action_points", "propaganda", "reaction")     # on the charts of the screen
NUMBERS: Final = ("initiative", "morale", "command", "command_modifier", "credit_modifier", "side")
RESOURCES: Final = {"tel": "telephone", "wireless": "mast", "power": "bolt", "water": "drop", "broadcast": "mast",
                    "print": "page", "motor": "wheel", "ammo": "shell"}
# Markers that may be added as needed (1.3): sign and number in the box.
STATES: Final = {"damaged": ("damaged", 16), "fixed": ("fixed", 8), "prisoner": ("prisoner", 8),
                 "active": ("advance", 12), "selected": ("star", 2), "assault": ("attacked", 2)}
GUARDS: Final = 20
FIRES: Final = 10
TRACKS: Final = {"will": "heart", "action-points": "coin", "intelligence": "eye"}


def of(b: Board, texts: Texts) -> list[Component]:
    looks, style = cartography.OWN.read("looks"), cartography.OWN.read("style")
    rows = {row["id"]: row for row in b.tables["pawns"]["pawn"]}
    return [pawn(b, i, looks, style, rows) for i in range(b.units)] + markers(b, b.tables["board"], texts)


def pawn(b: Board, i: int, looks: Mapping[str, Any], style: Mapping[str, Any],
         rows: Mapping[str, Mapping[str, Any]]) -> Component:
    """Neutral and affiliated; what may lie face down has the back of its faction instead."""
    own = OWNERS[b.reverse[i]]
    row = rows.get(b.piece[i]) or rows[picture.stem(b.piece[i])]
    guessed = "estimate" in [row.get(f"{name}_from") for name in NUMBERS]
    source = "estimate" if guessed else "text"
    there, neutral, back = [cartography.pawn(row, side, looks, style["formations"])
                            for side in (own, OWNERS[NEUTRAL], "back")]
    at = b.start_at[i]
    starts = {"madrid": Start(0, [b.names[at]] if at >= 0 else [], "" if at >= 0 else PLACES[b.free[i]])}
    if i >= b.first:
        return Component(b.piece[i], "unit", b.pname[i], own, there, back, more=[neutral], source=source, starts=starts)
    return Component(b.piece[i], "unit", b.pname[i], own, neutral, there, source=source, starts=starts)


def markers(b: Board, board: Mapping[str, Any], texts: Texts) -> list[Component]:
    said = spoken(texts)
    found = []
    for row in board["resource"]:
        name = row["id"].lower().replace("_", "-")
        used = MarkerFace("", said["committed"], "committed", back=True)
        found.append(marker(name, "", texts.say(f"resource.{name}"), RESOURCES[name.partition("-")[0]], back=used,
                            kind="chit"))
    for row in board["compound"]:
        if row["kind"] == "bridge":
            closed = MarkerFace("", said["bridge-closed"], "closed", back=True)
            found.append(marker(row["id"].lower().replace("_", "-"), "", said["bridge-open"], "bridge", back=closed,
                                title=row["name"]))
    found.append(marker("bridge-destroyed", "", said["bridge-destroyed"], "ruin", count=3))
    found += [marker(f"{name}-{side}", side, said[name], sign) for side in SIDES for name, sign in TRACKS.items()]
    for name, sign, count in (("initiative", "baton", 1), ("control", "flag", GUARDS)):      # one face for each faction
        found.append(Component(name, "marker", said[name], "", MarkerFace(SIDES[0], said[name], sign),
                               MarkerFace(SIDES[1], said[name], sign), count,
                               source="estimate" if count > 1 else "text"))
    for hq in b.hqs:
        found.append(marker(f"command-{b.piece[hq]}", "", b.pname[hq], "", str(b.command[hq]), source="estimate",
                            title=f"{said['command']}: {b.pname[hq]}"))
    for name, (sign, count) in STATES.items():
        found.append(marker(name, "", said[name], sign, count=count, source="estimate"))
    found.append(marker("fire", "", said["fire"], "fire", back=MarkerFace("", said["ruin"], "ruin"), count=FIRES,
                        source="estimate"))
    found += [marker(name, "", said[name], "clock") for name in ("turn", "phase")]
    return [*found, marker("offensive", "", said["quiet"], "pause", back=MarkerFace("", said["offensive"], "advance"))]
