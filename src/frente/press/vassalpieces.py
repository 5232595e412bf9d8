"""Counters and saved games in VASSAL's own notation: lists with a mark between their parts, lists in lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

FLIP: Final = "70,130"  # Ctrl+F
THEN: Final = "\x1b"  # between the commands of a saved game
VEIL: Final = "!VCSK"  # a saved game begins with it; then a key and every byte, crossed with the key, as two figures


def sequence(parts: Iterable[str], mark: str) -> str:
    """A list as VASSAL writes it: the mark is escaped in what it separates, and what could be misread is quoted."""
    out = []
    for part in parts:
        safe = part.replace(mark, "\\" + mark)
        odd = part.endswith("\\") or (len(part) > 0 and part.startswith("'") and part.endswith("'"))
        out.append(f"'{safe}'" if odd else safe)
    return mark.join(out)


def nested(parts: Sequence[str]) -> str:
    """Traits lie in one another, the outermost first."""
    inner = parts[-1]
    for part in reversed(parts[:-1]):
        inner = sequence([part, inner], "\t")
    return inner


def layer(images: Sequence[str], turn: str, back: str) -> str:
    """The trait with a picture for each side, turned by Ctrl+F."""
    fields = [
        "",
        "128",
        "",
        turn,
        "128",
        "",
        "",
        "128",
        "",
        "",
        "",
        "1",
        "false",
        "0",
        "0",
        sequence(images, ","),
        sequence(["", f"+ ({back})"], ","),
        "true",
        "Side",
        "",
        "",
        "false",
        "",
        "1",
        "1",
        "true",
        "",
        FLIP,
        "",
        "",
        "1.0",
        "",
        "true",
    ]
    return "emb2;" + sequence(fields, ";")


def counter(name: str, images: Sequence[str], turn: str, back: str) -> list[str]:
    """The traits of a counter, the outermost first."""
    basic = "piece;" + sequence(["", "", images[0] if len(images) == 1 else "", name], ";")
    return [layer(images, turn, back), basic] if len(images) > 1 else [basic]


def piece(number: str, slot: int, traits: Sequence[str], spot: tuple[str, int, int] = ("null", 0, 0)) -> str:
    """A counter as a command that adds it: its number in a saved game, that of its slot, where it lies, front up."""
    at, x, y = spot
    states = ["1"] * (len(traits) - 1) + [sequence([at, str(x), str(y), str(slot), "0"], ";")]
    return "+/" + sequence([number, nested(traits), nested(states)], "/")


def stack(number: str, inside: Sequence[str], spot: tuple[str, int, int]) -> str:
    """Counters that lie on one another, the lowest first."""
    at, x, y = spot
    return "+/" + sequence([number, "stack", sequence([at, str(x), str(y), *inside], ";")], "/")


def saved(commands: Iterable[str]) -> bytes:
    """A saved game."""
    said = sequence(["begin_save", *commands, "end_save"], THEN)
    return (VEIL + "00" + said.encode().hex()).encode()
