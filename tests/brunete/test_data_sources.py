"""Where the data of Brunete 1937 come from: what the text states names the rule or the example that states it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from frente.games.brunete import GAME
from frente.kernel.laws import rule_ids
from tests.brunete.ground import OWN

RULES = rule_ids(GAME.folder)
ELSEWHERE = {"figure 1", "movement example", "combat example", "interdiction example", "designer's notes"}
CLAIMS = ("provenance", "existence", "objective_from", "name_from", "existence_from")    # of a table as a whole


def tables(value: Any, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(value, dict):
        yield path, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inner:
        yield from tables(below, f"{path}.{key}")


def unnamed(table: dict[str, Any]) -> list[str]:
    """Sources that are neither a rule of the catalogue nor a known part of the book; all if there is none."""
    named = str(table.get("rule", "")).split(", ")
    return [name for name in named if name not in RULES and name not in ELSEWHERE]


def test_whatever_the_text_states_names_where() -> None:
    claims = [(path, t) for name in ("map", "units", "markers", "tables") for path, t in tables(OWN.tables[name], name)
              if any(str(t.get(key, "")).startswith("text") for key in CLAIMS)]
    assert len(claims) == 120
    assert [(path, unnamed(t)) for path, t in claims if unnamed(t)] == []


@pytest.mark.parametrize(("file", "kind", "number"), [
    ("units", "unit", 145), ("markers", "marker", 38), ("tables", "turn", 14), ("map", "entry", 12), ("map", "arc", 7),
])
def test_every_counter_marker_turn_letter_and_entry_zone_names_its_rule(file: str, kind: str, number: int) -> None:
    items = OWN.tables[file][kind]
    assert len(items) == number
    assert [item for item in items if unnamed(item)] == []


def test_every_factor_the_text_gives_says_where() -> None:
    given = {u["id"]: u["provenance"]["factors"] for u in OWN.tables["units"]["unit"]
             if u["provenance"].get("factors", "text").startswith("text")}
    assert set(given.values()) == {
        "text (figure 1)", "text (12.1n)", "text (12.1o)", "text (12.1r)", "text (11.3, figure 1)",
    }  # fmt: skip
    assert sum(word == "text (figure 1)" for word in given.values()) == 9          # the T-26
    assert sorted(name for name, word in given.items() if word in ("text (12.1n)", "text (12.1o)")) == [
        "n-71-11-1", "n-71-11-2", "n-71-11-3", "n-71-150-2", "n-71-150-3",
    ]  # fmt: skip


def test_ground_that_is_text_is_the_castillo_and_the_plain_of_the_designers_notes() -> None:
    said = {h: entry for h, entry in OWN.hex.items() if entry["terrain_from"] == "text"}
    assert said.pop("2507")["terrain"] == "forest"
    assert {(entry["region"], entry["terrain"]) for entry in said.values()} == {("plain", "clear")}
    assert len(said) == 35
    words = OWN.map["provenance"]["text"]
    assert any("Castillo is forest and vertex (combat example)" in word for word in words)
    assert any(word.startswith("open ground") and "(designer's notes)" in word for word in words)
