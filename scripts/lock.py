"""Write requirements.lock: the exact packages behind `make play` and `make test`, each with the hashes of its files.

    python scripts/lock.py               (make lock: it needs uv)

The versions are good for every Python from 3.11 on and every Linux for which a package has wheels. The first part is
what playing needs, the second what tests need besides; no address stands in it, so any index that has these
files will do.
"""
from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
LOCK: Final = ROOT / "requirements.lock"
HEAD: Final = "# Made by `make lock`; do not edit. Exact versions with the hashes of their files, for `make play`.\n"
TESTS: Final = "# TESTS: what `make test` needs besides. The Makefile cuts here.\n"
BUILD: Final = "setuptools>=77\n"        # what puts the project itself in place


def locked(*more: str) -> list[str]:
    """Every package with its version, marks and hashes."""
    command = ["uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes",
               "--no-header", "--no-annotate", "--no-emit-index-url", *more, str(ROOT / "pyproject.toml"), "-"]
    done = subprocess.run(command, input=BUILD, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"uv could not find the packages: {done.stderr.strip()}")
    return re.findall(r"^\S.*(?:\n    .*)*\n", done.stdout, re.MULTILINE)


def main() -> None:
    play = locked()
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(re.sub(r" *\\\n +--hash=\S+", "", x) for x in play))
        file.flush()
        test = locked("--extra", "test", "--extra", "fast", "--constraints", file.name)
    if not set(play) <= set(test):
        sys.exit("Playing and testing would need different versions of a package; look at pyproject.toml.")
    text = HEAD + "".join(play) + TESTS + "".join(x for x in test if x not in play)
    if "://" in text:
        sys.exit("An address has come into the lock file.")
    LOCK.write_text(text, encoding="utf-8")
    print(f"{LOCK.name}: {len(play)} packages for playing, {len(test) - len(play)} more for tests")


if __name__ == "__main__":
    main()
