"""Accounts, and which of them sits where."""
from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "account", sa.Column("id", sa.String(32), primary_key=True), sa.Column("name", sa.String(40), nullable=False),
        sa.Column("fold", sa.String(80), nullable=False), sa.Column("password", sa.Text),
        sa.Column("mail", sa.String(254)), sa.Column("role", sa.String(12), nullable=False),
        sa.Column("language", sa.String(2), nullable=False), sa.Column("hidden", sa.Boolean, nullable=False),
        sa.Column("banned", sa.Float, nullable=False), sa.Column("created", sa.Float, nullable=False),
        sa.Column("gone", sa.Float))
    op.create_index("account_fold", "account", ["fold"], unique=True)
    op.create_index("account_mail", "account", ["mail"])
    op.create_table(
        "passkey", sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(32), nullable=False, index=True),
        sa.Column("credential", sa.Text, nullable=False), sa.Column("public", sa.Text, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False), sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created", sa.Float, nullable=False))
    op.create_table(
        "session", sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(32), nullable=False, index=True),
        sa.Column("agent", sa.String(160), nullable=False), sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False), sa.Column("expires", sa.Float, nullable=False))
    op.create_table(
        "token", sa.Column("hash", sa.String(64), primary_key=True), sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("account", sa.String(32), nullable=False, index=True), sa.Column("note", sa.Text, nullable=False),
        sa.Column("expires", sa.Float, nullable=False, index=True))
    op.add_column("seat", sa.Column("account", sa.String(32)))
    op.create_index("seat_account", "seat", ["account"])
