"""The schema of the database: every step leads from the last one to what the program expects, on both databases."""
from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, create_engine, inspect, text

from frente.cli.main import main
from frente.server import migrations, revive
from frente.server.schema import METADATA
from frente.server.seats import hashed
from frente.server.settings import Settings
from frente.server.storage import Store, StoreError
from tests.server.postgres import postgres

SCHEMA_4 = Path(__file__).parents[1] / "data" / "schema-4.sql"
TABLE, KEY = "gAgXbJ5ffn17", "lQz8UlGbNnRP9_61Kkj2AdZcg2JXRulT"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, server: str, tmp_path: Path) -> Iterator[dict[str, Any]]:
    """Where an empty database is."""
    found: dict[str, Any] = {"data": tmp_path}
    if request.param == "postgresql":
        found["database"] = server
    yield found
    if request.param == "postgresql":
        with engine_of(found).begin() as c:
            c.execute(text("drop schema public cascade"))
            c.execute(text("create schema public"))


def engine_of(where: dict[str, Any]) -> Engine:
    return create_engine(Settings(**where).url)


def opened(where: dict[str, Any], migrate: bool | None = None) -> None:
    async def run() -> None:
        store = Store(Settings(**where).url)
        await store.open(migrate)
        await store.close()

    asyncio.run(run())


def of_old(where: dict[str, Any]) -> None:
    """A database as the last version without migrations kept it."""
    with engine_of(where).begin() as c:
        for line in SCHEMA_4.read_text(encoding="utf-8").splitlines()[1:]:
            c.exec_driver_sql(line.removesuffix(";"))


def difference(c: Connection) -> Any:
    context = MigrationContext.configure(c, opts={"version_table": migrations.VERSION, "compare_type": False})
    return compare_metadata(context, METADATA)


def test_the_newest_step_is_the_one_the_program_expects() -> None:
    assert migrations.steps()[0] == migrations.HEAD


@pytest.mark.parametrize("old", [False, True])
def test_steps_lead_to_the_tables_the_program_works_with(where: dict[str, Any], old: bool) -> None:
    if old:
        of_old(where)
    opened(where, migrate=True)
    with engine_of(where).connect() as c:
        assert migrations.found(c) == migrations.HEAD
        assert difference(c) == []
        c.rollback()
    opened(where)


def test_games_of_the_last_schema_go_on(where: dict[str, Any]) -> None:
    of_old(where)
    opened(where, migrate=True)

    async def run() -> None:
        store = Store(Settings(**where).url)
        await store.open()
        found = await store.load(TABLE)
        assert found is not None
        match = revive.match_of(found)
        assert (len(match.log), found.game["version"], found.game["name"]) == (30, 31, "From schema 4")
        assert [x[0]["id"] for x in await store.held([hashed(KEY)])] == [TABLE]
        assert await store.invitation(TABLE, hashed("AILdFhad8fdnQREJK3ygo8Qz8gqizJN_")) is not None
        await store.close()

    asyncio.run(run())


def test_a_file_is_brought_up_to_date_at_the_start_and_a_server_only_when_it_is_asked(
        where: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    of_old(where)
    if "database" not in where:
        opened(where)
    else:
        with pytest.raises(StoreError, match="frente migrate"):
            opened(where)
        with engine_of(where).connect() as c:
            assert migrations.VERSION not in inspect(c).get_table_names(), "nothing has been done"
        assert main(["migrate", "--data", str(where["data"]), "--database", where["database"]]) == 0
        assert migrations.HEAD in capsys.readouterr().out
        opened(where)


def test_a_step_that_fails_leaves_the_database_as_it_was(
        where: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    of_old(where)
    with engine_of(where).connect() as c:
        before = sorted(inspect(c).get_table_names())
    upgrade = migrations.upgrade

    def half(c: Connection) -> None:
        upgrade(c)
        c.execute(text("select * from nowhere"))

    monkeypatch.setattr(migrations, "upgrade", half)
    with pytest.raises(StoreError, match="nowhere"):
        opened(where, migrate=True)
    with engine_of(where).connect() as c:
        assert sorted(inspect(c).get_table_names()) == before
    monkeypatch.undo()
    opened(where, migrate=True)


def test_a_database_of_a_newer_version_is_left_alone(where: dict[str, Any]) -> None:
    opened(where)
    with engine_of(where).begin() as c:
        c.execute(text(f"update {migrations.VERSION} set version_num = '9999'"))
        assert c.execute(text("select schema from frente")).scalar() == 5, "what programs from before look at"
    with pytest.raises(StoreError, match=r"another version of Frente .schema 9999"):
        opened(where, migrate=True)


def test_servers_that_start_together_on_an_empty_database_make_its_tables_once(where: dict[str, Any]) -> None:
    async def run() -> None:
        stores = [Store(Settings(**where).url) for _ in range(3)]
        await asyncio.gather(*[s.open() for s in stores])
        for s in stores:
            await s.close()

    asyncio.run(run())
    with engine_of(where).connect() as c:
        assert difference(c) == []
