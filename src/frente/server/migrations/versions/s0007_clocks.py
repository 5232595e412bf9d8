"""Clocks, ratings, and the results they follow from."""
from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "clock", sa.Column("game_table", sa.String(32), primary_key=True),
        sa.Column("side", sa.Integer, primary_key=True), sa.Column("left", sa.Float, nullable=False),
        sa.Column("since", sa.Float), sa.Column("due", sa.Float, index=True))
    op.create_table(
        "rating", sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True), sa.Column("mean", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False), sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False), sa.Column("changed", sa.Float, nullable=False))
    op.create_table(
        "result", sa.Column("game_table", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False), sa.Column("scenario", sa.String(80), nullable=False),
        sa.Column("first", sa.String(32), nullable=False, index=True),
        sa.Column("second", sa.String(32), nullable=False, index=True),
        sa.Column("score", sa.Float, nullable=False), sa.Column("ended", sa.Float, nullable=False))
    op.create_index("result_of", "result", ["game", "scenario"])
