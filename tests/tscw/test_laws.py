"""The laws of the engine over random play, with random options, in both scenarios; and the fuzzer of illegal acts."""
from __future__ import annotations

from random import Random
from typing import Any

import pytest

from frente.games.tscw import GAME
from frente.games.tscw.state.position import DEAD, Tscw
from frente.kernel.check import check_game
from frente.kernel.codec import CodecError
from frente.kernel.flow import Act
from frente.kernel.views import CannotDraw
from tests.golden import any_options, refused
from tests.tscw.lay import NAT, REP, drawn, empty, own, own_all, play, put, start, travelling, unit

SCENARIOS = [s.id for s in GAME.scenarios]


class Cautious(Random):
    """Random play that mostly lets things be, so that a war lasts its nineteen turns."""

    def choice(self, seq: Any) -> Any:
        if seq and isinstance(seq[0], Act):
            for act in seq:
                if act.verb in ("pass", "done") and len(seq) > 1 and self.random() < 0.93:
                    return act
        return super().choice(seq)


@pytest.mark.parametrize(("seed", "scenario"), list(enumerate(SCENARIOS)))
def test_every_law_holds_along_a_random_game(scenario: str, seed: int) -> None:
    report = check_game(GAME, scenario, any_options(GAME, seed), seed=seed, every=80)
    assert report.outcome is not None


@pytest.mark.parametrize("more", [[], ["r-div11", "r-div13"]])
def test_no_copy_is_taken_while_the_other_side_is_at_something_secret_whether_it_hides_anything_or_not(
        more: list[str]) -> None:
    p = empty(turn=9)
    own_all(p, NAT)
    own(p, REP, "2318", "2317")
    put(p, "2318", "r-div12", *more)
    put(p, "2317", "r-div14")
    travelling(p, REP)
    for acts in ([], ["rail:r-div12"]):
        play(p, *acts)
        with pytest.raises(CannotDraw, match="it would tell which counters"):
            GAME.seal(p, NAT)
        assert drawn(p, REP, Random(1)).hex == p.hex


@pytest.mark.parametrize("seed", [37, 8])
def test_every_law_holds_through_a_whole_war(seed: int) -> None:
    options = any_options(GAME, seed) if seed % 2 else {}
    report = check_game(GAME, "campaign", options, seed=seed, every=600, endure=True)
    assert report.outcome.key == "outcome.endurance"
    assert report.acts > 5_000


@pytest.mark.parametrize("seed", range(4))
def test_nothing_that_was_not_offered_is_accepted(seed: int) -> None:
    p = GAME.start(SCENARIOS[seed % 2], GAME.settled(any_options(GAME, seed)))
    assert refused(GAME, p, Cautious(seed), 400) > 200


def test_laws_name_the_rule_that_is_broken() -> None:
    p = empty()
    put(p, "2712", "r-mod")
    p.control[p.board.madrid] = 1
    assert any(x.startswith("R8") for x in GAME.broken_laws(p))
    q = empty()
    put(q, "2712", "r-mod")
    q.full[0][0] += 1
    assert any(x.startswith("11.1b") for x in GAME.broken_laws(q))
    r = empty()
    r.morale = 50
    r.rp[0] = -1
    r.conv[unit(r, "r-mng")] = 1
    r.duty[unit(r, "r-mng")] = 1
    assert {x.split(":")[0] for x in GAME.broken_laws(r)} >= {"4.1c", "6.4a", "6.9a", "7.22a"}
    s = empty(turn=9)
    put(s, "2712", "r-div11", "r-div14", "r-div34", "r-div35", "r-div45", "r-div46", "r-bde2")
    s.chit[0] = 2
    assert {x.split(":")[0] for x in GAME.broken_laws(s)} >= {"9.2a", "7.4b"}


def test_a_saved_position_that_lacks_something_is_refused_in_one_sentence() -> None:
    p = start()
    data = GAME.dump(p)
    del data["control"]
    with pytest.raises(CodecError, match="cannot be read"):
        GAME.restore(data, p)


def test_a_loaded_stack_lies_in_the_same_order() -> None:
    p = start("columns")
    h = p.hex[unit(p, "n-blg")]
    p.raise_top(unit(p, "n-ltr"))
    q = GAME.restore(GAME.dump(p), p)
    assert isinstance(q, Tscw)
    assert q.stack_at(h) == p.stack_at(h)
    assert q.stack_at(h)[0] == unit(p, "n-ltr")
    assert p.hex[unit(p, "r-div11")] != DEAD
