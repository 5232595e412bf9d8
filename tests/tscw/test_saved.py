"""Saved positions: numbers by name, and those of games saved when they were one list."""
from __future__ import annotations

from typing import Any

from frente.games.tscw import GAME
from frente.kernel.proof import verify
from frente.kernel.record import Snapshot
from frente.kernel.referee import Match

OLD = [58, 1, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 7, 9, 1, 0, 0, 2, 1, 3, 0, 0, 12, 4, 0, 1, 2, 3, 5, 6, 7, 8, 9, 10,
       -1, 0, 2, 14]


def saved_then() -> dict[str, Any]:
    p = GAME.start("campaign", GAME.settled({}))
    data = GAME.dump(p)
    named = {"naval", "rail", "sea", "alcazar", "fleet", "morale"}
    return {k: v for k, v in data.items() if k not in named} | {"num": OLD}


def test_the_list_of_numbers_of_older_games_is_read_by_name() -> None:
    p = GAME.restore(saved_then(), GAME.start("campaign", GAME.settled({})))
    assert (p.morale, p.alcazar, p.linked, p.fleet, p.czech, p.call_madrid) == (58, 1, 1, 0, 7, 9)
    assert (p.naval, p.rail, p.sea) == ([5, 6], [7, 8], [9, 10])
    assert (p.result, p.reason, p.quota, p.infighting) == (-1, 0, 2, 14)


def test_a_record_with_a_snapshot_of_the_older_form_is_verified_and_a_changed_number_is_found() -> None:
    match = Match.new("tscw", "campaign", seed="older")
    record = match.record()
    data = match.game.dump(match.position)
    num = [data[x] for x in ("morale", "alcazar")] + [0] * 9 + [1] + [0] * 24 + [-1, 0, 0, 0]
    older = {k: v for k, v in data.items() if k not in ("morale", "alcazar", "fleet", "naval", "rail", "sea")}
    record.snapshots[:] = [Snapshot(len(record.acts), older | {"num": num})]
    assert verify(record).faults == []
    record.snapshots[:] = [Snapshot(len(record.acts), older | {"num": [num[0] - 1, *num[1:]]})]
    assert [x.key for x in verify(record).faults] == ["kernel.record-wrong-snapshot"]
