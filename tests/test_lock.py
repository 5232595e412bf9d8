"""The lock file: everything that is installed, exactly, with hashes, and from nowhere in particular."""
from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def named(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[><=;]", x)[0].replace("_", "-").lower() for x in requirements}


def locked(part: str) -> set[str]:
    """Packages of a part; each line has an exact version and at least one hash."""
    found = re.findall(r"^([a-z0-9.-]+)==[^\s;]+(?: ; [^\\\n]+)?((?: *\\\n    --hash=sha256:[0-9a-f]{64})+)$", part,
                       re.MULTILINE)
    lines = [x for x in part.splitlines() if x and not x.startswith((" ", "#"))]
    assert len(found) == len(lines)
    return {name for name, _ in found}


def test_what_playing_and_testing_need_is_locked_with_hashes():
    play, tests = re.split("^# TESTS.*$", LOCK, maxsplit=1, flags=re.MULTILINE)
    playing, testing = locked(play), locked(tests)
    extras = PROJECT["optional-dependencies"]
    assert named(PROJECT["dependencies"]) | {"setuptools"} <= playing
    assert named(extras["test"]) | named(extras["fast"]) <= playing | testing
    assert not playing & testing


def test_no_address_stands_in_the_lock_file_and_every_package_has_files_of_several_machines():
    assert "://" not in LOCK
    assert "index" not in LOCK
    numpy = re.findall(r"^numpy==.*(?:\n    .*)+", LOCK, re.MULTILINE)
    assert min(block.count("--hash") for block in numpy) > 20
