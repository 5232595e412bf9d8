"""Notes that players write beside acts."""
from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "note", sa.Column("game_table", sa.String(32), primary_key=True), sa.Column("at", sa.Integer, primary_key=True),
        sa.Column("side", sa.Integer, primary_key=True), sa.Column("text", sa.Text, nullable=False))
