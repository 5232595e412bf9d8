"""Where games are kept: the same tests on a SQLite file and on a real PostgreSQL server."""
from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from frente import Match
from frente.record import opening_in
from frente.server import revive
from frente.server.problem import Problem
from frente.server.schema import ActRow, ByOrderRow, Change, SeatRow, StandingRow
from frente.server.settings import Settings
from frente.server.storage import Conflict, Store, StoreError
from tests.server.helpers import act, bearer, games_of, inside, new, play, state
from tests.server.postgres import postgres

Work = Callable[[Store], Awaitable[None]]


@pytest.fixture(scope="module")
def databases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, dict[str, Any]]]:
    with postgres() as url:
        folder = tmp_path_factory.mktemp("games")
        yield {"sqlite": {"data": folder}, "postgresql": {"data": folder, "database": url}}


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, databases: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return databases[request.param]


def with_store(where: dict[str, Any], work: Work) -> None:
    async def run() -> None:
        store = Store(Settings(**where).url)
        await store.open()
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


def played(acts: int, seed: str = "x") -> Match:
    m = Match.new("brunete", seed=seed)
    rng = Random(seed)
    for _ in range(acts):
        side, offered = next(iter(m.choices().items()))
        m.play(side, rng.choice(offered))
    return m


def stored(m: Match, id: str) -> Any:
    return revive.stored_from(m, id, "A game", "owner", [SeatRow(0, "human", "", "k0"), SeatRow(1, "open", "", "k1")])


def change(id: str, version: int, n: int, lines: list[ActRow], **more: Any) -> Change:
    return Change(id, version, n + len(lines), "{}", None, None, lines=lines, **more)


LINE = ActRow(0, "republican", "pass", -1, '[["1","k",{},-2]]')


def line(n: int) -> ActRow:
    return ActRow(n, LINE.side, LINE.word, LINE.roll, LINE.events)


def test_a_stored_game_comes_back_as_it_was(where: dict[str, Any]):
    m = played(150)

    async def work(store: Store) -> None:
        await store.create(stored(m, "back"))
        found = await store.load("back")
        assert found is not None
        again = revive.match_of(found)
        assert again.log == m.log
        assert again.choices() == m.choices()
        assert again.game.dump(again.position) == m.game.dump(m.position)
        assert (again.record().acts, again.record().dice) == (m.record().acts, m.record().dice)
        assert again.seats == {"republican": "human", "nationalist": "open"}
        assert await store.load("none") is None

    with_store(where, work)


def test_of_two_changes_decided_on_the_same_version_exactly_one_is_taken(where: dict[str, Any]):
    async def work(store: Store) -> None:
        await store.create(stored(played(0), "gate"))
        results = await asyncio.gather(*[store.change(change("gate", 1, 0, [line(0)])) for _ in range(8)],
                                       return_exceptions=True)
        assert sorted(type(r).__name__ for r in results) == ["Conflict"] * 7 + ["NoneType"]
        found = await store.load("gate")
        assert found is not None
        assert (found.game["version"], found.game["acts"], len(found.acts)) == (2, 1, 1)

    with_store(where, work)


def test_two_servers_on_one_database_cannot_both_win(where: dict[str, Any]):
    async def work(one: Store) -> None:
        two = Store(Settings(**where).url)
        await two.open()
        await one.create(stored(played(0), "both"))
        results = await asyncio.gather(one.change(change("both", 1, 0, [line(0)])),
                                       two.change(change("both", 1, 0, [line(0)])), return_exceptions=True)
        await two.close()
        assert sorted(type(r).__name__ for r in results) == ["Conflict", "NoneType"]

    with_store(where, work)


def test_changes_of_many_games_share_a_transaction_and_a_bad_one_does_not_spoil_the_others(where: dict[str, Any]):
    async def work(store: Store) -> None:
        for k in range(6):
            await store.create(stored(played(0), f"many{k}"))
        bad = change("many3", 1, 0, [line(0), line(0)])          # the same act twice
        jobs = [store.change(bad if k == 3 else change(f"many{k}", 1, 0, [line(0)])) for k in range(6)]
        results = await asyncio.gather(*jobs, return_exceptions=True)
        assert [isinstance(r, Problem) for r in results] == [k == 3 for k in range(6)]
        for k in range(6):
            found = await store.load(f"many{k}")
            assert found is not None
            assert (found.game["version"], len(found.acts)) == ((1, 0) if k == 3 else (2, 1))

    with_store(where, work)


def test_standing_orders_are_kept_beside_the_game_and_go_back_with_it(where: dict[str, Any]):
    async def work(store: Store) -> None:
        await store.create(stored(played(0), "orders"))
        await store.give("orders", 1, '{"elite":["claim",[]]}', 0)
        await store.give("orders", 1, '{"elite":["leave",["attacked"]]}')
        rows = [ByOrderRow(n, 1, "elite", "leave") for n in (1, 4)]
        await store.change(change("orders", 1, 0, [line(n) for n in range(5)], by_order=rows))
        found = await store.load("orders")
        assert found is not None
        assert found.standing == [StandingRow(1, '{"elite":["leave",["attacked"]]}', -1)]
        assert (found.by_order, found.game["version"]) == (rows, 2), "an order given leaves the version as it is"
        await store.change(change("orders", 2, 3, [], cut=3))
        found = await store.load("orders")
        assert found is not None
        assert (found.by_order, found.standing[0].held) == (rows[:1], 3)
        assert await store.delete("orders")
        await store.create(stored(played(0), "orders"))
        found = await store.load("orders")
        assert found is not None
        assert (found.standing, found.by_order) == ([], [])

    with_store(where, work)


def test_a_database_of_an_earlier_schema_is_brought_up_to_date_with_its_games(where: dict[str, Any]):
    async def before(store: Store) -> None:
        await store.create(stored(played(20), "old"))

    async def after(store: Store) -> None:
        found = await store.load("old")
        assert found is not None
        assert len(found.acts) == 20 + len([a for a in found.acts if a.roll >= 0])
        opening = opening_in(json.loads(found.dice[0]))
        assert (opening.seed, opening.chosen, opening.nonces, opening.promised) == ("mine", True, ["n"], "c")
        assert (opening.sides, opening.first, len(found.dice)) == ([], 0, 1)
        await store.give("old", 0, "{}")
        await store.delete("old")

    with_store(where, before)
    engine = create_engine(Settings(**where).url)
    with engine.begin() as c:
        for name in ("standing", "by_order", "opening"):
            c.execute(text(f"drop table {name}"))
        for column in ("seed text", "seeded boolean", "nonces text", "commitment text"):
            c.execute(text(f"alter table game_table add column {column}"))
        c.execute(text("update game_table set seed = 'mine', seeded = true, nonces = '[\"n\"]', commitment = 'c'"))
        c.execute(text("update frente set schema = 1"))
    engine.dispose()
    with_store(where, after)
    with_store(where, lambda store: _nothing())


async def _nothing() -> None:
    """The database opens again."""


def test_going_back_drops_acts_and_snapshots_beyond(where: dict[str, Any]):
    async def work(store: Store) -> None:
        await store.create(stored(played(0), "undo"))
        await store.change(change("undo", 1, 0, [line(n) for n in range(5)], snapshot=(5, "{}")))
        await store.change(change("undo", 2, 3, [], cut=3))
        found = await store.load("undo")
        assert found is not None
        assert [a.n for a in found.acts] == [0, 1, 2]
        assert found.snapshot is not None
        assert found.snapshot[0] == 0
        assert [n for n, _ in await store.events("undo", 1, 3)] == [1, 2]
        with pytest.raises(Conflict):
            await store.change(change("undo", 2, 3, [line(3)]))

    with_store(where, work)


def test_the_nearest_earlier_snapshot_is_found(where: dict[str, Any]):
    async def work(store: Store) -> None:
        await store.create(stored(played(0), "snap"))
        for version, n in enumerate((50, 100), 1):
            await store.change(change("snap", version, n - 1, [line(n - 1)], snapshot=(n, f'{{"n":{n}}}')))
        assert [(await store.snapshot("snap", n) or (None,))[0] for n in (0, 49, 50, 99, 100, 500)] == [
            0, 0, 50, 50, 100, 100]

    with_store(where, work)


def test_a_deleted_game_leaves_nothing_behind(where: dict[str, Any]):
    async def work(store: Store) -> None:
        await store.create(stored(played(60), "gone"))
        assert await store.delete("gone")
        assert not await store.delete("gone")
        assert await store.load("gone") is None
        assert await store.events("gone", 0, 1000) == []
        assert await store.snapshot("gone", 1000) is None
        assert await store.held(["k0"]) == [x for x in await store.held(["k0"]) if x[0]["id"] != "gone"]

    with_store(where, work)


def test_whole_games_are_played_on_either_database(where: dict[str, Any]):
    with inside(**where) as client:
        table = new(client)
        at = play(client, table, 70)
        before = state(client, table, "republican")
    with inside(**where) as client:
        after = state(client, table, "republican")
        assert (after["at"], after["view"], after["acts"]) == (at, before["view"], before["acts"])
        assert play(client, table, 3) > at
        assert [t["table"] for t in games_of(client, table["owner"])] == [table["table"]]


def test_old_planning_copies_are_thrown_away(tmp_path: Path):
    with inside(tmp_path) as client:
        table = new(client)
        plan = client.post(f"/api/tables/{table['table']}/plan",
                           headers=bearer(table["owner"]), json={"side": "republican"}).json()
    with sqlite3.connect(tmp_path / "frente.sqlite3") as c:
        c.execute("update game_table set changed = 0")
    with inside(tmp_path) as client:
        assert client.get(f"/api/tables/{plan['plan']}").status_code == 404
        assert client.get(f"/api/tables/{table['table']}").status_code == 200


def test_every_commit_waits_for_the_disk(tmp_path: Path):
    async def work(store: Store) -> None:
        with store._engine.connect() as c:
            assert c.exec_driver_sql("PRAGMA synchronous").scalar() == 2
            assert c.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"

    with_store({"data": tmp_path}, work)


def test_a_game_that_cannot_be_stored_is_refused_and_stays_as_it_was(tmp_path: Path):
    with inside(tmp_path) as client:
        table = new(client)
        before = state(client, table, "republican")
        with sqlite3.connect(tmp_path / "frente.sqlite3") as c:
            c.execute("create trigger full before insert on act begin select raise(abort, 'disk full'); end")
        word = before["acts"]["republican"][0]
        answer = act(client, table, "republican", word, before["at"])
        assert answer.status_code == 507
        assert "disk full" in answer.json()["text"]
        assert state(client, table, "republican")["view"] == before["view"]
        with sqlite3.connect(tmp_path / "frente.sqlite3") as c:
            c.execute("drop trigger full")
        assert act(client, table, "republican", word, before["at"]).status_code == 200


def test_a_change_made_by_another_server_is_noticed_and_shown(tmp_path: Path):
    with inside(tmp_path) as one, inside(tmp_path) as two:
        table = new(one)
        seen = state(two, table, "republican")
        at = play(one, table, 1)
        answer = act(two, table, "republican", seen["acts"]["republican"][0], seen["at"])
        assert (answer.status_code, answer.json()["reasons"][0]["key"]) == (409, "server.stale")
        assert state(two, table, "republican")["at"] == at


def test_a_long_game_is_opened_from_its_last_snapshot_and_not_replayed(tmp_path: Path):
    with inside(tmp_path) as client:
        table = new(client)
        play(client, table, 110)
        before = state(client, table, "republican")
    with sqlite3.connect(tmp_path / "frente.sqlite3") as c:
        kept = [n for (n,) in c.execute("select n from snapshot where game_table = ? order by n", (table["table"],))]
        assert kept[-1] > before["at"] - 60
        c.execute("update act set word = 'hex:0601' where n < ?", (kept[-1],))     # a replay would stumble over these
    with inside(tmp_path) as client:
        assert state(client, table, "republican")["view"] == before["view"]
        answer = client.get(f"/api/tables/{table['table']}/replay", headers=bearer(table["owner"]),
                            params={"at": before["at"]})
        assert answer.json()["view"]["pieces"] == before["view"]["pieces"]


def test_a_game_of_other_rules_is_replayed_and_its_snapshots_renewed(tmp_path: Path):
    with inside(tmp_path) as client:
        table = new(client)
        play(client, table, 60)
        before = state(client, table, "republican")
    with sqlite3.connect(tmp_path / "frente.sqlite3") as c:
        c.execute("update game_table set rules = 'of old'")
        c.execute("update snapshot set position = '{}'")
    with inside(tmp_path) as client:
        assert state(client, table, "republican")["view"] == before["view"]
        answer = client.get(f"/api/tables/{table['table']}/replay", headers=bearer(table["owner"]),
                            params={"at": before["at"]})
        assert answer.json()["view"]["pieces"] == before["view"]["pieces"]


def test_a_game_that_no_longer_fits_the_rules_says_so(tmp_path: Path):
    with inside(tmp_path) as client:
        table = new(client)
        play(client, table, 10)
    with sqlite3.connect(tmp_path / "frente.sqlite3") as c:
        c.execute("update game_table set rules = 'of old'")
        c.execute("update act set word = 'hex:0601' where n = 0")
    with inside(tmp_path) as client:
        answer = client.get(f"/api/tables/{table['table']}/state")
        assert (answer.status_code, answer.json()["reasons"][0]["key"]) == (409, "server.unplayable")
        assert "Act 0" in answer.json()["text"]
        assert [t["table"] for t in games_of(client, table["owner"])] == [table["table"]]
        assert client.delete(f"/api/tables/{table['table']}", headers=bearer(table["owner"])).status_code == 204


def test_a_database_that_cannot_be_used_is_named_in_a_sentence(tmp_path: Path):
    for url, word in (("nonsense", "cannot be used"), ("postgresql+psycopg://x@127.0.0.1:1/x", "Connection refused"),
                      ("sqlite:////proc/none/x", "unable to open")):
        with pytest.raises(StoreError, match=word):
            asyncio.run(Store(url).open())
    with sqlite3.connect(tmp_path / "frente.sqlite3") as c:
        c.execute("create table frente (schema integer primary key)")
        c.execute("insert into frente values (99)")
    with pytest.raises(StoreError, match="another version"):
        asyncio.run(Store(Settings(tmp_path).url).open())
