"""What ``show/look.toml`` and ``show/theme.toml`` may hold. docs/look.md explains it."""
from __future__ import annotations

from typing import Final

from frente.kernel.shapes import Either, Flag, ListOf, MapOf, Pattern, Shape, Table, Text, Whole

CORNERS: Final = ("round", "cut", "square")
# What the painter of hexes, of a theatre, and of the small map in the corner can draw.
GROUNDS: Final = ("open", "hill", "wood", "wooded-hill", "rough", "mountain", "marsh", "town", "area", "city", "box",
                  "district", "building")
LINES: Final = ("single", "double", "dashed")
SIGNS: Final = ("infantry", "cavalry", "garrison", "artillery", "tank", "plain")
CHIPS: Final = (
    "unsupplied", "moved", "attacked", "was-attacked", "retreated", "frozen", "spent", "travelled", "landed", "new",
    "damaged", "fixed", "prisoner", "committed", "disorganised", "panicked", "reserve", "released", "fired", "loaded",
    "movement-mode", "fought")
PARTS: Final = ("pieces", "sums", "charts", "facts", "chances", "inner", "badge")

WORD: Final = Text()
WORDS: Final = ListOf(WORD)
COLOUR: Final = ListOf(Pattern(r"#[0-9a-f]{6}", 'a colour such as "#a23b2a"'), 2)    # light, dark

LOOK: Final = Table({
    "side": MapOf(Table({
        "shape": Text(*CORNERS), "main": COLOUR, "deep": COLOUR, "ink": COLOUR, "pale": COLOUR, "line": COLOUR,
        "wash?": COLOUR, "ground?": COLOUR})),
    "terrain?": MapOf(Table({"like": Text(*GROUNDS)})),
    "goal?": MapOf(Table({"main": COLOUR, "ink?": COLOUR, "edge?": COLOUR, "line?": Text(*LINES)})),
    "sign?": MapOf(Table({"like?": Text(*SIGNS), "d?": Pattern(r"[Mm][-MmLlHhVvCcSsQqTtAaZz0-9., ]*", "an SVG path"),
                          "framed?": Flag(), "solid?": Flag()})),
})
THEME: Final = Table({
    "complexity": Whole(1, 5),
    "draft?": Flag(),
    # The bar at the top.
    "turn?": WORD, "phases?": WORDS,
    "score?": Table({"track": WORD, "side": WORD, "win": Whole(-999, 999), "draw": Whole(-999, 999),
                     "scenarios?": WORDS}),
    "points?": Either(WORD, MapOf(WORDS)), "gauges?": WORDS, "meters?": WORDS, "holders?": WORDS,
    "scales?": MapOf(ListOf(Whole(-999, 999))),
    # The question and its answers.
    "open?": WORD, "halt?": WORD, "primary?": WORDS, "ends?": MapOf(WORD),
    "declines?": MapOf(WORD), "stacks?": WORDS, "advances?": WORDS,
    "careful?": WORDS, "task?": Flag(), "chosen?": ListOf(WORDS),
    "composers?": MapOf(Table({"pattern": WORD, "fields": WORDS})),
    # The map.
    "overlays?": WORDS, "keys?": MapOf(Pattern(r"[a-z]", "one small letter")), "regions?": MapOf(WORDS),
    "lesser?": WORDS, "front?": Flag(), "heaps?": Flag(), "marked?": WORDS,
    # Counters.
    "abbreviations?": MapOf(WORD), "formations?": MapOf(WORD), "chips?": ListOf(Text(*CHIPS)), "reverse?": WORD,
    "under?": WORDS,
    # Boxes, hands and groups beside the map.
    "boxes?": WORDS, "held?": WORD, "awaits?": WORD, "groups?": MapOf(WORD),
    "hands?": ListOf(Table({"own": WORD, "group": WORD})),
    # What happened.
    "marches?": WORDS, "rolls?": ListOf(Table({"die": WORD, "told": WORD, "during": WORD})), "secret?": WORDS,
    "private?": WORDS,
    # The card of a battle.
    "columns?": WORDS, "card?": Table(dict.fromkeys(PARTS, WORDS)),
})
SHAPES: Final[dict[str, Shape]] = {"look": LOOK, "theme": THEME}
