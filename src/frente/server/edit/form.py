"""What can be edited of a game: its data, the shapes it has declared for them, and how arrays are told apart.

The editor knows no game. What a table is for on the map a game says in ``data/edit.toml``: which array holds its
counters, which its spaces, and where the set-up stands.
"""
from __future__ import annotations

import importlib
import tomllib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from frente.kernel.catalog import GAMES, Game, find
from frente.kernel.lines import Place
from frente.kernel.packs import Keys, Problem, Tables, load_tables
from frente.kernel.shapes import Day, Either, Flag, ListOf, MapOf, Number, Pattern, Shape, Table, Text, Whole
from frente.kernel.views import View

APART: Final = "|"                       # between the parts of an identity


class Form(NamedTuple):
    game: Game[Any]
    names: tuple[str, ...]
    keys: Keys
    shapes: Mapping[str, Shape]
    tables: Tables
    check: Callable[[Tables], list[Problem]]
    layout: dict[str, Any]


@lru_cache
def form(slug: str) -> Form:
    game = find(slug)
    rules = importlib.import_module(GAMES[slug] + ".data.check")
    shapes = importlib.import_module(GAMES[slug] + ".data.shape").SHAPES
    folder = game.folder / "data"
    layout = folder / "edit.toml"
    return Form(game, tuple(rules.NAMES), rules.KEYS, shapes, load_tables(folder, rules.NAMES, keys=rules.KEYS),
                rules.check, tomllib.loads(layout.read_text(encoding="utf-8")) if layout.exists() else {})


def outline(slug: str) -> dict[str, Any]:
    """All a page needs to show and change the data of a game."""
    f = form(slug)
    return {"game": slug, "version": f.tables.version, "layout": f.layout, "faces": list(faces(slug).values()),
            "files": {name: {
                "shape": described(f.shapes[name]), "values": f.tables[name],
                "items": {path: {"key": list(items.key), "marks": dict(items.marks)}
                          for path, items in f.keys.get(name, {}).items()}} for name in f.names}}


@lru_cache
def faces(slug: str) -> dict[str, dict[str, Any]]:
    """The counters of a game as they are printed."""
    f = form(slug)
    return shown(f.game, f.game.start(f.game.scenarios[0].id, f.game.settled({})))


def shown(game: Game[Any], p: Any) -> dict[str, dict[str, Any]]:
    """Every piece as its own side sees it."""
    found: dict[str, dict[str, Any]] = {}
    for number, side in enumerate(game.sides):
        view: View = game.view(p, number)
        for piece in view.pieces:
            if piece["side"] == side or piece["id"] not in found:
                found[piece["id"]] = {**piece, "at": "", "state": []}
    return found


def described(shape: Shape) -> dict[str, Any]:
    """A shape as data; what is not known here can be read, not changed."""
    found: dict[str, Any] = {"kind": "other"}
    if isinstance(shape, Text):
        found = {"kind": "text", **({"words": list(shape.words)} if shape.words else {})}
    elif isinstance(shape, Pattern):
        found = {"kind": "pattern", "pattern": shape.pattern, "wanted": shape.wanted}
    elif isinstance(shape, Whole | Number):
        found = {"kind": "whole" if isinstance(shape, Whole) else "number", "least": shape.least, "most": shape.most}
    elif isinstance(shape, Flag | Day):
        found = {"kind": type(shape).__name__.lower()}
    elif isinstance(shape, Either):
        found = {"kind": "either", "one": described(shape.one), "other": described(shape.other)}
    elif isinstance(shape, ListOf):
        found = {"kind": "list", "item": described(shape.item), **({"size": shape.size} if shape.size else {})}
    elif isinstance(shape, MapOf):
        found = {"kind": "map", "item": described(shape.item)}
    elif isinstance(shape, Table):
        found = {"kind": "table", "fields": {k: described(v) for k, v in shape.fields.items()},
                 "required": list(shape.required)}
    return found


def identity(item: Any, key: tuple[str, ...]) -> str:
    """What an item is called in the path of a change."""
    return APART.join(["/".join(sorted(str(x) for x in v)) if isinstance(v, list) else str(v)
                       for v in (item.get(k, "") for k in key)]) if isinstance(item, dict) else ""


def spelled(f: Form, tables: Mapping[str, Any], name: str, place: Place) -> list[str]:
    """A place of the data as the path of a change: items go by their identity, not by their number."""
    found: list[str] = []
    dotted: list[str] = []
    value: Any = tables[name]
    for step in place:
        items = f.keys.get(name, {}).get(".".join(dotted))
        if isinstance(step, int):
            inside = isinstance(value, list) and 0 <= step < len(value)
            value = value[step] if inside else None
            found.append(identity(value, items.key) if items is not None and inside else str(step))
        else:
            value = value.get(step) if isinstance(value, dict) else None
            found.append(step)
            dotted.append(step)
    return found
