"""What the server writes down: warnings for people at a terminal, or everything as JSON for programs.

No line holds a seat key or an address of a client: a client goes by its pseudonym, an address of a request is written
without its query, and a table's name in it by the name of its place.
"""
from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, Final

LOG: Final = logging.getLogger("frente.server")
PLAIN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class Json(logging.Formatter):
    """One line of JSON: when, how grave, what happened, and the facts that belong to it."""

    def format(self, record: logging.LogRecord) -> str:
        found: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(), "event": record.getMessage(),
            **{k: v for k, v in vars(record).items() if k not in PLAIN}}
        if record.exc_info:
            found["trace"] = self.formatException(record.exc_info)
        return json.dumps(found, ensure_ascii=False, default=str)


def set_up(as_json: bool) -> None:
    """Everything goes to the standard error; requests are written down only as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if as_json else logging.Formatter("%(asctime)s %(levelname)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.INFO if as_json else logging.WARNING, force=True)
    for name in ("uvicorn", "uvicorn.error", "asyncio", "alembic"):      # these tell of every connection and step
        logging.getLogger(name).setLevel(logging.WARNING)
