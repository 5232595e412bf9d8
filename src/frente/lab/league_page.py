"""A league as one HTML page: a ranking with intervals and every match, scenario by scenario, in English and Spanish."""
from __future__ import annotations

from html import escape
from typing import Any

from frente.kernel.catalog import find
from frente.lab.page import figure, sheet, table, texts
from frente.lab.plots import GREY, Mark, intervals


def page(found: dict[str, Any], language: str = "en") -> str:
    """The page of what ``league.summary`` found."""
    game = find(found["game"])
    words = game.texts(language if game.speaks(language) else "en")
    say = texts(language).say
    title = say("league-title", {"game": game.title})
    body = [f"<h1>{escape(title)}</h1>", f'<p class="lead">{escape(say("league-lead", found))}</p>',
            f"<p>{escape(say('league-reading'))}</p>"]
    sides = {side: words.say(f"side.{side}") for side in game.sides}
    for part in found["scenarios"]:
        body += chapter(part, game.scenario(part["scenario"]).title, sides, language)
    if found["failures"]:
        rows = [[f["arm"], str(f["number"]), f["error"]] for f in found["failures"]]
        heads = [say(key) for key in ("arm", "number", "error")]
        body.append(table(say("failures-table"), heads, rows))
    body.append(f"<footer><p>{escape(say('league-footer'))}</p></footer>")
    return sheet(title, body, language)


def chapter(part: dict[str, Any], title: str, sides: dict[str, str], language: str) -> list[str]:
    say = texts(language).say
    low, high, mid = part["side_elo"][1], part["side_elo"][2], part["side_elo"][0]
    told = {**part, "side": sides[part["side"]], "elo": f"{mid:+.0f}", "low": f"{low:+.0f}", "high": f"{high:+.0f}"}
    marks = [Mark(row["player"], row["elo"], row["low"], row["high"], GREY) for row in part["table"]]
    lows, highs = [mark.low for mark in marks], [mark.high for mark in marks]
    rows = [[row["player"], f"{row['elo']:+.0f} ({row['low']:+.0f} … {row['high']:+.0f})", str(row["games"]),
             f"{100 * row['score']:.0f} %", *(f"{100 * row['as'][side]:.0f} %" for side in sides)]
            for row in part["table"]]
    as_side = [say("league-as", {"side": name}) for name in sides.values()]
    heads = [say("league-player"), say("league-elo"), say("games"), say("league-points"), *as_side]
    games = [[f"{m['first']} – {m['second']}", str(m["pairs"]), f"{100 * m['score']:.0f} ± {100 * m['within']:.0f} %",
              *(f"{100 * m['as'][side]:.0f} %" for side in sides)] for m in part["matches"]]
    return [f"<h2>{escape(title)}</h2>", f"<p>{escape(say('league-chapter', told))}</p>",
            figure(intervals(say("league-elo"), marks, min(-50.0, *lows), max(50.0, *highs), percent=False)),
            table(say("league-ranking"), heads, rows),
            table(say("league-matches"), [say("league-match"), say("pairs"), say("league-points"), *as_side], games)]
