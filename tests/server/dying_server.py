"""The server, which kills itself at a step of its work: before or after it has something done by the database or by a
worker. Which: the name of what is done or of what came of it, “before” or “after”, and the how manieth time."""
from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from frente.server.run import main
from frente.server.storage import Store
from frente.server.thinkers import Thinkers

DIES = "FRENTE_TEST_DIES"
_what, _when, _count = (os.environ.get(DIES) or "nothing never 0").split()
_left = int(_count)


def _passed(names: list[str], when: str) -> None:
    global _left
    if when == _when and _what in names:
        _left -= 1
        if not _left:
            os.kill(os.getpid(), signal.SIGKILL)


def _names(arguments: tuple[Any, ...]) -> list[str]:
    jobs = [x for given in arguments for x in (given if isinstance(given, list) else [given])]
    return [type(x).__name__ for x in jobs]


_in, _do = Store._in, Thinkers.do


async def _stored(store: Store, pool: Any, do: Callable[..., Any], *arguments: Any) -> Any:
    _passed(_names(arguments), "before")
    found = await _in(store, pool, do, *arguments)
    _passed([*_names(arguments), type(found).__name__], "after")
    return found


async def _worked(pool: Thinkers, client: str, work: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
    _passed([work.__name__], "before")
    found = await _do(pool, client, work, *arguments, **more)
    _passed([work.__name__], "after")
    return found


if __name__ == "__main__":
    setattr(Store, "_in", _stored)       # noqa: B010 (a plain assignment is not allowed by the types)
    setattr(Thinkers, "do", _worked)     # noqa: B010
    sys.exit(main())
