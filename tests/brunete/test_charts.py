"""[10.3.6a, 9.2] The printed tables for a screen."""
from __future__ import annotations

import pytest

from frente.games.brunete.show.charts import charts
from tests.brunete.lay import empty


@pytest.mark.rule("10.3.6a", "9.2", "10.3.2d", "10.3.2e")
def test_the_charts_show_every_column_of_combat_and_what_ground_costs_and_does() -> None:
    combat, ground = charts(empty().board)
    assert combat["head"] == ["1/2", "1/1", "1.5/1", "2/1", "3/1", "4/1", "5/1", "6/1"]
    assert combat["rows"][5] == ["6", "1/1", "1/1", "1/R", "–/R", "1/1R", "–/1R", "–/2R", "–/3R"]
    assert ground["head"] == ["symbol.infantry", "symbol.cavalry", "symbol.tank", "web.chart-column"]
    assert ground["rows"] == [["terrain.clear", "1", "1", "1", "0"], ["terrain.forest", "2", "3", "3", "−1"],
                              ["terrain.hill", "2", "3", "3", "−1"]]
