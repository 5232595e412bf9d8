"""Games. A database from before there were steps (schemas 1 to 4) gets what it lacks."""
from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

from frente.kernel.chance import Opening
from frente.kernel.record import opening_out

revision = "0004"
down_revision = None

Column, String, Integer, Text = sa.Column, sa.String, sa.Integer, sa.Text


def _key(name: str, kind: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, primary_key=True)


def _full(name: str, kind: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False)


def _check() -> sa.Column[Any]:
    return sa.Column("check", sa.BigInteger)


def upgrade() -> None:
    c = op.get_bind()
    there = sa.inspect(c).get_table_names()
    for name, columns in _tables().items():
        if name not in there:
            op.create_table(name, *columns, sqlite_with_rowid=name != "act")
            if name in ("game_table", "made_by"):
                column = "owner" if name == "game_table" else "client"
                op.create_index(f"ix_{name}_{column}", name, [column])
            elif name == "seat":
                op.create_index("seat_key", "seat", ["key"])
        elif any(x.name == "check" for x in columns) and not _has(c, name, "check"):
            op.add_column(name, _check())
    if _has(c, "game_table", "seed"):
        _move_dice(c)
    if not c.execute(sa.text("UPDATE frente SET schema = 5")).rowcount:      # a program from before there were steps
        c.execute(sa.text("INSERT INTO frente VALUES (5)"))                  # reads this, and keeps its hands off


def _tables() -> dict[str, list[sa.Column[Any]]]:
    table, n = String(32), Integer
    return {
        "frente": [_key("schema", Integer)],
        "game_table": [
            _key("id", table), _full("game", String(40)), _full("scenario", String(80)), _full("options", Text),
            _full("name", Text), _full("owner", String(64)), _full("rules", Text), _full("data", Text),
            _full("plan", sa.Boolean), Column("base", Text), Column("rematch", table), Column("offer", Text),
            Column("result", Text), _full("acts", n), _full("version", sa.BigInteger), _full("summary", Text),
            _full("created", sa.Float), _full("changed", sa.Float), _check()],
        "seat": [_key("game_table", table), _key("side", n), _full("kind", String(10)), _full("name", String(80)),
                 _full("key", String(64))],
        "opening": [_key("game_table", table), _key("n", n), _full("opening", Text), _check()],
        "act": [_key("game_table", table), _key("n", n), _full("side", String(40)), _full("word", Text),
                _full("roll", n), _full("events", Text), _check()],
        "snapshot": [_key("game_table", table), _key("n", n), _full("position", Text), _check()],
        "rollback": [_key("game_table", table), _key("n", n), _full("side", String(40)), _full("to", n),
                     _full("dropped", Text), _check()],
        "standing": [_key("game_table", table), _key("side", n), _full("orders", Text), _full("held", n)],
        "by_order": [_key("game_table", table), _key("n", n), _full("side", n), _full("question", String(80)),
                     _full("answer", String(80))],
        "made_by": [_key("game_table", table), _full("client", String(64))],
        "invitation": [_key("game_table", table), _key("token", String(64)), _full("side", n),
                       _full("key", String(64))]}


def _has(c: sa.Connection, table: str, column: str) -> bool:
    return any(x["name"] == column for x in sa.inspect(c).get_columns(table))


def _move_dice(c: sa.Connection) -> None:
    """Schemas 1 and 2 kept the dice with the game. Nobody was asked for a number then."""
    for table, seed, chosen, nonces, promised in c.execute(sa.text(
            "SELECT id, seed, seeded, nonces, commitment FROM game_table")).all():
        opening = Opening(seed, chosen=bool(chosen), nonces=json.loads(nonces), promised=promised)
        c.execute(sa.text("INSERT INTO opening (game_table, n, opening) VALUES (:table, 0, :opening)"),
                  {"table": table, "opening": json.dumps(opening_out(opening))})
    for column in ("seed", "seeded", "nonces", "commitment"):
        c.execute(sa.text(f"ALTER TABLE game_table DROP COLUMN {column}"))
