"""What is in the box: units, event chits, and the markers of tracks and areas."""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from frente.games.storm.show import cartography
from frente.games.storm.show.knowledge import printed
from frente.games.storm.state.board import FACTIONS, SHOCK, SIDES, TYPES, Board
from frente.kernel.components import LATER, Component, FlagFace, MarkerFace, Start, marker, spoken
from frente.kernel.texts import Texts

TABLES: Final = ("track", "values")     # files whose tables are printed
# On the charts of the screen, or on the page of tracks.
NO_TABLES: Final = ("prices", "morale_test", "movement", "turn.start", "turn.end", "turn.history", "turn.scenario1",
                    "turn.scenario2", "turn.from", "morale.given")
SIGNS: Final = {"turn": "clock", "morale": "heart", "support": "coin", "area-control": "houses", "weather": "rain",
                "pause": "pause", "defence-council": "star", "river-crossing-allowed": "bridge", "control": "flag"}


def of(b: Board, texts: Texts) -> list[Component]:
    style = cartography.OWN.read("style")
    rows = b.tables["counters"]
    return [unit(b, u, style, rows["unit"][u]) for u in range(b.units)] + [chit(row, texts) for row in rows["chit"]] + [
        mark(row, texts) for row in rows["marker"]]


def unit(b: Board, u: int, style: Mapping[str, Any], row: Mapping[str, Any]) -> Component:
    """Both sides bear the same figures; the back is the one of a spent unit. All figures are estimates."""
    kind = TYPES[b.type[u]]
    front = FlagFace(SIDES[b.side[u]], printed(b, u), style["faction"][FACTIONS[b.faction[u]]]["flag"],
                     style["short"].get(b.uid[u], b.uname[u][:8]), kind == "artillery", b.type[u] == SHOCK)
    return Component(b.uid[u], "unit", b.uname[u], front.side, front, replace(front, back=True), source="estimate",
                     starts=starts(row))


def starts(row: Mapping[str, Any]) -> dict[str, Start]:
    """The campaign goes on from the first scenario; in the second most units are placed freely."""
    turn = LATER if row["turn"] == "rada" else row["turn"]
    first = Start(turn, row["areas"], "rada" if turn == LATER else "")
    found = {"drive": first, "campaign": first}
    if row["scn2"] != "cross":
        found["corunna"] = first if row["scn2"] == "track" else Start(
            0, ["AA"] if row["scn2"] == "AA" else [], "" if row["scn2"] == "AA" else "free")
    return found


def chit(row: Mapping[str, Any], texts: Texts) -> Component:
    name = row["id"].partition(".")[2]
    words = texts.say(f"chit.{name}")
    back = MarkerFace(row["side"], spoken(texts)["event"], "question", back=True)
    found = marker(name, row["side"], words, back=back, count=row["count"], kind="chit", title=f"{name} {words}")
    return replace(found, front=MarkerFace(row["side"], words, head=name))


def mark(row: Mapping[str, Any], texts: Texts) -> Component:
    name: str = row["id"]
    stem, _, side = name.rpartition("-") if name.endswith(SIDES) else (name, "", "")
    words = spoken(texts)[stem]
    if name == "control":                # one face for each side
        back = MarkerFace(SIDES[1], words, SIGNS[stem])
        return replace(marker(name, SIDES[0], words, SIGNS[stem], back=back, count=row["count"]), side="")
    return marker(name, side, words, SIGNS[stem], count=row["count"])
