"""What is said beside the board, what people are told, tournaments, and what moderators do."""
from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def _key(name: str, kind: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, primary_key=True)


def _full(name: str, kind: Any, index: bool = False) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False, index=index)


def upgrade() -> None:
    id = sa.String(32)
    op.create_table(
        "message", _key("game_table", id), _key("n", sa.Integer), _full("room", sa.String(8)),
        _full("account", id, index=True), _full("name", sa.String(80)), _full("side", sa.Integer),
        _full("line", sa.Integer), _full("text", sa.Text), _full("at", sa.Float))
    op.create_table("shun", _key("account", id), _key("other", id), _full("kind", sa.String(8)))
    op.create_table(
        "report", _key("id", id), _full("by", id, index=True), _full("about", id, index=True),
        _full("game_table", id), _full("text", sa.Text), _full("lines", sa.Text),
        _full("state", sa.String(8), index=True), _full("created", sa.Float))
    op.create_table(
        "audit", _key("id", id), _full("moderator", id), _full("about", id, index=True), _full("what", sa.String(12)),
        _full("note", sa.Text), _full("at", sa.Float))
    op.create_table(
        "notice", _key("account", id), _key("kind", sa.String(12)), _key("about", id), _full("at", sa.Float),
        _full("pushed", sa.Float, index=True), _full("mailed", sa.Float, index=True))
    op.create_table(
        "push", _key("hash", sa.String(64)), _full("account", id, index=True), _full("endpoint", sa.Text),
        _full("public", sa.String(120)), _full("auth", sa.String(40)), _full("created", sa.Float))
    op.create_table(
        "habit", _key("account", id), _full("mail", sa.Boolean), _full("push", sa.Boolean), _full("away", sa.Float),
        _full("year", sa.Integer), _full("days", sa.Integer))
    op.create_table(
        "tournament", _key("id", id), _full("maker", id), _full("name", sa.String(80)), _full("kind", sa.String(8)),
        _full("game", sa.String(40)), _full("scenario", sa.String(80)), _full("options", sa.Text),
        _full("watch", sa.Boolean), _full("rated", sa.Boolean), _full("pace", sa.String(8)), _full("bank", sa.Integer),
        _full("step", sa.Integer), _full("late", sa.String(8)), _full("places", sa.Integer),
        _full("rounds", sa.Integer), _full("round", sa.Integer), _full("state", sa.String(8), index=True),
        _full("created", sa.Float))
    op.create_table("entrant", _key("tournament", id), _key("account", id), _full("place", sa.Integer))
    op.create_table(
        "pairing", _key("tournament", id), _key("round", sa.Integer), _key("n", sa.Integer), _full("first", id),
        _full("second", id), _full("game_table", id, index=True), sa.Column("score", sa.Float))
