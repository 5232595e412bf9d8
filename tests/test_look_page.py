"""Board and card that the page is given: their form, in all games, and what is said of one that does not fit."""
from __future__ import annotations

import copy
import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from frente import look
from frente.kernel.catalog import Game, all_games
from frente.look.page import FIELDS, Board, Space, board_fault, card_fault
from tests.golden import anyhow

ACTS = 700
DOCS = Path(__file__).parents[1] / "docs" / "page.md"
STORM = {"sums": ["attack"], "charts": ["losses"], "chances": ["success"], "pieces": ["units"], "facts": ["dice"],
         "inner": ["combat"], "badge": ["success"]}


@pytest.mark.parametrize("game", all_games(), ids=lambda g: g.slug)
def test_the_board_and_the_cards_of_a_game_have_the_form_that_the_page_knows(game: Game[Any]) -> None:
    parts = look.read(game.folder).theme.get("card", {})
    cards = 0
    for scenario in game.scenarios:
        rng = Random(scenario.id)
        p = game.start(scenario.id, game.settled({}))
        assert board_fault(game.picture(p)) == ""
        for n in range(ACTS):
            if not p.choices():
                break
            if n % 4 == 0:
                card = game.card(p, rng.choice([None, 0, 1]))
                cards += bool(card)
                assert card_fault(card, parts) == "", type(p.step()).__name__
            p.apply(*anyhow(p.choices(), rng))
    assert cards > 10


def test_a_field_of_the_board_that_is_unknown_or_missing_is_named_with_its_place() -> None:
    game = all_games()[0]
    board = game.picture(game.start(game.scenarios[0].id, game.settled({})))
    wrong = copy.deepcopy(board)
    wrong["spaces"][3]["terain"] = ["hill"]
    assert board_fault(wrong) == "Object contains unknown field terain - at .spaces[3]"
    wrong = copy.deepcopy(board)
    del wrong["units"][0]["symbol"]
    assert board_fault(wrong) == "Object missing required field symbol - at .units[0]"
    wrong = copy.deepcopy(board)
    wrong["spaces"][0]["x"] = "1"
    assert board_fault(wrong) == "Expected float, got str - at .spaces[0].x"


@pytest.mark.parametrize(("card", "fault"), [
    ({"kind": "combat", "attack": 3, "attack-parts": [{"value": 3, "rule": "9", "key": "units"}], "losses": {"0": 0.5},
      "success": 0.5, "units": ["a"], "dice": "2d6", "combat": {"attack": 1}}, ""),
    ({"target": "1", "atack": 3}, "atack is no field of a card, and the theme's card does not name it"),
    ({"attack": "3"}, "attack, one of the theme's sums: Expected float, got str"),
    ({"attack-parts": [{"value": 3, "rule": "9"}]},
     "attack-parts, one of the theme's parts: Object missing required field key - at [0]"),
    ({"losses-parts": []}, "losses-parts is no field of a card, and the theme's card does not name it"),
    ({"success": "high"}, "success, one of the theme's chances: Expected float | null, got str"),
    ({"combat": {"mood": 1}}, "combat.mood is no field of a card, and the theme's card does not name it"),
    ({"ahead": {"A": {"mood": 1}}}, "ahead.A.mood is no field of a card, and the theme's card does not name it"),
    ({"shifts": [{"columns": 1, "rule": "9"}]}, "Object missing required field key - at .shifts[0]"),
])
def test_a_part_of_a_card_that_nobody_would_show_is_named(card: dict[str, Any], fault: str) -> None:
    assert card_fault(card, STORM) == fault


def test_every_field_of_board_space_and_card_is_explained() -> None:
    explained = set(re.findall(r"`([A-Za-z_-]+)`", DOCS.read_text(encoding="utf-8")))
    for kind in (Board, Space):
        assert {f.encode_name for f in msgspec.structs.fields(kind)} <= explained
    assert explained >= FIELDS
