"""Law 6 by hand: hidden pieces of one side cannot be told apart by the other, whatever is asked, shown or refused."""
from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from frente.games.heralds import GAME
from frente.games.heralds.rules.ch11_will import shift
from frente.games.heralds.state.board import CND, PCE
from frente.games.heralds.state.frames import MANEUVER, NegotiationPhase, Order, Stack, Talk
from frente.games.heralds.state.position import Heralds
from frente.kernel.explain import refusals
from frente.kernel.flow import CHANCE, EVERYONE, Act, Event, Position
from tests.heralds.lay import asked, chart, dice, empty, neutral, offered, play, put, question, run, unit, up

WEIGHTS = {"decline": 12.0, "give-up": 0.2, "pass": 0.4, "done": 0.5, "stop": 0.3, "maneuver": 5.0, "order": 3.0,
           "stack": 4.0, "assault": 4.0, "intercept": 3.0, "shift": 3.0, "courier": 3.0, "helper": 3.0}


def lively(p: Heralds, rng: Random) -> tuple[int, Act]:
    """A random act that keeps the game busy."""
    side = rng.choice(sorted(p.choices()))
    acts = p.choices()[side]
    return side, rng.choices(acts, [WEIGHTS.get(a.verb, 1.0) for a in acts])[0]


def swapped(p: Heralds, side: int, rng: Random) -> Heralds | None:
    """The same position with two unseen pieces of a side exchanged."""
    unseen = [u for u in p.board.handles[side] if not p.seen[u]]
    if len(unseen) < 2:
        return None
    a, b = rng.sample(unseen, 2)
    q = p.clone()
    q.who[a], q.who[b] = q.who[b], q.who[a]
    q.reask()
    return q


def seen_by(p: Heralds, viewer: int, side: int, act: Act) -> list[Event]:
    told: list[Event] = []
    p.events = told
    p.apply(side, act)
    p.events = None
    return [e for e in told if e.only in (EVERYONE, viewer)]


@pytest.mark.parametrize("seed", range(6))
def test_exchanging_two_hidden_pieces_changes_nothing_the_other_side_can_see(seed: int) -> None:
    rng = Random(seed)
    p = GAME.start("madrid", GAME.settled({}))
    words = GAME.words(p).vocabulary
    compared = 0
    for _ in range(900):
        if not p.choices():              # a short game: another
            p = GAME.start("madrid", GAME.settled({}))
        for owner in (CND, PCE):
            if rng.random() > 0.15:
                continue
            q = swapped(p, owner, rng)
            if q is None:
                continue
            other = 1 - owner
            compared += 1
            assert sorted(p.choices()) == sorted(q.choices())
            assert p.choices().get(other) == q.choices().get(other)
            assert p.choices().get(CHANCE) == q.choices().get(CHANCE)
            assert GAME.view(p, other) == GAME.view(q, other)
            assert GAME.view(p, None) == GAME.view(q, None)
            for _ in range(5):
                verb = rng.choice(sorted(words))
                names = words[verb]
                act = Act(verb, rng.randrange(len(names)) if names else 0)
                assert refusals(GAME, p, other, act) == refusals(GAME, q, other, act)
        side, act = lively(p, rng)
        p.apply(side, act)
    assert compared > 50


@pytest.mark.parametrize("seed", range(4))
def test_acts_of_the_other_side_and_dice_show_the_same_whatever_is_hidden(seed: int) -> None:
    rng = Random(seed)
    p = GAME.start("madrid", GAME.settled({}))
    for _ in range(700):
        if not p.choices():
            break
        side, act = lively(p, rng)
        if side != CHANCE:               # what a side does must look alike to itself, however the other's pieces lie
            q = swapped(p, 1 - side, rng)
            if q is not None:
                r = p.clone()
                heard, also = seen_by(r, side, side, act), seen_by(q, side, side, act)
                if r.barrier == p.barrier:
                    assert heard == also
                    assert GAME.view(r, side) == GAME.view(q, side)
        p.apply(side, act)


def test_a_drawn_position_keeps_what_was_seen_and_deals_the_rest() -> None:
    p = chart()
    for n, name in enumerate(("moll", "centano", "pedrero", "sim-1", "decoy-cnd-1")):
        put(p, "ABCDE"[n], name)
    up(p, "F", "otero")
    run(p, NegotiationPhase(PCE))
    rng = Random(0)
    found = set()
    for _ in range(40):
        d = GAME.determinize(p, PCE, rng)
        assert isinstance(d, Heralds)
        assert d.who[unit(p, "otero")] == p.who[unit(p, "otero")]
        assert sorted(d.who) == sorted(p.who)
        assert [d.who[u] for u in p.board.handles[PCE]] == [p.who[u] for u in p.board.handles[PCE]]
        found.add(d.who[unit(p, "moll")])
    assert len(found) > 5


def written(p: Position) -> str:
    assert isinstance(p, Heralds)
    return json.dumps(GAME.dump(p))


@pytest.mark.rule("4.2.1a", "6.1a")
def test_whether_an_unseen_piece_on_the_march_could_lead_is_not_in_what_the_other_side_knows() -> None:
    p = chart()
    for place, name in (("A", "moll"), ("B", "decoy-cnd-1"), ("C", "sim-1")):
        put(p, place, name)
    run(p, NegotiationPhase(PCE))
    u, v = unit(p, "moll"), unit(p, "decoy-cnd-1")
    t = p.clone()
    t.who[u], t.who[v] = t.who[v], t.who[u]
    for x in (p, t):
        x.stack.append(Stack(CND, [u], MANEUVER, lead=u if x.speaker(u) else -1))
    assert (p.speaker(u), t.speaker(u)) == (True, False)
    assert GAME.view(p, PCE) == GAME.view(t, PCE)
    one, other = GAME.seal(p, PCE), GAME.seal(t, PCE)
    assert written(one.base) == written(other.base)
    leads = set()
    for n in range(20):
        d = one.draw(Random(n))
        assert written(d) == written(other.draw(Random(n)))
        assert isinstance(d, Heralds)
        leads |= {(f.lead == u, d.speaker(u)) for f in d.stack if isinstance(f, Stack)}
    assert leads == {(True, True), (False, False)}


@pytest.mark.rule("4b")
def test_what_was_seen_once_stays_known_when_it_hides_again() -> None:
    p = empty()
    up(p, "L", "moll")
    p.face(unit(p, "moll"), 1)
    run(p, NegotiationPhase(PCE))
    piece: Any = next(x for x in GAME.view(p, PCE).pieces if x["at"] == "L")
    assert piece["size"] == "moll"
    assert "hidden" in piece["state"]
    assert "moll" not in GAME.view(p, PCE).hands["unseen-cnd"]  # type: ignore[operator]


@pytest.mark.rule("4.5.2c")
def test_hidden_pieces_do_not_change_control() -> None:
    p = empty()
    put(p, "E", "18bm-1")
    before = GAME.view(p, PCE).spaces
    put(p, "E", "moll", "token-cnd")
    put(p, "E1", "centano")
    assert GAME.view(p, PCE).spaces == before


def test_an_order_to_a_hidden_piece_names_its_handle_only() -> None:
    p = empty()
    put(p, "L", "token-pce", "decoy-pce-1", "giron")
    run(p, Order(PCE))
    told: list[Event] = []
    p.events = told
    play(p, "address:giron", "direct", "stack:giron", "done")
    dice(p, 2)
    play(p, "move:G", "stop")
    facts = str([e.facts for e in told if e.key not in ("disclosed",)])
    assert "giron" not in facts
    assert p.hid[unit(p, "giron")] == 1
    assert p.hid[unit(p, "token-pce")] == 0              # the direct order showed the token, not the agent


def test_helpers_are_asked_for_on_public_facts() -> None:
    for hidden in ("decoy-cnd-1", "moll", "token-cnd", "otero"):
        p = empty()
        neutral(p, "L", "ametrall")
        up(p, "L", "giron")
        put(p, "L", hidden)
        p.initiative = CND
        f = Talk(PCE, 1, unit(p, "ametrall"), unit(p, "giron"))
        f.at = 2
        run(p, f)
        assert asked(p) == [CND]
        assert question(p) == "Helpers"
        assert "pass" in offered(p)


def test_everything_is_shown_when_the_game_is_over() -> None:
    p = chart()
    put(p, "L", "moll")
    p.will[PCE] = 1
    barrier = p.barrier
    shift(p, PCE, -1, "11.2m")
    assert p.barrier > barrier
    assert any(x["size"] == "moll" for x in GAME.view(p, PCE).pieces)
