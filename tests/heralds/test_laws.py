"""The laws of the engine over random play, with random options; the fuzzer of illegal acts; the game's own laws."""
from __future__ import annotations

from random import Random

import pytest

from frente.games.heralds import GAME
from frente.games.heralds.state.board import CND
from frente.games.heralds.state.position import ELIMINATED
from frente.kernel.check import check_game
from frente.kernel.codec import CodecError
from tests.golden import any_options, refused
from tests.heralds.lay import chart, empty, put, space, unit


@pytest.mark.parametrize("seed", range(3))
def test_every_law_holds_along_a_random_game(seed: int) -> None:
    report = check_game(GAME, "madrid", any_options(GAME, seed), seed=seed, every=15)
    assert report.outcome is not None
    assert report.looked > 3


def test_every_law_holds_with_the_default_options() -> None:
    assert check_game(GAME, "madrid", {}, seed=1939, every=40).acts > 100


@pytest.mark.parametrize("seed", range(4))
def test_nothing_that_was_not_offered_is_accepted(seed: int) -> None:
    p = GAME.start("madrid", GAME.settled(any_options(GAME, seed)))
    assert refused(GAME, p, Random(seed), 600) > 200


def test_laws_name_the_rule_that_is_broken() -> None:
    p = empty()
    put(p, "E1", "112bm-1", "112bm-2", "112bm-3", "art-centro-1")
    assert any(x.startswith("2.3.3b") for x in GAME.broken_laws(p))
    q = empty()
    put(q, "E1", "112bm-1", "18bm-1")
    assert any(x.startswith("2.3.3c") for x in GAME.broken_laws(q))
    r = empty()
    r.side[unit(r, "40bm-1")] = 1
    r.will[0] = 6
    r.ap[0] = -1
    r.ip[1] = -1
    assert {x.split(":")[0] for x in GAME.broken_laws(r)} >= {"2.3.1b", "11.1b", "5.2a", "8b"}
    s = empty()
    put(s, "E1", "112bm-1")
    s.state[space(s, "E1")] = 2
    assert any(x.startswith("4.5.4b") for x in GAME.broken_laws(s))
    t = empty()
    t.who[unit(t, "moll")] = unit(t, "centano")
    assert any(x.startswith("4b") for x in GAME.broken_laws(t))
    u = empty()
    u.at[unit(u, "40bm-1")] = -9
    u.spent[unit(u, "hq-65d")] = 6
    assert {x.split(":")[0] for x in GAME.broken_laws(u)} >= {"2.3.1e", "4.1.1a"}
    v = chart()
    v.combat[0] += 1
    assert GAME.broken_laws(v) == ["the derived combat are wrong"]


def test_a_lawful_position_breaks_none() -> None:
    p = chart()
    assert GAME.broken_laws(p) == []
    p.box(unit(p, "40bm-1"), ELIMINATED)
    assert GAME.broken_laws(p) == []
    assert p.side[unit(p, "40bm-1")] == CND


def test_a_saved_position_that_lacks_something_is_refused_in_one_sentence() -> None:
    p = GAME.start("madrid", GAME.settled({}))
    data = GAME.dump(p)
    del data["who"]
    with pytest.raises(CodecError, match="cannot be read"):
        GAME.restore(data, p)
