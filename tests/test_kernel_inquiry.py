"""What a page may ask: every kind can be drawn in every game, from every seat, and is answered in plain data."""
from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from frente.kernel import inquiry
from frente.kernel.catalog import Game, UnknownName, all_games, find
from frente.kernel.codec import CodecError
from frente.kernel.flow import Position
from frente.kernel.inquiry import KINDS, Question, answer, drawn
from frente.kernel.views import AT_WORK

GAMES = all_games()


def places(game: Game[Any], seed: int, acts: int, every: int) -> list[Position]:
    """Positions of random play."""
    rng = Random(seed)
    p = game.start(game.scenarios[0].id, game.settled({}))
    found: list[Position] = []
    for n in range(acts):
        if n % every == 0:
            found.append(p.clone())
        side = rng.choice(sorted(p.choices()))
        p.apply(side, rng.choice(p.choices()[side]))
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda g: str(g.slug))
def test_every_kind_of_question_is_drawn_from_every_seat_and_answered(game: Game[Any]) -> None:
    rng = Random(4)
    asked: dict[str, set[object]] = {kind: set() for kind in KINDS}
    things: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for p in places(game, 1, 240, 8):
        for kind in KINDS:
            for _ in range(6):
                q = drawn(game, p, kind, rng)
                if q is not None:
                    asked[kind].add(q.eyes if kind == inquiry.SUPPLY else q.side)
                    things[kind].add(q.sort or q.thing)
                    found = answer(game, p, q, rng.choice(["en", "es"]), rng, False)
                    assert json.loads(json.dumps(found)) is not None
                    if kind == inquiry.RANGE and "refusals" in found:        # the other side is at something secret
                        assert q.side not in p.choices()
                        assert (found.pop("spaces"), found["refusals"][0]["key"]) == ({}, AT_WORK)
                    assert len(found) == {inquiry.EXPLAIN: 2, inquiry.UNFINISHED: 3, inquiry.WAY: 10}.get(kind, 1)
    for kind in (inquiry.EXPLAIN, inquiry.REACH, inquiry.RANGE, inquiry.WARNINGS):
        assert asked[kind] == {0, 1}
    assert asked[inquiry.OVERLAY] == asked[inquiry.CARD] == {None, 0, 1}
    assert asked[inquiry.SUPPLY] == {(), (0,), (1,), (0, 1)}
    assert things[inquiry.OVERLAY] == set(game.overlays())
    assert things[inquiry.EXPLAIN] == {"button", *game.kinds().values()}
    assert len(things[inquiry.REACH]) > 20


def test_half_of_the_things_are_those_that_acts_on_offer_name() -> None:
    game = find("brunete")
    p = game.start("campaign", game.settled({}))
    rng = Random(1)
    while len({a.arg for a in p.choices().get(0, []) if a.verb == "unit"}) < 5:
        side = rng.choice(sorted(p.choices()))
        p.apply(side, rng.choice(p.choices()[side]))
    offered = {game.words(p).word(a)[5:] for a in p.choices()[0] if a.verb == "unit"}
    drawn_units = [drawn(game, p, inquiry.REACH, rng) for _ in range(300)]
    share = sum(q is not None and q.thing in offered for q in drawn_units) / 300
    assert 0.4 < share < 0.85


def test_when_the_game_is_over_nothing_can_be_done_and_the_board_can_still_be_asked_about() -> None:
    game = find("storm")
    p = game.start("drive", game.settled({}))
    rng = Random(2)
    unit = "n-leg-1"
    refused = answer(game, p, Question(inquiry.EXPLAIN, (0,), 0, unit, "unit"), "es", rng, True)
    assert [r["key"] for r in refused["refusals"]] == ["kernel.game-over"]
    assert answer(game, p, Question(inquiry.REACH, (1,), 1, unit), "en", rng, True) == {"spaces": {}}
    assert answer(game, p, Question(inquiry.CARD, (1,), 1), "en", rng, True) == {"card": {}}
    assert answer(game, p, Question(inquiry.OVERLAY, (), None, "control"), "en", rng, True)["marks"]


def test_what_does_not_exist_is_refused() -> None:
    game = find("storm")
    p = game.start("drive", game.settled({}))
    for kind in (inquiry.REACH, inquiry.RANGE, inquiry.SUPPLY, inquiry.EXPLAIN):
        with pytest.raises(UnknownName):
            answer(game, p, Question(kind, (0,), 0, "nobody", "unit"), "en", Random(1), False)
    with pytest.raises(CodecError):
        answer(game, p, Question(inquiry.WARNINGS, (0,), 0, words=("fly:moon",)), "en", Random(1), False)
