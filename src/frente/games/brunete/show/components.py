"""What is in the box: units, support markers, resources, objectives and what lies on the tracks."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from frente.games.brunete.show.knowledge import printed
from frente.games.brunete.state.board import SIDES, TYPES, Board
from frente.kernel.components import LATER, Component, MarkerFace, Start, UnitFace, bands, marker, spoken, stepped
from frente.kernel.texts import Texts

TABLES: Final = ("tables", "markers")   # files whose tables are printed
# Set-up sheets have the turns and scenarios, the page of tracks the boxes.
NO_TABLES: Final[tuple[str, ...]] = ("marker", "turn", "scenario", "support_boxes", "casualty_boxes",
                                     "madrid_track.names")
# What stands on a counter whose brigade has no short number, by a word of its name; and short names of formations.
NAMED: Final = {"Garrison": "Gua", "Cavalry": "Cav", "tank": "T-26", "Panzer I": "Pz I", "cavalry": "Cav"}
FORMATIONS: Final = {"Guadarrama": "Gma", "IV Navarre": "IV N", "V Navarre": "V N", "Army": "EMan"}
SCENARIOS: Final = ("campaign", "offensive")
AS_NEEDED: Final = 12                    # markers of a status: the rulebook gives no number
RESOURCES: Final = {                     # sign and figure of each effect
    "plus-cp": ("", "+1"), "minus-cp": ("", "–1"), "reroll": ("die", ""), "regular-replacement": ("infantry", ""),
    "elite-replacement": ("star", ""), "minus-aviation": ("no-plane", "")}


def of(b: Board, texts: Texts) -> list[Component]:
    colours = bands([b.division[u] or b.corps[u] for u in range(b.units)])
    return [unit(b, u, colours, b.tables["units"]["unit"][u]) for u in range(b.units)] + [
        mark(row, texts) for row in b.tables["markers"]["marker"]]


def unit(b: Board, u: int, colours: Mapping[str, int], row: Mapping[str, Any]) -> Component:
    formation = b.division[u] or b.corps[u]
    full = b.full[u]
    front = UnitFace(
        SIDES[b.side[u]], TYPES[b.type[u]], printed(b, u, full), band=colours[formation],
        above=FORMATIONS.get(formation, formation)[:5], beside=brief(b, u), size=b.size_mark[u], elite=b.elite[u],
        steps=full, left=full)
    back, less = stepped(front, replace(front, factors=printed(b, u, 1)) if full > 1 else None)
    guessed = "estimate" in str(row.get("provenance", ""))
    return Component(b.uid[u], "unit", b.uname[u], SIDES[b.side[u]], front, back, more=less,
                     source="estimate" if guessed else "text", starts=dict.fromkeys(SCENARIOS, start(row)))


def start(row: Mapping[str, Any]) -> Start:
    if isinstance(row["turn"], str):
        return Start(LATER, where=row["turn"])
    return Start(row["turn"], row.get("choice") or ([row["hex"]] if "hex" in row else []), row.get("arc", ""))


def brief(b: Board, u: int) -> str:
    """The short name along the edge: the brigade, what kind of unit it is, or the first word of the name."""
    brigade, name = b.brigade[u], b.uname[u]
    if brigade and len(brigade) < 6:
        return brigade
    for long, short in NAMED.items():
        if long in name:
            return short
    inner = name.partition("(")[2].partition(")")[0] or name
    word = inner.replace(",", " ").split(" ")[0]
    return (word[:-2] if word[:-2].isdigit() else word)[:5]


def mark(row: Mapping[str, Any], texts: Texts) -> Component:
    kind, name = row["kind"], row["id"]
    side = row["side"] if row["side"] in SIDES else ""
    source = "estimate" if "estimate" in row["provenance"] else "text"
    said = spoken(texts)
    word = said[name if kind == "status" else kind]
    hidden = MarkerFace(side, word, "question", back=True)
    if kind in ("artillery", "aviation"):
        sign = "gun" if kind == "artillery" else "plane"
        used = MarkerFace(side, said["used"], sign, back=True)
        return marker(name, side, word, sign, back=used, source=source)
    if kind == "resource":
        effect = name[len("r-res-"):]
        sign, figure = RESOURCES[effect]
        return marker(name, side, said[effect], sign, figure, back=hidden, kind="chit", source=source,
                      title=f"{word}: {texts.say('resource.' + effect)}")
    if kind == "objective":
        place = said["vertices"] if name == "obj-vertices" else row["objective"]
        return marker(name, side, place, "", str(row["vp"]), back=hidden, title=f"{word}: {place}", source=source)
    if kind == "status":
        return marker(name, "", word, name, count=AS_NEEDED, source=source)
    return marker(name, side, word, {"turn": "clock", "vallecas": "advance", "command": "baton"}[kind], source=source)
