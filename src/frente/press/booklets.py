"""Booklets: tracks and charts, the rules in our own words, set-up sheets of each scenario."""
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from frente.kernel.catalog import Game, Scenario
from frente.kernel.components import LATER, Component, Start
from frente.kernel.texts import Texts, entitled
from frente.press import tables
from frente.press.flow import HEAD, Block, Flow, bound
from frente.press.paper import MARGIN, Paper, text
from frente.rulebook import Rulebook

SOFT: Final = "#6b5b45"
GUESS: Final = "#8c1d18"                 # how an estimate is marked, with the word
TRACK: Final = 19.0                      # a box of a track: a counter and its gap
NUMBERS: Final = 40
PRINTED: Final = re.compile(r"[A-Z]{1,2}\d?|[\d.]+")    # names of spaces that stand on the map


def charts(game: Game[Any], p: Any, picture: Mapping[str, Any], paper: Paper, say: dict[str, str],
           language: str) -> list[str]:
    tracks = Flow(paper, f"{game.title}: {say['charts']}", 1)
    tracks.heading(say["turn-track"])
    boxes(tracks, [(str(t["n"]), dates(t, say["months"].split())) for t in picture["turns"]])
    tracks.gap(4)
    tracks.heading(say["number-track"])
    boxes(tracks, [(str(n), "") for n in range(NUMBERS)])
    flow, words = Flow(paper, f"{game.title}: {say['charts']}"), tables.labels(game, language)
    grids = tables.every(game, p, picture, language)
    for before, grid in zip([None, *grids], grids):
        if before and (before.title, before.rule, before.source) == (grid.title, grid.rule, grid.source):
            flow.join(1)                 # what else is said of the same thing stands under the same heading
        else:
            about(flow, grid, say, words)
        flow.table(grid.head, grid.rows)
        flow.gap(3)
    return bound([tracks, flow])


def about(flow: Flow, grid: tables.Grid, say: Mapping[str, str], words: Texts) -> None:
    """What stands over a table: what it is, whether it is an estimate, and where it comes from."""
    flow.heading(grid.title[:1].upper() + grid.title[1:], 3.6)
    if grid.guessed:
        flow.said(say["estimate"], 2.6, "b", GUESS, keep=True)
    found = [f"{say['rule']} {grid.rule}"] if grid.rule else []
    found += [f"{say['source']}: {tables.origin(grid.source, words)}"] if grid.source else []
    if found:
        flow.said(" · ".join(found), 2.3, fill=SOFT, keep=True, after=0.8)


def boxed(paper: Paper, turns: int) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Middles of the boxes of both tracks on their page, which they share."""
    flow = Flow(paper, "", 1)
    flow.heading("")
    head = flow.blocks[0].height
    across = int(flow.room // TRACK)
    top = MARGIN + HEAD + head
    low = top - (-turns // across) * TRACK + 4 + head

    def middles(n: int, y: float) -> list[tuple[float, float]]:
        half = (TRACK - 0.6) / 2
        return [(MARGIN + k % across * TRACK + half, y + k // across * TRACK + half) for k in range(n)]

    return middles(turns, top), middles(NUMBERS, low)


def dates(turn: Mapping[str, Any], months: Sequence[str]) -> str:
    """First and last day of a turn, or its months: 12–18 oct, 26 oct–1 nov, nov–dec 1936."""
    (_, month, day), (until, last, night) = (map(int, turn[x].split("-")) for x in ("start", "end"))
    first, then = months[month - 1], months[last - 1]
    if turn.get("months"):
        return f"{first} {until}" if first == then else f"{first}–{then} {until}"
    if (month, day) == (last, night):
        return f"{day} {first}"
    return f"{day}–{night} {first}" if first == then else f"{day} {first}–{night} {then}"


def boxes(flow: Flow, found: Sequence[tuple[str, str]]) -> None:
    """A track of boxes in which a counter fits."""
    across = int(flow.room // TRACK)
    for k in range(0, len(found), across):
        out = ""
        for c, (name, words) in enumerate(found[k:k + across]):
            x = c * TRACK
            out += (f'<rect x="{x:g}" y="0" width="{TRACK - 0.6:g}" height="{TRACK - 0.6:g}" rx="1" fill="#fbf6ea" '
                    f'stroke="{SOFT}" stroke-width=".3"/>')
            out += text(x + 1.4, 4.6, name, 4.2, "b") + text(x + 1.4, TRACK - 2, words, 2.3, "", SOFT)
        flow.blocks.append(Block(TRACK, out))


def rules(game: Game[Any], paper: Paper, say: dict[str, str], language: str) -> list[str]:
    book, words = Rulebook.of(game, language), tables.labels(game, language)
    flow = Flow(paper, f"{game.title}: {say['rules']}")
    flow.heading(say["provenance"], 3.6)
    flow.said(say["provenance-said"], after=2)
    area = ""
    for rule in book.rules.values():
        if rule.area != area:
            area = rule.area
            flow.gap(2)
            named = words.say(tables.spelled(area))
            flow.heading(named[:1].upper() + named[1:])
        note = f" ({say['optional']})" if rule.optional else ""
        flow.said(f"{rule.id}  {rule.title}{note}", 2.75, "b", keep=True)
        touched = book.rulings_on(rule)
        flow.said(rule.says, after=0.4 if touched else 1.2)
        if touched:
            flow.said(f"{say['ruling']}: {', '.join(r.id for r in touched)}", 2.3, fill=SOFT, after=1.2)
    flow.gap(4)
    flow.heading(say["rulings"])
    for ruling in book.rulings.values():
        flow.said(f"{ruling.id}  {ruling.title}", 2.75, "b", keep=True)
        flow.said(ruling.says, after=1.2)
    return flow.pages()


def setup(game: Game[Any], components: Sequence[Component], scenario: Scenario, picture: Mapping[str, Any],
          paper: Paper, say: dict[str, str], language: str) -> list[str]:
    """Who stands where at the start, and who comes when and where, by side."""
    texts, words = game.texts(language), tables.labels(game, language)
    names = {s["id"]: s["name"] for s in picture["spaces"]}
    flow = Flow(paper, f"{game.title}: {say['setup']} – {entitled(texts, scenario.id, scenario.title)}")
    units = [c for c in components if c.kind == "unit" and scenario.id in c.starts]
    for side in sorted({c.side for c in units}, key=[*game.sides, ""].index):
        flow.heading(texts.say(f"side.{side}"), 4.6)
        own = [c for c in units if c.side == side]
        turns = sorted({c.starts[scenario.id].turn for c in own}, key=lambda t: (t == LATER, t))
        for turn in turns:
            if LATER != turn > scenario.turns and scenario.turns:
                continue
            when = say["later"] if turn == LATER else say["turn-n"].format(n=turn)
            flow.heading(f"{when if turn else say['set-up']}, {texts.say(f'side.{side}')}", 3.4)
            groups: dict[str, list[Component]] = {}
            for c in own:
                start = c.starts[scenario.id]
                if start.turn == turn:
                    groups.setdefault(place(start, names, words, say), []).append(c)
            flow.table([say["where"], say["units"]], [[at or "–", counted(found)] for at, found in groups.items()])
            flow.gap(2)
    return flow.pages()


def place(start: Start, names: Mapping[str, str], words: Texts, say: Mapping[str, str]) -> str:
    """Spaces with their names; a number or letter of the map stands before it, an id that nobody prints does not."""
    spots = [x if names.get(x, x) == x else f"{x} {names[x]}" if PRINTED.fullmatch(x) else names[x]
             for x in start.places]
    return ", ".join(x for x in (f" {say['or']} ".join(spots), words.say(start.where)) if x)


def counted(found: Sequence[Component]) -> str:
    """Names with how many of each."""
    times: dict[str, int] = {}
    for c in found:
        times[c.name] = times.get(c.name, 0) + c.count
    return ", ".join(f"{n} × {name}" if n > 1 else name for name, n in times.items())
