"""What each side may know: a secret choice changes nothing in the other side's view until it is shown."""
from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from frente.games.brunete import GAME
from frente.games.brunete.rules.ch05_command import Resources
from frente.games.brunete.rules.ch08_aviation import Aviation
from frente.games.brunete.rules.ch10_combat import SUPPORT_NAMES, Combat
from frente.games.brunete.state.board import NAT, REP, RESOURCES
from frente.games.brunete.state.frames import Turn
from frente.games.brunete.state.position import Brunete
from frente.kernel.flow import EVERYONE
from tests.brunete.fight import AROUND, TARGET, anyhow, attack, declare, elsewhere, quietly
from tests.brunete.lay import asked, drawn, drill, empty, offered, play, put, run, start, told

SIDES = {REP: "rep", NAT: "nat"}


def seen(p: Brunete, viewer: int | None) -> dict[str, Any]:
    return asdict(GAME.view(p, viewer))


def track(p: Brunete, viewer: int | None, name: str, side: str) -> int | None:
    return next(t["value"] for t in GAME.view(p, viewer).tracks if (t["id"], t["side"]) == (name, side))


def supports_asked(**options: Any) -> Brunete:
    """Both sides have markers and points and are about to commit."""
    p = drill(**options)
    put(p, "n-13-7", TARGET)
    put(p, "r-16-1", "2008")
    p.art, p.avi = [2, 2], [1, 1]
    return declare(p, "r-16-1")


# -- 10.3.5: what was so when the attack was declared


@pytest.mark.rule("10.3.5", "10.2.5")
@pytest.mark.parametrize("viewer", [REP, NAT, None])
def test_the_shifts_shown_are_those_of_the_declaration_while_the_attackers_advance(viewer: int | None):
    p = elsewhere(drill(hills=[TARGET]))
    attackers = ["r-16-1", "r-16-2", "r-3-1", "r-3-2", "r-68-1", "r-68-2"]
    for u, h in zip(attackers, AROUND):
        put(p, u, h)
    put(p, "r-tk18-1", "2008")
    put(p, "n-13-7", TARGET)
    shifts = [[1, "10.3.4c", "shift-tank"], [-1, "10.3.2d", "shift-hill"], [3, "10.3.5", "shift-envelopment"]]
    quietly(declare(p, "r-16-1", "r-tk18-1", *attackers[1:]))
    assert seen(p, viewer)["facts"]["shifts"] == shifts
    play(p, "die:6")                     # surrounded, nobody gets away
    anyhow(p, "unit:r-3-1", "pass")
    play(p, "unit:r-16-1", "hex:2009", "hex:2010", "hex:2011", "unit:r-3-1", "hex:2009")
    assert "hex:2109" in offered(p), "the one is gone, the other on its way"
    assert len({p.hex[u] for u in attack(p).units}) == 7, "more places than a hex has neighbours"
    assert seen(p, viewer)["facts"]["shifts"] == shifts


# -- 10.3.3e-f, 5.1h: supports and command marker


@pytest.mark.rule("10.3.3f", "5.1h")
@pytest.mark.parametrize("side", [REP, NAT])
def test_whatever_a_side_commits_the_other_sees_the_same(side: int):
    p = supports_asked()
    words = offered(p, side)
    assert {"support:0a0v", "support:1a1v+cp", "support:0a0v+cp"} <= set(words)
    foe = 1 - side
    for viewer in (foe, None):
        views = []
        for word in words:
            q = play(p.clone(), f"{SIDES[side]} {word}")
            assert asked(q) == [foe]
            views.append((seen(q, viewer), offered(q, foe)))
        assert all(v == views[0] for v in views), "number, kind and command marker alike are hidden"
    own_views = [seen(play(p.clone(), f"{SIDES[side]} {word}"), side)["facts"]["support"] for word in words]
    assert own_views == [{("republican", "nationalist")[side]: w.removeprefix("support:")} for w in words]


@pytest.mark.rule("10.3.3f")
def test_nothing_is_told_before_both_have_committed_and_then_everything_to_both():
    p = supports_asked()
    events = told(p)
    play(p, "rep support:2a0v+cp")
    assert events == []
    play(p, "nat support:0a1v")
    shown = [e for e in events if e.key == "supports-shown"]
    assert [(e.only, e.facts["artillery"], e.facts["aviation"], e.facts["command"]) for e in shown] == [
        (EVERYONE, 2, 0, 1), (EVERYONE, 0, 1, 0)]
    for viewer in (REP, NAT, None):
        assert seen(p, viewer)["facts"]["support"] == {"republican": "2a0v+cp", "nationalist": "0a1v"}


@pytest.mark.rule("10.3.3e")
def test_during_the_combat_step_the_other_sides_pools_are_out_of_sight():
    p = elsewhere(drill())
    p.art, p.avi = [2, 1], [3, 1]
    run(p, Aviation(REP))
    assert track(p, NAT, "artillery", "republican") == 2, "before the step they lie open"
    assert track(p, NAT, "aviation", "republican") == 3
    run(p, Combat(REP))
    for name in ("artillery", "aviation"):
        assert track(p, NAT, name, "republican") is None
        assert track(p, REP, name, "nationalist") is None
        assert track(p, None, name, "republican") is None
    assert track(p, REP, "artillery", "republican") == 2, "the owner counts his own"
    more = p.clone()
    more.art[REP], more.avi[REP] = 1, 1
    assert seen(more, NAT) == seen(p, NAT)
    assert seen(more, REP) != seen(p, REP)


@pytest.mark.rule("10.3.3e")
def test_the_pools_stay_hidden_through_a_combat_and_the_used_markers_show():
    p = supports_asked()
    play(p, "rep support:1a0v", "nat support:0a0v+cp")
    assert track(p, NAT, "artillery", "republican") is None
    assert track(p, NAT, "artillery-used", "republican") == 1
    assert track(p, NAT, "command", "nationalist") == 2


def test_a_combat_is_shown_to_both_sides_up_to_its_die():
    p = supports_asked(hills=[TARGET])
    facts = seen(quietly(p), None)["facts"]
    assert (facts["target"], facts["attackers"], facts["defenders"]) == (TARGET, ["r-16-1"], ["n-13-7"])
    assert facts["base"] == "1/1"
    assert facts["shifts"] == [[-1, "10.3.2d", "shift-hill"]]
    assert facts["column"] == "1/2"


# -- 5.2c: resources


@pytest.mark.rule("5.2c")
@pytest.mark.parametrize("side", [REP, NAT])
@pytest.mark.parametrize("scenario", ["campaign", "offensive"])
def test_whatever_resource_a_side_picks_the_other_sees_the_same(side: int, scenario: str):
    p = drill(scenario=scenario, turn=3)
    p.resources = [list(range(6)), list(range(6))]
    run(p, Resources())
    foe = 1 - side
    assert asked(p) == [REP, NAT]
    picks = [play(p.clone(), f"{SIDES[side]} {word}") for word in offered(p, side)]
    assert len(picks) == 7, "six kinds, or none"
    for viewer in (foe, None):
        assert all(seen(q, viewer) == seen(picks[0], viewer) for q in picks)
    assert len({str(seen(q, side)) for q in picks}) == 7, "the owner sees what he picked"
    assert all(offered(q, foe) == offered(picks[0], foe) for q in picks)


@pytest.mark.rule("5.2c")
def test_both_picks_are_shown_together():
    p = drill(turn=3)
    p.resources = [list(range(6)), list(range(6))]
    events = told(p)
    run(p, Resources())
    play(p, "rep resource:reroll")
    assert events == []
    assert p.reroll == [0, 0], "not in force before the other has chosen"
    play(p, "nat resource:plus-cp")
    assert [(e.only, e.facts["resource"]) for e in events] == [(EVERYONE, "reroll"), (EVERYONE, "plus-cp")]


@pytest.mark.rule("5.2c")
def test_the_markers_drawn_for_the_offensive_are_known_to_their_owner_only():
    p = drill(scenario="offensive", turn=3)
    p.resources = [[0, 1, 2], [3, 4, 5]]
    run(p, Resources())
    q = p.clone()
    q.resources[REP] = [1, 4, 5]
    assert seen(p, NAT) == seen(q, NAT)
    assert seen(p, None) == seen(q, None)
    assert seen(p, NAT)["hands"]["resources-republican"] == 3
    assert seen(p, REP)["hands"]["resources-republican"] == [RESOURCES[k] for k in (0, 1, 2)]


@pytest.mark.rule("5.2c")
def test_a_drawn_marker_is_told_to_its_owner_only():
    p = start("offensive")
    while not offered(p)[0].startswith("draw"):
        play(p, offered(p)[0])
    events = told(p)
    play(p, "draw:reroll")
    assert [(e.key, e.only) for e in events] == [("resource-drawn", REP)]


# -- 12.2c: the secret objective


def towns_taken() -> Brunete:
    """The end of turn 4 of the offensive scenario: every purple town is Republican and in supply."""
    p = empty("offensive", turn=4)
    for name, (h, _) in zip(("r-16-1", "r-16-2", "r-3-1", "r-3-2", "r-68-1"), p.purple()):
        put(p, name, p.board.names[h])
    return p


@pytest.mark.rule("12.2c")
def test_the_secret_objective_is_rolled_unseen_and_shown_to_the_republican_only():
    p = towns_taken()
    frame = Turn()
    frame.at = [type(s).__name__ for s in frame.steps()].index("SecretObjective")
    run(p, frame)
    assert offered(p) == ["die:1", "die:2", "die:3", "die:4", "die:5", "die:6"]
    rolled: list[Brunete] = []
    for die in range(1, 7):
        q = p.clone()
        q.events = []
        play(q, f"die:{die}")
        assert [(e.key, e.only) for e in q.events if e.rule == "12.2c"] == [("secret-objective", REP)]
        rolled.append(q)
    names = [q.board.town[q.board.yellow[q.objective]] for q in rolled]
    assert names == ["Las Rozas", "Boadilla del Monte", "Boadilla del Monte", "Villaviciosa de Odón",
                     "Villaviciosa de Odón", "Sevilla la Nueva"]
    for viewer in (NAT, None):
        assert all(seen(q, viewer) == seen(rolled[0], viewer) for q in rolled)
        assert seen(rolled[0], viewer)["hands"]["objective"] == 1, "that it exists is no secret"
    assert [seen(q, REP)["hands"]["objective"] for q in (rolled[0], rolled[5])] == [["3302"], ["1818"]]


@pytest.mark.rule("12.2c")
def test_the_secret_objective_is_shown_to_all_when_the_game_is_over():
    p = towns_taken()
    p.objective = 2
    assert seen(p, NAT)["hands"]["objective"] == 1
    p.result = NAT
    assert seen(p, NAT)["hands"]["objective"] == [p.board.names[p.board.yellow[2]]]


# -- positions a side could not tell from the true one


@pytest.mark.rule("10.3.3f", "5.1h")
@pytest.mark.parametrize("side", [REP, NAT])
def test_an_imagined_combat_keeps_the_own_commitment_and_draws_the_other_anew(side: int):
    p = supports_asked()
    play(p, f"{SIDES[1 - side]} support:1a1v+cp")
    truth = list(attack(p).support)
    found: set[int] = set()
    for seed in range(60):
        q = drawn(p, side, seed)
        assert seen(q, side) == seen(p, side)
        assert offered(q, side) == offered(p, side)
        found.add(attack(q).support[1 - side])
    assert len(found) > 3, "the other side's commitment is any it could have made"
    assert attack(p).support == truth, "the true position is untouched"
    mine = drawn(p, 1 - side, 1)
    assert attack(mine).support == truth, "to its owner it is known"


@pytest.mark.rule("5.2c", "12.2c")
def test_an_imagined_position_draws_picks_hands_and_objective_anew():
    p = drill(scenario="offensive", turn=3)
    p.resources = [[0, 1, 2], [3, 4, 5]]
    p.shown[REP] = [3]
    p.objective = 1
    run(p, Resources())
    play(p, "rep resource:plus-cp")
    hands: set[tuple[int, ...]] = set()
    picks: set[int] = set()
    objectives: set[int] = set()
    for seed in range(80):
        q = drawn(p, NAT, seed)
        assert seen(q, NAT) == seen(p, NAT)
        frame = q.stack[-1]
        assert isinstance(frame, Resources)
        hands.add(tuple(q.resources[REP]))
        picks.add(frame.picks[REP])
        objectives.add(q.objective)
        assert 3 not in q.resources[REP], "a marker already played is not in the hand"
        assert frame.picks[REP] == -1 or frame.picks[REP] in q.resources[REP]
        assert q.resources[NAT] == [3, 4, 5]
    assert len(hands) > 5
    assert len(picks) > 4
    assert objectives == {0, 1, 2, 3}
    known = drawn(p, REP, 0)
    assert (known.objective, known.resources[REP]) == (1, [0, 1, 2]), "the Republican knows his own"


@pytest.mark.rule("10.3.3f")
def test_what_has_been_shown_is_not_imagined_any_more():
    p = supports_asked()
    play(p, "rep support:1a0v", "nat support:0a0v+cp")
    imagined = [attack(drawn(p, NAT, seed)).support for seed in range(10)]
    assert {tuple(SUPPORT_NAMES[i] for i in known) for known in imagined} == {("1a0v", "0a0v+cp")}
