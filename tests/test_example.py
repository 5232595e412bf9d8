"""The example game, as a newcomer meets it: it keeps the laws, computers play it, and it stays small."""
from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fords import GAME
from fords.data.check import KEYS, NAMES, check
from frente.ai import opponent, opponents
from frente.kernel import catalog, flow
from frente.kernel.check import check_game
from frente.kernel.flow import PASS
from frente.kernel.packs import DataError, load_tables
from frente.kit import battle, counters, move, search
from frente.lab.bench import compiled
from tests.golden import compare
from tests.test_unchanged import marks

ROOT = Path(__file__).parents[1]
FORDS = ROOT / "examples" / "fords"


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    """The example is not installed: it is known while these tests run."""
    catalog.GAMES["fords"] = "fords"
    yield
    del catalog.GAMES["fords"]


@pytest.mark.parametrize("seed", range(3))
def test_random_games_keep_every_law(seed: int) -> None:
    assert check_game(GAME, seed=seed, every=20).acts > 200


def test_it_is_played_as_written_on_a_kit_built_either_way_and_comes_out_the_same() -> None:
    """`make fast` compiles the kit and no game from outside: its steps and position are interpreted subclasses of
    what may be compiled. The marks are those of plain Python, whichever build this is."""
    modules = [m for name, m in sys.modules.items() if name == "fords" or name.startswith("fords.")]
    assert len(modules) > 5
    assert all((m.__file__ or "").endswith(".py") for m in modules)
    assert {not (m.__file__ or "").endswith(".py") for m in (battle, counters, flow, move, search)} == {compiled()}
    compare(ROOT / "tests" / "data" / "unchanged-fords.txt", "".join(marks(GAME, "crossing", seed) for seed in (1, 2)))


def test_greedy_players_keep_every_law_and_take_towns() -> None:
    assert opponents(GAME) == ["random", "greedy"]
    outcome = check_game(GAME, seed=1, every=60, players=[opponent("greedy", GAME), None]).outcome
    assert outcome.score[0] >= 5


def test_it_is_short() -> None:
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in (FORDS / "fords").rglob("*.py"))
    assert lines <= 550


def test_reach_and_card_are_those_of_the_rules() -> None:
    p = GAME.start("crossing", {})
    p.apply(0, PASS)                                 # no bombardment
    reach = GAME.reach(p, 0, p.force.index["c-2-7"])
    assert reach["0607"] == (3, ["unit:c-2-7", "hex:0607"])
    assert "0507" not in reach                       # the League is there
    assert GAME.reach(p, 1, p.force.index["l-1-1"]) == {}
    words = GAME.words(p)
    for word in ("unit:c-2-7", "hex:0607", "unit:c-2-5", "hex:0707", "hex:0608", "pass"):
        p.apply(0, words.act(word))
    assert GAME.card(p, 0) == {"targets": {"0507": "1:2", "0508": "1:2"}}
    for word in ("hex:0507", "unit:c-2-7", "unit:c-2-5"):
        p.apply(0, words.act(word))
    card = GAME.card(p, 0)
    assert (card["attack"], card["defence"], card["base"], card["column"]) == (8, 7, "1:1", "1:2")
    assert [(s["columns"], s["rule"]) for s in card["shifts"]] == [(-1, "4.2b"), (-1, "4.3")]


@pytest.mark.parametrize("file, old, new, said", [
    ("map", 'hex = "0603"', 'hex = "1503"', "map.toml:14: hex 1503 is not on the map"),
    ("map", '["0601", "0701"]', '["0601", "0801"]', "map.toml:49: 0601 and 0801 do not share a side"),
    ("map", 'hill = ["0201"', 'hill = ["0103"', "hex 0103 is hill and forest"),
    ("units", 'side = "crown"', 'side = "corwn"', 'units.toml:5: unit.side must be "crown" or "league", not "corwn"'),
    ("units", 'id = "c-guard-2"', 'id = "c-guard-1"', "unit c-guard-1 is given twice (first on line 3)"),
    ("tables", '"1/-", "1/-", "-/r1"', '"1/-", "x/-", "-/r1"', "combat.rows must be a result such as “1/2r2”"),
    ("tables", "forest = ", "woods = ", "there is no row for the terrain forest of map.toml"),
])
def test_a_fault_in_the_data_is_named_by_file_line_and_reason(tmp_path: Path, file: str, old: str, new: str, said: str
                                                              ) -> None:
    for name in NAMES:
        shutil.copy(FORDS / "fords" / "data" / f"{name}.toml", tmp_path)
    path = tmp_path / f"{file}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as found:
        load_tables(tmp_path, NAMES, keys=KEYS, check=check)
    assert said in str(found.value)
