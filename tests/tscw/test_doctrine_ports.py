"""The captain keeps ships out of the Republic's ports: one unit in each that counts, the weakest at hand; it stays."""
from __future__ import annotations

import pytest

from frente.games.tscw.captain.plan import Plan, score
from frente.games.tscw.captain.ports import open_ports, watched
from frente.games.tscw.captain.survey import WEIGHTS_FILE
from frente.kit.weights import Weights
from tests.tscw.lay import NAT, REP, empty, hexn, own, put, unit

W = Weights(WEIGHTS_FILE)


@pytest.mark.parametrize(("turn", "last", "wanted"), [(2, 19, False), (3, 19, True), (3, 7, False)])
def test_ports_count_before_ships_can_land_and_where_morale_decides(turn: int, last: int, wanted: bool) -> None:
    p = empty(turn=turn, last=last)
    found = [p.board.names[t] for t in open_ports(p)]
    assert ("1717" in found) is wanted                       # Cartagena, a source of supply
    assert ("1410" in found) is wanted                       # Málaga, for its morale value
    assert "1605" not in found                               # the Atlantic coast, where nobody lands
    assert "1817" not in found                               # Murcia lies inland


def test_a_port_that_is_lost_is_not_watched() -> None:
    p = empty(turn=4)
    own(p, NAT, "1717")
    assert hexn(p, "1717") not in open_ports(p)


def test_the_weakest_unit_at_hand_watches_a_port_and_no_second_one() -> None:
    p = empty(turn=9)
    put(p, "1717", "r-div11", "r-alm", "r-div15")
    assert {p.board.uid[u] for u, t in watched(p, W).items() if t == hexn(p, "1717")} == {"r-alm"}


def test_nobody_leaves_one_port_for_another() -> None:
    p = empty(turn=9)
    put(p, "2018", "r-exe")
    found = watched(p, W)
    assert found == {unit(p, "r-exe"): hexn(p, "2018")}


def test_whoever_watches_a_port_stays_there() -> None:
    p = empty(turn=9)
    put(p, "1717", "r-alm")
    put(p, "1809", "n-crb")
    plan = Plan(p, REP, W)
    u = unit(p, "r-alm")
    near = [h for h in range(p.board.size) if p.board.apart[h][hexn(p, "1717")] in (1, 2, 3)]
    assert all(score(p, plan, u, h) < score(p, plan, u, hexn(p, "1717")) for h in near)
