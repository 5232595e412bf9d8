"""A recorded game for every way Brunete can end, verified act by act and die by die.

After an intended change of rules or data run this once with FRENTE_REGENERATE=1: games are played until each end comes.
"""
from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from frente.ai import opponent
from frente.games.brunete import GAME
from frente.kernel.proof import verify
from frente.kernel.record import AGREED, RESIGNED, Record, load
from frente.kernel.referee import Match
from frente.kernel.views import SeatView
from tests.golden import REGENERATE

RECORDS = Path(__file__).parent / "records"
EARLY = 60                               # acts before a side resigns or a draw is agreed


class Ending(NamedTuple):
    """How a game ends, and who has to play it for that."""

    scenario: str
    bots: tuple[str, str]
    winner: str | None
    key: str
    rule: str


ENDINGS = {
    "campaign-republican": Ending("campaign", ("captain", "random"), "republican", "outcome.republican", "12.1.vp6"),
    "campaign-draw": Ending("campaign", ("captain", "greedy"), None, "outcome.draw", "12.1.vp6"),
    "campaign-nationalist": Ending("campaign", ("random", "captain"), "nationalist", "outcome.nationalist", "12.1.vp6"),
    "offensive-republican": Ending("offensive", ("captain", "random"), "republican", "outcome.republican", "12.2d"),
    "offensive-draw": Ending("offensive", ("greedy", "random"), None, "outcome.draw", "12.2e"),
    "offensive-nationalist": Ending("offensive", ("random", "captain"), "nationalist", "outcome.nationalist", "12.2f"),
    "resigned-republican": Ending("campaign", ("random", "random"), "nationalist", RESIGNED, ""),
    "resigned-nationalist": Ending("offensive", ("random", "random"), "republican", RESIGNED, ""),
    "agreed": Ending("campaign", ("random", "random"), None, AGREED, "")}


def played(wanted: Ending, seed: int) -> Record:
    match = Match.new("brunete", wanted.scenario, seats=dict(zip(GAME.sides, wanted.bots, strict=True)),
                      seed=f"an end of Brunete {seed}")
    seats = [opponent(name, GAME) for name in wanted.bots]
    minds = [Random(f"{seed} {name}") for name in GAME.sides]
    early = wanted.key in (RESIGNED, AGREED)
    while not match.over and not (early and len(match.log) >= EARLY):
        side = min(match.choices())
        match.play(side, seats[side].choose(SeatView(GAME, match.position, side), minds[side]))
    if wanted.key == RESIGNED:
        match.resign(next(side for side in GAME.sides if side != wanted.winner))
    elif wanted.key == AGREED:
        match.offer_draw(0)
        match.accept_draw(1)
    return match.record(public=True)


def remake(wanted: Ending, path: Path) -> None:
    for seed in count():
        record = played(wanted, seed)
        if record.result is not None and record.result["key"] == wanted.key:
            record.save(path)
            return


@pytest.mark.parametrize("name", ENDINGS)
def test_a_recorded_game_for_every_way_of_ending(name: str) -> None:
    wanted = ENDINGS[name]
    path = RECORDS / f"{name}.json"
    if REGENERATE:
        remake(wanted, path)
    record = load(path)
    assert (record.game, record.scenario) == ("brunete", wanted.scenario)
    report = verify(record)
    assert report.problems == []
    assert report.result is not None
    assert (report.result["winner"], report.result["key"], report.result["rule"]) == wanted[2:]


def test_there_is_no_record_without_its_ending() -> None:
    assert {path.stem for path in RECORDS.iterdir()} == set(ENDINGS)
