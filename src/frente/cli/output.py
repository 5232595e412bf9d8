"""Where the words go: a terminal with colours, or plain lines for a file or another program."""
from __future__ import annotations

import json
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

PLAIN_WIDTH: Final = 110                 # of tables that go to a file


def console(stderr: bool = False) -> Console:
    found = Console(stderr=stderr, highlight=False, emoji=False, markup=False)
    if not found.is_terminal:
        found.width = PLAIN_WIDTH
    return found


def progress(shown: bool) -> Progress:
    """A bar on stderr, so that it never mixes with results; none if nobody is watching."""
    err = console(stderr=True)
    return Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                    console=err, transient=True, disable=not (shown and err.is_terminal))


def emit(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2))
