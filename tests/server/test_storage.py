"""Where games are kept: the same tests on a SQLite file and on a real PostgreSQL server."""
from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, inspect, text

from frente import Match
from frente.kernel.record import opening_in
from frente.server import intake, revive, run
from frente.server.problem import Problem
from frente.server.schema import ActRow, ByOrderRow, Change, RollbackRow, SeatRow, StandingRow
from frente.server.settings import Settings
from frente.server.storage import Conflict, Store, StoreError
from tests.server.helpers import Seat, act, bearer, games_of, hall_of, inside, new, play, state
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


def with_store(where: dict[str, Any], work: Work, migrate: bool | None = None) -> None:
    async def run() -> None:
        store = Store(Settings(**where).url)
        await store.open(migrate)
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


SCHEMA_4 = {"frente", "game_table", "seat", "opening", "act", "snapshot", "rollback", "standing", "by_order", "made_by",
            "invitation"}
CHECKED = ("game_table", "act", "snapshot", "rollback", "opening")
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
        for name in ("standing", "by_order", "opening", "made_by", "invitation"):
            c.execute(text(f"drop table {name}"))
        for name in CHECKED[:-1]:
            c.execute(text(f'alter table "{name}" drop column "check"'))
        for column in ("seed text", "seeded boolean", "nonces text", "commitment text"):
            c.execute(text(f"alter table game_table add column {column}"))
        c.execute(text("update game_table set seed = 'mine', seeded = true, nonces = '[\"n\"]', commitment = 'c'"))
        before_steps(c, 1)
    engine.dispose()
    with_store(where, after, migrate=True)
    with_store(where, lambda store: _nothing())


def test_a_database_without_checks_gets_them_and_keeps_its_games(where: dict[str, Any]):
    async def before(store: Store) -> None:
        await store.create(stored(played(60), "unchecked"))

    async def after(store: Store) -> None:
        found = await store.load("unchecked")
        assert found is not None
        assert len(revive.match_of(found).log) == len(found.acts)
        await store.delete("unchecked")

    with_store(where, before)
    engine = create_engine(Settings(**where).url)
    with engine.begin() as c:
        for name in CHECKED:
            c.execute(text(f'alter table "{name}" drop column "check"'))
        before_steps(c, 3)
    engine.dispose()
    with_store(where, after, migrate=True)


def before_steps(c: Connection, schema: int) -> None:
    """As it was before there were migrations."""
    c.execute(text("drop index seat_account"))
    c.execute(text("alter table seat drop column account"))
    c.execute(text("alter table game_table drop column cut"))
    for name in inspect(c).get_table_names():
        if name not in SCHEMA_4:
            c.execute(text(f'drop table "{name}"'))
    c.execute(text(f"update frente set schema = {schema}"))


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
        c.execute("update game_table set changed = changed - 4 * 24 * 3600")
    with inside(tmp_path) as client:
        assert client.portal is not None
        client.portal.call(hall_of(client).throw_away, time.time())
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


def test_a_game_that_cannot_be_followed_is_read_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Else a fault half-way would leave this process with a game that is none, and its turns there failing."""
    def halfway(match: Match, lines: Any) -> None:
        match.log.pop()
        raise IndexError("seven places")

    with postgres() as url, inside(tmp_path / "a", database=url) as one, inside(tmp_path / "b", database=url) as two:
        table = new(one)
        state(two, table, "republican")
        play(one, table, 3)
        monkeypatch.setattr(Match, "follow", halfway)
        play(one, table, 2)
        assert state(two, table, "republican")["view"] == state(one, table, "republican")["view"]


def test_a_long_game_is_opened_from_its_last_snapshot_and_not_replayed(tmp_path: Path):
    with inside(tmp_path) as client:
        table = new(client)
        play(client, table, 110)
        before = state(client, table, "republican")
    with sqlite3.connect(tmp_path / "frente.sqlite3") as c:
        kept = [n for (n,) in c.execute("select n from snapshot where game_table = ? order by n", (table["table"],))]
        assert kept[-1] > before["at"] - 60
        # A replay would stumble over these.
        c.execute("update act set word = 'hex:0601', \"check\" = null where n < ?", (kept[-1],))
    with inside(tmp_path) as client:
        assert state(client, table, "republican")["view"] == before["view"]
        answer = client.get(f"/api/tables/{table['table']}/replay", headers=bearer(table["owner"]),
                            params={"at": before["at"]})
        assert answer.json()["view"]["pieces"] == before["view"]["pieces"]


def test_a_long_game_from_a_file_is_shown_and_gone_back_in_without_being_played_again(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Whoever opens a file of many acts must not hold up everybody by asking for one of them."""
    true, replayed = revive.position_at, []

    def counted(game: Any, like: Any, n: int, kept: Any, log: Any) -> Any:
        replayed.append(n - (kept[0] if kept else 0))
        return true(game, like, n, kept, log)

    monkeypatch.setattr(revive, "position_at", counted)
    with inside(tmp_path) as client:
        first = new(client)
        play(client, first, 220)
        raw = client.get(f"/api/tables/{first['table']}/record", headers=bearer(first["owner"])).content
        table = client.post("/api/import", content=raw, headers={"content-type": "application/json"}).json()
        last = state(client, table, "republican")["at"]
        hall, path = hall_of(client), f"/api/tables/{table['table']}"
        assert last > 210
        for at in (last - 1, last - 120, 150):
            assert client.get(f"{path}/replay", headers=bearer(table["owner"]), params={"at": at}).status_code == 200
        hall._tables.clear()
        with Seat(client, table, "republican") as seat:
            while not any(seat.state["undo"].values()):
                seat.side = next(s for s, words in seat.state["acts"].items() if words)
                seat.seen(seat.act()["at"])
        hall._tables.clear()
        with Seat(client, table, "republican") as seat:
            while any(seat.state["undo"].values()):
                side, at = next(s for s, may in seat.state["undo"].items() if may), seat.state["at"]
                assert seat.ask("undo", side=side, at=at)["type"] == "ok"
                seat.seen(at - 1)
                match = hall._tables[table["table"]].match
                assert len(match.log) - match.nearest(len(match.log)) <= intake.APART
    assert 0 < max(replayed) <= intake.APART


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
        c.execute("update act set word = 'hex:0601', \"check\" = null where n = 0")
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


def damage(data: Path, statement: str) -> None:
    """Change what is stored behind the server's back, as a failing disk would."""
    with sqlite3.connect(data / "frente.sqlite3") as c:
        assert c.execute(statement).rowcount >= 1


@pytest.mark.parametrize("statement", [
    "update act set word = 'pass' where game_table = '{}' and n = 3",
    "update act set side = 'neutral' where game_table = '{}' and n = 60",
    "update act set roll = roll + 1 where game_table = '{}' and roll >= 0",
    "update act set n = n + 1000 where game_table = '{}' and n = 7",
    "delete from act where game_table = '{}' and n = 20",
    "delete from act where game_table = '{}' and n >= 60",
    "update opening set opening = replace(opening, 'a', 'b') where game_table = '{}'",
    "update game_table set scenario = 'another' where id = '{}'",
    "update game_table set acts = acts + 1 where id = '{}'"])
def test_a_game_that_is_not_what_was_written_is_not_shown_and_others_are(tmp_path: Path, statement: str):
    with inside(tmp_path) as client:
        table, other = new(client), new(client)
        play(client, table, 70)
        before = state(client, other, "republican")
    damage(tmp_path, statement.format(table["table"]))
    with inside(tmp_path) as client:
        for what in ("state", "log", "record"):
            answer = client.get(f"/api/tables/{table['table']}/{what}", headers=bearer(table["owner"]))
            assert (answer.status_code, answer.json()["reasons"][0]["key"]) == (503, "server.damaged")
        assert state(client, other, "republican") == before
        assert play(client, other, 3) > 0


def test_a_damaged_position_is_not_used_and_the_acts_are_played_again(tmp_path: Path):
    with inside(tmp_path) as client:
        table = new(client)
        play(client, table, 120)
        before = state(client, table, "republican")
    for statement in ("update snapshot set position = replace(position, '1', '2') where n >= 100",
                      "update snapshot set position = replace(position, '1', '2')"):
        damage(tmp_path, statement)
        with inside(tmp_path) as client:
            after = state(client, table, "republican")
            assert (after["at"], after["view"], after["acts"]) == (before["at"], before["view"], before["acts"])


def test_damaged_events_are_not_told(tmp_path: Path):
    with inside(tmp_path) as client:
        table = new(client)
        play(client, table, 40)
        path = f"/api/tables/{table['table']}/log"
        told = client.get(path).json()["events"]
        n = told[len(told) // 2]["n"]
        damage(tmp_path, f"update act set events = '[]' || events where n = {n}")
        answer = client.get(path)
        assert (answer.status_code, answer.json()["reasons"][0]["key"]) == (503, "server.damaged")
        assert client.get(path, params={"until": n}).json()["events"] == [e for e in told if e["n"] < n]


def test_a_rollback_that_is_not_what_was_written_is_noticed(where: dict[str, Any]):
    async def work(store: Store) -> None:
        await store.create(stored(played(0), "damaged"))
        await store.change(change("damaged", 1, 0, [line(n) for n in range(5)]))
        await store.change(change("damaged", 2, 3, [], cut=3, rollback=RollbackRow(0, "republican", 3, "[]")))
        assert await store.load("damaged") is not None
        with store._engine.begin() as c:
            c.execute(text("update rollback set dropped = '[1]' where game_table = 'damaged'"))
        with pytest.raises(Problem) as told:
            await store.load("damaged")
        assert told.value.key == "server.damaged"

    with_store(where, work)


def test_what_was_stored_before_there_were_checks_is_taken_as_it_is(tmp_path: Path):
    with inside(tmp_path) as client:
        table = new(client)
        play(client, table, 60)
        before = state(client, table, "republican")
    for name in ("game_table", "act", "snapshot", "opening"):
        damage(tmp_path, f'update "{name}" set "check" = null')
    with inside(tmp_path) as client:
        assert state(client, table, "republican")["view"] == before["view"]
        assert play(client, table, 5) > before["at"]


def test_a_file_that_is_damaged_or_cannot_be_written_is_named_in_a_sentence_at_the_start(tmp_path: Path, capsys: Any):
    with inside(tmp_path) as client:
        play(client, new(client), 60)
    file = tmp_path / "frente.sqlite3"
    whole = file.read_bytes()
    with pytest.raises(StoreError, match="readonly"):
        asyncio.run(Store(f"sqlite:///file:{file}?mode=ro&uri=true").open())
    page = 4096
    for name, content in (("header", b"x" * 100 + whole[100:]), ("end", whole[:len(whole) // 2]),
                          ("page", whole[:page * 3] + b"\xa5" * page + whole[page * 4:])):
        file.write_bytes(content)
        for rest in tmp_path.glob("frente.sqlite3-*"):
            rest.unlink()
        assert run.main(["--data", str(tmp_path), "--port", "0", "--no-browser"]) == 2, name
        said = capsys.readouterr().err
        assert str(file) in said
        assert len(said.strip().splitlines()) == 1
    file.write_bytes(whole)
    with inside(tmp_path) as client:
        assert client.get("/api/games").status_code == 200


def test_a_store_that_cannot_be_read_for_a_while_is_told_in_words_and_the_game_goes_on_after_it(tmp_path: Path):
    with inside(tmp_path) as client:
        table = new(client)
        play(client, table, 5)
        hall = hall_of(client)
        hall._tables.clear()
        broken = create_engine("sqlite:////proc/none/x")
        hall.store._reading, whole = broken, hall.store._reading
        answer = client.get(f"/api/tables/{table['table']}/state")
        assert (answer.status_code, answer.json()["reasons"][0]["key"]) == (503, "server.unreadable")
        hall.store._reading = whole
        assert play(client, table, 3) > 5


def test_postgresql_waits_for_the_disk_whatever_its_default(databases: dict[str, dict[str, Any]]):
    where = databases["postgresql"]
    engine = create_engine(Settings(**where).url)
    with engine.begin() as c:
        c.execute(text("alter role frente set synchronous_commit = off"))
    try:
        async def work(store: Store) -> None:
            with store._engine.connect() as c:
                assert c.execute(text("show synchronous_commit")).scalar() == "on"

        with_store(where, work)
    finally:
        with engine.begin() as c:
            c.execute(text("alter role frente reset synchronous_commit"))
        engine.dispose()
