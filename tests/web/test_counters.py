"""Counters in the browser are those of the one painter, stroke by stroke and look by look."""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from frente import look
from frente.draw import faces, stylesheet
from frente.draw.palette import SANS
from frente.draw.streetinks import STREET_PALETTE
from frente.draw.stylesheet import Element
from frente.kernel.catalog import GAMES, all_games, find
from frente.kernel.components import first, listed
from tests.web.conftest import Server
from tests.web.driver import Player

LOOKS = ("fill", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "font-size", "font-weight",
         "text-anchor", "letter-spacing", "opacity")
PLAIN = {"fill": "rgb(0, 0, 0)", "stroke": "none", "stroke-width": "1px", "stroke-opacity": "1",
         "stroke-dasharray": "none", "font-size": "14px", "font-weight": "400", "text-anchor": "start",
         "letter-spacing": "0", "opacity": "1"}
# Builds strokes as the page does, and asks what each has come to look like.
BUILD = """([drawn, looks]) => {
  const NS = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(NS, "svg");
  svg.style.fontWeight = 400;
  svg.style.fontSize = "14px";
  document.body.append(svg);
  const found = [];
  const build = (into, [tag, attrs, inner]) => {
    const el = document.createElementNS(NS, tag);
    for (const [k, v] of Object.entries(attrs)) el.setAttribute(k, v);
    into.append(el);
    const own = getComputedStyle(el);
    found.push(Object.fromEntries(looks.map((k) => [k, own.getPropertyValue(k)])));
    if (Array.isArray(inner)) inner.forEach((x) => build(el, x));
  };
  for (const [root, strokes] of drawn) {
    const g = document.createElementNS(NS, "g");
    g.setAttribute("class", root);
    svg.append(g);
    strokes.forEach((x) => build(g, x));
  }
  svg.remove();
  return found;
}"""
# What the page draws of pieces that are as they are printed.
SHOWN = """async ([slug, pieces]) => {
  const { counter, Bands } = await import("/js/counters.js");
  const theme = await (await import("/js/theme.js")).theming(slug);
  const board = await (await fetch(`/api/games/${slug}/board`)).json();
  const bands = new Bands(board);
  const plain = (el) => [el.tagName, Object.fromEntries([...el.attributes].map((a) => [a.name, a.value])),
    el.children.length ? [...el.children].map(plain) : el.textContent];
  return pieces.map((p) => counter(p, theme, bands)).map((g) => [g.getAttribute("class"), [...g.children].map(plain)]);
}"""


INKS = STREET_PALETTE | {name: pair for game in all_games() for name, pair in look.read(game.folder).palette().items()}


def own(slug: str, kind: str) -> str:
    """Classes as they are on a page, which may show sides of several games."""
    return re.sub(r"side-(?!nobody)", f"side-{slug}-", kind)


def rgb(value: str) -> str:
    """A colour of the palette as a browser says it, in the light theme."""
    value = re.sub(r"var\(--([\w-]+)\)", lambda m: INKS[m[1]][0], value)
    if found := re.fullmatch(r"#([0-9a-f]{6})", value):
        return f"rgb({', '.join(str(int(found[1][k:k + 2], 16)) for k in (0, 2, 4))})"
    return value


def said(stroke: Any, chain: tuple[Element, ...], above: dict[str, str]) -> list[dict[str, str]]:
    """What the sheets, as they are read for paper, say of a stroke and of those inside it."""
    tag, given, inner = stroke
    here = (*chain, Element(tag, frozenset(given.get("class", "").split()), "fill" in given))
    own = above | {"opacity": "1"} | {k: str(v) for k, v in given.items() if k in LOOKS} | stylesheet.style(here)
    own = {k: rgb(v) for k, v in own.items() if k in LOOKS}
    for key in ("stroke-width", "font-size"):
        own[key] = own[key] if own[key].endswith("px") else own[key] + "px"
    return [own, *(x for part in inner for x in said(part, here, own))] if isinstance(inner, list) else [own]


def alike(a: dict[str, str], b: dict[str, str]) -> bool:
    def even(value: str) -> str:
        return re.sub(r"(\d*\.?\d+)(px)?", lambda m: f"{float(m[1]):g}", value.replace("normal", "0").replace(",", ""))

    return all(even(a[k]) == even(b[k]) for k in LOOKS)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_counter_on_paper_has_the_look_it_has_in_the_browser(
        server: Server, person: Callable[..., Player], slug: str) -> None:
    page = person(color_scheme="light").page
    page.goto(server.url)
    drawn: dict[Any, faces.Drawn] = {}   # one of each kind of look
    for c in listed(find(slug), first(find(slug))):
        for face in (c.front, c.back, *c.more):
            if face:
                d = faces.draw(face, look.read(find(slug).folder))
                drawn.setdefault((d.kind, *(str((t, a.get("class"), "fill" in a)) for t, a, _ in d.strokes)), d)
    page.evaluate("async slug => { await (await import('/js/theme.js')).theming(slug); }", slug)
    here = page.evaluate(BUILD, [[[own(slug, d.kind), d.strokes] for d in drawn.values()], LOOKS])
    there = [x for d in drawn.values() for stroke in d.strokes
             for x in said(stroke, (Element("g", frozenset(d.kind.split()), False),), PLAIN)]
    assert len(here) == len(there) > 100
    for a, b in zip(here, there):
        assert alike(a, b), (a, b)
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--sans')").startswith(SANS[:5])


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_the_page_draws_what_the_painter_drew(server: Server, person: Callable[..., Player], slug: str) -> None:
    """Units as they start, every third, seen by their owner: nothing on it comes from the page itself."""
    game = find(slug)
    box = {c.id: c for c in listed(game, first(game))}
    p = game.start(game.scenarios[0].id, game.settled({}))
    mine = [x for side in (0, 1) for x in game.view(p, side).pieces
           if x["side"] == game.sides[side] or (side == 0 and x["side"] not in game.sides)]
    pieces = [x for x in mine if not set(x["state"]) - {"hidden"}][::3]
    page = person(color_scheme="light").page
    page.goto(server.url)
    shown = page.evaluate(SHOWN, [slug, pieces])
    told = 0
    for x, (kind, strokes) in zip(pieces, shown):
        c = box.get(x["size"]) or box[x["id"]]
        drawn = [faces.draw(face, look.read(game.folder)) for face in (c.front, c.back, *c.more) if face]
        printed = [inside(d.strokes) for d in drawn if own(slug, d.kind) == kind]
        if "hidden" in x["state"]:
            strokes = strokes[:-2]       # face down, but not to its owner: the veil is the page's
        assert strokes in printed, (x["id"], x["state"])
        told += 1
    assert told > 20


def inside(inner: Any) -> Any:
    return inner if isinstance(inner, str) else [[t, {k: str(v) for k, v in a.items()}, inside(i)] for t, a, i in inner]
