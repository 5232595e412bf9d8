"""The schema of the database, and how an older one is brought up to date: steps in ``versions``, taken by Alembic.

Steps only add, so that servers of the last release and of this one can work on one database for a while.
"""
from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

HEAD: Final = "0011"                     # the newest step
VERSION: Final = "frente_schema"         # the table in which the step is kept
BEFORE: Final = ("1", "2", "3", "4")     # schemas from before there were steps; the first step takes them up
LOCK: Final = 0x4652454E5445             # PostgreSQL: one server at a time changes the schema


def found(c: Connection) -> str:
    """The step a database has reached; a number of BEFORE if it is older than all steps; empty if there are no tables.

    PostgreSQL: until the transaction ends nobody else is told anything.
    """
    if c.dialect.name == "postgresql":
        c.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    tables = inspect(c).get_table_names()
    if VERSION in tables:
        return str(c.execute(text(f"SELECT version_num FROM {VERSION}")).scalar_one())
    if "frente" in tables:
        return str(c.execute(text("SELECT schema FROM frente")).scalar_one())
    return ""


def known(step: str) -> bool:
    """Whether there is a way from there to the newest."""
    return step in ("", *BEFORE) or step in steps()


def steps() -> list[str]:
    """The newest first."""
    from alembic.script import ScriptDirectory  # here: it takes a while, and is seldom needed

    return [x.revision for x in ScriptDirectory(str(Path(__file__).parent)).walk_revisions()]


def upgrade(c: Connection) -> None:
    """Take all steps that are missing, in the transaction that is open."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = c
    command.upgrade(config, "head")
