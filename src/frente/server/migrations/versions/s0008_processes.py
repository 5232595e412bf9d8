"""What several processes on one database need: turns that wait, and what they have in common."""
from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("game_table", sa.Column("cut", sa.BigInteger))
    op.create_table(
        "turn", sa.Column("game_table", sa.String(32), primary_key=True),
        sa.Column("side", sa.Integer, primary_key=True), sa.Column("owner", sa.String(80), nullable=False),
        sa.Column("rank", sa.Integer, nullable=False), sa.Column("since", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=False), sa.Column("lease", sa.Float, nullable=False),
        sa.Column("worker", sa.String(32), nullable=False), sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("fault", sa.Text, nullable=False))
    op.create_index("turn_due", "turn", ["due"])
    op.create_index("turn_worker", "turn", ["worker"])
    op.create_table("kept", sa.Column("name", sa.String(20), primary_key=True),
                    sa.Column("value", sa.Text, nullable=False))
