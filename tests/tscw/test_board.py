"""The board as it is read from tables, also from tables other than the printed ones."""
from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from frente.games.tscw import GAME
from frente.games.tscw.data.shape import KEYS, NAMES
from frente.games.tscw.rules.ch06_breakdown import classes
from frente.games.tscw.state.board import DATA, Board
from frente.games.tscw.state.options import Options
from frente.games.tscw.state.position import opening
from frente.kernel.packs import load_tables

TABLES = load_tables(DATA, NAMES, keys=KEYS)


def parts(name: str, **other: Any) -> list[str]:
    """What a counter breaks down into, in a game that prints it otherwise."""
    tables = deepcopy(TABLES)
    next(u for u in tables["units"]["unit"] if u["id"] == name).update(other)
    p = opening(Board(tables), Options(GAME.settled({})), 19)
    return classes(p, p.board.uindex[name])


@pytest.mark.rule("12.10a", "12.10b", "12.10c", "12.10d")
def test_asturians_basques_and_santander_have_their_regions_and_nobody_else_has_one() -> None:
    b = Board(TABLES)
    assert [b.regions[h] if h >= 0 else "" for h in b.home] == [
        "", "Asturias", "Euskadi", "Santander", "", "", "", "", ""]
    home = {b.names[h]: b.regions[b.region[h]] for h in range(b.size) if b.northern[h]}
    assert (home["3707"], home["3710"], home["3613"]) == ("Asturias", "Santander", "Euskadi")
    assert set(home.values()) == {"Asturias", "Santander", "Euskadi"}


@pytest.mark.rule("6.14.1a", "6.14.1b", "6.14.2")
def test_the_classes_of_breakdowns_are_the_printed_factors_of_a_counter() -> None:
    b = Board(TABLES)
    assert b.shape[b.uindex["r-div11"]][1:3] == ["3-5-5", "7-11-5"]
    assert b.shape[b.uindex["r-div14"]][1:3] == ["2-3-4", "4-5-4"]
    assert b.shape[b.uindex["n-div12"]][2] == "5-8-4"
    assert b.shape[b.uindex["r-gen234-1"]][1] == "2-3-4"


@pytest.mark.rule("6.14.1a", "6.14.2")
def test_only_two_step_infantry_divisions_that_are_not_italian_are_broken_down() -> None:
    assert parts("r-div11") == ["2-3-4", "1-2-4", "1-2-4"]
    assert parts("r-div11", type="cavalry") == []
    assert parts("r-div11", size="X") == []
    assert parts("r-div11", steps=1) == []
    assert parts("n-div12") == ["2-4-4", "2-4-4"]
    assert parts("n-div12", nationality="ctv") == []
