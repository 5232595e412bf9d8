"""Packs that are written here, and those with which games are played."""
from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "pack", sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False, index=True),
        sa.Column("client", sa.String(64), nullable=False, index=True),
        sa.Column("game", sa.String(40), nullable=False), sa.Column("name", sa.String(80), nullable=False),
        sa.Column("changes", sa.Text, nullable=False), sa.Column("notes", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False), sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False))
    op.create_table(
        "laid", sa.Column("game_table", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False), sa.Column("files", sa.Text, nullable=False))
