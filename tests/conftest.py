"""Hypothesis profiles, and a guard against testing compiled modules that are older than their sources.

The mark ``@pytest.mark.rule("10.3.1a", game="brunete")`` is declared in pyproject.toml and read, without running the
tests, by ``frente.coverage``.
"""
from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import Phase, settings

SRC = Path(__file__).resolve().parents[1] / "src"

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:    # a shell that puts us in the background has Ctrl-C ignored
    signal.signal(signal.SIGINT, signal.default_int_handler)     # what we start, and interrupt, would ignore it too

settings.register_profile("dev", max_examples=30, deadline=None)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True,
                          phases=[Phase.explicit, Phase.generate])   # shrinking a whole game takes minutes: do it alone
settings.register_profile("soak", max_examples=3000, deadline=None)
settings.load_profile("dev")


# Files whose tests play whole games, draw whole maps or drive a browser. The coverage trace makes them five times as
# slow and adds little to what the tests of single rules cover: `make test` runs them without it.
WHOLE = re.compile(r"web/|test_(laws|cartography|doctrine\w*|golden|data_faults|ai_opponents|fog|picture|draw|spanish"
                   r"|bots|lab_bench|lab_run|lab_ray|lab_page|story|env|preview|knowledge|kernel_standing|texts|captains)\.py")
SHORT = {"brunete": "offensive", "storm": "drive", "heralds": "madrid", "guadalajara": "4", "tscw": "columns"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--every-scenario", action="store_true",
                     help="captains play every scenario of every game, not only the shortest (make soak)")


@pytest.hookimpl(tryfirst=True)          # before the tests are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if WHOLE.search(item.nodeid):
            item.add_marker("whole")


def compiled() -> list[Path]:
    """Sources that have a compiled module beside them."""
    libraries = SRC.glob("frente/**/*.so")
    return sorted(library.with_name(library.name.split(".")[0] + ".py") for library in libraries)


def pytest_report_header() -> str:
    sources = compiled()
    return f"frente: {len(sources)} modules compiled" if sources else "frente: plain Python"


def pytest_sessionstart() -> None:
    for source in compiled():
        library = next(source.parent.glob(f"{source.stem}.*.so"))
        if not source.exists() or library.stat().st_mtime < source.stat().st_mtime:
            name = source.relative_to(SRC.parent)
            raise pytest.UsageError(f"{name} is newer than its compiled module: run make fast or make slow.")


@pytest.fixture(autouse=True)
def _ctrl_c_is_left_as_it_was() -> Iterator[None]:
    """A test that leaves Ctrl-C ignored makes another one, which waits for it, hang: it is named where it happens."""
    handler = signal.getsignal(signal.SIGINT)
    yield
    left = signal.signal(signal.SIGINT, handler)
    assert left is handler, "the test changed what Ctrl-C does and did not change it back"
