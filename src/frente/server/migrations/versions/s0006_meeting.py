"""Games offered to others, and the terms on which two people have met."""
from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def _terms() -> list[sa.Column[Any]]:
    return [sa.Column("watch", sa.Boolean, nullable=False), sa.Column("rated", sa.Boolean, nullable=False),
            sa.Column("pace", sa.String(8), nullable=False), sa.Column("bank", sa.Integer, nullable=False),
            sa.Column("step", sa.Integer, nullable=False), sa.Column("late", sa.String(8), nullable=False)]


def upgrade() -> None:
    op.create_table("terms", sa.Column("game_table", sa.String(32), primary_key=True), *_terms())
    op.create_index("terms_watch", "terms", ["watch"])
    op.create_table(
        "challenge", sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("maker", sa.String(32), nullable=False, index=True),
        sa.Column("target", sa.String(32), nullable=False, index=True),
        sa.Column("game", sa.String(40), nullable=False), sa.Column("scenario", sa.String(80), nullable=False),
        sa.Column("options", sa.Text, nullable=False), sa.Column("side", sa.Integer, nullable=False),
        sa.Column("low", sa.Integer, nullable=False), sa.Column("high", sa.Integer, nullable=False), *_terms(),
        sa.Column("state", sa.String(8), nullable=False), sa.Column("taker", sa.String(32), nullable=False),
        sa.Column("game_table", sa.String(32), nullable=False), sa.Column("created", sa.Float, nullable=False),
        sa.Column("expires", sa.Float, nullable=False))
    op.create_index("challenge_open", "challenge", ["state", "expires"])
