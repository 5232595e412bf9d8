"""The web app that tells people at once of what waits for them, and reaches a push service on this machine."""
from __future__ import annotations

import sys
from functools import partial

from frente.server import run
from frente.server.settings import Settings

if __name__ == "__main__":
    setattr(run, "Settings", partial(Settings, push_after=0.0, mail_after=0.0, push_anywhere=True))    # noqa: B010
    sys.exit(run.main())
