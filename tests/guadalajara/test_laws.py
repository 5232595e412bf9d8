"""The laws of the engine over random games of every scenario, with random options, and over games that are pushed."""
from __future__ import annotations

import json
from random import Random

import pytest

from frente.games.guadalajara.state.board import NAT, REP
from frente.games.guadalajara.state.position import DG, Guadalajara
from frente.kernel.catalog import find
from frente.kernel.check import check_game
from frente.kernel.explain import step_refusals
from frente.kernel.flow import CHANCE, Act
from frente.kernel.referee import IllegalAct, Match
from tests.golden import any_options
from tests.guadalajara.drive import push
from tests.guadalajara.lay import at, drill, put, unit

GAME = find("guadalajara")


@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios])
def test_a_random_game_keeps_every_law(scenario: str) -> None:
    report = check_game(GAME, scenario, {}, seed=int(scenario), every=1500 if scenario == "1" else 300)
    assert report.acts > 300


@pytest.mark.parametrize("seed", range(2))
def test_a_random_game_with_random_options_keeps_every_law(seed: int) -> None:
    scenario = ("2", "3", "4")[seed % 3]
    assert check_game(GAME, scenario, any_options(GAME, seed), seed=seed, every=150).outcome is not None


def test_the_fog_of_war_options_keep_every_law_together() -> None:
    fog = {"hidden_interdiction": True, "secret_off_map": True, "secret_rolls": True, "variable_reinforcements": True}
    assert check_game(GAME, "3", fog, seed=5, every=80).looked > 3


@pytest.mark.parametrize(("scenario", "seed"), [("2", 1), ("4", 2), ("3", 3)])
def test_a_pushed_game_keeps_its_laws_and_never_refuses_what_it_offers(scenario: str, seed: int) -> None:
    rng = Random(seed)
    options = GAME.settled(any_options(GAME, seed + 10))
    p, like = GAME.start(scenario, options), GAME.start(scenario, options)
    assert isinstance(p, Guadalajara)
    n = 0
    while p.choices():
        side = rng.choice(sorted(p.choices()))
        acts = p.choices()[side]
        if n % 12 == 0:
            assert GAME.broken_laws(p) == []
            if side != CHANCE:
                assert [a for a in acts[:30] if step_refusals(p, side, a)] == []
        if n % 150 == 0:
            q = GAME.restore(json.loads(json.dumps(GAME.dump(p))), like)
            assert GAME.dump(q) == GAME.dump(p)
            assert q.choices() == p.choices()
        p.apply(side, rng.choice(acts) if side == CHANCE else push(p, acts, rng))
        n += 1
    assert GAME.outcome(p) is not None
    assert n > 500


def test_acts_that_are_not_offered_are_refused_with_a_reason_and_change_nothing() -> None:
    rng = Random(3)
    match = Match.new("guadalajara", "4", any_options(GAME, 3), seed="3")
    for _ in range(260):
        side = rng.choice(sorted(match.choices()))
        match.play(side, rng.choice(match.choices()[side]))
    before = GAME.dump(match.position)
    vocabulary = GAME.words(match.position).vocabulary
    refused = 0
    for _ in range(150):
        verb = rng.choice(sorted(vocabulary))
        names = vocabulary[verb]
        act = Act(verb, rng.randrange(len(names)) if names else rng.randrange(7))
        side = rng.choice([0, 1])
        if act in match.choices().get(side, []):
            continue
        with pytest.raises(IllegalAct) as wrong:
            match.play(side, act)
        assert wrong.value.refusals
        refused += 1
    assert refused > 60
    assert GAME.dump(match.position) == before


def test_the_laws_notice_what_cannot_be() -> None:
    p = drill()
    u = put(p, "n-tor-iv", "30.05")
    assert GAME.broken_laws(p) == []
    p.zone[NAT][at(p, "40.05")] += 1
    assert any("zones" in x for x in GAME.broken_laws(p))
    p.zone[NAT][at(p, "40.05")] -= 1
    p.steps[u] = 3
    assert any("steps" in x for x in GAME.broken_laws(p))
    p.steps[u] = 2
    p.state[u] |= DG                     # written past the one function that keeps the zones
    assert any("zones" in x for x in GAME.broken_laws(p))
    q = drill()
    q.exited = 1
    assert any("scn.1.vp.5" in x for x in GAME.broken_laws(q))
    r = drill()
    put(r, "r-dmi-48", "30.05")
    r.last[at(r, "30.05")] = NAT
    assert any("scs.ctrl.1" in x for x in GAME.broken_laws(r))
    assert unit(r, "r-dmi-48") in r.board.of[REP]
