"""The web app with a fault in its views for as long as there is a file of that name."""
from __future__ import annotations

import os
import sys
from pathlib import Path

from frente.kernel.flow import Side
from frente.kernel.referee import Match
from frente.kernel.views import View
from frente.server.run import main

FAULT = "FRENTE_TEST_FAULT"
_sound = Match.view


def _view(match: Match, side: Side | str | None) -> View:
    if Path(os.environ[FAULT]).exists():
        raise IndexError("seven places")
    return _sound(match, side)


if __name__ == "__main__":
    setattr(Match, "view", _view)        # noqa: B010 (a plain assignment is not allowed by the types)
    sys.exit(main())
