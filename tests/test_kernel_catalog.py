"""Games are found by looking: the folders of the package, and what other packages offer."""
from __future__ import annotations

from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from frente.kernel import catalog
from frente.kernel.catalog import GAMES, found_games


def test_every_folder_with_a_game_is_found_and_nothing_else(tmp_path: Path) -> None:
    for name in ("verdun", "arras"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    (tmp_path / "notes").mkdir()
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__init__.py").touch()
    assert found_games(tmp_path) == {"arras": "frente.games.arras", "verdun": "frente.games.verdun"}
    assert list(GAMES) == ["brunete", "guadalajara", "heralds", "storm", "tscw"]


def test_installed_packages_offer_games_but_replace_none(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = EntryPoints([EntryPoint("toy", "tests.toy", "frente.games"),
                           EntryPoint("brunete", "somewhere.else", "frente.games")])
    monkeypatch.setattr(catalog, "entry_points", lambda group: offered.select(group=group))
    games = found_games()
    assert games["toy"] == "tests.toy"
    assert games["brunete"] == "frente.games.brunete"
    monkeypatch.setitem(GAMES, "toy", games["toy"])
    assert catalog.find("toy").title == "Toy"
