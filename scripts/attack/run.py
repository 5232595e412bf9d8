"""Try what one client could do to a server, on a server of our own on this machine.

    python scripts/attack/run.py [NAME …]        one after another; all of them if none is named

Every attack says in a line whether the server held. Exit status 1 if it did not, 2 for a name that is none.
"""
from __future__ import annotations

import importlib
import sys
import time
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
FRAME: Final = ("frame", "run")


def names() -> list[str]:
    return sorted(path.stem for path in HERE.glob("*.py") if path.stem not in FRAME)


def main(wanted: list[str]) -> int:
    sys.path.insert(0, str(HERE.parent))
    known = names()
    unknown = [name for name in wanted if name not in known]
    if unknown:
        print(f"There is no attack “{unknown[0]}”; there are {', '.join(known)}.", file=sys.stderr)
        return 2
    harmed = 0
    for name in wanted or known:
        module = importlib.import_module(f"attack.{name}")
        print(f"{name}: {str(module.__doc__).splitlines()[0]}", flush=True)
        began = time.monotonic()
        verdict = module.attack()
        harmed += not verdict.held
        word = "held" if verdict.held else "HARMED"
        print(f"  {word}: {verdict.said} ({time.monotonic() - began:.0f} s)", flush=True)
    return 1 if harmed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
