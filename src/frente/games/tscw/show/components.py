"""What is in the box: units, event chits and markers."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from frente.games.tscw.show import cartography
from frente.games.tscw.state.board import AIR, HQ, NATIONS, SIDES, SIZES, TYPES, UNMARKED, Board
from frente.kernel.components import LATER, Component, MarkerFace, Start, Stripe, UnitFace, marker, spoken, stepped
from frente.kernel.texts import Texts

TABLES: Final = ("charts",)             # files whose tables are printed
NO_TABLES: Final[tuple[str, ...]] = ("counters", "turn")     # the page of tracks has the turns
SCENARIOS: Final = ("columns", "campaign")
CONVERTED: Final = 3                     # the form of a column that has become a unit of the Popular Army
# Markers by their name in the data: side, key of the words, sign, figure.
MARKERS: Final = {
    "alcazar": ("nationalist", "alcazar", "fort", ""),
    "republican morale x1": ("republican", "morale", "", "×1"),
    "republican morale x10": ("republican", "morale", "", "×10"),
    "republican resource points": ("republican", "points", "coin", ""),
    "northern republican resource points": ("republican", "points-northern", "coin", ""),
    "nationalist resource points": ("nationalist", "points", "coin", ""),
    "italian resource points": ("nationalist", "points-italian", "coin", ""),
    "game turn": ("", "turn", "clock", ""),
    "republican naval gunfire": ("republican", "gunfire", "ship", ""),
    "nationalist naval gunfire": ("nationalist", "gunfire", "ship", ""),
    "fortified line aborted / destroyed": ("", "fort-aborted", "fort", ""),
    "out of supply": ("", "unsupplied", "unsupplied", ""),
    "control (one face per side)": ("republican", "control", "flag", ""),
}


def of(b: Board, texts: Texts) -> list[Component]:
    stripes = cartography.OWN.read("style")["stripes"]
    rows = b.tables["units"]["unit"]
    found = [unit(b, u, stripes, rows[u]) for u in range(b.units)]
    found += [chit(row, texts) for row in b.tables["chits"]["chit"]]
    return found + [mark(row, texts) for row in b.tables["charts"]["counters"]["marker"]]


def unit(b: Board, u: int, stripes: Mapping[str, Any], row: Mapping[str, Any]) -> Component:
    stripe = Stripe(*stripes[NATIONS[b.nation[u]]])
    symbol, full = TYPES[b.type[u]], b.full[u]
    front = UnitFace(
        SIDES[b.side[u]], symbol, printed(b, u, full), stripe=stripe,
        above=b.label[u].strip("-"), beside=b.code[u] or stripe.short,
        size=SIZES[b.size_mark[u]] if b.size_mark[u] > UNMARKED else "", elite=b.international[u], steps=full,
        left=full)
    back, less = stepped(front, replace(front, factors=printed(b, u, 1)) if full > 1 and row["back"] else None)
    if row["back"] and back is None:     # a column that becomes a brigade or division
        back = replace(front, symbol="infantry", factors=printed(b, u, CONVERTED),
                       size=SIZES[b.new_size[u]])
        less = [*less, back, replace(back, left=0)]
    return Component(b.uid[u], "unit", b.uname[u], front.side, front, back, more=less,
                     source="estimate" if "estimate" in row["source"] else "text",
                     starts=dict.fromkeys(SCENARIOS, start(row)))


def start(row: Mapping[str, Any]) -> Start:
    places = [str(row["hex"])] if row["hex"] else []
    return Start(LATER, places, row["turn"]) if isinstance(row["turn"], str) else Start(row["turn"], places)


def printed(b: Board, u: int, form: int) -> str:
    if b.type[u] == HQ:
        return f"{b.attack[u][form]}-{b.move[u][form]}"
    return str(b.attack[u][1]) if b.type[u] == AIR else b.shape[u][form]


def chit(row: Mapping[str, Any], texts: Texts) -> Component:
    side, words = row["pool"], texts.say(f"chit.{row['id']}")
    front = MarkerFace(side, words, head="!" if row["immediate"] else "·")
    back = MarkerFace(side, spoken(texts)["event"], "question", back=True)
    return Component(row["id"], "chit", words, side, front, back, row["copies"],
                     source="estimate" if "estimate" in row["immediate_source"] else "text")


def mark(row: Mapping[str, Any], texts: Texts) -> Component:
    side, key, sign, figure = MARKERS[row["name"]]
    said = spoken(texts)
    words = said[key]
    back: MarkerFace | str = ""
    if key == "control":
        back = MarkerFace(SIDES[1], words, sign)
    elif key == "fort-aborted":
        back = MarkerFace("", said["fort-destroyed"], "ruin")
    name = row["name"].replace(" / ", "-").replace(" (one face per side)", "").replace(" ", "-")
    found = marker(name, side, words, sign, figure, back=back, count=row["count"], source="estimate")
    return replace(found, side="") if key == "control" else found
